"""Where every card is, kept by the tests from the unhidden events alone: an oracle beside the game's own state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.merchants_of_the_caribbean import events as e

from . import catalogue


class Ledger:
    """The zones of MC-015. Coins stand in the order in which they were gained; the draw deck from its top down."""

    def __init__(self) -> None:
        self.deck_id = ""
        self.seats = 0
        self.draw_deck: list[str] = []
        self.discard_pile: list[str] = []
        self.revealed_slot: list[str] = []
        self.harbour: list[str] = []
        self.requests: list[str] = []
        self.persons: list[list[str]] = []
        self.completed: list[list[str]] = []
        self.coins: list[list[str]] = []
        self.known_coins: list[str] = []
        """What lay face down at the last reshuffle and was not seen since (MC-153)."""

    def copy(self) -> Ledger:
        """An independent copy, for a look at how things were before."""
        twin = Ledger()
        twin.deck_id, twin.seats = self.deck_id, self.seats
        for zone in ("draw_deck", "discard_pile", "revealed_slot", "harbour", "requests", "known_coins"):
            setattr(twin, zone, list(getattr(self, zone)))
        for zone in ("persons", "completed", "coins"):
            setattr(twin, zone, [list(cards) for cards in getattr(self, zone)])
        return twin

    def card(self, instance: str) -> catalogue.Card:
        return catalogue.card(self.deck_id, instance)

    def zones(self) -> dict[str, list[str]]:
        """Every zone with its cards."""
        common = {
            zone: getattr(self, zone) for zone in ("draw_deck", "discard_pile", "revealed_slot", "harbour", "requests")
        }
        own = {
            f"{zone} of seat {seat}": getattr(self, zone)[seat]
            for zone in ("persons", "completed", "coins")
            for seat in range(self.seats)
        }
        return common | own

    def influence(self, seat: int) -> int:
        """The influence points of a seat's Persons and completed requests (MC-120)."""
        return sum(self.card(each)["influence"] for each in (*self.persons[seat], *self.completed[seat]))

    def strength(self, seat: int) -> int:
        """The fighting strength of a seat's Persons (MC-038)."""
        return sum(self.card(each)["strength"] for each in self.persons[seat])

    def skill(self, seat: int, code: str) -> int:
        """How many Persons with this skill the seat has."""
        return sum(self.card(each)["skill"]["code"] == code for each in self.persons[seat])

    def ship_types(self) -> set[str]:
        return {self.card(each)["type"] for each in self.harbour if self.card(each)["kind"] == "ship"}

    def record(self, events: Iterable[e.Event]) -> None:
        for event in events:
            if movement := _MOVEMENTS.get(type(event)):
                movement(self, event)

    def _move(self, card: str, source: list[str], target: list[str]) -> None:
        assert card in source, f"{card} is not where it is taken from"
        source.remove(card)
        target.append(card)

    def _set_up(self, event: e.GameSetUp) -> None:
        self.deck_id, self.seats = event.deck_id, event.seats
        assert isinstance(event.deck_order, tuple)
        self.draw_deck = list(event.deck_order)
        # A request that lies open from the start waits in the slot for the `request_posted` that follows (MC-V14).
        self.revealed_slot = list(catalogue.laid_out_at_setup(event.deck_id, event.seats))
        seats = range(event.seats)
        self.persons, self.completed, self.coins = [[] for _ in seats], [[] for _ in seats], [[] for _ in seats]

    def _revealed(self, event: e.CardRevealed) -> None:
        assert self.draw_deck[0] == event.card, "a reveal turns up the top card"
        self._move(event.card, self.draw_deck, self.revealed_slot)

    def _placed(self, event: e.HarbourCardPlaced) -> None:
        self._move(event.card, self.revealed_slot, self.harbour)

    def _repelled(self, event: e.ShipRepelled) -> None:
        self._move(event.card, self.revealed_slot, self.discard_pile)

    def _posted(self, event: e.RequestPosted) -> None:
        self._move(event.card, self.revealed_slot, self.requests)

    def _tax_levied(self, event: e.TaxLevied) -> None:
        self._spend(event.seat, event.cards, self.discard_pile)

    def _tax_finished(self, event: e.TaxIncreaseFinished) -> None:
        self._move(event.card, self.revealed_slot, self.discard_pile)

    def _cleared(self, event: e.HarbourCleared) -> None:
        cards = (*self.harbour, *self.revealed_slot)
        assert sorted(event.cards) == sorted(cards)
        self.discard_pile += event.cards
        self.harbour, self.revealed_slot = [], []

    def _looted(self, event: e.ShipLooted) -> None:
        self._move(event.card, self.harbour, self.discard_pile)

    def _hired(self, event: e.PersonHired) -> None:
        self._move(event.card, self.harbour, self.persons[event.seat])

    def _gained(self, event: e.CoinsGained) -> None:
        assert isinstance(event.cards, tuple)
        assert tuple(self.draw_deck[: event.amount]) == event.cards, "coins are drawn from the top"
        del self.draw_deck[: event.amount]
        self.coins[event.seat] += event.cards

    def _paid(self, event: e.CoinsPaid) -> None:
        self._spend(event.seat, event.cards, self.discard_pile)

    def _fee_paid(self, event: e.FeePaid) -> None:
        assert isinstance(event.cards, tuple)
        self._spend(event.from_seat, event.cards, self.coins[event.to_seat])

    def _spend(self, seat: int, cards: tuple[str, ...], target: list[str]) -> None:
        for card in cards:
            self._move(card, self.coins[seat], target)
            if target is self.discard_pile and card in self.known_coins:
                self.known_coins.remove(card)

    def _completed(self, event: e.ExpeditionCompleted) -> None:
        for person in event.discards:
            self._move(person, self.persons[event.seat], self.discard_pile)
        self._move(event.request, self.requests, self.completed[event.seat])

    def _reshuffled(self, event: e.DeckReshuffled) -> None:
        assert isinstance(event.deck_order, tuple)
        assert sorted(event.deck_order) == sorted(self.discard_pile)
        self.known_coins = sorted([*self.draw_deck, *(card for coins in self.coins for card in coins)])
        self.draw_deck += event.deck_order
        self.discard_pile = []


_MOVEMENTS: dict[type[Any], Callable[[Ledger, Any], None]] = {
    e.GameSetUp: Ledger._set_up,
    e.CardRevealed: Ledger._revealed,
    e.HarbourCardPlaced: Ledger._placed,
    e.ShipRepelled: Ledger._repelled,
    e.RequestPosted: Ledger._posted,
    e.TaxLevied: Ledger._tax_levied,
    e.TaxIncreaseFinished: Ledger._tax_finished,
    e.HarbourCleared: Ledger._cleared,
    e.ShipLooted: Ledger._looted,
    e.PersonHired: Ledger._hired,
    e.CoinsGained: Ledger._gained,
    e.CoinsPaid: Ledger._paid,
    e.FeePaid: Ledger._fee_paid,
    e.ExpeditionCompleted: Ledger._completed,
    e.DeckReshuffled: Ledger._reshuffled,
}
"""Every event that moves a card; the others tell of decisions and phases."""
