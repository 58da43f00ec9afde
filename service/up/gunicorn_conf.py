"""How gunicorn runs, under `tradewinds up` and in a container: ``gunicorn -c python:service.up.gunicorn_conf``."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

from events.settings import Settings
from service.up.lifeline import die_with_parent

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

_settings = Settings.from_env()

wsgi_app = "service.app:create_app()"
bind = _settings.address
workers = _settings.web_concurrency
worker_class = "gevent"
worker_connections = _settings.worker_connections
control_socket_disable = True
# Streams never end by themselves: waiting for them would only delay the stop. Their clients resume.
graceful_timeout = 2


def on_starting(server: Arbiter) -> None:
    """Allow as many open files as the machine does: every live stream is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def post_fork(server: Arbiter, worker: Worker) -> None:
    """Let no web process outlive gunicorn: it would hold the port."""
    die_with_parent(server.pid)
