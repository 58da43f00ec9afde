"""Writes the contract of Tradewinds' own games to standard output: ``python -m service.openapi > openapi.yaml``."""

from __future__ import annotations

import sys

from events.settings import Settings
from service.app import create_app
from service.openapi.document import render
from tradewinds.installed import installed

if __name__ == "__main__":
    sys.stdout.write(render(create_app(Settings(), packages=installed().ours)))
