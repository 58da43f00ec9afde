"""What became of a command whose connection broke, or that Redis refused: nothing, or nobody knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar

import pytest
import redis
from redis.exceptions import AuthenticationError, BusyLoadingError, NoScriptError, ReadOnlyError

from events.redis_client import connect
from events.redis_store import RedisStore
from events.store import OutcomeUnknown, StoreUnavailable
from tests.events.test_store import GAME, commit, request
from tests.support.tradewinds import wait_until

NOT_CONNECTED = "not connected"
LOST = redis.ConnectionError("the connection broke")
LOADING = BusyLoadingError("Redis is loading the dataset in memory")
NO_SCRIPT = NoScriptError("No matching script.")
READ_ONLY = ReadOnlyError("You can't write against a read only replica.")


class Scripted:
    """A connection on which everything goes as `course` says, step by step."""

    course: ClassVar[list[Any]] = []

    def __init__(self, **options: Any) -> None:
        pass

    def send_packed_command(self, command: Any) -> None:
        if self.course[0] == NOT_CONNECTED:
            self.course.pop(0)
            raise redis.ConnectionError(NOT_CONNECTED)

    def read_response(self) -> Any:
        reply = self.course.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


@pytest.fixture
def scripted() -> Callable[..., RedisStore]:
    """Makes stores whose connection takes this course."""

    def make(*course: Any, **options: int) -> RedisStore:
        Scripted.course = [copy(step) for step in course]  # An error that is raised keeps what it came from.
        pool = redis.ConnectionPool(connection_class=Scripted)  # type: ignore[arg-type]
        return RedisStore(redis.Redis(connection_pool=pool), **options)

    return make


@pytest.mark.parametrize(
    "course",
    [
        (NOT_CONNECTED, NOT_CONNECTED),
        (LOADING, LOADING),
        (LOADING, NOT_CONNECTED),
        (AuthenticationError("Authentication required."),) * 2,
        (NOT_CONNECTED, NO_SCRIPT, NOT_CONNECTED, NOT_CONNECTED),
    ],
    ids=str,
)
def test_what_was_refused_or_never_sent_was_not_written(scripted: Callable[..., RedisStore], course: Any) -> None:
    with pytest.raises(StoreUnavailable) as unavailable:
        scripted(*course).append(request(2))
    assert type(unavailable.value) is StoreUnavailable
    assert Scripted.course == []


@pytest.mark.parametrize(
    "course",
    [
        (LOST, LOST),
        (LOST, NOT_CONNECTED),
        (LOST, LOADING),
        (LOST, READ_ONLY),
        (NO_SCRIPT, LOST, READ_ONLY),
    ],
    ids=str,
)
def test_what_may_have_been_written_has_an_unknown_outcome(scripted: Callable[..., RedisStore], course: Any) -> None:
    with pytest.raises(OutcomeUnknown):
        scripted(*course).append(request(2))
    assert Scripted.course == []


def test_a_wait_for_replicas_that_is_cut_off_has_an_unknown_outcome(redis_url: str) -> None:
    """Given an append that waits for replicas, when its Redis becomes a replica, then it may be lost and may be kept."""
    with connect(redis_url) as client, redis.Redis.from_url(redis_url) as other:
        assert RedisStore(client).append(request(1)) is None  # The script is known then.
        store = RedisStore(client, wait_replicas=1, wait_ms=60_000)
        found: list[BaseException] = []

        def append() -> None:
            try:
                store.append(request(2))
            except Exception as error:
                found.append(error)

        waiting = threading.Thread(target=append)
        waiting.start()
        try:
            assert wait_until(lambda: other.info("clients")["blocked_clients"] == 1, 60)
            other.replicaof("127.0.0.1", "1")
            waiting.join(60)
        finally:
            other.replicaof("NO", "ONE")
        assert [type(error) for error in found] == [OutcomeUnknown]
        assert store.commits(GAME, 2, 2) == [commit(2)]
