"""Events on their way to become sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import Any, TypeAlias, TypeVar

from .. import events as e
from ..frames import Side
from . import names as n

E = TypeVar("E", bound=e.Event)
Sides: TypeAlias = tuple[Side | None, Side | None]
"""Aggressor and defender, as far as they are known."""


class Story:
    """The events still to be told, in order: a sentence may take those that follow and belong to it."""

    def __init__(self, events: Sequence[e.Event], names: Sequence[str]) -> None:
        self._events = events
        self._next = 0
        self.names = names
        self.sides = sides_of_battle(events)
        self.winner: Side | None = None
        """Of the contest decided last."""
        self.refit = False
        """Whether naval ships change with war and peace, and are not just repaired."""

    @property
    def over(self) -> bool:
        return self._next == len(self._events)

    def peek(self) -> e.Event | None:
        return None if self.over else self._events[self._next]

    def read(self) -> e.Event:
        event = self._events[self._next]
        self._next += 1
        return event

    def comes(self, *kinds: type[e.Event]) -> bool:
        """Whether one of these kinds comes next."""
        return isinstance(self.peek(), kinds)

    def leads_to(self, kind: type[e.Event], past: tuple[type[e.Event], ...]) -> bool:
        """Whether an event of this kind comes next after a run of others."""
        following = (event for event in self._events[self._next :] if not isinstance(event, past))
        return isinstance(next(following, None), kind)

    def take(self, kind: type[E] | tuple[type[E], ...], fits: Callable[[E], bool] = lambda event: True) -> E | None:
        """The next event, if it is of this kind or one of these."""
        event = self.peek()
        if not isinstance(event, kind) or not fits(event):
            return None
        self._next += 1
        return event

    def take_all(self, kind: type[E], fits: Callable[[E], bool] = lambda event: True) -> list[E]:
        """The run of events of this kind that comes next."""
        found = []
        while (event := self.take(kind, fits)) is not None:
            found.append(event)
        return found

    def who(self, side: Side) -> str:
        return n.side(side, self.names)

    def whose(self, side: Side) -> str:
        """`Ann's`, `the pirate Sloop's`."""
        return f"{self.who(side)}'s"

    def fighters(self) -> tuple[str, str]:
        """Aggressor and defender, by their parts where these events do not name them."""
        one, two = self.sides
        return "the attacker" if one is None else self.who(one), "the defender" if two is None else self.who(two)


def sides_of_battle(events: Sequence[e.Event]) -> Sides:
    """Who fights in a battle that began before these events, as far as they show it."""
    earlier = list(takewhile(lambda event: not isinstance(event, e.BattleStarted), events))
    found = _by_declaration(earlier) or _by_dice(earlier)
    if found is None:
        return None, None
    part, side = found
    other = next((each for event in earlier for each in _named(event) if each != side), None)
    return (other, side) if part else (side, other)


def _by_declaration(events: Sequence[e.Event]) -> tuple[int, Side] | None:
    """The defender, who declares last before the dice fall (MM-266)."""
    declared: Side | None = None
    for event in events:
        if isinstance(event, e.ActionDeclared):
            declared = event.side
        elif isinstance(event, e.ContestRolled | e.LocationsRolled):
            break
    else:
        return None
    return None if declared is None else (1, declared)


def _by_dice(events: Sequence[e.Event]) -> tuple[int, Side] | None:
    """The winner of a contest in which nobody rolled again (MM-269, MM-272)."""
    for rolled, event in pairwise(events):
        if isinstance(rolled, e.ContestRolled) and isinstance(event, e.ContestDecided) and event.winner is not None:
            scores = [(dice.count(0), sum(dice)) for dice in (rolled.aggressor, rolled.defender)]
            return scores.index(max(scores)), event.winner
    return None


def _named(event: e.Event) -> list[Side]:
    """The sides that an event of a battle names."""
    if isinstance(event, e.ContestDecided):
        return [] if event.winner is None else [event.winner]
    if isinstance(event, e.ActionDeclared | e.ContestRerolled | e.LocationsRolled | e.XAssigned | e.HitApplied):
        return [event.side]
    return []


Tell = Callable[[Story, Any], str]
"""How an event is told; it may take events that follow from the story."""
