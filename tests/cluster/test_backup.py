"""Backups lead from a single Redis to a cluster and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from redis import Redis

from events.backup import making, restoring
from events.commands.handler import CommandHandler
from events.games.audit import audit
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.redis_cluster import Cluster
from tests.cluster.conftest import PARTITIONS
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, Match, handler_on

AT = "2026-01-02T03:04:05.000Z"


def test_a_cluster_is_restored_on_a_single_redis_and_the_other_way_round(
    process: Callable[..., CommandHandler], cluster: Cluster, redis_url: str, tmp_path: Path
) -> None:
    handler = process()
    games = [Match.create(handler, HUMAN, HUMAN).play(Random(seed), 4) for seed in range(6)]
    games.append(Match.create(handler, BOT, HUMAN, options={"starting_seat": 0}))
    whole = {match.id: handler.store.read(match.id) for match in games}
    assert making.make(handler.store, tmp_path / "first", AT).games == len(games)
    client: Redis = connect(redis_url)
    single = EventStore(client, PARTITIONS)
    assert restoring.restore(single, tmp_path / "first") == len(games)
    making.make(single, tmp_path / "second", AT)
    cluster.flush()
    restoring.restore(process().store, tmp_path / "second")
    for store in (single, process().store):
        assert {game: store.read(game) for game in whole} == whole
        assert len(store.bots) == 1
        assert len(store.games.page(("running",), None, 100, lambda game: True).summaries) == len(games)
        game_log = handler_on(store, CODECS).repository.load(games[0].id)
        assert audit(CODECS, store.read(games[0].id).commits, game_log.secret).ok
    client.close()
