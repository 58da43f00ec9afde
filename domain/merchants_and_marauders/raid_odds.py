"""What a merchant raid brings (RULES.md, chapter 8), by looking ahead over the cards that may come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import TypeAlias

from . import odds, tasks, worth
from .content import CARGO, LOCATIONS
from .modifiers import Facts, dice_of, maneuverability, working
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
    """The same with successes left to use; at most two are looked ahead."""
    value = result(limits, kinds, plunder)
    if successes <= 0:
        return value
    left = min(2, successes) - 1
    for place in range(len(kinds)):
        value = max(value, best(limits, kinds[:place] + kinds[place + 1 :], plunder - PLUNDER, left))
    return max(value, drawing(limits, kinds, plunder, left))


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
    """What the ship bears: hits on each location, and escapes."""
    return (*(getattr(own.now, place) for place in LOCATIONS), maneuverability(own.state, own.seat))


def raid_worth(own: Outlook, zone: str, nation: str) -> float:
    """What raiding a merchant of a nation in a zone brings (MM-158, MM-151, MM-053)."""
    facts, there = Facts(nation=nation), own.at(zone, in_port=False)
    extra = sum(int(rule.n) for rule in working(there, own.seat, "raid_extra_card", "raid_before_draw", facts))
    more = sum(int(rule.n) for rule in working(there, own.seat, "add_plunder", "raid_success", facts))
    gain = expected(limits_of(own), dice_of(own.state, own.seat, "seamanship"), extra) - own.bounty_cost(nation)
    if more:
        gain += 0.6 * (more + worth.GLORY * min(1.0, more / 6))
    return gain + (tasks.step_worth(own) if tasks.raids(own, nation) else 0.0)
