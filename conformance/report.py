"""Asks one promise after the other, each within a time, and reports each fault once, with the author's line and the seed."""

from __future__ import annotations

import functools
import re
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from conformance.playing import Broken, Endless
from domain.game import AnyGame

HERE = Path(__file__).parent.parent
OURS = (HERE / "conformance", HERE / "domain" / "kit", HERE / "domain" / "session", HERE / "tradewinds", HERE / "service")
"""Where no author's line is."""
GROUPS = ("types", "rules", "gate", "words", "bots", "drawing")
NAMED = re.compile(rf"`({'|'.join(GROUPS)})\.(\w+)`")
MOST_PLACES = 3
"""How many functions that a sentence names are told with their places."""


STANDS = "nothing was decided"


class OutOfTime(BaseException):
    """The time of a promise is over, or (STANDS) something does not come back. Not an Exception, so that no code of a game
    takes it for one of its own."""


class Place(NamedTuple):
    """A line of code."""

    file: str
    line: int

    def __str__(self) -> str:
        file = Path(self.file)
        return f"{file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}:{self.line}"


class Report:
    """The promises of one game, asked one by one."""

    def __init__(self, game: AnyGame, seconds: float, *, verbose: bool = False) -> None:
        self._decided = Counter[str]()
        self.game = counting(game, self._decided)
        """The game to ask promises of: it counts what it decides, from which is seen that it goes on."""
        self.seconds, self.verbose = seconds, verbose
        self.files = authors_files(game)
        self.broken = 0
        self.repeated = 0
        """Promises that failed by a fault that was told before."""
        self.over = False
        """Whether a fault leaves nothing to look at."""
        self.told: list[str] = []
        """What was said of each fault."""
        self._known = set[str]()

    def ask(self, promise: str, call: Callable[[], Any]) -> None:
        """Asks a promise, unless nothing can be looked at any more."""
        if self.over:
            return
        _progress(promise)
        try:
            with time_box(self.seconds, self._decided):
                unreached = call()
        except OutOfTime as late:
            self._late(promise, late)
        except Exception as error:  # The code under test may raise anything.
            self._fault(promise, error)
        else:
            self._say("holds", promise, [])
            if unreached:
                click.echo(f"         Not reached, so not looked at: {', '.join(unreached)}")

    def _late(self, promise: str, late: OutOfTime) -> None:
        """What does not come back is broken; what only takes long holds as far as it was looked at."""
        if str(late) != STANDS:
            looked_at = next(iter(getattr(late, "__notes__", [])), f"{LOOKED_AT}a part")
            self._say("holds", promise, [f"{looked_at} in {self.seconds:g} s (--seconds)"])
            return
        place = self._place(late)
        self.over = True
        said = f"it does not end: for {self.seconds / PARTS:g} s nothing was decided; the check was in {place}"
        self._broken(promise, said, late, place)

    def _fault(self, promise: str, error: Exception) -> None:
        place = None if isinstance(error, Broken) else self._place(error)
        said = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        self.over = isinstance(error, Endless)
        self._broken(promise, said, error, place)

    def _broken(self, promise: str, said: str, error: BaseException, place: Place | None) -> None:
        fault = said if place is None else f"{type(error).__name__} {place}"
        if fault in self._known:
            self.repeated += 1
            return
        self._known.add(fault)
        self.broken += 1
        lines = [said if place is None or str(place) in said else f"{said} ({place})"]
        if place is None:
            lines += [f"see {self._function(*found)}" for found in _functions_named(self.game, f"{said} {promise}")]
        lines += [note for note in getattr(error, "__notes__", []) if not note.startswith(LOOKED_AT)]
        self.told.append("\n".join(lines))
        self._say("BROKEN", promise, lines)
        if self.verbose:
            traceback.print_exception(error)

    def _function(self, name: str, function: Any) -> str:
        return f"{Place(function.__code__.co_filename, function.__code__.co_firstlineno)} ({name})"

    def _place(self, error: BaseException) -> Place | None:
        """The last line of the author's, else the last of nobody's that this check knows."""
        frames = [Place(each.filename, each.lineno or 0) for each in traceback.extract_tb(error.__traceback__)]
        own = [each for each in frames if each.file in self.files or Path(each.file).parent in _folders(self.files)]
        others = [each for each in frames if not any(Path(each.file).is_relative_to(ours) for ours in OURS)]
        return next(reversed(own or others or frames), None)

    def _say(self, word: str, promise: str, lines: Sequence[str]) -> None:
        _progress("")
        click.echo("\n         ".join([f"{word:<8} {promise}", *lines]))

    def end(self) -> None:
        """What is left to say of all faults."""
        if self.over:
            click.echo("         Nothing further can be looked at before this is mended.")
        if self.repeated:
            click.echo(f"         {self.repeated} more promises fail by what is told above.")


LOOKED_AT = "Looked at "
"""How the note begins that says how much was looked at before the time was over."""
PARTS = 4
"""If no command is decided in one of so many parts of the time, something does not come back."""


def counting(game: AnyGame, decided: Counter[str]) -> AnyGame:
    """The game, which counts how many commands it decides."""

    @functools.wraps(game.rules.decide)
    def decide(*arguments: Any) -> Any:
        decided["commands"] += 1
        return game.rules.decide(*arguments)

    return replace(game, rules=replace(game.rules, decide=decide))


@contextmanager
def time_box(seconds: float, decided: Counter[str]) -> Iterator[None]:
    """Raises OutOfTime in the midst of whatever runs when so much processor time is over, or when nothing was decided in a
    part of it. Where there is no such alarm, it raises nothing."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    rung, last = 0, decided["commands"]

    def ring(number: int, frame: Any) -> None:
        nonlocal rung, last
        rung, stands = rung + 1, decided["commands"] == last
        last = decided["commands"]
        if stands or rung == PARTS:
            raise OutOfTime(STANDS if stands else "")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds / PARTS, seconds / PARTS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def authors_files(game: AnyGame) -> frozenset[str]:
    """The files in which the functions of a game are written."""
    functions = (code for _, code in functions_of(game))
    files = {function.__code__.co_filename for function in functions}
    return frozenset(file for file in files if not any(Path(file).is_relative_to(ours) for ours in OURS))


def _folders(files: frozenset[str]) -> frozenset[Path]:
    return frozenset(Path(file).parent for file in files)


def functions_of(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """The functions of the record by their names, such as `rules.check`."""
    for group in GROUPS:
        part = getattr(game, group)
        for field in fields(part) if part is not None else ():
            function = _plain(getattr(part, field.name))
            if function is not None:
                yield f"{group}.{field.name}", function


def _functions_named(game: AnyGame, sentence: str) -> list[tuple[str, Any]]:
    """The author's functions that a sentence names in the way of the record."""
    names = dict.fromkeys(".".join(found) for found in NAMED.findall(sentence))
    files, functions = authors_files(game), dict(functions_of(game))
    found = [(name, functions[name]) for name in names if name in functions]
    return [each for each in found if each[1].__code__.co_filename in files][:MOST_PLACES]


def _plain(value: Any) -> Any:
    """The function behind partial ones, methods and wrappers; None if there is none that Python code defines."""
    while True:
        if isinstance(value, functools.partial):
            value = value.func
        elif hasattr(value, "__wrapped__"):
            value = value.__wrapped__
        elif hasattr(value, "__func__"):
            value = value.__func__
        else:
            return value if hasattr(value, "__code__") else None


def _progress(promise: str) -> None:
    """The promise that is looked at, on a terminal only; the next line takes its place."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{promise[:100]}")
        sys.stderr.flush()
