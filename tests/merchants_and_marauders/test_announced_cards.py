"""Chapter 10 and D-30, D-31: cards that were announced are resolved in order, or withdrawn, and the window is repeated."""

from __future__ import annotations

import pytest

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact

from .fights import FOUND, at_havana, duel
from .scenario import SKULL, Table, given

BOTH = ("uniform", "holders_only")


def at_the_end_of_turn_one(windows: str = "holders_only", **position: object) -> Table:
    """The closing window of seat 1's turn: seats 1, 2 and 0 are asked in this order."""
    table = given(seats=3, windows=windows, **position)  # type: ignore[arg-type]
    table.passing(0, 1, 2)
    table.when(c.EndTurn())
    if isinstance(table.top, f.HireByDeed):
        table.when(c.Pass())
    assert table.top == f.TakeAction(1)
    table.passing()
    table.when(c.EndTurn())
    if isinstance(table.top, f.HireByDeed):
        table.when(c.Pass())
    return table


@pytest.mark.rule("MM-209", "MM-K12", "MM-K13")
@pytest.mark.parametrize("windows", BOTH)
def test_announced_cards_are_resolved_in_turn_order_from_the_active_seat(windows: str) -> None:
    table = at_the_end_of_turn_one(windows, glory={0: ("g09:1",), 1: ("g09:2",)}, bounties={2: {"french": 1, "dutch": 2}})
    assert table.top == f.React(1, "any_turn")
    announced = table.when(c.Announce("g09:2"))
    announced.then(e.GloryAnnounced(1, "any_turn", "g09:2"))
    assert table.top == f.React(0, "any_turn")
    # What it is is seen by its owner alone until it is resolved, and it still counts in his hand.
    told = announced.happens(e.GloryAnnounced)
    assert redact(told, 1) == told
    assert redact(told, 0) == e.GloryAnnounced(1, "any_turn", Hidden(1))
    assert view(table.state, 1).seats[1].announced == ("g09:2",)
    assert view(table.state, 0).seats[1].announced == Hidden(1)
    assert view(table.state, 0).seats[1].glory == Hidden(1)
    table.when(c.Announce("g09:1"))
    assert table.top == f.ResolveCard(1, "any_turn")
    table.when(c.PlayAnnounced()).then(e.GloryPlayed(1, "g09:2"))
    table.when(c.Choose("french")).then(e.BountyChanged(2, "french", 1, 2))
    assert table.top == f.ResolveCard(0, "any_turn")
    table.when(c.PlayAnnounced())
    attempt = table.when(c.Choose("dutch"))
    attempt.then(e.BountyChanged(2, "dutch", 1, 3), e.CaptainTurnEnded(1))


@pytest.mark.rule("MM-209")
def test_in_a_battle_the_aggressors_card_is_resolved_first() -> None:
    table = duel(SKULL, 1, 1, SKULL, 1, 1, glory={0: ("g14:1",), 1: ("g14:2",)})
    assert table.top == f.React(0, "combat_after_contest")
    table.when(c.Announce("g14:1"))
    assert table.top == f.React(1, "combat_after_contest")
    table.when(c.Announce("g14:2"))
    assert table.top == f.ResolveCard(0, "combat_after_contest")
    table.when(c.PlayAnnounced(), 1, 1, 2)
    assert table.top == f.ResolveCard(1, "combat_after_contest")
    table.when(c.PlayAnnounced(), 1, 1, 3).then(e.ContestRerolled(1, "card", (1, 1, 3)), e.ContestDecided(None, "none"))


@pytest.mark.rule("MM-209")
@pytest.mark.parametrize("windows", BOTH)
def test_the_timing_is_offered_again_until_nobody_announces(windows: str) -> None:
    table = at_the_end_of_turn_one(windows, glory={0: ("g09:1", "g09:2")}, bounties={1: {"french": 1}})
    table.when(c.Announce("g09:1"))
    table.when(c.PlayAnnounced()).then(e.BountyChanged(1, "french", 1, 2))
    assert table.top == f.React(0, "any_turn")
    table.when(c.Announce("g09:2"))
    attempt = table.when(c.PlayAnnounced())
    attempt.then(e.BountyChanged(1, "french", 1, 3), e.CaptainTurnEnded(1))
    # After a pass it is not offered again.
    passed = at_the_end_of_turn_one(windows, glory={0: ("g09:1", "g09:2")}, bounties={1: {"french": 1}})
    passed.when(c.Pass()).then(e.CaptainTurnEnded(1))


@pytest.mark.rule("MM-209", "MM-391")
def test_a_repeated_window_asks_those_whom_a_card_has_given_something_to_play() -> None:
    table = at_havana(1, glory={0: ("g14:1",), 1: ("g16:1",)})
    table.when(c.ScoutCaptain(1), *FOUND)
    table.when(c.Pass())
    table.when(c.Shoot())
    # Seat 1 flees and loses the contest: Cut and Run needs a contest won.
    table.when(c.Flee(), SKULL, SKULL, 1, SKULL, 1, 1)
    assert table.top == f.React(0, "combat_after_contest")
    table.when(c.Announce("g14:1"))
    table.when(c.PlayAnnounced(), SKULL, 1, 1)
    # Sums of 2 and 2: nobody has won, and nobody else is asked.
    assert table.top == f.Declare(0, 0)
    again = at_havana(1, glory={0: ("g14:1",), 1: ("g16:1",)})
    again.when(c.ScoutCaptain(1), *FOUND)
    again.when(c.Pass())
    again.when(c.Shoot())
    again.when(c.Flee(), SKULL, SKULL, 1, SKULL, 1, 4)
    again.when(c.Announce("g14:1"))
    again.when(c.PlayAnnounced(), SKULL, 1, 1)
    assert again.top == f.React(1, "combat_after_contest")
    again.when(c.Announce("g16:1"))
    again.when(c.PlayAnnounced()).then(e.BattleEnded(None, "fled"))


@pytest.mark.rule("MM-210", "MM-410")
@pytest.mark.parametrize("windows", BOTH)
def test_a_withdrawn_card_is_shown_and_kept_and_not_announced_again_in_this_window(windows: str) -> None:
    table = at_the_end_of_turn_one(windows, glory={0: ("g09:1", "g09:2")}, bounties={1: {"french": 1}})
    table.when(c.Announce("g09:1"))
    assert set(table.legal()) == {c.PlayAnnounced(), c.WithdrawCard()}
    shown = table.when(c.WithdrawCard())
    shown.then(e.GloryWithdrawn(0, "g09:1"))
    assert redact(shown.happens(e.GloryWithdrawn), 1) == e.GloryWithdrawn(0, "g09:1")
    assert table.seat(0).glory == ("g09:1", "g09:2")
    assert not table.state.glory.discard
    assert table.top == f.React(0, "any_turn")
    table.when(c.Announce("g09:1")).refused("withdrawn_before")
    # However often the window is offered.
    table.when(c.Announce("g09:2"))
    table.when(c.PlayAnnounced())
    if windows == "uniform":
        table.when(c.Announce("g09:1")).refused("withdrawn_before")
        table.when(c.Pass())
    # The next window is another one: that of the next captain turn.
    assert table.state.turn is not None
    assert table.state.turn.seat == 2
    assert table.top == f.React(0, "any_turn")
    table.when(c.Announce("g09:1")).then(e.GloryAnnounced(0, "any_turn", "g09:1"))


@pytest.mark.rule("MM-210", "MM-212", "MM-K03")
def test_a_card_that_has_lost_its_use_when_it_is_due_is_shown_and_kept() -> None:
    table = at_the_end_of_turn_one(glory={0: ("g09:1",), 1: ("g09:2",)}, bounties={2: {"french": 4}})
    table.when(c.Announce("g09:2"))
    table.when(c.Announce("g09:1"))
    # The first card brings the fifth bounty, so that the second can do nothing.
    table.when(c.PlayAnnounced()).then(e.BountyChanged(2, "french", 1, 5), e.GloryWithdrawn(0, "g09:1"))
    assert table.seat(0).glory == ("g09:1",)
    assert table.seat(0).announced is None


@pytest.mark.rule("MM-210", "MM-212")
@pytest.mark.parametrize("bounties", [{}, {1: {"french": 5}}])
def test_a_card_cannot_be_played_when_it_is_due_but_has_no_use(bounties: dict[int, dict[str, int]]) -> None:
    table = given(glory={0: ("g09:1",)}, bounties=bounties)
    table.after(
        e.FrameOpened(f.Window("any_turn", (0,), asked=1, announced=(0,))),
        e.GloryAnnounced(0, "any_turn", "g09:1"),
        e.FrameOpened(f.ResolveCard(0, "any_turn")),
    )
    table.when(c.PlayAnnounced()).refused("condition_not_met")
    table.when(c.WithdrawCard()).then(e.GloryWithdrawn(0, "g09:1"))
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-209")
def test_a_battle_that_a_card_has_ended_offers_no_more_windows() -> None:
    table = at_havana(1, windows="uniform", glory={0: ("g01:1",), 1: ("g17:1", "g01:2")})
    table.when(c.ScoutCaptain(1))
    table.when(c.Pass(), *FOUND)
    table.when(c.Pass())
    assert table.top == f.React(0, "combat_before_first_round")
    table.when(c.Pass())
    table.when(c.Announce("g17:1"))
    attempt = table.when(c.PlayAnnounced())
    assert not attempt.count(e.ReactionPassed)
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-208", "MM-211")
def test_a_played_card_leaves_the_hand_for_the_discard_pile() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, glory={0: ("g12:1", "g01:1")})
    table.when(c.Announce("g12:1"))
    assert table.seat().glory == ("g12:1", "g01:1")
    table.when(c.PlayAnnounced()).then(e.GloryPlayed(0, "g12:1"))
    assert table.seat().glory == ("g01:1",)
    assert table.state.glory.discard == ("g12:1",)
    # In a battle cards of the own turn wait.
    table.when(c.PlayGlory("g01:1")).refused("wrong_decision")
