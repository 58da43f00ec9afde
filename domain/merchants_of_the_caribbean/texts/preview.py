"""The costs and gains of an action, as fields."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Json

from .. import commands as c
from ..coins import drawable
from ..content import Person, deck
from ..expeditions import influence_gained
from ..loot_and_hire import fee, income, price, takes_for
from ..odds import bust_chance
from ..state import ActiveTake, OtherTake, person, request, ship
from ..view import MerchantsView, SeatView


def preview(view: MerchantsView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """The costs and gains of a legal command, from what everyone sees (MC-149, MC-140)."""
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
            return {"ship_types": len(view.ship_types), "takes": takes_for(len(view.ship_types)) + own.extra_takes}
        case c.LootShip(card=instance):
            return _preview_loot(view, own, instance)
        case c.HirePerson(card=instance):
            return _preview_hire(view, own, person(cards, instance))
        case c.CompleteExpedition():
            return _preview_completion(view, own, command)
        case c.FinishTaking():
            return {"takes_left": _takes_left(view)}
        case c.EndTurn():
            return {}


def _preview_loot(view: MerchantsView, own: SeatView, instance: str) -> Mapping[str, Json]:
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    # The looted Ship itself can be reshuffled and drawn (MC-084).
    brings = income(cards, own.persons, ship(cards, instance))
    gained, due = drawable(brings, view.draw_deck_size, len(view.discard_pile) + 1), fee(view.decision)
    return {"coins": gained - due, "price": 0, "fee": due, "income": gained}


def _preview_hire(view: MerchantsView, own: SeatView, card: Person) -> Mapping[str, Json]:
    cost, due = price(card, own.discount), fee(view.decision)
    after = own.influence + card.influence
    return {
        "coins": -cost - due,
        "influence": card.influence,
        "price": cost,
        "fee": due,
        "income": 0,
        "influence_after": after,
    }


def _preview_completion(view: MerchantsView, own: SeatView, command: c.CompleteExpedition) -> Mapping[str, Json]:
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    # The Persons given up can be reshuffled and drawn (MC-059).
    discarded = len(view.discard_pile) + len(command.discards)
    coins = drawable(request(cards, command.request).reward.coins, view.draw_deck_size, discarded)
    gained = influence_gained(cards, command.request, command.discards)
    return {"coins": coins, "influence": gained, "influence_after": own.influence + gained}


def _takes_left(view: MerchantsView) -> int:
    decision = view.decision
    return decision.takes_left if isinstance(decision, ActiveTake | OtherTake) else 0
