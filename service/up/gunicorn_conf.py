"""gunicorn's configuration, under `tradewinds up` and in a container: ``gunicorn -c python:service.up.gunicorn_conf``."""

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

from events.errors import ConfigError
from events.settings import Settings
from service.up.lifeline import die_with_parent
from telemetry import METRICS_DIR
from telemetry.logs import configure, formatter

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.config import Config
    from gunicorn.workers.base import Worker

CHECK_AGAIN_SECONDS = 0.5
LIFE_SECONDS = 1.0
OBJECTS_BETWEEN_COLLECTIONS = 20_000
"""New objects after which garbage is collected. By Python's own number, 700, collections took 4 % of an action, and found
little: what requests leave behind is hardly ever in cycles."""

_settings = Settings.from_env()

wsgi_app = "service.app:create_app()"
bind = _settings.address
workers = _settings.web_concurrency
worker_class = "service.up.web_worker.WebWorker"
worker_connections = _settings.worker_connections
sendfile = False  # It would overtake the head of an answer, which `Connection.sendall` holds back.
control_socket_disable = True
# No header may change the scheme or the path. The service itself finds the callers' addresses (TRUSTED_PROXIES).
forwarded_allow_ips = ""
forwarder_headers = ""
# The worker ends the live streams at once. Clients that read too slowly are cut off, and resume.
graceful_timeout = 2
loglevel = _settings.log_level.lower()


class Log(Logger):
    """gunicorn's own log lines, in the format of the service's logs."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(_settings.log_format))


logger_class = Log

_made: list[str] = []
"""The metrics folders that this process made."""


def on_starting(server: Arbiter) -> None:
    """Raise the limit of open files, since every live stream is one, and make a folder for shared metrics.

    Ends the server if no Redis is configured.
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
    """Set up a web process, and bind its life to gunicorn's: a process that outlived it would hold the port."""
    # First of all: modules that import a lock or a socket by name would keep the unpatched one.
    gevent.monkey.patch_all()
    from service.up import errors  # Only worker processes need these.
    from telemetry import metrics

    die_with_parent(server.pid)
    errors.install()
    configure(_settings.log_format, _settings.log_level)
    metrics.begin("web")


def post_worker_init(worker: Any) -> None:
    """Check the store against the settings before requests are served."""
    services = worker.wsgi.extensions.get("tradewinds")
    if services is not None:  # The benchmarks also run a bare app this way.
        _check_partitions(worker, services.store)
        _drop_deleted(services)
        _show_life(services.store)
        worker.wsgi.extensions["tradewinds-contract"].prepare()
    # These objects stay: collecting garbage among them would delay requests by about 50 ms each time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def _drop_deleted(services: Any) -> None:
    """Let this process drop games that the operator has deleted, and forgotten names, now and from time to time."""
    from events.errors import StoreUnavailable
    from events.removal.aftermath import EVERY_SECONDS, Aftermath

    aftermath = Aftermath(services.store, [services.games], followed=services.hub.game_logs)

    def look() -> None:
        try:
            with contextlib.suppress(StoreUnavailable):  # Nothing is deleted or forgotten while the store is away.
                aftermath.look()
        finally:  # Whatever else went wrong, which gevent reports.
            gevent.spawn_later(EVERY_SECONDS, look)

    gevent.spawn(look)


def _show_life(store: Any) -> None:
    """Note each second that a web process runs: while none does, no deadline passes."""
    from events.errors import StoreUnavailable

    def note() -> None:
        gevent.spawn_later(LIFE_SECONDS, note)
        with contextlib.suppress(StoreUnavailable):  # Nobody can look for deadlines either.
            store.clocks.serve()

    gevent.spawn(note)


def _check_partitions(worker: Any, store: Any) -> None:
    """End the server if PARTITIONS is lower than the number in use: games beyond it would not be found.

    While the store is away, repeat the check; until then every request is refused anyway.
    """
    from gunicorn.arbiter import Arbiter

    from events.errors import PartitionsLowered, StoreUnavailable

    try:
        store.redis.check_partitions()
    except StoreUnavailable as error:
        worker.log.warning("PARTITIONS is not checked yet: %s", error)
        gevent.spawn_later(CHECK_AGAIN_SECONDS, _check_partitions, worker, store)
    except PartitionsLowered as error:
        worker.log.critical("PARTITIONS=%d is too low: %s", _settings.partitions, error)
        sys.exit(Arbiter.APP_LOAD_ERROR)


def on_exit(server: Arbiter) -> None:
    """Remove the metrics folder if this process made it."""
    for folder in _made:
        with contextlib.suppress(FileNotFoundError):  # Somebody may have removed it already.
            shutil.rmtree(folder)
