"""Ratings by the model of Bradley and Terry: one that is rated 400 higher wins ten of eleven games of two."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np
from choix import ilsr_pairwise_dense

ELO = 400 / log(10)
"""An Elo number for each unit of the model."""
Z = 1.959964
"""For intervals at 95 %."""


def ratings(beaten: Sequence[Sequence[float]]) -> list[tuple[float, float, float]] | None:
    """The rating of each entrant and the bounds of its difference to the first one, which is 0; None as long as some cannot
    be compared, not even by others.

    `beaten[i][j]`: how often i won where j sat too. This estimates the same ratings at tables of any size.
    Half a win is added to both sides of each pair that met, so that ratings are finite where one of them won all games.
    """
    wins = np.array(beaten, dtype=float)
    met = wins + wins.T > 0
    wins += met / 2
    games = wins + wins.T
    if np.linalg.matrix_rank(_laplacian(met.astype(float))) < len(wins) - 1:
        return None
    found = ilsr_pairwise_dense(wins, max_iter=10_000)
    chance = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    covariance = np.linalg.pinv(_laplacian(games * chance * chance.T), hermitian=True)
    variances = np.diag(covariance) + covariance[0, 0] - 2 * covariance[0]
    spreads = Z * np.sqrt(np.maximum(variances, 0))
    differences = found - found[0]
    return [
        (ELO * float(middle), ELO * float(middle - half), ELO * float(middle + half))
        for middle, half in zip(differences, spreads, strict=True)
    ]


def _laplacian(weights: Any) -> Any:
    """Of a graph whose edges have these weights."""
    return np.diag(weights.sum(axis=1)) - weights
