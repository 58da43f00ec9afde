"""What previews are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from domain.game import Json

from ..content import Effect
from ..possible import counted_gain
from ..state import State
from .scene import Scene

Facts: TypeAlias = dict[str, Json]
Preview: TypeAlias = Callable[[Scene, Any], Facts]

COUNTED = {"gain_vp_per": "vp", "gain_vp_income": "vp", "gain_doubloon_income": "doubloons"}
FIXED = {"gain_vp": "vp", "gain_doubloons": "doubloons"}


def plus(*parts: Facts) -> Facts:
    """The same changes taken together."""
    found: Facts = {}
    for part in parts:
        for key, value in part.items():
            before = found.get(key, 0)
            assert isinstance(before, int)
            assert isinstance(value, int)
            found[key] = before + value
    return found


def gains(state: State, seat: int, effects: Sequence[Effect]) -> Facts:
    """What the effects are sure to bring: fixed gains, and counted ones where nothing before them can change the count."""
    found: Facts = {}
    only_gains = all(effect.op in COUNTED or effect.op in FIXED for effect in effects)
    for effect in effects:
        if effect.op in FIXED:
            found = plus(found, {FIXED[effect.op]: effect.amount})
        elif effect.op in COUNTED and only_gains:
            found = plus(found, {COUNTED[effect.op]: counted_gain(state, seat, effect)})
        elif effect.op == "place_markers" and only_or_first(effects, effect):
            found = plus(found, {"markers": effect.count})
    return found


def only_or_first(effects: Sequence[Effect], effect: Effect) -> bool:
    return all(other.op in FIXED or other is effect for other in effects)


def nothing(scene: Scene, command: Any) -> Facts:
    """Costs nothing, and what it brings is for the description to tell."""
    return {}


def number(facts: Facts, key: str) -> int:
    value = facts.get(key, 0)
    assert isinstance(value, int)
    return value
