"""The state of a game.

Hidden are the decks, the Quests of the seats and of Jordan, and the face-down cards of the sea with the tiles on them. The
view replaces them for each viewer (view/).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

import domain.recorder

from .content import FIGUREHEADS, IMPROVEMENTS, LAYOUTS, RESIDENCES, STORAGE, Effect, ongoing_of
from .events import Event
from .frames import Frame, ReturnQuests
from .ids import RaidActionId
from .options import Options
from .values import GULF, MARACAIBO, START, TREASURES, Cards, Pool, SeaCard, Share, Throw, Treasure, Who


class Seat(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One captain."""

    vp: int = 0
    doubloons: int = 0
    ship: str = START
    improvements: Cards = ()
    upgrades: Cards = ()
    figurehead: str | None = None
    explorer: str
    rivers: tuple[int, ...] = ()
    stored: Mapping[Treasure, int] = {}
    """Markers stored plainly, by type."""
    covered: Mapping[str, Treasure] = {}
    """Spaces of the hideout board and of Poseidon with a marker, and its type."""
    tiles: Mapping[str, str] = {}
    """Black Market tiles placed, and the Location under each."""
    quests: Cards = ()
    dealt: Cards = ()
    """Quests of which one is still to be returned; then the returned one, until all have chosen."""
    rubies: int = 0
    retired: bool = False
    """Whether the token on the Retirement tile was used (PM-381)."""


class Jordan(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The automated opponent of the solo mode (PM-268, PM-269, PM-270, PM-271, PM-272, PM-273)."""

    vp: int = 0
    ship: str = START
    explorer: str
    rivers: tuple[int, ...] = ()
    position: int = 1
    upgrades: int = 0
    """Slots covered, in the order J1 to J15 (PM-430)."""
    improvements: Cards = ()
    figurehead: str | None = None
    treasures: Mapping[Treasure, int] = {}
    quests: Cards = ()
    rubies: int = 0
    deck: Cards = ()
    shown: Cards = ()
    """Solo cards revealed since the deck was shuffled."""
    seen: Cards = ()
    """All Solo cards revealed in this game: their deck is known to hold them."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The current turn."""

    seat: int
    """The seat whose turn it is."""
    number: int
    """Turns of all seats are counted together."""
    start_column: int
    """The column of the sea from which its ship set out; 0 is the starting zone."""
    pools: tuple[Pool, ...] = ()
    """The Raiding Power of each raid of the turn."""
    used: tuple[RaidActionId, ...] = ()
    """Raid actions used (PM-106)."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """The final scoring of a seat or Jordan."""

    who: Who
    total: int
    """All points, those scored during the game too."""
    buried: int
    """Buried Treasures, which break ties."""
    parts: tuple[Share, ...]
    """The parts of the final scoring."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """`tie_break`: whether buried Treasures decided (PM-251)."""

    winners: tuple[Who, ...]
    tie_break: bool
    scores: tuple[Score, ...]


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A game at one moment. Every deck's top card is its first."""

    options: Options
    seats: tuple[Seat, ...]
    jordan: Jordan | None = None
    stack: tuple[Frame, ...] = ()
    first_seat: int = 0
    closing_seat: Who = 0
    round: int = 0
    ended_by: Who | None = None
    """The first to reach Maracaibo in this round."""
    turn: Turn | None = None
    turns: int = 0
    sea: Mapping[str, SeaCard] = {}
    """The cards by space, in the order of the layout."""
    tier_two: tuple[SeaCard, ...] = ()
    value_tiles: Mapping[str, Treasure] = {}
    """The Treasure of each tile, by Location."""
    residences: Mapping[str, tuple[Who, ...]] = {}
    """The tokens on each Residence of the sea, in the order of building."""
    islands: Mapping[Treasure, int] = {}
    quest_deck: Cards = ()
    quest_market: Cards = ()
    """Place 1, next to the deck, first (PM-423); an empty string is an empty place."""
    figurehead_market: Cards = ()
    tile_sides: Mapping[str, Literal["front", "back"]] = {}
    ruby_market: Mapping[str, Who] = {}
    """Spaces with a Ruby, and whose it was."""
    thrown: Throw | None = None
    """None until dice are rolled. They lie on the table until the next ones."""
    result: Result | None = None

    @property
    def turn_number(self) -> int:
        """The turns of all seats and of Jordan are counted together; choosing Quests belongs to the first."""
        return max(1, self.turns)


Recorder: TypeAlias = domain.recorder.Recorder[State, Event]

ROUNDS = 3
"""A game lasts three rounds (PM-403)."""


def to_act(state: State) -> tuple[int, ...]:
    """The seats whose decision is open; several only while all return a Quest (PM-443)."""
    if not state.stack:
        return ()
    top: Any = state.stack[-1]
    return top.waiting if type(top) is ReturnQuests else (top.seat,)


def turn_of(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def pool_of(state: State, number: int) -> Pool:
    """The pool of the turn with this number."""
    return next(pool for pool in turn_of(state).pools if pool.number == number)


def jordan_of(state: State) -> Jordan:
    assert state.jordan is not None
    return state.jordan


def column_of(state: State, space: str) -> int:
    """The starting zone is column 0, the Gulf and Maracaibo follow the last column (PM-029, PM-050)."""
    return COLUMNS[state.options.layout][space]


COLUMNS: Mapping[str, Mapping[str, int]] = {
    layout.id: {
        START: 0,
        **{space.id: space.column for space in layout.spaces},
        GULF: layout.last_column + 1,
        MARACAIBO: layout.last_column + 2,
    }
    for layout in LAYOUTS.values()
}


def ongoing(seat: Seat, op: str) -> Sequence[tuple[str, Effect]]:
    """The ongoing effects of this op that work for a seat, each with the card, slot or Figurehead that carries it."""
    return _ongoing(seat.improvements, seat.upgrades, seat.figurehead).effects.get(op, ())


def total(seat: Seat, op: str) -> int:
    """The sum of the ongoing effects of this op."""
    return _ongoing(seat.improvements, seat.upgrades, seat.figurehead).totals.get(op, 0)


class _Ongoing(NamedTuple):
    effects: Mapping[str, Sequence[tuple[str, Effect]]]
    """By op, each with the card, slot or Figurehead that carries it."""
    totals: Mapping[str, int]
    """By op, the sum of the amounts."""


@lru_cache(maxsize=4096)
def _ongoing(improvements: Cards, upgrades: Cards, figurehead: str | None) -> _Ongoing:
    """The ongoing effects, remembered because the rules ask for them much more often than they change."""
    found: dict[str, list[tuple[str, Effect]]] = {}
    for name in (*improvements, *upgrades, *(() if figurehead is None else (figurehead,))):
        for effect in ongoing_of(name):
            found.setdefault(effect.op, []).append((name, effect))
    return _Ongoing(found, {op: sum(effect.amount for _, effect in each) for op, each in found.items()})


def income(seat: Seat) -> tuple[int, int]:
    return income_of(seat.improvements, seat.figurehead)


def income_of(improvements: Sequence[str], figurehead: str | None) -> tuple[int, int]:
    """Doubloons and VP by the icons of own cards (PM-233, PM-234)."""
    cards = [IMPROVEMENTS[card].income for card in improvements]
    if figurehead is not None:
        cards.append(FIGUREHEADS[figurehead].income)
    return sum([each.doubloons for each in cards]), sum([each.vp for each in cards])


def buried(seat: Seat, treasure: Treasure | None = None) -> int:
    """Markers below the shovel line and on Poseidon, of one type or of all (PM-150, PM-205)."""
    return sum(treasure in (None, kind) and place not in STORAGE for place, kind in seat.covered.items())


def treasures(seat: Seat, treasure: Treasure | None = None) -> int:
    """Stored and buried markers, of one type or of all."""
    types = TREASURES if treasure is None else (treasure,)
    return sum(seat.stored.get(kind, 0) + sum(kind == each for each in seat.covered.values()) for kind in types)


def built(state: State, who: Who) -> list[str]:
    """The Residences with a token of this seat or Jordan."""
    return [residence for residence, tokens in state.residences.items() if who in tokens]


SPACES: Mapping[str, Cards] = {layout.id: tuple(space.id for space in layout.spaces) for layout in LAYOUTS.values()}
"""The spaces of each layout in its order."""


def cards_at_sea(state: State) -> list[tuple[str, SeaCard]]:
    """Each space of the sea with its card, in the order of the layout, however the state was stored."""
    sea = state.sea
    return [(space, sea[space]) for space in SPACES[state.options.layout]]


def residence_spaces(state: State) -> dict[str, str]:
    """The Residences of the sea by their space; they are never face down."""
    return {space: card.id for space, card in cards_at_sea(state) if card.id in RESIDENCES}


def opponents_at(state: State, seat: int, space: str) -> tuple[int, ...]:
    """The other seats whose ships are there, in seat order."""
    return tuple([number for number, other in enumerate(state.seats) if other.ship == space and number != seat])


def price(seat: Seat, cost: int, surcharge: int = 0) -> int:
    """Cost and surcharge less all discounts, never below 0 (PM-064, PM-065)."""
    return max(0, cost + surcharge - total(seat, "discount"))
