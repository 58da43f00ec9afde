"""A Redis Cluster: connecting, and finding the node of a slot while slots move and masters fail."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import redis
from redis.cluster import ClusterNode, get_node_name
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)

from events.redis_store.cluster_url import parse
from events.redis_store.connections import (
    POOLED_CONNECTIONS,
    BlockingPool,
    Command,
    ConnectionPool,
    PoolExhaustedError,
    ReplyLostError,
    lost_before,
)

log = logging.getLogger(__name__)

REDIRECTIONS = 8
TRY_AGAIN_SECONDS = 0.05
REFRESH_SECONDS = 0.25
"""How often the map of the cluster is refreshed at most."""
FIND_SECONDS = 1.0
"""How often a process tries to connect to a cluster that is away."""


def connect_cluster(url: str, connections: int) -> redis.RedisCluster:
    """A client with a bounded pool a node. Raises redis.ConnectionError if no node of a cluster answers, ValueError."""
    first, nodes = parse(url)
    try:
        return redis.RedisCluster(
            url=first,
            startup_nodes=[ClusterNode(host, port) for host, port in nodes[1:]],
            # If some slots have no node, the others can still be used.
            require_full_coverage=False,
            connection_pool_class=BlockingPool,
            max_connections=connections,
            timeout=5,
            socket_timeout=15,
            socket_connect_timeout=2,
        )
    except RedisClusterException as error:
        raise redis.ConnectionError(str(error)) from error


class LazyCluster:
    """A cluster that may still be away: the client is made when a node answers, because it begins by reading the map."""

    def __init__(self, url: str, connections: int) -> None:
        """Raises ValueError."""
        parse(url)
        self._url = url
        self._connections = connections
        self._client: redis.RedisCluster | None = None
        self._finding = threading.Lock()
        self._looked = -math.inf
        self._trouble = ""

    def client(self) -> redis.RedisCluster:
        """Raises redis.ConnectionError while no node answers; tries once a second."""
        if self._client is None:
            with self._finding:
                if self._client is None:
                    self._client = self._found()
        return self._client

    def _found(self) -> redis.RedisCluster:
        # An attempt may take seconds. Threads that waited for it get its error, instead of trying one after the other.
        if time.monotonic() - self._looked < FIND_SECONDS:
            raise redis.ConnectionError(self._trouble)
        try:
            return connect_cluster(self._url, self._connections)
        except redis.ConnectionError as error:
            self._looked, self._trouble = time.monotonic(), str(error)
            log.warning("the Redis Cluster is away: %s", error)
            raise


class ClusterConnections:
    """A pool of connections to every node, with the same methods as the pool of a single Redis.

    redis-py keeps the map of the cluster. Its own way of sending commands cannot send WAIT on the connection of the write
    before it, and silently repeats a write whose reply was lost.
    """

    def __init__(self, client: Callable[[], redis.RedisCluster], count: int = POOLED_CONNECTIONS) -> None:
        """`client` raises redis.ConnectionError while the cluster is away."""
        self._client = client
        self._count = count
        self._pools: dict[str, ConnectionPool] = {}
        self._scripts: list[str] = []
        self._refreshed = 0.0

    def ask(self, key: str, *commands: Command) -> list[Any]:
        """The replies to reading commands on keys of one slot. Raises what redis-py raises."""
        try:
            return self._follow(key, commands, writes=False)
        except _Apart:
            # While a slot moves, one of the keys may have moved already and another not.
            return [reply for command in commands for reply in self.ask(key, command)]

    def write(self, key: str, *commands: Command) -> list[Any]:
        """The replies to a command and those that must follow it on the same connection. Raises what redis-py raises.

        If the reply is lost it is sent again, so the command must be safe to repeat.
        """
        return self._follow(key, commands, writes=True)

    def each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to reading commands, each with its key, in order; an error in place of a reply that failed.

        Commands on keys of one node are sent together. If a node does not answer and another one has taken over its slots,
        they are sent once more.
        """
        replies: list[Any] = [None] * len(commands)
        asked = self._spread(commands, range(len(commands)), replies)
        moved = [
            place
            for place, name in asked.items()
            if isinstance(replies[place], (redis.ConnectionError, redis.TimeoutError))
            and not isinstance(replies[place], PoolExhaustedError)
            and self._name_of_node(commands[place][0]) not in (None, name)
        ]
        self._spread(commands, moved, replies)
        return replies

    def _spread(self, commands: Sequence[tuple[str, Command]], places: Iterable[int], replies: list[Any]) -> dict[int, str]:
        """Send the commands at some places, and store the replies there; returns the node's name for each place."""
        nodes: dict[str, tuple[ClusterNode, list[int]]] = {}
        for place in places:
            try:
                node = self._node(commands[place][0])
            except (SlotNotCoveredError, redis.ConnectionError) as error:
                replies[place] = error
            else:
                nodes.setdefault(node.name, (node, []))[1].append(place)
        for node, its_places in nodes.values():
            found = self._together(node, [commands[place] for place in its_places])
            for place, reply in zip(its_places, found, strict=True):
                replies[place] = reply
        return {place: name for name, (_, its_places) in nodes.items() for place in its_places}

    def _name_of_node(self, key: str) -> str | None:
        try:
            return str(self._node(key).name)
        except (SlotNotCoveredError, redis.ConnectionError):
            return None

    def load(self, script: str) -> None:
        """Load a script into each node whenever a new connection begins."""
        self._scripts.append(script)

    def _together(self, node: ClusterNode, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        # Takes the node and not a key: the map may have changed meanwhile, and may lack a node for the slot.
        try:
            return self._connections(node.host, node.port).ask("", *(command for _, command in commands))
        except PoolExhaustedError as error:
            return [error] * len(commands)
        except (redis.ConnectionError, redis.TimeoutError) as error:
            self._refresh(node.name)
            return [error] * len(commands)
        except redis.ResponseError:
            return [self._alone(key, command) for key, command in commands]

    def _alone(self, key: str, command: Command) -> Any:
        try:
            return self.ask(key, command)[0]
        except (redis.RedisError, RedisClusterException) as error:
            return error

    def _follow(self, key: str, commands: Sequence[Command], *, writes: bool) -> list[Any]:
        """Send to the slot's node, and follow redirections."""
        lost: ReplyLostError | None = None
        asked: AskError | None = None
        failed: str | None = None
        trouble: Exception = redis.ConnectionError("too many redirections in the cluster")
        for _ in range(REDIRECTIONS):
            try:
                node = self._node(key)
            except SlotNotCoveredError as error:
                trouble = error
                break
            if node.name == failed:
                break
            failed = None
            try:
                if asked is not None:
                    pool, asked = self._connections(asked.host, asked.port), None
                    return pool.ask(key, ("ASKING",), *commands)[1:]
                pool = self._connections(node.host, node.port)
                return (pool.write if writes else pool.ask)(key, *commands)
            except MovedError as error:
                lost, trouble = lost or lost_before(error), error
                self._client().nodes_manager.move_slot(error)
            except (AskError, TryAgainError) as error:
                if not writes and len(commands) > 1:
                    raise _Apart from error
                lost, trouble = lost or lost_before(error), error
                if isinstance(error, AskError):
                    asked = error
                else:
                    time.sleep(TRY_AGAIN_SECONDS)
            except PoolExhaustedError as error:
                trouble = error  # It says nothing about the node.
                break
            except (redis.ConnectionError, redis.TimeoutError, ClusterDownError) as error:
                lost, trouble = lost or lost_before(error), error
                self._refresh(node.name)
                failed = node.name
            except NoScriptError as error:
                raise error from lost or lost_before(error)
        raise lost or trouble

    def _node(self, key: str) -> ClusterNode:
        client = self._client()
        return client.nodes_manager.get_node_from_slot(client.keyslot(key))

    def _connections(self, host: str, port: int | str) -> ConnectionPool:
        name = get_node_name(host, port)
        pool = self._pools.get(name)
        if pool is None:
            client = self._client()
            node = client.nodes_manager.get_node(host, int(port)) or ClusterNode(host, int(port))
            pool = ConnectionPool(client.get_redis_connection(node), self._count)
            for script in self._scripts:
                pool.load(script)
            self._pools[name] = pool
        return pool

    def _refresh(self, failed: str) -> None:
        """Ask the other nodes for the map, and close the pools of nodes that it lacks."""
        if time.monotonic() - self._refreshed < REFRESH_SECONDS:
            return
        self._refreshed = time.monotonic()
        client = self._client()
        given = [(node.host, node.port) for node in client.startup_nodes]
        try:
            client.nodes_manager.initialize(additional_startup_nodes_info=given, last_failed_node_name=failed)
        except (RedisClusterException, redis.RedisError):
            return  # No node answers: the failure of the command itself is what the caller must know.
        # Without this, each failover would leave up to a poolful of connections to a node that is gone.
        for name in self._pools.keys() - {node.name for node in client.get_nodes()}:
            if (pool := self._pools.pop(name, None)) is not None:  # Another thread may do the same.
                pool.close()


class _Apart(Exception):
    """The commands must be sent one by one."""
