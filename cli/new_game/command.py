"""The command `tradewinds new-game`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from shlex import quote
from shutil import rmtree

import click
from jinja2 import Environment, StrictUndefined

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
ENDING = ".jinja"


class _Name(click.ParamType[str]):
    """The name of a game, as it stands in addresses"""

    name = "NAME"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not NAME.fullmatch(value) or len(value) > LONGEST:
            self.fail(f"{value!r}: a name is words in lower case, joined by hyphens, such as harbour-race", param, ctx)
        if iskeyword(_module(value)) or value in ("tests", "tradewinds"):
            self.fail(f"{value!r} cannot be the name of a Python module of yours", param, ctx)
        return value


@click.command("new-game")
@click.argument("name", type=_Name())
@click.option("--hidden", is_flag=True, help="With cards in hands that others do not see.")
@click.option("--map", "with_map", is_flag=True, help="With a board of spaces.")
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder for it; here by default."
)
def command(name: str, hidden: bool, with_map: bool, into: Path) -> None:
    """Write a package with a small game that plays, is drawn and passes `tradewinds check`, to make your own of it.

    NAME is words in lower case, joined by hyphens, such as harbour-race.
    """
    folder = into / name
    if folder.exists():
        raise click.ClickException(f"{folder} is there already; nothing was written")
    written = package_of(name, hidden=hidden, with_map=with_map)
    try:
        for path, text in written.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
    except OSError as error:
        rmtree(folder, ignore_errors=True)  # It was not there before: nothing is left half written.
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from None
    tradewinds, python = _program("tradewinds"), _program(Path(sys.executable).name)
    click.echo(f"Wrote {folder}. Next:\n\n  {python} -m pip install --no-deps --editable {quote(str(folder))}")
    click.echo(f"  {tradewinds} check {name}\n  {tradewinds} dev {name}")


def _program(name: str) -> str:
    """A program of the environment that runs, as a shell calls it from here."""
    program = Path(sys.executable).with_name(name)
    if not program.exists():
        return name
    return quote(os.path.relpath(program) if program.is_relative_to(Path.cwd()) else str(program))


def package_of(name: str, *, hidden: bool, with_map: bool) -> dict[Path, str]:
    """The files of the package by their paths in it."""
    module, view = _module(name), "View" if hidden else "State"
    title = name.replace("-", " ").capitalize()
    # What is written is Python and TOML, from names that were checked: nothing is to be escaped.
    templates = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)
    written: dict[Path, str] = {}
    for path, text in _templates(files("cli.new_game") / "template", Path()):
        if hidden or path.stem != "hiding.py":
            place = Path(*(module if part == "package" else part for part in path.parts)).with_suffix("")
            rendered = templates.from_string(text).render(
                name=name, module=module, title=title, hidden=hidden, map=with_map, view=view
            )
            written[place] = rendered
    return written


def _templates(folder: Traversable, path: Path) -> Iterator[tuple[Path, str]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _templates(each, path / each.name)
        elif each.name.endswith(ENDING):
            yield path / each.name, each.read_text()


def _module(name: str) -> str:
    return name.replace("-", "_")
