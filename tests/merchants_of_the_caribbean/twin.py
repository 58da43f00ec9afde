"""A second history that everyone must take for the first: the same public events, everything hidden dealt anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.merchants_of_the_caribbean import events as e

HIDDEN_FIELDS: dict[type[e.Event], str] = {
    e.GameSetUp: "deck_order",
    e.CoinsGained: "cards",
    e.FeePaid: "cards",
    e.DeckReshuffled: "deck_order",
}
"""The third column of the table of events (MC-C17)."""


def twin(events: Sequence[e.Event], seed: int) -> tuple[e.Event, ...]:
    """For each shuffle, the cards that nobody has seen since change places with one another."""
    chance = random.Random(seed)
    twins = list(events)
    for place, event in enumerate(twins):
        if isinstance(event, e.GameSetUp | e.DeckReshuffled):
            seen = {card for later in twins[place:] for card in shown(later)}
            assert isinstance(event.deck_order, tuple)
            unseen = [card for card in event.deck_order if card not in seen]
            swapped = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
            twins[place:] = [_renamed(later, swapped) for later in twins[place:]]
    return tuple(twins)


def shown(event: e.Event) -> Iterator[str]:
    """The cards that the event's public fields name."""
    fields = msgspec.structs.asdict(event)
    fields.pop(HIDDEN_FIELDS.get(type(event), ""), None)
    return _strings(msgspec.to_builtins(fields))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (string for part in value.values() for string in _strings(part))
    elif isinstance(value, list | tuple):
        yield from (string for part in value for string in _strings(part))


def _renamed(event: e.Event, names: dict[str, str]) -> e.Event:
    field = HIDDEN_FIELDS.get(type(event))
    if field is None:
        return event
    cards = tuple(names.get(card, card) for card in getattr(event, field))
    return msgspec.structs.replace(event, **{field: cards})
