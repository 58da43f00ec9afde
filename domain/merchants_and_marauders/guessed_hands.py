"""Glory cards for hands that a seat does not see, such that what happens around them stays possible."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.game import Hidden, Rng
from domain.kit.cards import shuffled

from .content import GLORY_INSTANCES, glory_card
from .frames import HireByDeed, React, Window
from .parts import Cards, Deck
from .playable import why_not
from .rounds import why_not_by_deed
from .state import State
from .view import MaraudersView


def deal_hands(state: State, view: MaraudersView, rng: Rng) -> State:
    """Fill the hands that are hidden, then the deck."""
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
        self.windows = [frame for frame in view.stack if isinstance(frame, Window)]
        self.cards = cards
        self.deck_size = view.glory.cards
        self.space = {n: own.glory.count for n, own in enumerate(view.seats) if isinstance(own.glory, Hidden)}
        self.hands: dict[int, list[str]] = {number: [] for number in self.space}
        self.announced = {n for n in self.space if view.seats[n].announced == Hidden(1)}
        self.covered: dict[int, str] = {}

    def give(self, seat: int, fits: Callable[[str], bool]) -> str | None:
        """One card that fits into this hand, if there is one and room for it."""
        card = next((card for card in self.cards if fits(card)), None)
        if card is None or len(self.hands[seat]) == self.space[seat]:
            return None
        self.cards.remove(card)
        self.hands[seat].append(card)
        return card

    def deal_what_is_known(self) -> None:
        for window in self.windows:
            self.deal_announced(window)
            self.deal_withdrawn(window)
        if self.state.options.windows == "holders_only":
            self.deal_asked()

    def deal_asked(self) -> None:
        """Who is asked can use a card (MM-391, MM-K26)."""
        top = self.state.stack[-1] if self.state.stack else None
        if isinstance(top, React) and top.seat in self.space:
            fits = self.playable(top.seat, self.windows[-1])
            if not any(fits(card) for card in self.hands[top.seat]):
                self.give(top.seat, fits)
        elif isinstance(top, HireByDeed) and top.seat in self.space:
            self.give(top.seat, lambda card: why_not_by_deed(self.state, top.seat, card) is None)

    def playable(self, seat: int, window: Window) -> Callable[[str], bool]:
        return lambda card: (
            glory_card(card).timing == window.timing
            and card not in window.withdrawn
            and why_not(self.state, seat, card) is None
        )

    def deal_announced(self, window: Window) -> None:
        """A covered card fits its window; it may have lost its use since it was announced (MM-K13, MM-210)."""
        for seat in self.announced & {*window.announced}:
            self.announced.remove(seat)
            card = self.give(seat, self.playable(seat, window)) or self.give(
                seat, lambda card: glory_card(card).timing == window.timing and card not in window.withdrawn
            )
            assert card is not None
            self.covered[seat] = card

    def deal_withdrawn(self, window: Window) -> None:
        """Cards that were shown are still in a hand of the window (MM-210)."""
        for card in window.withdrawn:
            for seat in window.seats:
                if seat in self.space and self.give(seat, card.__eq__):
                    break

    def dealt(self, rng: Rng) -> State:
        seats = list(self.state.seats)
        for seat, space in self.space.items():
            while len(self.hands[seat]) < space:
                assert self.give(seat, lambda card: True) is not None
            hand: Cards = shuffled(self.hands[seat], rng)
            seats[seat] = replace(seats[seat], glory=hand, announced=self.covered.get(seat))
        deck = tuple(self.cards) if isinstance(self.deck_size, Hidden) else self.deck_size
        return replace(self.state, seats=tuple(seats), glory=Deck(deck, self.state.glory.discard))
