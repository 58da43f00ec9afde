"""Events on their way to become sentences."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeAlias, TypeVar

from domain.game import Hidden
from domain.kit import narration
from domain.kit.words import listed

from ... import events as e
from ...content import effects_of
from ...frames import Frame
from ...options import Options
from ...values import Who
from .. import names as n

F = TypeVar("F", bound=Frame)


class Story(narration.Story[e.Event]):
    """The events still to be told, and what a sentence must know of those around it."""

    def __init__(
        self, events: Sequence[e.Event], told: Container[type[e.Event]], names: Sequence[str], options: Options
    ) -> None:
        super().__init__(events, names, told)
        self.options = options
        self.stated: list[tuple[str, str, int]] = []
        """Gains that a sentence has said before they come: by source, op and number."""
        self.here: str | None = None
        """Where the ship that was told of last has come."""

    def frame_around(self, kind: type[F]) -> F:
        """The frame of this kind that these events show nearest to the one read last."""
        around = (event for events in (self.before(), self.after()) for event in events)
        frames = (event.frame for event in around if isinstance(event, e.FrameOpened | e.FrameChanged))
        return next(frame for frame in frames if isinstance(frame, kind))

    def states(self, source: str) -> None:
        """What the source gives is said: its fixed gains and markers need no sentences of their own."""
        for effect in effects_of(source):
            if effect.island != "any":
                self.stated.append((source, effect.op, effect.count if effect.op == "place_markers" else effect.amount))

    def was_stated(self, source: str, op: str, number: int) -> bool:
        """Whether this gain has been said; it is so once."""
        if (source, op, number) not in self.stated:
            return False
        self.stated.remove((source, op, number))
        return True

    def who(self, who: Who) -> str:
        return n.who(who, self.names)

    def quest(self, name: str | Hidden) -> str:
        """A Quest by what it asks for in this game."""
        if isinstance(name, Hidden):
            return "a Quest"
        return n.told_hunted_quest(name) if self.options.quest_hunters else n.told_quest(name)

    def quests(self, found: Sequence[str]) -> str:
        return listed([self.quest(each) for each in found])


Narrate: TypeAlias = Callable[[Story, Any], str]
"""How an event is told; it may take events that follow from the story."""
