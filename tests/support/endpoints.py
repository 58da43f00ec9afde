"""Every operation of the contract: of what kind it is, who may call it, and the requests with which tests try it.

Methods, addresses and parameters are those of the contract. tests/service/test_endpoints.py fails if an operation is missing
here, or if no request uses one of its query parameters. Proofs that hold for every endpoint take their requests from
here, and name the operations that they leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from time import time
from typing import Any, Literal

from werkzeug.test import TestResponse

from service.schemas import fields as given
from tests.service.client import Game, Json, example_commands
from tests.service.contract import EVENT_STREAM, NDJSON
from tests.support.over_http import contract

Kind = Literal["reads game", "reads many", "reads", "changes game", "changes", "operator"]
"""`reads game`: shows one game. `reads many`: shows many games, or parts of them. `reads`: shows none.
`changes game`: changes one game, or makes a new one of it. `changes`: changes something else.
`operator`: needs the operator's key."""
Who = Literal[
    "open", "maker", "anyone", "seat", "asker", "actor", "trier", "asked", "player", "host", "host or seat",
    "host or any seat", "owner", "key", "webhook's", "operator",
]  # fmt: skip
"""Who may call an operation: a row of RIGHTS in tests/service/test_rights.py."""
CALLERS: Mapping[Who, Any] = {
    "open": None, "maker": None, "anyone": None, "seat": 0, "asker": 0, "actor": 0, "trier": 0, "asked": 1, "player": 0,
    "host": "host",
    "host or seat": "host", "host or any seat": 0, "owner": "key", "key": "key", "webhook's": "key", "operator": "operator",
}  # fmt: skip
"""Somebody who may; a key of `Game.tokens`."""
OWN_TAGS = ("getNote", "changeNote")
"""Operations with ETags of their own, which name no version."""
NEW_TOKEN = f"tw_{'n' * 48}"
IDS = {"seat": 0, "key": "a" * 12, "webhook": "a" * 12}
"""A seat, and ids of no API key and webhook."""


@dataclass(frozen=True)
class Ask:
    """A request's query and the form of answer that it asks for. `{last}` and the like stand for `places`."""

    query: str = ""
    accept: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    by: str | None = None
    """Who may send it, if not everybody may whom the operation is for."""


@dataclass(frozen=True)
class Endpoint:
    """An operation. `asks` are requests that are answered in some state of a game, `refused` never are."""

    kind: Kind
    who: Who
    asks: tuple[Ask, ...] = (Ask(),)
    refused: tuple[Ask, ...] = ()
    body: Callable[[Game], Json] | None = None
    of_commits: bool = True
    """Whether the answer fails where the log is damaged. The audit says itself what is wrong with it."""


def asks(*queries: str) -> tuple[Ask, ...]:
    return tuple(Ask(query) for query in queries)


POINTS = ("", "version=1", "version={middle}", "version={last}", "turn=0", "turn={turn}")
NO_POINTS = ("version={beyond}", "version=0", "turn=9999", "version=1&turn=1", "open=yes")
OPEN = ("open=true", "open=false", "version={middle}&open=true", "turn=0&open=true")
SVG, PLAIN = "image/svg+xml", "text/plain"
WITH_GAMES, WITH_COMMITS, WITH_ACTIONS = (
    tuple(f"include={each}" for each in (*parts, ",".join(parts[::-1]), ",".join(parts)))
    for parts in (given.PARTS_OF_GAMES, given.PARTS_OF_COMMITS, given.PARTS_OF_ACTIONS)
)
"""Each part by itself, and all in two orders."""
LIVE = (Ask("", NDJSON), Ask("after={near}&include=picture,asked,scene", NDJSON), Ask("", EVENT_STREAM))
SCENES = (Ask("include=scene", EVENT_STREAM), Ask("include=scene&open=true", NDJSON), Ask("include=scene&limit=1&after=1"))
RESUMED = Ask("", EVENT_STREAM, {"Last-Event-ID": "{near}"})
SPAN = "since=2020-01-01T00:00:00Z&until=2999-01-01T00:00:00Z"
EXPORTS = (
    *asks("status=abandoned", "status=finished", "after=1-{game}"),
    *asks(f"ruleset={{ruleset}}&status=abandoned&limit=9&{SPAN}"),
)
OF_HAND = asks("", "after=1", "after=1&wait=1", "after=1&include=text")
OF_KEY = asks("", "after={cursor}", "after={cursor}&wait=1", "after=1", "after={cursor}&include=text")
"""An old cursor leads a hand to all commits of its games, and a key, whose feed keeps two days, to none."""
CHOSEN = ("player=ann", "external_id=round 1", "ids={game}", "metadata[season]=2026", "ruleset={ruleset}")
MINE = ("status=running,abandoned", "status=abandoned", "to_act=ann", "updated_since=2020-01-01T00:00:00Z", *CHOSEN)
RESULTS = (
    *asks("status=finished,abandoned", "limit=1", "after=999999999999999-{game}", SPAN, *CHOSEN),
    Ask("status=abandoned", "text/csv"),
)
LEVELS = ("greedy",)

ENDPOINTS: Mapping[str, Endpoint] = {
    # One game
    "getGame": Endpoint(
        "reads game", "anyone",
        asks(*POINTS, *OPEN, *WITH_GAMES, *(f"{at}&{WITH_GAMES[-1]}" for at in ("version={middle}", "turn=0", "open=true"))),
        asks(*NO_POINTS, "offers=true", "include=scene", "include=offers,offers"),
    ),
    "listActions": Endpoint(
        "reads game", "seat", asks("", "unavailable=true", *(f"advise={level}" for level in LEVELS)), asks("advise=Nobody"),
    ),
    "getBoard": Endpoint("reads game", "anyone", of_commits=False),
    "getPicture": Endpoint(
        "reads game", "anyone",
        (
            *asks(*POINTS, *OPEN, "theme=dark&width=600"), Ask("version={middle}", SVG), Ask("theme=dark&width=600", SVG),
            Ask("open=true", SVG), Ask("scene=true", SVG), Ask("scene=true&version={middle}", SVG), Ask("", PLAIN),
            Ask("turn=0", PLAIN),
        ),
        (*asks(*NO_POINTS, "theme=blue", "width=20000"), Ask("", "image/webp"), Ask("scene=true", PLAIN)),
    ),
    "listEvents": Endpoint(
        "reads game", "anyone",
        (
            *asks("", "limit=3&after=1", "limit=1000", "after={last}", "after=1&wait=1", "open=true", "open=true&limit=3"),
            *asks(*WITH_COMMITS), Ask("open=true", NDJSON), *LIVE, *SCENES, RESUMED,
        ),
        (*asks("limit=0", "open=yes"), Ask("", "text/html")),
    ),
    "listTurns": Endpoint("reads game", "anyone", asks("", "limit=1", "after=0&limit=2")),
    "diff": Endpoint(
        "reads game", "anyone", asks("from=1&to={last}", "from={last}&to=1", "from={middle}&to={last}"),
        asks("", "from=1&to={beyond}"),
    ),
    "getStanding": Endpoint("reads game", "anyone", asks("", "after=1&limit=3")),
    "audit": Endpoint("reads game", "anyone", of_commits=False),
    "exportGame": Endpoint("reads game", "anyone"),
    "getRematch": Endpoint("reads game", "anyone", of_commits=False),
    "listJobs": Endpoint("reads game", "anyone", of_commits=False),
    "getLookBack": Endpoint("reads game", "seat", of_commits=False),
    "getNote": Endpoint("reads game", "owner", of_commits=False),
    "setClock": Endpoint("changes game", "host", body=lambda game: {"running": False}),
    "claimSeat": Endpoint("changes game", "open", body=lambda game: {"name": "Bo", "client_seed": "x"}),
    "changeSeat": Endpoint("changes game", "host or seat", body=lambda game: {"kind": "bot", "level": "random"}),
    "renewToken": Endpoint("changes game", "player", body=lambda game: {"token": NEW_TOKEN}),
    "renameSeat": Endpoint("changes game", "host", body=lambda game: {"name": "Bo"}),
    "act": Endpoint(
        "changes game", "actor", asks("", *WITH_ACTIONS), body=lambda game: example_commands(game.ruleset, ["x"])[0],
    ),
    "tryAction": Endpoint("changes game", "trier", body=lambda game: example_commands(game.ruleset, ["x"])[0]),
    "askTakeback": Endpoint("changes game", "asker", asks("", *WITH_ACTIONS)),
    "acceptTakeback": Endpoint("changes game", "asked", asks("", *WITH_ACTIONS)),
    "declineTakeback": Endpoint("changes game", "asked", asks("", *WITH_ACTIONS)),
    "resign": Endpoint("changes game", "seat", asks("", *WITH_ACTIONS)),
    "askLookBack": Endpoint("changes game", "seat", of_commits=False),
    "branchGame": Endpoint("changes game", "anyone", body=lambda game: {"version": 1}),
    "changeNote": Endpoint("changes game", "owner", body=lambda game: {"metadata": {}}),
    "abandonGame": Endpoint("changes game", "host"),
    "rematchGame": Endpoint("changes game", "host or any seat"),
    # Many games
    "listGames": Endpoint(
        "reads many", "open",
        asks(
            "", "status=running", "status=abandoned", "ruleset={ruleset}&limit=1", "open_seats=1",
            "after=999999999999999-{game}",
        ) + tuple(Ask(f"mine=true&{query}", by="key") for query in MINE),
    ),
    "exportGames": Endpoint("reads many", "key", EXPORTS),
    "listResults": Endpoint("reads many", "key", RESULTS),
    "followKey": Endpoint("reads many", "key", OF_KEY),
    "followHand": Endpoint(
        "reads many", "open", OF_HAND, body=lambda game: {"games": [{"game": game.id, "token": game.tokens[0]}]},
    ),
    # No game
    "listRulesets": Endpoint("reads", "open"),
    "getRuleset": Endpoint("reads", "open"),
    "createGame": Endpoint(
        "changes", "maker", body=lambda game: {"ruleset": game.ruleset, "seats": [{"kind": "human"}] * 2},
    ),
    "importGame": Endpoint("changes", "maker"),
    "forgetOwnPlayer": Endpoint("changes", "key", body=lambda game: {"player": "x"}),
    "createWebhook": Endpoint(
        "changes", "key", body=lambda game: {"url": "https://127.0.0.1/hook", "events": ["turn"]}
    ),
    "listWebhooks": Endpoint("reads", "key"),
    "deleteWebhook": Endpoint("changes", "webhook's"),
    "listDeliveries": Endpoint("reads", "webhook's", asks("", "limit=1", "after=past.1")),
    "testWebhook": Endpoint("changes", "webhook's"),
    # The operator
    "exportPublicGames": Endpoint("operator", "operator", EXPORTS),
    "createKey": Endpoint("operator", "operator", body=lambda game: {"name": "x"}),
    "listKeys": Endpoint("operator", "operator"),
    "revokeKey": Endpoint("operator", "operator"),
    "getKeyUse": Endpoint("operator", "operator"),
    "forgetPlayer": Endpoint("operator", "operator", body=lambda game: {"player": "x"}),
    "listStoredGames": Endpoint(
        "operator", "operator",
        asks(
            "", "min_bytes=1&key={key}", "acted_before=2999-01-01T00:00:00Z", "created_before=2999-01-01T00:00:00Z",
            "over=true", "over=false", "place=redis", "place=sleep", "place=archive", "after=1@",
        ),
    ),
    "closeGame": Endpoint("operator", "operator"),
    "deleteGame": Endpoint("operator", "operator"),
    "forgetSeat": Endpoint("operator", "operator"),
}  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A request that is ready to be sent."""

    operation: str
    method: str
    path: str
    """With its query."""
    by: Any
    """Somebody who may send it; a key of `Game.tokens`."""
    options: Mapping[str, Any]
    """Headers and, where the operation takes one, a body."""

    def __str__(self) -> str:
        return f"{self.operation}: {self.method} {self.path} {self.options}"

    @property
    def live(self) -> bool:
        """Whether the answer is a stream, which ends with the game."""
        return bool(self.options["headers"].get("Accept") == EVENT_STREAM)

    def send(self, game: Game, by: Any = ..., **more: Any) -> TestResponse:
        """Send it, as its own caller or as somebody else."""
        token = game.tokens.get(self.by if by is ... else by)
        options = {**self.options, **more, "headers": {**self.options["headers"], **more.get("headers", {})}}
        return game.api.call(self.method, self.path, token=token, **options)


def places(game: Game) -> dict[str, Any]:
    """What stands in place of the names in braces: points in this game's history, and ids."""
    state = game.state()
    return places_at(game, state["version"], state["turn"])


def places_at(game: Game, last: int, turn: int) -> dict[str, Any]:
    """The same for a game that is known to be at this version and in this turn."""
    points = {
        "last": last,
        "middle": (last + 1) // 2,
        "near": max(0, last - 3),
        "beyond": last + 1,
        "turn": max(0, turn - 1),
    }
    minute_ago = f"{int((time() - 60) * 1000):x}"  # A place in a feed.
    return {**points, **IDS, "cursor": minute_ago, "game": game.id, "ruleset": game.ruleset}


def requests(
    game: Game, *kinds: Kind, refused: bool = False, but: Collection[str] = (), at: Mapping[str, Any] | None = None
) -> Iterator[Request]:
    """All requests of these kinds for a game but those of some operations. `refused` adds those that are always refused.
    `at` replaces `places(game)`."""
    for operation, endpoint in ENDPOINTS.items():
        if endpoint.kind in kinds and operation not in but:
            yield from requests_of(game, operation, refused=refused, at=at)


def requests_of(
    game: Game, operation: str, *, refused: bool = False, at: Mapping[str, Any] | None = None
) -> Iterator[Request]:
    """All requests of one operation."""
    method, path, parameters = operations()[operation]
    endpoint, at = ENDPOINTS[operation], places(game) if at is None else at
    for ask in (*endpoint.asks, *(endpoint.refused if refused else ())):
        headers = {name: value.format(**at) for name, value in ask.headers.items()}
        headers |= {"Accept": ask.accept} if ask.accept else {}
        headers |= {"If-Match": f'"{at["last"]}"'} if "If-Match" in parameters and operation not in OWN_TAGS else {}
        options: dict[str, Any] = {"headers": headers}
        if endpoint.body is not None:
            options["json"] = endpoint.body(game)
        query = f"?{ask.query}" if ask.query else ""
        yield Request(operation, method, (path + query).format(**at), ask.by or CALLERS[endpoint.who], options)


def plain(known: Iterable[Request]) -> Iterator[Request]:
    """The first of each operation's requests."""
    return (next(each) for _, each in groupby(known, lambda each: each.operation))


@cache
def operations() -> dict[str, tuple[str, str, set[str]]]:
    """Method, address and names of the parameters of each operation of the contract, by its operationId."""
    return {
        spec["operationId"]: (
            method.upper(),
            path,
            {each["name"] for each in [*methods.get("parameters", []), *spec.get("parameters", [])]},
        )
        for path, methods in contract().paths.items()
        for method, spec in methods.items()
        if method != "parameters"
    }
