"""What offers are about, the headings they stand under, and the commands that a person looks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from domain.drawing import MOST_CANDIDATES

from .. import commands as c
from ..content import Ship, deck
from ..expeditions import by_symbol, choices
from ..state import ActiveTake, BustWindow, Discover, OtherTake, request
from ..view import MerchantsView

GROUP_OF: Mapping[type[c.Command], str] = {
    c.RevealCard: "discover",
    c.RepelShip: "discover",
    c.KeepShip: "discover",
    c.StopDiscovering: "finish",
    c.LootShip: "take",
    c.HirePerson: "take",
    c.CompleteExpedition: "expedition",
    c.FinishTaking: "finish",
    c.EndTurn: "finish",
}


def group(command: c.Command) -> str:
    return GROUP_OF[type(command)]


def targets(view: MerchantsView, seat: int, command: c.Command) -> Sequence[str]:
    match command:
        case c.RepelShip(card=card) | c.KeepShip(card=card) | c.LootShip(card=card) | c.HirePerson(card=card):
            return (card,)
        case c.CompleteExpedition(request=wanted, discards=discards):
            return (wanted, *discards)
        case c.RevealCard():
            return ("draw_deck",)
        case c.StopDiscovering() | c.FinishTaking():
            return ("harbour",)
        case c.EndTurn():
            return (f"seat/{view.active_seat}",)


def candidates(view: MerchantsView, seat: int) -> Sequence[c.Command]:
    """The ways on, every card of the harbour, and every open request with the Persons that serve it best."""
    return list(islice(_candidates(view, seat), MOST_CANDIDATES))


def _candidates(view: MerchantsView, seat: int) -> Iterator[c.Command]:
    if view.result is not None:
        return
    if view.revealed_slot is not None:
        yield c.RepelShip(view.revealed_slot)
        yield c.KeepShip(view.revealed_slot)
    if isinstance(view.decision, Discover):
        yield c.RevealCard()
        yield c.StopDiscovering()
    if isinstance(view.decision, ActiveTake | OtherTake):
        yield c.FinishTaking()
    if isinstance(view.decision, BustWindow):
        yield c.EndTurn()
    for instance in view.requests:
        yield c.CompleteExpedition(instance, _best(view, seat, instance))
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    for instance in view.harbour:
        yield c.LootShip(instance) if type(cards[instance]) is Ship else c.HirePerson(instance)


def _best(view: MerchantsView, seat: int, instance: str) -> tuple[str, ...]:
    """The Persons that complete a request with the fewest Jacks of all Trades, or as many of its Persons as there are."""
    played = deck(view.deck_id, view.revision, len(view.seats))
    persons = view.seats[seat].persons
    if complete := choices(played, persons, instance):
        return complete[0]
    own, jacks = by_symbol(played.cards, persons)
    wanted = request(played.cards, instance).requires
    return (*(card for symbol, number in wanted.items() for card in own.get(symbol, [])[:number]), *jacks)
