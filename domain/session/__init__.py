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


def asks_the_same(game: AnyGame, before: Session[Any], after: Session[Any], seat: int) -> bool:
    """Whether a seat that was asked something before is asked the same after: by what it decides on in its view, in the same
    turn, for the same legal commands, with the same level of a bot if one plays it. Then its decision still holds."""
    if before.state is None or after.state is None or after.seats[seat].level != before.seats[seat].level:
        return False
    view, decides_on, legal = game.gate.view, game.gate.decides_on, game.rules.legal_commands
    return (
        seat in to_act(game, before)
        and seat in to_act(game, after)
        and turn(game, after) == turn(game, before)
        and decides_on(view(after.state, seat), seat) == decides_on(view(before.state, seat), seat)
        and list(legal(after.state, seat)) == list(legal(before.state, seat))
    )


def bots_alone(session: Session[Any]) -> bool:
    """Whether only bots play, so that nobody waits for them."""
    return all(seat.kind == "bot" for seat in session.seats)
