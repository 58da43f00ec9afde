"""The schedule of an arena: which games are to be played, and a file of those that are."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import IO, TypeAlias

import click
import msgspec

from cli.arena import matches
from cli.arena.tally import Match, Played
from service.up.lifeline import die_with_parent

Results: TypeAlias = dict[str, dict[int, Played]]
"""Finished games by the key of their match and their number."""
START = b'{"run":"'
"""The beginning of each line of a file of results."""


def tables(everybody: Match, places: int) -> dict[tuple[int, ...], Match]:
    """A match for each table of so many entrants, by their numbers."""
    chosen = combinations(range(len(everybody.entrants)), places)
    return {each: everybody._replace(entrants=tuple(everybody.entrants[number] for number in each)) for each in chosen}


def missing(wanted: Iterable[tuple[Match, int]], done: Results) -> list[tuple[Match, int]]:
    """The games that are not done, of matches with the number of their games. Each deal is played at all tables, from all
    seats, before the next one: a schedule that is stopped has some games of each."""
    games = [(match, number) for match, games in wanted for number in range(games) if number not in done.get(match.key, ())]
    return sorted(games, key=lambda game: game[1] // len(game[0].entrants))


def unwritten(wanted: Iterable[tuple[Match, int]], done: Results, folder: Path) -> list[tuple[Match, int]]:
    """The games that are done but have no file in the folder, because it was not given when they were played."""
    finished = [(match, number) for match, games in wanted for number in range(games) if number in done.get(match.key, ())]
    return [(match, number) for match, number in finished if not file_of(match.name(number), folder).exists()]


def file_of(name: str, folder: Path) -> Path:
    """The file of a game."""
    return folder / f"{name}.ndjson"


def played(games: Sequence[tuple[Match, int]], jobs: int) -> Iterator[Played]:
    """These games as they are finished, `jobs` at a time. Raises ClickException if a service or program cannot be used."""
    if jobs == 1:
        yield from map(_play, games)
        return
    with get_context("spawn").Pool(jobs, _begin, (os.getpid(),)) as pool:
        yield from pool.imap_unordered(_play, games)


def _begin(parent: int) -> None:
    """What each of several processes does first."""
    # Ctrl-C reaches the whole process group; only the parent, which prints the table, handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Else its programs would play on, and wait for a service that has ended with the parent.
    die_with_parent(parent)


def _play(game: tuple[Match, int]) -> Played:
    match, number = game
    # Only games with programs need the extra.
    found: Played = (import_module("cli.arena.hosted") if match.hosted else matches).play(match, number)
    return found


class Kept:
    """The finished games of a run: `done` has those of a file, if there is one, and those that are added.

    A game is a line. One that was cut off when a run was killed is removed; its game is played again.
    """

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self.done: Results = {}
        self._file = file
        if file is None:
            return
        content = file.read()
        *lines, cut = content.split(b"\n")
        if not (cut.startswith(START) or START.startswith(cut)):  # Nothing of ours, which is not to be lost.
            lines.append(cut)
        for number, line in enumerate(lines, 1):
            try:
                self._take(msgspec.json.decode(line, type=Played))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise click.ClickException(f"{file.name}: line {number} is no game of an arena: {error}") from None
        file.truncate(len(content) - len(cut))

    def _take(self, game: Played) -> None:
        self.done.setdefault(game.run, {})[game.number] = game

    def add(self, game: Played, folder: Path | None = None) -> None:
        """Keep a game, and its log as a file of the folder: whole, and before the game counts. One that is kept already gets
        its file only, if it went the same way."""
        known, kept = self.done.get(game.run, {}).get(game.number), msgspec.structs.replace(game, log=b"")
        if known is not None and msgspec.structs.replace(known, seconds=kept.seconds) != kept:
            return
        if folder is not None:
            unfinished = folder / f"{game.name}.new"
            unfinished.write_bytes(game.log)
            unfinished.replace(file_of(game.name, folder))
        if known is not None:
            return
        self._take(kept)
        if self._file is not None:
            self._file.write(msgspec.json.encode(kept) + b"\n")
            self._file.flush()

    def of(self, wanted: Mapping[tuple[int, ...], Match], games: int) -> list[tuple[tuple[int, ...], Played]]:
        """The games of these tables that are done, with the numbers of their entrants."""
        return [
            (each, game)
            for each, match in wanted.items()
            for number, game in sorted(self.done.get(match.key, {}).items())
            if number < games
        ]


@contextmanager
def opened(path: Path | None) -> Iterator[Kept]:
    """What a file keeps, which is made if there is none. Raises ClickException if it is not one of results, or another run
    writes to it."""
    if path is None:
        yield Kept()
        return
    with path.open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise click.ClickException(f"{path}: another arena writes to this file") from None
        file.seek(0)
        yield Kept(file)
