"""Seats that lose before the game is over, and how the seats of a game rank at its end."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from domain.game import Rejected
from domain.session import lifecycle
from domain.session.results import because, ladder, outcome_answer, outcome_of
from domain.session.state import LostSeat
from domain.values import Criterion, Outcome, Rung
from events.games.audit import audit
from events.log.exported import exported_lines, read_lines
from tests.support.changed import changed
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, OPEN, Match, fake_store, handler_on


def table(*seats: lifecycle.SeatPlan, **fields: object) -> Match:
    options = {"target_influence": 6} if len(seats) > 1 else {}
    return Match.create(handler_on(fake_store(), CODECS), *seats, options=options, **fields)


def resign(match: Match, seat: int) -> list[str]:
    return [type(each).__name__ for each in match.manage(f"s{seat}", lifecycle.Resign(seat=seat)).events]


def refusal(match: Match, command: lifecycle.SessionCommand, who: str = "s0") -> str:
    with pytest.raises(Rejected) as refused:
        match.manage(who, command)
    return refused.value.code


def test_a_game_of_two_ends_when_one_resigns_whoever_is_to_act() -> None:
    match = table(HUMAN, HUMAN).play(Random(1), 7)
    waiting = 1 - match.to_act()[0]
    assert resign(match, waiting) == ["SeatResigned", "GameDecided", "SecretPublished"]
    now = match.game_log.session
    assert (now.status, now.ending) == ("finished", "resigned")
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.scores, now.outcome.reason) == ((1 - waiting,), (), "resigned")
    assert now.outcome.ranks[waiting] == 2
    said = f"{('Anne', 'Bo')[waiting]} resigned, and only {('Anne', 'Bo')[1 - waiting]} is left."
    assert because(match.game_log.game, now, ("Anne", "Bo")) == said
    assert audit(CODECS, match.commits).ok


def test_with_more_a_bot_plays_on_and_the_loser_ranks_last_whatever_it_does() -> None:
    match = table(HUMAN, HUMAN, BOT, substitute="greedy").play(Random(2), 5)
    assert resign(match, 0) == ["SeatResigned", "SeatHandedToBot"]
    assert (match.game_log.session.seats[0].kind, match.game_log.session.seats[0].level) == ("bot", "greedy")
    match.play(Random(3))
    now = match.game_log.session
    assert now.outcome is not None
    assert now.ending == "played"
    assert now.outcome.ranks[0] == 3
    assert 0 not in now.outcome.winners
    assert now.outcome.winners
    assert because(match.game_log.game, now, ("Anne", "Bo", "Cy")).endswith("Before, Anne resigned.")
    found = outcome_answer(now, match.game_log.position.waited)
    assert found is not None
    assert (found.resigned, found.timed_out, found.replaced) == ((0,), (), (0,))
    checked = audit(CODECS, match.commits)
    assert (checked.ok, checked.checks.decisions) == (True, "ok")


def test_the_last_of_three_wins_and_later_losers_rank_before_earlier_ones() -> None:
    match = table(HUMAN, HUMAN, HUMAN).play(Random(4), 3)
    resign(match, 2)
    assert resign(match, 0)[:2] == ["SeatResigned", "GameDecided"]
    outcome = match.game_log.session.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((1,), (2, 1, 3))


def test_the_ladder_says_what_each_criterion_decided() -> None:
    match = table(HUMAN, HUMAN, HUMAN).play(Random(1))

    def rungs(*criteria: Criterion) -> list[Rung]:
        return ladder(changed(match.game_log.game, rules={"criteria": lambda state: criteria}), match.game_log.session)

    done, points = Criterion("an expedition", (1, 0, 1), condition=True), Criterion("points", (7, 9, 7))
    assert rungs(done, points, Criterion("coins", (2, 8, 3)), Criterion("age", (5, 6, 7))) == [
        Rung("an expedition", condition=True, figures=(1, 0, 1), decided=False),
        Rung("points", condition=False, figures=(7, None, 7), decided=False),
        Rung("coins", condition=False, figures=(2, None, 3), decided=True),
        Rung("age", condition=False, figures=(None, None, None), decided=False),
    ]
    assert [each.decided for each in rungs(points, Criterion("coins", (2, 8, 3)))] == [True, False]
    assert [each.decided for each in rungs(done, points)] == [False, False], "they share the victory"
    nobody = Criterion("an expedition", (0, 0, 0), condition=True)
    assert [each.figures for each in rungs(nobody, points)] == [(0, 0, 0), (None, None, None)]
    assert ladder(changed(match.game_log.game, rules={"criteria": None}), match.game_log.session) == []


def test_who_has_lost_before_is_on_no_rung_of_the_ladder() -> None:
    match = table(HUMAN, HUMAN, BOT, substitute="greedy").play(Random(2), 5)
    resign(match, 0)
    game = changed(match.game_log.game, rules={"criteria": lambda state: [
        Criterion("an expedition", (1, 0, 0), condition=True), Criterion("coins", (9, 4, 5))
    ]})  # fmt: skip
    assert ladder(game, match.game_log.session) == [], "the game goes on"
    match.play(Random(3))
    assert [(each.figures, each.decided) for each in ladder(game, match.game_log.session)] == [
        ((None, 0, 0), False),
        ((None, 4, 5), True),
    ], "a condition that only the loser met told the others nothing"
    alone = table(HUMAN, HUMAN).play(Random(1), 7)
    resign(alone, 0)
    assert ladder(alone.game_log.game, alone.game_log.session) == [], "no criterion decided"


def test_refusals() -> None:
    lobby = table(HUMAN, OPEN)
    assert refusal(lobby, lifecycle.Resign(seat=0)) == "game_not_started"
    match = table(HUMAN, HUMAN, HUMAN, trusted_host=True)
    assert refusal(match, lifecycle.Resign(seat=0), "host") == "token_lacks_right"
    assert refusal(match, lifecycle.Resign(seat=1)) == "token_lacks_right"
    resign(match, 0)
    for command, who in (
        (lifecycle.Resign(seat=0), "s0"),
        (lifecycle.TakeBack(seat=0), "s0"),
        (lifecycle.HandToBot(seat=0, level="random"), "s0"),
        (lifecycle.HandToBot(seat=0, level="random"), "host"),
        (lifecycle.Reassign(seat=0, name="Cy"), "host"),
    ):
        assert refusal(match, command, who) == "seat_lost"
    match.manage("host", lifecycle.AbandonGame())
    assert refusal(match, lifecycle.Resign(seat=1), "s1") == "game_over"


def test_whoever_left_the_seat_to_a_bot_may_resign_it_too() -> None:
    match = table(HUMAN, HUMAN, HUMAN)
    match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    assert resign(match, 0) == ["SeatResigned"]
    assert match.game_log.session.seats[0].level == "random"


def test_a_request_for_a_takeback_ends_when_somebody_resigns() -> None:
    match, chance = table(HUMAN, HUMAN, HUMAN, takeback="consent"), Random(5)
    while match.game_log.session.takeback_asked is None:
        others = {0, 1, 2} - {match.to_act()[0]}
        match.play(chance, 1)
        for seat in others:
            with suppress(Rejected):  # Something was drawn since its last action, or another one asks already.
                match.manage(f"s{seat}", lifecycle.AskTakeback(seat=seat))
    assert resign(match, 0) == ["TakebackExpired", "SeatResigned", "SeatHandedToBot"]
    assert match.game_log.session.takeback_asked is None


def test_a_file_with_resignations_is_imported_and_tells_the_same() -> None:
    match = table(HUMAN, HUMAN, HUMAN).play(Random(7), 9)
    resign(match, 1)
    match.play(Random(8))
    lines = b"".join(line + b"\n" for line in exported_lines(match.commits, {}))
    commits = list(read_lines(lines.splitlines()))
    taken_in = match.handler.new_games.take_in(commits)
    assert taken_in.session.outcome == match.game_log.session.outcome
    assert taken_in.position.waited == match.game_log.position.waited


@pytest.mark.parametrize(
    ("outcome", "lost", "winners", "ranks"),
    [
        (Outcome((1,), (5, 9, 7), "x"), (), (1,), (3, 1, 2)),
        (Outcome((0,), (9, 9, 9), "x"), (), (0,), (1, 2, 2)),
        (Outcome((), (4, 4), "draw"), (), (), (1, 1)),
        (Outcome((0, 2), (9, 3, 9), "x"), (), (0, 2), (1, 3, 1)),
        (Outcome((1,), (5, 9, 7), "x"), (LostSeat(1, "resigned"),), (2,), (2, 3, 1)),
        (Outcome((1,), (5, 9, 5), "x"), (LostSeat(1, "resigned"),), (0, 2), (1, 3, 1)),
        (Outcome((1,), (5, 9, 7), "x"), (LostSeat(2, "timed_out"), LostSeat(1, "resigned")), (0,), (1, 2, 3)),
        (Outcome((), (5,), "beaten"), (), (), (1,)),
        (Outcome((0,), (9, 9, 9), "x", ranks=(1, 2, 3)), (), (0,), (1, 2, 3)),
    ],
)
def test_ranks_follow_winners_scores_and_losses(
    outcome: Outcome, lost: tuple[LostSeat, ...], winners: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    found = outcome_of(outcome, len(outcome.scores), lost)
    assert (found.winners, found.ranks) == (winners, ranks)
