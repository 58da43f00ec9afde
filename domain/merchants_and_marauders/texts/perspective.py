"""A decision as the seat that takes it sees it."""

from __future__ import annotations

from domain.kit import perspective
from domain.kit.updates import with_seat

from ..state import Seat, State
from ..view import MaraudersView


class Perspective(perspective.Perspective[MaraudersView, State]):
    """The decision, with the words of this game."""

    @property
    def own(self) -> Seat:
        return self.state.seats[self.seat]

    def captain(self, seat: int) -> str:
        """A captain within a sentence, by their player's name."""
        return "you" if seat == self.seat else self.names[seat]


def at(state: State, seat: int, zone: str, *, in_port: bool = False) -> State:
    """The state with the captain in another place, to ask the rules about it."""
    return with_seat(state, seat, zone=zone, in_port=in_port)
