"""Port business (RULES.md, chapter 6)."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden, Secret

from ..frames import Cards
from .base import BaseEvent


class PortActionStarted(BaseEvent, frozen=True, tag="port_action_started"):
    seat: int
    port: str


class PortActionEnded(BaseEvent, frozen=True, tag="port_action_ended"):
    seat: int
    port: str


class ActivityStarted(BaseEvent, frozen=True, tag="activity_started"):
    seat: int
    activity: str


class GoodsSold(BaseEvent, frozen=True, tag="goods_sold"):
    seat: int
    cards: Cards
    gold: int
    by_rumor: bool = False


class CardSetAside(BaseEvent, frozen=True, tag="card_set_aside"):
    """Into the lot that is being put together; `open` if the offer is."""

    seat: int
    card: str | Hidden
    open: bool = False


class DemandReplaced(BaseEvent, frozen=True, tag="demand_replaced"):
    port: str
    old: str
    new: str


class OfferDrawn(BaseEvent, frozen=True, tag="offer_drawn"):
    """`discarded` were drawn but are goods in demand (MM-094)."""

    seat: int
    cards: Cards | Hidden
    discarded: Cards
    open: bool = False
    in_port: str = ""


class OfferRedrawn(BaseEvent, frozen=True, tag="offer_redrawn"):
    seat: int
    cards: Cards | Hidden
    discarded: Cards


class GoodsBought(BaseEvent, frozen=True, tag="goods_bought"):
    """The lot goes on board."""

    seat: int
    cards: Cards | Hidden
    price: int | Secret
    discarded: Cards


class CargoTaken(BaseEvent, frozen=True, tag="cargo_taken"):
    """The lot goes on board; others know it if it lay `open`. `left` is discarded."""

    seat: int
    cards: Cards | Hidden
    left: Cards
    source: str
    open: bool = False


class CargoDiscarded(BaseEvent, frozen=True, tag="cargo_discarded"):
    seat: int
    cards: Cards
    reason: str


class ShipBought(BaseEvent, frozen=True, tag="ship_bought"):
    seat: int
    ship: str
    price: int
    crew: int


class DamageRepaired(BaseEvent, frozen=True, tag="damage_repaired"):
    seat: int
    location: str
    points: int
    price: int


class WeaponBought(BaseEvent, frozen=True, tag="weapon_bought"):
    seat: int
    weapon: str
    price: int


class WeaponSold(BaseEvent, frozen=True, tag="weapon_sold"):
    seat: int
    weapon: str
    price: int


class WeaponGained(BaseEvent, frozen=True, tag="weapon_gained"):
    seat: int
    weapon: str


class WeaponSpent(BaseEvent, frozen=True, tag="weapon_spent"):
    """Back to the supply (MM-321)."""

    seat: int
    weapon: str
    use: str


class ModificationRevealed(BaseEvent, frozen=True, tag="modification_revealed"):
    port: str
    modification: str


class ModificationBought(BaseEvent, frozen=True, tag="modification_bought"):
    seat: int
    modification: str
    port: str
    price: int


class ModificationGained(BaseEvent, frozen=True, tag="modification_gained"):
    seat: int
    modification: str
    port: str


class ModificationMoved(BaseEvent, frozen=True, tag="modification_moved"):
    """From the old ship to the one just bought (MM-160)."""

    seat: int
    modification: str
    price: int


class ModificationReturned(BaseEvent, frozen=True, tag="modification_returned"):
    """Face down."""

    seat: int
    port: str
    modification: str | Hidden


class ModificationFlipped(BaseEvent, frozen=True, tag="modification_flipped"):
    seat: int
    modification: str
    up: bool


class CrewRecruited(BaseEvent, frozen=True, tag="crew_recruited"):
    seat: int
    points: int
    price: int


class RumorDrawn(BaseEvent, frozen=True, tag="rumor_drawn"):
    seat: int
    card: str | Hidden


class RumorReturned(BaseEvent, frozen=True, tag="rumor_returned"):
    """Shuffled back into the rumor deck."""

    seat: int
    card: str | Hidden
    deck: Cards | Hidden
    was_open: bool = False


class RumorPlayed(BaseEvent, frozen=True, tag="rumor_played"):
    seat: int
    card: str
    success: bool
    kept: bool


class MissionLaidOut(BaseEvent, frozen=True, tag="mission_laid_out"):
    card: str
    port: str


class MissionClaimed(BaseEvent, frozen=True, tag="mission_claimed"):
    seat: int
    card: str
    freight: int


class MissionAdvanced(BaseEvent, frozen=True, tag="mission_advanced"):
    seat: int
    card: str
    step: int
    done: Cards


class MissionCompleted(BaseEvent, frozen=True, tag="mission_completed"):
    seat: int
    card: str


class MissionLost(BaseEvent, frozen=True, tag="mission_lost"):
    seat: int
    card: str


class GoldStashed(BaseEvent, frozen=True, tag="gold_stashed"):
    seat: int
    amount: int | Secret
    fee: int = 0


class GoldWithdrawn(BaseEvent, frozen=True, tag="gold_withdrawn"):
    seat: int
    amount: int | Secret


class GoldChanged(BaseEvent, frozen=True, tag="gold_changed"):
    """Amounts whose reason is covered are seen by their owner alone."""

    seat: int
    amount: int | Secret
    reason: str
    covered: bool = False


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
