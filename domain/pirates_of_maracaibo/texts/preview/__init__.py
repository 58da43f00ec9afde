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
    """Only what is certain or has a known chance; keys without a meaning for the command are left out.

    `doubloons`, `vp`, `power`, `movement`, `treasures`, `quests`, `upgrades`, `rubies`: how they change at once; without the
    key they stay as they are, or it depends on what follows. `markers`: how many are placed on islands.
    `doubloon_income`, `vp_income`, `card_vp`: what an Improvement or Figurehead adds to the incomes, and its VP at the end.
    `steps`: spaces that the ship or the Explorer moves; `spaces_left`: how many more the ship could sail, where it sails
    step by step; `skipped`, `rivers`: Explorers skipped, rivers crossed for the first time. `raid_power`: the Raiding Power
    of the die; `left`: the Raiding Power left in its pool.
    `island`: the markers on the island afterwards; `value`: what each Treasure of its type is worth then.
    `chance`: to win the combat that follows.
    """
    return foreseen(Scene(view, seat, (), state_from_view), command)


CHANGES = ("doubloons", "vp", "power", "movement", "treasures", "quests", "upgrades", "rubies", "markers")
INCOMES = ("doubloon_income", "vp_income", "card_vp", "skipped", "rivers")


def foreseen(scene: Scene, command: c.Command) -> Facts:
    """The preview, without changes of 0."""
    found = PREVIEWS[type(command)](scene, command)
    return {key: value for key, value in found.items() if value or key not in (*CHANGES, *INCOMES)}
