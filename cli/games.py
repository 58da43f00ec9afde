"""The command `tradewinds games`."""

from __future__ import annotations

import sys

import click

from service.openapi.offered import offered_here


@click.command("games")
def command() -> None:
    """List the games that are installed: name, version of the rules, and the package that each comes from.

    Exit status 1 if a package offers something that cannot be played; standard error says what is wrong with it.
    """
    here = offered_here()
    rows = [(game.name, str(game.version), str(here.origins[game.name]), game.title) for game in here.games.values()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for each in here.refused:
        click.echo(f"REFUSED: {each}{f': {each.error}' if each.error else ''}", err=True)
    if here.refused:
        sys.exit(1)
