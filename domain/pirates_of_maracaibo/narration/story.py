"""Walks through events to tell them, with what this game has to remember on the way."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeAlias, TypeVar

from domain.game import Hidden
from domain.kit import narration
from domain.kit.narration import Told
from domain.kit.words import listed

from .. import events as e
from ..content import effects_of
from ..frames import Frame
from ..options import Options
from ..texts import names as n
from ..values import Who

F = TypeVar("F", bound=Frame)


class Story(narration.Story[e.Event]):
    """A cursor over the events, and what sentences must know of the events around."""

    def __init__(
        self, events: Sequence[e.Event], told: Container[type[e.Event]], names: Sequence[str], options: Options
    ) -> None:
        super().__init__(events, names, told)
        self.options = options
        self.stated: list[tuple[str, str, int]] = []
        """Gains already mentioned before their events come: source, op and number."""
        self.here: str | None = None
        """The space where the ship of the latest sentence has arrived."""

    @property
    def all(self) -> Sequence[Who]:
        """The seats, and Jordan, who plays against one seat alone."""
        seats = range(len(self.names))
        return (0, "jordan") if len(seats) == 1 else seats

    def frame_around(self, kind: type[F]) -> F:
        """The frame of this kind in the event closest to the one read last."""
        around = (event for events in (self.before(), self.after()) for event in events)
        frames = (event.frame for event in around if isinstance(event, e.FrameOpened | e.FrameChanged))
        return next(frame for frame in frames if isinstance(frame, kind))

    def states(self, source: str) -> None:
        """Notes that a sentence has mentioned the fixed gains and markers of the source, so that they need no other."""
        for effect in effects_of(source):
            if effect.island != "any":
                self.stated.append((source, effect.op, effect.count if effect.op == "place_markers" else effect.amount))

    def was_stated(self, source: str, op: str, number: int) -> bool:
        """Whether this gain was already mentioned; each mention counts once."""
        if (source, op, number) not in self.stated:
            return False
        self.stated.remove((source, op, number))
        return True

    def who(self, who: Who) -> str:
        return n.who(who, self.names)

    def quest(self, name: str | Hidden) -> str:
        """A Quest by its requirements under the options of this game."""
        if isinstance(name, Hidden):
            return "a Quest"
        return n.told_hunted_quest(name) if self.options.quest_hunters else n.told_quest(name)

    def quests(self, found: Sequence[str]) -> str:
        return listed([self.quest(each) for each in found])


Narrate: TypeAlias = Callable[[Story, Any], Told]
"""Tells an event; it may take events that follow from the story."""
