"""Chapter 3: turn order."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import FinishTaking, LootShip, RevealCard, StopDiscovering
from domain.merchants_of_the_caribbean.options import Options

from .scenario import FLUTE, PINACE, SKIFF, TAX, given, new_game


@pytest.mark.rule("MC-023", "MC-024", "MC-C13")
def test_a_round_is_one_turn_of_every_seat_from_the_starting_seat_on() -> None:
    table = new_game(seats=3, options=Options(starting_seat=2))
    for _ in range(7):
        table.pass_turn()
    rounds_and_turns = [event for event in table.events if isinstance(event, e.RoundStarted | e.TurnStarted)]
    assert rounds_and_turns == [
        e.RoundStarted(round=1),
        e.TurnStarted(round=1, seat=2),
        e.TurnStarted(round=1, seat=0),
        e.TurnStarted(round=1, seat=1),
        e.RoundStarted(round=2),
        e.TurnStarted(round=2, seat=2),
        e.TurnStarted(round=2, seat=0),
        e.TurnStarted(round=2, seat=1),
        e.RoundStarted(round=3),
        e.TurnStarted(round=3, seat=2),
        e.TurnStarted(round=3, seat=0),
    ]


@pytest.mark.rule("MC-025")
def test_the_active_player_stays_active_while_others_take() -> None:
    table = given(seats=3, harbour=(PINACE, FLUTE, SKIFF))
    assert table.active_seat == 0
    table.do(0, StopDiscovering(), LootShip(card=PINACE))
    assert (table.awaited_seat, table.active_seat) == (1, 0)
    table.do(1, LootShip(card=FLUTE))
    assert (table.awaited_seat, table.active_seat) == (2, 0)
    table.do(2, FinishTaking())
    assert table.active_seat == 1


@pytest.mark.rule("MC-026", "MC-028")
def test_discover_comes_before_loot_and_hire_and_is_not_resumed() -> None:
    table = given(seats=2, harbour=(PINACE, FLUTE))
    assert table.decision_kind == "discover"
    table.when(0, LootShip(card=PINACE)).refused("wrong_decision")
    table.do(0, StopDiscovering())
    assert table.decision_kind == "active_take"
    table.when(0, RevealCard()).refused("wrong_decision")
    table.when(0, StopDiscovering()).refused("wrong_decision")
    table.do(0, LootShip(card=PINACE))
    assert table.decision_kind == "other_take"
    table.when(0, RevealCard()).refused("not_your_turn")
    table.when(1, RevealCard()).refused("wrong_decision")


@pytest.mark.rule("MC-027")
def test_a_bust_cancels_loot_and_hire() -> None:
    table = given(seats=2, harbour=(PINACE, FLUTE), next_cards=("pinace-1-1:2",))
    table.when(0, RevealCard()).never(e.TakingStarted, e.TakingFinished)
    assert (table.active_seat, table.decision_kind) == (1, "discover")


@pytest.mark.rule("MC-027", "MC-036")
def test_loot_and_hire_takes_place_even_with_an_empty_harbour() -> None:
    table = given(seats=3, persons={1: ("jester-5-1:1",)}, next_cards=(TAX,)).do(0, RevealCard())
    assert table.view.harbour == ()
    attempt = table.when(0, StopDiscovering())
    started = [event for event in attempt.events if isinstance(event, e.TakingStarted)]
    assert [(event.seat, event.harbour_size) for event in started] == [(0, 0), (1, 0), (2, 0)]
