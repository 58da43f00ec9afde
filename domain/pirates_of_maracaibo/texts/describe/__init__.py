"""A legal command as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...commands import Command
from ...view import MaracaiboView
from ...view.state_from_view import state_from_view
from ..perspective import Perspective
from ..preview import foreseen
from .actions import ACTIONS
from .turn import TURN, Describe

DESCRIPTIONS: Mapping[type[Command], Describe] = {**TURN, **ACTIONS}


def describe(view: MaracaiboView, seat: int, command: Command, names: Sequence[str]) -> str:
    """A legal command as a sentence."""
    perspective = Perspective(view, seat, names, state_from_view)
    return DESCRIPTIONS[type(command)](perspective, command, foreseen(perspective, command))
