"""The state of a game.

`State.stack` says what the game is in the middle of: frames (frames/), the innermost last. Rules change it by events only:
`frame_opened`, `frame_changed`, `frame_closed` and `step_reached`; `evolve` pushes and pops. After each command
`decide.advance` runs the process on top until a decision is on top, so a stored game always waits for a seat or is over.

Hidden information is in `Seat` (gold, stash, cargo, hand, rumors, lot, offer), the decks, the demand pool, the merchant
tokens and the modifications that are face down. Views replace it for each viewer (view/).

Cards are data in the vocabulary of data/README.md. Effects that last are looked up where they matter (modifiers.py);
effects that happen once are carried out in effects/.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

import domain.recorder
from domain.kit.memo import memo_of_latest

from ..content import CAPTAINS, MODIFICATIONS, NPCS, PORTS, SHIPS, ZONES
from ..events import Event
from ..frames import DECISIONS, Battle, Cards, Decision, Dice, Frame, Raid, Side, StartingShips
from ..options import Options
from ..values import (
    AbilityUse,
    CheckReason,
    Deck,
    EffectSource,
    EventCardId,
    Locations,
    ModificationId,
    Ranked,
    ScoutTarget,
    ShipTypeId,
    SkillId,
    ZoneId,
)


class Ship(msgspec.Struct, frozen=True, gc=False):
    """A captain's ship with the current values of its hit locations (MM-013)."""

    type: ShipTypeId
    """The ship's kind."""
    now: Locations
    """The present values of its hit locations."""
    modifications: tuple[ModificationId, ...] = ()
    """Tokens on this ship."""
    flipped: tuple[ModificationId, ...] = ()
    """Those of them that were used and are turned down."""


class Npc(msgspec.Struct, frozen=True, gc=False):
    """An NPC ship: its captain cards, the one in command first. `zone` is null while it is not in play (MM-226)."""

    cards: tuple[EventCardId, ...]
    """The captain in command first."""
    ship: ShipTypeId
    """The ship's kind."""
    now: Locations
    """The present values of its hit locations."""
    zone: ZoneId | None = None
    """Null while it is not in play."""


class Seat(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One seat: what stays with it, and what its captain has on board."""

    points: int = 0
    stash: int = 0
    declared: bool = False
    captain: str | None = None
    """None while the seat has no living captain."""
    zone: str = ""
    in_port: bool = False
    by_event: bool = False
    """Whether the captain entered this port by Smugglers' Night (MM-398)."""
    ship: Ship | None = None
    gold: int = 0
    cargo: Cards = ()
    glory: Cards = ()
    rumors: Cards = ()
    """One, or two while one of them is chosen."""
    open_rumor: str | None = None
    """The rumor that was played and is kept, face up (MM-400)."""
    mission: str | None = None
    mission_step: int = 0
    mission_done: Cards = ()
    """The parts of the step that are done: ports visited, raids."""
    freight: int = 0
    specialists: Cards = ()
    weapons: Cards = ()
    bounties: Mapping[str, int] = {}
    big_ship: bool = False
    """Whether this captain has earned the point for a Frigate or Galleon (MM-111)."""
    offers: tuple[str, str] = ("", "")
    """The ports of the captain's purchases in this captain turn and in the one before; each makes the next offer there
    smaller (MM-096)."""
    offer: Cards = ()
    offer_open: bool = False
    """Whether all see the offer: cards of a raid or of a naval ship (MM-383)."""
    lot: Cards = ()
    announced: str | None = None
    returning: Cards = ()
    """Modifications that wait to be laid out in ports (MM-333)."""


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """A card whose effects go on for a while for a seat; `left` is what remains of a discount or of a number of uses."""

    seat: int
    """The seat that it works for."""
    source: EffectSource
    """The card, as `<kind>:<card id>`."""
    until: Literal["port_action", "captain_turn", "round"]
    """When it ends."""
    left: int = 0
    """How much; 0 where nothing is counted."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """What has happened in the captain turn under way."""

    seat: int
    """The seat whose turn it is."""
    number: int
    """Captain turns of all seats are counted together."""
    actions: int = 3
    """Actions left."""
    acted: bool = False
    """Whether an action was used."""
    began_in_port: bool = False
    """Whether the captain began it in a port."""
    port_action_used: bool = False
    """Whether the Port action is gone."""
    moves: int = 0
    """Moves made in this turn."""
    wind_used: bool = False
    """Whether the free Move of Trade Winds is gone (MM-049)."""
    scouted: tuple[ScoutTarget, ...] = ()
    """The targets that the captain scouted: `merchant:<zone>`, `npc:<id>`, `captain:<seat>`."""
    found: bool = False
    """Whether a Scout action found something."""
    sold: int = 0
    """How many cargo cards were sold to ports."""
    lost_crew: bool = False
    """Whether the captain lost Crew by a hit."""
    most_hits: int = 0
    """Dealt in one battle."""
    won_crew_combat: bool = False
    """Whether the captain won a battle by crew combat."""
    used: tuple[AbilityUse, ...] = ()
    """Abilities used, of those limited by the turn."""


class Throw(msgspec.Struct, frozen=True, gc=False):
    """The dice rolled last for a check, as they lie after re-rolls."""

    side: Side
    """The side that rolled."""
    skill: SkillId
    """The skill that is checked."""
    reason: CheckReason
    """The purpose of the check."""
    dice: Dice
    needed: int
    """Successes that the check needs."""

    @property
    def success(self) -> bool:
        """A skull, which is 0, is a success (MM-010)."""
        return self.dice.count(0) >= self.needed


class Result(msgspec.Struct, frozen=True, gc=False):
    reason: Literal["glory", "event_deck_empty", "captain_deck_empty"]
    ranking: tuple[Ranked, ...]


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A game at one moment. Every deck's top card is its first."""

    options: Options
    seats: tuple[Seat, ...]
    stack: tuple[Frame, ...] = ()
    order: tuple[int, ...] = ()
    """Turn order."""
    round: int = 0
    turn: Turn | None = None
    turns: int = 0
    event: str | None = None
    """The global event that works in this round."""
    drawn: Cards = ()
    """The things that the event drew at random."""
    pardons: tuple[int, ...] = ()
    """The seats that bought pardons in this round, once for each (MM-055)."""
    lasting: tuple[Lasting, ...] = ()
    wars: tuple[tuple[str, str], ...] = ()
    """Oldest first."""
    npcs: Mapping[str, Npc] = {}
    announced_npcs: tuple[tuple[str, str], ...] = ()
    """NPC cards drawn in this round: pairs of NPC and card (MM-037)."""
    demand: Mapping[str, str] = {}
    demand_pool: Cards = ()
    modifications: Mapping[str, str] = {}
    """The tokens by port; ports without one are left out."""
    face_up: Cards = ()
    """The ports whose modification is turned up."""
    merchants: Mapping[str, str] = {}
    """The nation of the token in each zone that has one."""
    merchant_track: Cards = ()
    missions: Cards = ()
    """The missions lying at ports."""
    captains: Cards = ()
    """The captain deck."""
    event_deck: Cards = ()
    event_discard: Cards = ()
    glory: Deck
    cargo: Deck
    rumor: Deck
    mission: Deck
    game_over_after_round: bool = False
    thrown: Throw | None = None
    """None until dice are rolled for a check. They lie on the table until the next ones."""
    result: Result | None = None

    @property
    def turn_number(self) -> int:
        """The captain turns of all seats are counted together; setting up and the first event belong to the first."""
        return max(1, self.turns)


Recorder: TypeAlias = domain.recorder.Recorder[State, Event]


def decision(state: State) -> Decision | None:
    """The open decision; None while there is none."""
    top: Any = state.stack[-1] if state.stack else None
    asked: Decision | None = top if type(top) in DECISIONS else None
    return asked


def to_act(state: State) -> tuple[int, ...]:
    """The seats that have to answer the open decision (MM-K01)."""
    top: Any = state.stack[-1] if state.stack else None
    if type(top) not in DECISIONS:
        return ()
    return top.waiting if type(top) is StartingShips else (top.seat,)


def battle_of(state: State) -> Battle | None:
    """The battle under way."""
    for frame in reversed(state.stack):
        if type(frame) is Battle:
            return frame
    return None


def raid_of(state: State) -> Raid | None:
    """The merchant raid under way."""
    return next((frame for frame in reversed(state.stack) if type(frame) is Raid), None)


def turn_of(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def ship_of(state: State, seat: int) -> Ship:
    ship = state.seats[seat].ship
    assert ship is not None
    return ship


def alive(state: State) -> list[int]:
    """The seats with a living captain, in turn order from the starting seat (MM-K24)."""
    return [seat for seat in state.order if state.seats[seat].captain is not None]


def from_seat(state: State, first: int) -> tuple[int, ...]:
    """All seats in turn order from this one."""
    return _turned(state.order, first)


@cache
def _turned(order: tuple[int, ...], first: int) -> tuple[int, ...]:
    place = order.index(first)
    return order[place:] + order[:place]


@cache
def full_values(ship_type: str, modifications: Cards = ()) -> Locations:
    """The full value of every hit location (MM-012, MM-322, MM-326, MM-327)."""
    card = SHIPS[ship_type]
    values = {"hull": card.hull, "cargo": card.cargo, "masts": card.masts, "crew": card.crew, "cannons": card.cannons}
    for token in modifications:
        for effect in MODIFICATIONS[token].effects:
            place = effect.stat.removesuffix("_max")
            if effect.op == "stat" and place in values:
                values[place] = min(effect.cap, values[place] + int(effect.n))
    return Locations(**values)


def full(ship: Ship) -> Locations:
    return full_values(ship.type, ship.modifications)


def afloat(state: State, side: Side) -> Locations:
    """The current values of a side's ship."""
    return ship_of(state, side).now if isinstance(side, int) else state.npcs[side].now


def ship_type(state: State, side: Side) -> str:
    return ship_of(state, side).type if isinstance(side, int) else state.npcs[side].ship


def nation_of(state: State, seat: int) -> str:
    """The nation of the seat's captain."""
    captain = state.seats[seat].captain
    assert captain is not None
    return CAPTAINS[captain].nation


def is_pirate(seat: Seat) -> bool:
    """Whether the captain has a bounty of any nation (MM-014)."""
    return bool(seat.bounties)


def at_war(state: State, one: str, other: str) -> bool:
    return enemies(state.wars, one, other)


def enemies(wars: Sequence[tuple[str, str]], one: str, other: str) -> bool:
    """Whether these two nations are at war with each other in one of these wars."""
    return (one, other) in wars or (other, one) in wars


def wages_war(state: State, nation: str) -> bool:
    return any(nation in war for war in state.wars)


def port_here(seat: Seat) -> str | None:
    """The port of the zone where the captain is."""
    return ZONES[seat.zone].port


def home_port(state: State, seat: int) -> str:
    captain = state.seats[seat].captain
    assert captain is not None
    return CAPTAINS[captain].home_port


def in_home_port(state: State, seat: int) -> bool:
    own = state.seats[seat]
    return own.captain is not None and own.in_port and own.zone == PORTS[home_port(state, seat)].zone


def ship_supply(state: State, ship: str) -> int:
    """Cards of this type that no captain has (MM-I19)."""
    return SHIPS[ship].cards - len([seat for seat in state.seats if seat.ship is not None and seat.ship.type == ship])


GOAL = 10
"""Glory points for which a seat may declare (MM-369)."""
GLORY_LIMIT = 4
"""Cards in hand (MM-207)."""
BOUNTY_LIMIT = 5
"""Bounties of one nation on one captain (MM-197)."""
CARGO_IN_PORT = 6
"""Cargo cards that a captain may hold in port (MM-083)."""
GOLD_OF_A_POINT, STASH_POINTS = 10, 5
"""Gold in the stash for each glory point, and the most points that a stash is worth (MM-138)."""


def cargo_limit(state: State, seat: int) -> int:
    """The limit of cargo cards on board: 6 in port (MM-083), at sea the capacity less freight (MM-296)."""
    own = state.seats[seat]
    return cargo_room(ship_of(state, seat).now.cargo, own.freight, in_port=own.in_port)


def room_at_sea(state: State, seat: int) -> int:
    """The cargo cards that the ship takes to sea (MM-067)."""
    return cargo_room(ship_of(state, seat).now.cargo, state.seats[seat].freight, in_port=False)


def cargo_room(capacity: int, freight: int, *, in_port: bool) -> int:
    return CARGO_IN_PORT if in_port else max(0, capacity - freight)


def stash_points(seat: Seat) -> int:
    """Glory points for the stash: one for every full 10 gold, at most 5 (MM-138)."""
    return min(STASH_POINTS, seat.stash // GOLD_OF_A_POINT)


def waiting_for_captains(state: State) -> int:
    """Seats that will draw a new captain (MM-427)."""
    waiting = 0
    for seat in state.seats:  # It is asked after most commands: a list or a generator would take twice as long.
        if seat.captain is None:
            waiting += 1
    return waiting


def npcs_in(state: State, zone: str) -> Sequence[str]:
    """NPC ships in a zone, in the order in which they scout (MM-244)."""
    return _by_zone(state.npcs, None).get(zone, ())


@memo_of_latest
def _by_zone(npcs: Mapping[str, Npc], _: None) -> Mapping[str | None, Sequence[str]]:
    """The NPC ships of every zone that has some, in the order of MM-244; they move far less often than they are sought."""
    found: dict[str | None, list[str]] = {}
    for npc in NPCS:
        if npc in npcs:
            found.setdefault(npcs[npc].zone, []).append(npc)
    return found
