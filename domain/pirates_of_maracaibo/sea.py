"""The sea: the ways between its spaces, the cards on them and what they cost. No decision is made here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.game import Json

from . import events as e
from .content import IMPROVEMENTS, LAYOUTS, LOCATIONS, RESIDENCES
from .state import COLUMNS, Recorder, State, cards_at_sea, ongoing, price
from .values import GULF, MARACAIBO, OPEN_WATER, START, LaidCard, SeaCard

RANGE = 3
"""The range of a ship without ongoing effects."""

# Ways


@cache
def touching(layout: str) -> Mapping[str, tuple[str, ...]]:
    """From each place the spaces that one step leads to (PM-043, PM-044, PM-048, PM-049, PM-050, PM-051, PM-052)."""
    sea = LAYOUTS[layout]
    steps = {space: (*near, *((GULF,) if space in sea.gulf_from else ())) for space, near in sea.adjacency.items()}
    return {START: sea.start_to, **steps, GULF: (MARACAIBO,), MARACAIBO: ()}


@cache
def distances(layout: str, start: str) -> Mapping[str, int]:
    """The fewest steps to every space, also through spaces with other ships (PM-047); a move ends in the Gulf (PM-049)."""
    near, found, edge = touching(layout), {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        if here == GULF and here != start:
            continue
        for space in near[here]:
            if space not in found:
                found[space] = found[here] + 1
                edge.append(space)
    return found


def ship_range(state: State, seat: int) -> int:
    """The range of the seat's ship: 3 spaces, or more by an ongoing effect (PM-041)."""
    spaces = [effect.spaces for _, effect in ongoing(state.seats[seat], "ship_range")]
    return max([RANGE, *(far for far in spaces if isinstance(far, int))])


@cache
def destinations(layout: str, start: str, reach: int) -> tuple[str, ...]:
    """The spaces where a move may end: in reach, and further right than it began (PM-045, PM-053)."""
    column = COLUMNS[layout]
    far = distances(layout, start).items()
    return tuple(space for space, steps in far if steps <= reach and column[space] > column[start])


# Cards


def is_tier_one_location(card: str) -> bool:
    """The back of a face-down card shows it, so this reveals nothing (PM-349)."""
    return card in LOCATIONS and LOCATIONS[card].tier == 1


def laid(card: SeaCard) -> LaidCard:
    """The card as events carry it."""
    return LaidCard(card.id, card.back, card.face_up, card.doubloons)


def laid_at(state: State, space: str) -> LaidCard | None:
    """The card of a space; None in the Gulf and in Maracaibo."""
    return laid(state.sea[space]) if space in state.sea else None


def refill(recorder: Recorder, space: str) -> None:
    """Puts the top Tier II card there with the side it has, or Open Water (PM-068, PM-071, PM-342)."""
    state = recorder.state
    top = state.tier_two[0] if state.tier_two else OPEN_WATER
    recorder.emit(e.SpaceRefilled(space, laid(top)))
    show_top(recorder)


def show_top(recorder: Recorder) -> None:
    """Records the new top of the Tier II deck, which is visible when it is face up (PM-342)."""
    state = recorder.state
    if state.options.fog_of_war_improvements:
        recorder.emit(e.TierTwoTopChanged(laid(state.tier_two[0]) if state.tier_two else None))


def flip_improvement(recorder: Recorder, space: str) -> None:
    """A ship that enters turns up any face-down card at once, but for Tier I Locations (PM-343, PM-346)."""
    card = recorder.state.sea.get(space)
    if card is not None and not card.face_up and not is_tier_one_location(card.id):
        recorder.emit(e.CardFlipped(space, card.id, None, ruby=False))


def flip_location(recorder: Recorder, space: str) -> None:
    """Turns a Location up with its tiles, which become visible (PM-333)."""
    state = recorder.state
    card = state.sea[space].id
    ruby = state.options.rubies and LOCATIONS[card].ruby_supply
    recorder.emit(e.CardFlipped(space, card, state.value_tiles.get(card), ruby))


# Prices


def acquire_price(state: State, seat: int, space: str, surcharge: int = 0) -> int:
    """Doubloons for the Improvement of a space: its cost less the seat's discounts, and the surcharge (PM-064)."""
    return price(state.seats[seat], IMPROVEMENTS[state.sea[space].id].cost, surcharge)


def acquirable(state: State, seat: int, kind: str, surcharge: int) -> list[str]:
    """The spaces with a face-up Improvement of this type that the seat can pay (PM-254, PM-255, PM-256, PM-257, PM-347)."""
    return [
        space
        for space, card in cards_at_sea(state)
        if card.face_up
        and card.id in IMPROVEMENTS
        and IMPROVEMENTS[card.id].type == kind
        and acquire_price(state, seat, space, surcharge) <= state.seats[seat].doubloons
    ]


def construct_price(state: State, seat: int, residence: str, *, half: bool = False) -> int:
    """Doubloons for a Residence: its cost less discounts (PM-078); half, rounded up, on the Retirement tile (PM-379)."""
    full = price(state.seats[seat], RESIDENCES[residence].cost)
    return (full + 1) // 2 if half else full


def cheapest_residence(state: State, seat: int) -> str | None:
    """The cheapest Residence of the sea where the seat has no token; None if it has one on all."""
    free = [residence for residence, tokens in state.residences.items() if seat not in tokens]
    return min(free, key=lambda residence: (RESIDENCES[residence].cost, residence), default=None)


def can_construct(state: State, seat: int) -> bool:
    """Whether the seat can pay a Residence of the sea where it has no token (PM-416)."""
    cheapest = cheapest_residence(state, seat)
    return cheapest is not None and construct_price(state, seat, cheapest) <= state.seats[seat].doubloons


def purse(state: State, seat: int, card: str, price: int) -> dict[str, Json]:
    """The figures of a price that a seat cannot pay, with the name of the card."""
    name = IMPROVEMENTS[card].name if card in IMPROVEMENTS else RESIDENCES[card].name
    return {"what": name, "price": price, "available": state.seats[seat].doubloons}
