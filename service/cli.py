"""The command line, `tradewinds`. Each command imports what it needs when it runs, so that all of them start fast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.config import ConfigError, Settings


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tradewinds")
def main() -> None:
    """Board games over HTTP, event by event. The settings are environment variables; the README lists them."""


@main.command()
def up() -> None:
    """Run everything: web server, bot workers and, unless REDIS_URL is set, an embedded Redis."""
    from service.up import UpError
    from service.up.start import up as run_all

    with _one_line_for(ConfigError, UpError):
        run_all(Settings.from_env(), say=click.echo)


@main.command()
def worker() -> None:
    """Run one process that plays the bots; it needs the same REDIS_URL and QUEUE_URL as the service."""
    from workers.main import run

    with _one_line_for(ConfigError):
        run()


@contextmanager
def _one_line_for(*errors: type[Exception]) -> Iterator[None]:
    """Show errors that are the user's to mend as a line, without a trace, and exit with 1."""
    try:
        yield
    except errors as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
