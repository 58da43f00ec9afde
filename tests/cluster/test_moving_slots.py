"""Slots that move from node to node while games in them are played."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

from events.commands.handler import CommandHandler
from events.errors import StoreUnavailable
from events.games.audit import audit
from events.identity import partition_of
from events.redis_store.feed import Feed
from events.store.event_store import EventStore
from harness.redis_cluster import Cluster, Node
from tests.support.games import CODECS
from tests.support.play import Match

Process = Callable[..., CommandHandler]


def other_master(cluster: Cluster, key: str) -> Node:
    return next(node for node in cluster.nodes if node.role == "master" and node is not cluster.holder(key))


def tried(match: Match, chance: random.Random) -> bool:
    """Whether an action was accepted; one that was not has changed nothing."""
    before = match.game_log.version
    seat, legal = match.to_act()
    try:
        match.act(chance.choice(legal), seat)
    except StoreUnavailable:
        assert match.game_log.version == before
        return False
    assert match.game_log.version == before + 1
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
        assert there.repository.load(match.id).version == match.game_log.version, left
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
    partition, store = int(partition_of(match.id)), cast(EventStore, knows.store)
    tag = f"{{{partition}}}"
    listed = [line.id for line in store.games.page(("lobby", "running"), None, 9, lambda line: True).summaries]
    assert listed == [match.id]
    newest = Feed(store.redis, partition).newest()
    for _ in cluster.move_slot(tag, other_master(cluster, tag)):
        pass
    assert [line.id for line in store.games.page(("lobby", "running"), None, 9, lambda line: True).summaries] == [match.id]
    feed = Feed(store.redis, partition)
    feed.begin()
    feed.close()
    assert Feed(store.redis, partition).newest() == newest != b"0-0"
    assert len(store.bots) == 0
    assert store.reserve(partition, "other", "id") == "id"
    again = Match.create(knows, key="k" * 32)
    assert again.id == match.id
    again.play(random.Random(2), actions=3)
    assert mover.repository.load(match.id).version == again.game_log.version
