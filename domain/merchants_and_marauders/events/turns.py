"""Captain turns: moving, scouting, checks."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import SeatNumber
from domain.kit.events import BaseEvent

from ..frames import Dice, Side
from ..values import ActionKind, CheckReason, DiceMeans, EntryMeans, NationId, PortId, ScoutTarget, SkillId, ZoneId


class CaptainTurnStarted(BaseEvent, frozen=True, tag="captain_turn_started"):
    """A captain turn began."""

    seat: SeatNumber
    number: int
    """Captain turns of all seats are counted together."""


class CaptainTurnEnded(BaseEvent, frozen=True, tag="captain_turn_ended"):
    """A captain turn ended."""

    seat: SeatNumber


class ActionSpent(BaseEvent, frozen=True, tag="action_spent"):
    """A captain used an action; `free` if a card or event paid for it."""

    seat: SeatNumber
    action: ActionKind
    """The kind of action."""
    free: bool
    """Whether a card or event paid for it."""
    left: int
    """Actions left."""
    by_wind: bool = False
    """Whether it was the free Move of Trade Winds."""


class ShipMoved(BaseEvent, frozen=True, tag="ship_moved"):
    """A captain's ship moved to another zone."""

    seat: SeatNumber
    from_zone: ZoneId
    """The zone where it was."""
    to_zone: ZoneId
    """The zone where it is now."""


class PortEntered(BaseEvent, frozen=True, tag="port_entered"):
    """A captain entered a port."""

    seat: SeatNumber
    port: PortId
    means: EntryMeans
    """The means of entering."""


class PortLeft(BaseEvent, frozen=True, tag="port_left"):
    """A captain left a port for its zone."""

    seat: SeatNumber
    port: PortId


class CheckRolled(BaseEvent, frozen=True, tag="check_rolled"):
    """Dice were rolled for a check of a skill."""

    side: Side
    """The side that rolled."""
    skill: SkillId
    """Its name."""
    dice: Dice
    needed: int
    """Successes that the check needs."""
    success: bool
    """Whether there were enough."""
    reason: CheckReason
    """The purpose of the check."""


class DiceRerolled(BaseEvent, frozen=True, tag="dice_rerolled"):
    """Dice of a check were rolled again; `dice` are all dice afterwards."""

    side: Side
    """The side that rolled."""
    means: DiceMeans
    """The card or ability that allowed the re-roll."""
    dice: Dice


class Scouted(BaseEvent, frozen=True, tag="scouted"):
    """A captain or NPC looked for a ship and found it or not."""

    side: Side
    """The side that scouted."""
    target: ScoutTarget
    """`merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""
    found: bool
    """Whether the ship was found."""


class ScoutingMadeSure(BaseEvent, frozen=True, tag="scouting_made_sure"):
    """A card made a Scout action a success without a roll."""

    seat: SeatNumber


class MerchantRevealed(BaseEvent, frozen=True, tag="merchant_revealed"):
    """A merchant was found, and its token goes to the merchant track (MM-168)."""

    zone: ZoneId
    """The zone in which it was found."""
    nation: NationId
    """The merchant's nation."""


class MerchantLetGo(BaseEvent, frozen=True, tag="merchant_let_go"):
    """A captain let a merchant go that was found."""

    zone: ZoneId
    """The zone in which it was found."""


TurnEvent: TypeAlias = (
    CaptainTurnStarted
    | CaptainTurnEnded
    | ActionSpent
    | ShipMoved
    | PortEntered
    | PortLeft
    | CheckRolled
    | DiceRerolled
    | Scouted
    | ScoutingMadeSure
    | MerchantRevealed
    | MerchantLetGo
)
