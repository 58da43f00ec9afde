"""Writes the contract of Tradewinds' own games to standard output: ``python -m service.openapi > openapi.yaml``; or, with
``--keep``, that of all installed games to where web processes take it from."""

from __future__ import annotations

import sys

from events.settings import Settings
from service.app import create_app
from service.openapi.document import render
from service.openapi.written import written
from tradewinds.installed import installed

if __name__ == "__main__":
    if sys.argv[1:] == ["--keep"]:
        written(create_app(Settings()))
    else:
        sys.stdout.write(render(create_app(Settings(), packages=installed().ours)))
