"""Standing passes over HTTP: what others are told of a game is the same to the last byte as where each pass came by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain import table
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.game import GAME
from events.handler import Handler
from tests.service.client import Game
from tests.service.contract import Contract
from tests.service.twins import Twins, World, commits_of, handler_of
from workers.jobs import BotServices, play_turns

WITH_ORDER, BY_HAND = 0, 1
"""In the first world seat 1 has a standing pass, in the other it passes by hand."""
OTHERS = (None, "host", 0)
TOLD = ("", "/actions", "/events", "/turns", "/jobs", "/export", "/diff?from=1&to={last}")


class Table:
    """The same game in two worlds. Seat 2 is played by a bot, in its jobs."""

    def __init__(self, worlds: tuple[World, World]) -> None:
        self.worlds = worlds
        games = []
        for world in worlds:
            world.count_from(100)
            games.append(world.api.create(GAME.name, "human:Ann", "human:Bo", "stand_in:Cy"))
        self.game: Game = games[0]
        assert [game.id for game in games] == [self.game.id] * 2
        assert [game.tokens for game in games] == [self.game.tokens] * 2
        self.both = Twins(*worlds, self.game)

    def state(self, world: World) -> Any:
        return handler_of(world).load(self.game.id).table.state

    def versions(self) -> list[int]:
        return [handler_of(world).load(self.game.id).version for world in self.worlds]

    def give(self, world: World, seat: int, command: Any) -> None:
        """In one world alone."""
        version = handler_of(world).load(self.game.id).version
        handler_of(world).act(self.game.id, self.game.tokens[seat], msgspec.json.encode(command), version)

    def bots(self, world: World) -> None:
        """Do the jobs that wait, as a worker would."""
        parts = world.app.extensions["tradewinds"]
        handler = Handler(parts.store, clock=world.clock)
        services = BotServices(handler=handler, store=parts.store, queue=parts.queue, budget=1.0, clock=world.clock)
        while waiting := [job for job in parts.queue.jobs(self.game.id) if job.status == "queued"]:
            play_turns(services, self.game.id, waiting[0].version, waiting[0].seat, 1)

    def play_on(self) -> None:
        """One decision in both worlds."""
        for world in self.worlds:
            self.bots(world)
        hand = self.worlds[BY_HAND]
        while (versions := self.versions())[BY_HAND] < versions[WITH_ORDER]:
            assert isinstance(self.state(hand).stack[-1], f.React)
            assert GAME.to_act(self.state(hand)) == (1,)
            self.give(hand, 1, c.Pass())
            self.bots(hand)
        assert versions[BY_HAND] == versions[WITH_ORDER]
        self.compare(versions[0])
        state = self.state(hand)
        seat = next(each for each in GAME.to_act(state) if each in self.game.tokens)
        command = GAME.stand_in(GAME.view(state, seat), seat, GAME.legal_commands(state, seat))
        if seat == 1:
            for world in self.worlds:
                self.give(world, seat, command)
        else:
            self.post(seat, command, versions[0])

    def post(self, seat: int, command: Any, version: int) -> None:
        """Its answer too is the same, though the game has gone on by itself in one of the worlds."""
        body = msgspec.to_builtins(command)
        answer = self.both.ask("POST", f"{self.game.path}/actions", seat, json=body, headers={"If-Match": f'"{version}"'})
        assert (answer.status_code, answer.json["version"]) == (201, version + 1)

    def compare(self, version: int) -> None:
        self.both.last = version
        for by in OTHERS:
            for path in TOLD:
                self.both.ask("GET", self.game.path + path.format(last=version), by)


@pytest.fixture
def worlds(redis_url: str, contract: Contract, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    made = World(redis_url, 0, contract, monkeypatch), World(redis_url, 1, contract, monkeypatch)
    yield made
    for world in made:
        world.end()


def passes(world: World, game: Game, kind: str) -> list[tuple[int | None, Any]]:
    """Who gave the commands to which passes of this kind belong."""
    ledger = handler_of(world).load(game.id)
    commits = commits_of(world, game.id)
    return [
        (commit.seat, ledger.command(commit))
        for commit, events in zip(commits, ledger.events(commits), strict=True)
        for event in events
        if isinstance(event, e.ReactionPassed) and event.kind == kind
    ]


@pytest.mark.rule("MM-392", "MM-393", "MM-K31")
def test_nobody_else_is_told_a_standing_pass_from_one_by_hand(worlds: tuple[World, World]) -> None:
    played = Table(worlds)
    # What seat 1 sets nobody else sees.
    for world, on in zip(worlds, (True, False), strict=True):
        played.give(world, 1, c.SetStandingPass("all", on))
    for _ in range(14):
        played.play_on()
    ordered = passes(worlds[WITH_ORDER], played.game, "standing")
    assert len(ordered) >= 4
    assert set(ordered) == {(1, c.Pass())}
    assert passes(worlds[BY_HAND], played.game, "standing") == []
    for world in worlds:
        world.api.delete(played.game.path, token=played.game.tokens["host"])
        assert world.api.get(f"{played.game.path}/audit").json["checks"]["decisions"] == "ok"


@pytest.mark.rule("MM-392")
def test_a_standing_pass_answers_the_open_window_too(worlds: tuple[World, World]) -> None:
    played, world = Table(worlds), worlds[WITH_ORDER]
    while not isinstance(played.state(world).stack[-1], f.React) or GAME.to_act(played.state(world)) != (1,):
        played.play_on()
    version = played.versions()[WITH_ORDER]
    played.give(world, 1, c.SetStandingPass("any_turn", True))
    assert table.standing_order(GAME, handler_of(world).load(played.game.id).table) is None
    first, second = commits_of(world, played.game.id)[version : version + 2]
    assert [first.seat, second.seat] == [1, 1]
    assert handler_of(world).load(played.game.id).command(second) == c.Pass()
