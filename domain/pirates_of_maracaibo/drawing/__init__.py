"""How the game is drawn: its board, and the picture of each position."""

from __future__ import annotations

from domain.drawing import Drawing

from ..commands import Command
from ..events import Event
from ..options import Options
from ..view import MaracaiboView
from .board import board
from .candidates import candidates
from .counted import COUNTED, consequences
from .groups import group
from .picture import picture
from .targets import targets

DRAWING: Drawing[Options, Command, Event, MaracaiboView] = Drawing(
    board=board,
    picture=picture,
    targets=targets,
    group=group,
    counted=COUNTED,
    consequences=consequences,
    candidates=candidates,
    table=f"{__name__}.table",
)
