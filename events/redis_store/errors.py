"""Errors of redis-py as errors of the store."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import redis
from redis.exceptions import (
    AskError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    TryAgainError,
)

from events.errors import LogDamaged, OutcomeUnknown, StoreBusy, StoreUnavailable
from events.redis_store.connections import PoolExhaustedError, ReplyLostError

REDIS_ERRORS = (redis.RedisError, RedisClusterException)
"""The base classes of what redis-py raises."""
_AWAY = (
    redis.ConnectionError,
    redis.TimeoutError,
    ReadOnlyError,
    OutOfMemoryError,
    ClusterDownError,
    RedisClusterException,  # There is no node, or none for the slot.
    AskError,  # A slot that is being moved, or a node of a cluster where one Redis was expected.
    TryAgainError,
)
_NOT_NOW = re.compile(r"\b(OOM|MISCONF|READONLY|LOADING|BUSY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN)\b")
"""Codes with which Redis says that it cannot serve or write now; in errors of scripts they are inside the message."""
_NO_LOG = re.compile(r"\bWRONGTYPE\b|equal or smaller than the target stream top item")
"""What Redis says if a log was replaced by something else, or has lost its last commits."""
_OUT_OF_ORDER = "equal or smaller"


@contextmanager
def redis_errors(log_of: str | None = None) -> Iterator[None]:
    """Redis that is away, loading or full becomes StoreUnavailable; exhausted connections become StoreBusy.

    `log_of`: the game whose log is read or written; a key that holds no log becomes LogDamaged.
    """
    try:
        yield
    except REDIS_ERRORS as error:
        _raise_as_ours(error, log_of)


@contextmanager
def import_errors() -> Iterator[None]:
    """As `redis_errors`, around an import.

    If a lost reply makes redis-py send a part twice, Redis refuses it as out of order. That becomes StoreUnavailable, and
    the partial stream expires.
    """
    try:
        yield
    except REDIS_ERRORS as error:
        if isinstance(error, redis.ResponseError) and _OUT_OF_ORDER in str(error):
            raise StoreUnavailable(str(error)) from error
        _raise_as_ours(error)


def raise_append_error(error: Exception, game: str) -> NoReturn:
    """Raise what an error of redis-py in an append means: as `redis_errors`; a lost reply becomes OutcomeUnknown.

    A function for an `except` clause: a context manager costs a hundredth of an action.
    """
    if isinstance(error, ReplyLostError):
        raise OutcomeUnknown(str(error)) from error
    _raise_as_ours(error, game)


def _raise_as_ours(error: Exception, log_of: str | None = None) -> NoReturn:
    if isinstance(error, PoolExhaustedError):
        raise StoreBusy(str(error)) from error
    if log_of is not None and isinstance(error, redis.ResponseError) and _NO_LOG.search(str(error)):
        raise LogDamaged(log_of, str(error)) from error
    if isinstance(error, _AWAY) or (isinstance(error, redis.ResponseError) and _NOT_NOW.search(str(error))):
        # An AskError comes after several redirections, or at once if a node of a cluster is configured as a single Redis.
        elsewhere = "the key is at another node of a cluster: " if isinstance(error, AskError) else ""
        raise StoreUnavailable(f"{elsewhere}{error}") from error
    raise error
