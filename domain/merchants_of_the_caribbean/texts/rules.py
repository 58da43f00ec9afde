"""What cards and places do, in a few sentences for people."""

from __future__ import annotations

from domain.kit.words import plural

from ..content import ExpeditionRequest, Ship, TaxIncrease
from ..options import Options
from .names import symbols

HARBOUR = (
    "Ships and Persons that were revealed in this turn. A second Ship of a type is a bust: the harbour is lost. "
    "Four types of Ship let the active player take two cards, five types three."
)
CRITERIA = {"most_strength": "the most strength", "fewest_influence": "the fewest influence points"}


def game_text(options: Options) -> str:
    """What ends the game, with these resolved options."""
    expedition = " and a completed Expedition Request" if options.expedition_required else ""
    return (
        f"The round in which a player has {plural(options.target_influence or 0, 'influence point')}{expedition} "
        f"is the last one; round {options.round_limit} is the last one in any case."
    )


def ship_text(card: Ship) -> str:
    repelled = "Nothing repels it." if card.strength is None else f"Strength {card.strength} repels it."
    return f"Looted, it brings {plural(card.coins, 'coin')}. {repelled}"


def expedition_text(card: ExpeditionRequest) -> str:
    return f"Give up {symbols(card.requires)} of your display for it and draw {plural(card.reward.coins, 'coin')}."


def tax_text(card: TaxIncrease) -> str:
    return (
        f"Everybody with {plural(card.threshold, 'coin')} or more loses half of them. "
        f"Players with {CRITERIA[card.bonus.criterion]} then draw {plural(card.bonus.coins, 'coin')}."
    )
