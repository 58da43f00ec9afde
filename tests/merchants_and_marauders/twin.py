"""A second game that somebody must take for the first: what is hidden from him has changed places, and he sees the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import PIRATES, ZONES
from domain.merchants_and_marauders.state import Seat, Ship, State, full_values
from domain.merchants_and_marauders.values import Deck

REVEALING = (
    e.MerchantRevealed,
    e.ModificationRevealed,
    e.VictoryDeclared,
    e.StashesShown,
    e.CaptainsRevealed,
    e.BelongingsLost,
)
"""Events that show at last what had been hidden and has no card of its own."""
TOP = 3
"""Cards of each deck that stay where they are, so that the twins do not part at the next draw."""


class Twin:
    """`names` maps the cards that changed places."""

    def __init__(self, state: State, viewer: int | None, seed: int) -> None:
        self.random = random.Random(seed)
        self.viewer = viewer
        self.names: dict[str, str] = {}
        self.others = [number for number in range(len(state.seats)) if number != viewer]
        self.state = self._hidden_changed(state)
        self.moved = {card for pair in self.names.items() if pair[0] != pair[1] for card in pair}

    def renamed(self, command: c.Command) -> c.Command:
        fields = {name: self.names.get(value, value) for name, value in msgspec.structs.asdict(command).items()}
        return replace(command, **fields)

    def _hidden_changed(self, state: State) -> State:
        choosing = isinstance(state.stack[-1], f.StartingShips)
        seats = [state.seats[number] for number in self.others]
        self._permute([card for seat in seats for card in seat.cargo], state.cargo.cards)
        if choosing:
            self._permute([seat.captain or "" for seat in seats], state.captains)
        if state.options.windows == "uniform":
            shown = {card for frame in state.stack if isinstance(frame, f.Window) for card in frame.withdrawn}
            shown |= {card for seat in seats if seat.announced for card in [seat.announced]}
            for frame in state.stack:
                if isinstance(frame, f.Plunder) and frame.seat == self.viewer:
                    shown |= {*state.seats[frame.loser].glory}
            self._permute([card for seat in seats for card in seat.glory if card not in shown], state.glory.cards)
        self._permute(
            [card for seat in seats for card in seat.rumors if card != seat.open_rumor and len(seat.rumors) < 2],
            state.rumor.cards,
        )
        for deck in (state.event_deck, state.captains, state.mission.cards):
            self._permute([], deck)
        return replace(
            state,
            seats=tuple(self._seat(state, number, own, choosing) for number, own in enumerate(state.seats)),
            captains=self._cards(state.captains),
            event_deck=self._cards(state.event_deck),
            cargo=Deck(self._cards(state.cargo.cards), state.cargo.discard),
            glory=Deck(self._cards(state.glory.cards), state.glory.discard),
            rumor=Deck(self._cards(state.rumor.cards), state.rumor.discard),
            mission=Deck(self._cards(state.mission.cards), state.mission.discard),
            merchants=self._shuffled(state.merchants, {*ZONES}),
            merchant_track=state.merchant_track,
            modifications=self._shuffled(state.modifications, {*state.modifications} - {*state.face_up}),
        )

    def _permute(self, held: Sequence[str], deck: Sequence[str]) -> None:
        hidden = [card for card in (*held, *deck[TOP:]) if card not in self.names]
        self.names.update(zip(hidden, self.random.sample(hidden, len(hidden)), strict=True))

    def _cards(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.names.get(card, card) for card in cards)

    def _shuffled(self, tokens: Any, places: set[str]) -> dict[str, str]:
        there = [place for place in tokens if place in places]
        return {**tokens, **dict(zip(there, self.random.sample([tokens[p] for p in there], len(there)), strict=True))}

    def _seat(self, state: State, number: int, own: Seat, choosing: bool) -> Seat:
        if number == self.viewer:
            return own
        more = 0 if state.options.open_gold or pirates_about(state) else self.random.randrange(30)
        saved = 0 if own.declared else self.random.randrange(30)
        ship, kind = own.ship, self.random.choice(("sloop", "flute"))
        return replace(
            own,
            captain=self.names.get(own.captain, own.captain) if own.captain else None,
            ship=Ship(kind, full_values(kind)) if choosing and ship is not None else ship,
            cargo=self._cards(own.cargo),
            lot=self._cards(own.lot),
            glory=self._cards(own.glory),
            rumors=self._cards(own.rumors),
            gold=own.gold + more,
            stash=own.stash + saved,
        )


def pirates_about(state: State) -> bool:
    """Their hunt compares gold, and that may show (MM-386)."""
    return any(npc in PIRATES for npc in (*state.npcs, *(npc for npc, _ in state.announced_npcs)))


def revealing(events: Sequence[e.Event | None]) -> bool:
    """Whether the events show something hidden that has no card, or how much gold was plundered."""
    return any(
        isinstance(event, REVEALING) or (isinstance(event, e.PlunderTaken) and event.kind == "gold") for event in events
    )
