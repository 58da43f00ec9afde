"""Counts, times and spans of the event layer, for metrics and traces that it does not know."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

_NOTHING = nullcontext()


class Observer(Protocol):
    """Called by repository and handler. It is on the hot path, and must not raise."""

    def span(self, name: str) -> AbstractContextManager[object]:
        """A step that takes time: "fold", "decide" or "append"."""
        ...

    def command(self, ruleset: str, outcome: str) -> None:
        """A command was "accepted", "repeated", or refused with this code; the ruleset is empty if no game was found."""
        ...

    def conflict(self) -> None:
        """An append found another version or token than expected."""
        ...

    def cached(self, known: bool) -> None:
        """A game was asked for; `known`: it was in memory."""
        ...

    def folded(self, commits: int, seconds: float) -> None:
        """Commits from the store were folded."""
        ...


class Unobserved:
    """Ignores everything."""

    def span(self, name: str) -> AbstractContextManager[object]:
        return _NOTHING

    def command(self, ruleset: str, outcome: str) -> None:
        return None

    def conflict(self) -> None:
        return None

    def cached(self, known: bool) -> None:
        return None

    def folded(self, commits: int, seconds: float) -> None:
        return None
