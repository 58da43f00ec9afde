"""What became of a command whose connection broke, or that Redis refused: nothing, or nobody knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import redis
from gevent import GreenletExit
from hiredis import pack_command
from redis.cluster import ClusterNode
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    NoScriptError,
    ReadOnlyError,
    SlotNotCoveredError,
)

from events.errors import OutcomeUnknown, StoreUnavailable
from events.redis_store import connections
from events.redis_store.client import connect
from events.redis_store.cluster import ClusterConnections
from events.redis_store.connections import Command, ConnectionPool, PoolExhaustedError, ReplyLostError, lost_before
from events.store.event_store import EventStore
from tests.events.test_store import GAME, commit, request
from tests.support.tradewinds import wait_until

NOT_CONNECTED = "not connected"
CUT_OFF = "cut off while sending"
LOST = redis.ConnectionError("the connection broke")
LOADING = BusyLoadingError("Redis is loading the dataset in memory")
NO_SCRIPT = NoScriptError("No matching script.")
READ_ONLY = ReadOnlyError("You can't write against a read only replica.")
NOT_GREETED = NoPermissionError("User default has no permissions to run the 'hello' command")


class Scripted:
    """A connection on which everything goes as `course` says, step by step."""

    course: ClassVar[list[Any]] = []

    def __init__(self, **options: Any) -> None:
        pass

    def register_connect_callback(self, callback: Any) -> None:
        pass

    def connect_check_health(self, check_health: bool) -> None:
        if self.course[:1] == [NOT_CONNECTED]:
            raise redis.ConnectionError(self.course.pop(0))
        if self.course and type(self.course[0]) is NoPermissionError:
            raise self.course.pop(0)

    def send_packed_command(self, command: Any) -> None:
        self.connect_check_health(check_health=False)
        if self.course[:1] == [CUT_OFF]:
            raise redis.ConnectionError(self.course.pop(0))

    def read_response(self) -> Any:
        reply = self.course.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def disconnect(self) -> None:
        self.course.clear()


@pytest.fixture
def scripted() -> Callable[..., EventStore]:
    """Makes stores whose connection takes this course."""

    def make(*course: Any, **options: int) -> EventStore:
        Scripted.course = [copy(step) for step in course]  # An error that is raised keeps what it came from.
        pool = redis.ConnectionPool(connection_class=Scripted)  # type: ignore[arg-type]
        return EventStore(redis.Redis(connection_pool=pool), **options)

    return make


@pytest.mark.parametrize(
    "course",
    [
        (NOT_CONNECTED, NOT_CONNECTED),
        (CUT_OFF, NOT_CONNECTED),
        (LOADING, LOADING),
        (LOADING, NOT_CONNECTED),
        (AuthenticationError("Authentication required."),) * 2,
        (NOT_CONNECTED, NO_SCRIPT, NOT_CONNECTED, NOT_CONNECTED),
    ],
    ids=str,
)
def test_what_was_refused_or_never_sent_was_not_written(scripted: Callable[..., EventStore], course: Any) -> None:
    with pytest.raises(StoreUnavailable) as unavailable:
        scripted(*course).append(request(2))
    assert type(unavailable.value) is StoreUnavailable
    assert Scripted.course == []


@pytest.mark.parametrize(
    "course",
    [
        (LOST, LOST),
        (LOST, NOT_CONNECTED),
        (LOST, NOT_GREETED),
        (LOST, LOADING),
        (LOST, READ_ONLY),
        (LOST, NO_SCRIPT, NOT_CONNECTED, NOT_CONNECTED),
        (LOST, NO_SCRIPT, LOADING, LOADING),
        (NO_SCRIPT, LOST, READ_ONLY),
    ],
    ids=str,
)
def test_what_may_have_been_written_has_an_unknown_outcome(scripted: Callable[..., EventStore], course: Any) -> None:
    with pytest.raises(OutcomeUnknown):
        scripted(*course).append(request(2))
    assert Scripted.course == []


def test_what_is_written_but_cannot_be_secured_has_an_unknown_outcome(scripted: Callable[..., EventStore]) -> None:
    for course in ((NOT_CONNECTED, NOT_CONNECTED), (READ_ONLY, 0)):
        with pytest.raises(OutcomeUnknown):
            scripted(*course, wait_replicas=1).logs.secure(GAME)
        assert Scripted.course == []


def test_a_wait_for_replicas_that_is_cut_off_has_an_unknown_outcome(redis_url: str) -> None:
    """Given an append that waits for replicas, when its Redis becomes a replica, then it may be lost and may be kept."""
    with connect(redis_url) as client, redis.Redis.from_url(redis_url) as other:
        assert EventStore(client).append(request(1)) is None  # The script is known then.
        store = EventStore(client, wait_replicas=1, wait_ms=60_000)
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


# In a cluster


class Nodes(ClusterConnections):
    """Nodes of a cluster, of which each answers once, in this order; an error in place of a node: none has the slot."""

    def __init__(self, *course: tuple[str, Exception] | Exception) -> None:
        super().__init__(lambda: pytest.fail("there is no client"))
        self._course = [*course]

    def _node(self, key: str) -> Any:
        step = self._course[0]
        if isinstance(step, Exception):
            raise step
        return SimpleNamespace(name=step[0], host=step[0], port=0)

    def _connections(self, host: str, port: int | str) -> Any:
        def ask(key: str, *commands: Any) -> Any:
            step = self._course.pop(0)
            assert isinstance(step, tuple)
            raise step[1]

        return SimpleNamespace(ask=ask, write=ask)

    def _refresh(self, failed: str) -> None:
        pass


def test_a_node_that_takes_over_without_the_script_keeps_the_first_try_in_mind() -> None:
    nodes = Nodes(("a", ReplyLostError("broken")), ("b", NoScriptError("no such script")))
    with pytest.raises(NoScriptError) as unknown:
        nodes.write("k", ("EVALSHA", "…"))
    assert isinstance(lost_before(unknown.value), ReplyLostError)


def test_a_slot_that_nobody_takes_over_does_not_make_the_first_try_forgotten() -> None:
    nobody = SlotNotCoveredError("nobody has it")
    with pytest.raises(ReplyLostError):
        Nodes(("a", ReplyLostError("broken")), nobody).write("k", ("EVALSHA", "…"))
    with pytest.raises(SlotNotCoveredError):
        Nodes(nobody).write("k", ("EVALSHA", "…"))


def test_a_node_that_failed_and_stays_the_slots_node_is_not_asked_again() -> None:
    refused = redis.ConnectionError("refused")
    for first, raised in ((refused, redis.ConnectionError), (ReplyLostError("broken"), ReplyLostError)):
        with pytest.raises(raised):
            Nodes(("a", first), ("a", refused)).write("k", ("EVALSHA", "…"))


class Joined:
    """Writes that join one sending, each in a thread of its own, in this order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pool: ConnectionPool, *commands: Command) -> None:
        self.found: list[Any] = [None] * len(commands)
        self._pool = pool
        pool._crowded = True
        # The first one waits for the others as it does for requests that are ready.
        monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=lambda _: self._wait(len(commands))))
        threads = []
        for place, command in enumerate(commands):
            threads.append(threading.Thread(target=self._write, args=(place, command)))
            threads[-1].start()
            if place < len(commands) - 1:
                self._wait(place + 1)
        for thread in threads:
            thread.join(60)

    def _write(self, place: int, command: Command) -> None:
        try:
            (self.found[place],) = self._pool.write("", command)
        except BaseException as error:
            self.found[place] = error

    def _wait(self, count: int) -> None:
        assert wait_until(lambda: len(self._pool._joined) == count, 60)


def in_a_thread(doing: Callable[[], Any]) -> Any:
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(doing).result(60)


def scripted_pool(monkeypatch: pytest.MonkeyPatch, *course: Any) -> tuple[ConnectionPool, list[Any]]:
    """A pool whose connection takes this course, and what is sent on it."""
    Scripted.course = [*course]
    sent: list[Any] = []
    follow = Scripted.send_packed_command

    def send(self: Scripted, packed: Any) -> None:
        sent.append(packed)
        follow(self, packed)

    monkeypatch.setattr(Scripted, "send_packed_command", send)
    return ConnectionPool(redis.Redis(connection_pool=redis.ConnectionPool(connection_class=Scripted))), sent


def packed(*commands: Command) -> list[bytes]:
    return [b"".join(map(pack_command, commands))]  # type: ignore[arg-type]


FIRST, SECOND, THIRD = ("INCR", "first"), ("INCR", "second"), ("INCR", "third")


def test_writes_that_are_ready_together_are_sent_at_once_and_have_their_own_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, sent = scripted_pool(monkeypatch, 1, READ_ONLY, 3)
    found = Joined(monkeypatch, pool, FIRST, SECOND, THIRD).found
    assert found == [1, READ_ONLY, 3]
    assert sent == [packed(FIRST, SECOND, THIRD)]


def test_only_writes_without_an_answer_are_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, sent = scripted_pool(monkeypatch, 1, LOST, 2, 3)
    assert Joined(monkeypatch, pool, FIRST, SECOND, THIRD).found == [1, 2, 3]
    assert sent == [packed(FIRST, SECOND, THIRD), packed(SECOND, THIRD)]


def test_each_of_the_writes_whose_connection_broke_twice_knows_what_became_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, _ = scripted_pool(monkeypatch, LOST, NO_SCRIPT, LOST)
    first, second, third = Joined(monkeypatch, pool, FIRST, SECOND, THIRD).found
    assert isinstance(first, NoScriptError), "Redis does not know the script, so it has not carried out the second attempt"
    assert isinstance(lost_before(first), ReplyLostError), "but perhaps the first"
    assert isinstance(second, ReplyLostError)
    assert isinstance(third, ReplyLostError)
    assert second is not third, "who raises an error changes it"


def test_of_writes_that_are_cut_off_while_they_are_sent_redis_may_have_received_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, _ = scripted_pool(monkeypatch, CUT_OFF, NOT_CONNECTED)
    found = Joined(monkeypatch, pool, FIRST, SECOND).found
    assert [type(each) for each in found] == [ReplyLostError] * 2


def test_a_write_cut_off_before_its_wait_for_replicas_may_have_been_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, _ = scripted_pool(monkeypatch, CUT_OFF, NOT_CONNECTED)
    with pytest.raises(ReplyLostError):
        pool.write("", FIRST, ("WAIT", 1, 1_000))


def test_a_refusal_that_disconnects_says_nothing_about_the_writes_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, _ = scripted_pool(monkeypatch, LOADING, NOT_CONNECTED)
    first, second = Joined(monkeypatch, pool, FIRST, SECOND).found
    assert type(first) is redis.ConnectionError
    assert isinstance(second, ReplyLostError), "Redis may have been ready for this one"


def test_a_write_that_was_carried_out_does_not_fail_because_others_cannot_connect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, _ = scripted_pool(monkeypatch, 1, LOST, NOT_GREETED)
    first, second = Joined(monkeypatch, pool, FIRST, SECOND).found
    assert first == 1
    assert isinstance(second, ReplyLostError)


def test_a_write_that_cannot_be_packed_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a write that lets others join, when one comes that cannot be sent to anybody, then only that one fails."""
    pool, sent = scripted_pool(monkeypatch, 1)
    raised: list[BaseException] = []

    def write_nonsense() -> None:
        try:
            pool.write("", ("INCR", "\ud800"))
        except Exception as error:
            raised.append(error)

    nonsense = threading.Thread(target=write_nonsense)

    def let_it_come(_: float) -> None:
        nonsense.start()
        assert wait_until(lambda: bool(raised) or len(pool._joined) == 2, 60)

    pool._crowded = True
    monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=let_it_come))
    assert in_a_thread(lambda: pool.write("", FIRST)) == [1]
    nonsense.join(60)
    assert [type(error) for error in raised] == [UnicodeEncodeError]
    assert sent == [packed(FIRST)]


def test_a_connection_whose_replies_were_not_all_read_is_not_used_again(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a signal's handler that raises between sending and reading, then the next write has its own reply."""

    class Interrupted(BaseException):
        pass

    def interrupt(*_: Any) -> None:
        raise Interrupted

    with connect(redis_url) as client:
        pool = ConnectionPool(client)
        with monkeypatch.context() as patch:
            patch.setattr(connections, "_reply", interrupt)
            with pytest.raises(Interrupted):
                pool.write("", ("SET", "k", "v"))
        assert pool.write("", FIRST) == [1]
        pool.close()


def test_a_write_that_waits_for_replicas_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, sent = scripted_pool(monkeypatch, 1, 2)
    wait: Command = ("WAIT", 1, 1_000)
    monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=lambda _: pytest.fail("it lets others join")))
    assert pool.write("", FIRST, wait) == [1, 2]
    assert sent == [packed(FIRST, wait)]


def test_a_write_that_is_alone_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, _ = scripted_pool(monkeypatch, 1, 2)
    monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=lambda _: pytest.fail("it lets others join")))
    assert in_a_thread(lambda: [pool.write("", FIRST), pool.write("", SECOND)]) == [[1], [2]]


def test_a_write_beside_another_one_lets_others_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a write that is under way, when another one comes, then it waits a turn of the loop for others."""
    pool, _ = scripted_pool(monkeypatch, 1)
    waited: list[float] = []
    monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=waited.append))
    pool._leaves.get()
    assert in_a_thread(lambda: pool.write("", FIRST)) == [1]
    assert waited == [0]


def test_the_thread_that_signals_may_interrupt_neither_leads_others_nor_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given writes that wait for others, when the main thread writes, then its write is sent alone, and they still wait."""
    pool, sent = scripted_pool(monkeypatch, 2, 1)
    found_by_other: list[Any] = []
    waits, goes_on = threading.Event(), threading.Event()

    def wait(_: float) -> None:
        waits.set()
        assert goes_on.wait(60)

    pool._crowded = True
    monkeypatch.setattr(connections, "time", SimpleNamespace(sleep=wait))
    other = threading.Thread(target=lambda: found_by_other.append(pool.write("", FIRST)))
    other.start()
    assert waits.wait(60)
    try:
        assert pool.write("", SECOND) == [2]
    finally:
        goes_on.set()
        other.join(60)
    assert found_by_other == [[1]]
    assert sent == [packed(SECOND), packed(FIRST)]


@pytest.mark.parametrize("killed", ["while it waits for others", "while it sends"])
def test_a_killed_request_takes_no_other_along(monkeypatch: pytest.MonkeyPatch, killed: str) -> None:
    """Given a request that is killed between two steps of sending its own write and another's, then the other one has an
    answer: its reply, or that nobody knows."""
    pool, sent = scripted_pool(monkeypatch, 1, 2)
    joined = Joined._wait

    def wait(self: Joined, count: int) -> None:
        joined(self, count)
        if count == 2:
            raise GreenletExit

    def send(self: Any, packed: Any) -> None:
        raise GreenletExit

    if killed == "while it sends":
        monkeypatch.setattr(Scripted, "send_packed_command", send)
    else:
        monkeypatch.setattr(Joined, "_wait", wait)
    first, second = Joined(monkeypatch, pool, FIRST, SECOND).found
    assert isinstance(first, GreenletExit)
    if killed == "while it sends":
        assert isinstance(second, ReplyLostError)
    else:
        assert second == 2
        assert sent == [packed(FIRST, SECOND)]
    assert pool._leaves.qsize() == connections.POOLED_CONNECTIONS


def test_writes_that_find_no_free_connection_say_so_and_were_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.01)
    pool, sent = scripted_pool(monkeypatch)
    while not pool._leaves.empty():
        pool._leaves.get()
    found = Joined(monkeypatch, pool, FIRST, SECOND).found
    assert [type(each) for each in found] == [PoolExhaustedError] * 2
    assert sent == []


def test_each_of_many_writes_gets_its_own_reply(redis_url: str) -> None:
    """Given forty threads that count in a key of their own, when they write as fast as they can, then each counts on."""
    with connect(redis_url) as client:
        pool = ConnectionPool(client)

        def count(key: int) -> list[int]:
            return [pool.write("", ("INCR", f"counted-{key}"))[0] for _ in range(50)]

        with ThreadPoolExecutor(40) as threads:
            assert list(threads.map(count, range(40))) == [list(range(1, 51))] * 40
        pool.close()


def test_connections_to_nodes_that_left_the_cluster_are_closed(redis_url: str) -> None:
    """Given three nodes that were asked, when a new map has only the first, then only that one's connection stays."""
    with connect(redis_url) as client:
        known = {"a": ClusterNode("a", 1), "b": ClusterNode("b", 2), "c": ClusterNode("c", 3)}

        def only_a(**_: Any) -> None:
            del known["b"], known["c"]

        cluster: Any = SimpleNamespace(
            nodes_manager=SimpleNamespace(get_node=lambda host, port: known[host], initialize=only_a),
            startup_nodes=[],
            get_redis_connection=lambda node: client,
            get_nodes=known.values,
        )
        nodes = ClusterConnections(lambda: cluster)
        before = client.info("clients")["connected_clients"]
        stays, idle, used = (nodes._connections(host, port) for host, port in (("a", 1), ("b", 2), ("c", 3)))
        for pool in (stays, idle, used):
            pool.ask("", ("PING",))
        blocked = threading.Thread(target=used.ask, args=("", ("BLPOP", "never", 60)))
        blocked.start()
        assert wait_until(lambda: client.info("clients")["blocked_clients"] == 1, 60)
        nodes._refresh("b:2")
        assert wait_until(lambda: client.info("clients")["connected_clients"] == before + 2, 60), "the idle one is closed"
        client.rpush("never", "released")
        blocked.join(60)
        assert wait_until(lambda: client.info("clients")["connected_clients"] == before + 1, 60), "and then the used one"
        assert nodes._connections("a", 1) is stays
        stays.close()
