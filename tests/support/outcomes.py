"""What came of a command that a test tried."""

from __future__ import annotations

from typing import Any

from domain.game import Rejected


class Attempt:
    """A command that was tried."""

    def __init__(self, events: tuple[Any, ...], refusal: Rejected | None) -> None:
        self._events, self._refusal = events, refusal
        self.expected = refusal is None

    @property
    def events(self) -> tuple[Any, ...]:
        assert self._refusal is None, f"refused: {self._refusal.code}"
        return self._events

    def has(self, *expected: Any) -> Attempt:
        """These events follow, in this order, among others."""
        rest = iter(self.events)
        for event in expected:
            assert event in rest, f"no {event} in order among {self.events}"
        return self

    def happens(self, kind: type[Any]) -> Any:
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, f"{len(found)} events of kind {kind.__name__}"
        return found[0]

    def count(self, kind: type[Any]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def refused(self, code: str) -> None:
        assert self._refusal is not None, f"accepted: {self._events}"
        assert self._refusal.code == code
        self.expected = True
