"""What may be watched of the event store: counts, times and spans, without knowing who watches."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import msgspec

from events.commands import CommandResult

_NOTHING = nullcontext()


class Observer(Protocol):
    """Told by handler and store what they do. It is on the hot path, and must not raise."""

    def span(self, name: str) -> AbstractContextManager[object]:
        """A step that takes time: "fold", "decide" or "append"."""
        ...

    def command(self, ruleset: str, outcome: str) -> None:
        """A command was "accepted", "repeated", or refused with this code; the ruleset is empty where no game was found."""
        ...

    def conflict(self) -> None:
        """An append found that another commit had got in first, or another token."""
        ...

    def cached(self, known: bool) -> None:
        """A game was asked for; `known`: it was in memory."""
        ...

    def folded(self, commits: int, seconds: float) -> None:
        """Commits from the store were folded."""
        ...


class Unobserved:
    """Nobody watches."""

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
    """Around a command: counts it by its outcome when the block ends."""

    def __init__(self, observer: Observer, ruleset: str = "") -> None:
        """`ruleset` may be set later, when the game has been found."""
        self._observer = observer
        self._outcome = "accepted"
        self.ruleset = ruleset

    def done(self, accepted: CommandResult) -> CommandResult:
        """It was accepted, now or, where it is a repeat, before."""
        if accepted.replayed:
            self._outcome = "repeated"
        return accepted

    def __enter__(self) -> Counted:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._observer.command(self.ruleset, self._outcome if error is None else outcome_of(error))
