"""Values that previews and descriptions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.game import Json, Secret

from ..content import glory_card
from .estimates import Roll
from .scene import Scene

Facts: TypeAlias = dict[str, Json]
Preview: TypeAlias = Callable[[Scene, Any], Facts]


def rounded(chance: float) -> float:
    return round(chance, 4)


def rolled(roll: Roll | None) -> Facts:
    """The facts of a roll; one that is not needed is certain."""
    if roll is None:
        return {"chance": 1.0}
    facts: Facts = {"dice": roll.dice, "chance": rounded(roll.chance)}
    return {**facts, "need": roll.need} if roll.need > 1 else facts


def amount(asked: int | str | Secret, everything: int) -> int:
    """The gold to be moved: a number, or all there is."""
    return asked if isinstance(asked, int) else everything


def card_price(card: str) -> Facts:
    """The gold that a glory card costs to play."""
    price = sum(effect.gold for effect in glory_card(card).effects if effect.op == "pay_for")
    return {"gold": -price} if price else {}


def nothing(scene: Scene, command: Any) -> Facts:
    """The preview of a command without cost, whose gain the description says."""
    return {}
