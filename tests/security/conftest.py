"""The fixtures of the service's own tests: a real Redis, the service in this process, and as `tradewinds up` runs it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)
from tests.support.tradewinds import Tradewinds

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
