"""The commands `tradewinds backup` and `tradewinds restore`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from cli.stores import opened_store
from events.backup import making, restoring
from events.identity import timestamp, utc_now
from events.redis_store.forgettings import Forgotten
from events.removal.forgetting import Forgetter

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))


@click.command("backup")
@FOLDER
def backup(folder: Path) -> None:
    """Write everything that the service keeps into DIR, while it plays.

    Takes REDIS_URL, ARCHIVE_DIR, SLEEP_DIR and SLEEP_KEY_FILE as the service does, or the DATA_DIR of the `tradewinds up`
    that runs. A later backup into the same DIR copies only the files that are new. DIR then has the secrets of running
    games, but not the key that encrypts sleeping ones.
    """
    troubles: list[str] = []
    with opened_store() as store:
        made = making.make(store, folder, timestamp(utc_now()), troubles.append)
    click.echo(f"{made.games} games in Redis or asleep, and {made.files} new files of archived and sleeping games")
    _fail(troubles)


@click.command("restore")
@FOLDER
@click.option(
    "--forgotten", "known", type=click.File("r"), help="The output of `tradewinds forgotten`, newer than the backup."
)
def restore(folder: Path, known: TextIO | None) -> None:
    """Restore the backup in DIR into an empty Redis, and empty folders for archived and sleeping games.

    Forgotten names are forgotten again: those that the backup lists, and those in the file of --forgotten. If the command is
    interrupted, call it again.
    """
    try:
        listed = [] if known is None else [Forgotten.read(line) for line in known if line.strip()]
    except ValueError:
        detail = "--forgotten takes lines with a game and a seal, as `tradewinds forgotten` writes them"
        raise click.ClickException(detail) from None
    troubles: list[str] = []
    with opened_store() as store:
        games = restoring.restore(store, folder, troubles.append)
        finished = Forgetter(store).again({*store.forgettings.all(), *listed})
    click.echo(f"{games} games restored")
    if not finished:
        click.echo("Some files have forgotten names still: a worker goes on as soon as their folders are there", err=True)
    _fail(troubles)


def _fail(troubles: Sequence[str]) -> None:
    """Name the games that are damaged, and end with 1 if there are any."""
    for trouble in troubles:
        click.echo(f"Damaged: {trouble}", err=True)
    if troubles:
        raise click.ClickException(f"{len(troubles)} games are damaged; all others are complete")
