"""The gate of a game without secrets: everybody sees everything, and the view is the state."""

from __future__ import annotations

from typing import Any


def view(state: Any, viewer: int | None) -> Any:
    """The state."""
    return state


def open_view(state: Any) -> Any:
    """The state."""
    return state


def redact(event: Any, viewer: int | None) -> Any:
    """The whole event."""
    return event


def redact_command(command: Any, seat: int, viewer: int | None) -> Any:
    """The whole command."""
    return command


def decides_on(view: Any, seat: int) -> Any:
    """The whole view."""
    return view


def determinize(view: Any, viewer: int | None, rng: Any) -> Any:
    """The state, which is the view."""
    return view


def reveals(event: Any) -> bool:
    """Nothing was hidden."""
    return False
