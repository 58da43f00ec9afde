"""Values that previews and descriptions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.game import Json

from ..content import glory_card
from ..flow import Check
from .perspective import Perspective

Facts: TypeAlias = dict[str, Json]
Preview: TypeAlias = Callable[[Perspective, Any], Facts]


def rounded(chance: float) -> float:
    return round(chance, 4)


def rolled(check: Check | None) -> Facts:
    """The facts of a check; one that is not needed is certain."""
    if check is None:
        return {"chance": 1.0}
    facts: Facts = {"dice": check.dice, "chance": rounded(check.chance)}
    return {**facts, "need": check.need} if check.need > 1 else facts


def card_price(card: str) -> Facts:
    """The gold that a glory card costs to play."""
    price = sum(effect.gold for effect in glory_card(card).effects if effect.op == "pay_for")
    return {"gold": -price} if price else {}


def nothing(perspective: Perspective, command: Any) -> Facts:
    """The preview of a command without cost, whose gain the description says."""
    return {}
