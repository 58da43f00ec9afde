"""How the service and the workers connect to Redis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

HELD_CONNECTIONS = 32


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
        pool: Any = client.connection_pool
        blocking_pool: Any = redis.BlockingConnectionPool
        self._pool = blocking_pool(
            connection_class=pool.connection_class, max_connections=HELD_CONNECTIONS, timeout=5, **pool.connection_kwargs
        )
        self._idle: list[Any] = []
        self._text = text
        self._sha = client.register_script(text).sha

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """The script's reply. Raises what redis-py raises; a connection found broken is replaced once."""
        try:
            return self._run("EVALSHA", self._sha, len(keys), *keys, *args)
        except redis.exceptions.NoScriptError:
            return self._run("EVAL", self._text, len(keys), *keys, *args)
        except redis.ConnectionError:
            # What was idle while Redis was restarted is broken; the append itself tells whether it was carried out.
            self._drop_idle()
            return self._run("EVAL", self._text, len(keys), *keys, *args)

    def _run(self, *command: Any) -> Any:
        connection = self._idle.pop() if self._idle else self._pool.get_connection()
        try:
            connection.send_command(*command)
            reply = connection.read_response()
        except redis.ResponseError:
            self._idle.append(connection)  # An error is a whole reply too.
            raise
        except BaseException:
            # An answer that was not read would be taken for the next command's.
            connection.disconnect()
            self._pool.release(connection)
            raise
        self._idle.append(connection)
        return reply

    def _drop_idle(self) -> None:
        while self._idle:
            connection = self._idle.pop()
            connection.disconnect()
            self._pool.release(connection)
