"""Holds the scripts of the table to the types of openapi.yaml: ``make check-web-types``, where Node is present."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from service import web
from tests.client_ts.run import HERE, install, npm
from tests.support.games import GAMES

STATIC = Path(web.__file__).parent / "static"
TYPES = HERE / "page"
BUILD = HERE / "build" / "page"


def lay_out() -> None:
    """The scripts as the service serves them, also those of games; of libraries and the checker, only the types."""
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(STATIC, BUILD, ignore=shutil.ignore_patterns("vendor", "*.css", "*.svg", "*.mjs"))
    shutil.copytree(TYPES / "served", BUILD, dirs_exist_ok=True)
    for name, game in GAMES.items():
        for path, content in web.drawing_module(game.drawing.table).items() if game.drawing and game.drawing.table else ():
            module = BUILD / "games" / name / path
            module.parent.mkdir(parents=True, exist_ok=True)
            module.write_bytes(content)


def main() -> None:
    """Exit with 0 if every field that the page reads and every call that it makes is one of the contract."""
    install()
    lay_out()
    npm("run", "page")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
