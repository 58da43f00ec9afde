"""The fixtures of the service's own tests: a real Redis, the service in this process, and as `tradewinds up` runs it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.conftest import (
    api,
    clock,
    contract,
    finished,
    game,
    make_api,
    played,
    redis,
    shared_app,
    unchanged,
)
from tests.support.tradewinds import Tradewinds

__all__ = [
    "api",
    "clock",
    "contract",
    "finished",
    "game",
    "make_api",
    "played",
    "redis",
    "shared_app",
    "unchanged",
]

REQUEST_TIMEOUT = 1


@pytest.fixture(scope="session")
def impatient() -> Iterator[Tradewinds]:
    """The whole service, which logs everything it can and waits a second for its clients."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        service = Tradewinds(
            Path(folder), LOG_LEVEL="DEBUG", REQUEST_TIMEOUT=str(REQUEST_TIMEOUT), RATE_LIMIT="off", MAX_BODY_BYTES="1000000"
        )
        try:
            service.wait_ready()
            yield service
            service.stop()
        finally:
            service.close()
