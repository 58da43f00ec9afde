"""Bots that peek, to test the hunt: the functions that bots call also get the true state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zlib import crc32

from domain.game import AnyGame
from domain.levels import Level
from tests.leaks.bot_traces import Plant
from tests.leaks.hidden_parts import content
from tests.leaks.lookahead import World, dice, leads_to
from tests.leaks.observations import raw
from tests.support.changed import changed

SLIGHT = 1e-6
"""The weight of a slight peek in a value, which hardly ever changes a choice."""


def _leads(game: AnyGame, state: Any) -> Callable[[Any, int, Any], float]:
    return lambda view, seat, command: leads_to(game, World(state, dice(0)), seat, command)


def valuing_the_deal(game: AnyGame, state: Any) -> AnyGame:
    """Evaluates a command by its result in the true deal."""
    return changed(game, bots={"evaluate": _leads(game, state)})


def playing_safely_by_the_deal(game: AnyGame, state: Any) -> AnyGame:
    """The safest command is the one with the best result in the true deal."""
    leads = _leads(game, state)

    def safest(view: Any, seat: int, legal: Sequence[Any]) -> Any:
        return max(legal, key=lambda command: leads(view, seat, command))

    return changed(game, bots={"stand_in": safest})


def searching_the_deal(game: AnyGame, state: Any) -> AnyGame:
    """Each iteration of a search is played in the true deal."""
    return changed(game, bots={"determinize": lambda view, seat, rng: state})


PEEKING: Mapping[Level, Plant] = {
    "greedy": valuing_the_deal,
    "stand_in": playing_safely_by_the_deal,
    "expert": searching_the_deal,
}


def slightly(fields: Sequence[str]) -> Plant:
    """Between nearly equal commands, these fields of the true state decide."""

    def plant(game: AnyGame, state: Any) -> AnyGame:
        hidden = raw(content(state, fields))

        def evaluate(view: Any, seat: int, command: Any) -> float:
            return game.bots.evaluate(view, seat, command) + SLIGHT * (crc32(hidden + raw(command)) % 1000) / 1000

        return changed(game, bots={"evaluate": evaluate})

    return plant
