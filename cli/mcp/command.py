"""The command `tradewinds mcp`."""

from __future__ import annotations

import click

from cli.extras import of_extra


@click.command("mcp")
@click.option("--url", envvar="TRADEWINDS_URL", default="http://127.0.0.1:8000", show_default=True, show_envvar=True,
              help="Address of the service, or the link of a game, a seat or an invitation.")  # fmt: skip
@click.option("--token", envvar="TRADEWINDS_TOKEN", show_envvar=True,
              help="An API key; or, if a game is named, the token of a seat of it.")  # fmt: skip
@click.option("--game", envvar="TRADEWINDS_GAME", show_envvar=True, help="The id of the game, if the URL does not name it.")
def command(url: str, token: str | None, game: str | None) -> None:
    """Serve games to an agent over the Model Context Protocol, on standard input and output.

    It holds one seat at a time and is a client of the service like any other; docs/agents.md.
    """
    serve = of_extra("mcp", "cli.mcp.server").serve
    if game and "/games/" not in url:
        url = f"{url.rstrip('/')}/games/{game}"
    try:
        serve(url, token)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
