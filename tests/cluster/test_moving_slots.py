"""Slots that move from node to node while games in them are played."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

from events.audit import audit
from events.feed import Feed
from events.handler import Handler
from events.redis_store import RedisStore
from events.store import StoreUnavailable, partition_of
from harness.redis_cluster import Cluster, Node
from tests.support.games import CODECS
from tests.support.play import Match

Process = Callable[..., Handler]


def other_master(cluster: Cluster, key: str) -> Node:
    return next(node for node in cluster.nodes if node.role == "master" and node is not cluster.holder(key))


def tried(match: Match, chance: random.Random) -> bool:
    """Whether an action was accepted; one that was not has changed nothing."""
    before = match.ledger.version
    seat, legal = match.to_act()
    try:
        match.act(chance.choice(legal), seat)
    except StoreUnavailable:
        assert match.ledger.version == before
        return False
    assert match.ledger.version == before + 1
    return True


def test_a_game_is_played_on_while_its_slot_moves(cluster: Cluster, process: Process) -> None:
    """Reads are answered all the time. Actions are refused while the keys of the slot lie on both nodes, and only then."""
    here, there = process(), process()
    match, chance = Match.create(here), random.Random(1)
    match.play(chance, actions=5)
    tag = f"{{{partition_of(match.id)}}}"
    target = other_master(cluster, tag)
    accepted = []
    for left in cluster.move_slot(tag, target):
        assert there.load(match.id).version == match.ledger.version, left
        accepted.append(tried(match, chance))
    assert accepted[0]
    assert not all(accepted)
    assert cluster.holder(tag) is target
    assert tried(match, chance)
    match.play(chance)
    assert audit(CODECS, match.commits).ok


def test_what_moved_slots_hold_is_found_by_who_knew_another_place(cluster: Cluster, process: Process) -> None:
    """Every way of asking follows the slot: the list, the feed, the index of bots, new games and reserved keys."""
    mover, knows = process(), process()
    match = Match.create(mover, key="k" * 32)
    partition, store = int(partition_of(match.id)), cast(RedisStore, knows.store)
    tag = f"{{{partition}}}"
    listed = [line.id for line in store.lines(("lobby", "running"), None, 9, lambda line: True).lines]
    assert listed == [match.id]
    newest = store.feed_end(partition)
    for _ in cluster.move_slot(tag, other_master(cluster, tag)):
        pass
    assert [line.id for line in store.lines(("lobby", "running"), None, 9, lambda line: True).lines] == [match.id]
    feed = Feed(store, partition)
    feed.begin()
    feed.close()
    assert store.feed_end(partition) == newest != b"0-0"
    assert store.waiting_bots() == 0
    assert store.reserve(partition, "other", "id") == "id"
    again = Match.create(knows, key="k" * 32)
    assert again.id == match.id
    again.play(random.Random(2), actions=3)
    assert mover.load(match.id).version == again.ledger.version
