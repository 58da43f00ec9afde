"""The value of a merchant raid (RULES.md, chapter 8), by looking ahead over the cards that can be drawn.

A table of cards is a tuple of counts by kind, in the order of `KINDS`. Cards whose icon is ignored are `blank`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Literal, TypeAlias

from .. import odds
from ..content import CARGO, LOCATIONS
from ..flow import check_of
from ..raids import added_plunder, cards_drawn, raid_honours
from ..state.modifiers import maneuverability
from . import heuristics, tasks
from .forecast import Forecast

Table: TypeAlias = tuple[int, ...]
Limits: TypeAlias = tuple[int, ...]
"""The hits that make a raid fail, by location, and last the escape icons."""

KINDS = ("blank", *LOCATIONS, "escape")
PLUNDER = 3.0
"""Plunder of a card on average."""
HIT = 2.5
"""A hit that has to be repaired."""
FAILED = 4.0
"""Added for a destroyed location."""
SUNK = 40.0
"""The value of the captain in a raid, the same for all captains."""
AGAIN = 0.45
"""The value of further successes, relative to the first."""
KEPT = 0.8
"""The share of the goods that fits on board."""


def kind_of(card: str) -> str:
    """What a card does in a raid: `escape`, or the location that it hits."""
    found = CARGO[card]
    return found.location or "escape"


_shares = Counter(kind_of(card) for card in CARGO)
CHANCES: tuple[tuple[int, float], ...] = tuple(
    (place, _shares[kind] / len(CARGO)) for place, kind in enumerate(KINDS) if _shares[kind]
)
"""Every kind that can come, by its place in `KINDS`, with its chance."""


def table_of(kinds: Iterable[str]) -> Table:
    found = Counter(kinds)
    return tuple(found[kind] for kind in KINDS)


def _with(table: Table, place: int, more: int) -> Table:
    return (*table[:place], table[place] + more, *table[place + 1 :])


def ending(limits: Limits, table: Table) -> Literal["sunk", "failed", "escaped", "success"]:
    """How a raid ends that stops with these cards (MM-182, MM-183, MM-184, MM-185)."""
    _, hull, *others, escape = table
    passed_on, failed = 0, False
    for dealt, limit in zip(others, limits[1:], strict=False):
        if dealt >= limit:
            passed_on, failed = passed_on + dealt - limit, True
    if hull + passed_on >= limits[0]:
        return "sunk"
    if failed:
        return "failed"
    return "escaped" if escape >= limits[-1] else "success"


def result(limits: Limits, table: Table, plunder: float) -> float:
    """The value of these cards on the table (MM-181, MM-186, MM-187, MM-188)."""
    _, *hits, _ = table
    hurt = HIT * sum(hits)
    match ending(limits, table):
        case "sunk":
            return -SUNK
        case "failed":
            return -hurt - FAILED
        case "escaped":
            return -hurt
    goods = KEPT * heuristics.CARGO * min(sum(table), 3)
    return plunder + goods - hurt + heuristics.GLORY * raid_honours(plunder)


@lru_cache(maxsize=1 << 15)
def best(limits: Limits, table: Table, plunder: float, successes: int) -> float:
    """The value with this number of successes left; the search looks two of them ahead."""
    value = result(limits, table, plunder)
    if successes <= 0:
        return value
    left = min(2, successes) - 1
    for place, cards in enumerate(table):
        if cards:
            value = max(value, best(limits, _with(table, place, -1), plunder - PLUNDER, left))
    return max(value, drawing(limits, table, plunder, left))


def drawing(limits: Limits, table: Table, plunder: float, successes: int) -> float:
    """The average value after one more card, with this number of successes left."""
    left = min(1, successes)
    return sum(chance * best(limits, _with(table, place, 1), plunder + PLUNDER, left) for place, chance in CHANCES)


@lru_cache(maxsize=4096)
def expected(limits: Limits, dice: int, cards: int) -> float:
    """The value of a raid before this number of cards is drawn, without its bounty."""
    plunder = PLUNDER * cards
    without = sum(chance * result(limits, table, plunder) for table, chance in _tables(cards))
    gain = sum(chance * best(limits, table, plunder, 1) for table, chance in _tables(cards)) - without
    none, one = odds.exactly(0, dice), odds.exactly(1, dice)
    return without + gain * (one + (1 - none - one) * (1 + AGAIN))


@cache
def _tables(cards: int) -> tuple[tuple[Table, float], ...]:
    """Every table of this number of cards, with its chance."""
    found = []
    chances = dict(CHANCES)
    for places in combinations_with_replacement(chances, cards):
        chance = float(factorial(cards))
        for place, many in Counter(places).items():
            chance *= chances[place] ** many / factorial(many)
        found.append((table_of(KINDS[place] for place in places), chance))
    return tuple(found)


def limits_of(own: Forecast) -> Limits:
    return (*(int(getattr(own.now, place)) for place in LOCATIONS), maneuverability(own.state, own.seat))


@lru_cache(maxsize=128)
def raid_worth(own: Forecast, zone: str, nation: str) -> float:
    """What raiding a merchant of a nation in a zone brings (MM-158, MM-151, MM-053)."""
    there = own.at(zone, in_port=False)
    cards, more = cards_drawn(there, own.seat, nation), added_plunder(there, own.seat, nation)
    dice = check_of(own.state, own.seat, "seamanship").dice
    gain = expected(limits_of(own), dice, cards.kept + len(cards.for_icon)) - own.bounty_cost(nation)
    if more:
        gain += 0.6 * (more + heuristics.GLORY * min(1.0, more / 6))
    return gain + (tasks.step_worth(own) if tasks.raids(own, nation) else 0.0)
