"""Replaces the names in commands and events of the table: by seals when they are written, by names when they are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import msgspec

from domain.session import GameCreated, SeatClaimed, SeatReassigned, SeatRenamed, Session
from domain.session.lifecycle import ClaimSeat, CreateGame, Reassign, RematchGame, RenameSeat, StageGame

P = TypeVar("P")

Naming: TypeAlias = Callable[[str, int], str]
"""`naming(name, seat)`: what takes the place of the name of a seat."""

_OF_ALL_SEATS = frozenset((CreateGame, StageGame, RematchGame, GameCreated))
_OF_ONE_SEAT = frozenset((ClaimSeat, Reassign, RenameSeat, SeatClaimed, SeatReassigned, SeatRenamed))

_replace = msgspec.structs.replace


def renamed(payload: P, naming: Naming) -> P:
    """A command or event with other names; the same object if it has none."""
    kind: type = type(payload)
    if kind in _OF_ALL_SEATS or kind in _OF_ONE_SEAT:
        changed: P = _renamed(payload, naming)
        return changed
    return payload


def _renamed(payload: Any, naming: Naming) -> Any:
    if type(payload) in _OF_ALL_SEATS:
        return _replace(payload, seats=_seats(payload.seats, naming))
    return _replace(payload, name=naming(payload.name, payload.seat)) if payload.name else payload


def renamed_table(session: Session[Any], naming: Naming) -> Session[Any]:
    """A table with other names."""
    return _replace(session, seats=_seats(session.seats, naming))


def _seats(seats: tuple[Any, ...], naming: Naming) -> tuple[Any, ...]:
    return tuple(_replace(each, name=naming(each.name, number)) if each.name else each for number, each in enumerate(seats))
