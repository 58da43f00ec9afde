"""Play the games of the ladder that are missing in a file, and write the tables of docs/bots.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import click

from bench.ladder.runs import runs
from bench.ladder.table import placed, written
from cli.arena.schedule import missing, opened, played

DOCUMENT = Path("docs/bots.md")


def main() -> None:
    """What `make ladder` calls."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("--results", type=Path, default=Path(".ladder/results.ndjson"), help="the file of games")
    parser.add_argument("--jobs", type=int, default=1, help="games played at a time (1)")
    parser.add_argument("--only", default="", help="play only runs whose name contains this")
    parser.add_argument("--table", action="store_true", help="play nothing, write the tables of what was played")
    given = parser.parse_args()
    given.results.parent.mkdir(parents=True, exist_ok=True)
    wanted = [] if given.table else [run for run in runs() if given.only in run.match.key]
    with opened(given.results) as kept:
        left = missing(wanted, kept.done)
        with click.progressbar(played(left, given.jobs), len(left), "Playing", file=sys.stderr) as games:
            for game in games:
                kept.add(game)
    DOCUMENT.write_text(placed(DOCUMENT.read_text(), written(runs(), kept.done)))


if __name__ == "__main__":
    main()
