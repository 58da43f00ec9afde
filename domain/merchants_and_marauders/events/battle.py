"""Battles and what they bring (RULES.md, chapters 13 to 18)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, SeatNumber
from domain.kit.events import BaseEvent

from ..frames import Dice, Side
from ..values import (
    CargoCards,
    Declaration,
    GunSource,
    Helped,
    HitAdding,
    HitCancelling,
    HitLocation,
    HitOrX,
    HitSource,
    Locations,
    RaidAbility,
    RerollMeans,
    ShipTypeId,
    Spoil,
    WeaponId,
)


class BattleStarted(BaseEvent, frozen=True, tag="battle_started"):
    """A battle began between two sides."""

    aggressor: Side
    """The attacking side."""
    defender: Side
    """The attacked side."""
    controller: int | None
    """The seat that plays the NPC ship; null if none fights."""
    card_crew: int = 0
    """Crew of the card's side, where a card fights (MM-312)."""
    card_leadership: int = 0
    """Leadership of the card's side."""
    counts: bool = False
    """Whether the opponent counts as scouted by the captain whose turn it is, whichever of the two found the other; only in
    version 1 (MM-077)."""


class CombatRoundStarted(BaseEvent, frozen=True, tag="combat_round_started"):
    """A round of naval combat began."""

    round: int
    """Its number, from 1."""


class ActionDeclared(BaseEvent, frozen=True, tag="action_declared"):
    """A side declared its action for the combat round."""

    side: Side
    round: int
    """The combat round's number."""
    action: Declaration
    """Its name."""


class SideHelped(BaseEvent, frozen=True, tag="side_helped"):
    """A card changes what this side rolls or deals in this round."""

    side: Side
    what: Helped
    """The value that changes."""
    n: int
    """The change."""


class ContestRolled(BaseEvent, frozen=True, tag="contest_rolled"):
    """Both sides rolled for the contest of the combat round."""

    round: int
    """The combat round's number."""
    aggressor: Dice
    """Its dice."""
    defender: Dice
    """Its dice."""
    sides: tuple[Side, Side]
    """The aggressor and the defender."""


class ContestRerolled(BaseEvent, frozen=True, tag="contest_rerolled"):
    """A side rolled dice of the contest again; `dice` are all its dice afterwards."""

    side: Side
    means: RerollMeans
    """The card or ability that allowed the re-roll."""
    dice: Dice


class ContestDecided(BaseEvent, frozen=True, tag="contest_decided"):
    """The contest of the combat round was decided; without a winner it was a draw."""

    winner: Side | None
    """Null: a draw."""
    by: Literal["successes", "sum", "none"]
    """The way in which it was decided."""


class HitsCounted(BaseEvent, frozen=True, tag="hits_counted"):
    """The hits that each side deals in this round were counted."""

    aggressor: int
    """Hits that it deals."""
    defender: int
    """Hits that it deals."""


class LocationsRolled(BaseEvent, frozen=True, tag="locations_rolled"):
    """A side rolled where the hits it deals fall."""

    side: Side
    dice: Dice
    locations: tuple[HitOrX, ...]
    """The location of each hit."""
    source: GunSource
    """The source of the hits."""


class LocationSet(BaseEvent, frozen=True, tag="location_set"):
    """The location of one hit was fixed or changed."""

    side: Side
    """The side that deals the hit."""
    index: int
    """The hit's place in the volley."""
    location: HitLocation
    """The new location."""
    by: RerollMeans
    """The card or ability that changed it."""


class ShotUsed(BaseEvent, frozen=True, tag="shot_used"):
    """A side used special shot for its volley."""

    side: Side
    shot: WeaponId
    """The kind of shot."""


class XAssigned(BaseEvent, frozen=True, tag="x_assigned"):
    """The side that is hit chose where an X falls; `side` is the one hit."""

    side: Side
    location: HitLocation
    """The location of the hit."""


class HitApplied(BaseEvent, frozen=True, tag="hit_applied"):
    """A hit was applied to a side's ship."""

    side: Side
    location: HitLocation
    """The location of the hit."""
    passed: bool
    """Whether it was passed on to the Hull."""
    value: int
    """The location's value afterwards."""
    source: HitSource
    """The source of the hit."""


class HitAdded(BaseEvent, frozen=True, tag="hit_added"):
    """A side's ship takes one more hit."""

    side: Side
    location: HitLocation
    """The location of the hit."""
    by: HitAdding
    """The card that added it."""


class TimbersBraced(BaseEvent, frozen=True, tag="timbers_braced"):
    """A card will cancel this number of Hull hits of the volley (MM-411)."""

    seat: SeatNumber
    n: int
    """How many."""


class HitCancelled(BaseEvent, frozen=True, tag="hit_cancelled"):
    """A hit on a side's ship was cancelled."""

    side: Side
    location: HitLocation
    """The location of the cancelled hit."""
    by: HitCancelling
    """The modification, specialist or card that cancelled it."""


class HitMoved(BaseEvent, frozen=True, tag="hit_moved"):
    """A hit on a side's ship was moved to another location."""

    side: Side
    from_location: HitLocation
    """The location of the hit before."""
    location: HitLocation
    """The new location."""
    by: RaidAbility
    """The card or ability that moved it."""


class LocationDestroyed(BaseEvent, frozen=True, tag="location_destroyed"):
    """A location of a side's ship fell to 0."""

    side: Side
    location: HitLocation
    """Which."""


class Boarded(BaseEvent, frozen=True, tag="boarded"):
    """A side boarded the other, and crew combat began."""

    side: Side


class CrewRoundRolled(BaseEvent, frozen=True, tag="crew_round_rolled"):
    """Both sides rolled for a round of crew combat."""

    round: int
    """Its number."""
    aggressor: Dice
    """Its dice."""
    defender: Dice
    """Its dice."""
    aggressor_hits: int
    """Hits that the aggressor deals."""
    defender_hits: int
    """Hits that the defender deals."""
    sides: tuple[Side, Side]
    """The aggressor and the defender."""


class CardCrewHit(BaseEvent, frozen=True, tag="card_crew_hit"):
    """The guards or derelict that a card brought lost crew; `left` is what remains."""

    left: int
    """The crew that remains."""


class BattleEnded(BaseEvent, frozen=True, tag="battle_ended"):
    """A battle ended."""

    winner: Side | None
    """Null where nobody won."""
    how: Literal["sunk", "crew", "fled", "card", "draw"]
    """The end: by sinking, by crew combat, by flight, by a card, or without a winner."""


class OfferDamaged(BaseEvent, frozen=True, tag="offer_damaged"):
    """Cargo cards of a naval ship were lost by its Cargo damage (MM-344)."""

    seat: int
    """The seat that plunders the ship."""
    cards: CargoCards
    """Those that were lost."""


class ShipClaimed(BaseEvent, frozen=True, tag="ship_claimed"):
    """The winner of a battle took the loser's ship, with these current values."""

    seat: int
    """The winner."""
    from_side: Side
    """The loser: a seat by its number, or an NPC ship by its id."""
    ship: ShipTypeId
    """The ship's kind."""
    now: Locations
    """The values of its hit locations."""


class PlunderTaken(BaseEvent, frozen=True, tag="plunder_taken"):
    """The winner took something from the loser; glory cards, cargo and rumors are seen by the two alone (MM-K23)."""

    seat: int
    """The winner."""
    from_seat: int
    """The loser."""
    kind: Literal["gold", "weapon", "glory", "rumor", "specialist", "cargo"]
    """The kind of thing."""
    items: tuple[Spoil, ...] | Hidden = ()
    """The cards or weapons; empty for gold."""
    amount: int = 0
    """In gold; else 0."""


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
