"""Clocks on a Redis Cluster: games of all partitions are found, also while one of the nodes is away."""

from __future__ import annotations

import time
from collections.abc import Callable

from domain.session.clocks import Clock
from events.commands.handler import CommandHandler
from harness.redis_cluster import Cluster
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from workers.clocks import Timekeeper


def test_the_times_of_games_in_all_partitions_run_out(cluster: Cluster, process: Callable[..., CommandHandler]) -> None:
    handler = process()
    store = handler.store
    abandon = Clock(seconds=1, on_timeout="abandon")
    matches = [Match.create(handler, HUMAN, HUMAN, clock=abandon) for _ in range(12)]
    assert store.clocks.running().games == 12
    time.sleep(1.05)
    keeper = Timekeeper(store, handler_on(store, CODECS), store.redis.client)  # type: ignore[arg-type]
    store.clocks.serve()
    assert store.clocks.is_served()
    assert keeper.sweep(10.0) == 12
    assert all(match.game_log.session.over for match in matches)
    assert store.clocks.running() == (0, 0)
