"""The command line, `tradewinds`. A command's module is imported when it runs, so that all of them start fast."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "up": "service.up.start:command",
    "repair-log": "service.up.repair:command",
    "worker": "workers.main:command",
    "arena": "workers.arena:command",
    "verify": "service.offline:verify",
    "replay": "service.offline:replay",
    "export": "service.offline:export",
    "index-over": "workers.archiving:command",
}
"""Where each command lives. By name: here alone the service meets the workers."""


class LazyGroup(click.Group):
    """Imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tradewinds")
def main() -> None:
    """Board games over HTTP, event by event. The settings are environment variables; the README lists them."""


if __name__ == "__main__":
    main()
