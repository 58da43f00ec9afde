"""Decisions: frames that wait for the seat that they name."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..values import Activity, HitLocation, NationId, Option, PortId, RerollMeans, Timing, WeaponId
from .base import BaseFrame, Choice, Side


class StartingShips(BaseFrame, frozen=True, tag="starting_ships"):
    """Every seat chooses its first ship in secret (MM-025): the one decision of several seats at once."""

    waiting: tuple[int, ...]
    """The seats that have not chosen yet."""


class _Decision(BaseFrame, frozen=True):
    seat: int
    """The seat that is asked."""


class ChooseShip(_Decision, frozen=True, tag="choose_ship"):
    """The owner of a new captain chooses its first ship (D-01)."""


class NewCaptain(_Decision, frozen=True, tag="new_captain"):
    """A seat whose new captain finds a pirate in the home zone keeps that captain or draws another (D-02)."""

    redrawn: bool = False
    """Whether one captain was rejected already."""


class PlaceModification(_Decision, frozen=True, tag="place_modification"):
    """The owner of a ship that was lost or given up chooses a port for the next of its modifications (D-03)."""


class Carpenter(_Decision, frozen=True, tag="carpenter"):
    """The employer of a Carpenter chooses at the start of the captain turn what is repaired free (D-04)."""


class TakeAction(_Decision, frozen=True, tag="take_action"):
    """The seat whose turn it is chooses an action (D-05)."""


class PortMenu(_Decision, frozen=True, tag="port_menu"):
    """The seat in its Port action chooses an activity or ends the action; `used` are the activities begun (D-06)."""

    port: PortId
    used: tuple[Activity, ...] = ()
    """Activities already begun in this Port action."""


class SellLot(_Decision, frozen=True, tag="sell_lot"):
    """The seat that sells chooses the cargo cards for its lot; `price` and `limit` are those of a rumor (D-07, MM-403)."""

    price: int = 0
    """Gold for each card of a rumor's sale; 0 for the prices of the port."""
    limit: int = 0
    """The most cards that a rumor's sale takes; 0 for any number."""


class BuyLot(_Decision, frozen=True, tag="buy_lot"):
    """The seat that buys or takes cargo chooses the cards of the offer for its lot (D-08)."""

    kind: Literal["goods", "cargo", "raid", "plunder"]
    """The source of the offer: `goods` of the port, `cargo` of a card, a `raid`, or the `plunder` of a battle."""
    price: int | None = None
    """Gold for each card; null means the prices of goods bought in port."""
    redrawn: bool = False
    """Whether a new offer was paid for."""


class Shipyard(_Decision, frozen=True, tag="shipyard"):
    """The seat at the shipyard chooses what it buys, sells or repairs, or leaves (D-09)."""

    weapons: tuple[WeaponId, ...] = ()
    """Special weapons bought in this visit."""
    ship: bool = False
    """Whether a ship was bought in this visit."""


class TransferModifications(_Decision, frozen=True, tag="transfer_modifications"):
    """The seat that bought a ship chooses which modifications of the old one move to it (D-10)."""

    sale: int | None
    """What the old ship brought without those that have moved; moving another takes 1 gold of it back, if it is not 0. Null
    where version 1 of the rules asked: it did not say, and took 1 gold back for each."""


class HireCrew(_Decision, frozen=True, tag="hire_crew"):
    """The seat whose recruiting roll failed chooses how much crew it pays for, point by point (D-11)."""


class ChooseRumor(_Decision, frozen=True, tag="choose_rumor"):
    """The seat that holds two rumors chooses the one it keeps (D-12)."""


class DiscardToLimit(_Decision, frozen=True, tag="discard_to_limit"):
    """A seat with too many glory cards or too much cargo chooses what it discards (D-13)."""

    what: Literal["glory", "cargo"]
    """The kind of cards of which there are too many."""


class Stash(_Decision, frozen=True, tag="stash"):
    """The seat that stashes chooses how much gold it puts away (D-14)."""


class MerchantFound(_Decision, frozen=True, tag="merchant_found"):
    """The seat that found a merchant raids it as one of the `choices` of nation, or lets it go (D-15)."""

    nation: NationId
    """That of the merchant token."""
    choices: tuple[NationId, ...]
    """The nations as whose merchant it may be raided."""


class RaidWeapons(_Decision, frozen=True, tag="raid_weapons"):
    """The seat that rolled for a raid chooses which special weapons it gives up for more successes (D-16)."""


class RaidSpend(_Decision, frozen=True, tag="raid_spend"):
    """The raiding seat chooses what it uses the next success for, or stops (D-17)."""


class Declare(_Decision, frozen=True, tag="declare"):
    """The seat declares for a side of the battle to shoot, board or flee (D-18)."""

    side: int
    """0 the aggressor, 1 the defender."""


class Reroll(_Decision, frozen=True, tag="reroll"):
    """The seat chooses which dice of its side are rolled again, or keeps them (D-19)."""

    side: int
    """0 the aggressor, 1 the defender."""
    means: RerollMeans
    """The card or ability that allows the re-roll."""
    roll: Literal["contest", "location"]
    """The kind of roll."""
    whole: bool = False
    """Whether all dice must be rolled again."""
    most: int = 0
    """How many dice may be marked; 0 is any number."""
    marked: tuple[int, ...] = ()
    """Places of the dice marked so far."""


class Volley(_Decision, frozen=True, tag="volley"):
    """The attacker chooses special shot or hit locations for the volley just rolled (D-20)."""

    side: int
    """0 the aggressor, 1 the defender."""
    by_card: bool = False
    """Whether a card played after the time for shot opened it (MM-264)."""


class AssignX(_Decision, frozen=True, tag="assign_x"):
    """The side hit chooses the location of the next X, hit by hit (D-21)."""

    side: int
    """0 the aggressor, 1 the defender."""


class HitResponse(_Decision, frozen=True, tag="hit_response"):
    """The seat whose ship is hit cancels, moves or takes the first hit of the `Hits` below (D-22)."""

    location: HitLocation
    """The location of the hit."""


class FireChasers(_Decision, frozen=True, tag="chasers"):
    """The owner of Chasers chooses whether to fire them at a ship that declared Flee (D-23)."""

    side: int
    """0 the aggressor, 1 the defender."""


class ClaimReward(_Decision, frozen=True, tag="claim_reward"):
    """The winner over a pirate captain claims the reward of one nation, or none (D-24)."""

    loser: int
    """The seat whose captain was beaten."""


class ClaimShip(_Decision, frozen=True, tag="claim_ship"):
    """The winner of a boarding battle takes the loser's ship or keeps the own one (D-25)."""

    loser: Side


class Plunder(_Decision, frozen=True, tag="plunder"):
    """The winner over another captain chooses what to take of the loser's weapons and cards (D-26)."""

    loser: int
    """The seat whose captain was beaten."""


class Choose(_Decision, frozen=True, tag="choose"):
    """The owner of the effect that is being carried out below picks one of its options (D-27)."""

    what: Choice
    options: tuple[Option, ...]
    """The choices, by names or ids; captains by the numbers of their seats."""
    picked: tuple[Option, ...] = ()
    """Choices made so far for this effect."""


class AcceptOffer(_Decision, frozen=True, tag="accept_offer"):
    """The owner of an optional effect carries it out or leaves it (D-28)."""

    what: str
    """The kind of effect."""


class HireByDeed(_Decision, frozen=True, tag="hire_by_deed"):
    """The seat whose turn ends hires a specialist that it earned by a deed, or passes (D-29)."""


class React(_Decision, frozen=True, tag="react"):
    """A seat in a reaction window announces a glory card or passes (D-30)."""

    timing: Timing


class ResolveCard(_Decision, frozen=True, tag="resolve_card"):
    """A seat whose announced card is due plays it or shows and keeps it (D-31)."""

    timing: Timing


Decision: TypeAlias = (
    StartingShips
    | ChooseShip
    | NewCaptain
    | PlaceModification
    | Carpenter
    | TakeAction
    | PortMenu
    | SellLot
    | BuyLot
    | Shipyard
    | TransferModifications
    | HireCrew
    | ChooseRumor
    | DiscardToLimit
    | Stash
    | MerchantFound
    | RaidWeapons
    | RaidSpend
    | Declare
    | Reroll
    | Volley
    | AssignX
    | HitResponse
    | FireChasers
    | ClaimReward
    | ClaimShip
    | Plunder
    | Choose
    | AcceptOffer
    | HireByDeed
    | React
    | ResolveCard
)

Spending: TypeAlias = TakeAction | PortMenu | BuyLot | Shipyard | TransferModifications | HireCrew
"""The decisions in which gold can be taken from the stash (MM-137)."""
