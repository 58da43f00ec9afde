"""Where all decide at the same time, nobody is told to look again because another one was faster."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, permutations
from typing import TypeAlias

import pytest
from redis import Redis

from conformance.games import what_is_decided_at_once_stays_the_question
from conformance.playing import Broken
from domain.game import AnyGame, Rejected
from domain.session import lifecycle
from domain.session.clocks import Clock
from events.commands.handler import CommandHandler
from events.errors import StaleVersion
from events.games.audit import audit
from events.log.codec import Codecs
from tests.events import sealed_bids
from tests.events.processes import Clock as MovedClock
from tests.events.processes import elsewhere
from tests.events.sealed_bids import GAME, Bid
from tests.events.test_time_outs import Timeless, time_out
from tests.support.changed import changed
from tests.support.play import BOT, HUMAN, Match, fake_store, handler_on

SEATS = (0, 1, 2)
CODECS = Codecs({GAME.name: GAME})


def bidding(handler: CommandHandler, *seats: lifecycle.SeatPlan, **fields: object) -> Match:
    created = lifecycle.CreateGame(ruleset=GAME.name, seats=seats or (HUMAN,) * 3, **fields)  # type: ignore[arg-type]
    return Match(handler, handler.new_games.create(created))


def handler(game: object = GAME) -> CommandHandler:
    return handler_on(fake_store(), Codecs({GAME.name: game}))


@pytest.mark.parametrize("order", list(permutations(SEATS)), ids=str)
def test_all_decide_on_the_version_that_all_saw(order: tuple[int, ...]) -> None:
    match = bidding(handler())
    seen = match.game_log.version
    for seat in order:
        assert match.handler.try_out(match.id, match.tokens[f"s{seat}"], b'{"type": "bid", "amount": 2}', seen)[1] is None
        match.act(Bid(seat), seat, version=seen)
    assert match.game_log.session.state.prizes == (0, 0, 1)
    assert match.game_log.version == seen + len(SEATS)


def test_two_processes_take_decisions_on_the_same_version() -> None:
    here = handler()
    match = bidding(here)
    there, seen = handler_on(here.store, here.repository.codecs), match.game_log.version
    there.repository.load(match.id)
    match.act(Bid(1), 0, version=seen)
    second = there.act(match.id, match.tokens["s1"], b'{"type": "bid", "amount": 2}', seen, "once")
    assert second.commit.version == seen + 2
    again = here.act(match.id, match.tokens["s1"], b'{"type": "bid", "amount": 2}', seen, "once")
    assert (again.commit.version, match.game_log.version) == (seen + 2, seen + 2)


def test_a_second_decision_on_that_version_is_stale() -> None:
    match = bidding(handler())
    seen = match.game_log.version
    match.act(Bid(1), 0, version=seen)
    with pytest.raises(StaleVersion):
        match.act(Bid(3), 0, version=seen)


def test_a_decision_of_the_round_before_is_stale() -> None:
    match = bidding(handler())
    seen = match.game_log.version
    for seat in SEATS:
        match.act(Bid(0), seat, version=seen)
    for seat in SEATS:
        with pytest.raises(StaleVersion):
            match.act(Bid(0), seat, version=seen)
    assert match.game_log.version == seen + len(SEATS)


def test_whoever_decides_on_all_that_is_shown_is_told_that_the_game_has_moved_on() -> None:
    match = bidding(handler(changed(GAME, own={"gate": replace(GAME.gate, decides_on=lambda view, seat: view)})))
    seen = match.game_log.version
    match.act(Bid(1), 0, version=seen)
    with pytest.raises(StaleVersion):
        match.act(Bid(2), 1, version=seen)
    match.act(Bid(2), 1, version=seen + 1)


def test_a_seat_that_a_bot_had_meanwhile_is_told_so() -> None:
    match = bidding(handler(), HUMAN, HUMAN, BOT)
    seen = match.game_log.version
    match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    match.manage("s0", lifecycle.TakeBack(seat=0))
    with pytest.raises(StaleVersion):
        match.act(Bid(1), 0, version=seen)
    with pytest.raises(StaleVersion):
        match.act(Bid(1), 1, version=seen + 9)


def test_what_is_no_decision_needs_the_newest_version() -> None:
    match = bidding(handler())
    seen = match.game_log.version
    match.act(Bid(1), 0, version=seen)
    with pytest.raises(StaleVersion):
        match.handler.manage(match.id, match.tokens["s1"], lifecycle.HandToBot(seat=1, level="random"), seen)


# Two seats decide in every order, each through a process of its own, and a third one does something at every place between.

SECONDS = 60
Meddling: TypeAlias = Callable[[Match, MovedClock], None]


def _nothing(match: Match, clock: MovedClock) -> None:
    pass


def _a_third_decides(match: Match, clock: MovedClock) -> None:
    match.act(Bid(3), 2)


def _its_time_runs_out(match: Match, clock: MovedClock) -> None:
    clock.pass_by(seconds=SECONDS)
    time_out(match, 2)


def _it_takes_its_decision_back(match: Match, clock: MovedClock) -> None:
    match.act(Bid(3), 2)
    with suppress(Rejected):  # If it was the last one, all know who has won.
        match.manage("s2", lifecycle.AskTakeback(seat=2))


def _a_bot_decides_for_it(match: Match, clock: MovedClock) -> None:
    match.manage("s2", lifecycle.HandToBot(seat=2, level="random"))
    match.act(Bid(3), 2)


def _it_is_renamed(match: Match, clock: MovedClock) -> None:
    match.manage("host", lifecycle.RenameSeat(seat=2, name="Cy"))


MEDDLING: tuple[Meddling, ...] = (
    _nothing, _a_third_decides, _its_time_runs_out, _it_takes_its_decision_back, _a_bot_decides_for_it, _it_is_renamed,
)  # fmt: skip
STEPS = ("reads", "decides", "repeats")


@pytest.mark.parametrize("meddling", MEDDLING, ids=lambda each: each.__name__.strip("_"))
@pytest.mark.parametrize("first", list(combinations(range(6), 3)), ids=str)
def test_nobody_is_told_to_look_again_because_others_decide(
    first: tuple[int, ...], meddling: Meddling, connected: Callable[[], Redis]
) -> None:
    clock = MovedClock()
    stores = [Timeless(connected()) for _ in SEATS]
    here, there, beside = (handler_on(each, CODECS, clock=clock) for each in stores)
    for place in range(7):
        match = bidding(here, clock=Clock(seconds=SECONDS), takeback="consent")
        seats, of_third = (match, elsewhere(match, there)), elsewhere(match, beside)
        steps = {seat: iter(STEPS) for seat in (0, 1)}
        seen, made = {}, {}
        for number in range(7):
            if number == place:
                meddling(of_third, clock)
            if number == 6:
                break
            seat = 0 if number in first else 1
            match next(steps[seat]):
                case "reads":
                    seen[seat] = seats[seat].game_log.version
                case "decides":
                    made[seat] = seats[seat].act(Bid(seat + 1), seat, version=seen[seat], key=f"once {seat}").commit.version
                case _:
                    again = seats[seat].act(Bid(seat + 1), seat, version=seen[seat], key=f"once {seat}")
                    assert again.commit.version == made[seat]
        for seat in (0, 1):
            with pytest.raises(StaleVersion):
                seats[seat].act(Bid(0), seat, version=seen[seat])
        players = [commit.seat for commit in match.commits if commit.actor == "player" and commit.seat in (0, 1)]
        assert sorted(players) == [0, 1]
        assert audit(here.repository.codecs, match.commits).ok


def test_a_version_of_before_the_question_was_put_is_stale(connected: Callable[[], Redis]) -> None:
    match = bidding(handler_on(Timeless(connected()), CODECS))
    for seat in SEATS:
        match.act(Bid(seat), seat)
    asked = match.game_log.version
    match.act(Bid(1), 0, version=asked)
    for before in range(1, asked):
        with pytest.raises(StaleVersion):
            match.act(Bid(2), 1, version=before)
    match.act(Bid(2), 1, version=asked)


def test_the_last_one_asked_may_decide_on_what_it_read_before_a_takeback(connected: Callable[[], Redis]) -> None:
    match = bidding(handler_on(Timeless(connected()), CODECS), takeback="consent")
    match.act(Bid(1), 0)
    match.act(Bid(2), 1)
    alone = match.game_log.version
    match.manage("s1", lifecycle.AskTakeback(seat=1))
    match.act(Bid(3), 2, version=alone)
    match.act(Bid(0), 1, version=alone + 1)
    assert match.game_log.session.state.prizes == (0, 0, 1)


def test_a_decision_that_was_taken_back_with_the_round_is_not_taken_for_another(connected: Callable[[], Redis]) -> None:
    match = bidding(handler_on(Timeless(connected()), CODECS), takeback="consent")
    seen = match.game_log.version
    match.act(Bid(1), 0, version=seen)
    match.act(Bid(2), 1, version=seen)
    match.manage("s0", lifecycle.AskTakeback(seat=0))
    for seat in (1, 2):
        match.manage(f"s{seat}", lifecycle.AcceptTakeback(seat=seat))
    assert match.game_log.session.state.bids == (None, None, None)
    again = match.game_log.version
    for seat in SEATS:
        with pytest.raises(StaleVersion):
            match.act(Bid(3), seat, version=seen)
    for seat in SEATS:
        match.act(Bid(seat), seat, version=again)


def _of_gate(decides_on: Callable[[sealed_bids.View, int], object], **rules: object) -> AnyGame:
    return changed(GAME, own={"gate": replace(GAME.gate, decides_on=decides_on)}, rules=rules)


DECLARED = [
    (_of_gate(lambda view, seat: None), "changes the turn"),
    (_of_gate(lambda view, seat: None, turn=lambda state: 1), "changes who is asked: a question is put anew"),
    (_of_gate(lambda view, seat: (view.prizes, view.bids)), "leave out what they change"),
    (
        _of_gate(
            lambda view, seat: None,
            legal_commands=lambda state, seat: [Bid(each) for each in range(4 - len([*filter(None, state.bids)]))],
        ),
        "changes what it may do",
    ),
    (
        _of_gate(lambda view, seat: None, turn=lambda state: 1, round=lambda state: sum(state.prizes) + 1),
        "changes the round",
    ),
]


@pytest.mark.parametrize(("game", "sentence"), DECLARED, ids=[sentence for _, sentence in DECLARED])
def test_the_check_says_what_is_wrong_with_what_a_seat_decides_on(game: AnyGame, sentence: str) -> None:
    with pytest.raises(Broken, match=re.escape(sentence)):
        what_is_decided_at_once_stays_the_question(game, 3, 0)
