"""How near a captain of Pirates of Maracaibo is to something rare."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.pirates_of_maracaibo.content import (
    IMPROVEMENTS,
    LOCATIONS,
    RETIREMENT_FROM,
    RETIREMENT_TILE,
    Effect,
)
from domain.pirates_of_maracaibo.effects.exploring import ONWARD
from domain.pirates_of_maracaibo.frames import Bury, BurySpace, Explore, Retire
from domain.pirates_of_maracaibo.state import Seat, State, buried, column_of, ongoing, opponents_at, treasures
from domain.pirates_of_maracaibo.values import TREASURES, Treasure

EXPLORING = 2.0
"""The value of an Explorer that moves now; a space of the track is worth 1."""
TOGETHER = 5.0
"""The value of each ship on the same card."""
BOUGHT = 5.0
"""The value of each Improvement: when the deck is empty, Open Water replaces a bought one."""
FORFEIT = 10.0
"""The value of each ability to give up movement, and of its use."""
SHORT = 2
"""The movement of the shortest Explore."""
BURIED = 5.0
"""The value of each treasure buried with others of its type; a stored one is worth 1."""
SPACES = 4
"""Spaces for buried treasures of one type."""
POOR = 2
"""Doubloons that pay two opponents, but not three."""


@cache
def to_retirement(space: str) -> int | None:
    """Spaces to the Retirement tile; None where no way leads there."""
    ways, seen = [(space, 1)], {space}
    for here, steps in ways:
        if here == RETIREMENT_FROM:
            return steps
        for edge in ONWARD.get(here, ()):
            if edge.to not in seen:
                seen.add(edge.to)
                ways.append((edge.to, steps + 1))
    return None


def pull(state: State, seat: int, wanted: frozenset[str]) -> float:
    """A value that grows as a seat gets nearer to the Retirement tile, and to positions of rare refusals."""
    own, worth = state.seats[seat], 0.0
    if f"track space {RETIREMENT_TILE}" in wanted and state.options.retirement and not own.retired:
        worth += _retiring(state, own)
    if "refusal already_paid" in wanted and len(state.seats) == 4 and not state.options.pirate_skirmish:
        worth += TOGETHER * len(opponents_at(state, seat, own.ship)) * (own.ship in state.sea) - abs(own.doubloons - POOR)
    if "refusal open_water" in wanted:
        worth += BOUGHT * len(own.improvements) + own.doubloons / 10 - column_of(state, own.ship)
    if "refusal movement_too_low" in wanted:
        worth += _giving_up(state, own)
    if "refusal no_buried_space" in wanted:
        worth += max(_burying(own, treasure) for treasure in TREASURES)
        worth += BURIED * sum(isinstance(frame, Bury | BurySpace) for frame in state.stack)
        worth += any(effect.op in ("bury_treasure", "gain_treasure") for effect in _here(state, own))
    return worth


def _burying(own: Seat, treasure: Treasure) -> float:
    """The value of one type with all spaces taken and more of it stored, beside another that can be buried."""
    of_it, all_buried = buried(own, treasure), buried(own)
    stored, all_stored = treasures(own, treasure) - of_it, treasures(own) - all_buried
    return BURIED * of_it + min(stored, SPACES + 1) + min(all_stored - stored, 2)


def _giving_up(state: State, own: Seat) -> float:
    """The value of an Explorer that can give up all its movement, which a short way makes likely."""
    having = {name for name, _ in ongoing(own, "explore_forfeit")}
    worth = FORFEIT * len(having) + (len(having) > 1) * any(_explores_shortly(state, own))
    for frame in state.stack:
        if isinstance(frame, Explore) and len(having) > 1:
            left = len(having - set(frame.forfeited))
            worth += FORFEIT * (len(frame.forfeited) + 5 * (left >= frame.movement))
    return worth


def _explores_shortly(state: State, own: Seat) -> Iterator[bool]:
    """Whether the ship lies at a card that moves the Explorer by two."""
    yield from (effect.op == "explore" and effect.movement == SHORT for effect in _here(state, own))


def _here(state: State, own: Seat) -> Iterator[Effect]:
    """The effects of the card at which the ship lies."""
    card = state.sea.get(own.ship)
    if card is not None and card.face_up:
        yield from LOCATIONS[card.id].actions if card.id in LOCATIONS else ()
        yield from IMPROVEMENTS[card.id].immediate if card.id in IMPROVEMENTS else ()


def _retiring(state: State, own: Seat) -> float:
    left = to_retirement(own.explorer)
    if left is None:
        return 0.0
    return EXPLORING * any(isinstance(frame, Explore | Retire) for frame in state.stack) - left + min(own.doubloons, 10) / 10
