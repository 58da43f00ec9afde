"""The costs and gains of an action, as fields."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Json

from .. import commands as c
from ..content import ExpeditionRequest, Person, Ship, deck
from ..loot_and_hire import TAKES_BY_SHIP_TYPES, fee, price
from ..odds import bust_chance
from ..state import ActiveTake, OtherTake, person, request, ship, trader_bonus
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
