"""Scenes of what happens on a table, with the promises that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.scenes import Seen
from domain.pirates_of_maracaibo.game import GAME
from domain.scenes import Scene
from tests.support.scenes import watched

from .scenario import Attempt, Table


def told(table: Table, do: Callable[[], Attempt], viewer: int | None = None) -> Scene:
    """What this viewer is told of what is done; the scenes of all others are checked too."""
    before = table.state
    events = list(do().events)
    return checked(before, events, table.state, viewer).scene


def checked(before: Any, events: list[Any], after: Any, viewer: int | None = None) -> Seen:
    return watched(GAME, before, events, after)[viewer]
