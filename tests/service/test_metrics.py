"""What a scrape tells of the store."""

from __future__ import annotations

import pytest

from events.redis_store import RedisStore
from events.store import StoreUnavailable
from tests.service.client import Api


def test_a_part_of_a_cluster_that_is_away_is_no_redis_that_is_away(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tradewinds_redis_up 1.0" in api.get("/metrics").text

    def partly(store: RedisStore) -> int:
        raise StoreUnavailable("one node is away")

    monkeypatch.setattr(RedisStore, "waiting_bots", partly)
    text = api.get("/metrics").text
    assert "tradewinds_redis_up 1.0" in text
    assert "tradewinds_bots_waiting" not in text, "what cannot be told is not told"
