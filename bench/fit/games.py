"""Games to fit weights to: `greedy` against itself, each player with a careless share of random commands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeAlias

from domain.game import AnyGame
from domain.kit.promise import Features
from policies.budget import Limit
from policies.chance import Chance
from policies.simple import best

UNLIMITED = Limit(None)


Position: TypeAlias = tuple[int, float, list[Sequence[float]]]
"""The phase, how much of it is over, and the features of each seat."""


class Row(NamedTuple):
    """Two seats of a position compared: the differences of their features and of their final scores."""

    game: int
    phase: int
    over: float
    differences: list[float]
    lead: float


class Standing(NamedTuple):
    """A seat's final score in a position, with the features that estimate it."""

    phase: int
    over: float
    features: Sequence[float]
    score: float


class Sample(NamedTuple):
    """The positions of one game."""

    rows: list[Row]
    standings: list[Standing]


def sample(game: AnyGame, features: Features, seats: int, seed: int, number: int, careless: float) -> Sample:
    """Play one game, and look at it whenever a turn begins."""
    random = Random(f"{game.name} {seed} {number}")
    chance = Chance(random)
    shares = [random.uniform(0, careless) for _ in range(seats)]
    positions: list[Position] = []
    turn, state = 0, game.rules.setup(game.rules.resolve(game.types.options(), seats), seats, chance).state
    while awaited := game.rules.to_act(state):
        if game.rules.turn(state) > turn:
            turn = game.rules.turn(state)
            positions.append((*features.phase(state), [features.of(state, seat) for seat in range(seats)]))
        state = _moved(game, state, awaited[0], shares[awaited[0]], random, chance)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    return _sample(number, positions, outcome.scores)


def _sample(number: int, positions: Sequence[Position], scores: Sequence[int]) -> Sample:
    """What a game with these final scores says about its positions."""
    result = Sample([], [])
    for phase, over, each in positions:
        result.standings.extend(Standing(phase, over, features, score) for features, score in zip(each, scores, strict=True))
        for one, other in combinations(range(len(scores)), 2):
            differences = [mine - its for mine, its in zip(each[one], each[other], strict=True)]
            result.rows.append(Row(number, phase, over, differences, scores[one] - scores[other]))
    return result


def _moved(game: AnyGame, state: Any, seat: int, share: float, random: Random, chance: Chance) -> Any:
    """The state after a command of the seat, which is random for this share of the time."""
    legal = game.rules.legal_commands(state, seat)
    if len(legal) == 1:
        command = legal[0]
    elif random.random() < share:
        command = legal[chance.below(len(legal))]
    else:
        command = best(game, game.gate.view(state, seat), seat, legal, chance, UNLIMITED)
    return game.rules.decide(state, seat, command, chance).state
