"""A master of the cluster dies: what was acknowledged, what survives, and that nobody builds on what was lost."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import pytest
import redis
from redis.crc import key_slot

from domain.session.lifecycle import SeatPlan
from events.commands.handler import CommandHandler
from events.errors import NotReplicated, StoreUnavailable
from events.games.audit import audit
from events.identity import partition_of
from events.redis_store.cluster import ClusterConnections
from events.redis_store.connections import ConnectionPool
from events.redis_store.feed import Feed, FeedItem
from events.store.event_store import EventStore
from harness.redis_cluster import Cluster, Node
from tests.cluster.conftest import PARTITIONS
from tests.events.test_store import request
from tests.support.games import CODECS
from tests.support.play import Match
from tests.support.tradewinds import wait_until

Process = Callable[..., CommandHandler]
TAKEN_OVER = 15.0
"""Seconds in which a replica has certainly taken over."""


@contextmanager
def cut_off(cluster: Cluster, master: Node) -> Iterator[Node]:
    """The replica of a master, which hears nothing of what is written meanwhile: not even in the buffers of its sockets."""
    replica = cluster.replica_of(master)
    replica.freeze()
    master.ask("CLIENT KILL", "TYPE", "replica")
    try:
        yield replica
    finally:
        replica.thaw()


def master_of(cluster: Cluster, match: Match) -> Node:
    return cluster.holder(f"{{{partition_of(match.id)}}}")


def answered(call: Callable[[], object]) -> bool:
    try:
        call()
    except StoreUnavailable:
        return False
    return True


def revive(cluster: Cluster, master: Node) -> None:
    """Start a dead master again; it follows the one that took over."""
    master.start()
    cluster.wait_whole(30)


def test_without_waiting_a_failover_may_lose_actions_but_nobody_builds_on_them(cluster: Cluster, process: Process) -> None:
    here, other = process(), process()
    match, chance = Match.create(here), random.Random(1)
    match.play(chance, actions=5)
    kept = match.commits
    other.repository.load(match.id)
    master = master_of(cluster, match)
    assert wait_until(lambda: cluster.replica_of(master).has_all_of(master), 10)
    with cut_off(cluster, master):
        match.play(chance, actions=3)
        lost = match.commits[len(kept) :]
        other.repository.load(match.id)
        master.kill()
    for each in (here, other):  # Both must hear of the new master, and ask nodes that may not have heard of it either.
        assert wait_until(lambda each=each: answered(lambda: each.repository.load(match.id)), TAKEN_OVER)
    assert len(lost) == 3
    assert match.commits == kept
    # Both processes knew the lost versions, and decide anew on what there is.
    assert here.repository.load(match.id).version == other.repository.load(match.id).version == len(kept)
    match.play(chance, actions=1)
    match.handler = other
    match.play(chance)
    assert audit(CODECS, match.commits).ok
    assert not {commit.head for commit in lost} & {commit.head for commit in match.commits}
    revive(cluster, master)
    assert audit(CODECS, match.commits).ok


def test_with_waiting_an_action_that_a_failover_would_lose_is_not_acknowledged(cluster: Cluster, process: Process) -> None:
    here, waits_for_none = process(wait_replicas=1, wait_ms=200), process()
    match, chance = Match.create(waits_for_none), random.Random(2)
    match.play(chance, actions=4)
    match.handler = here
    kept = match.commits
    seat, legal = match.to_act()
    master = master_of(cluster, match)
    assert wait_until(lambda: cluster.replica_of(master).has_all_of(master), 10)
    with cut_off(cluster, master):
        for _ in range(2):  # A repeat with the key finds it stored, and still not safe.
            with pytest.raises(NotReplicated):
                match.act(legal[0], seat, key="the key")
        assert len(match.commits) == len(kept) + 1
        master.kill()
    assert wait_until(lambda: answered(lambda: here.repository.load(match.id)), TAKEN_OVER)
    assert match.commits == kept
    # There is no replica left to wait for, until the dead master comes back as one.
    with pytest.raises(NotReplicated):
        match.act(legal[0], seat, key="the key")
    revive(cluster, master)
    assert wait_until(lambda: answered(lambda: match.act(legal[0], seat, key="the key")), TAKEN_OVER)
    assert match.act(legal[0], seat, key="the key").replayed
    assert len(match.commits) == len(kept) + 1
    match.handler = waits_for_none
    match.play(chance)
    assert audit(CODECS, match.commits).ok


def test_a_replica_that_is_late_is_waited_for_when_the_request_is_repeated(cluster: Cluster, process: Process) -> None:
    match = Match.create(process())
    match.handler = process(wait_replicas=1, wait_ms=200)
    seat, legal = match.to_act()
    with cut_off(cluster, master_of(cluster, match)), pytest.raises(NotReplicated):
        match.act(legal[0], seat, key="the key")
    assert wait_until(lambda: answered(lambda: match.act(legal[0], seat, key="the key")), TAKEN_OVER)
    assert match.game_log.version == 2
    cluster.wait_whole(30)


class Load(threading.Thread):
    """Plays one game as fast as it can and remembers what was acknowledged."""

    def __init__(self, handler: CommandHandler, seed: int) -> None:
        super().__init__()
        self.match = Match.create(handler, SeatPlan(kind="human"), SeatPlan(kind="human"))
        self.chance = random.Random(seed)
        self.heads: dict[int, str] = {}
        self.ended = threading.Event()
        self.longest_pause = 0.0

    def run(self) -> None:
        last = time.monotonic()
        while not self.ended.is_set() and not self._over():
            if answered(self._act):
                now = time.monotonic()
                self.longest_pause, last = max(self.longest_pause, now - last), now
            else:
                time.sleep(0.02)

    def _over(self) -> bool:
        game_log = self.match.handler.repository._cache.get(self.match.id)
        return game_log is not None and game_log.session.over

    def _act(self) -> None:
        seat, legal = self.match.to_act()
        done = self.match.act(self.chance.choice(legal), seat)
        self.heads[done.commit.version] = str(done.commit.head)

    def missing(self) -> int:
        """How many acknowledged actions are not in the log."""
        kept = {commit.version: str(commit.head) for commit in self.match.commits}
        return sum(kept.get(version) != head for version, head in self.heads.items())


@pytest.mark.parametrize("wait_replicas", [0, 1])
def test_play_goes_on_after_a_master_is_killed_under_load(cluster: Cluster, process: Process, wait_replicas: int) -> None:
    handler = process(wait_replicas=wait_replicas)
    loads = [Load(handler, seed) for seed in range(8)]
    for load in loads:
        load.start()
    master = master_of(cluster, loads[0].match)
    try:
        assert wait_until(lambda: len(loads[0].heads) > 5, 20)
        struck = [load for load in loads if master_of(cluster, load.match) is master]
        master.kill()
        before = [len(load.heads) for load in struck]
        assert wait_until(lambda: answered(lambda: handler.repository.load(loads[0].match.id)), TAKEN_OVER)
        if wait_replicas:
            revive(cluster, master)
        grown = zip(struck, before, strict=True)
        assert wait_until(lambda: all(len(load.heads) > count or load._over() for load, count in grown), TAKEN_OVER)
    finally:
        for load in loads:
            load.ended.set()
        for load in loads:
            load.join()
    if not wait_replicas:
        revive(cluster, master)
    assert all(audit(CODECS, load.match.commits).first_bad is None for load in loads)
    lost = sum(load.missing() for load in loads)
    # What reached the replica is kept in any case; without waiting that is nearly all, but nobody has promised it.
    assert lost == 0 or not wait_replicas


def test_a_reader_of_a_feed_finds_the_new_master_by_itself(cluster: Cluster, process: Process) -> None:
    """In a process that does nothing but follow, nobody else asks where the slots are now."""
    follows, plays = process(), process()
    match = Match.create(plays)
    feed = Feed(cast(EventStore, follows.store).redis, int(partition_of(match.id)))
    feed.begin()
    master = master_of(cluster, match)
    assert wait_until(lambda: cluster.replica_of(master).has_all_of(master), 10)
    master.kill()
    with pytest.raises(StoreUnavailable):
        feed.wait(1_000)
    assert wait_until(lambda: answered(feed.begin), TAKEN_OVER)
    assert wait_until(lambda: answered(lambda: match.play(random.Random(3), actions=1)), TAKEN_OVER)
    version, _, head, *_ = match.game_log.position
    assert FeedItem(match.id, version, head[:4]) in feed.wait(1_000)
    feed.close()
    revive(cluster, master)


def test_what_a_dead_node_does_not_hold_goes_on(cluster: Cluster, process: Process) -> None:
    """The service is ready, finds the bots of the other nodes, and says what is away."""
    handler = process()
    store = cast(EventStore, handler.store)
    there = [partition for partition in range(PARTITIONS) if cluster.holder(f"{{{partition}}}") is cluster.holder("{0}")]
    for partition in range(PARTITIONS):
        assert store.append(request(1, f"{partition}gbot", bot_due=1)) is None
    master = cluster.holder("{0}")
    assert wait_until(lambda: cluster.replica_of(master).has_all_of(master), 10)
    master.kill()
    store.redis.ping()
    assert {int(partition_of(game)) for game in store.bots.due(1)} == set(range(PARTITIONS)) - set(there)
    with pytest.raises(StoreUnavailable):
        len(store.bots)
    assert wait_until(lambda: answered(lambda: len(store.bots)), TAKEN_OVER)
    assert len(store.bots.due(1)) == PARTITIONS
    revive(cluster, master)


def test_a_list_is_read_from_the_new_master_at_once(cluster: Cluster, process: Process) -> None:
    """A page of the list asks many nodes; one that fails must not fail the page once another has taken over."""
    # Given a process that knows the cluster as it was, and a master that died and was replaced since.
    store = cast(EventStore, process().store)
    for partition in range(PARTITIONS):
        assert store.append(request(1, f"{partition}gbot", bot_due=1)) is None
    master = cluster.holder("{0}")
    assert wait_until(lambda: cluster.replica_of(master).has_all_of(master), 10)
    master.kill()
    assert wait_until(lambda: _held_by_another(cluster, master), TAKEN_OVER)

    # When it reads from all partitions, then all answer.
    assert len(store.bots) == PARTITIONS
    revive(cluster, master)


def _held_by_another(cluster: Cluster, master: Node) -> bool:
    """Whether all nodes that run know another master of what this one held."""
    slot = key_slot(b"0")
    running = [node for node in cluster.nodes if node.runs]
    masters = [next(ports[0] for slots, ports in node.slots() if slot in slots) for node in running]
    return master.port not in masters and all(node.ask("CLUSTER INFO")["cluster_state"] == "ok" for node in running)


def test_slots_that_nobody_holds_any_more_do_not_hide_the_others(
    cluster: Cluster, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when one node is found dead, and the new map of the cluster lacks more slots than its own."""
    connections = cast(ClusterConnections, cast(EventStore, process().store).redis.connections)
    keys = [f"{{{partition}}}:bots" for partition in range(PARTITIONS)]
    dead = connections._node(keys[0])
    usual = connections._connections

    def reached(host: str, port: int | str) -> ConnectionPool:
        if (host, port) == (dead.host, dead.port):
            raise redis.ConnectionError("it is dead")
        return usual(host, port)

    monkeypatch.setattr(connections, "_connections", reached)
    monkeypatch.setattr(connections, "_refresh", lambda failed: connections._client().nodes_manager.slots_cache.clear())
    replies = connections.each([(key, ("ZCARD", key)) for key in keys])
    assert isinstance(replies[0], redis.ConnectionError)
    assert 0 in replies, "the other nodes have answered"
