"""A Redis and web servers for a benchmark, run as `tradewinds up` runs them."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from harness.redis_server import RedisServer

HOST = "127.0.0.1"
WEB_PROCESSES = 2
PATIENCE = 120.0
"""Seconds a server may take to answer."""


@contextmanager
def redis_server() -> Iterator[str]:
    """URL of an empty Redis on a unix socket, append-only file on, synced every second."""
    with TemporaryDirectory(prefix="tradewinds-bench-") as folder:
        server = RedisServer(Path(folder), appendfsync="everysec")
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


class WebServer(NamedTuple):
    """Where it listens, and its first process."""

    port: int
    pid: int


@contextmanager
def web_server(
    redis_url: str, app: str = "", settings: Mapping[str, str] | None = None, worker: str = ""
) -> Iterator[WebServer]:
    """A gunicorn with the service's own settings, running another app or kind of worker if one is named."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.up.gunicorn_conf"]
    command += ["--worker-class", worker] if worker else []
    command += [app] if app else []
    environ = {
        **os.environ,
        "HOST": HOST,
        "PORT": str(port),
        "REDIS_URL": redis_url,
        "WEB_CONCURRENCY": str(WEB_PROCESSES),
        "LOG_LEVEL": "WARNING",
        "RATE_LIMIT_TOKEN": "off",  # Who plays here plays faster than anybody else.
        **(settings or {}),
    }
    process = subprocess.Popen(command, env=environ)
    try:
        _await(process, port)
        yield WebServer(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as trial:
        trial.bind((HOST, 0))
        return int(trial.getsockname()[1])


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection(HOST, port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise RuntimeError(f"the server on port {port} did not start")
