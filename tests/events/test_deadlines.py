"""The deadline of a seat is what its definition says, at every version of random games of every ruleset."""

from __future__ import annotations

from random import Random

import pytest

from conformance.playing import seats_of
from domain import session
from domain.session import lifecycle
from domain.session.clocks import Clock
from domain.session.rights import Actor
from events.deadlines import Times, times_after
from events.identity import moment_of, timestamp
from tests.support.games import GAMES, fewest_seats

SECONDS = 3_600


@pytest.mark.parametrize("ruleset", sorted(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_a_time_runs_from_when_a_seat_is_asked_until_nothing_more_is_asked_of_it(ruleset: str, seed: int) -> None:
    game, chance, dealer = GAMES[ruleset], Random(seed), lifecycle.Dealer(bytes([seed]) * 32, "0g")
    seats = tuple(lifecycle.SeatPlan(kind="human") for _ in range(fewest_seats(ruleset)))
    clock = Clock(seconds=SECONDS, on_timeout="bot", level="stand_in")
    recorder = lifecycle.create(game, lifecycle.CreateGame(ruleset=ruleset, seats=seats, clock=clock), dealer)
    times: Times | None = None
    at_ms: list[int] = []
    asked: list[tuple[int, ...]] = []
    for version in range(2, 150):
        now = recorder.state
        at_ms.append((at_ms[-1] if at_ms else 1_767_000_000_123) + chance.choice((0, 1, 999, 86_400_001)))
        asked.append(session.to_act(game, now))
        times = times_after(game, times, now, recorder.events, timestamp(moment_of(at_ms[-1])))
        assert times is not None
        for seat in range(len(seats)):
            since = None
            for place in reversed(range(len(asked))):
                if seat not in asked[place]:
                    break
                since = at_ms[place]
            assert times.ends.get(seat) == (None if since is None else since + SECONDS * 1000)
        if now.over:
            break
        seat = chance.choice(asked[-1])
        command = chance.choice(list(game.rules.legal_commands(now.state, seat)))
        recorder = lifecycle.decide(game, now, Actor("player", seat), command, dealer, version)


@pytest.mark.parametrize("ruleset", sorted(name for name, game in GAMES.items() if 2 in seats_of(game)))
@pytest.mark.parametrize("bot", [0, 1])
def test_no_time_runs_for_a_bot(ruleset: str, bot: int) -> None:
    game, chance, dealer = GAMES[ruleset], Random(1), lifecycle.Dealer(bytes(32), "0g")
    plans = [lifecycle.SeatPlan(kind="human"), lifecycle.SeatPlan(kind="human")]
    plans[bot] = lifecycle.SeatPlan(kind="bot", level="random")
    clock = Clock(seconds=SECONDS, on_timeout="bot", level="stand_in")
    recorder = lifecycle.create(game, lifecycle.CreateGame(ruleset=ruleset, seats=tuple(plans), clock=clock), dealer)
    times: Times | None = None
    asked: set[int] = set()
    for version in range(2, 60):
        now = recorder.state
        times = times_after(game, times, now, recorder.events, timestamp(moment_of(1_767_000_000_000 + version)))
        assert times is not None
        waited_for = set(session.to_act(game, now))
        assert set(times.ends) == waited_for - {bot}
        asked |= waited_for
        if now.over:
            break
        seat = chance.choice(sorted(waited_for))
        command = chance.choice(list(game.rules.legal_commands(now.state, seat)))
        recorder = lifecycle.decide(game, now, Actor("bot" if seat == bot else "player", seat), command, dealer, version)
    assert asked == {0, 1}
