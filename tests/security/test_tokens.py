"""Tokens cannot be guessed, are not kept, and open no more than their own seat of their own game."""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import secrets
from typing import Any

import pytest
from redis import Redis

from events import identity
from events.identity import hash_token, new_token
from service.resources import ops
from tests.docs.generated import ROOT
from tests.service.client import Api, Game
from tests.service.conftest import snapshot
from tests.service.contract import NDJSON, Contract
from tests.service.requests_of import RULESET, filled, is_for_keys, is_for_operators, operations, takes_tokens, with_body

HOST_ONLY = {
    ("DELETE", "/v1/games/{game}"),
    ("PUT", "/v1/games/{game}/clock"),
    ("PUT", "/v1/games/{game}/seats/{seat}/name"),
}
SEAT_ONLY = {
    ("POST", "/v1/games/{game}/resign"),
    ("POST", "/v1/games/{game}/takeback"),
    ("POST", "/v1/games/{game}/takeback/accept"),
    ("POST", "/v1/games/{game}/takeback/decline"),
    ("GET", "/v1/games/{game}/look-back"),
    ("POST", "/v1/games/{game}/look-back"),
    ("GET", "/v1/games/{game}/actions"),
    ("POST", "/v1/games/{game}/actions"),
    ("POST", "/v1/games/{game}/actions/try"),
    ("PUT", "/v1/games/{game}/seats/{seat}/token"),
}
HOST_OR_SEAT = {("POST", "/v1/games/{game}/rematch")}
ITS_OWN_SEAT = {("PUT", "/v1/games/{game}/seats/{seat}")}
NO_TOKEN_ASKED = {("POST", "/v1/games/{game}/seats/{seat}/claim")}
"""What an operation is for. Every other that names a game is for whoever looks on."""


@pytest.mark.threat("T-01")
def test_a_token_has_192_random_bits_from_the_system() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {len("tw_") + 24 * 8 // 6}
    assert "{token_urlsafe(24)}" in inspect.getsource(new_token)
    assert identity.token_urlsafe is secrets.token_urlsafe


@pytest.mark.threat("T-03")
def test_only_hashes_are_stored_and_a_hash_is_no_token(api: Api, redis: Redis) -> None:
    game = api.create(RULESET, "human", "open")
    game.claim(1)
    stored = repr(snapshot(redis))
    for token in game.tokens.values():
        digest = hashlib.sha256(token.encode()).hexdigest()
        assert token not in stored
        assert digest in stored
        game.refused("GET", "", 401, "unauthorized", token=digest)


def tokens_compared(node: ast.AST) -> set[str]:
    """The names of tokens whose values are compared; what a call makes of them is another value."""
    if not isinstance(node, ast.Compare):
        return set()
    operands = [node.left, *node.comparators]
    if any(isinstance(each, ast.Constant) and each.value is None for each in operands):
        return set()
    names = {each.id for each in operands if isinstance(each, ast.Name)}
    names |= {each.attr for each in operands if isinstance(each, ast.Attribute)}
    return {name for name in names if re.search(r"token(_hash)?$|^bearer$", name)}


@pytest.mark.threat("T-02")
def test_no_token_is_compared_character_by_character() -> None:
    """A token is looked up by its SHA-256: what is compared says nothing of the token, so the time it takes may differ."""
    assert hash_token("tw_x") == hashlib.sha256(b"tw_x").hexdigest()
    modules = [
        path for package in ("cli", "events", "service", "workers", "telemetry") for path in (ROOT / package).rglob("*.py")
    ]
    assert len(modules) > 60
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text())):
            assert not tokens_compared(node), f"{path}: {ast.unparse(node)}"


def test_such_a_comparison_would_be_found() -> None:
    for text in ("given == token", "self.token != given", "token_hash in known", "settings.metrics_token == given"):
        assert any(tokens_compared(node) for node in ast.walk(ast.parse(text))), text
    assert "compare_digest" in inspect.getsource(ops), "the one token that is compared itself, that of /metrics"


@pytest.mark.threat("T-01")
def test_refusals_do_not_tell_what_is_wrong_with_a_token(api: Api, game: Game) -> None:
    other, past = api.create(RULESET), game.tokens[0]
    game.put_seat(0, 0, kind="bot", level="random")
    game.put_seat(0, 0, kind="human")
    for token in (new_token(), past, other.tokens[0], other.tokens["host"], "x", past[:-1], past.lower()):
        problem = game.refused("GET", "", 401, "unauthorized", token=token)
        assert problem == game.refused("GET", "", 401, "unauthorized", token=new_token())


def asked_for(game: Game, path: str, method: str) -> dict[str, Any]:
    """A request that would do, for whom it is meant."""
    bodies = {(each, address.partition("?")[0]): body for each, address, _, body in with_body(game)}
    request: dict[str, Any] = {"headers": {"If-Match": f'"{game.version}"'}} if method != "GET" else {}
    if (method, filled(path, game.id)) in bodies:
        request["json"] = bodies[method, filled(path, game.id)]
    if path.endswith("/diff"):
        request["query_string"] = {"from": 1, "to": 2}
    return request


@pytest.mark.threat("T-04")
def test_host_and_seats_can_do_what_is_theirs_and_no_more_at_every_endpoint(game: Game, contract: Contract) -> None:
    asked = 0
    for method, path, spec in operations(contract):
        if "{game}" not in path:
            continue
        place = (method, path)
        request = asked_for(game, path, method)
        if is_for_keys(spec):
            for by in game.callers():
                address, token = filled(path, game.id), game.tokens.get(by)
                # Here is no operator's key, so no address of operators either.
                status, code = (404, "not_found") if is_for_operators(spec) else (401, "key_required")
                game.api.refused(method, address, status, code, token=token, **request)
            continue
        assert takes_tokens(spec) or place in NO_TOKEN_ASKED, f"{place} asks for no token: is that meant?"
        if place in NO_TOKEN_ASKED:
            # The seat is taken, and nobody's token changes that.
            for by in game.callers():
                game.api.call(method, filled(path, game.id), token=game.tokens.get(by), expect=409, **request)
        elif place in HOST_ONLY:
            for by in (0, 1):
                game.api.refused(method, filled(path, game.id), 403, "token_lacks_right", token=game.tokens[by], **request)
        elif place in SEAT_ONLY:
            game.api.refused(method, filled(path, game.id), 403, "token_lacks_right", token=game.tokens["host"], **request)
        elif place in HOST_OR_SEAT:
            game.api.refused(method, filled(path, game.id), 401, "unauthorized", **request)
        elif place in ITS_OWN_SEAT:
            for body in ({"kind": "human"}, {"kind": "bot", "level": "random"}):
                address = filled(path, game.id, "1")
                game.api.refused(method, address, 403, "token_lacks_right", token=game.tokens[0], json=body)
        elif method == "GET":
            address = filled(path, game.id)
            spectator = game.api.get(address, **request)
            assert game.api.get(address, token=game.tokens["host"], **request).data == spectator.data, f"{place}: the host"
        else:
            assert place == ("POST", "/v1/games/{game}/branches"), f"{place} is new: say here for whom it is"
        asked += 1
    assert asked >= 12


@pytest.mark.threat("T-04")
def test_no_token_opens_anything_but_its_own_game(api: Api, game: Game, contract: Contract, redis: Redis) -> None:
    branch = api.post(f"{game.path}/branches", {"version": 2}).json
    before = snapshot(redis)
    for method, path, spec in operations(contract):
        if "{game}" not in path or not takes_tokens(spec):
            continue
        for token in (branch["host_token"], *(each["token"] for each in branch["seats"])):
            request = asked_for(game, path, method)
            api.refused(method, filled(path, game.id), 401, "unauthorized", token=token, **request)
    assert snapshot(redis) == before


def test_operations_without_a_game_know_no_token(api: Api, contract: Contract) -> None:
    """What is asked for no token takes none: an answer that differed would be a right that nobody described."""
    for method, path, spec in operations(contract):
        if "{game}" in path or method != "GET" or is_for_keys(spec):
            continue
        assert not takes_tokens(spec), path
        address = filled(path, "")
        assert api.get(address, token=new_token()).data == api.get(address).data
    api.refused("POST", "/v1/games/import", 422, "export_invalid", data=b"{}", content_type=NDJSON, token=new_token())
