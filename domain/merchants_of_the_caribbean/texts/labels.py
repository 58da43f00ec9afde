"""Actions in a few words, and what a seat is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.kit.plain_words import LONGEST_LABEL
from domain.kit.words import YOU, Subject, plural

from .. import commands as c
from ..content import ExpeditionJoker, ExpeditionRequest, Person, Ship
from ..loot_and_hire import fee, price
from ..state import ActiveTake, BustWindow, Discover, OtherTake, Repel
from ..view import MerchantsView
from .names import card_of, name


def label(view: MerchantsView, seat: int, command: c.Command, names: Sequence[str]) -> str:
    """Two offers that differ only in which copy of a card they name have the same label."""
    match command:
        case c.RevealCard():
            return "Reveal a card"
        case c.RepelShip(card=card):
            return f"Repel the {name(card)}"
        case c.KeepShip(card=card):
            return f"Keep the {name(card)}"
        case c.StopDiscovering():
            return "Stop revealing"
        case c.LootShip(card=card):
            return _loot(card)
        case c.HirePerson(card=card):
            return _hire(view, seat, card)
        case c.CompleteExpedition(request=card, discards=discards):
            return _complete(card, discards)
        case c.FinishTaking():
            return "Take no more cards"
        case c.EndTurn():
            return "End the turn"


def _loot(instance: str) -> str:
    ship = card_of(instance)
    assert type(ship) is Ship
    strength = "skull" if ship.strength is None else f"strength {ship.strength}"
    return f"Loot the {name(instance)}: {plural(ship.coins, 'coin')}, {strength}"


def _hire(view: MerchantsView, seat: int, instance: str) -> str:
    person = card_of(instance)
    assert type(person) is Person
    cost = price(person, view.seats[seat].discount)
    return f"Hire {name(instance)} for {cost}: {plural(person.influence, 'point')}"


def _complete(instance: str, discards: Sequence[str]) -> str:
    """`Complete 2 Priests, Settler`, or with Jacks of all Trades `Complete 2 Captains with Captain, Jack`."""
    request = card_of(instance)
    assert type(request) is ExpeditionRequest
    needed = _short(Counter({symbol.capitalize(): number for symbol, number in request.requires.items()}))
    given = _short(Counter(map(_brief, discards)))
    if given == needed:
        return f"Complete {needed}"
    both = f"Complete {needed} with {given or 'nobody'}"
    return both if len(both) <= LONGEST_LABEL else f"Complete with {given}"[:LONGEST_LABEL]


def _brief(instance: str) -> str:
    person = card_of(instance)
    return "Jack" if type(person) is Person and type(person.skill) is ExpeditionJoker else person.name


def _short(numbers: Counter[str]) -> str:
    return ", ".join(plural(number, word) if number > 1 else word for word, number in numbers.items())


def asked(view: MerchantsView, seat: int, names: Sequence[str]) -> str:
    """What a seat is asked, for everybody."""
    return _asked(view, Subject(names[seat]), names)


def asked_you(view: MerchantsView, seat: int, names: Sequence[str]) -> str:
    """What a seat is asked, said to it."""
    return _asked(view, YOU, names)


def _asked(view: MerchantsView, who: Subject, names: Sequence[str]) -> str:
    match view.decision:
        case Discover():
            stop = f" or {who.does('stops')}" if view.reveals else ""
            return f"{who} {who.does('reveals')} the next card{stop}."
        case Repel(card=card, keeping_busts=busts):
            bust = ", which is a bust" if busts else ""
            return f"{who} {who.does('repels')} the {name(card)} or {who.does('keeps')} it{bust}."
        case ActiveTake(takes_left=0):
            return f"{who} {who.does('ends')} the turn."
        case ActiveTake(takes_left=left):
            return f"{who} {who.does('takes')} up to {plural(left, 'card')} from the harbour."
        case OtherTake():
            due = plural(fee(view.decision), "coin")
            return f"{who} may take a card from the harbour; it costs {due} to {names[view.active_seat]}."
        case BustWindow():
            return f"{who} may complete expeditions after the bust."
        case None:
            return f"{who} {who.does('is')} asked nothing."
