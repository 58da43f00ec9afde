"""What a game is in the middle of: the frames on the stack of a state, the innermost last.

A frame is either a *process*, which runs by itself as soon as it is on top and knows its next step, or a *decision*, which
waits for the seat it names. Frames hold nothing that any seat may not see: lots, offers and announced cards lie with their
owner's `Seat`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Side: TypeAlias = int | str
"""Who fights: a seat, an NPC, or the card whose guards or derelict it is."""
Dice: TypeAlias = tuple[int, ...]
"""Faces rolled; 0 is a skull."""
Cards: TypeAlias = tuple[str, ...]
Choice: TypeAlias = Literal["captain", "good", "location", "nation", "npc", "port", "x", "zone"]
"""What an effect lets its owner choose; `x` is where an X hits."""


class _Frame(msgspec.Struct, frozen=True, gc=False):
    pass


# Processes


class Round(_Frame, frozen=True, tag="round"):
    """One event card and a captain turn of every seat (MM-030); `turns` counts the captain turns begun."""

    number: int
    step: str = "refill"
    turns: int = 0


class EventInPlay(_Frame, frozen=True, tag="event_in_play"):
    """A global event being carried out: its icons, then its window, then its text (MM-034)."""

    card: str
    step: str = "icons"


class CaptainTurn(_Frame, frozen=True, tag="captain_turn"):
    """A captain's turn: what comes at its beginning, his actions, and what comes at its end (MM-041, MM-043)."""

    seat: int
    step: str = "arrival"
    """The part of the turn that comes next."""


class Storm(_Frame, frozen=True, tag="storm"):
    """Checks still to make against a storm (MM-045)."""

    seat: int
    checks: int
    """How many are left."""


class Window(_Frame, frozen=True, tag="window"):
    """A reaction window: `asked` of the entitled `seats` have answered; then the announced cards are resolved (MM-209)."""

    timing: str
    seats: tuple[int, ...]
    """In the order in which they are asked."""
    subject: str = ""
    """What caused it."""
    asked: int = 0
    announced: tuple[int, ...] = ()
    """The seats that announced a card."""
    withdrawn: Cards = ()
    """Cards that were shown and kept."""


class Scouting(_Frame, frozen=True, tag="scouting"):
    """A Scout action (MM-075). `target` is `merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""

    seat: int
    target: str
    step: str = "before"
    sure: bool = False
    """Whether a card makes it a success without a roll."""
    committed: bool = False
    """Whether the merchant must be treated as Spanish (MM-148)."""
    dice: Dice = ()


class NpcScouting(_Frame, frozen=True, tag="npc_scouting"):
    """NPC ships that look for a captain and fight him (MM-244, MM-245)."""

    seat: int
    scouts: Cards = ()
    """Those that have found him and not yet fought."""
    step: str = "fight"


class RumorCheck(_Frame, frozen=True, tag="rumor_check"):
    """The Influence roll for a rumor, and what it cost (MM-122)."""

    seat: int
    price: int
    step: str = "roll"
    dice: Dice = ()


class Raid(_Frame, frozen=True, tag="raid"):
    """A merchant raid (MM-414). `table` are the cards drawn; `blank` are those whose icon is ignored."""

    seat: int
    nation: str
    step: str = "bounty"
    extra: int = 0
    table: Cards = ()
    blank: Cards = ()
    dice: Dice = ()
    successes: int = 0
    plunder: int = 0
    """Added to what the cards show."""
    ignored: int = 0
    """Escape icons that do not count."""
    exchanged: bool = False
    """Whether the free exchange was used."""
    spent: Cards = ()
    """Abilities used in this raid."""


class BattleSide(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides, and what it did in this combat round."""

    who: Side
    declared: str = ""
    dice: Dice = ()
    rerolls: Cards = ()
    """Means to re-roll that were used in this round."""
    hits: int = 0
    locations: Cards = ()
    """Of the hits that this side deals; `x` until it is decided."""
    shot: str = ""
    more_dice: int = 0
    more_hits: int = 0
    picks: int = 0
    """Hits of which a card lets this side choose the location."""
    sure_flight: bool = False
    dealt: int = 0
    """In this battle."""
    spent: Cards = ()
    """Abilities used in this battle."""


class Battle(_Frame, frozen=True, tag="battle"):
    """Naval combat (MM-264), and crew combat once a side boards (MM-304).

    `contest` is the side, 0 or 1, that won the contest of the round; `victor` the one that won the battle.
    """

    aggressor: BattleSide
    defender: BattleSide
    step: str = "before"
    round: int = 0
    quiet: int = 0
    """Rounds running in which nothing could happen (MM-287)."""
    contest: int | None = None
    crew_round: int = 0
    card_crew: int = 0
    """Crew of the card's side, where a card fights (MM-312)."""
    card_leadership: int = 0
    victor: int | None = None
    how: str = ""


class Hits(_Frame, frozen=True, tag="hits"):
    """Hits being applied to one ship, one after the other: one volley (MM-292)."""

    side: Side
    hits: Cards
    source: str
    shielded: Cards = ()
    """Locations whose hits are never passed to the Hull."""
    braced: int = 0
    """Hull hits that a card cancels."""
    step: str = "window"


class Aftermath(_Frame, frozen=True, tag="aftermath"):
    """What a battle brings its winner, and the end of its loser (MM-289)."""

    winner: Side
    loser: Side
    how: Literal["sunk", "crew"]
    step: str = "bounty"


class Resolve(_Frame, frozen=True, tag="resolve"):
    """Effects of a card being carried out: `source` is `<kind>:<card id>`, `part` the list, `index` the next effect."""

    seat: int
    source: str
    part: str
    index: int = 0
    left: int = 0
    """Of an effect that is carried out one by one."""


Process: TypeAlias = (
    Round
    | EventInPlay
    | CaptainTurn
    | Storm
    | Window
    | Scouting
    | NpcScouting
    | RumorCheck
    | Raid
    | Battle
    | Hits
    | Aftermath
    | Resolve
)

# Decisions


class StartingShips(_Frame, frozen=True, tag="starting_ships"):
    """Every seat chooses its first ship in secret (MM-025): the one decision of several seats at once."""

    waiting: tuple[int, ...]


class _Decision(_Frame, frozen=True):
    seat: int


class ChooseShip(_Decision, frozen=True, tag="choose_ship"):
    """The owner of a new captain chooses his first ship (D-01)."""


class NewCaptain(_Decision, frozen=True, tag="new_captain"):
    """A seat whose new captain finds a pirate in his home zone keeps him or draws another (D-02)."""

    redrawn: bool = False
    """Whether one captain was rejected already."""


class PlaceModification(_Decision, frozen=True, tag="place_modification"):
    """The owner of a ship that was lost or given up chooses a port for the next of its modifications (D-03)."""


class Carpenter(_Decision, frozen=True, tag="carpenter"):
    """The employer of a Carpenter chooses at the start of his turn what is repaired free (D-04)."""


class TakeAction(_Decision, frozen=True, tag="take_action"):
    """The seat whose turn it is chooses an action (D-05)."""


class PortMenu(_Decision, frozen=True, tag="port_menu"):
    """The seat in its Port action chooses an activity or ends the action; `used` are the activities begun (D-06)."""

    port: str
    used: Cards = ()
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
    price: int | None = None
    """Gold for each card; null means the prices of goods bought in port."""
    redrawn: bool = False
    """Whether a new offer was paid for."""


class Shipyard(_Decision, frozen=True, tag="shipyard"):
    """The seat at the shipyard chooses what it buys, sells or repairs, or leaves (D-09)."""

    weapons: Cards = ()
    """Special weapons bought in this visit."""
    ship: bool = False
    """Whether a ship was bought in this visit."""


class TransferModifications(_Decision, frozen=True, tag="transfer_modifications"):
    """The seat that bought a ship chooses which modifications of the old one move to it (D-10)."""


class HireCrew(_Decision, frozen=True, tag="hire_crew"):
    """The seat whose recruiting roll failed chooses how much crew it pays for, point by point (D-11)."""


class ChooseRumor(_Decision, frozen=True, tag="choose_rumor"):
    """The seat that holds two rumors chooses the one it keeps (D-12)."""


class DiscardToLimit(_Decision, frozen=True, tag="discard_to_limit"):
    """A seat with too many glory cards or too much cargo chooses what it discards (D-13)."""

    what: Literal["glory", "cargo"]


class Stash(_Decision, frozen=True, tag="stash"):
    """The seat that stashes chooses how much gold it puts away (D-14)."""


class MerchantFound(_Decision, frozen=True, tag="merchant_found"):
    """The seat that found a merchant raids it as one of the `choices` of nation, or lets it go (D-15)."""

    nation: str
    """That of the merchant token."""
    choices: Cards
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
    means: str
    """What allows the re-roll."""
    roll: Literal["contest", "location"]
    """What was rolled."""
    whole: bool = False
    """Whether all dice must be rolled again."""
    most: int = 0
    """How many dice may be marked; 0 is any number."""
    marked: tuple[int, ...] = ()
    """Places of the dice marked so far."""


class Volley(_Decision, frozen=True, tag="volley"):
    """The attacker chooses special shot or hit locations for the volley he rolled (D-20)."""

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

    location: str
    """Where the hit falls."""


class FireChasers(_Decision, frozen=True, tag="chasers"):
    """The owner of Chasers chooses whether to fire them at a ship that declared Flee (D-23)."""

    side: int
    """0 the aggressor, 1 the defender."""


class ClaimReward(_Decision, frozen=True, tag="claim_reward"):
    """The winner over a pirate captain chooses the nation whose reward he claims, or claims none (D-24)."""

    loser: int


class ClaimShip(_Decision, frozen=True, tag="claim_ship"):
    """The winner of a boarding battle takes the loser's ship or keeps his own (D-25)."""

    loser: Side


class Plunder(_Decision, frozen=True, tag="plunder"):
    """The winner over another captain chooses what he takes of the loser's weapons and cards (D-26)."""

    loser: int


class Choose(_Decision, frozen=True, tag="choose"):
    """The owner of the effect that is being carried out below picks one of its options (D-27)."""

    what: Choice
    options: Cards
    picked: Cards = ()
    """Choices made so far for this effect."""


class AcceptOffer(_Decision, frozen=True, tag="accept_offer"):
    """The owner of an optional effect carries it out or leaves it (D-28)."""

    what: str
    """The kind of effect."""


class HireByDeed(_Decision, frozen=True, tag="hire_by_deed"):
    """The seat whose turn ends hires a specialist that it earned by a deed, or passes (D-29)."""


class React(_Decision, frozen=True, tag="react"):
    """A seat in a reaction window announces a glory card or passes (D-30)."""

    timing: str


class ResolveCard(_Decision, frozen=True, tag="resolve_card"):
    """A seat whose announced card is due plays it or shows and keeps it (D-31)."""

    timing: str


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

Frame: TypeAlias = Process | Decision
