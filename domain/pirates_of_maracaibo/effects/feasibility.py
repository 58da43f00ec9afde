"""Whether an effect can do something now (PM-094, PM-408, PM-409, PM-410, PM-411, PM-412, PM-413, PM-414, PM-415, PM-416,
PM-417), and with which cards, tiles and spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from ..content import AREAS, LOCATIONS, SECTIONS, SLOTS, STORAGE, TILES, TRACK, TRACK_END, Effect, Effects, effects_of
from ..sea import acquirable, can_construct
from ..state import Seat, State, cards_at_sea, ongoing
from ..values import TREASURES, Cards, Treasure
from .counters import count

Can: TypeAlias = Callable[[State, int, Effect], bool]


def can_do_something(state: State, seat: int, effect: Effect) -> bool:
    return CAN[effect.op](state, seat, effect)


def any_can(state: State, seat: int, effects: Effects) -> bool:
    """A choice, a list or a tile can do something when one of its effects can (PM-417)."""
    return any(can_do_something(state, seat, effect) for effect in effects)


# Gains


def counted_gain(state: State, seat: int, effect: Effect) -> int:
    """The amount of a counted gain now (PM-258, PM-259, PM-260)."""
    match effect.op:
        case "gain_vp_income":
            return count(state, seat, "vp_income")
        case "gain_doubloon_income":
            return count(state, seat, "doubloon_income")
    counted = count(state, seat, effect.counter) * effect.amount
    return counted if effect.max is None else min(counted, effect.max)


# Treasure


def plain(treasure: Treasure) -> str:
    """The name of a type's plain storage."""
    return f"{treasure}:plain"


def stored_at(seat: Seat, place: str) -> Treasure | None:
    """The type of a marker in this storage place."""
    if place in STORAGE:
        return seat.covered.get(place)
    return next((treasure for treasure in TREASURES if place == plain(treasure) and seat.stored.get(treasure)), None)


def storage_places(seat: Seat) -> list[str]:
    """The storage places with a marker."""
    return [place for place in (*map(plain, TREASURES), *STORAGE) if stored_at(seat, place)]


def bury_spaces(seat: Seat, treasure: Treasure) -> list[str]:
    """The buried spaces for this type, covered or not: of its area, and those of Poseidon (PM-144, PM-153)."""
    of_poseidon = [effect.spaces for _, effect in ongoing(seat, "extra_bury_spaces")]
    extra = [space.id for spaces in of_poseidon if isinstance(spaces, tuple) for space in spaces]
    return [space.id for space in AREAS[treasure].buried_spaces] + extra


def can_bury(seat: Seat, treasure: Treasure) -> bool:
    """Whether a buried space for this type is empty (PM-147)."""
    return any(space not in seat.covered for space in bury_spaces(seat, treasure))


def can_bury_any(seat: Seat) -> bool:
    """Whether a stored marker has an empty buried space (PM-410)."""
    stored = (stored_at(seat, place) for place in storage_places(seat))
    return any(treasure is not None and can_bury(seat, treasure) for treasure in stored)


# Quests


def quest_at(state: State, source: str) -> str:
    """The Quest in a place of the market or on top of the deck, else an empty string (PM-447)."""
    if source == "deck":
        return state.quest_deck[0] if state.quest_deck else ""
    return dict(zip(market_places(state), state.quest_market, strict=True)).get(source, "")


def market_places(state: State) -> list[str]:
    return [f"market_{place}" for place in range(1, len(state.quest_market) + 1)]


def quests_to_gain(state: State) -> bool:
    """Whether the deck or the market holds a Quest (PM-411)."""
    return bool(state.quest_deck) or any(state.quest_market)


# The ship board and the Figurehead


def line_reached(upgrades: Cards, slot: str) -> bool:
    """Whether the board holds the Upgrades that the line left of this slot asks for (PM-176, PM-424)."""
    return len(upgrades) >= upgrades_for(slot)


def upgrades_for(slot: str) -> int:
    """The Upgrades that the line left of this slot asks for."""
    return SECTIONS[SLOTS[slot].section].requires_upgrades


def open_slots(seat: Seat) -> tuple[str, ...]:
    """The empty slots that may be used (PM-413)."""
    return _open_slots(seat.upgrades)


@lru_cache(maxsize=4096)
def _open_slots(upgrades: Cards) -> tuple[str, ...]:
    return tuple(slot for slot in SLOTS if slot not in upgrades and line_reached(upgrades, slot))


def _figurehead(state: State, seat: int, effect: Effect) -> bool:
    """The seat has none, can pay, and the market holds one (PM-415)."""
    own = state.seats[seat]
    return own.figurehead is None and own.doubloons >= effect.cost and bool(state.figurehead_market)


# Black Market tiles


def unplaced_tiles(seat: Seat) -> list[str]:
    return [tile for tile in TILES if tile not in seat.tiles]


def has_tile(state: State, location: str) -> bool:
    """Whether the Location has a tile, of any seat; it holds only one (PM-184)."""
    return any(location in seat.tiles.values() for seat in state.seats)


def free_locations(state: State) -> list[str]:
    """The spaces where a tile may be placed (PM-183, PM-334)."""
    taken = [location for seat in state.seats for location in seat.tiles.values()]
    return [space for space, card in cards_at_sea(state) if card.id in LOCATIONS and card.face_up and card.id not in taken]


def tile_source(state: State, tile: str) -> str:
    """The source of the effects of its fixed side (PM-031)."""
    return f"tile:{tile}:{state.tile_sides[tile]}"


def can_use(state: State, seat: int, tile: str) -> bool:
    """Whether the effect of this tile can do something."""
    return any_can(state, seat, effects_of(tile_source(state, tile)))


def _place_tile(state: State, seat: int, effect: Effect) -> bool:
    """The seat has a tile left and can pay, and a Location is free (PM-414, PM-189)."""
    own = state.seats[seat]
    return bool(unplaced_tiles(own)) and own.doubloons >= effect.cost and bool(free_locations(state))


# The table


def _always(state: State, seat: int, effect: Effect) -> bool:
    """Fixed gains, Treasure gains, markers and raids can always do something (PM-408)."""
    return True


def _counted(state: State, seat: int, effect: Effect) -> bool:
    """A counted gain can do something when it is above 0 (PM-409)."""
    return counted_gain(state, seat, effect) > 0


CAN: Mapping[str, Can] = {
    "gain_vp": _always,
    "gain_doubloons": _always,
    "gain_treasure": _always,
    "place_markers": _always,
    "raid_all_dice": _always,
    "raid_one_die": _always,
    "raid_fixed": _always,
    "gain_vp_per": _counted,
    "gain_vp_income": _counted,
    "gain_doubloon_income": _counted,
    "bury_treasure": lambda state, seat, effect: can_bury_any(state.seats[seat]),
    "gain_quest": lambda state, seat, effect: quests_to_gain(state),
    "discard_quest": lambda state, seat, effect: bool(state.seats[seat].quests),
    "explore": lambda state, seat, effect: state.seats[seat].explorer != TRACK_END,
    "repeat_explorer_space": lambda state, seat, effect: any_can(state, seat, TRACK[state.seats[seat].explorer].effects),
    "upgrade_ship": lambda state, seat, effect: bool(open_slots(state.seats[seat])),
    "place_black_market_tile": _place_tile,
    "activate_placed_tile": lambda state, seat, effect: any(can_use(state, seat, tile) for tile in state.seats[seat].tiles),
    "gain_figurehead": _figurehead,
    "acquire_improvement": lambda state, seat, effect: bool(acquirable(state, seat, effect.type, effect.surcharge)),
    "construct_residence": lambda state, seat, effect: can_construct(state, seat),
    "choose_one": lambda state, seat, effect: any(any_can(state, seat, side) for side in effect.sides),
}
