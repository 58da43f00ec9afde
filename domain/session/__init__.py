"""What every game has around its rules: seats, options and the life from lobby to end, as state and events.

A game's log holds table events (`events.py`) and the events of its rules. `fold` takes both. The commands are in
domain/session/lifecycle.
"""

# ruff: noqa: F403 - one namespace, as for the commands and events of a game.

from __future__ import annotations

from typing import Any

import msgspec

from domain.game import AnyGame
from domain.session.events import *
from domain.session.evolve import fold as fold
from domain.session.evolve import with_state as with_state
from domain.session.narration import narrate as narrate
from domain.session.narration import scene as scene
from domain.session.narration import staged as staged
from domain.session.state import *
from domain.session.state import Session


def position(state: Any) -> msgspec.Raw:
    """A state as events carry it."""
    return msgspec.Raw(msgspec.json.encode(state, order="sorted"))


def turn(game: AnyGame, session: Session[Any]) -> int:
    """The number of the turn being played; 0 is lobby and set-up."""
    return 0 if session.state is None else game.rules.turn(session.state)


def to_act(game: AnyGame, session: Session[Any]) -> tuple[int, ...]:
    """The seats that are asked something now."""
    return game.rules.to_act(session.state) if session.status == "running" and session.state is not None else ()


def bots_to_act(game: AnyGame, session: Session[Any]) -> tuple[int, ...]:
    """The seats played by bots that are asked something now."""
    bots = [number for number, seat in enumerate(session.seats) if seat.kind == "bot"]
    return tuple([seat for seat in to_act(game, session) if seat in bots]) if bots else ()


def bots_alone(session: Session[Any]) -> bool:
    """Whether only bots play, so that nobody waits for them."""
    return all(seat.kind == "bot" for seat in session.seats)
