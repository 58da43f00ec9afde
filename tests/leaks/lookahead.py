"""A player that tries out commands in given worlds: the true one or imagined ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any, NamedTuple, TypeAlias

from domain.fairness import Draws
from domain.game import AnyGame, Rng
from policies.chance import Chance
from tests.fuzz.players import best

BREADTH, AHEAD = 4, 30
"""How many of the best-looking commands are tried, and how many commands a look-ahead plays at most."""
MARGIN = 0.05
"""By how much of the victory another command must be better to replace the one that looks best."""

Coming: TypeAlias = Callable[[int], Rng]
"""The draws of the coming commands; 0 is the next one."""


class World(NamedTuple):
    """A state, true or imagined, and the draws that will follow."""

    state: Any
    coming: Coming


def dice(seed: object) -> Coming:
    """Draws that are not those of the game."""
    return lambda later: Chance(Random(f"{seed} {later}"))


def coming_draws(key: bytes, version: int) -> Coming:
    """The draws of the game with this key, from the command on that makes this version."""
    return lambda later: Draws(key, version + later)


def promising(game: AnyGame, state: Any, seat: int) -> list[Any]:
    """The commands with the best evaluation by the game, from the seat's view, the best first."""
    legal, view = list(game.rules.legal_commands(state, seat)), game.gate.view(state, seat)
    return sorted(legal, key=lambda command: game.bots.evaluate(view, seat, command), reverse=True)[:BREADTH]


def leads_to(game: AnyGame, world: World, seat: int, command: Any, turns: int = 1) -> float:
    """The seat's share of the victory after everybody has played greedily for so many turns, this one included."""
    state, end = game.rules.decide(world.state, seat, command, world.coming(0)).state, game.rules.turn(world.state) + turns
    for number in range(1, turns * AHEAD):
        if not (asked := game.rules.to_act(state)) or game.rules.turn(state) >= end:
            break
        reply = best(game, state, asked[0], list(game.rules.legal_commands(state, asked[0])))
        state = game.rules.decide(state, asked[0], reply, world.coming(number)).state
    return game.bots.win_shares(state)[seat]


def looked_ahead(game: AnyGame, worlds: Sequence[World], seat: int, commands: Sequence[Any], turns: int = 1) -> Any:
    """The first command, unless another one is clearly better in these worlds."""
    first, *others = commands
    if not others:
        return first
    shares = {each: mean(leads_to(game, world, seat, each, turns) for world in worlds) for each in commands}
    other = max(others, key=shares.__getitem__)
    return other if shares[other] > shares[first] + MARGIN else first
