"""Records what today's versions of our own games decide: `python -m tests.golden.decide`, or of the games that are named.

A record that is there keeps its games and gets what they lack. It is never replaced: if today's rules decide otherwise than
the record of their version, that is said and nothing is written.
"""

from __future__ import annotations

import sys

import click

from conformance.golden.games import read
from conformance.golden.recording import record, shown_in
from conformance.playing import Broken
from tests.golden.recorded import folder
from tests.golden.searches import search_of
from tests.support.games import OURS


@click.command()
@click.argument("names", metavar="[GAME]...", type=click.Choice(list(OURS)), nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Record golden games of today's versions, as far as they are lacking."""
    for name in names or OURS:
        search = search_of(name)
        try:
            file = record(search, folder(search.game), click.echo)
        except Broken as broken:
            click.echo(str(broken), err=True)
            sys.exit(1)
        if file is None:
            click.echo(f"{name}: nothing new was reached")
            continue
        lacking = sorted(search.wanted - shown_in(search, read(file)))
        click.echo(f"{file}: {file.stat().st_size // 1024} KB; not in it: {', '.join(lacking) or 'nothing'}")


if __name__ == "__main__":
    main()
