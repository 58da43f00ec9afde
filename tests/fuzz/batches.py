"""Many playouts in several processes, wave by wave."""

from __future__ import annotations

import multiprocessing
import shlex
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from tests.fuzz import maracaibo, marauders, merchants
from tests.fuzz.catalogue import Catalogue
from tests.fuzz.coverage import NOTHING, Reached
from tests.fuzz.playout import Playout, Sink
from tests.support.games import OURS

CATALOGUES = {
    "merchants-of-the-caribbean": merchants.CATALOGUE,
    "merchants-and-marauders": marauders.CATALOGUE,
    "pirates-of-maracaibo": maracaibo.CATALOGUE,
}
"""Games that are not named here are played with their standard options."""
WAVE = 100
"""Playouts after which the players learn what is still missing. The size is fixed, so that the number of processes changes
nothing."""
BATCH = 5
"""Playouts in one batch of a process."""

_sink = Sink()


class Failed(NamedTuple):
    """A playout that broke a promise."""

    seed: int
    report: str


def catalogue_of(name: str) -> Catalogue:
    return CATALOGUES.get(name, Catalogue())


def start(name: str) -> None:
    """Sets up a process that plays one game."""
    catalogue_of(name).watch(_sink.note)


def play(name: str, wanted: frozenset[str], seeds: Sequence[int]) -> Reached | Failed:
    """A batch of playouts, up to the first failure."""
    reached = Reached()
    for seed in seeds:
        try:
            reached.add(Playout(OURS[name], catalogue_of(name), _sink, seed, wanted).play())
        except Exception:
            return Failed(seed, traceback.format_exc())
    return reached


class Failure(Exception):
    """A report of where a playout broke a promise, and how to play it again."""


def waves(name: str, seeds: range, wanted: frozenset[str], processes: int) -> Iterator[Reached]:
    """All playouts, wave by wave; each wave knows what the waves before did not reach. Raises Failure."""
    total = Reached()
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), start, (name,))
    try:
        for first in range(0, len(seeds), WAVE):
            wave, missing = seeds[first : first + WAVE], total.missing(wanted) or frozenset({NOTHING})
            batches = [wave[place : place + BATCH] for place in range(0, len(wave), BATCH)]
            for batch in pool.map(partial(play, name, missing), batches):
                if isinstance(batch, Failed):
                    raise Failure(f"{batch.report}\n{replay(name, batch.seed, missing, told=first > 0)}")
                total.add(batch)
                yield batch
    finally:
        pool.shutdown(cancel_futures=True)


def replay(name: str, seed: int, wanted: Iterable[str], *, told: bool) -> str:
    """The command line that plays the failed game alone."""
    words = ["python", "-m", "tests.fuzz", "--game", name, "--seed", str(seed), "--playouts", "1"]
    for each in sorted(wanted) if told else ():
        words += ["--wanted", each]
    return f"To play this game again:\n  {shlex.join(words)}"
