"""A legal command as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...commands import Command
from ...view import MaraudersView
from ...view.state_from_view import state_from_view
from ..perspective import Perspective
from ..preview import foreseen
from .fight import FIGHT
from .phrases import Describe
from .port import PORT
from .turn import TURN

DESCRIPTIONS: Mapping[type[Command], Describe] = {**TURN, **PORT, **FIGHT}


def describe(view: MaraudersView, seat: int, command: Command, names: Sequence[str]) -> str:
    """A legal command as a sentence."""
    perspective = Perspective(view, seat, names, state_from_view)
    return DESCRIPTIONS[type(command)](perspective, command, foreseen(perspective, command))
