"""The facts that texts about a decision need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

V = TypeVar("V")
S = TypeVar("S")


class Perspective(Generic[V, S]):
    """A decision as the seat that takes it sees it: its view, and the state that the view shows, to ask the rules about."""

    def __init__(self, view: V, seat: int, names: Sequence[str], state_from_view: Callable[[V], S]) -> None:
        """`names` are the players' names by seat; a perspective without sentences needs none."""
        self.view = view
        self.seat = seat
        self.names = names
        self._state_from_view = state_from_view

    @cached_property
    def state(self) -> S:
        """Built when first asked for: many texts need the view only."""
        return self._state_from_view(self.view)


def number(facts: Mapping[str, object], key: str) -> int:
    """A number among facts; 0 if it is not there."""
    value = facts.get(key, 0)
    assert isinstance(value, int)
    return value
