"""What is said of each command, and what its preview tells, position by position."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.texts.names import skill
from tests.support.sentences import Sayings, assert_said

from .catalogue import PORT_ROYAL
from .scenario import (
    ADMIRALS,
    FLUTE,
    FRIGATE,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PIRATE,
    PRIESTS,
    PRIESTS_AND_SETTLER,
    SAILOR,
    SETTLERS,
    SKIFF,
    TWO_PRIESTS,
    Table,
    given,
)

OTHER_PINACE = "pinace-1-1:2"
SAILORS = ("sailor-3-1:2", "sailor-5-2:1", "sailor-7-3:1")


def repelling(*harbour: str) -> Table:
    """Seat 1 is active, and has more strength than the starting seat."""
    persons = {0: (SAILOR,), 1: (PIRATE,)}
    table = given(seats=3, active=1, persons=persons, harbour=harbour, next_cards=("flute-2-2:1",))
    return table.do(1, c.RevealCard())


def takes(ship_types: int, takes: int) -> dict[str, int]:
    return {"ship_types": ship_types, "takes": takes}


DISCOVERING: dict[str, Sayings] = {
    "the first reveal": (
        lambda: given(),
        {c.RevealCard(): ("Reveal the next card: no risk of a bust.", {"bust_chance": 0.0, "reshuffles": False})},
    ),
    "with a Ship in the harbour": (
        lambda: given(harbour=(PINACE,)),
        {
            # 9 Pinaces among the 109 cards that nobody sees.
            c.RevealCard(): ("Reveal the next card: 8% risk of a bust.", {"bust_chance": 0.0826, "reshuffles": False}),
            c.StopDiscovering(): ("Stop revealing: you may take up to 1 card.", takes(1, 1)),
        },
    ),
    "with an empty draw deck": (
        lambda: given(harbour=(PINACE,), discard_pile=(OTHER_PINACE, FLUTE), draw_deck=()),
        {
            c.RevealCard(): (
                "Shuffle the discard pile and reveal a card: 50% risk of a bust.",
                {"bust_chance": 0.5, "reshuffles": True},
            )
        },
    ),
    "with nothing but a bust to come": (
        lambda: given(harbour=(PINACE,), discard_pile=(OTHER_PINACE,), draw_deck=()),
        {
            c.RevealCard(): (
                "Shuffle the discard pile and reveal a card: sure to be a bust.",
                {"bust_chance": 1.0, "reshuffles": True},
            )
        },
    ),
    "with an empty harbour": (
        lambda: given(next_cards=(TWO_PRIESTS,)).do(0, c.RevealCard()),
        {c.StopDiscovering(): ("Stop revealing: the harbour is empty, with nothing to take.", takes(0, 1))},
    ),
    "with Governors": (
        lambda: given(persons={0: GOVERNORS[:2]}, harbour=(PINACE, FLUTE, SKIFF, FRIGATE)),
        {c.StopDiscovering(): ("Stop revealing: you may take up to 4 cards.", takes(4, 4))},
    ),
    "with more takes than cards": (
        lambda: given(persons={0: GOVERNORS[:2]}, harbour=(PINACE, FLUTE)),
        {c.StopDiscovering(): ("Stop revealing: you may take up to 2 cards.", takes(2, 3))},
    ),
    "a Ship that can be repelled": (
        repelling,
        {
            c.RepelShip(card="flute-2-2:1"): (
                "Repel the Flute (2 coins, strength 2): you have strength 2.",
                {"ship_strength": 2, "seat_strength": 2},
            ),
            c.KeepShip(card="flute-2-2:1"): (
                "Keep the Flute (2 coins, strength 2): it goes to the harbour.",
                {"keeping_busts": False},
            ),
        },
    ),
    "a second Ship of its type": (
        lambda: repelling(FLUTE),
        {
            c.KeepShip(card="flute-2-2:1"): (
                "Keep the Flute (2 coins, strength 2), which is a bust: its type already lies in the harbour.",
                {"keeping_busts": True},
            )
        },
    ),
}


def hire(price: int, influence: int, after: int, fee: int = 0) -> dict[str, int]:
    paid = {"price": price, "fee": fee, "income": 0}
    return {"coins": -price - fee, "influence": influence, **paid, "influence_after": after}


def loot(income: int, fee: int = 0) -> dict[str, int]:
    return {"coins": income - fee, "price": 0, "fee": fee, "income": income}


TAKING: dict[str, Sayings] = {
    "the active seat": (
        lambda: given(
            persons={0: (MADEMOISELLES[0], "trader-flute-3-1:1")},
            coins={0: 9},
            harbour=("flute-2-2:1", "galleon-4-skull:1", *SAILORS),
        ).do(0, c.StopDiscovering()),
        {
            c.LootShip(card="flute-2-2:1"): ("Loot the Flute: you draw 3 coins.", loot(3)),
            c.LootShip(card="galleon-4-skull:1"): ("Loot the Galleon: you draw 4 coins.", loot(4)),
            c.HirePerson(card=SAILORS[0]): ("Hire the Sailor for 2 coins: 1 influence point; strength 1.", hire(2, 1, 4)),
            c.HirePerson(card=SAILORS[1]): ("Hire the Sailor for 4 coins: 2 influence points; strength 1.", hire(4, 2, 5)),
            c.HirePerson(card=SAILORS[2]): ("Hire the Sailor for 6 coins: 3 influence points; strength 1.", hire(6, 3, 6)),
            c.FinishTaking(): ("Take no more cards.", {"takes_left": 1}),
        },
    ),
    "another seat": (
        lambda: given(
            persons={1: (PIRATE,)}, coins={1: 9}, harbour=("flute-2-2:1", GOVERNORS[0], PINACE, FRIGATE, SKIFF)
        ).do(0, c.StopDiscovering(), c.FinishTaking()),
        {
            c.LootShip(card="flute-2-2:1"): ("Loot the Flute: you draw 2 coins, for a fee of 1 coin.", loot(2, fee=1)),
            c.HirePerson(card=GOVERNORS[0]): (
                "Hire the Governor for 8 coins and a fee of 1 coin: no influence points; 1 card more to take.",
                hire(8, 0, 1, fee=1),
            ),
            c.FinishTaking(): ("Take no more cards.", {"takes_left": 1}),
        },
    ),
    # The card in the draw deck and the Ship itself, which is shuffled, are all there is to draw.
    "piles that cannot pay a Ship": (
        lambda: given(harbour=("galleon-4-skull:1",), draw_deck=(PINACE,)).do(0, c.StopDiscovering()),
        {c.LootShip(card="galleon-4-skull:1"): ("Loot the Galleon: you draw 2 coins.", loot(2))},
    ),
    "piles that can just pay one": (
        lambda: given(harbour=("galleon-4-skull:1",), discard_pile=(FLUTE, SKIFF), draw_deck=(PINACE,)).do(
            0, c.StopDiscovering()
        ),
        {c.LootShip(card="galleon-4-skull:1"): ("Loot the Galleon: you draw 4 coins.", loot(4))},
    ),
}


def completion(coins: int, influence: int, after: int) -> dict[str, int]:
    return {"coins": coins, "influence": influence, "influence_after": after}


COMPLETING: dict[str, Sayings] = {
    "requests": (
        lambda: given(
            persons={0: (*PRIESTS[:2], SETTLERS[0], JACKS[0], PIRATE)}, requests=(TWO_PRIESTS, PRIESTS_AND_SETTLER)
        ),
        {
            c.CompleteExpedition(request=TWO_PRIESTS, discards=PRIESTS[:2]): (
                "Complete the Expedition Request for 2 Priests, giving up Priest and Priest:"
                " 3 coins and no influence points more (2 for 2 given up).",
                completion(3, 0, after=5),
            ),
            c.CompleteExpedition(request=PRIESTS_AND_SETTLER, discards=(PRIESTS[0], SETTLERS[0], JACKS[0])): (
                "Complete the Expedition Request for 2 Priests and 1 Settler, giving up Priest, Settler and Jack of all"
                " Trades: 3 coins and 2 influence points more (5 for 3 given up).",
                completion(3, 2, after=7),
            ),
        },
    ),
    # The same request pays otherwise in the other deck.
    "a request of Port Royal": (
        lambda: given(deck=PORT_ROYAL, persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,)),
        {
            c.CompleteExpedition(request=TWO_PRIESTS, discards=PRIESTS[:2]): (
                "Complete the Expedition Request for 2 Priests, giving up Priest and Priest:"
                " 2 coins and 2 influence points more (4 for 2 given up).",
                completion(2, 2, after=4),
            )
        },
    ),
    "the window after a bust": (
        lambda: given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=(OTHER_PINACE,)).do(
            0, c.RevealCard()
        ),
        {c.EndTurn(): ("End the turn.", {})},
    ),
}
ALL = {**DISCOVERING, **TAKING, **COMPLETING}


@pytest.mark.rule("MC-149")
@pytest.mark.parametrize("position", ALL)
def test_what_is_said_of_commands(position: str) -> None:
    assert_said(GAME, ALL[position])


def test_every_command_is_described_in_these_tests() -> None:
    assert {type(command) for _, said in ALL.values() for command in said} == set(GAME.types.commands)


@pytest.mark.parametrize(
    ("person", "words"),
    [
        ("trader-galleon-3-1:1", "1 coin more from each Galleon you loot"),
        (SETTLERS[0], "serves as a Settler in requests"),
        ("captain-4-1:1", "serves as a Captain in requests"),
        (PRIESTS[0], "serves as a Priest in requests"),
        (JACKS[0], "serves as anybody in requests"),
        (SAILOR, "strength 1"),
        (PIRATE, "strength 2"),
        (MADEMOISELLES[0], "Persons cost you 1 coin less"),
        (JESTERS[0], "1 coin for an empty harbour or a bust"),
        (ADMIRALS[0], "2 coins for a harbour of 5 cards or more"),
        (GOVERNORS[0], "1 card more to take"),
    ],
)
def test_the_skill_of_each_person(person: str, words: str) -> None:
    assert skill(person) == words
