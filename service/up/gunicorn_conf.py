"""How gunicorn runs, under `tradewinds up` and in a container: ``gunicorn -c python:service.up.gunicorn_conf``."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import shutil
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import gevent
import gevent.monkey
from gunicorn.glogging import Logger

from events.settings import ConfigError, Settings
from service.up.lifeline import die_with_parent
from telemetry import METRICS_DIR
from telemetry.logs import configure, formatter

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.config import Config
    from gunicorn.workers.base import Worker

CHECK_AGAIN_SECONDS = 0.5

_settings = Settings.from_env()

wsgi_app = "service.app:create_app()"
bind = _settings.address
workers = _settings.web_concurrency
worker_class = "service.up.web_worker.WebWorker"
worker_connections = _settings.worker_connections
control_socket_disable = True
# Nobody's word for the scheme or the path is taken; the callers' addresses are the service's own affair (TRUSTED_PROXIES).
forwarded_allow_ips = ""
forwarder_headers = ""
# The worker ends the live streams at once. Whoever reads too slowly for that is not waited for, and resumes.
graceful_timeout = 2
loglevel = _settings.log_level.lower()


class Log(Logger):
    """What gunicorn itself logs, in the form of the service's logs."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(_settings.log_format))


logger_class = Log

_made: list[str] = []
"""Folders for metrics that were made here."""


def on_starting(server: Arbiter) -> None:
    """Allow as many open files as the machine does, every live stream being one, and make a place for shared metrics.

    Ends the server where it is given no Redis.
    """
    try:
        _settings.require_redis()
    except ConfigError as error:
        sys.exit(f"Error: {error}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if not os.environ.get(METRICS_DIR):
        os.environ[METRICS_DIR] = tempfile.mkdtemp(prefix="tradewinds-metrics-")
        _made.append(os.environ[METRICS_DIR])


def post_fork(server: Arbiter, worker: Worker) -> None:
    """Let no web process outlive gunicorn: it would hold the port."""
    # Before anything that takes a lock or a socket by name is imported: it would keep the unpatched one.
    gevent.monkey.patch_all()
    from service.up import errors  # Only the workers need what these need.
    from telemetry import metrics

    die_with_parent(server.pid)
    errors.install()
    configure(_settings.log_format, _settings.log_level)
    metrics.begin("web")


def post_worker_init(worker: Any) -> None:
    """Begin, unless the games' store does not fit the settings."""
    services = worker.wsgi.extensions.get("tradewinds")
    if services is not None:  # The benchmarks run a bare app so, too.
        _check_partitions(worker, services.store)
    # What is there now stays: looking through it for garbage would hold up requests, by some 50 ms each time.
    gc.collect()
    gc.freeze()


def _check_partitions(worker: Any, store: Any) -> None:
    """End the server where fewer partitions are set than games lie in, those beyond being lost to sight.

    Where the store is away, look again until it is there: till then every request is refused anyway.
    """
    from gunicorn.arbiter import Arbiter

    from events.store import PartitionsLowered, StoreUnavailable

    try:
        store.check_partitions()
    except StoreUnavailable as error:
        worker.log.warning("PARTITIONS is not checked yet: %s", error)
        gevent.spawn_later(CHECK_AGAIN_SECONDS, _check_partitions, worker, store)
    except PartitionsLowered as error:
        worker.log.critical("PARTITIONS=%d is too low: %s", _settings.partitions, error)
        sys.exit(Arbiter.APP_LOAD_ERROR)


def on_exit(server: Arbiter) -> None:
    """Remove the folder for metrics if it was made here."""
    for folder in _made:
        with contextlib.suppress(FileNotFoundError):  # Somebody may have cleared it away.
            shutil.rmtree(folder)
