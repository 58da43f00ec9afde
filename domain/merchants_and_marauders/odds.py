"""Chances of checks, battles and raids, as far as a player would reckon them."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from . import worth
from .parts import Locations

SKULL = 1 / 3
"""MM-008."""
SINKING = 30.0
"""What the last hit on the Hull takes."""


@cache
def exactly(successes: int, dice: int) -> float:
    """The chance of so many successes."""
    return comb(dice, successes) * SKULL**successes * (1 - SKULL) ** (dice - successes)


@cache
def check(dice: int, need: int = 1) -> float:
    """The chance that a check succeeds (MM-010, MM-011)."""
    return 1.0 - sum(exactly(successes, max(1, dice)) for successes in range(need))


@cache
def contest(own: int, other: int) -> float:
    """The chance to win a contest; of even ones with a success half are won by the sum (MM-269, MM-272)."""
    chance = 0.0
    for mine in range(1, own + 1):
        less = sum(exactly(theirs, other) for theirs in range(min(mine, other + 1)))
        even = exactly(mine, other) if mine <= other else 0.0
        chance += exactly(mine, own) * (less + even / 2)
    return chance


@cache
def crew_combat(crew: int, leadership: int, other_crew: int, other_leadership: int) -> float:
    """The chance to win a crew combat (MM-304 to MM-310)."""
    if crew <= 0 or other_crew <= 0:
        return float(crew > 0)
    won, quiet = 0.0, 0.0
    for mine in range(leadership + 1):
        for theirs in range(other_leadership + 1):
            chance = exactly(mine, leadership) * exactly(theirs, other_leadership)
            left, other_left = crew - min(theirs, other_crew), other_crew - min(mine, crew)
            if (left, other_left) == (crew, other_crew):
                quiet += chance
            elif left <= 0 and other_left <= 0:
                won += chance * (0.5 if mine == theirs else float(mine > theirs))
            else:
                won += chance * crew_combat(left, leadership, other_left, other_leadership)
    return won / (1 - quiet)


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

    @property
    def endurance(self) -> float:
        """About how many hits sink the ship: most fall on other locations first (MM-290, MM-294)."""
        return self.hull + 0.5 * (self.cargo + self.masts + self.crew + self.cannons)


def contest_dice(own: Fighter, other: Fighter) -> int:
    """MM-270, MM-271."""
    if not own.masts:
        return 1
    return own.seamanship + (own.maneuverability - other.maneuverability >= 2)


def _hits(own: Fighter, other: Fighter, won: float) -> float:
    """Expected in a combat round by Shoot (MM-274, MM-275)."""
    return won * own.cannons + (1 - won) * min(own.cannons, 0.7 * contest_dice(own, other) * SKULL)


@lru_cache(maxsize=4096)
def battle(own: Fighter, other: Fighter) -> float:
    """About the chance to win a battle: by guns or by boarding, whichever the winner of the contests likes better."""
    dice, other_dice = contest_dice(own, other), contest_dice(other, own)
    won, lost = contest(dice, other_dice), contest(other_dice, dice)
    pace = (0.05 + _hits(own, other, won)) * own.endurance
    other_pace = (0.05 + _hits(other, own, lost)) * other.endurance
    guns = pace**2 / (pace**2 + other_pace**2)
    boarding = crew_combat(own.crew, own.leadership, other.crew, other.leadership)
    share = won / (won + lost)
    return share * max(guns, boarding) + (1 - share) * min(guns, boarding)


def hurt(ship: Locations, place: str) -> float:
    """What one more hit there takes from a ship (MM-294), on the scale of `worth.LOCATIONS`."""
    left = int(getattr(ship, place))
    if place == "hull" or not left:
        return worth.LOCATIONS["hull"] + SINKING / max(1, ship.hull) ** 2
    return worth.LOCATIONS[place] + worth.LAST_POINT * (left == 1)
