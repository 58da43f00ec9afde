"""How events are told, single ones and whole commands and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from domain.game import Hidden
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options
from tests.support.sentences import NAMES

from .catalogue import PORT_ROYAL
from .scenario import (
    FLUTE,
    FRIGATE,
    GALLEON,
    GOVERNORS,
    JACKS,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    Table,
    given,
)

COVERED: Any = Hidden(1)
FEWEST = "tax-increase-fewest-influence:1"


def gained(reason: e.GainReason, amount: int = 1, missing: int = 0, seat: int = 0) -> e.CoinsGained:
    return e.CoinsGained(seat=seat, amount=amount, reason=reason, missing=missing, cards=COVERED)


def revealed(card: str, kind: Any) -> e.CardRevealed:
    return e.CardRevealed(seat=1, card=card, kind=kind, draw_deck_size=50)


def finished(winners: tuple[int, ...], *ranking: tuple[int, int, int, int, int]) -> e.GameFinished:
    return e.GameFinished("target_reached", winners, tuple(e.Place(*place) for place in ranking))


SETTING_UP: Mapping[str, Sequence[e.Event]] = {
    "3 players sit down to 110 cards; Ben starts. Anna draws 3 coins to start with.": (
        e.GameSetUp("merchants-110", 1, Options(), 3, 1, Hidden(110)),
        gained("start", 3),
    ),
    "Round 2 begins. It is Cleo's turn.": (e.RoundStarted(2), e.TurnStarted(2, 2)),
}
DISCOVERING: Mapping[str, Sequence[e.Event]] = {
    "Ben reveals: Galleon (1 coin, strength 2).": (revealed(GALLEON, "ship"), e.HarbourCardPlaced(1, GALLEON)),
    "Ben reveals: Frigate (4 coins, skull).": (revealed("frigate-4-skull:1", "ship"),),
    "Ben reveals: Jester (cost 9, 3 points).": (revealed("jester-9-3:1", "person"),),
    "Ben reveals: Governor (cost 8, no points).": (revealed(GOVERNORS[0], "person"),),
    "Ben reveals: Pirate (cost 5, 1 point, strength 2).": (revealed("pirate-5-1:1", "person"),),
    "Ben reveals: Skiff Trader (cost 3, 1 point).": (revealed("trader-skiff-3-1:1", "person"),),
    "Ben reveals: Expedition Request for 2 Priests. The Expedition Request for 2 Priests lies open.": (
        revealed(TWO_PRIESTS, "expedition_request"),
        e.RequestPosted(TWO_PRIESTS),
    ),
    "Ben reveals: Flute (1 coin, strength 1). Ben could repel it. Ben keeps the Flute.": (
        revealed(FLUTE, "ship"),
        e.RepelDecisionOpened(1, FLUTE, 1, 2, False),
        e.HarbourCardPlaced(1, FLUTE),
    ),
    "Ben could repel it. Keeping it would be a bust. Ben repels the Flute.": (
        e.RepelDecisionOpened(1, FLUTE, 1, 2, True),
        e.ShipRepelled(1, FLUTE, 2),
    ),
    "Anna keeps the Flute.": (e.HarbourCardPlaced(0, FLUTE),),
    "The discard pile is shuffled into the draw deck, 7 cards.": (e.DeckReshuffled(7, COVERED),),
    "A second Pinace: bust! The whole harbour is lost, 3 cards. Ben draws 2 coins from Jesters."
    " Anna may still complete requests.": (
        e.BustOccurred(0, PINACE, "pinace", False),
        e.HarbourCleared((FLUTE, SAILOR, PINACE), "bust"),
        gained("jester", 2, seat=1),
        e.BustWindowOpened(0),
    ),
}
TAXES: Mapping[str, Sequence[e.Event]] = {
    "Ben reveals: Tax Increase. Nobody has enough coins to be taxed. Anna draws 1 coin for the most strength.": (
        revealed(TAX, "tax_increase"),
        e.TaxIncreaseStarted(TAX, "most_strength"),
        gained("tax_bonus"),
        e.TaxIncreaseFinished(TAX, (0,)),
    ),
    "Ben is taxed 6 of 13 coins. Anna is taxed 7 of 14 coins. Cleo draws 1 coin for the fewest influence points."
    " Anna draws 1 coin for the fewest influence points.": (
        e.TaxIncreaseStarted(FEWEST, "fewest_influence"),
        e.TaxLevied(1, 13, 6, ()),
        e.TaxLevied(0, 14, 7, ()),
        gained("tax_bonus", seat=2),
        gained("tax_bonus"),
        e.TaxIncreaseFinished(FEWEST, (2, 0)),
    ),
    # A turn with two of them.
    "Nobody has enough coins to be taxed. Anna draws 1 coin for the fewest influence points."
    " Nobody has enough coins to be taxed. Ben draws 1 coin for the most strength.": (
        e.TaxIncreaseStarted(FEWEST, "fewest_influence"),
        gained("tax_bonus"),
        e.TaxIncreaseFinished(FEWEST, (0,)),
        e.TaxIncreaseStarted(TAX, "most_strength"),
        gained("tax_bonus", seat=1),
        e.TaxIncreaseFinished(TAX, (1,)),
    ),
}
TAKING: Mapping[str, Sequence[e.Event]] = {
    "Anna stops with 1 type of Ship. Anna draws 4 coins from Admirals.": (
        e.DiscoveryStopped(0, 1, 1, False),
        e.TakingStarted(0, 1, 5),
        gained("admiral", 4),
    ),
    "Anna stops with no types of Ship, there being no choice.": (e.DiscoveryStopped(0, 0, 1, True),),
    "Ben pays Anna a fee of 1 coin. Ben loots the Skiff. Ben draws 2 coins from the Ship; 1 more are not to be had.": (
        e.FeePaid(1, 0, 1, COVERED),
        e.ShipLooted(1, SKIFF, 3, 0),
        gained("loot", 2, missing=1, seat=1),
    ),
    "Ben hires the Sailor (cost 3, 1 point, strength 1) for 2 coins and has 4 influence points.": (
        e.CoinsPaid(1, 2, "hire", ()),
        e.PersonHired(1, SAILOR, 3, 2, 4),
    ),
    "Anna takes nothing.": (e.TakingFinished(0, 0, False),),
    "Anna takes nothing, there being no choice.": (e.TakingFinished(0, 0, True),),
    "Anna takes no more cards.": (e.TakingFinished(0, 2, False),),
    "Left over and discarded: Frigate (1 coin, strength 1) and Jack of all Trades (cost 6, 1 point).": (
        e.HarbourCleared((FRIGATE, JACKS[0]), "end_of_turn"),
    ),
    "Cleo completes the Expedition Request for 2 Priests with Priest and Jack of all Trades and has 5 influence points."
    " Cleo draws 3 coins for the expedition.": (
        e.ExpeditionCompleted(2, TWO_PRIESTS, (PRIESTS[0], JACKS[0]), 5),
        gained("expedition", 3, seat=2),
    ),
}
ENDING: Mapping[str, Sequence[e.Event]] = {
    "Cleo has 10 influence points: the game ends with this round.": (e.FinalRoundTriggered(2, 10, 4),),
    "Nothing moved in this turn. Play has stalled: 2 turns without a move.": (
        e.TurnEnded(0, True, True),
        e.PlayStalled(2),
    ),
    "Round 100 was the last one allowed. The game is over: nobody wins (Ben 4 influence points, no completed requests and"
    " 1 coin; Anna 3 influence points, no completed requests and no coins).": (
        e.TurnEnded(0, False, True),
        e.RoundLimitReached(100),
        finished((), (1, 1, 4, 1, 0), (0, 2, 3, 0, 0)),
    ),
    "The game is over: Cleo wins (Cleo 10 influence points, 1 completed request and 4 coins; Anna 12 influence points,"
    " no completed requests and 6 coins).": (finished((2,), (2, 1, 10, 4, 1), (0, 2, 12, 6, 0)),),
    "The game is over: Anna and Ben share the victory (Anna 10 influence points, 2 completed requests and 4 coins;"
    " Ben 10 influence points, 1 completed request and 4 coins).": (finished((0, 1), (0, 1, 10, 4, 2), (1, 1, 10, 4, 1)),),
}
TELLINGS = {**SETTING_UP, **DISCOVERING, **TAXES, **TAKING, **ENDING}


@pytest.mark.parametrize("text", TELLINGS)
def test_what_is_told_of_events(text: str) -> None:
    assert GAME.words.narrate(TELLINGS[text], NAMES, Options()) == text


def test_every_event_is_told_in_these_tests() -> None:
    assert {type(event) for events in TELLINGS.values() for event in events} == set(GAME.types.events)


def test_of_nothing_nothing_is_told() -> None:
    assert GAME.words.narrate((), NAMES, Options()) == ""


def narrated(table: Table, seat: int, *commands: c.Command) -> str:
    """The events of these commands of a seat, told together."""
    events = [event for command in commands for event in table.when(seat, command).events]
    return GAME.words.narrate([GAME.gate.redact(event, None) for event in events], NAMES, Options())


def test_a_turn_is_told_in_its_order() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(FLUTE, PINACE, "flute-2-2:1", JESTERS[0]))
    assert narrated(table, 0, c.RevealCard(), c.KeepShip(card=FLUTE), c.RevealCard(), c.RepelShip(card=PINACE)) == (
        "Anna reveals: Flute (1 coin, strength 1). Anna could repel it. Anna keeps the Flute."
        " Anna reveals: Pinace (1 coin, strength 1). Anna could repel it. Anna repels the Pinace."
    )
    assert narrated(table, 0, c.RevealCard()) == (
        "Anna reveals: Flute (2 coins, strength 2). A second Flute: bust! The whole harbour is lost, 2 cards."
        " It is Ben's turn."
    )


def test_a_part_in_which_a_seat_took_ends_without_words_in_a_whole_turn() -> None:
    table = given(coins={0: 8}, harbour=(PINACE, FLUTE, SKIFF, FRIGATE))
    assert narrated(table, 0, c.StopDiscovering(), c.LootShip(card=PINACE), c.FinishTaking()) == (
        "Anna stops with 4 types of Ship. Anna loots the Pinace. Anna draws 1 coin from the Ship."
    )


def test_the_end_is_told_with_the_points_of_all() -> None:
    table = given(deck=PORT_ROYAL, persons={0: ("sailor-7-3:1",), 1: (SAILOR,)}, options={"round_limit": 2}, active=1)
    table.do(1, c.RevealCard(), c.StopDiscovering(), c.FinishTaking())
    assert narrated(table, 0, c.FinishTaking()).endswith(
        "Round 2 was the last one allowed. The game is over: Anna wins (Anna 3 influence points, no completed requests and"
        " 3 coins; Ben 1 influence point, no completed requests and 3 coins)."
    )
