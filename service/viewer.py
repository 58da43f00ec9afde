"""The viewer of an answer, and the optional parts that were asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.limits import WITH_POSITIONS


class Viewer(NamedTuple):
    """A kind of viewer: all of one kind get the same bytes."""

    seat: int | None
    """The seat through whose eyes the game is seen; None: hosts and spectators."""
    revealed: bool = False
    """With nothing hidden."""
    picture: bool = False
    """With the picture of each position."""
    asked: bool = False
    """With what is asked at each position."""
    scene: bool = False
    """With the scene of each commit."""
    offers: bool = False
    """With the offers of the seat."""

    @property
    def needs_positions(self) -> bool:
        """Whether commits are shown with more than what is in them."""
        return self.picture or self.asked or self.scene

    @property
    def weight(self) -> int:
        """As how many commits each commit counts that is shown to this viewer."""
        return WITH_POSITIONS if self.needs_positions else 1

    def including(self, query: Mapping[str, Any]) -> Viewer:
        """The same viewer with what a query's `include` asks for."""
        if "include" not in query:
            return self
        return self._replace(**dict.fromkeys(query["include"], True))


SPECTATOR = Viewer(None)
