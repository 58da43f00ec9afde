"""The command `tradewinds keys`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.session.lifecycle import NAME_LENGTH, printable
from events.errors import ConfigError, StoreUnavailable, UnknownKey
from events.identity import timestamp, utc_now
from events.redis_store.api_keys import ApiKeys
from events.settings import Settings
from events.store.event_store import open_store


@contextmanager
def _keys() -> Iterator[ApiKeys]:
    try:
        settings = Settings.from_env()
        settings.require_redis()
        yield open_store(settings).api_keys
    except (ConfigError, StoreUnavailable) as error:
        raise click.ClickException(str(error)) from None


@click.group("keys")
def command() -> None:
    """Make, list and revoke API keys, by which sites, bots and leagues create games of their own.

    Works on the Redis of REDIS_URL, or on that of the `tradewinds up` that runs on DATA_DIR.
    """


@command.command()
@click.argument("name")
def create(name: str) -> None:
    """Make an API key, and show it: it is not kept, so it cannot be shown again."""
    if not 0 < len(name) <= NAME_LENGTH or not printable(name):
        raise click.ClickException(f"A name has 1 to {NAME_LENGTH} printable characters.")
    with _keys() as keys:
        _, key = keys.create(name, timestamp(utc_now()))
    click.echo(key)


@command.command("list")
def list_() -> None:
    """List the keys: id, time of creation, time of revocation (or -), name."""
    with _keys() as keys:
        for key in keys.all():
            click.echo(f"{key.id}  {key.created_at}  {key.revoked_at or '-':<24}  {key.name}")


@command.command()
@click.argument("key_id", metavar="ID")
def revoke(key_id: str) -> None:
    """Make a key void. Its games go on."""
    with _keys() as keys:
        try:
            revoked = keys.revoke(key_id, timestamp(utc_now()))
        except UnknownKey:
            raise click.ClickException(f"There is no key {key_id!r}; `tradewinds keys list` lists them.") from None
    click.echo(f"{revoked.id} was revoked at {revoked.revoked_at}.")
