"""What every game has around its rules: seats, options and the life from lobby to end, as state and events.

A game's log holds table events (`events.py`) and the events of its rules. `fold` takes both. The commands are in
domain/lifecycle.
"""

# ruff: noqa: F403 - one namespace, as for the commands and events of a game.

from __future__ import annotations

from typing import Any

import msgspec

from domain.game import AnyGame
from domain.table.events import *
from domain.table.evolve import fold as fold
from domain.table.evolve import settled as settled
from domain.table.narration import narrate as narrate
from domain.table.state import *
from domain.table.state import Table


def position(state: Any) -> msgspec.Raw:
    """A state as events carry it."""
    return msgspec.Raw(msgspec.json.encode(state, order="sorted"))


def turn(game: AnyGame, table: Table[Any]) -> int:
    """The number of the turn being played; 0 is lobby and set-up."""
    return 0 if table.state is None else game.rules.turn(table.state)


def to_act(game: AnyGame, table: Table[Any]) -> tuple[int, ...]:
    """The seats that are asked something now."""
    return game.rules.to_act(table.state) if table.status == "running" and table.state is not None else ()


def bots_to_act(game: AnyGame, table: Table[Any]) -> tuple[int, ...]:
    """The seats played by bots that are asked something now."""
    bots = [number for number, seat in enumerate(table.seats) if seat.kind == "bot"]
    return tuple([seat for seat in to_act(game, table) if seat in bots]) if bots else ()


def bots_alone(table: Table[Any]) -> bool:
    """Whether only bots play, so that nobody waits for them."""
    return all(seat.kind == "bot" for seat in table.seats)
