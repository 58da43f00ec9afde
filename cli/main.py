"""The command line `tradewinds`. A command imports its module when it runs, so that every command starts fast."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "up": "service.up.start:command",
    "repair-log": "service.up.repair:command",
    "webhooks": "workers.webhooks.main:command",
    "worker": "workers.main:command",
    "arena": "cli.arena.command:command",
    "mcp": "cli.mcp.command:command",
    "verify": "cli.offline:verify",
    "replay": "cli.offline:replay",
    "export": "cli.offline:export",
    "games": "cli.games:command",
    "keys": "cli.keys:command",
    "forget": "cli.forget:forget",
    "forgotten": "cli.forget:forgotten",
    "backup": "cli.backup:backup",
    "restore": "cli.backup:restore",
    "plain-files": "cli.plain:command",
    "check": "conformance.command:command",
    "new-game": "cli.new_game.command:command",
    "dev": "cli.dev.command:command",
    "index-over": "workers.archiving:command",
}
"""The module and function of each command. Given by name, so that `--help` imports none of them."""


class LazyGroup(click.Group):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Whatever needs games says in a sentence which of those in GAMES are not installed."""
        try:
            return super().invoke(ctx)
        except LookupError as error:
            from tradewinds.allowed import NotInstalled  # `--help` does without it.

            if isinstance(error, NotInstalled):
                raise click.ClickException(str(error)) from error
            raise


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tradewinds")
def main() -> None:
    """Board games over HTTP, recorded as events. Settings are environment variables; docs/configuration.md lists them."""


if __name__ == "__main__":
    main()
