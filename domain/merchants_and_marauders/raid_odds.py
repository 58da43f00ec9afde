"""What a merchant raid brings (RULES.md, chapter 8), by looking ahead over the cards that may come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import TypeAlias

from . import odds, worth
from .content import CARGO, LOCATIONS
from .outlook import Outlook

Kind: TypeAlias = str
"""What a card does in a raid: `escape`, or the location it hits; empty if its icon is ignored."""
RICH = 12
PLUNDER = 3.0
"""Of a card on average."""
HARM = 2.5
"""A hit that has to be repaired."""
FAILED = 4.0
LOSS = 40.0
"""Of the captain, whoever he is."""

KINDS: tuple[tuple[Kind, float], ...] = tuple(
    (kind, many / len(CARGO))
    for kind, many in Counter("escape" if card.icon == "escape" else str(card.location) for card in CARGO.values()).items()
)
"""Every kind of card with its chance."""


def kind_of(card: str) -> Kind:
    found = CARGO[card]
    return "escape" if found.icon == "escape" else str(found.location)


def result(limits: tuple[int, ...], kinds: Sequence[Kind], plunder: float) -> float:
    """What the table is worth as it lies. `limits` are the hits each location bears, and last the escapes."""
    hits = 0
    failed = False
    spill = 0
    for place, limit in zip(LOCATIONS, limits, strict=False):
        dealt = kinds.count(place)
        hits += dealt
        if dealt >= limit:
            failed = True
            if place != "hull":
                spill += dealt - limit
    if kinds.count("hull") + spill >= limits[0]:
        return -LOSS
    if failed:
        return -HARM * hits - FAILED
    if kinds.count("escape") >= limits[-1]:
        return -HARM * hits
    keep = 0.8 * worth.CARGO * min(len(kinds), 3)
    return plunder + keep - HARM * hits + (worth.GLORY if plunder >= RICH else 0.0)


def best(limits: tuple[int, ...], kinds: tuple[Kind, ...], plunder: float, successes: int) -> float:
    """The same with successes left to use, looking at most two ahead."""
    value = result(limits, kinds, plunder)
    if not successes:
        return value
    for place in range(len(kinds)):
        value = max(value, best(limits, kinds[:place] + kinds[place + 1 :], plunder - PLUNDER, successes - 1))
    if successes <= 2:
        value = max(value, drawing(limits, kinds, plunder, successes))
    return value


def drawing(limits: tuple[int, ...], kinds: tuple[Kind, ...], plunder: float, successes: int) -> float:
    """The average after one card more."""
    return sum(chance * best(limits, (*kinds, kind), plunder + PLUNDER, min(1, successes - 1)) for kind, chance in KINDS)


@lru_cache(maxsize=1024)
def expected(limits: tuple[int, ...], dice: int, extra: int) -> float:
    """What a raid is worth before the first card, without its bounty."""
    total, cards = 0.0, 3 + extra
    chances = dict(KINDS)
    for table in combinations_with_replacement(chances, cards):
        chance = float(factorial(cards))
        for kind, many in Counter(table).items():
            chance *= chances[kind] ** many / factorial(many)
        none, one = odds.exactly(0, dice), odds.exactly(1, dice)
        plunder = PLUNDER * cards
        total += chance * (
            none * result(limits, table, plunder)
            + one * best(limits, table, plunder, 1)
            + (1 - none - one) * best(limits, table, plunder, 2)
        )
    return total


def limits_of(own: Outlook) -> tuple[int, ...]:
    return (*(getattr(own.now, place) for place in LOCATIONS), own.maneuverability)


def raid_worth(own: Outlook, zone: str, nation: str) -> float:
    """What a raid on a merchant of a nation brings."""
    gain = expected(limits_of(own), min(5, own.dice("seamanship")), 0)
    if zone == "san_juan" and nation == "spanish":
        gain += 3 + worth.GLORY / 4
    return gain - own.bounty_cost(nation)
