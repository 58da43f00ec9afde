"""Takebacks in games with a clock: no seat gains time by taking back, asking for it or answering."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from conformance.playing import seats_of
from domain import session
from domain.game import AnyGame, Rejected
from domain.session import SessionRecorder, TakebackAccepted, TakenBack, lifecycle
from domain.session.clocks import Clock, SetClock
from domain.session.lifecycle import AcceptTakeback, AskTakeback, DeclineTakeback
from domain.session.rights import Actor
from events.deadlines import takeback_too_late, times_after
from events.games.audit import audit
from events.identity import moment_of, timestamp
from tests.domain.test_takebacks import Played
from tests.support.games import CODECS, GAMES
from tests.support.play import HUMAN, Match, fake_store, handler_on

from .logs import as_json, resealed

SECONDS = 600
CLOCK = Clock(seconds=SECONDS, on_timeout="abandon")


class Timed(Played):
    """A game with a clock, whose commands come after waits of all lengths."""

    def __init__(self, game: AnyGame, takeback: str, chance: Random) -> None:
        super().__init__(game, max(2, seats_of(game)[0]), takeback, clock=CLOCK)
        self.chance, self.at_ms = chance, 1_767_000_000_000
        self.times = [times_after(game, None, self.now, self.steps[0].events, timestamp(moment_of(self.at_ms)))]

    def admit(self, done: SessionRecorder) -> None:
        at_ms, before = self.at_ms + self.chance.choice((0, 1_000, SECONDS * 200, SECONDS * 500)), self.times[-1]
        assert before is not None
        if takeback_too_late(before, done.events, moment_of(at_ms)):
            raise Rejected("takeback_too_late", "")
        self.at_ms = at_ms
        self.times.append(times_after(self.game, before, done.state, done.events, timestamp(moment_of(at_ms))))


@pytest.mark.threat("T-51")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize("takeback", ["own", "consent"])
def test_an_action_that_is_taken_back_stopped_no_time(game: AnyGame, takeback: str) -> None:
    chance = Random(f"{game.name} {takeback}")
    played = Timed(game, takeback, chance)
    for _ in range(100):
        if played.now.over:
            break
        acted = played.act(chance)
        if played.now.over:
            break
        asking = acted if chance.random() < 0.7 else chance.randrange(len(played.now.seats))
        taken = len(played.steps)
        played.try_to_take_back(asking)
        for step in played.steps[taken:]:
            before, after = (played.times[version - 1] for version in (step.version - 1, step.version))
            assert before is not None
            assert after is not None
            back = next((event for event in step.events if isinstance(event, TakenBack)), None)
            if back is None:
                assert after.ends == before.ends, "asking and agreeing moves no deadline"
                continue
            then = played.times[back.to_version - 1]
            assert then is not None
            agreed = any(isinstance(event, TakebackAccepted) for event in step.events)
            for seat, end in after.ends.items():
                if seat in before.ends:
                    assert end == before.ends[seat]
                elif seat == back.seat and not agreed:
                    assert end == then.ends[seat] > after.acted_ms
                else:
                    assert end == after.acted_ms + SECONDS * 1000


@pytest.mark.threat("T-51")
@pytest.mark.parametrize("answer", [None, DeclineTakeback, AcceptTakeback])
def test_asking_again_and_again_keeps_nobody_from_the_end_of_his_time(answer: Any) -> None:
    """The seat that is asked for its consent is the one whose time runs."""
    match, other = _waiting_for_consent()
    times = match.game_log.position.times
    assert times is not None
    ends = times.ends
    for _ in range(3):
        with suppress(Rejected):
            match.manage(f"s{1 - other}", AskTakeback(seat=1 - other))
        if answer is not None:
            match.manage(f"s{other}", answer(seat=other))
        if answer is AcceptTakeback:
            break
        times = match.game_log.position.times
        assert times is not None
        assert times.ends == ends


def _of_two(takeback: str, clock: Clock) -> Match:
    return Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN, takeback=takeback, clock=clock)


def _waiting_for_consent() -> tuple[Match, int]:
    """A game in which one player may ask to take back, and the other one, whose seat is returned, has acted and must act."""
    for seed in range(100):
        match, chance = _of_two("consent", CLOCK), Random(seed)
        while not match.game_log.session.over:
            acted, _ = match.to_act()
            match.play(chance, 1)
            now = match.game_log
            with suppress(Rejected):
                match.manage(f"s{1 - acted}", AskTakeback(seat=1 - acted))
                if session.to_act(now.game, now.session) == (acted,):
                    match.manage(f"s{acted}", DeclineTakeback(seat=acted))
                    return match, acted
    raise AssertionError("nobody can ever ask")


def _has_left(takeback: str, seconds: int) -> tuple[Match, int]:
    """A game in which a seat has just acted, is asked nothing more, and may take it back by itself."""
    for seed in range(200):
        clock = Clock(seconds=seconds, on_timeout="abandon")
        match, chance = _of_two(takeback, clock), Random(seed)
        for _ in range(40):
            acted, _ = match.to_act()
            match.play(chance, 1)
            now = match.game_log
            if now.session.over:
                break
            if acted not in session.to_act(now.game, now.session) and _may(match, acted):
                return match, acted
    raise AssertionError("nobody can ever take back")


def _may(match: Match, seat: int) -> bool:
    now = match.game_log
    try:
        lifecycle.decide(
            now.game, now.session, Actor("player", seat), AskTakeback(seat=seat), now.dealer, now.version + 1,
            match.handler.repository.past(now, now.position),
        )  # fmt: skip
    except Rejected:
        return False
    return True


@pytest.mark.threat("T-51")
def test_after_the_time_for_an_action_it_is_not_taken_back_and_an_audit_knows() -> None:
    match, seat = _has_left("own", 1)
    early, other = _has_left("own", 1)
    early.manage(f"s{other}", AskTakeback(seat=other))
    time.sleep(1.05)
    with pytest.raises(Rejected) as refused:
        match.manage(f"s{seat}", AskTakeback(seat=seat))
    assert refused.value.code == "takeback_too_late"
    early.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, early.commits).ok
    lines = as_json(early.commits)
    place = next(place for place, line in enumerate(lines) if line["command"]["type"] == "ask_takeback")
    for line in lines[place:]:
        line["at"] = timestamp(datetime.fromisoformat(lines[place - 1]["at"]) + timedelta(seconds=1))
    found = audit(CODECS, resealed(lines))
    assert (found.first_bad, found.checks.fold) == (place + 1, "failed")
    assert "had to be made was over" in str(found.problem)


def test_a_stopped_clock_leaves_time_for_a_takeback() -> None:
    match, seat = _has_left("own", 1)
    match.manage("host", SetClock(running=False))
    time.sleep(1.05)
    match.manage(f"s{seat}", AskTakeback(seat=seat))
    assert match.game_log.session.takeback_asked is None
    match.manage("host", SetClock(running=True))
    assert [each.seat for each in match.game_log.deadlines_at(match.game_log.version)] == [seat]
