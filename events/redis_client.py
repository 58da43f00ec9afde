"""How the service and the workers connect to Redis."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

HELD_CONNECTIONS = 32
WAIT_SECONDS = 5


def connect(url: str, connections: int = 64) -> redis.Redis:
    """A client with a bounded pool that waits for a free connection.

    A broken connection is tried again once and at once, which mends what a restart of Redis leaves in the pool; anything
    longer is for the caller, who gets a 503.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url, max_connections=connections, timeout=5, socket_timeout=15, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
    )
    return redis.Redis(connection_pool=pool)


class HeldScript:
    """One Lua script, run on connections that are held on to.

    A command through the client costs about three times as much Python as on a connection at hand, most of it for taking
    one from the pool and giving it back. The append is the one call where that counts.
    """

    def __init__(self, client: redis.Redis, text: str) -> None:
        self._pool: Any = client.connection_pool
        self._idle: list[Any] = []
        # Who finds no leave to use a connection waits for one given back. The connection used last is used first.
        self._leaves: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(HELD_CONNECTIONS):
            self._leaves.put(None)
        self._text = text
        self._sha = client.register_script(text).sha

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """The script's reply. Raises what redis-py raises; a connection found broken is mended once."""
        try:
            self._leaves.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise redis.ConnectionError("all connections are busy") from None
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._pool.connection_class(**self._pool.connection_kwargs)
        try:
            return self._run(connection, (len(keys), *keys, *args))
        finally:
            self._idle.append(connection)
            self._leaves.put(None)

    def _run(self, connection: Any, command: Sequence[Any]) -> Any:
        try:
            return _ask(connection, "EVALSHA", self._sha, *command)
        except redis.exceptions.NoScriptError:
            return _ask(connection, "EVAL", self._text, *command)
        except redis.ConnectionError:
            # What was idle while Redis was restarted is broken; the append itself tells whether it was carried out.
            return _ask(connection, "EVAL", self._text, *command)


def _ask(connection: Any, *command: Any) -> Any:
    # Connects first where it is not connected, and disconnects where the reply is not read to its end.
    connection.send_command(*command)
    return connection.read_response()
