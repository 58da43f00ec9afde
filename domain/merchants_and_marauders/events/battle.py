"""Battles and what they bring (RULES.md, chapters 13 to 18)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, Secret

from ..frames import Cards, Dice, Side
from ..parts import Locations
from .base import BaseEvent


class BattleStarted(BaseEvent, frozen=True, tag="battle_started"):
    aggressor: Side
    defender: Side
    controller: int | None
    card_crew: int = 0
    card_leadership: int = 0


class CombatRoundStarted(BaseEvent, frozen=True, tag="combat_round_started"):
    round: int


class ActionDeclared(BaseEvent, frozen=True, tag="action_declared"):
    side: Side
    round: int
    action: str


class SideHelped(BaseEvent, frozen=True, tag="side_helped"):
    """A card changes what this side rolls or deals in this round."""

    side: Side
    what: str
    n: int


class ContestRolled(BaseEvent, frozen=True, tag="contest_rolled"):
    round: int
    aggressor: Dice
    defender: Dice


class ContestRerolled(BaseEvent, frozen=True, tag="contest_rerolled"):
    """All dice of the side after the re-roll."""

    side: Side
    means: str
    dice: Dice


class ContestDecided(BaseEvent, frozen=True, tag="contest_decided"):
    winner: Side | None
    by: Literal["successes", "sum", "none"]


class HitsCounted(BaseEvent, frozen=True, tag="hits_counted"):
    """That each side deals in this round."""

    aggressor: int
    defender: int


class LocationsRolled(BaseEvent, frozen=True, tag="locations_rolled"):
    side: Side
    dice: Dice
    locations: Cards
    source: str


class LocationSet(BaseEvent, frozen=True, tag="location_set"):
    side: Side
    index: int
    location: str
    by: str


class ShotUsed(BaseEvent, frozen=True, tag="shot_used"):
    side: Side
    shot: str


class XAssigned(BaseEvent, frozen=True, tag="x_assigned"):
    """`side` is the one hit."""

    side: Side
    location: str


class HitApplied(BaseEvent, frozen=True, tag="hit_applied"):
    side: Side
    location: str
    passed: bool
    value: int
    source: str


class HitAdded(BaseEvent, frozen=True, tag="hit_added"):
    side: Side
    location: str
    by: str


class TimbersBraced(BaseEvent, frozen=True, tag="timbers_braced"):
    """A card will cancel so many Hull hits of the volley (MM-411)."""

    seat: int
    n: int


class HitCancelled(BaseEvent, frozen=True, tag="hit_cancelled"):
    side: Side
    location: str
    by: str


class HitMoved(BaseEvent, frozen=True, tag="hit_moved"):
    side: Side
    from_location: str
    location: str
    by: str


class LocationDestroyed(BaseEvent, frozen=True, tag="location_destroyed"):
    side: Side
    location: str


class Boarded(BaseEvent, frozen=True, tag="boarded"):
    side: Side


class CrewRoundRolled(BaseEvent, frozen=True, tag="crew_round_rolled"):
    round: int
    aggressor: Dice
    defender: Dice
    aggressor_hits: int
    defender_hits: int


class CardCrewHit(BaseEvent, frozen=True, tag="card_crew_hit"):
    """Crew left to the guards or derelict that a card brought."""

    left: int


class BattleEnded(BaseEvent, frozen=True, tag="battle_ended"):
    winner: Side | None
    how: Literal["sunk", "crew", "fled", "card", "draw"]


class OfferDamaged(BaseEvent, frozen=True, tag="offer_damaged"):
    """Cards of a naval ship lost by its Cargo damage (MM-344)."""

    seat: int
    cards: Cards


class ShipClaimed(BaseEvent, frozen=True, tag="ship_claimed"):
    seat: int
    from_side: Side
    ship: str
    now: Locations


class PlunderTaken(BaseEvent, frozen=True, tag="plunder_taken"):
    """Glory cards, cargo, rumors and gold are seen by the two alone."""

    seat: int
    from_seat: int
    kind: Literal["gold", "weapon", "glory", "rumor", "specialist", "cargo"]
    items: Cards | Hidden = ()
    amount: int | Secret = 0


BattleEvent: TypeAlias = (
    BattleStarted
    | CombatRoundStarted
    | ActionDeclared
    | SideHelped
    | ContestRolled
    | ContestRerolled
    | ContestDecided
    | HitsCounted
    | LocationsRolled
    | LocationSet
    | ShotUsed
    | XAssigned
    | HitApplied
    | HitAdded
    | TimbersBraced
    | HitCancelled
    | HitMoved
    | LocationDestroyed
    | Boarded
    | CrewRoundRolled
    | CardCrewHit
    | BattleEnded
    | OfferDamaged
    | ShipClaimed
    | PlunderTaken
)
