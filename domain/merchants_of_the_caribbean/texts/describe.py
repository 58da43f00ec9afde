"""Actions as sentences for people."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game import Json
from domain.kit.words import listed, plural

from .. import commands as c
from ..odds import bust_chance
from ..view import MerchantsView
from .names import figures, influence_of, name, skill
from .preview import preview


def describe(view: MerchantsView, seat: int, command: c.Command, seats: Sequence[str]) -> str:
    """A legal command as a sentence."""
    facts = preview(view, seat, command)
    match command:
        case c.RevealCard():
            first = "Shuffle the discard pile and reveal a card" if facts["reshuffles"] else "Reveal the next card"
            return f"{first}: {risk(bust_chance(view))}."
        case c.RepelShip(card=card):
            return f"Repel the {figures(card)}: you have strength {facts['seat_strength']}."
        case c.KeepShip(card=card):
            if facts["keeping_busts"]:
                return f"Keep the {figures(card)}, which is a bust: its type already lies in the harbour."
            return f"Keep the {figures(card)}: it goes to the harbour."
        case c.StopDiscovering():
            takes = min(_number(facts["takes"]), len(view.harbour))
            brings = f"you may take up to {plural(takes, 'card')}" if takes else "the harbour is empty, with nothing to take"
            return f"Stop revealing: {brings}."
        case c.LootShip(card=card):
            paid = f", for a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            return f"Loot the {name(card)}: you draw {plural(_number(facts['income']), 'coin')}{paid}."
        case c.HirePerson(card=card):
            paid = f" and a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            points = plural(_number(facts["influence"]), "influence point")
            return f"Hire the {name(card)} for {plural(_number(facts['price']), 'coin')}{paid}: {points}; {skill(card)}."
        case c.CompleteExpedition(request=card, discards=discards):
            gained, lost = _number(facts["influence"]), sum(influence_of(person) for person in discards)
            more = f"{plural(gained, 'influence point')} more ({lost + gained} for {lost} given up)"
            coins = plural(_number(facts["coins"]), "coin")
            return f"Complete the {name(card)}, giving up {listed([*map(name, discards)])}: {coins} and {more}."
        case c.FinishTaking():
            return "Take no more cards."
        case c.EndTurn():
            return "End the turn."


def risk(chance: float) -> str:
    """`8% risk of a bust`. Only a chance of exactly 0 is `no risk`, and only of exactly 1 is certain."""
    if chance == 1:
        return "sure to be a bust"
    return f"{f'{chance:.0%}' if chance else 'no'} risk of a bust"


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value
