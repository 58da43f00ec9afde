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
    """MM-041, MM-043."""

    seat: int
    step: str = "arrival"


class Storm(_Frame, frozen=True, tag="storm"):
    """Checks still to make against a storm (MM-045)."""

    seat: int
    checks: int


class Window(_Frame, frozen=True, tag="window"):
    """A reaction window: `asked` of the entitled `seats` have answered; then the announced cards are resolved (MM-209)."""

    timing: str
    seats: tuple[int, ...]
    subject: str = ""
    """What caused it."""
    asked: int = 0
    announced: tuple[int, ...] = ()
    withdrawn: Cards = ()


class Scouting(_Frame, frozen=True, tag="scouting"):
    """A Scout action (MM-075). `target` is `merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""

    seat: int
    target: str
    step: str = "before"
    sure: bool = False
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
    """D-01, of a new captain."""


class NewCaptain(_Decision, frozen=True, tag="new_captain"):
    """D-02."""

    redrawn: bool = False


class PlaceModification(_Decision, frozen=True, tag="place_modification"):
    """D-03."""


class Carpenter(_Decision, frozen=True, tag="carpenter"):
    """D-04."""


class TakeAction(_Decision, frozen=True, tag="take_action"):
    """D-05."""


class PortMenu(_Decision, frozen=True, tag="port_menu"):
    """D-06; `used` are the activities begun."""

    port: str
    used: Cards = ()


class SellLot(_Decision, frozen=True, tag="sell_lot"):
    """D-07; `price` and `limit` are those of a rumor (MM-403)."""

    price: int = 0
    limit: int = 0


class BuyLot(_Decision, frozen=True, tag="buy_lot"):
    """D-08; `price` None means the prices of goods bought in port."""

    kind: Literal["goods", "cargo", "raid", "plunder"]
    price: int | None = None
    redrawn: bool = False


class Shipyard(_Decision, frozen=True, tag="shipyard"):
    """D-09; the weapons and the ship bought in this visit."""

    weapons: Cards = ()
    ship: bool = False


class TransferModifications(_Decision, frozen=True, tag="transfer_modifications"):
    """D-10."""


class HireCrew(_Decision, frozen=True, tag="hire_crew"):
    """D-11."""


class ChooseRumor(_Decision, frozen=True, tag="choose_rumor"):
    """D-12."""


class DiscardToLimit(_Decision, frozen=True, tag="discard_to_limit"):
    """D-13."""

    what: Literal["glory", "cargo"]


class Stash(_Decision, frozen=True, tag="stash"):
    """D-14."""


class MerchantFound(_Decision, frozen=True, tag="merchant_found"):
    """D-15."""

    nation: str
    choices: Cards


class RaidWeapons(_Decision, frozen=True, tag="raid_weapons"):
    """D-16."""


class RaidSpend(_Decision, frozen=True, tag="raid_spend"):
    """D-17."""


class Declare(_Decision, frozen=True, tag="declare"):
    """D-18, for a side: 0 the aggressor, 1 the defender."""

    side: int


class Reroll(_Decision, frozen=True, tag="reroll"):
    """D-19. `means` names what allows it, `roll` what was rolled; `most` is how many may be marked, 0 any number."""

    side: int
    means: str
    roll: Literal["contest", "location"]
    whole: bool = False
    most: int = 0
    marked: tuple[int, ...] = ()


class Volley(_Decision, frozen=True, tag="volley"):
    """D-20; `by_card` if a card played after the time for shot opened it (MM-264)."""

    side: int
    by_card: bool = False


class AssignX(_Decision, frozen=True, tag="assign_x"):
    """D-21: the side hit chooses, hit by hit."""

    side: int


class HitResponse(_Decision, frozen=True, tag="hit_response"):
    """D-22: of the first hit of the `Hits` below; `location` is where it falls."""

    location: str


class FireChasers(_Decision, frozen=True, tag="chasers"):
    """D-23."""

    side: int


class ClaimReward(_Decision, frozen=True, tag="claim_reward"):
    """D-24."""

    loser: int


class ClaimShip(_Decision, frozen=True, tag="claim_ship"):
    """D-25."""

    loser: Side


class Plunder(_Decision, frozen=True, tag="plunder"):
    """D-26."""

    loser: int


class Choose(_Decision, frozen=True, tag="choose"):
    """D-27: a choice of the effect that is being carried out below; `picked` are its choices made so far."""

    what: Choice
    options: Cards
    picked: Cards = ()


class AcceptOffer(_Decision, frozen=True, tag="accept_offer"):
    """D-28."""

    what: str


class HireByDeed(_Decision, frozen=True, tag="hire_by_deed"):
    """D-29."""


class React(_Decision, frozen=True, tag="react"):
    """D-30."""

    timing: str


class ResolveCard(_Decision, frozen=True, tag="resolve_card"):
    """D-31."""

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
