"""The command `tradewinds plain-files`."""

from __future__ import annotations

import click

from cli.stores import opened_store
from events.backup.plain import make_plain
from events.errors import ConfigError
from events.redis_store import keys
from events.settings import Settings
from service.up import UpError
from service.up.alone import redis_alone


@click.command("plain-files")
def command() -> None:
    """Give all files of games the names that earlier releases look for, before going back to one.

    Takes REDIS_URL, ARCHIVE_DIR, SLEEP_DIR and SLEEP_KEY_FILE as the service does, or the DATA_DIR of a `tradewinds up` that
    was stopped. Web processes and workers must not run. This release reads the files too.
    """
    try:
        with redis_alone(Settings.from_env()), opened_store() as store:
            if store.redis.client.exists(keys.SERVED):
                raise click.ClickException(
                    "a web process runs, or did so three seconds ago: stop all web processes and workers"
                )
            store.check_folders()
            renamed = make_plain(store)
    except (ConfigError, UpError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{renamed.sleeping} files of sleeping games and {renamed.archived} of archived ones have plain names now")
    for trouble in renamed.damaged:
        click.echo(f"Damaged: {trouble}", err=True)
    if renamed.damaged:
        raise click.ClickException(f"{len(renamed.damaged)} games are damaged")
