"""The promise of a position for a seat: a weighted sum of its features, with weights that were fitted to played games.

`python -m bench.fit`, in the repository, makes the weights. Each phase of a game has its own, and each feature two: one for
the start of the phase, and one that grows with it. The difference of two promises estimates that of the final scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from math import exp
from typing import Any

import msgspec

LOGISTIC = 1.7
"""The logistic curve of this steepness is the nearest to the normal distribution with a standard deviation of 1."""


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of one phase of a game, and how well they fit."""

    positions: int
    """The number of compared pairs of seats that the weights were fitted to."""
    r2: float
    """The share of the variance of score differences that they explain in games that they were not fitted to."""
    error: float
    """The standard deviation of what they leave unexplained there, in points."""
    offset: float
    """The mean of final score less promise."""
    weights: Mapping[str, tuple[float, float]]
    """In points for one of the feature: at the start of the phase, and added until its end."""


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """A file of weights. Its head says how to make it again."""

    ruleset: str
    seed: int
    games: int
    careless: float
    """The greatest share of random commands of a player in these games; each had its own share, from 0 to this."""
    ridge: float
    """The penalty for the squares of the weights, of features scaled to a standard deviation of 1."""
    phases: tuple[Phase, ...]


@dataclass(frozen=True, kw_only=True)
class Features:
    """The features of a game's positions, to which weights are fitted."""

    names: Sequence[str]
    of: Callable[[Any, int], Sequence[float]]
    """The features of a seat in a state, in the order of the names."""
    phases: int
    """The number of phases of a game."""
    phase: Callable[[Any], tuple[int, float]]
    """The phase of a state, from 0, and how much of it is over, from 0 to 1."""


class Promise:
    """The promise of positions by the weights of a data file, which is read when it is first needed."""

    def __init__(self, features: Features, package: str, name: str) -> None:
        self._features = features
        self._package, self._name = package, name

    @cached_property
    def fitted(self) -> Fitted:
        return msgspec.json.decode((files(self._package) / self._name).read_bytes(), type=Fitted)

    @cached_property
    def _weights(self) -> list[list[tuple[float, float]]]:
        return [[phase.weights[name] for name in self._features.names] for phase in self.fitted.phases]

    def of_all(self, state: Any, seats: int) -> list[float]:
        """The final score that each seat may expect."""
        number, over = self._features.phase(state)
        weights = [first + over * more for first, more in self._weights[number]]
        offset = self.fitted.phases[number].offset
        return [offset + sum(map(float.__mul__, weights, self._features.of(state, seat))) for seat in range(seats)]

    def shares(self, state: Any, scores: Sequence[float]) -> list[float]:
        """The share of the victory of each of these expected final scores."""
        steepness, highest = LOGISTIC / self.error(state), max(scores)
        weights = [exp(steepness * (score - highest)) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]

    def error(self, state: Any) -> float:
        """The standard deviation of a difference between final scores around that of promises, in points."""
        return self.fitted.phases[self._features.phase(state)[0]].error
