"""The runs that prove the ladder, and their games, each kept as a line of a file as soon as it is over.

A game follows from its run and its number, so a run that was stopped goes on where it ended, and gives what it would have
given at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

from cli.arena.matches import Match, codec_of, play
from domain.levels import Level
from domain.session import OptionValue
from tradewinds.installed import installed

SEED = 1
GAMES = 400
BLOCK = 20
"""Games of a run that are played in a row. Runs take turns, so that a stopped ladder has some games of each."""
SOLO_GAMES = 100


class Run(NamedTuple):
    """Some entrants with some options, and how many games they play."""

    ruleset: str
    levels: tuple[Level, ...]
    options: dict[str, OptionValue]
    games: int

    @property
    def match(self) -> Match:
        """What the arena plays. A search makes as many playouts as it does when the clock does not stop it."""
        playouts = codec_of(self.ruleset).game.bots.lookahead.playouts
        return Match(self.ruleset, self.levels, self.options, SEED, 1.0, playouts, False)

    @property
    def key(self) -> str:
        """Names the run in the file."""
        return " ".join([self.ruleset, ",".join(self.levels), msgspec.json.encode(self.options, order="sorted").decode()])


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game: a line of the file. Lines of older versions have neither turns nor remarks."""

    run: str
    number: int
    shares: tuple[float, ...]
    turns: int = 0
    remarks: tuple[dict[str, int], ...] = ()
    """How often each entrant did what the game counts (`Bots.remarks`)."""
    used: dict[str, int] = {}
    """How often each type of command was given."""


Results: TypeAlias = dict[str, dict[int, Result]]
"""The results by run and number."""


def runs() -> list[Run]:
    """Each level against the one below it, at two seats and alone among three of those at four; then games with Jordan."""
    found: list[Run] = []
    for name, game in installed().ours.games.items():
        fewest, most = game.rules.seats(game.types.options())
        for below, level in zip(game.bots.levels, game.bots.levels[1:], strict=False):
            found += [Run(name, (level, *(below,) * (seats - 1)), {}, GAMES) for seats in (2, 4) if fewest <= seats <= most]
    for level in ("greedy", "expert"):
        found += [Run("pirates-of-maracaibo", (level,), {"b_cards": cards}, SOLO_GAMES) for cards in (3, 6)]
    return found


def stored(path: Path) -> Results:
    """The games of this file."""
    results: Results = {}
    for line in path.read_bytes().splitlines() if path.exists() else ():
        result = msgspec.json.decode(line, type=Result)
        results.setdefault(result.run, {})[result.number] = result
    return results


def played(wanted: Sequence[Run], done: Results, jobs: int) -> Iterator[Result]:
    """The games that are missing, as they are finished."""
    blocks = [_blocks(run, done.get(run.key, {})) for run in wanted]
    games = [game for turn in zip_longest(*blocks, fillvalue=[]) for block in turn for game in block]
    if jobs == 1:
        yield from map(_result, games)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(_result, games)


def _blocks(run: Run, done: dict[int, Result]) -> list[list[tuple[Run, int]]]:
    numbers = [number for number in range(run.games) if number not in done]
    return [[(run, number) for number in numbers[at : at + BLOCK]] for at in range(0, len(numbers), BLOCK)]


def _result(game: tuple[Run, int]) -> Result:
    run, number = game
    over = play(run.match, number)
    return Result(run.key, number, over.shares, over.turns, tuple(map(dict, over.remarks)), dict(over.used))
