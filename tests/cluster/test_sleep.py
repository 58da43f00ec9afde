"""Games on a Redis Cluster sleep and wake as those on a single Redis do, and their waking waits for replicas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from domain import session
from events.errors import NotReplicated
from events.games.audit import audit
from events.redis_store import keys
from events.redis_store.cluster import connect_cluster
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from events.store_types import KnownVersion, Unchanged
from harness.redis_cluster import Cluster
from tests.cluster.conftest import PARTITIONS
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, body, handler_on


@pytest.fixture
def make_store(cluster: Cluster, tmp_path: Path) -> Iterator[Callable[..., EventStore]]:
    (tmp_path / "sleep").mkdir()
    clients = []

    def make(**options: int) -> EventStore:
        clients.append(connect_cluster(cluster.url, 64))
        return EventStore(
            clients[-1], PARTITIONS, sleep=SleepFolder(tmp_path / "sleep", tmp_path / "keys" / "sleep.key"), **options
        )

    yield make
    for client in clients:
        client.close()


def test_games_of_all_partitions_sleep_are_found_and_wake(make_store: Callable[..., EventStore]) -> None:
    store = make_store()
    store.hibernation.check_folder()
    matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(number), 6) for number in range(8)]
    whole = {match.id: store.read(match.id) for match in matches}
    assert all(store.hibernation.put(match.id) for match in matches)
    assert [*store.logs.every_newest()] == []
    assert {game for game, _ in store.asleep.every()} == {*whole}
    assert len(store.asleep) == 8
    other = make_store()
    assert {game: other.read(game) for game in whole} == whole
    known = [KnownVersion(game, len(found.commits), str(found.commits[-1].head)) for game, found in whole.items()]
    assert other.read_all(known) == [Unchanged()] * 8
    for match in matches:
        match.play(Random(1), 2)
        assert audit(CODECS, match.commits).ok
    assert len(store.asleep) == 0


def test_a_waking_action_waits_for_replicas(make_store: Callable[..., EventStore]) -> None:
    store = make_store(wait_replicas=1, wait_ms=5_000)
    store.hibernation.check_folder()
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(1), 3)
    assert store.hibernation.put(match.id)
    match.play(Random(1), 1)
    assert store.hibernation.put(match.id)
    # More replicas than there are: the action is stored and everybody sees it, but it is not safe yet.
    wanting = handler_on(make_store(wait_replicas=5, wait_ms=50), CODECS)
    log = wanting.repository.load(match.id)
    (seat,) = session.to_act(log.game, log.session)
    action = body(log.game.rules.legal_commands(log.session.state, seat)[0])
    for _ in range(2):
        with pytest.raises(NotReplicated):
            wanting.act(match.id, match.tokens[f"s{seat}"], action, key="k" * 32)
    assert match.game_log.version == log.version == store.read(match.id).commits[-1].version
    assert store.redis.client.exists(keys.log(match.id))
