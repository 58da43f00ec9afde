"""Small helpers of `evolve`, which return changed states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.kit.updates import shown_card, with_seat

from ..state import State, jordan_of
from ..values import LaidCard, SeaCard, Treasure, Who

Change: TypeAlias = Callable[[Any, Any], State]


def with_jordan(state: State, **changes: Any) -> State:
    return replace(state, jordan=replace(jordan_of(state), **changes))


def with_who(state: State, who: Who, **changes: Any) -> State:
    """The state with fields changed that seats and Jordan both have."""
    return with_jordan(state, **changes) if who == "jordan" else with_seat(state, who, **changes)


def with_more(state: State, who: Who, **amounts: int) -> State:
    """The state with these amounts added to fields that seats and Jordan both have, such as `vp`."""
    own: Any = jordan_of(state) if who == "jordan" else state.seats[who]
    return with_who(state, who, **{field: getattr(own, field) + amount for field, amount in amounts.items()})


def with_markers(state: State, island: Treasure, change: int) -> State:
    return replace(state, islands={**state.islands, island: state.islands[island] + change})


def with_card(state: State, space: str, card: SeaCard) -> State:
    return replace(state, sea={**state.sea, space: card})


def more(counts: Mapping[Any, int], key: str, by: int = 1) -> dict[Any, int]:
    """The counts with one of them changed; a count of 0 is left out."""
    changed = {**counts, key: counts.get(key, 0) + by}
    if not changed[key]:
        del changed[key]
    return changed


# Redacted events are never folded, so the fields that may be hidden are there.


def sea_card(laid: LaidCard) -> SeaCard:
    return SeaCard(shown_card(laid.id), laid.back, laid.face_up, laid.doubloons)


def shown_laid(field: Any) -> tuple[LaidCard, ...]:
    assert type(field) is tuple
    return field


def shown_tiles(field: Any) -> Mapping[str, Treasure]:
    assert type(field) is tuple
    return dict(field)
