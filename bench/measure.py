"""Rounds in turns, ratios, and the table of findings."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence

import msgspec

from bench.machine import Watch

FOREIGN_LIMIT = 0.10
"""A round in which processes outside the benchmark took a larger share of the machine's processors is thrown away."""
TRIES = 3
"""Rounds are repeated until enough are kept, but at most this many times as often; then the least disturbed ones count."""

SLICES = 10


class Plan(msgspec.Struct, frozen=True):
    """How long to measure: `seconds` for each side of each round."""

    rounds: int
    seconds: float


class Spread(msgspec.Struct, frozen=True):
    """The median of the rounds, with the smallest and the largest."""

    median: float
    least: float
    most: float


class Target(msgspec.Struct, frozen=True):
    """`floor` must be reached and `goal` is aimed at; `higher` says in which direction."""

    floor: float
    goal: float | None = None
    higher: bool = True

    def verdict(self, value: float) -> str:
        """How a value stands to floor and goal."""
        if self.goal is not None and self._reached(value, self.goal):
            return "goal"
        return "floor" if self._reached(value, self.floor) else "missed"

    def _reached(self, value: float, mark: float) -> bool:
        return value >= mark if self.higher else value <= mark


class Rounds(msgspec.Struct, frozen=True):
    """What each side gave in each round that counts. `disturbed` of them count although other work ran beside them."""

    sides: dict[str, list[float]]
    thrown_away: int
    disturbed: int

    def spread(self, side: str) -> Spread:
        """One side for itself."""
        return spread(self.sides[side])

    def ratio(self, ours: str, theirs: str) -> Spread:
        """The ratios of two sides, taken round by round."""
        return spread([mine / other for mine, other in zip(self.sides[ours], self.sides[theirs], strict=True)])


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table. Without `theirs` the figure stands for itself, in `unit`."""

    row: int
    what: str
    over: str
    unit: str
    ours: Spread
    theirs: Spread | None = None
    ratio: Spread | None = None
    target: Target | None = None
    noted: str = ""
    rounds: int
    thrown_away: int
    disturbed: int


def spread(values: Sequence[float]) -> Spread:
    """The median of some values with their range."""
    return Spread(statistics.median(values), min(values), max(values))


def repeat(one_round: Callable[[], Mapping[str, float]], rounds: int) -> Rounds:
    """Run rounds, each of which gives a figure of every side, until enough undisturbed ones are there.

    A round in which a side did nothing, as while its disk hangs, is thrown away: it has no ratio.
    """
    kept: list[Mapping[str, float]] = []
    noisy: list[tuple[float, Mapping[str, float]]] = []
    stalled = 0
    while len(kept) < rounds and len(kept) + len(noisy) + stalled < TRIES * rounds:
        with Watch() as watch:
            figures = one_round()
        if not all(figures.values()):
            stalled += 1
        elif watch.foreign_share > FOREIGN_LIMIT:
            noisy.append((watch.foreign_share, figures))
        else:
            kept.append(figures)
    noisy.sort(key=lambda pair: pair[0])
    disturbed = min(rounds - len(kept), len(noisy))
    kept += [figures for _, figures in noisy[:disturbed]]
    if not kept:
        raise RuntimeError("In every round one of the sides did nothing; run the benchmark again on a quieter machine.")
    thrown_away = len(noisy) - disturbed + stalled
    return Rounds({name: [figures[name] for figures in kept] for name in kept[0]}, thrown_away, disturbed)


def in_turns(sides: Mapping[str, Callable[[float], float]], seconds: float) -> dict[str, float]:
    """A round: every side runs for so long, a slice of it at a time, in turns; the median of each side's slices."""
    figures: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(SLICES):
        for name, run in sides.items():
            figures[name].append(run(seconds / SLICES))
    return {name: statistics.median(each) for name, each in figures.items()}


def compared(
    rounds: Rounds, ours: str, theirs: str, *, row: int, what: str, unit: str, target: Target | None = None, noted: str = ""
) -> Finding:
    """The line of the table that compares two sides."""
    return Finding(
        row=row,
        what=what,
        over=theirs,
        unit=unit,
        ours=rounds.spread(ours),
        theirs=rounds.spread(theirs),
        ratio=rounds.ratio(ours, theirs),
        target=target,
        noted=noted,
        rounds=len(rounds.sides[ours]),
        thrown_away=rounds.thrown_away,
        disturbed=rounds.disturbed,
    )


def alone(
    rounds: Rounds, ours: str, *, row: int, what: str, unit: str, target: Target | None = None, noted: str = ""
) -> Finding:
    """A line of the table for a figure that stands for itself."""
    return Finding(
        row=row,
        what=what,
        over="",
        unit=unit,
        ours=rounds.spread(ours),
        target=target,
        noted=noted,
        rounds=len(rounds.sides[ours]),
        thrown_away=rounds.thrown_away,
        disturbed=rounds.disturbed,
    )


def markdown(findings: Sequence[Finding]) -> str:
    """The findings as a table."""
    lines = [
        "| Row | What | Tradewinds | Over | Ratio (least to most) | Floor → goal | Reached | Noted |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for each in findings:
        value = each.ratio or each.ours
        if each.theirs is None:
            over, ratio = "", ""
        else:
            over = f"{each.over}: {_figure(each.theirs.median)} {each.unit}"
            ratio = f"**{_figure(value.median)}** ({_figure(value.least)} to {_figure(value.most)})"
        ours = f"{_figure(each.ours.median)} {each.unit}"
        if each.theirs is None:
            ours += f" ({_figure(each.ours.least)} to {_figure(each.ours.most)})"
        wanted = reached = ""
        if each.target is not None:
            goal = "" if each.target.goal is None else f" → {_figure(each.target.goal)}"
            wanted = f"{'≥' if each.target.higher else '≤'} {_figure(each.target.floor)}{goal}"
            reached = each.target.verdict(value.median)
        cells = (str(each.row), each.what, ours, over, ratio, wanted, reached, each.noted)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _figure(value: float) -> str:
    """Two or three significant digits, never in powers of ten."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"
