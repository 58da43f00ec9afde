"""Commands as sentences for people, and what they cost and bring. What is told of events is in tell.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.game import Json
from domain.kit.words import listed, plural

from . import commands as c
from .cards import ExpeditionRequest, Person, Ship, deck
from .loot_and_hire import TAKES_BY_SHIP_TYPES, fee, price
from .odds import bust_chance
from .state import ActiveTake, OtherTake, person, request, ship, trader_bonus
from .view import MerchantsView, SeatView
from .words import figures, name, skill


def preview(view: MerchantsView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """What a legal command costs and brings, as far as anyone can know (MC-149, MC-140)."""
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    own = view.seats[seat]
    match command:
        case c.RevealCard():
            return {"bust_chance": round(bust_chance(view), 4), "reshuffles": view.draw_deck_size == 0}
        case c.RepelShip(card=instance):
            return {"ship_strength": ship(cards, instance).strength, "seat_strength": own.strength}
        case c.KeepShip(card=instance):
            return {"keeping_busts": ship(cards, instance).type in view.ship_types}
        case c.StopDiscovering():
            takes = TAKES_BY_SHIP_TYPES[len(view.ship_types)]
            return {"ship_types": len(view.ship_types), "takes": takes + own.extra_takes}
        case c.LootShip(card=instance):
            return _preview_loot(view, own, ship(cards, instance))
        case c.HirePerson(card=instance):
            return _preview_hire(view, own, person(cards, instance))
        case c.CompleteExpedition(request=instance, discards=discards):
            given_up = sum(person(cards, discard).influence for discard in discards)
            return _preview_completion(own, request(cards, instance), given_up)
        case c.FinishTaking():
            return {"takes_left": _takes_left(view)}
        case c.EndTurn():
            return {}


def _preview_loot(view: MerchantsView, own: SeatView, card: Ship) -> Mapping[str, Json]:
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    income = card.coins + trader_bonus(cards, own.persons, card.type)
    # The looted Ship itself can be reshuffled and drawn (MC-084).
    available = view.draw_deck_size + len(view.discard_pile) + 1
    return {"price": 0, "fee": fee(view.decision), "income": min(income, available)}


def _preview_hire(view: MerchantsView, own: SeatView, card: Person) -> Mapping[str, Json]:
    return {
        "price": price(card, own.discount),
        "fee": fee(view.decision),
        "income": 0,
        "influence": card.influence,
        "influence_after": own.influence + card.influence,
    }


def _preview_completion(own: SeatView, wanted: ExpeditionRequest, given_up: int) -> Mapping[str, Json]:
    return {
        "reward": wanted.reward.coins,
        "influence": wanted.influence,
        "influence_given_up": given_up,
        "influence_after": own.influence - given_up + wanted.influence,
    }


def _takes_left(view: MerchantsView) -> int:
    decision = view.decision
    return decision.takes_left if isinstance(decision, ActiveTake | OtherTake) else 0


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
            return f"Stop discovering: {brings}."
        case c.LootShip(card=card):
            paid = f", for a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            return f"Loot the {name(card)}: you draw {plural(_number(facts['income']), 'coin')}{paid}."
        case c.HirePerson(card=card):
            paid = f" and a fee of {plural(_number(facts['fee']), 'coin')}" if facts["fee"] else ""
            points = plural(_number(facts["influence"]), "influence point")
            return f"Hire the {name(card)} for {plural(_number(facts['price']), 'coin')}{paid}: {points}; {skill(card)}."
        case c.CompleteExpedition(request=card, discards=discards):
            influence, lost = _number(facts["influence"]), _number(facts["influence_given_up"])
            more = f"{plural(influence - lost, 'influence point')} more ({influence} for {lost} given up)"
            coins = plural(_number(facts["reward"]), "coin")
            return f"Complete the {name(card)}, giving up {listed([*map(name, discards)])}: {coins} and {more}."
        case c.FinishTaking():
            return "Take no more cards."
        case c.EndTurn():
            return "End the turn."


def risk(chance: float) -> str:
    """`8% risk of a bust`. A chance of one card in a hundred is not rounded to none, nor of all but one to certainty."""
    if chance == 1:
        return "sure to be a bust"
    return f"{f'{chance:.0%}' if chance else 'no'} risk of a bust"


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value
