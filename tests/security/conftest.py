"""The fixtures of the service's own tests: a real Redis, the service in this process, and as `tradewinds up` runs it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)
from tests.support.tradewinds import Tradewinds, tradewinds

REQUEST_TIMEOUT = 1


@pytest.fixture(scope="session")
def impatient() -> Iterator[Tradewinds]:
    """The whole service, which logs everything it can and waits a second for its clients."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        settings = {"LOG_LEVEL": "DEBUG", "REQUEST_TIMEOUT": str(REQUEST_TIMEOUT), "MAX_BODY_BYTES": "1000000"}
        with tradewinds(Path(folder), RATE_LIMIT="off", **settings) as service:
            yield service
