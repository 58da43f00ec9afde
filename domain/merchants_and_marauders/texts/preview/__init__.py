"""What a legal command costs and brings, from what its seat knows."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Json
from domain.kit.foreseen import without_zeros

from ... import commands as c
from ...view import MaraudersView
from ...view.state_from_view import state_from_view
from ..facts import Facts, Preview
from ..perspective import Perspective
from ..preview_fields import Changes
from .fight import FIGHT_PREVIEWS
from .port import PORT_PREVIEWS
from .turn import TURN_PREVIEWS

PREVIEWS: Mapping[type[c.Command], Preview] = {**TURN_PREVIEWS, **PORT_PREVIEWS, **FIGHT_PREVIEWS}


def preview(view: MaraudersView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """The fields of `ActionPreview` that have a meaning for the command: what is certain or has a known chance."""
    return foreseen(Perspective(view, seat, (), state_from_view), command)


def foreseen(perspective: Perspective, command: c.Command) -> Facts:
    """The preview without changes of 0."""
    return without_zeros(PREVIEWS[type(command)](perspective, command), Changes)
