"""The commands `tradewinds backup` and `tradewinds restore`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from events.backup import making, restoring
from events.errors import BackupRefused, BackupUnreadable, ConfigError, PartitionsLowered, StoreUnavailable
from events.identity import timestamp, utc_now
from events.settings import Settings
from events.store import EventStore, open_store

FOLDER = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))


@contextmanager
def _store() -> Iterator[EventStore]:
    try:
        settings = Settings.from_env()
        settings.require_redis()
        yield open_store(settings)
    except PartitionsLowered as error:
        raise click.ClickException(f"PARTITIONS is too low: {error}") from None
    except (ConfigError, StoreUnavailable, BackupRefused, BackupUnreadable, OSError) as error:
        raise click.ClickException(str(error)) from None


@click.command("backup")
@FOLDER
def backup(folder: Path) -> None:
    """Write everything that the service keeps into DIR, while it plays.

    Takes REDIS_URL, ARCHIVE_DIR and SLEEP_DIR as the service does, or the DATA_DIR of the `tradewinds up` that runs. A later
    backup into the same DIR copies only the files that are new. DIR then has the secrets of running games, but not the key
    that encrypts sleeping ones (SLEEP_KEY_FILE).
    """
    with _store() as store:
        made = making.make(store, folder, timestamp(utc_now()))
    click.echo(f"{made.games} games of Redis, and {made.files} new files of archived and sleeping games")


@click.command("restore")
@FOLDER
def restore(folder: Path) -> None:
    """Restore the backup in DIR into an empty Redis, and empty folders for archived and sleeping games.

    If it is broken off, call it again.
    """
    with _store() as store:
        games = restoring.restore(store, folder)
    click.echo(f"{games} games restored")
