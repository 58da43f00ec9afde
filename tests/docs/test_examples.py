"""Every operation of the contract is described, with examples that are as a real game gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.openapi.examples import FILE
from tests.docs.examples import text
from tests.service.contract import JSON
from tests.support.over_http import contract

CONTRACT = contract()
OPERATIONS = {
    operation["operationId"]: operation
    for path in CONTRACT.paths.values()
    for operation in path.values()
    if isinstance(operation, dict)
}


def bodies(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The bodies that an operation takes, and answers with where all goes well."""
    yield from operation.get("requestBody", {}).get("content", {}).items()
    for status, response in operation["responses"].items():
        if status < "400":
            yield from response.get("content", {}).items()


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_is_described_with_examples_that_fit_its_schemas(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"]
    for kind, body in bodies(operation):
        if kind == "image/png":  # Bytes, which a document of text cannot show.
            continue
        assert body["example"], kind
        if kind == JSON:
            CONTRACT.validate(body["schema"], body["example"], name)


def test_the_examples_are_what_a_game_gives_today() -> None:
    assert FILE.read_bytes() == text(), "run `make openapi`"
