"""What previews are made of."""

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
    """A roll that is spared is sure."""
    if roll is None:
        return {"chance": 1.0}
    facts: Facts = {"dice": roll.dice, "chance": rounded(roll.chance)}
    return {**facts, "need": roll.need} if roll.need > 1 else facts


def amount(asked: int | str | Secret, everything: int) -> int:
    """Of gold that is moved: a number, or all."""
    return asked if isinstance(asked, int) else everything


def card_price(card: str) -> Facts:
    """Gold that a glory card itself takes."""
    price = sum(effect.gold for effect in glory_card(card).effects if effect.op == "pay_for")
    return {"gold": -price} if price else {}


def nothing(scene: Scene, command: Any) -> Facts:
    """Costs nothing, and what it brings is for the description to tell."""
    return {}
