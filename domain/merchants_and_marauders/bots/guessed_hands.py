"""Deals glory cards to hidden hands, so that the decisions under way remain possible."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.game import Hidden, Rng
from domain.kit.cards import shuffled
from domain.kit.stack import nearest

from ..cards.feasibility import why_not
from ..content import GLORY_INSTANCES, glory_card
from ..frames import Frame, HireByDeed, React, Window
from ..rounds import why_not_by_deed
from ..state import State
from ..values import Cards, Deck
from ..view import MaraudersView


def deal_hands(state: State, view: MaraudersView, rng: Rng) -> State:
    """Fills the hidden hands, then the deck."""
    seen = {*view.glory.discard}
    for own in view.seats:
        seen.update(own.specialists)
        if isinstance(own.glory, tuple):
            seen.update(own.glory)
    dealing = _Dealing(state, view, list(shuffled([card for card in GLORY_INSTANCES if card not in seen], rng)))
    dealing.deal_what_is_known()
    return dealing.dealt(rng)


class _Dealing:
    def __init__(self, state: State, view: MaraudersView, cards: list[str]) -> None:
        self.state = state
        self.view = view
        self.cards = cards
        self.space = {n: own.glory.count for n, own in enumerate(view.seats) if isinstance(own.glory, Hidden)}
        self.hands: dict[int, list[str]] = {number: [] for number in self.space}
        self.covered: dict[int, str] = {}

    def give(self, seat: int, fits: Callable[[str], bool]) -> str | None:
        """The first card that this hand can hold; None if the hand is complete."""
        card = next((card for card in self.cards if fits(card)), None)
        if card is not None and len(self.hands[seat]) < self.space[seat]:
            self.cards.remove(card)
            self.hands[seat].append(card)
        return card

    def deal_what_is_known(self) -> None:
        for seat in self.space:
            for card in self.view.seats[seat].withdrawn:
                self.give(seat, card.__eq__)
        for seat in self.space:
            if self.view.seats[seat].announced == Hidden(1):
                self.announce(seat)
        if self.state.options.windows == "holders_only" and self.state.stack:
            self.explain(self.state.stack[-1])

    def announce(self, seat: int) -> None:
        """A hidden announced card has the timing of its window. It may have become useless since (MM-K13, MM-210)."""
        window = next(f for f in reversed(self.view.stack) if isinstance(f, Window) and seat in f.announced)
        card = self.give(seat, self.playable(seat, window)) or self.give(seat, self.timely(window))
        assert card is not None
        self.covered[seat] = card

    def timely(self, window: Window) -> Callable[[str], bool]:
        return lambda card: glory_card(card).timing == window.timing and card not in window.withdrawn

    def playable(self, seat: int, window: Window) -> Callable[[str], bool]:
        return lambda card: self.timely(window)(card) and why_not(self.state, seat, card) is None

    def explain(self, top: Frame) -> None:
        """A seat that is asked holds a card that it can play (MM-391) or hire (MM-K26)."""
        if isinstance(top, React) and top.seat in self.space:
            self.give(top.seat, self.playable(top.seat, nearest(self.state, Window)))
        elif isinstance(top, HireByDeed) and top.seat in self.space:
            self.give(top.seat, lambda card: why_not_by_deed(self.state, top.seat, card) is None)

    def dealt(self, rng: Rng) -> State:
        seats = list(self.state.seats)
        for seat, space in self.space.items():
            while len(self.hands[seat]) < space:
                self.give(seat, lambda card: True)
            hand: Cards = shuffled(self.hands[seat], rng)
            seats[seat] = replace(seats[seat], glory=hand, announced=self.covered.get(seat))
        deck = tuple(self.cards) if isinstance(self.view.glory.cards, Hidden) else self.view.glory.cards
        return replace(self.state, seats=tuple(seats), glory=Deck(deck, self.state.glory.discard))
