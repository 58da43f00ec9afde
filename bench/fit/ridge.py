"""Ridge regression without a library: least squares with a penalty for large weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul


def fit(rows: Sequence[Sequence[float]], targets: Sequence[float], penalty: float) -> list[float]:
    """The weights whose sums come nearest to the targets. There is no constant: the caller compares symmetric things.

    Columns are scaled by their root mean square first, so that the penalty means the same for each; a column of zeros gets
    the weight 0.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    scales = [sqrt(sum(map(mul, column, column)) / len(rows)) for column in columns]
    used = [number for number, scale in enumerate(scales) if scale > 0]
    scaled = [[value / scales[number] for value in columns[number]] for number in used]
    matrix = [[0.0] * len(used) for _ in used]
    for i, one in enumerate(scaled):
        for j in range(i + 1):
            matrix[i][j] = matrix[j][i] = sum(map(mul, one, scaled[j]))
        matrix[i][i] += penalty
    weights = [0.0] * len(columns)
    for number, weight in zip(used, solve(matrix, [sum(map(mul, column, targets)) for column in scaled]), strict=True):
        weights[number] = weight / scales[number]
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a symmetric, positive definite matrix, by Cholesky's decomposition."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            left = matrix[i][j] - sum(map(mul, lower[i][:j], lower[j][:j]))
            lower[i][j] = sqrt(left) if i == j else left / lower[j][j]
    forward: list[float] = []
    for i in range(size):
        forward.append((right[i] - sum(map(mul, lower[i][:i], forward))) / lower[i][i])
    solution = [0.0] * size
    for i in reversed(range(size)):
        later = sum(lower[j][i] * solution[j] for j in range(i + 1, size))
        solution[i] = (forward[i] - later) / lower[i][i]
    return solution
