"""Writes the examples of openapi.yaml anew: `python -m tests.docs.examples`. Every one is of a game that is played here.

Ids, tokens, times and the secret come in a fixed order, so the same rules give the same examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
from fakeredis import FakeRedis, FakeServer
from werkzeug.test import TestResponse

from domain.session.seals import SALT_BYTES
from events.bot_queue import BotQueue
from events.encryption import Cipher
from events.settings import Settings
from events.store.event_store import EventStore
from service.app import create_app
from service.openapi.examples import FILE
from tests.service.client import Api
from tests.service.contract import EVENT_STREAM, NDJSON, Contract
from tests.support.endpoints import ENDPOINTS, Ask, operations
from tradewinds.installed import installed

SECRET = bytes(range(32))
RULESET = "merchants-of-the-caribbean"
OPERATOR = "the-key-of-the-operator-of-the-examples"
CURSOR = "19b7c1a0b88"
KEPT = 2
"""Of a list of cards so many are shown."""


AT_THE_END = ("audit", "exportGame", "getRematch", "getNote")
"""The reads of a game that show more once it is over, and the one for which it must be a key's."""


class Recorder:
    """A service, and what was asked of it and answered, by operation."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.found: dict[str, dict[str, Any]] = {}

    def ask(self, operation: str, method: str, path: str, token: str | None = None, **request: Any) -> TestResponse:
        """Send a request, and keep its body and the answer as examples of the operation."""
        response = self.api.call(method, path, token=token, **request)
        assert response.status_code < 400, response.text
        kept = self.found.setdefault(operation, {"request": {}, "answers": {}})
        if "json" in request:
            kept["request"].setdefault("application/json", request["json"])
        if "data" in request:
            kept["request"][request["content_type"]] = request["data"]
        answers = kept["answers"].setdefault(str(response.status_code), {})
        if response.text:
            answers[response.mimetype] = response.json if response.is_json else response.text
        return response


def _letters(number: int) -> str:
    """Up to 20 letters for a number up to 40, each number its own."""
    return number * "a" if number <= 20 else (number - 20) * "c"


@contextmanager
def service() -> Iterator[Api]:
    """A service in this process, in which nothing is left to chance."""
    moments, numbers = count(), count(1)

    def clock() -> datetime:
        return datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC) + timedelta(seconds=next(moments))

    with ExitStack() as stack:
        for name, new in (
            ("events.commands.new_games.new_game_id", lambda partition: f"{partition}g{_letters(next(numbers)):b>20}"),
            ("events.redis_store.api_keys.new_key", lambda: ("a" * 12, f"twk_{'a' * 12}_{next(numbers):032}")),
            ("service.resources.webhooks.new_hook_id", lambda: f"wh{'a' * 20}"),
            ("service.resources.webhooks.new_secret", lambda: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="),
            ("events.commands.appending.new_token", lambda: f"tw_{next(numbers):032}"),
            ("events.redis_store.survey.memory_of", lambda log: ("STRLEN", "unset")),  # The Redis in this process lacks it.
            ("fakeredis.commands_mixins.server_mixin.time", SimpleNamespace(time=lambda: clock().timestamp())),
            ("tradewinds.installed.code_of", lambda origin: "c0de" * 16),  # Examples outlive changes of rules.
            ("service.openapi.examples.examples", dict),  # Those at hand may no longer fit.
        ):
            stack.enter_context(patch(name, new))
        redis = FakeRedis(server=FakeServer())
        settings = Settings(rate_limit="off", admin_key=OPERATOR)
        app = create_app(
            settings,
            packages=installed().ours,
            store=EventStore(redis),
            queue=BotQueue(redis),
            clock=clock,
            new_secret=lambda: SECRET,
            new_salt=lambda: bytes(SALT_BYTES),
        )
        yield Api(app, Contract(app))


def record() -> dict[str, dict[str, Any]]:
    """Every operation, asked in one game and in what is made of it."""
    with service() as api:
        recorder = Recorder(api)
        _play(recorder)
        return recorder.found


def _play(recorder: Recorder) -> None:
    ask = recorder.ask
    ask("listRulesets", "GET", "/v1/rulesets")
    ask("getRuleset", "GET", f"/v1/rulesets/{RULESET}")
    content = recorder.found["getRuleset"]["answers"]["200"]["application/json"]
    content["content"] = _shortened(content["content"])
    seats = [{"kind": "open"}, {"kind": "bot", "level": "greedy"}]
    wanted = {"ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}}
    created = ask("createGame", "POST", "/v1/games", json=wanted).json
    game, host = f"/v1/games/{created['game']['id']}", created["host_token"]
    claim = {"name": "Anne", "client_seed": "a few words of my own"}
    anne = ask("claimSeat", "POST", f"{game}/seats/0/claim", json=claim).json["token"]
    ask("listActions", "GET", f"{game}/actions", anne)
    ask("act", "POST", f"{game}/actions", anne, json={"type": "reveal_card"}, headers={"If-Match": '"2"'})
    ask("tryAction", "POST", f"{game}/actions/try", anne, json={"type": "end_turn"})
    ask("getGame", "GET", game, anne)
    _draw(recorder, game, anne)
    ask("listGames", "GET", "/v1/games?status=running")
    ask("diff", "GET", f"{game}/diff?from=2&to=3", anne)
    ask("listEvents", "GET", f"{game}/events?after=2", anne)
    hand: dict[str, Any] = {"games": [{"game": created["game"]["id"], "token": anne}]}
    ask("followHand", "POST", "/v1/feed", json=hand)
    ask("branchGame", "POST", f"{game}/branches", json={"version": 3})
    ask("changeSeat", "PUT", f"{game}/seats/0", anne, json={"kind": "bot", "level": "greedy"})
    ask("renewToken", "PUT", f"{game}/seats/0/token", anne, json={"token": f"tw_{'a' * 32}"})
    _read(recorder, created["game"]["id"], anne)
    ask("abandonGame", "DELETE", game, host)
    for kind in (NDJSON, EVENT_STREAM):
        ask("listEvents", "GET", f"{game}/events?after=4", headers={"Accept": kind})
        hand["games"][0]["token"] = host
        ask("followHand", "POST", "/v1/feed", json=hand, headers={"Accept": kind})
    ask("audit", "GET", f"{game}/audit")
    ask("askLookBack", "POST", f"{game}/look-back", anne)
    ask("rematchGame", "POST", f"{game}/rematch", anne)
    ask("getRematch", "GET", f"{game}/rematch")
    exported = ask("exportGame", "GET", f"{game}/export").text
    ask("importGame", "POST", "/v1/games/import", data=exported, content_type=NDJSON)
    _own(recorder)
    _take_back(recorder)


def _read(recorder: Recorder, game: str, token: str) -> None:
    """The reads of a game that need no more than its address, so that a new one has an example by itself."""
    for operation, endpoint in ENDPOINTS.items():
        method, path, _ = operations()[operation]
        if endpoint.kind == "reads game" and Ask() in endpoint.asks and operation not in (*recorder.found, *AT_THE_END):
            recorder.ask(operation, method, path.format(game=game), token)


def _take_back(recorder: Recorder) -> None:
    """A player takes back what another one has answered already."""
    ask = recorder.ask
    seats = [{"kind": "human", "name": "Anne"}, {"kind": "human", "name": "Bo"}]
    wanted = {"ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}, "takeback": "consent"}
    wanted["clock"] = {"seconds": 86_400}
    created = recorder.api.post("/v1/games", wanted).json
    game, tokens = f"/v1/games/{created['game']['id']}", [seat["token"] for seat in created["seats"]]
    version, given = iter(range(1, 100)), [(-1, "")]

    def match() -> dict[str, dict[str, str]]:
        return {"headers": {"If-Match": f'"{next(version)}"'}}

    # Whatever the cards are: until both players have left the harbour as it is, one after the other.
    while [action for _, action in given[-2:]] != ["finish_taking"] * 2 or given[-1][0] == given[-2][0]:
        (seat,) = recorder.api.get(game).json["to_act"]
        offered = recorder.api.get(f"{game}/actions", token=tokens[seat]).json["actions"]
        legal = {offer["action"]["type"]: offer["action"] for offer in offered}
        action = next(legal[each] for each in ("finish_taking", "stop_discovering", *legal) if each in legal)
        recorder.api.post(f"{game}/actions", action, token=tokens[seat], **match())
        given.append((seat, action["type"]))
    first, second = tokens[given[-2][0]], tokens[given[-1][0]]
    ask("askTakeback", "POST", f"{game}/takeback", first, **match())
    ask("declineTakeback", "POST", f"{game}/takeback/decline", second, **match())
    recorder.api.post(f"{game}/takeback", token=first, **match())
    ask("acceptTakeback", "POST", f"{game}/takeback/accept", second, **match())
    ask("setClock", "PUT", f"{game}/clock", created["host_token"], json={"running": False})
    ask("resign", "POST", f"{game}/resign", tokens[0], headers={"Idempotency-Key": "resigned"})


def _own(recorder: Recorder) -> None:
    """What the holder of an API key does with a game of that key."""
    ask = recorder.ask
    key = ask("createKey", "POST", "/v1/keys", OPERATOR, json={"name": "Port Royal Chess Club"}).json
    ask("listKeys", "GET", "/v1/keys", OPERATOR)
    seats = [{"kind": "human", "name": "Anne", "player": "discord:1001"}, {"kind": "bot", "level": "greedy"}]
    wanted = {
        "ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}, "custody": True, "metadata": {"channel": "42"},
    }  # fmt: skip
    cursor = recorder.api.get("/v1/feed", token=key["secret"]).json["next"]
    created = recorder.api.post("/v1/games", wanted, token=key["secret"]).json
    ask("followKey", "GET", f"/v1/feed?after={cursor}", key["secret"])
    page = recorder.found["followKey"]["answers"]["200"]["application/json"]
    of_key, of_hand = (recorder.found[name]["answers"]["200"] for name in ("followKey", "followHand"))
    of_key |= {kind: of_hand[kind] for kind in (NDJSON, EVENT_STREAM)}  # That of a key never ends.
    for each in (page, *page["items"]):
        each["next"] = CURSOR  # That of Redis is of today.
    game = f"/v1/games/{created['game']['id']}"
    ask("getNote", "GET", f"{game}/note", key["secret"])
    ask("changeNote", "PATCH", f"{game}/note", key["secret"], json={"metadata": {"channel": "43"}})
    ask("renameSeat", "PUT", f"{game}/seats/0/name", key["secret"], json={"name": "Anne Bonny"})
    ask("getKeyUse", "GET", f"/v1/admin/keys/{key['key']['id']}", OPERATOR)
    ask("listStoredGames", "GET", f"/v1/admin/games?key={key['key']['id']}", OPERATOR)
    people = [{"kind": "human", "name": "Mary", "player": "discord:1002"}, {"kind": "human", "player": "discord:1003"}]
    of_two = {**wanted, "seats": people, "metadata": {"channel": "44"}}
    other = recorder.api.post("/v1/games", of_two, token=key["secret"]).json["game"]["id"]
    players = [{"kind": "human", "player": f"discord:{number}"} for number in (1003, 1004)]
    league = {**of_two, "seats": players, "external_id": "season 2026 / round 1", "metadata": {"season": "2026"}}
    played = recorder.api.post("/v1/games", league, token=key["secret"]).json["game"]["id"]
    gives_up = {"Tradewinds-Seat": "1", "If-Match": '"1"'}
    recorder.api.post(f"/v1/games/{played}/resign", token=key["secret"], headers=gives_up)
    for kind in (NDJSON, "text/csv"):
        ask("listResults", "GET", "/v1/results?metadata[season]=2026", key["secret"], headers={"Accept": kind})
    ask("forgetOwnPlayer", "POST", "/v1/players/forget", key["secret"], json={"player": "discord:1004"})
    ask("forgetPlayer", "POST", f"/v1/admin/keys/{key['key']['id']}/forget", OPERATOR, json={"player": "discord:1002"})
    ask("forgetSeat", "POST", f"{game.replace('/v1/games', '/v1/admin/games')}/seats/0/forget", OPERATOR)
    ask("closeGame", "POST", f"/v1/admin/games/{other}/abandon", OPERATOR)
    ask("deleteGame", "DELETE", f"/v1/admin/games/{other}", OPERATOR)
    short = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "open"}], "options": {"starting_seat": 0}}
    over = recorder.api.post("/v1/games", short, token=key["secret"]).json["game"]["id"]
    recorder.api.delete(f"/v1/games/{over}", token=key["secret"])
    ask("exportGames", "GET", "/v1/games/export?status=abandoned&limit=1", key["secret"])
    ask("exportPublicGames", "GET", "/v1/admin/export?status=abandoned&limit=1", OPERATOR)
    _webhooks(recorder, key["secret"])
    ask("revokeKey", "DELETE", f"/v1/keys/{key['key']['id']}", OPERATOR)


def _webhooks(recorder: Recorder, key: str) -> None:
    ask = recorder.ask
    with patch("service.resources.webhooks.addresses_of"), patch("service.resources.webhooks.cipher_of") as cipher_of:
        cipher_of.return_value = Cipher(SECRET)
        wanted = {"url": "https://club.example/tradewinds", "events": ["turn", "over"]}
        made = ask("createWebhook", "POST", "/v1/webhooks", key, json=wanted).json
    webhook = f"/v1/webhooks/{made['webhook']['id']}"
    ask("listWebhooks", "GET", "/v1/webhooks", key)
    with patch("events.redis_store.webhooks.Webhooks.now", lambda _: 1_767_323_045_000):
        ask("testWebhook", "POST", f"{webhook}/test", key)
    ask("listDeliveries", "GET", f"{webhook}/deliveries", key)
    ask("deleteWebhook", "DELETE", webhook, key)


def _draw(recorder: Recorder, game: str, token: str) -> None:
    recorder.ask("getBoard", "GET", f"{game}/board")
    board = recorder.found["getBoard"]["answers"]["200"]["application/json"]
    board |= {name: dict(list(board[name].items())[:KEPT]) for name in ("faces", "words", "colours")}
    board["areas"] = board["areas"][:KEPT]
    recorder.ask("getPicture", "GET", f"{game}/picture", token)
    for kind in ("text/plain", "image/svg+xml"):
        recorder.ask("getPicture", "GET", f"{game}/picture", token, headers={"Accept": kind})


def _shortened(content: Any) -> Any:
    """The same with the first few of each list."""
    if isinstance(content, dict):
        return {name: _shortened(part) for name, part in content.items()}
    return [_shortened(each) for each in content[:KEPT]] if isinstance(content, list) else content


def text() -> bytes:
    """The file of examples."""
    return msgspec.json.format(msgspec.json.encode(record()), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(text())
