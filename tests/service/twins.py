"""Two services that hold the same game, but for what one viewer may not see.

The twin of a log has the same commits with the same public part; what is hidden in them is dealt anew: wherever an event
hides a list of names from the viewer, those that the viewer never gets to see change places. Ids, tokens, secret and times
are the same, so all that may differ in any answer are the audit heads.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import msgspec
import pytest
from flask import Flask
from redis import Redis
from werkzeug.test import TestResponse

from domain import fairness, session
from domain.session.seals import SALT_BYTES
from events.bot_queue import Job
from events.commands.handler import CommandHandler
from events.envelope import Commit, sealed
from events.settings import Settings
from events.store.event_store import EventStore
from service.app import create_app
from tests.service.client import Api, Game, Json
from tests.service.conftest import Clock, close, snapshot
from tests.service.contract import EVENT_STREAM, Contract
from tests.service.test_api_keys import new_key
from tests.support.endpoints import IDS, Request, requests_of
from tests.support.games import OURS, codec_of, fewest_seats

SECRET = bytes(range(32))
HEADS = re.compile(rb'("head":|\bhead\\":\\?)"[0-9a-f]{64}"')
CURSORS = re.compile(rb'("next":")[0-9a-f]{8,11}\b')
"""Places in a feed are times of Redis, which goes on between two questions."""
OF_HANDS = "followHand"
"""The operation whose callers bring their tokens in the body."""
REQUEST_ID = {"X-Request-Id": "fixed"}


class World:
    """A service on a Redis database of its own, in which ids, tokens and secrets come in a fixed order."""

    def __init__(self, url: str, database: int, contract: Contract, patch: pytest.MonkeyPatch) -> None:
        self.url = f"{url}?db={database}"
        self.redis = Redis.from_url(self.url)
        self.clock = Clock()
        self._patch = patch
        self.games = count(1)
        """Numbers for the games that are begun here: each has ids and tokens of its own."""
        self.new_secret: Callable[[], bytes] = lambda: SECRET
        """Makes the secret of the next game. Tests put their own in its place."""
        self.app: Flask = create_app(
            Settings(redis_url=self.url, rate_limit="off"),
            clock=self.clock,
            new_secret=lambda: self.new_secret(),
            new_salt=lambda: bytes(SALT_BYTES),
        )
        self.api = Api(self.app, contract)
        self.store: EventStore = self.app.extensions["tradewinds"].handler.store

    def count_from(self, start: int) -> None:
        """Let the next new id and token be those of this number."""
        numbers = iter(range(start, start + 10_000))
        self._patch.setattr("events.commands.new_games.new_game_id", lambda partition: f"0g{_letters(next(numbers)):a>20}")
        self._patch.setattr("events.commands.appending.new_token", lambda: f"tw_{next(numbers):032}")

    def end(self) -> None:
        close(self.app)
        self.redis.close()


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


class Twins:
    """One world and its twin, asked the same."""

    def __init__(self, one: World, other: World, game: Game) -> None:
        self.one, self.other, self.game = one, other, game
        self.last = len(commits_of(one, game.id))
        self.asked = 0
        self.accepted = set[str]()
        """The operations of which a `request` has succeeded."""

    def ask(self, method: str, path: str, by: Any = None, *, mask: bool = True, **request: Any) -> TestResponse:
        """Ask both, and assert that the answers are the same to the last byte."""
        answers = []
        self.asked += 1
        for world in (self.one, self.other):
            world.count_from(1_000 * self.asked)
            token = None if by is None else self.game.tokens[by]
            answers.append(self._ask(world.api, method, path, token, **request))
        (first, told), (second, told_other) = answers
        where = f"{method} {path} as {by} with {request}"
        assert second.status_code == first.status_code, where
        assert masked_headers(second) == masked_headers(first), where
        if mask:
            told, told_other = masked(told), masked(told_other)
        assert told_other == told, where
        return first

    def request(self, request: Request, by: Any = None, *, method: str | None = None, **more: Any) -> TestResponse:
        """Ask both for one of the requests that tests/support/endpoints.py knows."""
        answer = self.ask(method or request.method, request.path, by, **{**request.options, **more})
        if answer.status_code < 300:
            self.accepted.add(request.operation)
        return answer

    def hand(self, by: Any) -> list[Request]:
        """Requests for the feed of this game by somebody's token; those who have none take the host's."""
        token = self.game.tokens[by if isinstance(by, int) else "host"]
        body = {"games": [{"game": self.game.id, "token": token}]}
        return [replace(each, options={**each.options, "json": body}) for each in requests_of(self.game, OF_HANDS, at=IDS)]

    def send(self, request: Request, by: Any) -> None:
        """Send a request of somebody who sees more than the viewer to both, whose answers may differ."""
        for world in (self.one, self.other):
            world.api.call(request.method, request.path, token=self.game.tokens[by], **request.options)

    def _ask(self, api: Api, method: str, path: str, token: str | None, **request: Any) -> tuple[TestResponse, bytes]:
        headers = {**REQUEST_ID, **request.pop("headers", {})}
        response = api.call(method, path, token=token, headers=headers, **request)
        return response, self._live(response) if response.mimetype == EVENT_STREAM else response.data

    def _live(self, response: TestResponse) -> bytes:
        """A live stream up to where it would wait: until all commits of the game are there."""
        read = b""
        for chunk in response.response:
            read += chunk if isinstance(chunk, bytes) else chunk.encode()
            if b"id: %d\n" % self.last in read:
                break
        response.close()
        return read

    def game_path(self, path: str = "") -> str:
        return self.game.path + path


def masked(body: bytes) -> bytes:
    return CURSORS.sub(rb"\1masked", HEADS.sub(rb'\1"masked"', body))


def masked_headers(response: TestResponse) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in response.headers.items())


# Logs


def commits_of(world: World, game: str) -> list[Commit]:
    return world.store.read(game).commits


def reseal(commits: Sequence[Commit], events: Sequence[Sequence[Any]], ruleset: str, secret: bytes = SECRET) -> list[Commit]:
    """The commits with other events, their heads computed anew."""
    codec, head, made = codec_of(ruleset), fairness.GENESIS, []
    for commit, each in zip(commits, events, strict=True):
        changed = msgspec.structs.replace(commit, events=codec.encode(list(each)))
        made.append(sealed(changed, head, secret).commit)
        head = bytes.fromhex(str(made[-1].head))
    return made


def put_twin(one: World, other: World, game: str, commits: Sequence[Commit], secret: bytes = SECRET) -> None:
    """Copy everything from one world to the other, the game's log exchanged."""
    stream = f"{{0}}:g:{game}".encode()
    other.redis.flushdb()
    beside = {name.decode(): value.decode() for name, value in one.redis.hgetall(stream + b":s").items()}
    other.store.load_whole(game, commits, {**beside, "secret": secret.hex()}, 0)
    other.redis.delete("{0}:over")  # The indexes are those of the first world.
    for key in one.redis.scan_iter():
        if key not in (stream, stream + b":s"):
            other.redis.restore(key, 0, one.redis.dump(key))
    assert snapshot(other.redis).keys() == snapshot(one.redis).keys()


# What a viewer does not get to see


def redealt(ruleset: str, commits: Sequence[Commit], viewer: int | None, seed: int) -> list[list[Any]]:
    """The events of a log, what is hidden from the viewer dealt anew."""
    codec, chance = codec_of(ruleset), random.Random(seed)
    game = codec.game
    events = codec.events(commits)
    plain = [msgspec.to_builtins(each) for each in events]
    shown = [[msgspec.to_builtins(_redacted(game, event, viewer)) for event in each] for each in events]
    seen = set(_strings(shown)) | set(_strings([msgspec.to_builtins(view) for view in _views(game, events, viewer)]))
    swapped: dict[str, str] = {}
    for hidden in _hidden(plain, shown):
        if not isinstance(hidden, list | tuple):
            continue  # A single name or amount: it changes with the list that it came from, or not at all.
        pool = [name for name in hidden if isinstance(name, str) and name not in seen and name not in swapped]
        swapped.update(zip(pool, chance.sample(pool, len(pool)), strict=True))
    renamed = _renamed(plain, shown, swapped)
    kinds = list[_union((*session.EVENTS, *game.types.events))]  # type: ignore[misc]
    return [msgspec.convert(each, kinds) for each in renamed]


def _union(kinds: Sequence[Any]) -> Any:
    joined = kinds[0]
    for kind in kinds[1:]:
        joined |= kind
    return joined


def _redacted(game: Any, event: Any, viewer: int | None) -> Any:
    return session.redact(event) if isinstance(event, session.EVENTS) else game.gate.redact(event, viewer)


def _views(game: Any, batches: Sequence[Sequence[Any]], viewer: int | None) -> Iterator[Any]:
    now = None
    for events in batches:
        now = session.fold(game, now, events)
        if now.state is not None:
            yield game.gate.view(now.state, viewer)


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (string for part in value.values() for string in _strings(part))
    elif isinstance(value, list | tuple):
        yield from (string for part in value for string in _strings(part))


def _is_hidden(shown: Json) -> bool:
    return isinstance(shown, Mapping) and shown.get("hidden") is True


def _hidden(plain: Json, shown: Json) -> Iterator[Json]:
    """What stands where something is hidden."""
    if _is_hidden(shown):
        yield plain
    elif isinstance(plain, Mapping):
        yield from (found for key in plain for found in _hidden(plain[key], shown[key]))
    elif isinstance(plain, list | tuple):
        yield from (found for one, other in zip(plain, shown, strict=True) for found in _hidden(one, other))


def _renamed(plain: Json, shown: Json, names: Mapping[str, str], inside: bool = False) -> Json:
    """The value with other names where it is hidden."""
    inside = inside or _is_hidden(shown)
    if isinstance(plain, str):
        return names.get(plain, plain) if inside else plain
    if isinstance(plain, Mapping):
        return {key: _renamed(plain[key], None if inside else shown[key], names, inside) for key in plain}
    if isinstance(plain, list | tuple):
        return [_renamed(each, None if inside else shown[place], names, inside) for place, each in enumerate(plain)]
    return plain


# Games and their twins


def handler_of(world: World) -> CommandHandler:
    handler: CommandHandler = world.app.extensions["tradewinds"].handler
    return handler


def begin(world: World, ruleset: str, steps: int, seed: int) -> Game:
    """A running game of people and, if there is room, a bot, some way on; a person is to act."""
    world.count_from(100 * next(world.games))
    kinds = ["human:Ann", "human:Bo"][: max(2, fewest_seats(ruleset))]
    most = OURS[ruleset].rules.seats(OURS[ruleset].types.options())[-1]
    # With takebacks, each seat is shown whether it can take back: that follows from what happened, hidden things included.
    key, bots = new_key(world.api), ["random:Cy"] if most > 2 else []
    game = world.api.create(ruleset, *kinds, *bots, token=key, advice=True, takeback="consent", metadata={"channel": "42"})
    game.tokens["key"] = key
    chance, handler = random.Random(seed), handler_of(world)
    while True:
        game_log = handler.repository.load(game.id)
        (seat, *_) = session.to_act(game_log.game, game_log.session)
        legal = game_log.game.rules.legal_commands(game_log.session.state, seat)
        if seat in game.tokens and steps <= 0:
            return game
        command = chance.choice(legal)
        if seat in game.tokens:
            handler.act(game.id, game.tokens[seat], msgspec.json.encode(command), game_log.version)
        else:
            handler.act_as_bot(game.id, seat, command, game_log.version)
        steps -= 1


def twins(worlds: tuple[World, World], ruleset: str, viewer: int | None, steps: int, seed: int) -> Twins:
    """A game and one that this viewer must take for it. That they differ at all is asserted."""
    return twins_of(worlds, begin(worlds[0], ruleset, steps, seed), viewer, seed)


def twins_of(worlds: tuple[World, World], game: Game, viewer: int | None, seed: int) -> Twins:
    one, other = worlds
    commits = commits_of(one, game.id)
    events = redealt(game.ruleset, commits, viewer, seed)
    assert events != codec_of(game.ruleset).events(commits), "nothing is hidden from this viewer"
    put_twin(one, other, game.id, reseal(commits, events, game.ruleset))
    # How long a bot thought may tell of its cards.
    for world, milliseconds in ((one, 5), (other, 11)):
        job = Job(
            version=1,
            seat=2,
            level="random",
            status="finished",
            attempts=1,
            queued_ms=1,
            started_ms=2,
            ended_ms=milliseconds,
        )
        world.app.extensions["tradewinds"].queue.record(game.id, job)
    return Twins(one, other, game)
