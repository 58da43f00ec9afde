"""How the service and the workers connect to Redis."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from typing import Any, TypeAlias

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

HELD_CONNECTIONS = 32
WAIT_SECONDS = 5

Command: TypeAlias = Sequence[str | bytes | int]


def connect(url: str, connections: int = 64) -> redis.Redis:
    """A client with a bounded pool that waits for a free connection.

    A broken connection is tried again once and at once, which mends what a restart of Redis leaves in the pool; anything
    longer is for the caller, who gets a 503.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url, max_connections=connections, timeout=5, socket_timeout=15, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
    )
    return redis.Redis(connection_pool=pool)


class ReplyLostError(redis.ConnectionError):
    """The connection broke after the commands were sent: whether they were carried out is not known."""


class HeldConnections:
    """Connections that are held on to, for the calls that every request makes.

    A command through the client costs about three times as much Python as on a connection at hand, most of it for taking one
    from the pool and giving it back.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._pool: Any = client.connection_pool
        self._idle: list[Any] = []
        # Who finds no leave to use a connection waits for one given back. The connection used last is used first.
        self._leaves: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(HELD_CONNECTIONS):
            self._leaves.put(None)

    def ask(self, *commands: Command) -> list[Any]:
        """The replies to commands sent together. Raises what redis-py raises.

        A connection found broken is mended once, as it is after a restart of Redis; so commands may be carried out twice.
        """
        try:
            self._leaves.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise redis.ConnectionError("all connections are busy") from None
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._pool.connection_class(**self._pool.connection_kwargs)
        try:
            return _asked(connection, commands)
        finally:
            self._idle.append(connection)
            self._leaves.put(None)


def _asked(connection: Any, commands: Sequence[Command]) -> list[Any]:
    try:
        return _replies(connection, commands)
    except redis.ConnectionError as first:
        try:
            return _replies(connection, commands)
        except redis.ConnectionError as second:
            if isinstance(first, ReplyLostError):
                raise first from second
            raise


def _replies(connection: Any, commands: Sequence[Command]) -> list[Any]:
    # Connects first where it is not connected, and disconnects where a reply is not read to its end.
    if len(commands) == 1:
        connection.send_command(*commands[0])
        return [_reply(connection)]
    connection.send_packed_command(connection.pack_commands(commands))
    replies = []
    for _ in commands:
        try:
            replies.append(_reply(connection))
        except redis.ResponseError as error:
            replies.append(error)  # The others' replies must be read all the same.
    for reply in replies:
        if isinstance(reply, redis.ResponseError):
            raise reply
    return replies


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except (redis.ConnectionError, redis.TimeoutError) as error:
        raise ReplyLostError(str(error)) from error


class HeldScript:
    """A Lua script that runs on held connections."""

    def __init__(self, connections: HeldConnections, client: redis.Redis, text: str) -> None:
        self._connections = connections
        self._text = text
        self._sha = client.register_script(text).sha

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """The script's reply. Raises what redis-py raises."""
        command = (len(keys), *keys, *args)
        try:
            return self._connections.ask(("EVALSHA", self._sha, *command))[0]
        except redis.exceptions.NoScriptError:
            return self._connections.ask(("EVAL", self._text, *command))[0]
