"""Counts commands by what came of them."""

from __future__ import annotations

import msgspec

from events.commands.intents import CommandResult
from events.games.observer import Observer


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
