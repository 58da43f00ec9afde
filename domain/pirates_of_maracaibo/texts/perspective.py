"""A decision as seen by the seat that takes it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game import Hidden
from domain.kit import perspective
from domain.kit.words import listed

from ..state import Seat, State
from ..values import Who
from ..view import MaracaiboView
from . import names as n


class Perspective(perspective.Perspective[MaracaiboView, State]):
    """The decision, with the words of this game."""

    @property
    def own(self) -> Seat:
        return self.state.seats[self.seat]

    def captains(self, others: Sequence[Who]) -> str:
        """Other captains within a sentence, by their players' names."""
        return listed([n.who(who, self.names) for who in others])

    def quest(self, name: str | Hidden) -> str:
        """A Quest by its requirements under the options of this game."""
        return n.hunted_quest(name) if self.view.options.quest_hunters and isinstance(name, str) else n.quest(name)

    # Cards of the sea

    def card(self, space: str) -> str:
        """The card of a space: `Tobacco`, `a face-down Location`."""
        card = self.view.sea[space]
        return n.laid(card.id, card.back)

    def place(self, space: str) -> str:
        """`Tobacco`, `the Gulf`; what has no name of its own with its place: `a face-down Location, 2nd column top`."""
        if space not in self.view.sea:
            return n.cell(space)
        return f"{self.card(space)}{'' if self.card_id(space) else f', {n.spot_of(space, self.view.options.layout)}'}"

    def card_id(self, space: str) -> str:
        """The id of the face-up card of a space; empty for other spaces and Open Water."""
        card = self.view.sea.get(space)
        return "" if card is None or isinstance(card.id, Hidden) else card.id or ""
