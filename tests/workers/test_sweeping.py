"""The sweep over many partitions."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from events.bot_queue import BotQueue, patience_ms
from events.errors import StoreUnavailable
from events.identity import partition_of, utc_now
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import Match, handler_on
from tests.workers.test_jobs import BOT
from workers.jobs import BotServices, sweep

PARTITIONS = 4
BUDGET = 0.05


def test_a_partition_that_takes_no_writes_does_not_keep_the_sweep_from_the_others(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where too few replicas of its node are there."""
    with connect(redis_url) as client:
        store = EventStore(client, PARTITIONS)
        handler = handler_on(store, CODECS, bot_patience_ms=patience_ms(BUDGET))
        games: dict[str, str] = {}
        while len(games) < PARTITIONS:
            game = Match.create(handler, BOT, BOT).id
            games[partition_of(game)] = game
        stuck = min(games)
        postpone = store.bots.postpone

        def takes_no_writes(game: str, due_ms: int) -> None:
            if partition_of(game) == stuck:
                raise StoreUnavailable("NOREPLICAS")
            postpone(game, due_ms)

        monkeypatch.setattr(store.bots, "postpone", takes_no_writes)
        services = BotServices(handler, store, BotQueue(client), BUDGET, clock=lambda: utc_now() + timedelta(seconds=10))
        for _ in range(100):
            with suppress(StoreUnavailable):
                sweep(services)
        assert all(services.queue.jobs(game) for partition, game in games.items() if partition != stuck)
