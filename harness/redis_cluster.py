"""A real Redis Cluster: masters with a replica each, whose nodes can be killed, frozen and started again."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from redis import Redis, RedisError
from redis.crc import key_slot

from service.up.redis_server import find_server, server_command

SLOTS = 16_384
MASTERS = 3
QUICK_MS, PATIENT_MS = 1_000, 15_000
"""Milliseconds without an answer after which a node counts as failed, and its replica takes over. Under load a healthy node
may be silent for a second."""
BUS = 10_000
"""The port between nodes is higher by this."""


class Node:
    """One redis-server of a cluster."""

    def __init__(self, folder: Path, server: Path) -> None:
        folder.mkdir()
        self.port = _free_port()
        self._log = folder / "redis.log"
        settings = {
            "port": self.port,
            "bind": "127.0.0.1",
            "cluster-enabled": "yes",
            "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": QUICK_MS,
            "cluster-require-full-coverage": "no",
            "cluster-replica-validity-factor": "0",
            "repl-diskless-sync": "yes",
            "repl-diskless-sync-delay": "0",
        }
        given = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        self._command = [*server_command(server, folder, folder / "redis.sock", "always"), *given]
        self._process: subprocess.Popen[bytes] | None = None
        self.redis = Redis(port=self.port, protocol=2)

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=subprocess.STDOUT)
        _until(self.answers, "a node did not start")

    def answers(self) -> bool:
        try:
            return bool(self.redis.ping())
        except RedisError:
            return False

    def kill(self) -> None:
        """Kill it like a crash (SIGKILL)."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def freeze(self) -> None:
        """Stop it until it is thawed."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _signal(self, number: int) -> None:
        assert self._process is not None, "the node was not started"
        self._process.send_signal(number)

    def ask(self, *command: Any) -> Any:
        return self.redis.execute_command(*command)

    @property
    def id(self) -> str:
        return str(self.ask("CLUSTER MYID").decode())

    def known(self) -> list[dict[str, str]]:
        """The nodes as this one knows them."""
        return list(self.ask("CLUSTER NODES").values())

    def slots(self) -> list[tuple[range, list[int]]]:
        """Ranges of slots with the ports of their master and its replicas, as this node knows them."""
        return [(range(first, last + 1), [each[1] for each in nodes]) for first, last, *nodes in self.ask("CLUSTER SLOTS")]

    @property
    def role(self) -> str:
        role: str = self.redis.info("replication")["role"]
        return role

    def has_all_of(self, master: Node) -> bool:
        """Whether this replica has every write of its master."""
        wrote = master.redis.info("replication")["master_repl_offset"]
        return self.follows() and bool(self.redis.info("replication")["slave_repl_offset"] >= wrote)

    def follows(self) -> bool:
        """Whether it is a replica that is connected to its master."""
        found = self.redis.info("replication")
        return found["role"] == "slave" and found["master_link_status"] == "up" and not found["master_sync_in_progress"]


class Cluster:
    """Three masters, each with a replica, over all slots."""

    def __init__(self, folder: Path) -> None:
        server = find_server(folder)
        self.nodes = [Node(folder / str(number), server) for number in range(2 * MASTERS)]

    @property
    def url(self) -> str:
        """It names some nodes only: the others must be found."""
        return f"redis+cluster://127.0.0.1:{self.nodes[0].port},127.0.0.1:{self.nodes[1].port}"

    def start(self) -> None:
        """Start the nodes, form the cluster and wait until it is whole."""
        for node in self.nodes:
            node.start()
        masters, replicas = self.nodes[:MASTERS], self.nodes[MASTERS:]
        for number, master in enumerate(masters):
            first, end = SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS
            master.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
            master.ask("CLUSTER ADDSLOTS", *range(first, end))
        for one in self.nodes:
            for other in self.nodes:
                if one is not other:
                    one.ask("CLUSTER MEET", "127.0.0.1", other.port)
        for master, replica in zip(masters, replicas, strict=True):
            wanted = master.id
            while wanted not in {each["node_id"] for each in replica.known()}:
                time.sleep(0.02)
            replica.ask("CLUSTER REPLICATE", wanted)
        self.wait_whole()

    def wait_whole(self, seconds: float = 20.0) -> None:
        """Wait until every node runs, all slots are held, and every master has a replica that follows it."""
        _until(self._whole, "the cluster is not whole", seconds)

    def _whole(self) -> bool:
        try:
            masters = [node for node in self.nodes if node.role == "master"]
            followed = all(node.follows() for node in self.nodes if node not in masters)
            return len(masters) == MASTERS and followed and all(_sees_it_whole(node) for node in self.nodes)
        except RedisError:
            return False

    def mend(self) -> None:
        """Start dead nodes, thaw frozen ones, and wait until the cluster is whole: a failed test may have left it broken."""
        for node in self.nodes:
            if node.runs:
                node.thaw()
            else:
                node.start()
        self.wait_whole()

    def holder(self, key: str) -> Node:
        """The master of a key's slot, as its own node sees it."""
        slot = key_slot(key.encode())
        for node in self.nodes:
            if node.answers() and any(slot in slots and ports[0] == node.port for slots, ports in node.slots()):
                return node
        raise LookupError(f"no running node holds the slot of {key}")

    def replica_of(self, master: Node) -> Node:
        return next(
            node
            for node in self.nodes
            if node.answers() and node.role == "slave" and node.redis.info("replication")["master_port"] == master.port
        )

    def move_slot(self, key: str, target: Node) -> Iterator[int]:
        """Move the slot of a key to another master, one key at a time; yields the number of keys left."""
        slot, source = key_slot(key.encode()), self.holder(key)
        target.ask("CLUSTER SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER SETSLOT", slot, "MIGRATING", target.id)
        while keys := source.ask("CLUSTER GETKEYSINSLOT", slot, 1_000):
            yield len(keys)
            source.ask("MIGRATE", "127.0.0.1", target.port, keys[0], 0, 5_000)
        yield 0
        for node in (target, source):
            node.ask("CLUSTER SETSLOT", slot, "NODE", target.id)

    def flush(self) -> None:
        for node in self.nodes:
            if node.role == "master":
                node.redis.flushall()

    def fail_over_after(self, milliseconds: int) -> None:
        """Set how long a node may leave the others without an answer."""
        for node in self.nodes:
            node.ask("CONFIG SET", "cluster-node-timeout", milliseconds)

    def stop(self) -> None:
        for node in self.nodes:
            node.redis.close()
            if node._process is not None:
                node._process.kill()
                node._process.wait()


def _sees_it_whole(node: Node) -> bool:
    replicated = {ports[0] for _, ports in node.slots() if len(ports) == 2}
    fine = node.ask("CLUSTER INFO")["cluster_state"] == "ok"
    return fine and len(replicated) == MASTERS and not any("fail" in each["flags"] for each in node.known())


_given: set[int] = set()
"""The ports that nodes of this process were given, also while these do not run."""


def _free_port() -> int:
    """A free port whose port between nodes is free too, outside the range that systems assign."""
    while True:
        port = random.randrange(12_000, 20_000)
        if port in _given:
            continue
        try:
            for each in (port, port + BUS):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", each))
        except OSError:
            continue
        _given.add(port)
        return port


def _until(true: Callable[[], bool], otherwise: str, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise RuntimeError(otherwise)
        time.sleep(0.02)
