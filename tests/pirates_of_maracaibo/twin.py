"""Information-set twins: a second game that differs only in what is hidden from a viewer, so that both look the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import TIER_ONE_IMPROVEMENTS
from domain.pirates_of_maracaibo.state import Seat, State
from domain.pirates_of_maracaibo.values import Cards, SeaCard, Treasure

TOP = 3
"""Cards of each deck that stay where they are, so that the twins do not part at the next draw."""


class Twin:
    """`names` maps the cards that changed places; `moved` are these, and Locations with another tile."""

    def __init__(self, state: State, viewer: int | None, seed: int) -> None:
        self.random = random.Random(seed)
        self.viewer = viewer
        self.names: dict[str, str] = {}
        self.state = self._hidden_changed(state)
        self.moved = {card for pair in self.names.items() if pair[0] != pair[1] for card in pair}
        self.moved |= {place for place, tile in state.value_tiles.items() if self.state.value_tiles[place] != tile}

    def renamed(self, command: c.Command) -> c.Command:
        fields = msgspec.structs.asdict(command)
        return replace(command, **{name: self.names.get(value, value) for name, value in fields.items()})

    def _hidden_changed(self, state: State) -> State:
        others = [own for number, own in enumerate(state.seats) if number != self.viewer]
        held = [quest for own in others for quest in (*own.quests, *own.dealt)]
        self._permute([*held, *(state.jordan.quests if state.jordan else ()), *state.quest_deck[TOP:]])
        face_down = [card for card in state.sea.values() if not card.face_up]
        self._permute([card.id for card in (*face_down, *state.tier_two[TOP:]) if card.back == "tier_2"])
        known = {card for own in state.seats for card in own.improvements}
        known |= {card.id for card in state.sea.values() if card.face_up}
        known |= {*state.jordan.improvements} if state.jordan else set()
        self._permute([card for card in TIER_ONE_IMPROVEMENTS if card not in known])
        self._permute(state.jordan.deck[TOP:] if state.jordan else ())
        locations = [card.id for card in face_down if card.back == "tier_1_location"]
        self._permute(locations)
        return replace(
            state,
            seats=tuple(self._seat(number, own) for number, own in enumerate(state.seats)),
            jordan=None
            if state.jordan is None
            else replace(state.jordan, quests=self._cards(state.jordan.quests), deck=self._cards(state.jordan.deck)),
            sea={space: self._card(card) for space, card in state.sea.items()},
            tier_two=tuple(self._card(card) for card in state.tier_two),
            value_tiles=self._tiles(state, locations),
            quest_deck=self._cards(state.quest_deck),
        )

    def _permute(self, hidden: Sequence[str]) -> None:
        self.names.update(zip(hidden, self.random.sample(hidden, len(hidden)), strict=True))

    def _cards(self, cards: Cards) -> Cards:
        return tuple(self.names.get(card, card) for card in cards)

    def _card(self, card: SeaCard) -> SeaCard:
        return replace(card, id=self.names.get(card.id, card.id))

    def _tiles(self, state: State, hidden: Sequence[str]) -> dict[str, Treasure]:
        """Those on face-down Locations lie elsewhere."""
        places = [location for location in state.value_tiles if location in hidden]
        left = [state.value_tiles[location] for location in places]
        return {**state.value_tiles, **dict(zip(places, self.random.sample(left, len(left)), strict=True))}

    def _seat(self, number: int, own: Seat) -> Seat:
        if number == self.viewer:
            return own
        return replace(own, quests=self._cards(own.quests), dealt=self._cards(own.dealt))


def revealing(events: Sequence[e.Event]) -> bool:
    """Whether the events show Quests."""
    return any(isinstance(event, e.QuestsRevealed) for event in events)
