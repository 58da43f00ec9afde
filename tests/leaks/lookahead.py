"""A player that tries out commands, in whatever worlds it is given: the true one or imagined ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any, NamedTuple, TypeAlias

from domain.fairness import Draws
from domain.game import AnyGame, Rng
from tests.fuzz.players import best
from workers.policies.chance import Chance

BREADTH, AHEAD = 4, 30
"""Commands that are tried out, those that look best, and how many are looked ahead at most."""
MARGIN = 0.05
"""Of the victory: how much more another command must promise to be given in the place of the one that looks best."""

Coming: TypeAlias = Callable[[int], Rng]
"""The draws of the commands to come; 0 is the next one."""


class World(NamedTuple):
    """How things stand, or may stand, and how chance will fall."""

    state: Any
    coming: Coming


def dice(seed: object) -> Coming:
    """Draws that are not those of the game."""
    return lambda later: Chance(Random(f"{seed} {later}"))


def coming_draws(key: bytes, version: int) -> Coming:
    """The draws of the game with this key, from the command on that makes this version."""
    return lambda later: Draws(key, version + later)


def promising(game: AnyGame, state: Any, seat: int) -> list[Any]:
    """The commands that look best to the game's own valuation of what the seat sees, the best first."""
    legal, view = list(game.rules.legal_commands(state, seat)), game.gate.view(state, seat)
    return sorted(legal, key=lambda command: game.bots.evaluate(view, seat, command), reverse=True)[:BREADTH]


def leads_to(game: AnyGame, world: World, seat: int, command: Any, turns: int = 1) -> float:
    """The seat's share of the victory, as it stands when all play on greedily for so many turns, this one included."""
    state, end = game.rules.decide(world.state, seat, command, world.coming(0)).state, game.rules.turn(world.state) + turns
    for number in range(1, turns * AHEAD):
        if not (asked := game.rules.to_act(state)) or game.rules.turn(state) >= end:
            break
        reply = best(game, state, asked[0], list(game.rules.legal_commands(state, asked[0])))
        state = game.rules.decide(state, asked[0], reply, world.coming(number)).state
    return game.bots.win_shares(state)[seat]


def looked_ahead(game: AnyGame, worlds: Sequence[World], seat: int, commands: Sequence[Any], turns: int = 1) -> Any:
    """The first command, unless another one promises clearly more in these worlds."""
    first, *others = commands
    if not others:
        return first
    shares = {each: mean(leads_to(game, world, seat, each, turns) for world in worlds) for each in commands}
    other = max(others, key=shares.__getitem__)
    return other if shares[other] > shares[first] + MARGIN else first
