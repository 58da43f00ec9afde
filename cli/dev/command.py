"""The command `tradewinds dev`."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import IO

import click
from msgspec.structs import replace

from cli.dev.serving import Service
from cli.dev.watching import PAGES, Watch, places_of
from events.errors import ConfigError
from events.settings import Settings
from service.up import UpError
from service.up.alone import redis_alone
from service.up.lifeline import die_with_parent
from tradewinds.allowed import GAMES, POLICIES
from tradewinds.packages import origin_of

LOOK_EVERY = 0.2
"""Seconds between two looks at the files."""
QUICKLY = ("--seeds", "1", "--seconds", "10")
"""How a game is checked after each change, as far as it depends on it: the whole check takes longer than an author waits."""
CHOSEN = {
    "REPRODUCIBLE": "on", "RATE_LIMIT": "off", "REDIS_APPENDFSYNC": "everysec", "LOG_LEVEL": "ERROR", "LOG_FORMAT": "text",
    "WEBHOOKS_KEY_FILE": "", "REDIS_URL": "", "QUEUE_URL": "",
}  # fmt: skip
"""What differs from the settings of a service for players."""
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@click.command("dev")
@click.argument("package", metavar="PACKAGE")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port of the service; PORT by default, or the first free one from 8000 on."
)
@click.option("--check/--no-check", "checking", default=True, help="Check the game quickly after each start.")
def command(package: str, port: int | None, checking: bool) -> None:
    """Run a service with your game, start it anew when its files change, and say what is wrong with it.

    PACKAGE is the name of a game or of the package that it comes from, installed with `pip install --editable`. At /dev are
    its positions, each opened with all seats in one page. Games are marked as dev. Unless DATA_DIR is set, nothing is kept.
    """
    points = [each for each in entry_points(group=GAMES) if package in (each.name, origin_of(each).distribution)]
    if not points:
        raise click.ClickException(
            f"no game and no package of games is named {package!r}; `tradewinds games` lists them. Install yours with "
            "pip install --editable FOLDER"
        )
    packages = {origin_of(each).distribution for each in points}
    names = sorted({each.name for each in points})
    levels = sorted(each.name for each in entry_points(group=POLICIES) if origin_of(each).distribution in packages)
    for number in STOPS:  # SIGINT too: a shell lets commands in the background begin without it.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # As under nohup.
            signal.signal(number, _stop)
    with TemporaryDirectory(prefix="tradewinds-dev-") as folder:
        os.environ.update({"DATA_DIR": folder, **{key: value for key, value in os.environ.items() if key == "DATA_DIR"}})
        os.environ.update({**CHOSEN, "GAMES": ",".join([*names, *levels]), **({"PORT": str(port)} if port else {})})
        try:
            settings = Settings.from_env()
            places = places_of(each.module for each in points)
            with (
                _redis(settings),
                _listening(settings, or_above=not os.environ.get("PORT")) as listening,
                _Checks(package if checking else "") as checks,
            ):
                settings = replace(settings, port=listening.getsockname()[1])
                _keep(Service(settings, listening, places), places, checks, settings)
        except (ConfigError, UpError) as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            return


def _stop(number: int, frame: FrameType | None) -> None:
    for each in STOPS:  # Whoever is impatient does not interrupt the end of the children.
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _keep(service: Service, places: Sequence[Path], checks: _Checks, settings: Settings) -> None:
    """Start the service, and again after each change, until somebody stops it."""
    watch = Watch(places)
    try:
        if _start(service, "started"):
            click.echo(f"Its positions, with all seats in one page: http://{settings.address}/dev (Ctrl-C stops it)")
            checks.begin()
        else:
            click.echo(f"It starts at http://{settings.address}/dev as soon as that is mended.")
        while True:
            time.sleep(LOOK_EVERY)
            checks.tell()
            changed = watch.changed()
            checks.await_look_at(changed)
            again = [path for path in changed if path.suffix not in PAGES]
            if again:
                if _start(service, _listed(again)):
                    checks.begin()
            elif changed:
                click.echo(f"{_listed(changed)}: pages load it again")
                checks.begin()
            elif service.ended():
                _start(service, "a process had ended")
    finally:
        service.stop()


def _start(service: Service, why: str) -> bool:
    began = time.monotonic()
    problem = service.start_anew()
    took = time.monotonic() - began
    if problem:
        click.echo(f"{why}: the game cannot be loaded, so nothing was started\n{problem}", err=True)
    else:
        click.echo(f"{why}: ready after {took:.1f} s")
    return not problem


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(path.name for path in paths[:3]) + (" …" if len(paths) > 3 else "")


@contextmanager
def _redis(settings: Settings) -> Iterator[None]:
    """A Redis of its own, in DATA_DIR."""
    (settings.data_dir / "redis").mkdir(mode=0o700, parents=True, exist_ok=True)
    with redis_alone(settings):
        yield


@contextmanager
def _listening(settings: Settings, *, or_above: bool) -> Iterator[socket.socket]:
    """A socket that listens on the port, or, `or_above`, on the next one that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, 65536):
        found = socket.socket(family)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((settings.host, port))
            found.listen(128)  # Two processes can bind to a port that nobody listens on yet; one of them fails here.
            break
        except OSError as error:
            found.close()
            if error.errno != errno.EADDRINUSE or not or_above or port == 65535:
                raise UpError(f"Cannot listen on {settings.address}: {error.strerror}. Choose another port.") from error
            click.echo(f"Port {port} is taken; trying the next one")
    with found:
        yield found


class _Checks:
    """`tradewinds check` in a process of its own, whose complaints are printed. A new one ends the one before."""

    def __init__(self, package: str) -> None:
        """`package`: what is checked; empty: nothing."""
        self._package = package
        self._running: subprocess.Popen[str] | None = None
        self._changed: set[Path] | None = None
        """The files that have changed since; None: no check has found nothing yet."""

    def __enter__(self) -> _Checks:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def await_look_at(self, changed: Iterable[Path]) -> None:
        """Note files for the next check."""
        if self._changed is not None:
            self._changed |= set(changed)

    def begin(self) -> None:
        """Check what depends on all that has changed since a check came to its end and found nothing."""
        self._end()
        if self._package:
            changed = [word for path in sorted(self._changed or ()) for word in ("--changed", str(path))]
            one = "from cli.main import main; import os, sys; os.nice(10); main(sys.argv[1:])"
            self._running = subprocess.Popen(
                [sys.executable, "-B", "-c", one, "check", self._package, *QUICKLY, *changed],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
                preexec_fn=partial(die_with_parent, os.getpid()),
            )  # fmt: skip
            os.set_blocking(_out(self._running).fileno(), False)

    def tell(self) -> None:
        """Print the new lines of the check, but not what holds."""
        if self._running is None:
            return
        ended = self._running.poll() is not None
        for line in iter(_out(self._running).readline, ""):
            if not line.startswith("holds "):
                click.echo(f"check    {line}" if not line.startswith((" ", "BROKEN", "hint")) else line, nl=False)
        if ended:
            if self._running.returncode == 0:
                self._changed = set()
            self._end()

    def _end(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            _out(self._running).close()
            self._running = None


def _out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
