"""What is played for a seat whose player is gone."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean.bots.stand_in import ORDER
from domain.merchants_of_the_caribbean.game import GAME
from tradewinds.testing import Chance

from .scenario import FLUTE, PINACE, PRIESTS, SAILOR, SETTLERS, SKIFF, TWO_PRIESTS, Table, given, new_game

OTHER_PINACE = "pinace-1-1:2"
POSITIONS = {
    "nothing revealed yet": (lambda: given(), c.RevealCard()),
    "no other way on with a request": (lambda: given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,)), c.RevealCard()),
    "a card in the harbour": (lambda: given(harbour=(PINACE,)), c.StopDiscovering()),
    "a Ship that may stay": (
        lambda: given(persons={0: (SAILOR,)}, next_cards=(PINACE,)).do(0, c.RevealCard()),
        c.RepelShip(card=PINACE),
    ),
    "a Ship that would ruin": (
        lambda: given(persons={0: (SAILOR,)}, harbour=(PINACE,), next_cards=(OTHER_PINACE,)).do(0, c.RevealCard()),
        c.RepelShip(card=OTHER_PINACE),
    ),
    "cards to take": (lambda: given(harbour=(PINACE, FLUTE, SKIFF)).do(0, c.StopDiscovering()), c.FinishTaking()),
    "cards of another's harbour": (
        lambda: given(harbour=(PINACE, SETTLERS[0])).do(0, c.StopDiscovering(), c.FinishTaking()),
        c.FinishTaking(),
    ),
    "after a bust": (
        lambda: given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=(OTHER_PINACE,)).do(
            0, c.RevealCard()
        ),
        c.EndTurn(),
    ),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_it_takes_nothing_and_risks_nothing_that_need_not_be(position: str) -> None:
    arranged, command = POSITIONS[position]
    assert given_by_stand_in(arranged()) == command


def given_by_stand_in(table: Table) -> c.Command:
    seat = table.awaited_seat
    return GAME.bots.stand_in(table.view, seat, table.legal(seat))


def test_only_what_takes_or_gives_up_something_stands_in_no_place_of_its_order() -> None:
    assert set(GAME.types.commands) - set(ORDER) == {c.LootShip, c.HirePerson, c.CompleteExpedition}


@pytest.mark.parametrize("seats", [2, 4])
def test_turns_played_so_come_to_an_end_with_one_reveal_that_stays(seats: int) -> None:
    table = new_game(seats=seats, seed=seats)
    table.rng = Chance(seats)
    while not table.over and table.view.round < 6:
        command = given_by_stand_in(table)
        if isinstance(command, c.RevealCard):
            assert table.view.reveals == 0, "a second card is a needless risk"
        table.do(table.awaited_seat, command)
    assert [seat.persons for seat in table.view.seats] == [()] * seats
