"""A decision as the seat that takes it sees it."""

from __future__ import annotations

from functools import cached_property

from ..known import known
from ..state import Seat, State
from ..view import MaraudersView
from .names import captain


class Scene:
    """Its view, and what is known of the state, for asking the rules."""

    def __init__(self, view: MaraudersView, seat: int) -> None:
        self.view = view
        self.seat = seat

    @cached_property
    def state(self) -> State:
        return known(self.view)

    @property
    def own(self) -> Seat:
        return self.state.seats[self.seat]

    def captain(self, seat: int) -> str:
        """A captain within a sentence; the view knows no players' names."""
        if seat == self.seat:
            return "you"
        card = self.state.seats[seat].captain
        return f"the captain of seat {seat}" if card is None else f"{captain(card)} (seat {seat})"
