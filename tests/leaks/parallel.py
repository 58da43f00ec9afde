"""Playouts and checks of bots on several cores, where each process has its own databases on one Redis."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from typing import Any

from tests.leaks.bot_checks import Seen, watched
from tests.leaks.compare_http import services
from tests.leaks.search import Counts, hunt
from tests.leaks.twin_games import Leak

DATABASES, DATABASES_EACH = 16, 3
"""The databases of a Redis by default, and of each process."""
MOST_PROCESSES = DATABASES // DATABASES_EACH

_services: Any = None


def begin(url: str, places: Any) -> None:
    """Sets a hunting process up with its own databases."""
    global _services
    context = services(url, places.get() * DATABASES_EACH)
    _services = context, context.__enter__()


def one(name: str, http: float, seed: int) -> Counts | str:
    """One playout, or the leak that it found."""
    try:
        return hunt(name, seed, http, _services[1])
    except Leak as leak:
        return str(leak)


def hunted(name: str, seeds: range, http: float, url: str, processes: int) -> Iterator[Counts | str]:
    context = get_context("spawn")
    places = context.Queue()
    for place in range(processes):
        places.put(place)
    with context.Pool(processes, begin, (url, places)) as pool:
        yield from pool.imap(partial(one, name, http), seeds)


def watched_batch(name: str, seed: int) -> Seen | str:
    """One batch, or the leak that it found."""
    try:
        return watched(name, seed)
    except Leak as leak:
        return str(leak)


def all_watched(name: str, seeds: range, processes: int) -> Iterator[Seen | str]:
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(partial(watched_batch, name), seeds)
