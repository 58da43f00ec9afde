"""What redis-py raises, as the errors of the store."""

from __future__ import annotations

import re

import redis

from events.redis_connections import AllBusyError, ReplyLostError
from events.store import LogDamaged, OutcomeUnknown, StoreBusy, StoreUnavailable

_NOT_NOW = re.compile(r"\b(OOM|MISCONF|READONLY|LOADING|BUSY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN)\b")
"""Codes with which Redis says that it cannot serve or write now. Out of a script they come in the middle of the message."""


class Guarded:
    """Turns what redis-py raises when Redis is away, loading or full into StoreUnavailable.

    StoreBusy, which is one too, tells of this process and not of Redis.
    """

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, AllBusyError):
            raise StoreBusy(str(error)) from error
        away = (
            redis.ConnectionError,
            redis.TimeoutError,
            redis.exceptions.ReadOnlyError,
            redis.exceptions.OutOfMemoryError,
            redis.exceptions.ClusterDownError,
            redis.exceptions.RedisClusterException,  # No node, or none for the slot.
            redis.exceptions.AskError,  # A slot that is being moved, or a node of a cluster where one Redis was expected.
            redis.exceptions.TryAgainError,
        )
        if isinstance(error, away) or (isinstance(error, redis.ResponseError) and _NOT_NOW.search(str(error))):
            elsewhere = isinstance(error, redis.exceptions.AskError)
            # After a few redirections in a cluster; at once where a node of one was taken for a single Redis.
            says = f"the key is at another node of a cluster: {error}" if elsewhere else str(error)
            raise StoreUnavailable(says) from error


_NO_LOG = re.compile(r"\bWRONGTYPE\b|equal or smaller than the target stream top item")
"""What Redis says of a log that somebody has put something else in place of, or has removed the last commits from."""


class Sound:
    """Turns what Redis says of what is no log (any more) into LogDamaged."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.ResponseError) and _NO_LOG.search(str(error)):
            raise LogDamaged(self._game, str(error)) from error


class BrokenOff:
    """An import sent twice over a broken connection is refused as out of order; what it left goes away by itself."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.ResponseError) and "equal or smaller" in str(error):
            raise StoreUnavailable(str(error)) from error


class Uncertain:
    """Tells a write whose reply was lost from one that never began."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ReplyLostError):
            raise OutcomeUnknown(str(error)) from error
