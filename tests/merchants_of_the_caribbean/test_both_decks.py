"""Chapter 18, MC-V11: scenes that must come out alike with either deck."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME

from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    ADMIRALS,
    FIVE_SHIPS,
    FLUTE,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    Table,
    given,
    plain,
)

ALIKE = {"target_influence": 50, "expedition_required": True, "jester_pays_active_on_empty_harbour": True}


def repelling(deck: str) -> Table:
    table = given(deck=deck, options=ALIKE, persons={0: (SAILOR,)}, harbour=(PINACE,), next_cards=("pinace-1-1:2", FLUTE))
    return table.do(0, c.RevealCard(), c.RepelShip(card="pinace-1-1:2"), c.RevealCard(), c.KeepShip(card=FLUTE))


def busting(deck: str) -> Table:
    return given(
        deck=deck, options=ALIKE, persons={0: JESTERS[:1], 1: JESTERS[1:3]}, harbour=(PINACE,), next_cards=("pinace-1-1:2",)
    ).do(0, c.RevealCard())


def taxing(deck: str) -> Table:
    return given(deck=deck, options=ALIKE, coins={0: 11, 1: 15}, persons={0: (SAILOR,)}, next_cards=(TAX,)).do(
        0, c.RevealCard()
    )


def taking(deck: str) -> Table:
    table = given(
        deck=deck,
        options=ALIKE,
        persons={0: (ADMIRALS[0], MADEMOISELLES[0], "trader-flute-3-1:1"), 1: (GOVERNORS[0],)},
        coins={0: 6, 1: 9},
        harbour=(*FIVE_SHIPS, SETTLERS[0], SAILOR),
    )
    table.do(0, c.StopDiscovering(), c.LootShip(card=FLUTE), c.HirePerson(card=SAILOR), c.FinishTaking())
    return table.do(1, c.HirePerson(card=SETTLERS[0]), c.LootShip(card=PINACE))


def completing(deck: str) -> Table:
    # The request for two Priests and a Settler pays the same with both decks.
    request = "expedition-2-priest-1-settler:1"
    persons = (PRIESTS[0], JACKS[0], SETTLERS[0])
    table = given(deck=deck, options=ALIKE, persons={0: persons}, requests=(request, TWO_PRIESTS), harbour=(SKIFF,))
    return table.do(0, table.completion(request, *persons))


@pytest.mark.rule("MC-V11")
@pytest.mark.parametrize("scene", [repelling, busting, taxing, taking, completing])
def test_all_other_rules_are_the_same_with_both_decks(scene: Callable[[str], Table]) -> None:
    tables = [scene(deck) for deck in (MERCHANTS, PORT_ROYAL)]
    stories = []
    for table in tables:
        turn = max(place for place, event in enumerate(table.events) if isinstance(event, e.TurnStarted) and event.seat == 0)
        stories.append([comparable(event) for event in table.events[turn:]])
    assert stories[0] == stories[1]
    assert len(stories[0]) > 3


def comparable(event: e.Event) -> dict[str, object]:
    """An event without what differs between the decks: points of requests, and which card serves as which coin."""
    fields: dict[str, object] = plain(GAME.gate.redact(event, None))
    for name in ("draw_deck_size", "influence_after", "cards"):
        fields.pop(name, None)
    return fields
