"""How the game is drawn (domain/drawing.py): from the view alone."""

from __future__ import annotations

from domain.drawing import Drawing

from ..commands import Command
from ..events import Event
from ..options import Options
from ..view import MaraudersView
from .board import board
from .candidates import candidates
from .counted import COUNTED, consequences
from .picture import picture
from .targets import targets
from .words import GROUP_OF

DRAWING: Drawing[Options, Command, Event, MaraudersView] = Drawing(
    board=board,
    picture=picture,
    group=lambda command: GROUP_OF[type(command)],
    targets=targets,
    counted=COUNTED,
    consequences=consequences,
    candidates=candidates,
    table=f"{__name__}.table",
)
