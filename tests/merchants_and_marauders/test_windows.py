"""Chapter 22.3: reaction windows. When they open, who is asked in which order, and how they end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.game import Hidden, Rejected
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import GLORY
from domain.merchants_and_marauders.decisions import check
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.state import to_act
from domain.merchants_and_marauders.view.redactions import redact

from .fights import FOUND, at_havana, duel
from .scenario import SKULL, Attempt, given
from .timings import WINDOW_TIMINGS

WON = (SKULL, 1, 1, 1, 1, 1)


def holding(seats: int) -> dict[int, tuple[str, ...]]:
    """A card of the own turn for each seat: it fits no window."""
    return {seat: (card,) for seat, card in zip(range(seats), ("g01:1", "g01:2", "g02:1", "g05:1"), strict=False)}


def windows_in(attempt: Attempt) -> list[tuple[str, int]]:
    """The windows that were answered: timing and seat."""
    return [(event.timing, event.seat) for event in attempt.events if isinstance(event, e.ReactionPassed)]


def opened(attempt: Attempt, kind: type[f.Frame]) -> int:
    return sum(isinstance(event, e.FrameOpened) and isinstance(event.frame, kind) for event in attempt.events)


# Which windows there are


@pytest.mark.rule("MM-K16")
def test_windows_are_the_timings_of_glory_cards_that_no_own_decision_has() -> None:
    own = {"own_turn", "own_turn_at_sea", "port_action", "before_buy", "hire"}
    assert set(WINDOW_TIMINGS) == {card.timing for card in GLORY.values()} - own


@pytest.mark.rule("MM-K17", "MM-214", "MM-K12", "MM-K01")
def test_both_ends_of_a_turn_ask_every_living_captain_from_the_active_seat() -> None:
    table = given(seats=4, windows="uniform", glory=holding(4), dead=(2,))
    table.when(c.EndTurn())
    table.when(c.Pass())
    order = []
    while isinstance(table.top, f.React):
        assert to_act(table.state) == (table.top.seat,)
        table.when(c.Pass(), seat=(table.top.seat + 1) % 4).refused("not_your_turn")
        order.append((table.top.timing, table.top.seat))
        table.when(c.Pass())
    # The end of the turn of seat 0, then the start of that of seat 1; seat 2 has no captain.
    assert order == [("any_turn", seat) for seat in (0, 1, 3, 1, 3, 0)]
    assert table.top == f.TakeAction(1)


@pytest.mark.rule("MM-396")
def test_a_turn_that_ends_by_death_or_retirement_has_its_closing_window() -> None:
    dead = duel(1, 1, 1, SKULL, 1, 1, SKULL, windows="uniform", damage={0: ("hull",)})
    dead.after(e.GloryDrawn(1, "g01:1"))
    dead.passing(1)
    dead.when(c.AssignX("hull"))
    attempt = dead.when(c.DeclineReward())
    attempt.then(e.ReactionPassed(1, "any_turn", "forced", "end", 0), e.CaptainTurnEnded(0))
    retired = given(windows="uniform", glory={0: ("g01:1",), 1: ("g01:2",)})
    retired.passing(0, 1)
    attempt = retired.when(c.Retire())
    attempt.then(e.ReactionPassed(1, "any_turn", "forced", "end", 0), e.CaptainTurnEnded(0))
    # The captain who has retired has no window any more.
    assert windows_in(attempt)[0] == ("any_turn", 1)


@pytest.mark.rule("MM-K17", "MM-K24")
def test_a_storm_asks_every_living_captain_from_the_starting_seat() -> None:
    table = given(seats=4, windows="uniform", glory=holding(4), next_events=("gale",))
    # The order of turns begins with seat 2 from now on.
    table.after(e.TurnOrderDrawn((2, 3, 0, 1)))
    table.passing(0, 1, 2, 3)
    while not (attempt := table.when(table.legal()[-1])).count(e.EventDrawn):
        assert isinstance(table.top, f.TakeAction | f.HireByDeed)
    assert [seat for timing, seat in windows_in(attempt) if timing == "event"] == [2, 3, 0, 1]


@pytest.mark.rule("MM-K17")
def test_an_event_without_storm_asks_nobody() -> None:
    table = given(windows="uniform", glory={0: ("g35:1",)}, next_events=("fever",))
    table.passing(0)
    while not (attempt := table.when(table.legal()[-1])).count(e.EventDrawn):
        pass
    assert "event" not in {timing for timing, _ in windows_in(attempt)}


@pytest.mark.rule("MM-K18", "MM-414")
def test_scouting_and_raids_ask_only_the_active_seat() -> None:
    table = given(
        windows="uniform",
        at_sea={0: "havana", 1: "havana"},
        merchants={"havana": "english"},
        glory=holding(2),
        next_cargo=("cocoa_1", "cocoa_4", "rum_1"),
    )
    table.passing(0)
    found = table.when(c.ScoutMerchant("roll"), SKULL)
    assert windows_in(found) == [("scout_before_roll", 0), ("scout_after_roll", 0)]
    raid = table.when(c.RaidAs("english"), 1, 1, 1)
    assert windows_in(raid) == [("raid_before_draw", 0), ("raid_after_roll", 0), ("raid_after_success", 0)]


@pytest.mark.rule("MM-K20", "MM-K19", "MM-394")
def test_naval_combat_asks_the_aggressor_first_and_the_target_once_a_volley() -> None:
    table = at_havana(1, 2, seats=3, windows="uniform", ships=("frigate", "frigate", "sloop"), glory=holding(3))
    table.passing(0, 1, 2)
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=WON, hits=(1, 1, 2))
    assert (
        windows_in(attempt)
        == [
            ("scout_before_roll", 0),
            ("scout_after_roll", 0),
            ("combat_before_first_round", 0),
            ("combat_before_first_round", 1),
            ("combat_before_contest", 0),
            ("combat_before_contest", 1),
            ("combat_after_contest", 0),
            ("combat_after_contest", 1),
            ("combat_after_location", 0),
            ("combat_after_location", 1),
            ("hit_received", 1),
        ]
        or windows_in(attempt)[2:4] == []
    )


@pytest.mark.rule("MM-K20", "MM-394")
def test_crew_combat_asks_before_its_first_round_each_roll_and_after_rounds() -> None:
    table = at_havana(1, windows="uniform", glory=holding(2))
    table.passing(0, 1)
    table.when(c.ScoutCaptain(1), *FOUND)
    while not isinstance(table.top, f.Declare):
        table.when(table.legal()[0])
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, crew=(1, 1, 1, 1, 1, SKULL, SKULL, 1, 1, 1))
    crew = [(timing, seat) for timing, seat in windows_in(attempt) if timing.startswith("crew")]
    before, roll, after = "crew_before_first_round", "crew_before_roll", "crew_after_round"
    # The second round decides the fight: nothing comes after it.
    assert crew == [(timing, seat) for timing in (before, roll, after, roll) for seat in (0, 1)]


@pytest.mark.rule("MM-394", "MM-253")
def test_an_npc_side_has_no_windows_and_its_controller_none_for_it() -> None:
    table = at_havana(npc="dutch", windows="uniform", glory={1: ("g18:1", "g12:1")})
    attempt = table.when(c.ScoutNpc("dutch"), *FOUND)
    assert not opened(attempt, f.React)
    assert table.top == f.Declare(0, 0)


@pytest.mark.rule("MM-238", "MM-394")
def test_a_battle_that_an_npc_begins_has_its_windows_too() -> None:
    table = at_havana(
        1, npc="dutch", windows="uniform", at_sea={0: "nassau", 1: "havana"}, bounties={1: {"dutch": 1}}, glory=holding(2)
    )
    table.passing(0, 1)
    table.when(c.EndTurn())
    # The turn of seat 1 begins with him in the zone of a ship that hunts him.
    attempt = table.when(c.Pass(), SKULL)
    attempt.then(e.CaptainTurnStarted(1, 2), e.BattleStarted("dutch", 1, 0))
    fought = [pair for pair in windows_in(attempt) if pair[0].startswith("combat")]
    assert fought[:2] == [("combat_before_first_round", 1), ("combat_before_contest", 1)]


@pytest.mark.rule("MM-K21")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_without_a_card_in_any_hand_no_window_opens(windows: str) -> None:
    table = given(windows=windows, at_sea={0: "havana", 1: "havana"})
    fought = table.when(c.ScoutCaptain(1), *FOUND)
    assert not opened(fought, f.Window)
    table.when(c.Shoot())
    assert not opened(table.when(c.Shoot(), *WON), f.Window)
    calm = given(windows=windows)
    assert not opened(calm.when(c.EndTurn()), f.Window)


# Who is asked


@pytest.mark.rule("MM-390", "MM-K03", "MM-393")
def test_in_uniform_windows_every_holder_is_asked_and_all_passes_look_alike() -> None:
    table = given(windows="uniform", glory={0: ("g01:1",), 1: ("g09:1",)}, bounties={0: {"french": 1}})
    table.when(c.EndTurn())
    table.when(c.Pass())
    # Seat 0 can play nothing and is asked all the same.
    assert table.top == f.React(0, "any_turn")
    assert table.legal() == [c.Pass()]
    forced = table.when(c.Pass())
    forced.then(e.ReactionPassed(0, "any_turn", "forced", "end", 0))
    assert table.top == f.React(1, "any_turn")
    chosen = table.when(c.Pass())
    chosen.then(e.ReactionPassed(1, "any_turn", "chosen", "end", 0))
    for passed in (forced.happens(e.ReactionPassed), chosen.happens(e.ReactionPassed)):
        assert redact(passed, passed.seat) == passed
        for viewer in (None, 1 - passed.seat):
            assert redact(passed, viewer) == replace(passed, kind=Hidden(1)), "the kind is seen by the owner alone"


@pytest.mark.rule("MM-390")
def test_in_uniform_windows_who_holds_no_card_is_not_asked() -> None:
    table = given(windows="uniform", glory={1: ("g01:1",)})
    table.when(c.EndTurn())
    assert table.top == f.React(1, "any_turn")
    table.when(c.Pass())
    assert table.top == f.React(1, "any_turn"), "at the start of the next turn"
    table.when(c.Pass())
    assert table.top == f.TakeAction(1)


@pytest.mark.rule("MM-391")
def test_in_holders_only_who_can_play_nothing_is_not_asked() -> None:
    table = given(seats=3, glory={0: ("g01:1",), 1: ("g09:1",), 2: ("g09:2",)}, bounties={1: {"french": 1}})
    attempt = table.when(c.EndTurn())
    assert not attempt.count(e.ReactionPassed)
    # Seat 1 has the only bounty, so seat 2 alone can raise one.
    assert table.top == f.React(2, "any_turn")


@pytest.mark.rule("MM-395")
def test_weapons_modifications_and_specialists_ask_their_owner_alone() -> None:
    bare = duel(*WON, 1, windows="uniform")
    assert bare.top == f.Declare(0, 0)
    armed = duel(*WON, 1, windows="uniform", weapons={1: ("chain_shot",)}, specialists={1: ("g38:1",)})
    assert armed.top == f.Declare(0, 0), "the loser of the contest rolled no location die"
    both = duel(SKULL, 1, 1, SKULL, 1, 1, 1, 1, weapons={1: ("chain_shot",)}, specialists={1: ("g38:1",)})
    assert both.top == f.Reroll(1, 1, "gunner_captain", "location", most=1)
    both.when(c.KeepDice())
    assert both.top == f.Volley(1, 1)


@pytest.mark.rule("MM-207", "MM-K10")
def test_announcing_is_refused_in_the_order_of_the_table() -> None:
    hand = ("g01:1", "g09:1", "g09:2", "g12:1")
    table = given(windows="uniform", glory={1: hand}, bounties={0: {"french": 1}})
    table.when(c.EndTurn())
    assert table.top == f.React(1, "any_turn")
    table.when(c.Announce("g03:1")).refused("not_in_hand")
    table.when(c.Announce("g01:1")).refused("wrong_timing")
    table.when(c.Announce("g12:1")).refused("wrong_timing")
    # A fifth card is discarded before any is announced.
    five = evolve(table.state, e.GloryDrawn(1, "g22:1"))
    with pytest.raises(Rejected) as refusal:
        check(five, 1, c.Announce("g09:1"))
    assert refusal.value.code == "hand_over_limit"
    table.when(c.Announce("g09:1"))
    table.when(c.WithdrawCard())
    table.when(c.Announce("g09:1")).refused("withdrawn_before")
