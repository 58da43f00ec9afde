"""Building blocks of previews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any, TypeAlias

from domain.game import Json
from domain.kit.foreseen import plus

from ..content import Effect
from ..effects.feasibility import counted_gain
from ..state import State
from .perspective import Perspective

Facts: TypeAlias = dict[str, Json]
Preview: TypeAlias = Callable[[Perspective, Any], Facts]

COUNTED = {"gain_vp_per": "vp", "gain_vp_income": "vp", "gain_doubloon_income": "doubloons"}
FIXED = {"gain_vp": "vp", "gain_doubloons": "doubloons"}


def gains(state: State, seat: int, effects: Sequence[Effect], *, optional: bool = False) -> Facts:
    """Certain gains: fixed ones, and others if nothing can change or prevent them."""
    others = [effect for effect in effects if effect.op not in FIXED]
    found = plus(*({FIXED[effect.op]: effect.amount} for effect in effects if effect.op in FIXED))
    if all(effect.op in COUNTED for effect in others):
        return plus(found, *({COUNTED[effect.op]: counted_gain(state, seat, effect)} for effect in others))
    if len(others) == 1 and not optional:
        match others[0].op:
            case "gain_treasure":
                return {**found, "later": {"treasures": others[0].count}}
            case "place_markers":
                return {**found, "markers": others[0].count}
    return found


def nothing(perspective: Perspective, command: Any) -> Facts:
    """For commands without a cost, whose gains only the description mentions."""
    return {}


@cache
def winning(own: int, others: tuple[int, ...]) -> float:
    """The chance to have the single highest sum of a die and these additions (PM-351, PM-352, PM-353)."""
    faces = range(1, 7)
    return sum(prod(sum(die + other < face + own for die in faces) / 6 for other in others) for face in faces) / 6
