"""How the game is drawn: its board, and the picture of each position."""

from __future__ import annotations

from domain.drawing import Drawing

from ..commands import Command
from ..events import Event
from ..options import Options
from ..view import MerchantsView
from .board import board
from .counted import COUNTED
from .offers import candidates, group, targets
from .picture import picture

DRAWING: Drawing[Options, Command, Event, MerchantsView] = Drawing(
    board=board,
    picture=picture,
    targets=targets,
    group=group,
    counted=COUNTED,
    candidates=candidates,
    same_for_all=True,
    table=f"{__name__}.table",
)
