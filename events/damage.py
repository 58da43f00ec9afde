"""Folding and showing what the store has of a log, which somebody may have changed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import table
from domain.game import Rejected
from domain.table import Table
from events.codec import Codec, UnknownRuleset
from events.envelope import Commit
from events.store import LogDamaged

NOT_OF_THE_LOG = (LogDamaged, MemoryError, RecursionError, Rejected, UnknownRuleset)
"""Errors in showing a game that its log is not to blame for, or that say by themselves what is wrong."""


class Folding:
    """Around a fold of commits onto a table: turns whatever fails in it into LogDamaged, which names the bad commit."""

    def __init__(self, game: str, codec: Codec, before: Table[Any] | None, commits: Sequence[Commit]) -> None:
        self._given = game, codec, before, commits

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        # A changed event can break a fold in any way; which one does not matter.
        if isinstance(error, Exception) and not isinstance(error, (LogDamaged, UnknownRuleset)):
            game, codec, before, commits = self._given
            bad = _first_bad(codec, before, commits)
            raise LogDamaged(game, f"commit {bad} cannot be folded: {type(error).__name__}") from error


class Showing:
    """Around what shows a game: turns whatever fails in it into LogDamaged.

    Either somebody has changed the log so that it still folds, or this release has a fault. The audit tells which: it finds
    the changed commit, or nothing.
    """

    def __init__(self, game: str) -> None:
        self._game = game

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, NOT_OF_THE_LOG):
            problem = f"it folds, but cannot be shown: {type(error).__name__}; `GET …/audit` tells whether it was changed"
            raise LogDamaged(self._game, problem) from error


def _first_bad(codec: Codec, now: Table[Any] | None, commits: Sequence[Commit]) -> int:
    for commit in commits:
        try:
            bytes.fromhex(str(commit.head))
            now = table.fold(codec.game, now, codec.events([commit])[0])
        except Exception:
            return commit.version
    return commits[-1].version
