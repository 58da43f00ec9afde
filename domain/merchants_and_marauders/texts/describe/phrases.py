"""Phrases that describe commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.kit.perspective import number

from ...content import LOCATIONS, SHIPS, glory_card
from ...state import room_at_sea
from ...values import Locations
from .. import names as n
from ..facts import Facts
from ..perspective import Perspective

Describe: TypeAlias = Callable[[Perspective, Any, Facts], str]


def percent(facts: Facts, key: str = "chance") -> str:
    value = facts[key]
    assert isinstance(value, int | float)
    return f"{value:.0%}"


def plain(sentence: str) -> Describe:
    return lambda perspective, command, facts: sentence


def check(skill: str, facts: Facts) -> str:
    """`a Scouting check with 3 dice (70%)`."""
    needed = f", {n.plural(number(facts, 'need'), 'success')} needed" if number(facts, "need") > 1 else ""
    dice = n.plural(number(facts, "dice"), "die")
    return f"{n.with_article(skill.capitalize())} check with {dice}{needed} ({percent(facts)})"


def cost(facts: Facts) -> str:
    return "for 1 action" if facts.get("actions") else "free of charge"


def ship_values(kind: str, now: Locations) -> str:
    """A ship's values in words."""
    values = [f"{n.location(place)} {getattr(now, place)}" for place in LOCATIONS]
    return f"{', '.join(values)}, Maneuverability {SHIPS[kind].maneuverability}"


def card_text(instance: str) -> str:
    """A glory card with what it does."""
    return f"{n.glory(instance)}: {glory_card(instance).text}"


def at_sea(perspective: Perspective) -> str:
    """The limit of cargo at sea."""
    freight = f" besides your freight of {perspective.own.freight}" if perspective.own.freight else ""
    return f"your ship takes {n.plural(room_at_sea(perspective.state, perspective.seat), 'cargo card')} to sea{freight}"
