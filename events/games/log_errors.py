"""Errors in folding and showing a log, which somebody may have changed in the store, as `LogDamaged`.

docs/architecture.md promises: nobody is shown a position of a damaged log, and calls on other games go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domain.game import Rejected
from events.errors import GameUnreadable, LogDamaged

NOT_OF_THE_LOG = (GameUnreadable, MemoryError, RecursionError, Rejected)
"""Errors that do not become LogDamaged."""


@contextmanager
def fold_errors(game: str, first: int, last: int) -> Iterator[None]:
    """Around a fold of these versions: any failure becomes LogDamaged. The audit names the bad commit."""
    try:
        yield
    except GameUnreadable:
        raise
    except (Exception, SystemExit) as error:  # A changed event can break a fold in any way.
        which = f"commit {first}" if first == last else f"one of the commits {first} to {last}"
        raise LogDamaged(game, f"{which} cannot be folded: {type(error).__name__}") from error


class view_errors:  # noqa: N801 (a context manager as contextlib's; as a generator it costs a hundredth of an action)
    """Around code that shows a game: any failure becomes LogDamaged.

    Either somebody has changed the log so that it still folds, or this release has a fault. The audit distinguishes the two:
    it finds the changed commit, or nothing.
    """

    __slots__ = ("_game",)

    def __init__(self, game: str) -> None:
        self._game = game

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, NOT_OF_THE_LOG):
            problem = f"it folds, but cannot be shown: {type(error).__name__}; `GET …/audit` says whether it was changed"
            raise LogDamaged(self._game, problem) from error
