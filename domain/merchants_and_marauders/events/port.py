"""Port business (RULES.md, chapter 6)."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden, SeatNumber, Secret
from domain.kit.events import BaseEvent

from ..values import (
    Activity,
    CargoCard,
    CargoCards,
    Deed,
    DiscardReason,
    GoldReason,
    GoodId,
    HitLocation,
    LotKind,
    MissionId,
    ModificationId,
    PortId,
    PortOrNone,
    RumorId,
    ShipTypeId,
    WeaponId,
    WeaponUse,
)


class PortActionStarted(BaseEvent, frozen=True, tag="port_action_started"):
    """A captain began a Port action."""

    seat: SeatNumber
    port: PortId


class PortActionEnded(BaseEvent, frozen=True, tag="port_action_ended"):
    """A captain ended the Port action."""

    seat: SeatNumber
    port: PortId


class ActivityStarted(BaseEvent, frozen=True, tag="activity_started"):
    """A captain began an activity of the Port action."""

    seat: SeatNumber
    activity: Activity
    """Its name."""


class GoodsSold(BaseEvent, frozen=True, tag="goods_sold"):
    """A captain sold cargo cards."""

    seat: SeatNumber
    cards: CargoCards
    """Those that were sold."""
    gold: int
    """The gold that they brought."""
    by_rumor: bool = False
    """Whether a rumor allowed the sale."""


class CardSetAside(BaseEvent, frozen=True, tag="card_set_aside"):
    """A card went into the lot that is being put together; `open` if the offer is."""

    seat: SeatNumber
    card: CargoCard | Hidden
    """The cargo card."""
    open: bool = False
    """Whether all see it."""


class DemandReplaced(BaseEvent, frozen=True, tag="demand_replaced"):
    """A port asks for another good."""

    port: PortId
    old: GoodId
    """The good that was in demand."""
    new: GoodId
    """The good that is now."""


class OfferDrawn(BaseEvent, frozen=True, tag="offer_drawn"):
    """An offer of cargo cards was drawn; `discarded` were drawn but are goods in demand (MM-094)."""

    seat: SeatNumber
    cards: CargoCards | Hidden
    """The offer."""
    discarded: CargoCards
    """Goods in demand here, which were drawn too and discarded."""
    open: bool = False
    """Whether all see the offer."""
    in_port: PortOrNone = ""
    """The port of the offer, empty outside of one."""
    counts: bool = False
    """Whether the next offer in this port is smaller for it, bought or not: only in version 1 (MM-096)."""


class OfferRedrawn(BaseEvent, frozen=True, tag="offer_redrawn"):
    """A captain paid for a new offer of cargo cards."""

    seat: SeatNumber
    discarded: CargoCards
    """The old offer."""
    price: int
    """In gold."""


class GoodsBought(BaseEvent, frozen=True, tag="goods_bought"):
    """A captain paid for the lot and took it on board."""

    seat: SeatNumber
    cards: CargoCards | Hidden
    """The lot; hidden from others."""
    price: int | Secret
    """In gold."""
    discarded: CargoCards
    """The rest of the offer."""
    in_port: PortOrNone = ""
    """The port where the next offer is smaller for this purchase; empty if there is none (MM-096)."""


class CargoTaken(BaseEvent, frozen=True, tag="cargo_taken"):
    """A captain took the lot on board. Others see the cards if the offer was `open`; `left` is discarded."""

    seat: SeatNumber
    cards: CargoCards | Hidden
    """The lot."""
    left: CargoCards
    """The rest of the offer."""
    source: LotKind
    """The source of the cards."""
    open: bool = False
    """Whether all saw it."""


class CargoDiscarded(BaseEvent, frozen=True, tag="cargo_discarded"):
    """A captain lost or gave up cargo cards."""

    seat: SeatNumber
    cards: CargoCards
    """Those that are gone."""
    reason: DiscardReason
    """Why."""


class ShipBought(BaseEvent, frozen=True, tag="ship_bought"):
    """A captain bought a ship."""

    seat: SeatNumber
    ship: ShipTypeId
    """The ship's kind."""
    price: int
    """In gold."""
    crew: int
    """How much crew it has."""


class DamageRepaired(BaseEvent, frozen=True, tag="damage_repaired"):
    """A location of a captain's ship was repaired."""

    seat: SeatNumber
    location: HitLocation
    """Which."""
    points: int
    """The points repaired."""
    price: int
    """In gold."""


class WeaponBought(BaseEvent, frozen=True, tag="weapon_bought"):
    """A captain bought a special weapon."""

    seat: SeatNumber
    weapon: WeaponId
    price: int
    """In gold."""


class WeaponSold(BaseEvent, frozen=True, tag="weapon_sold"):
    """A captain sold a special weapon."""

    seat: SeatNumber
    weapon: WeaponId
    price: int
    """In gold."""


class WeaponGained(BaseEvent, frozen=True, tag="weapon_gained"):
    """A captain got a special weapon without buying it."""

    seat: SeatNumber
    weapon: WeaponId


class WeaponSpent(BaseEvent, frozen=True, tag="weapon_spent"):
    """A captain gave up a special weapon, which goes back to the supply (MM-321)."""

    seat: SeatNumber
    weapon: WeaponId
    use: WeaponUse
    """The use of the weapon."""


class ModificationRevealed(BaseEvent, frozen=True, tag="modification_revealed"):
    """The modification in a port was turned up."""

    port: PortId
    modification: ModificationId


class ModificationBought(BaseEvent, frozen=True, tag="modification_bought"):
    """A captain bought a port's modification."""

    seat: SeatNumber
    modification: ModificationId
    port: PortId
    price: int
    """In gold."""


class ModificationGained(BaseEvent, frozen=True, tag="modification_gained"):
    """A captain got a port's modification without buying it."""

    seat: SeatNumber
    modification: ModificationId
    port: PortId


class ModificationMoved(BaseEvent, frozen=True, tag="modification_moved"):
    """A modification moved from the old ship to the one just bought (MM-160)."""

    seat: SeatNumber
    modification: ModificationId
    price: int
    """In gold."""


class ModificationReturned(BaseEvent, frozen=True, tag="modification_returned"):
    """A modification of a lost ship was laid face down in a port."""

    seat: SeatNumber
    port: PortId
    modification: ModificationId | Hidden
    """The modification; hidden from all."""


class ModificationFlipped(BaseEvent, frozen=True, tag="modification_flipped"):
    """A modification on a ship was turned up, or down because it was used."""

    seat: SeatNumber
    modification: ModificationId
    up: bool
    """Whether it is face up now."""


class CrewRecruited(BaseEvent, frozen=True, tag="crew_recruited"):
    """A captain got crew."""

    seat: SeatNumber
    points: int
    """How much."""
    price: int
    """In gold."""


class RumorDrawn(BaseEvent, frozen=True, tag="rumor_drawn"):
    """A captain drew a rumor."""

    seat: SeatNumber
    card: RumorId | Hidden
    """The rumor; hidden from others."""


class RumorReturned(BaseEvent, frozen=True, tag="rumor_returned"):
    """A rumor was shuffled back into its deck."""

    seat: SeatNumber
    card: RumorId | Hidden
    """The rumor."""
    deck: tuple[RumorId, ...] | Hidden
    """The deck with it, the top card first."""
    was_open: bool = False
    """Whether it lay face up."""


class RumorPlayed(BaseEvent, frozen=True, tag="rumor_played"):
    """A captain found out whether the rumor is true."""

    seat: SeatNumber
    card: RumorId
    """The rumor."""
    success: bool
    """Whether it is true."""
    kept: bool
    """Whether the captain keeps the card, face up."""


class MissionLaidOut(BaseEvent, frozen=True, tag="mission_laid_out"):
    """A mission was laid out at a port."""

    card: MissionId
    """The mission."""
    port: PortId


class MissionClaimed(BaseEvent, frozen=True, tag="mission_claimed"):
    """A captain claimed a mission."""

    seat: SeatNumber
    card: MissionId
    """The mission."""
    freight: int
    """Cargo spaces that its freight takes."""


class MissionAdvanced(BaseEvent, frozen=True, tag="mission_advanced"):
    """A captain got further in a mission."""

    seat: SeatNumber
    card: MissionId
    """The mission."""
    step: int
    """The step to be done next, by its place in the list of the mission's steps."""
    done: tuple[Deed, ...]
    """The parts of this step that are done."""


class MissionCompleted(BaseEvent, frozen=True, tag="mission_completed"):
    """A captain did the last step of a mission."""

    seat: SeatNumber
    card: MissionId
    """The mission."""


class MissionLost(BaseEvent, frozen=True, tag="mission_lost"):
    """A captain lost a mission."""

    seat: SeatNumber
    card: MissionId
    """The mission."""


class GoldStashed(BaseEvent, frozen=True, tag="gold_stashed"):
    """A captain put gold into the stash."""

    seat: SeatNumber
    amount: int | Secret
    """In gold; hidden from others."""
    fee: int = 0
    """In gold, paid with the event; 0 if a separate `gold_changed` has it."""


class GoldWithdrawn(BaseEvent, frozen=True, tag="gold_withdrawn"):
    """A captain took gold from the stash on board."""

    seat: SeatNumber
    amount: int | Secret
    """In gold; hidden from others."""


class GoldChanged(BaseEvent, frozen=True, tag="gold_changed"):
    """A captain got or paid gold; amounts whose reason is `covered` are seen by their owner alone."""

    seat: SeatNumber
    amount: int | Secret
    """In gold; below 0 where it was paid."""
    reason: GoldReason
    """The reason for the change."""
    covered: bool = False
    """Whether only its owner may see the amount."""


PortEvent: TypeAlias = (
    PortActionStarted
    | PortActionEnded
    | ActivityStarted
    | GoodsSold
    | CardSetAside
    | DemandReplaced
    | OfferDrawn
    | OfferRedrawn
    | GoodsBought
    | CargoTaken
    | CargoDiscarded
    | ShipBought
    | DamageRepaired
    | WeaponBought
    | WeaponSold
    | WeaponGained
    | WeaponSpent
    | ModificationRevealed
    | ModificationBought
    | ModificationGained
    | ModificationMoved
    | ModificationReturned
    | ModificationFlipped
    | CrewRecruited
    | RumorDrawn
    | RumorReturned
    | RumorPlayed
    | MissionLaidOut
    | MissionClaimed
    | MissionAdvanced
    | MissionCompleted
    | MissionLost
    | GoldStashed
    | GoldWithdrawn
    | GoldChanged
)
