"""A client that plays over HTTP and holds every answer it sees to the contract."""

from __future__ import annotations

import json as json_
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.contract import EVENT_STREAM, NDJSON, Contract, Sent
from tests.support.games import GAMES, fewest_seats

Json = Any


class Api:
    """Requests to an app. `expect` asserts the status of the answer, `code` the code of the problem."""

    def __init__(self, app: Flask, contract: Contract) -> None:
        self.app = app
        self.http: FlaskClient = app.test_client()
        self.contract = contract

    def call(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        expect: int | None = None,
        code: str | None = None,
        **request: Any,
    ) -> TestResponse:
        """Send a request and check its answer."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        response = self.http.open(path, method=method, headers=sent, **request)
        if response.mimetype != EVENT_STREAM:
            response.get_data()
            response.close()
        self.contract.check(method, path.partition("?")[0], response)
        if response.status_code < 400:
            body = json_.dumps(request["json"]).encode() if "json" in request else None
            self.contract.check_request(Sent(method, response.request.full_path, response.request.headers, body))
        if expect is not None:
            assert response.status_code == expect, f"{method} {path} -> {response.status_code} {response.text[:500]}"
        if code is not None:
            assert response.get_json(force=True)["code"] == code, response.text[:500]
        return response

    def get(self, path: str, **request: Any) -> TestResponse:
        return self.call("GET", path, **{"expect": 200, **request})

    def post(self, path: str, json: Json = None, **request: Any) -> TestResponse:
        return self.call("POST", path, **{"expect": 201, **({} if json is None else {"json": json}), **request})

    def put(self, path: str, json: Json, **request: Any) -> TestResponse:
        return self.call("PUT", path, json=json, **{"expect": 200, **request})

    def delete(self, path: str, **request: Any) -> TestResponse:
        return self.call("DELETE", path, **{"expect": 200, **request})

    def refused(self, method: str, path: str, status: int, code: str, **request: Any) -> dict[str, Json]:
        """Send a request that must be refused; returns the problem."""
        problem: dict[str, Json] = self.call(method, path, expect=status, code=code, **request).get_json(force=True)
        return problem

    def create(self, ruleset: str, *kinds: str, token: str | None = None, **more: Json) -> Game:
        """A new game. A kind is `human`, `open`, `reserved` or a bot's level; a name may follow a colon. The last is
        repeated if the game needs more seats."""
        kinds = kinds or ("human",) * fewest_seats(ruleset)
        game = GAMES[ruleset]
        kinds += kinds[-1:] * (game.rules.seats(game.types.options())[0] - len(kinds))
        seats = []
        for kind, _, name in (each.partition(":") for each in kinds):
            plan = {"kind": kind} if kind in ("human", "open", "reserved") else {"kind": "bot", "level": kind}
            seats.append({**plan, **({"name": name} if name else {})})
        created = self.post("/v1/games", {"ruleset": ruleset, "seats": seats, **more}, token=token)
        return Game(self, created.json)


class Game:
    """One game and the tokens to it. Requests are made as a seat, as the "host", or as a spectator (None)."""

    def __init__(self, api: Api, created: dict[str, Json]) -> None:
        self.api = api
        self.created = created
        self.id: str = created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.ruleset: str = created["game"]["ruleset"]
        self.tokens: dict[Any, str] = {each["seat"]: each["token"] for each in created["seats"]}
        self.tokens["host"] = created["host_token"]
        self.invitations: dict[int, str] = {each["seat"]: each["invitation"] for each in created.get("invitations", ())}

    def callers(self) -> list[Any]:
        """Everyone who can look at the game."""
        return [None, *self.tokens]

    def call(self, method: str, path: str, by: Any = None, **request: Any) -> TestResponse:
        token = request.pop("token", None) if by is None else self.tokens[by]
        return self.api.call(method, self.path + path, token=token, **request)

    def get(self, path: str = "", by: Any = None, **request: Any) -> TestResponse:
        return self.call("GET", path, by, **{"expect": 200, **request})

    def refused(self, method: str, path: str, status: int, code: str, by: Any = None, **request: Any) -> dict[str, Json]:
        problem: dict[str, Json] = self.call(method, path, by, expect=status, code=code, **request).get_json(force=True)
        return problem

    def state(self, by: Any = None, **query: Any) -> dict[str, Json]:
        """The game as somebody sees it."""
        return self.get(by=by, query_string=query).json  # type: ignore[no-any-return]

    @property
    def version(self) -> int:
        return int(self.state()["version"])

    def pending(self, state: dict[str, Json], players: Mapping[int, str | None]) -> list[dict[str, Json]]:
        """What waits for seats in this state of a game without a clock, as feeds, calls and lists show it."""
        found = []
        for seat in state["to_act"]:
            commits = self.get("/events", seat, query_string={"limit": state["version"]}).json["items"]
            own = [each["version"] for each in commits if (each["actor"], each["seat"]) == ("player", seat)]
            bot = state["seats"][seat]["kind"] == "bot"
            player, since = None if bot else players.get(seat), max(own, default=0)
            found.append({"seat": seat, "player": player, "bot": bot, "deadline": None, "since": since})
        return found

    def claim(self, seat: int, **body: Json) -> dict[str, Json]:
        answer: dict[str, Json] = self.api.post(f"{self.path}/seats/{seat}/claim", body).json
        self.tokens[seat] = answer["token"]
        return answer

    def put_seat(self, seat: int, by: Any, **body: Json) -> dict[str, Json]:
        answer: dict[str, Json] = self.api.put(f"{self.path}/seats/{seat}", body, token=self.tokens[by]).json
        if answer["token"] is not None:
            self.tokens[seat] = answer["token"]
        return answer

    def abandon(self) -> dict[str, Json]:
        return self.api.delete(self.path, token=self.tokens["host"]).json  # type: ignore[no-any-return]

    def legal(self, seat: int) -> dict[str, Json]:
        return self.get("/actions", by=seat).json  # type: ignore[no-any-return]

    def act(self, seat: int, action: Json, **request: Any) -> TestResponse:
        """Send an action; without other headers with an If-Match of the newest version."""
        if "headers" not in request:
            request["headers"] = {"If-Match": f'"{self.version}"'}
        return self.call("POST", "/actions", seat, json=action, **{"expect": 201, **request})

    def try_out(self, seat: Any, action: Json, **request: Any) -> TestResponse:
        return self.call("POST", "/actions/try", seat, json=action, **{"expect": 200, **request})

    def step(self, chance: random.Random) -> dict[str, Json]:
        """One random legal action of a seat that is to act; returns its answer."""
        game = self.state()
        seat = chance.choice([seat for seat in game["to_act"] if seat in self.tokens])
        offer = chance.choice(self.legal(seat)["actions"])
        return self.act(seat, offer["action"], headers={"If-Match": f'"{game["version"]}"'}).json  # type: ignore[no-any-return]

    def play(self, steps: int, seed: int = 1) -> dict[str, Json]:
        """Random legal actions until so many are done, a bot is to act or the game is over; returns the game."""
        chance = random.Random(seed)
        game = self.state()
        while steps and set(game["to_act"]) & set(self.tokens):
            game = self.step(chance)["game"]
            steps -= 1
        return game

    def lines(self, path: str = "/events", by: Any = None, **query: Any) -> list[dict[str, Json]]:
        """History as NDJSON."""
        response = self.get(path, by, headers={"Accept": NDJSON}, query_string=query)
        assert response.mimetype == NDJSON
        assert response.text.endswith("\n")
        return [json_.loads(line) for line in response.text.splitlines()]

    def follow(self, by: Any = None, **request: Any) -> Iterator[dict[str, str]]:
        """Server-sent events of a stream that ends by itself."""
        request["headers"] = {"Accept": EVENT_STREAM, **request.get("headers", {})}
        response = self.get("/events", by, **request)
        assert response.mimetype == EVENT_STREAM
        self.api.contract.check_stream(response.text, f"the stream of {self.id}")
        yield from server_sent_events(response.text.splitlines(keepends=True))


def server_sent_events(lines: Any) -> Iterator[dict[str, str]]:
    """The events of a stream, each with its fields, as a browser reads them; comments are left out."""
    fields: dict[str, str] = {}
    for line in lines:
        text = line.decode() if isinstance(line, bytes) else line
        text = text.rstrip("\r\n")
        if text == "":
            if fields:
                yield fields
            fields = {}
        elif not text.startswith(":"):
            name, _, value = text.partition(":")
            fields[name] = value.removeprefix(" ")


def example_commands(ruleset: str, words: list[str], per_field: int = 4) -> list[dict[str, Json]]:
    """A command of every shape of a game, its strings taken from `words`."""
    return [
        {"type": str(kind.__struct_config__.tag), **values}
        for kind in GAMES[ruleset].types.commands
        for values in _examples(kind, words, per_field)
    ]


def _examples(kind: type[msgspec.Struct], words: list[str], per_field: int) -> list[dict[str, Json]]:
    values: list[dict[str, Json]] = [{}]
    for field in msgspec.structs.fields(kind):
        choices = _values(msgspec.inspect.type_info(field.type), words)[:per_field]
        values = [{**each, field.encode_name: choice} for each in values for choice in choices]
    return values


def _values(info: msgspec.inspect.Type, words: list[str]) -> list[Json]:
    """A few values of a type."""
    known: dict[type, Callable[[Any], list[Json]]] = {
        msgspec.inspect.StrType: lambda _: words,
        msgspec.inspect.IntType: lambda found: [(found.ge or 0) + more for more in range(4)],
        msgspec.inspect.BoolType: lambda _: [False, True],
        msgspec.inspect.NoneType: lambda _: [None],
        msgspec.inspect.LiteralType: lambda found: list(found.values),
        msgspec.inspect.UnionType: lambda found: [value for each in found.types for value in _values(each, words)[:2]],
        msgspec.inspect.VarTupleType: lambda found: [_values(found.item_type, words)[:count] for count in (1, 0, 2)],
        msgspec.inspect.ListType: lambda found: [_values(found.item_type, words)[:count] for count in (1, 0, 2)],
        msgspec.inspect.StructType: lambda found: _examples(found.cls, words, 2),
        # A closed set: the contract lists its values, so a request with another one would break it.
        msgspec.inspect.Metadata: lambda found: (found.extra_json_schema or {}).get("enum") or _values(found.type, words),
    }
    return known[type(info)](info)
