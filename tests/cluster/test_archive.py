"""Games on a Redis Cluster move to the archive as those on a single Redis do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from domain.session import lifecycle
from events.archive.archive import Archive
from events.errors import StoreUnavailable
from events.identity import partition_of
from events.redis_store.cluster import connect_cluster
from events.store.event_store import EventStore
from events.store_types import Slice
from harness.redis_cluster import Cluster
from tests.cluster.conftest import PARTITIONS
from tests.cluster.test_moving_slots import other_master
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on

LATER = 10**15


@pytest.fixture
def make_store(cluster: Cluster, tmp_path: Path) -> Iterator[Callable[[], EventStore]]:
    clients = []

    def make() -> EventStore:
        clients.append(connect_cluster(cluster.url, 64))
        return EventStore(clients[-1], PARTITIONS, archive=Archive(tmp_path))

    yield make
    for client in clients:
        client.close()


def over(store: EventStore, games: int) -> dict[str, Slice]:
    """Games that are over."""
    handler = handler_on(store, CODECS)
    matches = [Match.create(handler, HUMAN, HUMAN).play(Random(number), 5) for number in range(games)]
    for match in matches:
        match.manage("host", lifecycle.AbandonGame())
    return {match.id: store.read(match.id) for match in matches}


def test_games_that_ended_before_that_was_noted_are_found(make_store: Callable[[], EventStore]) -> None:
    store = make_store()
    games = over(store, 8)
    running = Match.create(handler_on(store, CODECS), HUMAN, HUMAN)
    noted = {game: store.redis.client.zscore(f"{{{partition_of(game)}}}:over", game) for game in games}
    for game in games:
        store.redis.client.delete(f"{{{partition_of(game)}}}:over")
    assert {game for game, _ in store.logs.every_newest()} == {running.id, *games}
    assert store.mover.index_ended() == len(games)
    assert store.mover.index_ended() == 0
    assert {game: store.redis.client.zscore(f"{{{partition_of(game)}}}:over", game) for game in games} == noted
    assert {*store.ended.due(LATER)} == {*games}
    assert running.id not in games


def test_games_of_all_partitions_move_and_are_found(make_store: Callable[[], EventStore]) -> None:
    store, other = make_store(), make_store()
    games = over(store, 12)
    assert len({partition_of(game) for game in games}) > 3
    assert {*store.ended.due(LATER)} == {*games}
    store.mover.check_archive()
    other.mover.check_archive()
    for game in games:
        assert other.mover.move(game) > 0
        assert store.mover.move(game) == 0
    assert store.ended.due(LATER) == []
    for reader in (store, other, make_store()):
        assert {game: reader.read(game) for game in games} == games
    assert {line.id for line in other.games.page(("abandoned",), None, 50, lambda each: True).summaries} == {*games}


def test_a_game_whose_slot_moves_is_found_at_every_step_and_moved_in_the_end(
    cluster: Cluster, make_store: Callable[[], EventStore]
) -> None:
    store = make_store()
    ((game, whole),) = over(store, 1).items()
    tag, moved = f"{{{partition_of(game)}}}", 0
    for step, _ in enumerate(cluster.move_slot(tag, other_master(cluster, tag))):
        assert store.read(game) == make_store().read(game) == whole
        if step and not moved:
            try:
                moved += store.mover.move(game) > 0
            except StoreUnavailable:
                assert store.ended.due(LATER) == [game]
    moved += store.mover.move(game) > 0
    assert moved == 1
    assert store.ended.due(LATER) == []
    assert store.read(game) == whole


def test_a_game_that_a_failover_brings_back_is_moved_again(cluster: Cluster, make_store: Callable[[], EventStore]) -> None:
    """A replica that had not heard of the removal, and became the master."""
    store = make_store()
    ((game, whole),) = over(store, 1).items()
    tag = f"{{{partition_of(game)}}}"
    keys = (f"{tag}:g:{game}", f"{tag}:g:{game}:s", f"{tag}:over")
    node = cluster.holder(tag).redis
    dumps = {key: node.dump(key) for key in keys}
    assert store.mover.move(game) > 0
    for key, dump in dumps.items():
        node.restore(key, 0, dump)
    assert store.read(game) == whole
    assert store.ended.due(LATER) == [game]
    assert store.mover.move(game) > 0
    assert store.read(game) == whole
    assert node.exists(*keys) == 0
