"""Play the games of the ladder that are missing in a file, and write the tables of docs/bots.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import click
import msgspec

from bench.ladder.runs import played, runs, stored
from bench.ladder.table import placed, written

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
    done = stored(given.results)
    wanted = [] if given.table else [run for run in runs() if given.only in run.key]
    missing = sum(run.games - len(done.get(run.key, {})) for run in wanted)
    with (
        given.results.open("ab") as file,
        click.progressbar(played(wanted, done, given.jobs), missing, "Playing", file=sys.stderr) as games,
    ):
        for result in games:
            file.write(msgspec.json.encode(result) + b"\n")
            file.flush()
    DOCUMENT.write_text(placed(DOCUMENT.read_text(), written(runs(), stored(given.results))))


if __name__ == "__main__":
    main()
