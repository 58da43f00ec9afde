"""Fixtures that all tests share: a real Redis of the test run's own."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from redis import Redis

from harness.redis_cluster import PATIENT_MS, Cluster
from harness.redis_server import RedisServer
from tests.support import over_http
from tests.support.tradewinds import Tradewinds, tradewinds

# Here and not beside them, because tests of other folders import them, and may do so first.
pytest.register_assert_rewrite(
    "tests.merchants_of_the_caribbean.scenario",
    "tests.merchants_of_the_caribbean.ledger",
    "tests.merchants_of_the_caribbean.history",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cluster", action="store_true", help="keep the games of the tests of the service on a Redis Cluster")


def pytest_xdist_auto_num_workers() -> int:
    """The processes of `-n auto`: more than cores, because many tests wait for other processes about half of their time."""
    cores = os.cpu_count() or 1
    return min(2 * cores, cores + 4)


def pytest_configure(config: pytest.Config) -> None:
    """Let a terminated run end like an interrupted one, so that fixtures still stop the servers they started.

    With TEST_REDIS_SERVER, the path of a redis-server or valkey-server, everything runs on that one.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    over_http.watch()
    chosen = os.environ.get("TEST_REDIS_SERVER")
    if chosen:
        folder = tempfile.TemporaryDirectory(prefix="tradewinds-")
        config.add_cleanup(folder.cleanup)
        (Path(folder.name) / "redis-server").symlink_to(Path(chosen).resolve(strict=True))
        os.environ["PATH"] = f"{folder.name}{os.pathsep}{os.environ['PATH']}"


def pytest_collection(session: pytest.Session) -> None:
    """Let the processes of a run import the modules of the tests in different orders.

    Compiling them with pytest's assertions takes three times as long as all else that collecting does. In one order every
    process would compile every module at the same time; so each compiles its share, and reads what the others have compiled.
    """
    config = session.config
    if not hasattr(config, "workerinput"):
        return
    asked = [config.rootpath / each for each in config.args]
    found = (module for each in asked for module in ([each] if each.is_file() else each.rglob("test_*.py")))
    modules = sorted({module.relative_to(config.rootpath) for module in found})
    number, processes = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
    start = len(modules) * number // processes
    for module in modules[start:] + modules[:start]:
        with suppress(Exception, pytest.skip.Exception):  # Collecting imports it once more, and reports what is wrong.
            import_module(".".join(module.with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Leave modules and thousands of tests, which all stay, out of the garbage collections to come."""
    gc.freeze()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """URL of a Redis that lives as long as the test run; `redis_url` hands it out empty."""
    # Not in pytest's own folder: its path may be longer than a unix socket's can be.
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        server = RedisServer(Path(folder), appendfsync="no")  # Nobody cuts its power.
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """URL of the Redis, emptied for this test."""
    with Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server


@pytest.fixture(scope="session")
def shared_cluster() -> Iterator[Cluster]:
    """A Redis Cluster that lives as long as the test run; `cluster` hands it out whole and empty."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Cluster:
    """The Redis Cluster, emptied for this test."""
    shared_cluster.mend()
    shared_cluster.fail_over_after(PATIENT_MS)
    shared_cluster.flush()
    return shared_cluster


@pytest.fixture(scope="session")
def running_service() -> Iterator[str]:
    """Base URL of a whole Tradewinds, web server and bot worker, for tests that come from outside over HTTP."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder, tradewinds(Path(folder)) as service:
        yield f"http://{service.settings.address}"


@pytest.fixture(scope="session")
def hosting_service() -> Iterator[Tradewinds]:
    """A whole Tradewinds with webhooks to any address and without limits, for programs that host games; each takes a key."""
    settings = {"WEBHOOK_WORKERS": "1", "WEBHOOKS_PRIVATE": "on", "RATE_LIMIT": "off"}
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder, tradewinds(Path(folder), **settings) as service:
        yield service
