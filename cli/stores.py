"""The store that commands of the operator work on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from events.errors import BackupRefused, BackupUnreadable, ConfigError, GameUnreadable, PartitionsLowered, StoreUnavailable
from events.settings import Settings
from events.store.event_store import EventStore, open_store


@contextmanager
def opened_store() -> Iterator[EventStore]:
    """The store that the settings describe. Its errors end the command."""
    try:
        settings = Settings.from_env()
        settings.require_redis()
        yield open_store(settings)
    except PartitionsLowered as error:
        raise click.ClickException(f"PARTITIONS is too low: {error}") from None
    except (ConfigError, StoreUnavailable, BackupRefused, BackupUnreadable, GameUnreadable, OSError) as error:
        raise click.ClickException(str(error)) from None
