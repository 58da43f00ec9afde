"""The events of a command while they are turned into sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.kit import narration

from ... import events as e
from ...frames import Side
from ...options import Options
from .. import names as n


class Story(narration.Story[e.Event]):
    """The events still to be narrated, and what later sentences need to know of earlier events."""

    def __init__(self, events: Sequence[e.Event], names: Sequence[str], options: Options) -> None:
        super().__init__(events, names)
        self.options = options
        self.winner: Side | None = None
        """Of the contest decided last."""
        self.refit = False
        """Whether naval ships change with war and peace, and are not just repaired."""

    def leads_to(self, kind: type[e.Event], past: tuple[type[e.Event], ...]) -> bool:
        """Whether an event of this kind comes next after a run of others."""
        following = (event for event in self.coming() if not isinstance(event, past))
        return isinstance(next(following, None), kind)

    def who(self, side: Side) -> str:
        return n.side(side, self.names)

    def whose(self, side: Side) -> str:
        """`Ann's`, `the pirate Sloop's`."""
        return f"{self.who(side)}'s"


Narrate = Callable[[Story, Any], str]
"""The sentence of an event; it may take events that follow from the story."""
