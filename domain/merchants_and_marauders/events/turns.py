"""Captain turns: moving, scouting, checks."""

from __future__ import annotations

from typing import TypeAlias

from ..frames import Dice, Side
from .base import BaseEvent


class CaptainTurnStarted(BaseEvent, frozen=True, tag="captain_turn_started"):
    seat: int
    number: int


class CaptainTurnEnded(BaseEvent, frozen=True, tag="captain_turn_ended"):
    seat: int


class ActionSpent(BaseEvent, frozen=True, tag="action_spent"):
    """`free` if a card or event paid for it."""

    seat: int
    action: str
    free: bool
    left: int
    by_wind: bool = False


class ShipMoved(BaseEvent, frozen=True, tag="ship_moved"):
    seat: int
    from_zone: str
    to_zone: str


class PortEntered(BaseEvent, frozen=True, tag="port_entered"):
    seat: int
    port: str
    means: str


class PortLeft(BaseEvent, frozen=True, tag="port_left"):
    seat: int
    port: str


class CheckRolled(BaseEvent, frozen=True, tag="check_rolled"):
    side: Side
    skill: str
    dice: Dice
    needed: int
    success: bool
    reason: str


class DiceRerolled(BaseEvent, frozen=True, tag="dice_rerolled"):
    """All dice after the re-roll."""

    side: Side
    means: str
    dice: Dice


class Scouted(BaseEvent, frozen=True, tag="scouted"):
    side: Side
    target: str
    found: bool


class ScoutingMadeSure(BaseEvent, frozen=True, tag="scouting_made_sure"):
    """A card makes the Scout action a success without a roll."""

    seat: int


class MerchantRevealed(BaseEvent, frozen=True, tag="merchant_revealed"):
    """The token goes to the merchant track (MM-168)."""

    zone: str
    nation: str


class MerchantLetGo(BaseEvent, frozen=True, tag="merchant_let_go"):
    zone: str


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
