"""Chapter 20: winning, and every way in which a game ends."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.ending import winners
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import to_act
from domain.merchants_and_marauders.values import Ranked
from domain.merchants_and_marauders.view import view
from domain.values import Criterion

from .defeats import assert_turn_of, boarded, next_turn, two
from .scenario import SKULL, Attempt, Dice, Table, given


def standings(
    points: tuple[int, ...], stashes: tuple[int, ...], declared: tuple[int, ...] = (), final_comparison: str = "points"
) -> Table:
    """Seats with these points on the track and gold in their stashes; some have declared."""
    table = given(seats=len(points), points=dict(enumerate(points)), final_comparison=final_comparison)
    for seat, gold in enumerate(stashes):
        table.after(e.GoldChanged(seat, gold, "start"), e.GoldStashed(seat, gold))
    for seat in declared:
        table.after(e.VictoryDeclared(seat, points[seat], stashes[seat]))
    return table


def ended_by_glory(
    points: tuple[int, ...], stashes: tuple[int, ...], declared: tuple[int, ...], final_comparison: str = "points"
) -> list[Ranked]:
    """The ranking at the end of the round."""
    table = standings(points, stashes, declared, final_comparison)
    ended = table.end_round().happens(e.GameEnded)
    assert ended.reason == "glory"
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    track, stash = outcome.parts
    assert track.scores == points
    assert tuple(map(sum, zip(track.scores, stash.scores, strict=True))) == outcome.scores
    return list(ended.ranking)


def without_events(table: Table) -> Table:
    """All event cards are used up."""
    for card in table.state.event_deck:
        table.after(e.EventDrawn(card), e.EventDiscarded(card))
    return table


def ended_at_once(points: tuple[int, ...], stashes: tuple[int, ...]) -> list[Ranked]:
    ended = without_events(standings(points, stashes)).end_round().happens(e.GameEnded)
    assert ended.reason == "event_deck_empty"
    return list(ended.ranking)


def places(ranked: list[Ranked]) -> list[tuple[int, int]]:
    return [(row.place, row.seat) for row in ranked]


@pytest.mark.rule("MM-369", "MM-372", "MM-373")
def test_after_a_declaration_the_round_is_played_to_its_end() -> None:
    table = standings((7, 0, 0), (39, 4, 12))
    table.when(c.DeclareVictory()).then(e.VictoryDeclared(0, 7, 39))
    assert_turn_of(table, 0)
    table.when(c.OpenPortAction()).happens(e.PortActionStarted)
    table.when(c.EndPortAction())
    next_turn(table, 1)
    next_turn(table, 2)
    attempt = table.when(c.EndTurn())
    attempt.then(e.CaptainTurnEnded(2), e.RoundEnded(1), e.StashesShown((39, 4, 12)))
    assert attempt.happens(e.GameEnded).reason == "glory"
    assert to_act(table.state) == ()
    table.when(c.EndTurn(), seat=0).refused("game_over")


@pytest.mark.rule("MM-369")
def test_a_declaration_in_the_last_turn_ends_the_same_round() -> None:
    table = standings((0, 7), (0, 30))
    next_turn(table, 1)
    table.when(c.DeclareVictory())
    assert table.when(c.EndTurn()).count(e.GameEnded) == 1


@pytest.mark.rule("MM-369")
def test_without_a_declaration_the_next_round_follows() -> None:
    table = standings((9, 7), (9, 100))
    assert not table.end_round().count(e.GameEnded)
    assert table.state.round == 2


@pytest.mark.rule("MM-370", "MM-372")
def test_ten_points_on_the_track_declare_by_themselves_also_in_anothers_turn() -> None:
    table = two(points={1: 9}, bounties={1: {"spanish": 1}})
    table.after(e.GoldChanged(1, 13, "start"), e.GoldStashed(1, 13))
    boarded(table, winner=1).then(e.GloryGained(1, "battle", 10), e.VictoryDeclared(1, 10, 13))
    assert table.seat(1).declared
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert_turn_of(table, 1)
    table.when(c.DeclareVictory()).refused("already_declared")
    ended = table.when(c.EndTurn()).happens(e.GameEnded)
    assert winners(ended.ranking) == (1,)


@pytest.mark.rule("MM-370")
def test_nine_points_on_the_track_do_not() -> None:
    table = given(points={0: 8}, at_sea={0: "caribbean_sea"}, rumor="r01")
    attempt = table.when(c.PlayRumor(), SKULL)
    attempt.then(e.GloryGained(0, "rumor", 9))
    assert not attempt.count(e.VictoryDeclared)


@pytest.mark.rule("MM-371")
def test_stash_points_may_be_declared_in_the_own_turn_and_need_not() -> None:
    silent = standings((7, 7), (30, 30))
    silent.when(c.DeclareVictory(), seat=1).refused("not_your_turn")
    next_turn(silent, 1)
    next_turn(silent, 0)
    assert not silent.state.game_over_after_round
    silent.when(c.OpenPortAction())
    silent.when(c.VisitShipyard())
    silent.when(c.DeclareVictory()).refused("wrong_decision")
    silent.when(c.LeaveShipyard())
    assert isinstance(silent.top, f.PortMenu)
    silent.when(c.DeclareVictory()).then(e.VictoryDeclared(0, 7, 30))
    assert isinstance(silent.top, f.PortMenu)


@pytest.mark.rule("MM-371", "MM-138")
@pytest.mark.parametrize("asked_in", [f.TakeAction, f.PortMenu])
def test_the_refusals_of_declaring_come_in_their_order(asked_in: type[f.Frame]) -> None:
    table = standings((7, 0), (30, 0))
    if asked_in is f.PortMenu:
        table.when(c.OpenPortAction())
    table.when(c.WithdrawGold(1))
    table.when(c.DeclareVictory()).refused("not_enough_glory")
    table.after(e.GoldStashed(0, 1))
    table.when(c.DeclareVictory()).happens(e.VictoryDeclared)
    table.when(c.DeclareVictory()).refused("already_declared")
    table.when(c.WithdrawGold(1))
    table.when(c.DeclareVictory()).refused("not_enough_glory")


@pytest.mark.rule("MM-372", "MM-385")
def test_declaring_shows_the_whole_stash_to_all() -> None:
    table = standings((7, 0), (39, 12))
    assert view(table.state, 1).seats[0].stash != 39
    table.when(c.DeclareVictory())
    assert [view(table.state, viewer).seats[0].stash for viewer in (0, 1, None)] == [39, 39, 39]
    assert view(table.state, 0).seats[1].stash != 12


@pytest.mark.rule("MM-373", "MM-374")
def test_every_seat_with_ten_points_is_compared_by_all_of_them_declared_or_not() -> None:
    """Seat 2 declares with 10 points, but seat 0, which kept silent, has 12 with its stash."""
    ranked = ended_by_glory((7, 8, 8, 9), (50, 0, 20, 9), (2,))
    assert places(ranked) == [(1, 0), (2, 2), (3, 3), (4, 1)]
    assert [row.compared for row in ranked] == [True, True, False, False]
    assert ranked[0] == Ranked(seat=0, place=1, points=12, track=7, stash=50, compared=True)


@pytest.mark.rule("MM-374", "MM-373")
def test_with_the_option_track_ten_points_win_over_twelve_of_which_fewer_are_on_it() -> None:
    """Seat 0 declares with 12 points in all, but seat 2, which kept silent, has more of them on the track."""
    ranked = ended_by_glory((7, 8, 8, 9), (50, 0, 20, 9), (0,), "track")
    assert places(ranked) == [(1, 2), (2, 0), (3, 3), (4, 1)]
    assert [row.compared for row in ranked] == [True, True, False, False]
    assert ranked[0] == Ranked(seat=2, place=1, points=10, track=8, stash=20, compared=True)


@pytest.mark.rule("MM-374")
@pytest.mark.parametrize(
    ("final_comparison", "stashes", "name"),
    [
        ("points", (50, 20), "Glory points"),
        ("track", (50, 20), "Glory points, which decide"),
        ("track", (50, 19), "Glory points"),
    ],
)
def test_the_scores_say_where_the_track_alone_has_decided(
    final_comparison: str, stashes: tuple[int, int], name: str
) -> None:
    table = standings((7, 8), stashes, (0,), final_comparison)
    table.end_round()
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.parts[0].name == name


@pytest.mark.rule("MM-373", "MM-374", "MM-375", "MM-376")
@pytest.mark.parametrize(
    ("points", "stashes", "final_comparison", "said"),
    [
        ((10, 3), (0, 0), "points", ""),
        ((7, 8), (50, 20), "points", "Of those who declared or have 10, all points decide: Anne 12 and Bo 10."),
        ((7, 8), (50, 20), "track", "Of those who declared or have 10, only points on the track decide: Bo 8 and Anne 7."),
        ((8, 8), (20, 29), "points", "With 10 points each, the larger stash decides: Bo 29 gold and Anne 20 gold."),
        ((8, 8), (25, 25), "points", "Points and stash are equal."),
    ],
    ids=["alone", "all points", "the track", "the stash", "shared"],
)
def test_the_end_says_who_declared_and_what_decided(
    points: tuple[int, int], stashes: tuple[int, int], final_comparison: str, said: str
) -> None:
    table = standings(points, stashes, (0,), final_comparison)
    table.end_round()
    told = GAME.words.because(table.state, ("Anne", "Bo"))
    assert told.startswith("Anne declared victory, and round ")
    assert told.endswith(said or "was played to its end.")


@pytest.mark.rule("MM-373", "MM-374", "MM-375")
def test_the_criteria_are_the_goal_then_points_then_the_stash() -> None:
    table = standings((7, 8, 2), (50, 20, 0), (0,), "track")
    table.end_round()
    assert GAME.rules.criteria(table.state) == [
        Criterion("declared, or has 10", (1, 1, 0), condition=True),
        Criterion("most on the track", (7, 8, 2)),
        Criterion("larger stash", (50, 20, 0)),
    ]
    table = standings((7, 8), (50, 20), (), "track")
    without_events(table).end_round()
    assert GAME.rules.criteria(table.state) == [
        Criterion("most points", (12, 10)),
        Criterion("larger stash", (50, 20)),
    ], "where nobody declared"


@pytest.mark.rule("MM-374", "MM-378")
def test_without_event_cards_all_points_count_whatever_the_option_says() -> None:
    ended = without_events(standings((7, 3), (0, 50), (), "track")).end_round().happens(e.GameEnded)
    assert places(list(ended.ranking)) == [(1, 1), (2, 0)]


@pytest.mark.rule("MM-378")
def test_the_end_says_that_cards_ran_out() -> None:
    table = standings((7, 3), (0, 50), (), "track")
    without_events(table).end_round()
    said = "No event card is left: most points win, those of the stash included."
    assert GAME.words.because(table.state, ("Anne", "Bo")) == said


@pytest.mark.rule("MM-375")
def test_a_tie_is_won_by_the_larger_stash_beyond_its_points_too() -> None:
    assert places(ended_by_glory((8, 8), (50, 61), (0,))) == [(1, 1), (2, 0)]
    assert places(ended_by_glory((8, 7), (20, 30), (0, 1))) == [(1, 1), (2, 0)], "10 points each"
    assert places(ended_by_glory((10, 9), (9, 19), (0, 1))) == [(1, 1), (2, 0)]
    assert places(ended_by_glory((8, 8), (50, 61), (0,), "track")) == [(1, 1), (2, 0)]
    assert places(ended_by_glory((10, 11), (99, 0), (0, 1), "track")) == [(1, 1), (2, 0)], "the track decides first"


@pytest.mark.rule("MM-376", "MM-428")
def test_with_equal_stashes_too_the_victory_is_shared() -> None:
    ranked = ended_by_glory((8, 5, 8), (25, 0, 25), (0,))
    assert places(ranked) == [(1, 0), (1, 2), (3, 1)]
    assert winners(tuple(ranked)) == (0, 2)


@pytest.mark.rule("MM-377", "MM-373")
def test_who_has_declared_stays_in_the_comparison_though_he_spent_from_his_stash() -> None:
    table = standings((7, 8, 0), (30, 19, 0))
    table.when(c.DeclareVictory())
    table.when(c.WithdrawGold("all"))
    ended = table.end_round().happens(e.GameEnded)
    assert places(list(ended.ranking)) == [(1, 0), (2, 1), (3, 2)], "seat 1 has 9 points, which is not enough"
    assert (ended.ranking[0].points, ended.ranking[0].compared) == (7, True)
    assert table.state.result is not None
    assert table.state.result.ranking == ended.ranking


@pytest.mark.rule("MM-377", "MM-356")
def test_a_declaration_outlives_the_captain() -> None:
    table = given(at_sea={0: "havana"}, event="gale", damage={0: ("hull",)}, points={0: 7, 1: 9})
    table.after(e.VictoryDeclared(0, 7, 30))
    table.when(c.EndTurn(), storm=(1, 1, 1), hits=(SKULL,)).happens(e.CaptainDied)
    assert places(list(table.end_round().happens(e.GameEnded).ranking)) == [(1, 0), (2, 1)]


@pytest.mark.rule("MM-370", "MM-369")
def test_a_seat_declares_once() -> None:
    table = given(points={0: 10}, at_sea={0: "caribbean_sea"}, rumor="r01").after(e.VictoryDeclared(0, 10, 0))
    attempt = table.when(c.PlayRumor(), SKULL)
    attempt.then(e.GloryGained(0, "rumor", 11))
    assert not attempt.count(e.VictoryDeclared)


@pytest.mark.rule("MM-428")
def test_those_not_compared_rank_by_points_then_stash_and_equals_share_a_place() -> None:
    assert places(ended_by_glory((10, 3, 4, 3), (0, 25, 10, 21), (0,))) == [(1, 0), (2, 1), (3, 3), (4, 2)]
    ranked = ended_by_glory((10, 3, 3, 4), (0, 25, 25, 10), (0,))
    assert places(ranked) == [(1, 0), (2, 1), (2, 2), (4, 3)]
    assert places(ended_by_glory((10, 3, 3, 2), (0, 21, 25, 35), (0,))) == [(1, 0), (2, 3), (3, 2), (4, 1)]


@pytest.mark.rule("MM-378", "MM-033")
def test_when_no_event_card_is_left_most_points_with_the_stash_win() -> None:
    table = without_events(standings((7, 3), (0, 50)))
    attempt = table.end_round()
    attempt.then(e.RoundStarted(2), e.StashesShown((0, 50)))
    assert not attempt.count(e.EventDrawn)
    assert places(list(attempt.happens(e.GameEnded).ranking)) == [(1, 1), (2, 0)]
    assert table.state.stack == ()
    assert places(ended_at_once((7, 3, 6), (0, 40, 19))) == [(1, 1), (2, 2), (3, 0)], "then the larger stash"
    assert places(ended_at_once((5, 5, 4), (3, 3, 4))) == [(1, 0), (1, 1), (3, 2)], "then it is shared"


@pytest.mark.rule("MM-378", "MM-358")
def test_when_captains_run_out_most_points_with_stash_win_over_who_declared() -> None:
    table = given(
        seats=2,
        at_sea={0: "havana"},
        event="gale",
        damage={0: ("hull",)},
        points={0: 7, 1: 10},
        stash=50,
        next_captains=(),
    ).after(e.VictoryDeclared(1, 10, 0))
    ended = table.when(c.EndTurn(), storm=(1, 1, 1), hits=(SKULL,)).happens(e.GameEnded)
    assert ended.reason == "captain_deck_empty"
    assert places(list(ended.ranking)) == [(1, 0), (2, 1)]
    assert not any(row.compared for row in ended.ranking)


@pytest.mark.rule("MM-I25", "MM-033", "MM-003")
def test_a_game_in_which_nobody_does_anything_ends_after_thirty_four_rounds() -> None:
    table = Table(setup(Options(), 2, Dice(())).state)
    drawn = 0
    while table.state.result is None:
        idle: c.Command = c.ChooseShip("sloop") if c.ChooseShip("sloop") in table.legal() else c.EndTurn()
        if c.Pass() in table.legal():
            idle = c.Pass()
        attempt: Attempt = table.when(idle)
        drawn += attempt.count(e.EventDrawn)
    assert drawn == 34
    assert table.state.result.reason == "event_deck_empty"
