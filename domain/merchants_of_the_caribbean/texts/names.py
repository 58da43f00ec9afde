"""The names of cards in sentences, and what they do in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.kit.words import listed, plural

from ..content import (
    Card,
    Combat,
    EmptyHarbourBonus,
    ExpeditionJoker,
    ExpeditionRequest,
    ExpeditionSymbol,
    ExtraTake,
    FullHarbourBonus,
    HireDiscount,
    LootBonus,
    Person,
    Ship,
    Symbol,
    card_names,
)


def card_of(instance: str) -> Card:
    """The card behind an instance, in any deck: names and the figures of Ships and Persons are the same in all."""
    return card_names()[instance.rpartition(":")[0]]


def influence_of(instance: str) -> int:
    """The influence of a Person."""
    card = card_of(instance)
    assert isinstance(card, Person)
    return card.influence


@cache
def name(instance: str) -> str:
    """`Flute`, `Galleon Trader`, `Expedition Request for 2 Priests`."""
    match card_of(instance):
        case Person(skill=LootBonus(ship_type=ship_type)) as card:
            return f"{ship_type.capitalize()} {card.name}"
        case ExpeditionRequest() as card:
            return f"{card.name} for {symbols(card.requires)}"
        case card:
            return card.name


def symbols(needed: Mapping[Symbol, int]) -> str:
    """`2 Priests and 1 Settler`."""
    return listed([plural(number, symbol.capitalize()) for symbol, number in needed.items()])


@cache
def figures(instance: str) -> str:
    """The name with what a Ship or Person shows: `Flute (2 coins, strength 1)`, `Sailor (cost 3, 1 point, strength 1)`."""
    match card_of(instance):
        case Ship(coins=coins, strength=strength):
            shown = [plural(coins, "coin"), "skull" if strength is None else f"strength {strength}"]
        case Person(cost=cost, influence=influence, strength=strength):
            shown = [f"cost {cost}", plural(influence, "point"), *([f"strength {strength}"] if strength else [])]
        case _:
            return name(instance)
    return f"{name(instance)} ({', '.join(shown)})"


def skill(instance: str) -> str:
    """The skill of a Person, for the seat that hires it."""
    card = card_of(instance)
    assert type(card) is Person
    match card.skill:
        case LootBonus(ship_type=ship_type, coins=coins):
            return f"{plural(coins, 'coin')} more from each {ship_type.capitalize()} you loot"
        case ExpeditionSymbol(symbol=symbol):
            return f"serves as a {symbol.capitalize()} in requests"
        case ExpeditionJoker():
            return "serves as anybody in requests"
        case Combat():
            return f"strength {card.strength}"
        case HireDiscount(coins=coins):
            return f"Persons cost you {plural(coins, 'coin')} less"
        case EmptyHarbourBonus(coins=coins):
            return f"{plural(coins, 'coin')} for an empty harbour or a bust"
        case FullHarbourBonus(coins=coins, min_harbour_cards=needed):
            return f"{plural(coins, 'coin')} for a harbour of {plural(needed, 'card')} or more"
        case ExtraTake(takes=takes):
            return f"{plural(takes, 'card')} more to take"
