"""The list of all endpoints is whole: what the contract has, it has, so that no proof leaves anything out unnoticed."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from tests.service.contract import Contract
from tests.service.requests_of import operations
from tests.support.endpoints import ENDPOINTS, Endpoint


def values(endpoint: Endpoint) -> set[tuple[str, str]]:
    """The query parameters that requests use which are not always refused, with their values."""
    return {(name.partition("[")[0], value) for ask in endpoint.asks for name, value in parse_qsl(ask.query)}


def missing(contract: Contract) -> list[tuple[str, ...]]:
    """Operations, query parameters, and values of parameters with a closed set of them, that no request has."""
    found: list[tuple[str, ...]] = []
    for _, _, spec in operations(contract):
        operation = spec["operationId"]
        if operation not in ENDPOINTS:
            found.append((operation,))
            continue
        used = values(ENDPOINTS[operation])
        for parameter in (each for each in spec["parameters"] if each["in"] == "query"):
            name, schema = parameter["name"], parameter["schema"]
            if name not in {known for known, _ in used}:
                found.append((operation, name))
            elif name in CLOSED:
                found += [
                    (operation, name, value) for value in schema.get("items", schema)["enum"] if (name, value) not in used
                ]
    return found


CLOSED = ("include", "place")
"""Parameters whose values each make another answer."""


def test_every_operation_and_query_parameter_is_in_the_list(contract: Contract) -> None:
    assert missing(contract) == []


def test_the_list_has_nothing_that_the_contract_does_not_have(contract: Contract) -> None:
    known = {spec["operationId"]: spec for _, _, spec in operations(contract)}
    assert set(ENDPOINTS) <= set(known)
    for operation, endpoint in ENDPOINTS.items():
        names = {each["name"] for each in known[operation]["parameters"]}
        assert {name for name, _ in values(endpoint)} <= names, operation
        assert (endpoint.body is None) == ("application/json" not in _bodies(known[operation])), operation


def test_operations_are_of_the_kind_that_their_addresses_and_methods_say(contract: Contract) -> None:
    """A reading operation that took the kind of a changing one would be left out of half the proofs."""
    for method, path, spec in operations(contract):
        kind = ENDPOINTS[spec["operationId"]].kind
        for_operators = spec["security"] == [{"operator": []}]
        assert (kind == "operator") == for_operators, path
        assert for_operators or kind.endswith(" game") == ("{game}" in path), path
        assert for_operators or kind.startswith("reads") == (method == "GET" or path == "/v1/feed"), path


def test_a_new_operation_parameter_or_value_is_noticed(contract: Contract) -> None:
    paths, board = contract.paths, contract.paths["/v1/games/{game}/board"]
    game = paths["/v1/games/{game}"]["get"]
    (include,) = (each for each in game["parameters"] if each["name"] == "include")
    more = {**include, "schema": {"items": {"enum": [*include["schema"]["items"]["enum"], "odds"]}}}
    hand = {**board["get"], "parameters": [*board["get"]["parameters"], {"in": "query", "name": "size", "schema": {}}]}
    changed = Contract.__new__(Contract)
    changed.paths = {
        **paths,
        "/v1/games/{game}/odds": {"get": {"operationId": "getOdds", "parameters": []}},
        "/v1/games/{game}/board": {**board, "get": hand},
        "/v1/games/{game}": {"get": {**game, "parameters": [more]}},
    }
    assert sorted(missing(changed)) == [("getBoard", "size"), ("getGame", "include", "odds"), ("getOdds",)]


def _bodies(spec: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = spec.get("requestBody", {}).get("content", {})
    return found
