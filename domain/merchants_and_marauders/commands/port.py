"""Port business (D-06 to D-14)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, Secret

from ..values import CargoCard, GloryCard, HitLocation, MissionId, ModificationId, NationId, RumorId, ShipTypeId, WeaponId
from .base import BaseCommand


class StartSelling(BaseCommand, frozen=True, tag="start_selling"):
    """Begin to sell goods."""


class StartBuying(BaseCommand, frozen=True, tag="start_buying"):
    """Begin to buy goods."""


class VisitShipyard(BaseCommand, frozen=True, tag="visit_shipyard"):
    """Go to the shipyard."""


class StartRecruiting(BaseCommand, frozen=True, tag="start_recruiting"):
    """Recruit crew (MM-120)."""


class SeekRumor(BaseCommand, frozen=True, tag="seek_rumor"):
    """Pay for a rumor and roll Influence (MM-122)."""


class ClaimMission(BaseCommand, frozen=True, tag="claim_mission"):
    """Claim a mission at this port (MM-128)."""

    mission: MissionId
    """The mission."""


class StartStashing(BaseCommand, frozen=True, tag="start_stashing"):
    """Begin to stash gold (MM-136)."""


class HireSpecialist(BaseCommand, frozen=True, tag="hire_specialist"):
    """Hire a specialist from the hand (MM-216)."""

    card: GloryCard


class BuyPardon(BaseCommand, frozen=True, tag="buy_pardon"):
    """Pay to lose one bounty (MM-055)."""

    nation: NationId


class EndPortAction(BaseCommand, frozen=True, tag="end_port_action"):
    """End the Port action."""


class AddToSale(BaseCommand, frozen=True, tag="add_to_sale"):
    """Add an own cargo card to the lot (MM-086)."""

    card: CargoCard | Hidden
    """The cargo card; hidden from others."""


class FinishSale(BaseCommand, frozen=True, tag="finish_sale"):
    """Sell the lot."""


class RedrawOffer(BaseCommand, frozen=True, tag="redraw_offer"):
    """Pay to draw a new offer (MM-159)."""


class TakeCard(BaseCommand, frozen=True, tag="take_card"):
    """Add a card of the offer to the lot."""

    card: CargoCard | Hidden
    """The cargo card; hidden from others."""


class DropCargo(BaseCommand, frozen=True, tag="drop_cargo"):
    """Discard an own cargo card to make room."""

    card: CargoCard


class FinishLot(BaseCommand, frozen=True, tag="finish_lot"):
    """Pay for the lot and take it on board."""


class BuyShip(BaseCommand, frozen=True, tag="buy_ship"):
    """Buy a ship and give the old one back (MM-104)."""

    ship: ShipTypeId
    """The ship's kind."""


class Repair(BaseCommand, frozen=True, tag="repair"):
    """Pay for one point of repair (MM-114)."""

    location: HitLocation


class BuyWeapon(BaseCommand, frozen=True, tag="buy_weapon"):
    """Buy a special weapon (MM-112)."""

    weapon: WeaponId


class SellWeapon(BaseCommand, frozen=True, tag="sell_weapon"):
    """Sell a special weapon."""

    weapon: WeaponId


class BuyModification(BaseCommand, frozen=True, tag="buy_modification"):
    """Buy the modification of this port (MM-115)."""


class RefreshHull(BaseCommand, frozen=True, tag="refresh_hull"):
    """Turn a flipped Reinforced Hull up again (MM-119)."""


class LeaveShipyard(BaseCommand, frozen=True, tag="leave_shipyard"):
    """Leave the shipyard."""


class Transfer(BaseCommand, frozen=True, tag="transfer"):
    """Move a modification to the ship just bought (MM-160)."""

    modification: ModificationId


class FinishTransfer(BaseCommand, frozen=True, tag="finish_transfer"):
    """Move no more modifications."""


class HireOne(BaseCommand, frozen=True, tag="hire_one"):
    """Pay for one point of crew."""


class FinishRecruiting(BaseCommand, frozen=True, tag="finish_recruiting"):
    """Hire no more crew."""


class KeepRumor(BaseCommand, frozen=True, tag="keep_rumor"):
    """Keep this one of two rumors (MM-123)."""

    rumor: RumorId | Hidden
    """The rumor; hidden from others."""


class DiscardGlory(BaseCommand, frozen=True, tag="discard_glory"):
    """Discard a glory card above the limit (MM-207)."""

    card: GloryCard


class DiscardCargo(BaseCommand, frozen=True, tag="discard_cargo"):
    """Discard a cargo card above the limit (MM-067)."""

    card: CargoCard


class DepositGold(BaseCommand, frozen=True, tag="deposit_gold"):
    """Put gold into the stash."""

    amount: Literal[1, 5, 10, "all"] | Secret
    """In gold; `all`: whatever is on board. Hidden from others."""


class FinishStashing(BaseCommand, frozen=True, tag="finish_stashing"):
    """Stash no more."""


PortCommand: TypeAlias = (
    StartSelling
    | StartBuying
    | VisitShipyard
    | StartRecruiting
    | SeekRumor
    | ClaimMission
    | StartStashing
    | HireSpecialist
    | BuyPardon
    | EndPortAction
    | AddToSale
    | FinishSale
    | RedrawOffer
    | TakeCard
    | DropCargo
    | FinishLot
    | BuyShip
    | Repair
    | BuyWeapon
    | SellWeapon
    | BuyModification
    | RefreshHull
    | LeaveShipyard
    | Transfer
    | FinishTransfer
    | HireOne
    | FinishRecruiting
    | KeepRumor
    | DiscardGlory
    | DiscardCargo
    | DepositGold
    | FinishStashing
)
