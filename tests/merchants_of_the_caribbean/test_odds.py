"""The chance of a bust with the next reveal, held against the cards that may really come."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.odds import bust_chance, next_cards

from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import FLUTE, PINACE, PIRATE, SAILOR, SKIFF, Seeded, Table, given, new_game

Options = GAME.types.options


def may_come(table: Table) -> list[str]:
    """By the ledger, which sees everything: the cards of which any may be the next to be turned up."""
    ledger = table.ledger
    if not ledger.draw_deck:
        return ledger.discard_pile
    coins = [card for coins in ledger.coins for card in coins]
    return [*ledger.draw_deck, *(card for card in coins if card not in ledger.known_coins)]


def busts(table: Table, card: str) -> bool:
    """Whether the active seat would be ruined by this card although it repels what it can (MC-039, MC-040, MC-070)."""
    facts, ledger = table.ledger.card(card), table.ledger
    if facts["kind"] != "ship" or facts["type"] not in ledger.ship_types():
        return False
    return facts["strength"] is None or facts["strength"] > ledger.strength(table.active_seat)


def true_chance(table: Table) -> float:
    cards = may_come(table)
    return sum(busts(table, card) for card in cards) / len(cards) if cards else 0.0


@pytest.mark.rule("MC-070")
@pytest.mark.parametrize(
    ("persons", "ruinous"),
    [
        ((), 9),  # All other Pinaces.
        ((SAILOR,), 6),  # Not those of strength 1, two of which are left, and one that pays 2.
        ((PIRATE,), 3),  # Not the three of strength 2 either.
        ((PIRATE, "pirate-7-2:1"), 0),  # None is stronger than 4.
    ],
)
def test_ships_that_the_seat_can_repel_are_no_busts(persons: tuple[str, ...], ruinous: int) -> None:
    table = given(persons={0: persons, 1: ()}, harbour=(PINACE,))
    assert bust_chance(table.view) == ruinous / len(may_come(table))


@pytest.mark.rule("MC-040", "MC-070")
def test_a_skull_is_a_bust_whatever_the_strength() -> None:
    strong = (PIRATE, "pirate-7-2:1", "pirate-9-3:1", SAILOR, "sailor-5-2:1")
    table = given(persons={0: strong}, harbour=("galleon-1-2:1",))
    assert table.strength(0) == 8
    assert bust_chance(table.view) == 2 / len(may_come(table))


@pytest.mark.rule("MC-133", "MC-134")
def test_whatever_nobody_sees_may_be_on_top() -> None:
    table = given(seats=3, coins={1: 9}, harbour=(PINACE, FLUTE))
    kinds, numbers = next_cards(table.view)
    counted = {card.id: number for card, number in zip(kinds.cards, numbers, strict=True) if number}
    assert counted == Counter(card.rpartition(":")[0] for card in may_come(table))
    assert sum(numbers) == table.draw_deck_size + sum(table.all_coins())


@pytest.mark.rule("MC-I05")
def test_a_ship_that_waits_to_be_repelled_cannot_come_again() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(FLUTE,), next_cards=(PINACE,)).do(0, c.RevealCard())
    assert table.view.revealed_slot == PINACE
    kinds, numbers = next_cards(table.view)
    assert sum(numbers) == len(may_come(table))
    assert dict(zip((card.id for card in kinds.cards), numbers, strict=True))["pinace-1-1"] == len(
        [card for card in may_come(table) if card.startswith("pinace-1-1")]
    )


@pytest.mark.rule("MC-114", "MC-136")
def test_with_an_empty_draw_deck_the_discard_pile_comes() -> None:
    table = given(harbour=(PINACE,), discard_pile=("pinace-1-1:2", FLUTE, SKIFF), draw_deck=())
    assert bust_chance(table.view) == 1 / 3


@pytest.mark.rule("MC-153")
def test_after_a_reshuffle_the_coins_from_before_cannot_come() -> None:
    table = given(discard_pile=(PINACE, "pinace-1-1:2", SKIFF), draw_deck=())
    table.rng = Seeded(1)
    table.do(0, c.RevealCard())
    assert (table.view.ship_types, table.draw_deck_size) == (("pinace",), 2)
    assert bust_chance(table.view) == 1 / 2, "the other Pinace and the Skiff are left"


@pytest.mark.rule("MC-153", "MC-116")
def test_what_was_left_of_the_draw_deck_is_known_too() -> None:
    # Two coins: the Pinace left in the draw deck, and one of the three cards that are shuffled.
    table = given(seats=3, harbour=("galleon-2-4:1",), discard_pile=(FLUTE, SKIFF), draw_deck=(PINACE,))
    table.rng = Seeded(1)
    table.do(0, c.StopDiscovering(), c.LootShip(card="galleon-2-4:1"))
    assert PINACE in table.view.known_coins
    kinds, numbers = next_cards(table.view)
    assert {card.id for card, number in zip(kinds.cards, numbers, strict=True) if number} == {
        "galleon-2-4",
        "flute-1-1",
        "skiff-1-1",
    }


@pytest.mark.parametrize(("deck", "seats"), [(MERCHANTS, 2), (MERCHANTS, 4), (PORT_ROYAL, 5)])
def test_the_chance_in_whole_games(deck: str, seats: int) -> None:
    table = new_game(seats=seats, seed=1, options=Options(deck=deck, starting_seat=0))
    choice, looked, reshuffled = random.Random(1), 0, 0
    while not table.over:
        if table.decision_kind == "discover":
            looked += bust_chance(table.view) > 0
            assert bust_chance(table.view) == pytest.approx(true_chance(table))
        table.do(table.awaited_seat, choice.choice(table.legal(table.awaited_seat)))
        reshuffled += bool(table.view.known_coins)
    assert looked > 30
    assert reshuffled > 30
