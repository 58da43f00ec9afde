"""Two worlds behind two services: everything that can be fetched over HTTP is fetched from both and compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import msgspec
import pytest

from domain import fairness, session
from domain.game import AnyGame
from domain.session import lifecycle
from events.envelope import Commit
from tests.leaks.observations import Viewer
from tests.leaks.twin_games import Leak, Pair
from tests.service.client import Game
from tests.service.test_api_keys import new_key
from tests.service.twins import OF_HANDS, SECRET, Twins, World, commits_of, handler_of, put_twin, reseal
from tests.support.endpoints import places_at, requests
from tests.support.games import codec_of

REQUESTS_ASKED, COMMANDS_TRIED = 8, 5
"""How many of the known requests, and how many commands to try, are drawn for each caller at each position."""
BRANCHES = 0.05
"""How often a caller branches off."""


class Unchecked:
    """Replaces the contract: the form of the answers is tested elsewhere."""

    def check(self, method: str, path: str, response: Any) -> None:
        pass

    def check_request(self, sent: Any) -> None:
        pass


class Services:
    """The service that creates games, and the two that get the worlds."""

    def __init__(self, url: str, first_database: int, patch: pytest.MonkeyPatch) -> None:
        unchecked: Any = Unchecked()
        self.factory, self.one, self.other = (World(url, first_database + each, unchecked, patch) for each in range(3))
        self._numbers = count(1)

    def create(self, game: AnyGame, options: Any, seats: int) -> Game:
        """A game of people alone; its position does not matter."""
        self.factory.redis.flushdb()
        self.factory.count_from(100 * next(self._numbers))
        key = new_key(self.factory.api)
        options = msgspec.to_builtins(options)
        made = self.factory.api.create(game.name, *["human"] * seats, token=key, options=options, advice=True)
        made.tokens["key"] = key
        return made

    def end(self) -> None:
        for world in (self.factory, self.one, self.other):
            world.end()


@contextmanager
def services(url: str, first_database: int = 0) -> Iterator[Services]:
    """Three services on databases of this Redis."""
    with pytest.MonkeyPatch.context() as patch:
        made = Services(url, first_database, patch)
        try:
            yield made
        finally:
            made.end()


def key_of(game: Game, seats: int) -> bytes:
    """The key of the draws of a game in both worlds."""
    return fairness.game_key(SECRET, game.id, ("",) * seats)


class Asked:
    """A pair in two services. The game starts like a branch, from the pair's position."""

    def __init__(self, services: Services, game: Game, pair: Pair, chance: random.Random) -> None:
        self.pair, self.game, self.chance = pair, game, chance
        begun = commits_of(services.factory, game.id)[:1]
        for world, state in ((services.one, pair.one), (services.other, pair.other)):
            put_twin(services.factory, world, game.id, _restored(begun, game, state))
        game.api = services.one.api
        self.both = Twins(services.one, services.other, game)

    @property
    def compared(self) -> int:
        return self.both.asked

    def ask(self) -> None:
        """Callers who see the same in both ask for all kinds of things. Raises Leak."""
        self.both.last = last = 1 + len(self.pair.steps)
        turn = self.pair.game.rules.turn(self.pair.one)
        places = places_at(self.game, last, turn)
        for viewer in self.pair.alike:
            for by in (None, "host", "key") if viewer is None else (viewer,):
                self._look(by, places)
                self._try(by, viewer)
                if self.chance.random() < BRANCHES:
                    self._branch(by, self.chance.randint(1, last))

    def _same(self, method: str, path: str, by: Any, **request: Any) -> Any:
        try:
            return self.both.ask(method, path, by, **request)
        except AssertionError as error:
            raise Leak(f"HTTP: {error}") from error

    def _look(self, by: Any, places: dict[str, Any]) -> None:
        path = self.both.game_path
        newest = f"/events?after={places['last'] - 1}&include=scene"
        for each in ("?include=picture,asked", "/actions?unavailable=true", "/events", newest):
            self._same("GET", path(each), by)
        known = [*requests(self.game, "reads game", "reads many", refused=True, but=(OF_HANDS,), at=places)]
        for asked in self.chance.sample(known, REQUESTS_ASKED):
            method = self.chance.choice(("GET", "GET", "HEAD"))
            self._same(method, asked.path, by, **asked.options)
        held = self.chance.choice(self.both.hand(by))
        self._same(held.method, held.path, None, **held.options)
        self._same("GET", path(), by, headers={"If-None-Match": f'"{places["last"]}"'})
        self._same("GET", "/v1/games", by)

    def _try(self, by: Any, viewer: Viewer) -> None:
        if viewer is None:
            commands: Sequence[Any] = list(
                self.pair.game.rules.legal_commands(self.pair.one, self.pair.game.rules.to_act(self.pair.one)[0])
            )
        else:
            commands = [*self.pair.game.rules.legal_commands(self.pair.one, viewer), *self.pair.tried(viewer, lambda *_: ())]
        for command in self.chance.sample(commands, min(len(commands), COMMANDS_TRIED)):
            body = msgspec.to_builtins(command)
            self._same("POST", self.both.game_path("/actions/try"), by, json=body)

    def _branch(self, by: Any, version: int) -> None:
        answer = self._same("POST", self.both.game_path("/branches"), by, json={"version": version}, mask=False)
        made = answer.json["game"]["id"]
        one, other = (commits_of(world, made) for world in (self.both.one, self.both.other))
        if one != other:
            raise Leak(f"HTTP: {by} branches from version {version}, and what comes out differs")

    def act(self) -> None:
        """Give the pair's last command in both worlds. If its author may not distinguish them, the answers are compared."""
        step, version = self.pair.steps[-1], len(self.pair.steps)
        if step.seat in self.pair.alike and step.command == step.counterpart:
            headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"key-{version}"}
            body = msgspec.to_builtins(step.command)
            answer = self._same("POST", self.both.game_path("/actions?include=scene"), step.seat, json=body, headers=headers)
            assert answer.status_code == 201, answer.text
        for world, command, state in (
            (self.both.one, step.command, self.pair.one),
            (self.both.other, step.counterpart, self.pair.other),
        ):
            handler = handler_of(world)
            if handler.repository.load(self.game.id).version == version:
                handler.act(self.game.id, self.game.tokens[step.seat], msgspec.json.encode(command), version)
            after = handler.repository.session_at(handler.repository.load(self.game.id), version + 1)
            assert after.state == state, "the service decides otherwise"


def _restored(begun: Sequence[Commit], game: Game, state: Any) -> list[Commit]:
    """The log of a game that begins in this position."""
    codec = codec_of(game.ruleset)
    created, started, *_ = codec.events(begun)[0]
    created = msgspec.structs.replace(created, origin=session.Origin("0gparent", 1), visibility="public")
    position = session.PositionRestored(msgspec.Raw(msgspec.json.encode(state, order="sorted")))
    command = codec.encode(lifecycle.BranchGame(parent="0gparent", version=1))
    commits = [msgspec.structs.replace(begun[0], command=command)]
    return reseal(commits, [[created, started, position]], game.ruleset)
