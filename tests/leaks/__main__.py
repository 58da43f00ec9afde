"""Hunts for leaks in random games of every kind.

    python -m tests.leaks [--playouts N] [--positions N] [--seed S] [--game NAME] [--http SHARE] [--processes P]

At random positions everything that one seat (or a spectator) cannot see is dealt again, and both worlds are continued with
the same commands. For each viewer who sees the same in both, everything that the viewer can fetch is compared, in some pairs
over HTTP. At other positions the bots of all levels must think the same in both worlds; the report says how soon bots that
peek would have been found. Exits with 1 at the first difference, naming the seed.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import click

from harness.redis_server import RedisServer
from tests.leaks.bot_checks import BATCH, Seen
from tests.leaks.parallel import MOST_PROCESSES, all_watched, hunted
from tests.leaks.search import Counts
from tests.support.games import OURS

Found = TypeVar("Found")


@click.command()
@click.option("--playouts", default=20, show_default=True, help="Random games of each kind.")
@click.option("--positions", default=BATCH, show_default=True, help=f"At which bots are watched, {BATCH} for each seed.")
@click.option("--seed", default=1, show_default=True, help="The first game's seed; each further game adds one.")
@click.option("--game", "names", type=click.Choice(list(OURS)), multiple=True, help="Only these; all if not given.")
@click.option("--http", default=0.1, show_default=True, help="The share of pairs that are followed over HTTP too.")
@click.option(
    "--processes",
    default=min(MOST_PROCESSES, os.cpu_count() or 1),
    show_default=True,
    type=click.IntRange(1, MOST_PROCESSES),
)
def main(playouts: int, positions: int, seed: int, names: tuple[str, ...], http: float, processes: int) -> None:
    """Games that differ only in what is hidden, played side by side."""
    # A terminated hunt ends like an interrupted one, so that its Redis is still stopped.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        server = RedisServer(Path(folder), appendfsync="no")
        server.start()
        try:
            for name in names or OURS:
                began, counts, seen = time.monotonic(), Counts(), Seen()
                for found in sound(hunted(name, range(seed, seed + playouts), http, server.url, processes)):
                    counts.add(found)
                for looked in sound(all_watched(name, range(seed, seed + positions // BATCH), processes)):
                    seen.add(looked)
                told = ", ".join(f"{number:,} {what.replace('_', ' ')}" for what, number in vars(counts).items())
                click.echo(f"{name}: {told}; {time.monotonic() - began:.0f} s")
                for line in seen.lines():
                    click.echo(f"  {line}")
        finally:
            server.stop()


def sound(results: Iterator[Found | str]) -> Iterator[Found]:
    """Results, up to the first report of a leak, which ends the hunt."""
    for found in results:
        if isinstance(found, str):
            click.echo(f"LEAK: {found}", err=True)
            sys.exit(1)
        yield found


if __name__ == "__main__":
    main()
