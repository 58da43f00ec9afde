"""The fixtures of the service's own tests: a real Redis, the service in this process, and as `tradewinds up` runs it."""

from tests.service.conftest import (
    address,
    api,
    clock,
    contract,
    finished,
    game,
    make_api,
    played,
    redis,
    running,
    shared_app,
    unchanged,
)

__all__ = [
    "address",
    "api",
    "clock",
    "contract",
    "finished",
    "game",
    "make_api",
    "played",
    "redis",
    "running",
    "shared_app",
    "unchanged",
]
