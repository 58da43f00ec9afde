"""Games just laid out, with real chance."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import setup
from domain.pirates_of_maracaibo.state import Recorder, State
from tradewinds.testing import Chance

SEEDS = range(40)


class Unshuffled:
    """Chance with which a shuffle leaves every card where it is."""

    def below(self, limit: int) -> int:
        return limit - 1


def laid_out(seed: int = 1, seats: int = 3, **options: Any) -> Recorder:
    return setup(Options(**options), seats, Chance(seed))


def fresh(seed: int = 1, seats: int = 3, **options: Any) -> State:
    return laid_out(seed, seats, **options).state


def cards(state: State) -> list[str]:
    return [card.id for card in state.sea.values()]


def named(card: str, *values: Any) -> bool:
    """Whether a card occurs anywhere in these values."""
    return f'"{card}"'.encode() in msgspec.json.encode(values)
