"""A web process with one version of Last Stick: `python -m tests.versions.serve VERSION REDIS_URL` writes its port."""

from __future__ import annotations

import sys

from events.settings import Settings
from service.app import create_app
from tests.service.server import serving
from tradewinds.installed import Installed
from tradewinds.packages import Package

from .games import NEW, OLD


def main(version: str, redis_url: str) -> None:
    game = {each.version: each for each in (OLD, NEW)}[int(version)]
    app = create_app(
        Settings(redis_url=redis_url, rate_limit="off"),
        packages=Installed({game.name: game}, {game.name: Package("tests", "1")}),
    )
    with serving(app) as port:
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()
        sys.stdin.read()  # Until whoever started it goes away.


if __name__ == "__main__":
    main(*sys.argv[1:])
