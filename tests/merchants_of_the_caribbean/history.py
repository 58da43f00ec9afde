"""Arranges a position by telling what happened before it: a whole history of events from `game_set_up` on.

The first round is told as the turn in which each seat came to its Persons, completed requests and coins. The history is
sound as to where every card is; how many takes and which prices it took, and whether that should have triggered the end,
is not its concern.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.options import Options

from . import catalogue
from .ledger import Ledger

START_COINS = 3


def full_options(deck: str, seats: int, starting_seat: int, chosen: Mapping[str, object]) -> Options:
    """The options with every value filled in, as `game_set_up` records them (MC-V02)."""
    values: dict[str, object] = {
        "deck": deck,
        "players": seats,
        "starting_seat": starting_seat,
        **catalogue.deck_file(deck)["defaults"],
        **chosen,
    }
    return Options(**values)  # type: ignore[arg-type]


class History:
    """A history in the making. Cards that the position does not name serve as coins and fill the deck."""

    def __init__(
        self, *, seats: int, deck: str, starting_seat: int, options: Mapping[str, object], named: Sequence[str]
    ) -> None:
        assert len(set(named)) == len(named), "a card can be in one place only"
        assert set(named) <= set(catalogue.instances(deck, seats)), "a named card is not in this deck"
        self.seats, self.deck, self.starting_seat = seats, deck, starting_seat
        self.options = full_options(deck, seats, starting_seat, options)
        self.size = len(catalogue.deck_of(deck, seats))
        self.fillers = [each for each in catalogue.deck_of(deck, seats) if each not in named]
        self.order: list[str] = []
        self.events: list[e.Event] = []
        self.ledger = Ledger()
        self.ledger.record([self._set_up(())])

    def _set_up(self, order: tuple[str, ...]) -> e.GameSetUp:
        return e.GameSetUp(
            deck_id=self.deck,
            revision=catalogue.deck_file(self.deck)["revision"],
            options=self.options,
            seats=self.seats,
            starting_seat=self.starting_seat,
            deck_order=order,
        )

    def clockwise(self) -> list[int]:
        """All seats from the starting seat on."""
        return [(self.starting_seat + place) % self.seats for place in range(self.seats)]

    def after(self, *events: e.Event) -> None:
        self.events += events
        self.ledger.record(events)

    def filler(self, kind: str) -> str:
        """Choose a card of this kind that the position does not name."""
        return next(each for each in self.fillers if self.ledger.card(each)["kind"] == kind)

    def _draw(self, card: str | None = None) -> str:
        """Make this card, or any that is not named, the next of the draw deck."""
        chosen = card or self.fillers[0]
        if chosen in self.fillers:
            self.fillers.remove(chosen)
        self.order.append(chosen)
        self.ledger.draw_deck.append(chosen)
        return chosen

    def gain(self, seat: int, amount: int, reason: e.GainReason) -> None:
        if amount:
            cards = tuple(self._draw() for _ in range(amount))
            self.after(e.CoinsGained(seat=seat, amount=amount, reason=reason, missing=0, cards=cards))

    def reveal(self, seat: int, card: str) -> None:
        """Turn up a card; Ships and Persons go to the harbour, requests to `requests`."""
        self._draw(card)
        kind = self.ledger.card(card)["kind"]
        self.after(e.CardRevealed(seat=seat, card=card, kind=kind, draw_deck_size=self.size - len(self.order)))
        if kind == "expedition_request":
            self.after(e.RequestPosted(card=card))
        elif kind != "tax_increase":
            self.after(e.HarbourCardPlaced(seat=seat, card=card))

    def levy(self, active: int, seat: int, amount: int) -> None:
        """A Tax Increase that takes coins from one seat and gives none."""
        card = self.filler("tax_increase")
        self.reveal(active, card)
        self.after(
            e.TaxIncreaseStarted(card=card, criterion="most_strength"),
            e.TaxLevied(
                seat=seat,
                coins_before=len(self.ledger.coins[seat]),
                amount=amount,
                cards=tuple(self.ledger.coins[seat][:amount]),
            ),
            e.TaxIncreaseFinished(card=card, bonus_seats=()),
        )

    def set_up(self) -> None:
        """The start of the game up to the first turn."""
        for card in catalogue.laid_out_at_setup(self.deck, self.seats):
            self.after(e.RequestPosted(card=card))
        for seat in self.clockwise():
            self.gain(seat, START_COINS, "start")
        self.after(e.RoundStarted(round=1))

    def start_turn(self, round_number: int, seat: int) -> None:
        self.after(e.TurnStarted(round=round_number, seat=seat))

    def stop(self, seat: int, takes: int = 1) -> None:
        """End Discover and begin the active seat's takes."""
        types = len(self.ledger.ship_types())
        self.after(
            e.DiscoveryStopped(seat=seat, ship_types=types, base_takes=max(1, types - 2), automatic=False),
            e.TakingStarted(seat=seat, takes=takes, harbour_size=len(self.ledger.harbour)),
        )

    def end_turn(self, seat: int, taken: int = 0) -> None:
        """End the active seat's takes; the others take nothing."""
        self.after(e.TakingFinished(seat=seat, taken=taken, automatic=False))
        for place in range(1, self.seats):
            other = (seat + place) % self.seats
            self.after(
                e.TakingStarted(seat=other, takes=1, harbour_size=len(self.ledger.harbour)),
                e.TakingFinished(seat=other, taken=0, automatic=False),
            )
        if self.ledger.harbour:
            self.after(e.HarbourCleared(cards=tuple(self.ledger.harbour), reason="end_of_turn"))
        self.after(e.TurnEnded(seat=seat, barren=False, automatic=False))

    def hire(self, seat: int, card: str, price: int) -> None:
        """A Person comes from the harbour into the seat's display for `price` coins."""
        facts = self.ledger.card(card)
        if price:
            cards = tuple(self.ledger.coins[seat][:price])
            self.after(e.CoinsPaid(seat=seat, amount=price, reason="hire", cards=cards))
        influence = self.ledger.influence(seat) + facts["influence"]
        self.after(e.PersonHired(seat=seat, card=card, cost=facts["cost"], price=price, influence_after=influence))

    def complete(self, seat: int, request: str, discards: Sequence[str]) -> None:
        facts = self.ledger.card(request)
        lost = sum(self.ledger.card(each)["influence"] for each in discards)
        influence = self.ledger.influence(seat) - lost + facts["influence"]
        self.after(e.ExpeditionCompleted(seat=seat, request=request, discards=tuple(discards), influence_after=influence))
        self.gain(seat, facts["reward"]["coins"], "expedition")

    def arrange_seat(self, seat: int, persons: Sequence[str], completed: Sequence[str], coins: int) -> None:
        """Tell, within the seat's turn, how it came to what it has."""
        given_up = {request: self._matching(request) for request in completed}
        rewards = sum(self.ledger.card(request)["reward"]["coins"] for request in completed)
        surplus = max(0, START_COINS + rewards - coins)
        if not persons and not completed and surplus:
            self.levy(seat, seat, surplus)
            surplus = 0
        for card in (*completed, *(each for group in given_up.values() for each in group), *persons):
            self.reveal(seat, card)
        self.stop(seat, takes=len(persons) + sum(map(len, given_up.values())))
        self.gain(seat, max(0, coins - START_COINS - rewards), "jester")
        for request, group in given_up.items():
            for person in group:
                surplus -= self._hire_for(seat, person, surplus)
            self.complete(seat, request, group)
        for person in persons:
            surplus -= self._hire_for(seat, person, surplus)
        assert surplus == 0, "no way to so few coins"

    def _hire_for(self, seat: int, person: str, surplus: int) -> int:
        price = min(surplus, len(self.ledger.coins[seat]))
        self.hire(seat, person, price)
        return price

    def _matching(self, request: str) -> list[str]:
        """Unnamed Persons that serve this request exactly."""
        group: list[str] = []
        for symbol, number in self.ledger.card(request)["requires"].items():
            serving = [each for each in self.fillers if self.ledger.card(each)["type"] == symbol][:number]
            assert len(serving) == number, "too few Persons left to complete this request"
            group += serving
            self.fillers = [each for each in self.fillers if each not in serving]
        return group

    def quiet_turn(self, seat: int, round_number: int, *, reveals: bool) -> None:
        """A turn in which a Ship comes and nobody takes it."""
        self.start_turn(round_number, seat)
        if reveals:
            self.reveal(seat, self.filler("ship"))
        self.stop(seat)
        self.end_turn(seat)

    def finished(self, draw_deck: Sequence[str]) -> tuple[e.Event, ...]:
        """All events; the deck then begins with these cards."""
        order = (*self.order, *draw_deck, *self.fillers)
        assert len(order) == self.size
        return (self._set_up(order), *self.events)
