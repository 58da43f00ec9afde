"""Counts, times and spans of the event layer, for metrics and traces that it does not know."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import msgspec

from events.commands import CommandResult

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


def outcome_of(error: BaseException) -> str:
    """The code under which an error is counted: that of the problem it becomes over HTTP."""
    if isinstance(error, msgspec.DecodeError):
        return "not_json"
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else "internal_error"


class Counted:
    """A context manager around a command that counts it by its outcome."""

    def __init__(self, observer: Observer, ruleset: str = "") -> None:
        """`ruleset` may be set later, when the game has been found."""
        self._observer = observer
        self._outcome = "accepted"
        self.ruleset = ruleset

    def done(self, accepted: CommandResult) -> CommandResult:
        """Note that the command was accepted: now, or before if this is a repeat."""
        if accepted.replayed:
            self._outcome = "repeated"
        return accepted

    def __enter__(self) -> Counted:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._observer.command(self.ruleset, self._outcome if error is None else outcome_of(error))
