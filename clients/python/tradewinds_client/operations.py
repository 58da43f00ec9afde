"""What can be asked of the service, once for both clients: each operation is a request as a value, or steps of several.

In `Tradewinds` an operation returns its answer, in `AsyncTradewinds` an awaitable of it; steps are for `for` or `async for`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar, overload

from tradewinds_client import answers
from tradewinds_client.calls import At, Call, Event, Known, Seat, Stream, path_of, query, rights_of

if TYPE_CHECKING:
    from tradewinds_client.client import AsyncTradewinds, Tradewinds

P = ParamSpec("P")
T = TypeVar("T")
Blocking = TypeVar("Blocking")
Awaiting = TypeVar("Awaiting")


Steps: TypeAlias = Generator[Call[Any] | T, Any, None]
"""Calls, each of which gets its answer, and between them what is found."""


class Operation(Generic[P, Blocking, Awaiting]):
    """A method that says what to ask for; the client does it by its own method `how`."""

    def __init__(self, build: Callable[Concatenate[Any, P], Any], how: str) -> None:
        self.build, self.how, self.__doc__ = build, how, build.__doc__

    @overload
    def __get__(self, client: Tradewinds, owner: Any) -> Callable[P, Blocking]: ...
    @overload
    def __get__(self, client: AsyncTradewinds, owner: Any) -> Callable[P, Awaiting]: ...
    def __get__(self, client: Any, owner: Any) -> Any:
        done = client and getattr(client, self.how)
        return (lambda *given, **named: done(self.build(client, *given, **named))) if done else self


def operation(build: Callable[Concatenate[Any, P], Call[T]]) -> Operation[P, T, Awaitable[T]]:
    return Operation(build, "send")


def steps(build: Callable[Concatenate[Any, P], Steps[T]]) -> Operation[P, Iterator[T], AsyncIterator[T]]:
    return Operation(build, "walk")


def stream(build: Callable[Concatenate[Any, P], Stream]) -> Operation[P, Iterator[Event], AsyncIterator[Event]]:
    return Operation(build, "listen")


class Turn(NamedTuple):
    """A moment in which a seat is asked: the position as it sees it, and all that it may do at this version."""

    game: answers.Game
    offers: list[answers.Offer]
    version: int


class Change(NamedTuple):
    """News of a game. `cursor` is all to keep for going on after it. `listed`: how the game stands, not a commit of it."""

    game: str
    entry: Mapping[str, Any]
    cursor: str
    listed: bool


def once(at: At = "", version: int | None = None, key: str | None = None) -> dict[str, str]:
    """The headers of a change: who speaks, an Idempotency-Key, and the version that was seen."""
    named = {"Idempotency-Key": key or uuid.uuid4().hex}
    return {**rights_of(at), **named} | ({} if version is None else {"If-Match": f'"{version}"'})


def reads(kind: type[T], path: str = "") -> Operation[Concatenate[At, ...], T, Awaitable[T]]:
    """Reads a part of a game; the parameters are those of the address."""

    def build(_: object, at: At, **asked: Any) -> Call[T]:
        return Call("GET", path_of(at) + path, query(**asked), headers=rights_of(at), wait=asked.get("wait", 0))

    return operation(build)


def changes_once(kind: type[T], path: str) -> Operation[Concatenate[At, ...], T, Awaitable[T]]:
    """Changes a game; `version`: the one that was seen. It happens once, however often it must be sent."""

    def build(_: object, at: At, version: int | None = None, **asked: Any) -> Call[T]:
        return Call("POST", path_of(at) + path, query(**asked), headers=once(at, version))

    return operation(build)


class Operations:
    """Every operation. `at` is a game's id, or a `Seat` of it."""

    game = reads(answers.Game)
    """A game as the caller sees it; `version` or `turn` for the past, `include`, `open=True` for all after the end."""
    offers = reads(answers.Actions, "/actions")
    """All that a seat may do now; with `unavailable=True` also what it may not, and why."""
    board = reads(answers.Board, "/board")
    """What stays the same in a game's pictures: areas, faces, words."""
    picture = reads(answers.Picture, "/picture")
    """A position as pieces and figures, now or at `version` or `turn`."""
    events = reads(answers.Commits, "/events")
    """A page of what happened `after` a version, with `wait` seconds for the next; `include=["scene", "picture"]`."""
    audit = reads(answers.Audit, "/audit")
    takeback = changes_once(answers.Accepted, "/takeback")
    """Ask to take the last action back."""
    accept_takeback = changes_once(answers.Accepted, "/takeback/accept")
    decline_takeback = changes_once(answers.Accepted, "/takeback/decline")
    resign = changes_once(answers.Accepted, "/resign")
    rematch = changes_once(answers.CreatedGame, "/rematch")
    """The game after a game: the same one, however often anybody asks."""

    @operation
    def request(self, method: str, path: str, body: Any = None, at: At = "", safe: bool = True) -> Call[Any]:
        """Anything of the contract that has no name here. `safe`: sent twice, it does the same as once."""
        return Call(method, path, body=body, headers=rights_of(at), safe=safe)

    @operation
    def create_game(
        self, /, ruleset: str, seats: Sequence[Mapping[str, Any]], *, idempotency_key: str | None = None, **more: Any
    ) -> Call[answers.CreatedGame]:
        """A new game; `more`: options, custody, external_id, metadata, clock and all else that `NewGame` has. A key of your
        own, kept before you ask, brings fresh tokens of the same game after a crash, for ten minutes."""
        body = {"ruleset": ruleset, "seats": [*seats], **more}
        return Call("POST", "/v1/games", body=body, headers=once(key=idempotency_key))

    @operation
    def claim(
        self, /, game: str, seat: int, *, idempotency_key: str | None = None, **more: str
    ) -> Call[answers.ChangedSeat]:
        """Take an open or reserved seat; `more`: name, invitation, player, client_seed, which is a new one unless you bring
        an `idempotency_key` as for games: a repeat must say the same."""
        body = more if idempotency_key else {"client_seed": uuid.uuid4().hex, **more}
        return Call("POST", f"{path_of(game)}/seats/{seat}/claim", body=body, headers=once(key=idempotency_key))

    @operation
    def change_seat(self, /, at: At, seat: int, **to: str) -> Call[answers.ChangedSeat]:
        """Give a seat to a bot (`kind="bot", level=…`), back to its player (`human`), or free it in the lobby (`open`)."""
        return Call("PUT", f"{path_of(at)}/seats/{seat}", body=to, headers=once(at))

    @operation
    def act(
        self, /, at: Seat, offer: Mapping[str, Any] | str, version: int | None = None, **asked: Any
    ) -> Call[answers.Accepted]:
        """Do an offer, its `action`, or its id, which needs the `version` of the offers. It happens once, however often
        it is sent. Raises Stale if the game has moved on from `version`, Refused if it is not legal."""
        body = {"offer": offer} if isinstance(offer, str) else offer.get("action", offer)
        return Call("POST", f"{path_of(at)}/actions", query(**asked), body, once(at, version))

    @steps
    def turns(self, at: Seat) -> Steps[Turn]:
        """Each moment in which this seat is asked, until the game is over. Act on it and go on; if you do nothing, the next
        one comes after somebody has acted."""
        seen = None
        while (game := (yield Call("GET", path_of(at), headers=rights_of(at))))["status"] in ("lobby", "running"):
            if at.seat in game["to_act"] and game["head"] != seen:
                found = yield Call("GET", f"{path_of(at)}/actions", headers=rights_of(at))
                if found["version"] == game["version"]:
                    seen = game["head"]
                    yield Turn(game, found["actions"], game["version"])
            else:
                asked = query(after=game["version"], limit=1, wait=25)
                yield Call("GET", f"{path_of(at)}/events", asked, headers=rights_of(at), wait=25)

    @operation
    def drawing(self, /, at: At, media_type: str = "image/svg+xml", **asked: Any) -> Call[str]:
        """A position drawn by the service, as SVG or `text/plain`; `theme` and `width`, `version` or `turn`."""
        headers = {**rights_of(at), "Accept": media_type}
        return Call("GET", f"{path_of(at)}/picture", query(**asked), headers=headers, read=lambda answer: answer.text)

    @operation
    def png(self, /, at: At, **asked: Any) -> Call[bytes]:
        """The same as PNG; `scene=True` draws what happened in the commit that led there."""
        headers = {**rights_of(at), "Accept": "image/png"}
        return Call("GET", f"{path_of(at)}/picture", query(**asked), headers=headers, read=lambda answer: answer.content)

    @stream
    def follow(self, at: At, after: int = 0, *, include: Sequence[str] = ()) -> Stream:
        """The commits after a version as they come, each once, until the game is over. After an event `rewound` forget what
        came after its version, and read the game again."""
        return Stream(f"{path_of(at)}/events", query(include=include), rights_of(at), str(after))

    @steps
    def games(self, /, **filters: Any) -> Steps[answers.ListedGame]:
        """The games of the key, the one that changed last first: by status, player, to_act, external_id, ids, metadata …"""
        yield from _listed(query(**filters), lambda game: game)

    @operation
    def note(self, game: str) -> Call[tuple[answers.Note, str]]:
        """What the key has noted about a game, and the ETag of it."""
        return Call("GET", f"{path_of(game)}/note", read=lambda answer: (answer.json(), answer.headers["ETag"]))

    @operation
    def change_note(self, game: str, change: Mapping[str, Any], etag: str | None = None) -> Call[answers.Note]:
        """Change notes by their names; None deletes one. With an ETag raises Stale if they were changed since."""
        headers = {} if etag is None else {"If-Match": etag}
        return Call("PATCH", f"{path_of(game)}/note", body=change, headers=headers)

    @stream
    def feed(self, cursor: str | None = None, *, include: Sequence[str] = ()) -> Stream:
        """Every commit in every game of the key, as events `entry`, `rewound`, `left_out` and `cursor`, for ever."""
        return Stream("/v1/feed", query(include=include), {}, cursor)

    @steps
    def changes(self, /, cursor: str | None = None, **asked: Any) -> Steps[Change]:
        """News of all games of the key, for ever, for programs that keep nothing but the cursor, or not even that: without
        it, it begins with how all games stand. Where the feed has lost something, it lists those that changed meanwhile."""
        known, since, listing = Known(), None, cursor is None
        while True:
            wait = 0 if cursor is None else 60
            page = yield Call("GET", "/v1/feed", query(after=cursor, wait=wait or None, **asked), wait=wait)
            cursor = page["next"]
            if listing or page["rewound"]:
                yield from _listed(query(updated_since=since), partial(_change, known, cursor))
            listing = False
            for entry in page["items"]:
                since = max(since or "", entry["acted_at"])
                if not known.has(entry):
                    yield Change(entry["game"], entry, entry["next"], False)

    @steps
    def results(self, /, **filters: Any) -> Steps[answers.Result]:
        """How the games of the key ended, the one that ended last first."""
        path, asked = "/v1/results", query(**filters)
        while path:
            answer = yield Call("GET", path, asked, read=lambda answer: answer)
            for line in answer.content.splitlines():
                yield json.loads(line)
            path, asked = answer.links.get("next", {}).get("url", ""), {}

    @operation
    def create_webhook(self, url: str, events: Sequence[str]) -> Call[answers.NewWebhookMade]:
        """Have an address called; the `secret` is shown once. If the answer is lost, look into `webhooks`."""
        return Call("POST", "/v1/webhooks", body={"url": url, "events": [*events]}, safe=False)


def _listed(filters: dict[str, str], made: Callable[[Any], T]) -> Steps[T]:
    """What is made of the games of the key."""
    asked = {"mine": "true", "limit": "100", **filters}
    while asked:
        page = yield Call("GET", "/v1/games", asked)
        for game in page["items"]:
            yield made(game)
        asked = {**asked, "after": page["next"]} if page["next"] else {}


def _change(known: Known, cursor: str, game: Any) -> Change:
    known.has({**game, "game": game["id"]})
    return Change(game["id"], game, cursor, True)
