"""Costs and gains of a legal command that its seat can know."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Json
from domain.kit.foreseen import without_zeros

from ... import commands as c
from ...view import MaracaiboView
from ...view.state_from_view import state_from_view
from ..facts import Facts, Preview
from ..perspective import Perspective
from ..preview_fields import Changes
from .actions import ACTION_PREVIEWS
from .turn import TURN_PREVIEWS

PREVIEWS: Mapping[type[c.Command], Preview] = {**TURN_PREVIEWS, **ACTION_PREVIEWS}


def preview(view: MaracaiboView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """The fields of `ActionPreview` that have a meaning for the command: what is certain or has a known chance."""
    return foreseen(Perspective(view, seat, (), state_from_view), command)


OTHERS = ("power", "movement", "markers", "card_vp", "skipped")
"""Figures that are left out too where they are 0."""


def foreseen(perspective: Perspective, command: c.Command) -> Facts:
    """The preview, without changes of 0."""
    found = without_zeros(PREVIEWS[type(command)](perspective, command), Changes)
    return {key: value for key, value in found.items() if value or key not in OTHERS}
