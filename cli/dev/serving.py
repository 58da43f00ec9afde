"""The service of `tradewinds dev`: two processes, forked from one that has imported Tradewinds, and nothing of any game.

So a new start imports the game alone. The web process listens on a socket of its parent: while it is replaced, callers wait
and are not refused. It replaces the one before only when it has loaded the game.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from socket import socket
from threading import Thread
from time import sleep
from types import MappingProxyType
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from cli.dev import pages
from events.settings import Settings
from service.app import create_app
from service.openapi.shared import shared_schemas
from service.up.lifeline import die_with_parent
from telemetry import logs
from tradewinds.installed import Installed, installed
from workers import main as workers

LONGEST_START = 30.0
"""Seconds until a game that is still being loaded counts as one that hangs."""
LAST_WORDS = 0.5
"""Seconds in which a process that is replaced answers what it has begun to."""
LONGEST_END = 5.0
_fork = multiprocessing.get_context("fork")


class Service:
    """The two processes, as the newest files that can be loaded have them."""

    def __init__(self, settings: Settings, listening: socket, places: Sequence[Path]) -> None:
        self._settings, self._listening, self._places = settings, listening, list(places)
        self._web: ForkProcess | None = None
        self._worker: ForkProcess | None = None
        shared_schemas()  # Reads what every start needs of our own sources; it is remembered.

    def start_anew(self) -> str:
        """Load the game from its files, and let it take the place of the one before. Returns what is wrong with it; then
        everything stays as it was."""
        ours, theirs = _fork.Pipe(duplex=False)
        web = self._forked(_serve, self._settings, self._listening, self._places, theirs)
        theirs.close()
        try:
            problem = str(ours.recv()) if ours.poll(LONGEST_START) else f"it is not loaded after {LONGEST_START:g} seconds"
        except EOFError:
            problem = "the process that loads it has ended"
        if problem:
            _end(web)
            return problem
        before = self._web, self._worker
        for each in before:
            if each is not None:
                each.terminate()
        self._web, self._worker = web, self._forked(_play, self._settings)
        _end(*before)
        return ""

    def ended(self) -> bool:
        """Whether one of its processes has ended by itself."""
        return any(each is not None and not each.is_alive() for each in (self._web, self._worker))

    def stop(self) -> None:
        _end(self._web, self._worker)
        self._web = self._worker = None

    def _forked(self, run: Callable[..., None], *args: Any) -> ForkProcess:
        process = _fork.Process(target=_in_child, args=(os.getpid(), run, args), daemon=True)
        process.start()
        return process


def _end(*processes: ForkProcess | None) -> None:
    running = [each for each in processes if each is not None]
    for each in running:
        each.terminate()
    for each in running:
        each.join(LONGEST_END)
        each.kill()
        each.join()


def _in_child(parent: int, run: Callable[..., None], args: tuple[Any, ...]) -> None:
    die_with_parent(parent)
    for number in (signal.SIGINT, signal.SIGHUP):  # They reach the parent too, which ends its children.
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.dont_write_bytecode = (
        True  # Of two changes within a second the later one could have the bytecode of the earlier one.
    )
    run(*args)


def _serve(settings: Settings, listening: socket, places: list[Path], told: Connection) -> None:
    try:
        logging.disable(logging.CRITICAL)  # What is wrong with the game is told once, below.
        packages = _marked(installed())
        problem = _problem(packages, places)
        logging.disable(logging.NOTSET)
        logs.configure(settings.log_format, settings.log_level)
        app = None if problem else create_app(settings, packages=packages)
        if app is not None:
            problem = _problem_of_offer(app, packages)
            pages.add_to(app, packages.games, places)
    except Exception as error:  # Whatever its code does wrong, it is told.
        problem, app = _where(error, places), None
    if problem or app is None:
        told.send(problem)
        return
    server = make_server(settings.host, settings.port, app, threaded=True, request_handler=_Quiet, fd=listening.fileno())
    signal.signal(signal.SIGTERM, lambda number, frame: Thread(target=server.shutdown).start())
    told.send("")
    server.serve_forever(poll_interval=0.05)
    sleep(LAST_WORDS)  # Calls that were accepted are answered; streams are cut off, and resume.


def _play(settings: Settings) -> None:
    workers.run(settings)


class _Quiet(WSGIRequestHandler):
    """Says nothing of requests."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Overrides werkzeug's."""


def _marked(packages: Installed) -> Installed:
    """The games with `(dev)` in their titles, which lists show, and `+dev` in the version that their logs note."""
    games = {name: replace(game, title=f"{game.title} (dev)") for name, game in packages.games.items()}
    origins = {name: origin._replace(version=f"{origin.version}+dev") for name, origin in packages.origins.items()}
    return Installed(MappingProxyType(games), MappingProxyType(origins), packages.refused)


def _problem(packages: Installed, places: Sequence[Path]) -> str:
    """What is wrong with the games, with the lines of their code; empty if nothing is."""
    return "\n".join(
        f"{each.name}: {each.problem}{'' if each.error is None else chr(10) + _where(each.error, places)}"
        for each in packages.refused
    )


def _problem_of_offer(app: Any, packages: Installed) -> str:
    """Which games the service does not offer, because their contract clashes with that of others."""
    lacking = sorted(packages.games.keys() - app.extensions["tradewinds"].codecs.games.keys())
    return f"not offered: {', '.join(lacking)}; `tradewinds games` says why" if lacking else ""


def _where(error: BaseException, places: Sequence[Path]) -> str:
    """An error as Python shows it, but of its lines only those of the game."""
    told = traceback.TracebackException.from_exception(error)
    own = [frame for frame in told.stack if any(Path(frame.filename).is_relative_to(place) for place in places)]
    lines = traceback.StackSummary.from_list(own).format()
    return "".join([*lines, *told.format_exception_only()]).rstrip()
