"""The contract's links: each leads to a call that there is, and takes what the answer has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.openapi.links import LINKS
from tests.service.contract import JSON, Contract
from tests.service.requests_of import operations

REF = "#/components/schemas/"


def found(schemas: dict[str, Any], schema: dict[str, Any], pointer: list[str]) -> Iterator[bool]:
    """For every answer that this schema allows: whether it can have what the pointer names."""
    if "$ref" in schema:
        yield from found(schemas, schemas[schema["$ref"].removeprefix(REF)], pointer)
    elif "oneOf" in schema or "anyOf" in schema:
        for each in schema.get("oneOf") or schema["anyOf"]:
            yield from found(schemas, each, pointer)
    elif not pointer:
        yield True
    elif schema.get("type") == "array":
        yield from found(schemas, schema["items"], pointer[1:])
    else:
        yield pointer[0] in schema.get("properties", {})
        if pointer[0] in schema.get("properties", {}):
            yield from found(schemas, schema["properties"][pointer[0]], pointer[1:])


@pytest.mark.parametrize(("source", "status"), LINKS)
def test_links_lead_somewhere_with_what_the_answer_has(contract: Contract, source: str, status: int) -> None:
    calls = {spec["operationId"]: (path, spec) for _, path, spec in operations(contract)}
    path, spec = calls[source]
    response = spec["responses"].get(str(status)) or spec["responses"][status]
    assert response["links"] == LINKS[source, status]
    for name, link in response["links"].items():
        target_path, target = calls[link["operationId"]]
        parameters = {each["name"] for each in target["parameters"]}
        assert set(link.get("parameters", {})) <= parameters, name
        assert "{game}" not in target_path or "game" in link["parameters"], name
        assert "requestBody" not in link or "requestBody" in target, name
        body = link.get("requestBody", {})
        for expression in [*link.get("parameters", {}).values(), *(body.values() if isinstance(body, dict) else [body])]:
            where, _, pointer = expression.partition("#/")
            if where == "$response.body" and pointer:
                schemas = contract.document["components"]["schemas"]
                assert all(found(schemas, response["content"][JSON]["schema"], pointer.split("/"))), (name, expression)
            elif where.startswith("$request.path."):
                assert "{" + where.removeprefix("$request.path.") + "}" in path, name
            elif where.startswith("$response.header."):
                assert where.removeprefix("$response.header.") in response["headers"], name
