"""`tradewinds up`: checks the data folder and ports, then runs Redis, the web server and the bot workers."""

from __future__ import annotations

import errno
import fcntl
import http.client
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import click
from redis import Redis, RedisError
from rq import Worker

from events.errors import ConfigError
from events.redis_store.client import answers, is_node_of_cluster
from events.settings import NO_URL, Settings
from service.up import UpError, parts
from service.up.parts import PARTS_FILE
from service.up.processes import Manager, ProcessFailedError, Program, disk_trouble
from service.up.redis_server import find_server, server_command
from service.up.rewriting import Rewriting
from telemetry import METRICS_DIR, logs

GOING_DOWN = 3.0
"""Seconds that the Redis of a killed run may take to end before the next start gives up."""
CHECK_IT = "-check-aof --fix"
"""A part of Redis' message when it cannot load its log."""
REPAIR_HINT = (
    "The log of the games is damaged. `tradewinds repair-log`, with the same DATA_DIR, says how many bytes at its end "
    "cannot be read, and takes them off."
)


class CannotStartError(UpError):
    """Another process holds a resource that is needed to start, or the resource cannot be reached."""


@click.command("up")
def command() -> None:
    """Run everything: web server, bot workers and, unless REDIS_URL is set, an embedded Redis."""
    try:
        settings = Settings.from_env()
        logs.configure(settings.log_format, settings.log_level)
        up(settings, say=click.echo, tell=partial(click.echo, err=True))
    except (ConfigError, UpError) as error:
        raise click.ClickException(str(error)) from error


def up(settings: Settings, say: Callable[[str], None], tell: Callable[[str], None] = lambda line: None) -> None:
    """Run Tradewinds until it is stopped; `say` gets the line that it is ready, `tell` what it does until then."""
    log_dir = settings.data_dir / "logs"
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStartError(f"The data folder {settings.data_dir} cannot be used: {error.strerror}.") from error
    if trouble := disk_trouble(log_dir):
        raise CannotStartError(f"Nothing can be written to the data folder {settings.data_dir}: {trouble}.")
    _make_folder(settings.archive, "ARCHIVE_DIR")
    _make_folder(settings.sleep, "SLEEP_DIR")
    with hold(settings.data_dir) as lock, ExitStack() as made:
        for folder in {settings.run_dir, settings.redis_socket.parent} - {settings.data_dir.absolute()}:
            made.enter_context(own_folder(folder))
        _refuse_taken_port(settings)
        parts_file = settings.run_dir / "parts.json"
        shared = {METRICS_DIR: _metrics_folder(settings.run_dir), PARTS_FILE: str(parts_file)}
        stages = [
            _redis(settings, lock),
            [_web(settings, shared), *_bot_workers(settings, shared), *_webhook_workers(settings, shared)],
        ]
        tell(f"Data folder: {settings.data_dir.absolute()}; logs of all processes in {log_dir}")
        manager = Manager(
            [stage for stage in stages if stage], log_dir, partial(parts.write, parts_file),
            begin=lambda names: tell(f"Starting {', '.join(names)} …"),
        )  # fmt: skip
        try:
            ready = f"Tradewinds is ready: http://{settings.address}/ (HTTP interface: /docs; Ctrl-C stops it)"
            manager.run(on_ready=lambda: say(ready))
        except ProcessFailedError as error:
            if CHECK_IT in str(error):
                raise CannotStartError(f"{error}\n{REPAIR_HINT}") from error
            raise


def _make_folder(folder: Path | None, setting: str) -> None:
    """Make a folder of logs, for this user only: its files contain hashes of tokens."""
    if folder is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotStartError(f"The folder {folder} cannot be used: {error.strerror}. Set {setting}.") from error


@contextmanager
def hold(data_dir: Path) -> Iterator[int]:
    """Lock the data folder and yield the lock's file descriptor.

    The embedded Redis keeps it open too: if it outlives a killed run, no second Redis can append to its log.
    """
    with (data_dir / "tradewinds.lock").open("a+") as lock:
        deadline = time.monotonic() + GOING_DOWN
        while not _locked(lock.fileno()):
            lock.seek(0)
            owner = lock.read().strip()
            if _is_running(owner):
                raise CannotStartError(
                    f"Tradewinds already runs on the data folder {data_dir.absolute()} (process {owner}). "
                    "Stop it, or set DATA_DIR to another folder."
                )
            if time.monotonic() > deadline:
                raise CannotStartError(
                    f"A Redis of an earlier start still runs on {data_dir.absolute()}; its process id is in "
                    f"{data_dir.absolute() / 'redis' / 'redis.pid'}. Stop it first."
                )
            time.sleep(0.1)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield lock.fileno()


@contextmanager
def own_folder(folder: Path) -> Iterator[None]:
    """Make a folder outside of the data folder, for this user only, and remove it at the end of the run."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise CannotStartError(f"{folder}, which Tradewinds needs for itself, cannot be used: {error.strerror}.") from error
    if found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise CannotStartError(f"{folder}, which Tradewinds needs for itself, is open to other users. Set DATA_DIR.")
    try:
        yield
    finally:
        with suppress(FileNotFoundError):  # Somebody may have cleared it away.
            shutil.rmtree(folder)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_running(owner: str) -> bool:
    """Whether the process that holds the lock lives. One that has not yet written its id has only just taken the lock."""
    if not owner:
        return True
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # The process belongs to another user, so it lives.
        return True
    return True


def _refuse_taken_port(settings: Settings) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotStartError(
                f"Port {settings.port} on {settings.host} is taken by another program. Stop it, or set PORT."
            ) from error
        raise CannotStartError(f"Cannot listen on {settings.address}: {error.strerror}. Set HOST or PORT.") from error


def _metrics_folder(run_folder: Path) -> str:
    """The folder for the metrics that web processes and workers share, emptied at each start."""
    own = run_folder / "metrics"
    if own.exists():  # From a killed run.
        try:
            shutil.rmtree(own)
        except OSError as error:
            raise CannotStartError(f"The old metrics in {own} cannot be removed: {error.strerror}.") from error
    return os.environ.get(METRICS_DIR) or str(own)


def _redis(settings: Settings, lock: int) -> list[Program]:
    """The stage of the embedded Redis; empty if REDIS_URL is set."""
    for url in {settings.redis_url, settings.queue_url} - {""}:
        _refuse_unreachable(url)
    if settings.redis_url:
        return []
    log_dir = settings.data_dir / "redis"
    # For this user only: the log contains the secrets of running games.
    log_dir.mkdir(mode=0o700, exist_ok=True)
    command = server_command(find_server(log_dir), log_dir, settings.redis_socket, settings.redis_appendfsync)
    rewriting = Rewriting.of(settings, log_dir)
    return [Program("redis", command, ready=lambda _: answers(settings.games_redis), keep_open=(lock,), care=rewriting.look)]


def _refuse_unreachable(url: str) -> None:
    """Raise CannotStartError if a given Redis does not answer or cannot be used; the message has no user and password."""
    try:
        reachable = answers(url)
    except ValueError:
        # The error itself may quote a part of the password.
        raise CannotStartError(f"REDIS_URL or QUEUE_URL {NO_URL}") from None
    scheme, _, rest = url.partition("://")
    shown = f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"
    if not reachable:
        raise CannotStartError(f"The Redis at {shown} does not answer. Check REDIS_URL and QUEUE_URL.")
    if is_node_of_cluster(url):
        raise CannotStartError(
            f"The Redis at {shown} is a node of a cluster. REDIS_URL names a cluster as redis+cluster://host:port; "
            "QUEUE_URL must name a Redis that is not part of one."
        )


def _web(settings: Settings, environment: Mapping[str, str]) -> Program:
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.up.gunicorn_conf"]
    return Program("web", command, ready=_WebReady(settings), patience=5.0, environment=environment)


class _WebReady:
    """Whether the web server works: at first when /readyz says so; later when it answers, even if other parts are away."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._probe = "/readyz"

    def __call__(self, pid: int) -> bool:
        answers = _is_ok(self._settings, self._probe)
        if answers:
            self._probe = "/livez"
        return answers


def _is_ok(settings: Settings, path: str) -> bool:
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    connection = http.client.HTTPConnection(everywhere.get(settings.host, settings.host), settings.port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _bot_workers(settings: Settings, environment: Mapping[str, str]) -> list[Program]:
    """The workers. They may be killed while they think: playing a turn twice or not at all does no harm."""
    command = [sys.executable, "-m", "cli.main", "worker"]
    return [
        Program(f"worker-{n}", command, lambda pid: _worker_ready(settings, pid), patience=5.0, environment=environment)
        for n in range(1, settings.bot_workers + 1)
    ]


def _webhook_workers(settings: Settings, environment: Mapping[str, str]) -> list[Program]:
    """The processes that call webhooks; none if no key encrypts their secrets. They may be killed at any point."""
    command = [sys.executable, "-m", "cli.main", "webhooks"]
    count = 0 if settings.webhooks_key is None else settings.webhook_workers
    return [
        Program(f"webhooks-{n}", command, lambda pid: True, patience=5.0, environment=environment)
        for n in range(1, count + 1)
    ]


def _worker_ready(settings: Settings, pid: int) -> bool:
    """Whether this process has registered as a worker of the queue."""
    with Redis.from_url(settings.queue_redis, socket_timeout=2) as client:
        try:
            return any(worker.pid == pid for worker in Worker.all(connection=client))
        except RedisError:
            return False
