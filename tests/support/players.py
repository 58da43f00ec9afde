"""Ways to play any game, each a function of position and chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.game import AnyGame, Rng

Player: TypeAlias = Callable[[AnyGame, Any, int, Rng], Any]
"""`player(game, state, seat, rng)`: the legal command that the seat gives."""


def at_random(game: AnyGame, state: Any, seat: int, rng: Rng) -> Any:
    """Any legal command."""
    commands = game.rules.legal_commands(state, seat)
    return commands[rng.below(len(commands))]


def greedily(game: AnyGame, state: Any, seat: int, rng: Rng) -> Any:
    """The command with the best evaluation."""
    view = game.gate.view(state, seat)
    return max(game.rules.legal_commands(state, seat), key=lambda command: game.bots.evaluate(view, seat, command))


def standing_in(game: AnyGame, state: Any, seat: int, rng: Rng) -> Any:
    """The command for a seat whose player has left."""
    return game.bots.stand_in(game.gate.view(state, seat), seat, game.rules.legal_commands(state, seat))


def sensibly_at_times(game: AnyGame, state: Any, seat: int, rng: Rng) -> Any:
    """Any legal command one time in three, otherwise the one with the best evaluation."""
    return at_random(game, state, seat, rng) if rng.below(3) == 0 else greedily(game, state, seat, rng)
