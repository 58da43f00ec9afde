"""Pooled connections to a Redis, for the calls that every request makes."""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Protocol, TypeAlias

import redis
from hiredis import pack_command
from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    NoScriptError,
    RedisClusterException,
    TryAgainError,
)

POOLED_CONNECTIONS = 32
WAIT_SECONDS = 5

Command: TypeAlias = tuple[str | bytes | int, ...]


class Connections(Protocol):
    """How the store sends commands: to one Redis, or to the nodes of a cluster. Each raises what redis-py raises."""

    def ask(self, key: str, *commands: Command) -> list[Any]:
        """The replies to reading commands on keys of the slot that `key` is in."""
        ...

    def write(self, key: str, *commands: Command) -> list[Any]:
        """The replies to a command that is safe to repeat, and to those that must follow it on the same connection."""
        ...

    def each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to reading commands, each with its key, in order; an error in place of a reply that failed."""
        ...

    def load(self, script: str) -> None:
        """Load a script into Redis whenever a connection begins."""
        ...


class PoolExhaustedError(redis.MaxConnectionsError):
    """All connections stayed in use for WAIT_SECONDS; nothing was sent. It says nothing about Redis."""


class BlockingPool(redis.BlockingConnectionPool):
    """redis-py's pool, except for the error when all connections are in use, which redis-py takes for one of Redis."""

    def get_connection(self, *args: Any, **options: Any) -> Any:
        try:
            return super().get_connection(*args, **options)  # type: ignore[no-untyped-call]  # As redis-py wrote it.
        except redis.ConnectionError as error:
            if isinstance(error.__context__, queue.Empty):
                raise PoolExhaustedError("all connections are in use") from error
            raise


class ReplyLostError(redis.ConnectionError):
    """The connection broke after the commands were sent: nobody knows whether Redis carried them out."""


class ConnectionPool:
    """The connections of one process to one Redis.

    A command through redis-py's client costs about three times as much Python, most of it for taking a connection from its
    pool and giving it back.
    """

    def __init__(self, client: redis.Redis, count: int = POOLED_CONNECTIONS) -> None:
        self._pool: Any = client.connection_pool
        self._count = count
        self._idle: list[Any] = []
        self._scripts: list[str] = []
        self._closed = False
        self._joined: list[tuple[_Call, queue.SimpleQueue[_Outcome]]] = []
        self._joining = threading.Lock()
        self._main = threading.main_thread().ident
        self._crowded = False
        """Whether the last write that was sent had company."""
        # Callers block here while all connections are in use. Connections are reused last-in, first-out.
        self._leaves: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(count):
            self._leaves.put(None)

    def ask(self, key: str, *commands: Command) -> list[Any]:
        """The replies to commands sent together. Raises what redis-py raises.

        On a broken connection, as after a restart of Redis, they are sent a second time; so they may be carried out twice.
        """
        (found,) = self._outcomes([_call(commands)])
        return _replies_of(found)

    def write(self, key: str, *commands: Command) -> list[Any]:
        """As `ask`. Writes of requests that are ready at the same time are sent together: this process and Redis make one
        system call for all of them."""
        # WAIT would hold up the writes behind it. Handlers of signals run in the main thread and may raise anywhere, as RQ's
        # time limit of a job does: nobody would send what has joined. Under gevent no request is in the main thread.
        if len(commands) > 1 or threading.get_ident() == self._main:
            return self.ask(key, *commands)
        call = _call(commands)  # Before it joins: one that cannot be packed must not fail the others.
        outcome: queue.SimpleQueue[_Outcome] = queue.SimpleQueue()
        with self._joining:
            self._joined.append((call, outcome))
            leads = len(self._joined) == 1
        if leads:
            try:
                # A write that is alone is sent at once: none would join it.
                if self._crowded or self._leaves.qsize() < self._count:
                    time.sleep(0)  # Until then all other requests that are ready run, and join.
            finally:  # Also if this greenlet is killed: nobody else would send what has joined.
                self._send_joined()
        return _replies_of(outcome.get())

    def _send_joined(self) -> None:
        with self._joining:
            joined, self._joined = self._joined, []
        self._crowded = len(joined) > 1
        found: Sequence[_Outcome] | None = None
        try:
            found = self._outcomes([call for call, _ in joined])
        except PoolExhaustedError as error:
            found = [copy(error) for _ in joined]
        finally:
            for place, (_, outcome) in enumerate(joined):
                # Without outcomes this greenlet is being killed: nobody knows what Redis has carried out.
                outcome.put(ReplyLostError("the request that sent this write ended") if found is None else found[place])

    def _outcomes(self, calls: Sequence[_Call]) -> list[_Outcome]:
        """What becomes of calls that are sent together. Raises PoolExhaustedError."""
        try:
            self._leaves.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise PoolExhaustedError("all connections are in use") from None
        try:
            connection = self._taken()
            try:
                return _outcomes(connection, calls)
            except BaseException:
                connection.disconnect()  # Whoever had it next would take the replies that are still to come for their own.
                raise
            finally:
                if self._closed:
                    connection.disconnect()
                else:
                    self._idle.append(connection)
        finally:
            self._leaves.put(None)

    def each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to commands sent together; an error in place of a reply that failed."""
        try:
            return self.ask("", *(command for _, command in commands)) if commands else []
        except redis.ResponseError:
            return [self._alone(command) for _, command in commands]
        except redis.RedisError as error:
            return [error] * len(commands)

    def load(self, script: str) -> None:
        """Load a script into Redis whenever a new connection begins."""
        self._scripts.append(script)

    def close(self) -> None:
        """Disconnect: idle connections now, the others when their replies have been read."""
        self._closed = True
        with suppress(IndexError):
            while True:
                self._idle.pop().disconnect()

    def _taken(self) -> Any:
        """A connection that is not in use, new if need be."""
        try:
            return self._idle.pop()
        except IndexError:
            connection = self._pool.connection_class(**self._pool.connection_kwargs)
            if self._scripts:
                connection.register_connect_callback(self._begin)
            return connection

    def _begin(self, connection: Any) -> None:
        for script in self._scripts:
            connection.send_command("SCRIPT", "LOAD", script)
            with suppress(redis.ResponseError):  # Then the first command that needs it sends it.
                connection.read_response()

    def _alone(self, command: Command) -> Any:
        try:
            return self.ask("", command)[0]
        except redis.RedisError as error:
            return error


_Call: TypeAlias = tuple[Sequence[Command], bytes]
"""Some commands in a row, and the same packed."""

_Outcome: TypeAlias = list[Any] | redis.RedisError
"""What becomes of a call: the replies to its commands, or an error."""

_NOT_CARRIED_OUT = (AskError, TryAgainError, NoScriptError)
"""Redirections, and a request for the script: the first attempt was not executed."""


def lost_before(error: Exception) -> ReplyLostError | None:
    """The lost reply to a first attempt, if the error is one, or was raised by the second attempt."""
    found = error if isinstance(error, ReplyLostError) else error.__cause__
    return found if isinstance(found, ReplyLostError) else None


def _call(commands: Sequence[Command]) -> _Call:
    # redis-py would check the type of each of the some thirty parts of an append. hiredis' stub knows one-part tuples.
    return commands, b"".join(map(pack_command, commands))  # type: ignore[arg-type]


def _replies_of(outcome: _Outcome) -> list[Any]:
    if isinstance(outcome, redis.RedisError):
        raise outcome
    return outcome


def _outcomes(connection: Any, calls: Sequence[_Call]) -> list[_Outcome]:
    """What becomes of calls that are sent together; those without an answer are sent a second time."""
    found = _tried(connection, calls)
    failed = {place: each for place, each in enumerate(found) if isinstance(each, redis.ConnectionError)}
    if failed:
        again = _tried(connection, [calls[place] for place in failed])
        for (place, first), second in zip(failed.items(), again, strict=True):
            found[place] = _of_both(first, second)
    return found


def _of_both(first: redis.ConnectionError, second: _Outcome) -> _Outcome:
    """What is known of a call after two attempts, of which the first failed."""
    if isinstance(second, _NOT_CARRIED_OUT):
        second.__cause__ = first
    elif isinstance(second, redis.RedisError) and isinstance(first, ReplyLostError):
        first.__cause__ = second
        return first
    return second


def _tried(connection: Any, calls: Sequence[_Call]) -> list[_Outcome]:
    """What becomes of calls at one attempt, each with an error of its own, because who raises an error changes it."""
    try:
        connection.connect_check_health(check_health=False)  # As redis-py does before it sends, if need be.
    except redis.RedisError as error:
        return [copy(error) for _ in calls]
    found: list[_Outcome] = []
    try:
        _send(connection, calls)
        found.extend(_answer(connection, commands) for commands, _ in calls)
    except redis.RedisError as error:
        # If it is a reply, such as LOADING, redis-py has disconnected nevertheless: nobody knows those that follow.
        found.append(copy(error))
        found += [ReplyLostError(str(error)) for _ in calls[len(found) :]]
    return found


def _send(connection: Any, calls: Sequence[_Call]) -> None:
    try:
        connection.send_packed_command([b"".join([packed for _, packed in calls])])
    except (redis.ConnectionError, redis.TimeoutError) as error:
        if sum(len(commands) for commands, _ in calls) == 1:
            raise  # Redis does not carry out half a command,
        raise ReplyLostError(str(error)) from error  # but those that it has received whole.


def _answer(connection: Any, commands: Sequence[Command]) -> _Outcome:
    """The replies to a call, or the first error among them. Raises an error of the connection."""
    if len(commands) == 1:
        try:
            return [_reply(connection)]
        except redis.ResponseError as error:
            return error
    replies = []
    for _ in commands:
        try:
            replies.append(_reply(connection))
        except redis.ResponseError as error:
            replies.append(error)  # The replies to the other commands must still be read.
    for command, reply in zip(commands, replies, strict=True):
        if isinstance(reply, redis.ResponseError):
            # After a failed WAIT the write is done, but its node has become a replica and may drop it.
            return ReplyLostError(str(reply)) if command[0] == "WAIT" else reply
    return replies


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except (AuthenticationError, BusyLoadingError):
        raise  # These are replies, though redis-py derives them from ConnectionError.
    except (redis.ConnectionError, redis.TimeoutError) as error:
        raise ReplyLostError(str(error)) from error


class Script:
    """A Lua script that runs on pooled connections."""

    def __init__(self, connections: Connections, text: str, *, at_once: bool = False) -> None:
        """`at_once`: load it before it is first needed, also after a restart or failover.

        Otherwise, if WAIT follows a script that Redis does not know, Redis would wait in vain before the script is sent.
        """
        if at_once:
            connections.load(text)
        self._connections = connections
        self._text = text
        self._sha = hashlib.sha1(text.encode()).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int], *then: Command) -> list[Any]:
        """The script's reply, and those to commands that follow on the same connection. Raises what redis-py raises."""
        command = (len(keys), *keys, *args)
        try:
            return self._connections.write(keys[0], ("EVALSHA", self._sha, *command), *then)
        except NoScriptError as error:
            try:
                return self._connections.write(keys[0], ("EVAL", self._text, *command), *then)
            except (redis.RedisError, RedisClusterException) as again:
                lost = lost_before(error)
                if lost is None:
                    raise
                raise lost from again

    def each(self, calls: Sequence[tuple[Sequence[str], Sequence[str | bytes | int]]]) -> list[Any]:
        """The replies to many runs, each with keys and arguments, sent together; an error in place of a reply that failed.
        The script must be safe to repeat."""
        commands = [(keys[0], (len(keys), *keys, *args)) for keys, args in calls]
        replies = self._connections.each([(key, ("EVALSHA", self._sha, *command)) for key, command in commands])
        unknown = [place for place, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
        again = [(key, ("EVAL", self._text, *command)) for key, command in map(commands.__getitem__, unknown)]
        for place, reply in zip(unknown, self._connections.each(again), strict=True):
            replies[place] = reply
        return replies
