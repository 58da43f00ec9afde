"""A decision as the seat that takes it sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..known import known
from ..state import Seat, State
from ..view import MaraudersView


class Scene:
    """Its view, and what is known of the state, for asking the rules."""

    def __init__(self, view: MaraudersView, seat: int, names: Sequence[str] = ()) -> None:
        self.view = view
        self.seat = seat
        self.names = names
        """Of the seats; only sentences need them."""

    @cached_property
    def state(self) -> State:
        return known(self.view)

    @property
    def own(self) -> Seat:
        return self.state.seats[self.seat]

    def captain(self, seat: int) -> str:
        """A captain within a sentence, by his player's name."""
        return "you" if seat == self.seat else self.names[seat]
