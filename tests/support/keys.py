"""API keys of a running service."""

from __future__ import annotations

from events.redis_store.api_keys import ApiKeys
from events.redis_store.games_redis import GamesRedis
from tests.support.tradewinds import Tradewinds


def new_key(running: Tradewinds) -> str:
    """A key that nobody else has."""
    with running.redis() as client:
        return ApiKeys(GamesRedis(client, 1)).create("a chat", "2026-01-02T03:04:05.000Z")[1]
