"""Who may do what: every operation, called by every kind of caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.encryption import make_key
from tests.service.client import Api, Game
from tests.service.conftest import snapshot
from tests.service.contract import NDJSON
from tests.service.test_api_keys import ADMIN, CARD_GAME, made, new_key
from tests.service.test_takebacks import answered, give, stopped
from tests.support.endpoints import ENDPOINTS, Who, places, requests_of

CALLERS = (
    "nobody", "host", "seat 0", "seat 1", "owner", "owner as seat 0", "owner as seat 1", "another key",
    "another key as seat 0", "host of another game", "seat 0 before its token was renewed", "token of no game",
    "another scheme", "revoked key", "key with one character more", "operator", "no operator",
)  # fmt: skip
"""Seat 0 is in the custody of the key that owns the game, seat 1 is not."""
RIGHTS: Mapping[Who, str] = {
    # Of the game and keys | strangers, in the order of CALLERS: +: accepted, 1: 401, 3: 403, 4: 404, 9: 409
    "open":         "+++++++++ ++++++++",
    "maker":        "+++++++++ ++++11++",
    "anyone":       "++++++3+3 11111111",
    "seat":         "13++3+313 11111111",
    "asker":        "13+93+313 11111111",
    "actor":        "13+93+333 11111111",
    "trier":        "13++3+333 11111111",
    "asked":        "139+39313 11111111",
    "player":       "13+311313 11111111",
    "host":         "1+33+3333 11111111",
    "host or seat": "1++3++333 11111111",
    "host or any seat": "1+++++313 11111111",
    "owner":        "1111+++33 11111111",
    "key":          "1111+++++ 11111111",
    "webhook's":    "1111+++44 11111111",
    "operator":     "111111111 111111+1",
}  # fmt: skip
ANSWERS = {200: "+", 201: "+", 202: "+", 204: "+", 401: "1", 403: "3", 404: "4", 409: "9"}
MINE = "listGames?mine"


class Scene:
    """Games, keys and a webhook, and what each kind of caller sends."""

    def __init__(self, api: Api) -> None:
        self.api, self.own, other, revoked = api, new_key(api), new_key(api, "another"), new_key(api, "revoked")
        self._revoke(revoked)
        elsewhere = api.create(CARD_GAME)
        self.strangers = {
            "nobody": {}, "owner": bearer(self.own), "owner as seat 0": bearer(self.own, 0),
            "owner as seat 1": bearer(self.own, 1), "another key": bearer(other), "another key as seat 0": bearer(other, 0),
            "host of another game": bearer(elsewhere.tokens["host"]), "token of no game": bearer(f"tw_{'x' * 48}"),
            "another scheme": {"Authorization": "Basic dXNlcjpwYXNz"}, "revoked key": bearer(revoked),
            "key with one character more": bearer(self.own + "x"), "operator": bearer(ADMIN),
            "no operator": bearer("w" * 40),
        }  # fmt: skip

    def _revoke(self, key: str) -> None:
        self.api.app.extensions["tradewinds"].store.api_keys.revoke(id_of(key), "2026-01-02T03:04:06.000Z")

    def begin(self, operation: str) -> tuple[Game, dict[str, dict[str, str]], dict[str, Any]]:
        """A game in which the operation can be done, the callers' headers, and ids for the address."""
        seats = ("human:ann", "open" if operation == "claimSeat" else "human")
        clock = {"seconds": 86_400}
        options = {"starting_seat": 0}
        game = made(self.api, self.own, *seats, custody=True, takeback="consent", advice=True, clock=clock, options=options)
        past, game.tokens[0] = game.tokens[0], f"tw_{'n' * 47}0"
        self.api.call("PUT", f"{game.path}/seats/0/token", token=past, json={"token": game.tokens[0]}, expect=204)
        game.get(by=0)  # The old token counts until the new one is used.
        ids = {"seat": 0, "key": id_of(new_key(self.api, "to be revoked")), "webhook": "a" * 12}
        if operation == "claimSeat":
            ids["seat"] = 1
        elif "Takeback" in operation:
            if operation == "askTakeback":
                while stopped(game) != 0:
                    pass
            else:
                while answered(game) != (0, 1):
                    pass
                give(game, 0)
        elif operation in ("rematchGame", "askLookBack"):
            game.abandon()
        elif ENDPOINTS.get(operation, ENDPOINTS["getGame"]).who == "webhook's":
            for known in self.api.get("/v1/webhooks", token=self.own).json["items"]:
                self.api.delete(f"/v1/webhooks/{known['id']}", token=self.own)
            body = {"url": "https://127.0.0.1/hook", "events": ["turn"]}
            ids["webhook"] = self.api.post("/v1/webhooks", body, token=self.own).json["webhook"]["id"]
        sent = {
            **self.strangers, "host": bearer(game.tokens["host"]), "seat 0": bearer(game.tokens[0]),
            "seat 1": bearer(game.tokens.get(1, game.tokens["host"])), "seat 0 before its token was renewed": bearer(past),
        }  # fmt: skip
        return game, sent, ids


def bearer(token: str, seat: int | None = None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} | ({} if seat is None else {"Tradewinds-Seat": str(seat)})


def id_of(key: str) -> str:
    return key.split("_")[1]


@pytest.fixture
def scene(make_api: Callable[..., Api], tmp_path: Path) -> Scene:
    make_key(tmp_path / "key")
    return Scene(make_api(admin_key=ADMIN, webhooks_key_file=str(tmp_path / "key"), webhooks_private="on"))


@pytest.mark.parametrize("operation", [*ENDPOINTS, MINE])
def test_each_caller_gets_what_its_rights_allow(
    scene: Scene, redis: Redis, finished: Callable[[str], Game], operation: str
) -> None:
    operation, _, mine = operation.partition("?")
    endpoint = ENDPOINTS[operation]
    expected = RIGHTS["key" if mine else endpoint.who].replace(" ", "")
    lines = finished(CARD_GAME).get("/export").data if operation == "importGame" else b""
    game, callers, ids = scene.begin(operation)
    got = ""
    for number, name in enumerate(CALLERS):
        at = {**places(game), **ids}
        asked = next(each for each in requests_of(game, operation, at=at) if mine in each.path)
        options: dict[str, Any] = {**asked.options, "headers": {**asked.options["headers"], **callers[name]}}
        if lines:
            options |= {"data": lines, "content_type": NDJSON}
        # Wrong operator's keys are limited by address.
        options["environ_overrides"] = {"REMOTE_ADDR": f"192.0.2.{number}"}
        before = snapshot(redis)
        response = scene.api.call(asked.method, asked.path, **options)
        got += ANSWERS[response.status_code]
        if got[-1] != "+":
            assert snapshot(redis) == before, name
        elif not endpoint.kind.startswith("reads") and asked.method != "GET":
            game, callers, ids = scene.begin(operation)
    assert got == expected
