"""Every request that the contract knows, for tests that send each of them with one thing wrong."""

from __future__ import annotations

from typing import Any

from tests.service.client import Game, example_commands
from tests.service.contract import Contract
from tests.support.games import RULESET

SEATS = [{"kind": "human"}, {"kind": "human"}]


def operations(contract: Contract) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path template and description of all operations."""
    return [
        (method.upper(), path, {**spec, "parameters": spec.get("parameters", []) + methods.get("parameters", [])})
        for path, methods in contract.paths.items()
        for method, spec in methods.items()
        if method != "parameters"
    ]


def takes_tokens(spec: dict[str, Any]) -> bool:
    """Whether the token of a host or a seat means something to an operation."""
    return any("token" in each for each in spec["security"])


def is_for_keys(spec: dict[str, Any]) -> bool:
    """Whether an operation takes nothing but an API key, or the operator's."""
    return all("key" in each or "operator" in each for each in spec["security"]) and spec["security"] != []


def is_for_operators(spec: dict[str, Any]) -> bool:
    """Whether an operation takes nothing but the operator's key."""
    return bool(spec["security"] == [{"operator": []}])


def filled(path: str, game: str, seat: str = "1") -> str:
    return path.format(game=game, seat=seat, ruleset=RULESET, key="aaaaaaaaaaaa", webhook="aaaaaaaaaaaa")


def with_body(game: Game) -> list[tuple[str, str, dict[str, Any], Any]]:
    """Every request that takes JSON: method, path, what else it needs, a body that would do."""
    acting = {"token": game.tokens[0], "headers": {"If-Match": '"4"'}}
    action = example_commands(RULESET, ["x"])[0]
    return [
        ("POST", "/v1/games", {}, {"ruleset": RULESET, "seats": SEATS}),
        ("POST", f"{game.path}/seats/1/claim", {}, {"name": "Bo"}),
        ("PUT", f"{game.path}/seats/1", {"token": game.tokens["host"]}, {"kind": "bot", "level": "random"}),
        ("PUT", f"{game.path}/seats/1/token", {"token": game.tokens[1]}, {"token": f"tw_{'n' * 48}"}),
        ("PUT", f"{game.path}/seats/1/name", {"token": game.tokens["host"]}, {"name": "Bo"}),
        ("POST", f"{game.path}/actions", acting, action),
        ("POST", f"{game.path}/actions/try", acting, action),
        ("POST", f"{game.path}/branches", {}, {"version": 1}),
        ("PATCH", f"{game.path}/note", {}, {"metadata": {}}),
        ("PUT", f"{game.path}/clock", {"token": game.tokens["host"]}, {"running": False}),
        ("POST", "/v1/feed", {}, {"games": [{"game": game.id, "token": game.tokens[1]}]}),
        ("POST", "/v1/keys", {}, {"name": "x"}),
        ("POST", f"/v1/admin/keys/{'a' * 12}/forget", {}, {"player": "x"}),
        ("POST", "/v1/players/forget", {}, {"player": "x"}),
        ("POST", "/v1/webhooks", {}, {"url": "https://club.example/hook", "events": ["turn"]}),
    ]
