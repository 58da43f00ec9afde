"""Answers of captains who arrive (D-01 to D-04) and act (D-05)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, Secret

from ..values import GloryCard, HitLocation, NpcId, PortId, ShipTypeId, ZoneId
from .base import BaseCommand


class ChooseShip(BaseCommand, frozen=True, tag="choose_ship"):
    """Begin with a ship of this type (D-01)."""

    ship: ShipTypeId | Hidden
    """The ship's kind; hidden from others while it is secret."""


class KeepCaptain(BaseCommand, frozen=True, tag="keep_captain"):
    """Play the captain dealt (D-02)."""


class RedrawCaptain(BaseCommand, frozen=True, tag="redraw_captain"):
    """Reject the captain whose home zone holds a pirate (MM-361)."""


class PlaceModification(BaseCommand, frozen=True, tag="place_modification"):
    """Lay out one modification of a lost ship, face down (D-03)."""

    port: PortId


class RepairFree(BaseCommand, frozen=True, tag="repair_free"):
    """Let the Carpenter repair one point (D-04)."""

    location: HitLocation


class Pass(BaseCommand, frozen=True, tag="pass"):
    """Do nothing here."""


class Sail(BaseCommand, frozen=True, tag="sail"):
    """Move to an adjacent zone (MM-059)."""

    zone: ZoneId


class EnterPort(BaseCommand, frozen=True, tag="enter_port"):
    """Move from the zone into its port."""

    means: Literal["open", "gold", "influence", "papers", "event"]
    """`open`: the port is not closed; else for `gold`, by an `influence` roll, by a card (`papers`) or an `event`."""


class LeavePort(BaseCommand, frozen=True, tag="leave_port"):
    """Move from the port to its zone."""


class ScoutMerchant(BaseCommand, frozen=True, tag="scout_merchant"):
    """Look for the merchant of the zone (MM-071, MM-147)."""

    way: Literal["roll", "sure_spanish"]
    """`roll`: by dice; `sure_spanish`: without, but then only as a Spanish merchant."""


class ScoutNpc(BaseCommand, frozen=True, tag="scout_npc"):
    """Look for an NPC ship in the zone."""

    npc: NpcId


class ScoutCaptain(BaseCommand, frozen=True, tag="scout_captain"):
    """Look for another captain in the zone."""

    seat: int
    """That captain's."""


class OpenPortAction(BaseCommand, frozen=True, tag="open_port_action"):
    """Begin the Port action (MM-039)."""


class PlayRumor(BaseCommand, frozen=True, tag="play_rumor"):
    """Find out whether the rumor is true (MM-124)."""


class WorkMission(BaseCommand, frozen=True, tag="work_mission"):
    """Do the next step of the mission here (MM-132)."""


class UseCove(BaseCommand, frozen=True, tag="use_cove"):
    """Stash gold at the place of a kept rumor."""


class PlayGlory(BaseCommand, frozen=True, tag="play_glory"):
    """Play a glory card from the hand (MM-208)."""

    card: GloryCard


class WithdrawGold(BaseCommand, frozen=True, tag="withdraw_gold"):
    """Take gold from the stash on board (MM-137)."""

    amount: Literal[1, 5, 10, "all"] | Secret
    """In gold; `all`: whatever is in the stash. Hidden from others."""


class Retire(BaseCommand, frozen=True, tag="retire"):
    """Give the captain up (MM-366)."""


class DeclareVictory(BaseCommand, frozen=True, tag="declare_victory"):
    """Declare 10 or more glory points (MM-369)."""


class EndTurn(BaseCommand, frozen=True, tag="end_turn"):
    """End the captain turn; unused actions are lost (MM-040)."""


TurnCommand: TypeAlias = (
    ChooseShip
    | KeepCaptain
    | RedrawCaptain
    | PlaceModification
    | RepairFree
    | Pass
    | Sail
    | EnterPort
    | LeavePort
    | ScoutMerchant
    | ScoutNpc
    | ScoutCaptain
    | OpenPortAction
    | PlayRumor
    | WorkMission
    | UseCove
    | PlayGlory
    | WithdrawGold
    | Retire
    | DeclareVictory
    | EndTurn
)
