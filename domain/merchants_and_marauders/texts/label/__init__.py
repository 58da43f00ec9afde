"""Commands in at most 40 characters, for buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...commands import Command
from ...view import MaraudersView
from ...view.state_from_view import state_from_view
from ..perspective import Perspective
from .fight import FIGHT
from .port import PORT
from .turn import TURN, Label

LABELS: Mapping[type[Command], Label] = {**TURN, **PORT, **FIGHT}


def label(view: MaraudersView, seat: int, command: Command, names: Sequence[str]) -> str:
    return LABELS[type(command)](Perspective(view, seat, names, state_from_view), command)
