"""Estimates of battles between two ships: who wins in the end, and what one round brings."""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle, islice
from math import exp, log
from typing import NamedTuple

from .. import odds
from ..values import Locations
from . import heuristics


class Fighter(NamedTuple):
    """One side of a battle: dice, Maneuverability and what is left of the ship."""

    seamanship: int
    leadership: int
    maneuverability: int
    hull: int
    cargo: int
    masts: int
    crew: int
    cannons: int


class Chances(NamedTuple):
    """The chances to win and to die; the rest is a battle without a winner."""

    win: float
    die: float


class Stakes(NamedTuple):
    """The value of a won battle, the cost of a lost one, and what boarding adds."""

    gain: float
    loss: float
    plunder: float = 0.0


# Fitted to some thousand battles between captains who play by these valuations (maximum likelihood): the logarithm of the
# odds against an end without a winner, from the logarithms of how both sides compare in guns, in crew and in seamanship.
EVEN, GUNS, BOARDING, CONTEST = range(4)
WIN = (-0.2, 0.85, 0.25, 0.5)
DIE = (-0.05, -0.3, -0.15, -0.75)
SURE = 0.98
"""The highest chance assumed for a crew combat; the lowest is the rest."""


def dice(own: Fighter, other: Fighter) -> int:
    """Dice in the contest (MM-270, MM-271)."""
    if not own.masts:
        return 1
    return own.seamanship + (own.maneuverability - other.maneuverability >= 2)


def contests(own: Fighter, other: Fighter) -> tuple[float, float]:
    """The chances that this side and the other one win a contest."""
    mine, theirs = dice(own, other), dice(other, own)
    return odds.contest(mine, theirs), odds.contest(theirs, mine)


def _pace(own: Fighter, other: Fighter, won: float) -> float:
    """How fast a side sinks the other, relative to how long it lasts itself (MM-274, MM-275, MM-290, MM-294)."""
    hits = won * own.cannons + (1 - won) * min(own.cannons, 0.7 * dice(own, other) * odds.SKULL)
    return (0.05 + hits) * (own.hull + 0.5 * (own.cargo + own.masts + own.crew + own.cannons))


def boarding(own: Fighter, other: Fighter) -> float:
    """The chance to win the crew combat."""
    return odds.crew_combat(own.crew, own.leadership, other.crew, other.leadership)


@lru_cache(maxsize=4096)
def battle(own: Fighter, other: Fighter) -> Chances:
    """How a battle ends from here on."""
    if own.hull <= 0 or other.hull <= 0:
        return Chances(float(own.hull > 0), float(own.hull <= 0))
    won, lost = contests(own, other)
    crew = min(SURE, max(1 - SURE, boarding(own, other)))
    facts = (1.0, log(_pace(own, other, won) / _pace(other, own, lost)), log(crew / (1 - crew)), log(won / lost))
    win = exp(sum(weight * fact for weight, fact in zip(WIN, facts, strict=True)))
    die = exp(sum(weight * fact for weight, fact in zip(DIE, facts, strict=True)))
    return Chances(win / (1 + win + die), die / (1 + win + die))


def hope(own: Fighter, other: Fighter, stakes: Stakes) -> float:
    """What the battle is worth to a side."""
    chances = battle(own, other)
    return chances.win * stakes.gain - chances.die * stakes.loss


# One round


FALL = ("cannons", "cargo", "crew", "masts", "cargo", "masts")
"""The order in which hits are assumed to fall: numbers evenly, each X where it hurts least (MM-290, MM-291)."""


def battered(ship: Fighter, hits: int) -> Fighter:
    """The ship after this number of hits."""
    for place in islice(cycle(FALL), hits):
        hit = place if getattr(ship, place) else "hull"
        ship = ship._replace(**{hit: getattr(ship, hit) - 1})
    return ship


def _stray(loser: Fighter, winner: Fighter) -> int:
    """Hits of a side that shot and lost the contest (MM-275)."""
    return int(loser.cannons > 0 and dice(loser, winner) > 2)


def round_worth(own: Fighter, other: Fighter, declared: str, reply: str, stakes: Stakes) -> float:
    """The value of a combat round to a side, given both declarations."""
    won, lost = contests(own, other)
    value = (1 - won - lost) * hope(own, other, stakes)
    mine, theirs = _exchange(own, other, declared, reply)
    if declared == "board" and mine.crew:
        value += won * _boarded(mine, theirs, stakes)
    elif declared == "flee":
        value += (won - _away(own, other)) * hope(mine, theirs, stakes)
    else:
        value += won * hope(mine, theirs, stakes)
    theirs, mine = _exchange(other, own, reply, declared)
    if reply == "board" and theirs.crew:
        value += lost * _boarded(mine, theirs, stakes)
    elif reply == "flee":
        value += (lost - _away(other, own)) * hope(mine, theirs, stakes)
    else:
        value += lost * hope(mine, theirs, stakes)
    return value


def _exchange(winner: Fighter, loser: Fighter, action: str, reply: str) -> tuple[Fighter, Fighter]:
    """Both ships after the hits of a round (MM-274, MM-275, MM-276, MM-277)."""
    back = _stray(loser, winner) if reply == "shoot" else 0
    return battered(winner, back), battered(loser, winner.cannons if action == "shoot" else 0)


def _boarded(own: Fighter, other: Fighter, stakes: Stakes) -> float:
    chance = boarding(own, other)
    return chance * (stakes.gain + stakes.plunder) - (1 - chance) * stakes.loss


def _away(own: Fighter, other: Fighter) -> float:
    """The chance to win the contest while the other side has no success (MM-280)."""
    return odds.check(dice(own, other)) * odds.exactly(0, dice(other, own))


def hurt(ship: Locations, place: str) -> float:
    """The cost of one more hit on this location (MM-294), on the scale of `heuristics.LOCATIONS`."""
    left = int(getattr(ship, place))
    if place == "hull" or not left:
        return heuristics.LOCATIONS["hull"] + heuristics.SINKING / max(1, ship.hull) ** 2
    return heuristics.LOCATIONS[place] + heuristics.LAST_POINT * (left == 1)
