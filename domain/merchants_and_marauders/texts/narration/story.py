"""The events of a command while they are turned into sentences and beats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from domain.kit import narration
from domain.scenes import Move

from ... import events as e
from ...frames import Scouting, Side
from ...options import Options
from .. import names as n

Narrate: TypeAlias = "Callable[[Story, Any], str]"
"""The sentence of an event; it may take events that follow from the story."""

ROLLED = "roll"
"""Where the dice of checks lie."""


class Story(narration.Story[e.Event]):
    """The events still to be narrated, and what later sentences need to know of earlier events."""

    def __init__(self, events: Sequence[e.Event], names: Sequence[str], options: Options) -> None:
        super().__init__(events, names)
        self.options = options
        self.run: Sequence[e.Event] = ()
        """The events of one sentence, while their beats are made."""
        self._place = 0
        """The place of the event whose beats are made."""
        self._unsettled: dict[str, None] = {}
        self.winner: Side | None = None
        """Of the contest decided last."""
        self._kinds: set[type[e.Event]] | None = None
        self.refit = False
        """Whether naval ships change with war and peace, and are not just repaired."""

    def leads_to(self, kind: type[e.Event], past: tuple[type[e.Event], ...]) -> bool:
        """Whether an event of this kind comes next after a run of others."""
        following = (event for event in self.coming() if not isinstance(event, past))
        return isinstance(next(following, None), kind)

    def sentences(self, tellings: Mapping[type[e.Event], Narrate]) -> Iterator[Sentence]:
        """The walk: each event of a type that has sentences, with those that its sentence consumes. Of frames only openings
        that say what began have one."""
        self._places = [
            place
            for place, event in enumerate(self._events)
            if (type(event) in tellings and (type(event) is not e.FrameOpened or type(event.frame) is Scouting))
        ]
        if first := self._next_place():
            yield Sentence("", (), range(first))
        for event in self:
            read = self._next - 1
            text = tellings[type(event)](self, event)
            own = self._places[read : self._next]
            yield Sentence(text, own, range(own[0], self._next_place()))

    def _next_place(self) -> int:
        return self._places[self._next] if self._next < len(self._places) else len(self._events)

    def stand_at(self, place: int, run: Sequence[e.Event]) -> e.Event:
        """The event at a place among all, of which the beats are made next, with the events of its sentence."""
        self._place, self.run = place, run
        return self._events[place]

    def earlier(self) -> Iterator[e.Event]:
        """The events before the one whose beats are made, the latest first."""
        return reversed(self._events[: self._place])

    def later(self) -> Iterator[e.Event]:
        """The events after the one whose beats are made."""
        return iter(self._events[self._place + 1 :])

    def settle(self, *areas: str) -> None:
        """Areas where things come or go that events do not name, such as dice: in the end they are as the pictures have
        them."""
        for area in areas:
            self._unsettled[area] = None

    def settled(self) -> Iterator[Move]:
        """The beats of that."""
        for area in self._unsettled:
            yield from _settled(area)

    def has(self, *kinds: type[e.Event]) -> bool:
        """Whether any of the events is of one of these types."""
        if self._kinds is None:
            self._kinds = {*map(type, self._events)}
        return not self._kinds.isdisjoint(kinds)

    def who(self, side: Side) -> str:
        return n.side(side, self.names)

    def whose(self, side: Side) -> str:
        """`Ann's`, `the pirate Sloop's`."""
        return f"{self.who(side)}'s"


class Sentence(NamedTuple):
    """A sentence and the places of events."""

    text: str
    """Empty where nothing need be said."""
    own: Sequence[int]
    """Of the events that it is about."""
    places: range
    """Of these and all others up to the next sentence."""


@cache
def _settled(area: str) -> tuple[Move, Move]:
    return Move(to=area, weight=0), Move(source=area, weight=0)
