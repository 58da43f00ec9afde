"""Costs and gains of a legal command that its seat can know."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Json

from ... import commands as c
from ...view import MaracaiboView
from ...view.state_from_view import state_from_view
from ..facts import Facts, Preview
from ..scene import Scene
from .actions import ACTION_PREVIEWS
from .turn import TURN_PREVIEWS

PREVIEWS: Mapping[type[c.Command], Preview] = {**TURN_PREVIEWS, **ACTION_PREVIEWS}


def preview(view: MaracaiboView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """The fields of `ActionPreview` that have a meaning for the command: what is certain or has a known chance."""
    return foreseen(Scene(view, seat, (), state_from_view), command)


CHANGES = ("doubloons", "vp", "power", "movement", "treasures", "quests", "upgrades", "rubies", "markers")
INCOMES = ("doubloon_income", "vp_income", "card_vp", "skipped", "rivers")


def foreseen(scene: Scene, command: c.Command) -> Facts:
    """The preview, without changes of 0."""
    found = PREVIEWS[type(command)](scene, command)
    return {key: value for key, value in found.items() if value or key not in (*CHANGES, *INCOMES)}
