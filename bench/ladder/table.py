"""The ladder as tables for the documentation: win rates with their intervals, Elo numbers made of them, and oddities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10, sqrt

from bench.ladder.runs import Results, Run
from cli.arena.report import did, summed, unused, wilson
from tradewinds.installed import installed

BEGIN, END = "<!-- ladder: made by `make ladder` -->", "<!-- end of ladder -->"


def elo(rate: float) -> float:
    """The difference in Elo numbers at which the stronger player wins this share of the games."""
    return 400 * log10(rate / (1 - rate))


def difference(wins: float, games: int) -> tuple[float, float]:
    """The Elo difference of two players, and half of its 95 % interval. Half a win is added on both sides, so that it is
    finite where one of them won all games."""
    low, high = wilson(wins + 0.5, games + 1)
    return elo((wins + 0.5) / (games + 1)), (elo(high) - elo(low)) / 2


def written(runs: Sequence[Run], results: Results) -> str:
    """The three tables as Markdown."""
    return "\n".join([*_rates(runs, results), "", *_elos(runs, results), "", *_counts(runs, results)])


def _rates(runs: Sequence[Run], results: Results) -> Iterator[str]:
    yield "| Game | Level | Against | Games | Win rate | 95 % interval |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for run in runs:
        shares = [each.shares[0] for each in results.get(run.key, {}).values()]
        if not shares:
            continue
        low, high = wilson(sum(shares), len(shares))
        cells = [_game(run), f"`{run.levels[0]}`", _against(run), str(len(shares)), f"{sum(shares) / len(shares):.1%}"]
        yield f"| {' | '.join(cells)} | {low:.1%} to {high:.1%} |"


def _game(run: Run) -> str:
    return installed().games[run.ruleset].title


def _against(run: Run) -> str:
    if len(run.levels) == 1:
        return f"Jordan, {run.options['b_cards']} B cards"
    return f"`{run.levels[1]}`" if len(run.levels) == 2 else f"three `{run.levels[1]}`"


def _elos(runs: Sequence[Run], results: Results) -> Iterator[str]:
    """The levels of each game by the sum of the differences of neighbours at two seats; `random` is 0."""
    yield "| Game | Level | Elo | 95 % interval |"
    yield "| --- | --- | --- | --- |"
    sums: dict[str, tuple[float, float]] = {}
    for run in runs:
        shares = [each.shares[0] for each in results.get(run.key, {}).values()]
        if len(run.levels) != 2 or not shares:
            continue
        over, half = difference(sum(shares), len(shares))
        below, width = sums.get(run.ruleset, (0.0, 0.0))
        total, wide = sums[run.ruleset] = below + over, sqrt(width * width + half * half)
        yield f"| {_game(run)} | `{run.levels[0]}` | {total:.0f} | {total - wide:.0f} to {total + wide:.0f} |"


def _counts(runs: Sequence[Run], results: Results) -> Iterator[str]:
    """What the level did that the game counts, in the games of which this was recorded, and what nobody did in them."""
    yield "| Game | Level | Against | Games | What the level did | Commands that nobody gave |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for run in runs:
        recorded = [each for each in results.get(run.key, {}).values() if each.turns]
        if not recorded:
            continue
        turns = sum(each.turns for each in recorded) / len(run.levels)
        remarks = did(summed(each.remarks[0] for each in recorded), turns)
        ungiven = [f"`{kind}`" for kind in unused(run.ruleset, summed(each.used for each in recorded))]
        cells = [_game(run), f"`{run.levels[0]}`", _against(run), str(len(recorded)), remarks, ", ".join(ungiven)]
        yield f"| {' | '.join(cells)} |"


def placed(document: str, tables: str) -> str:
    """The document with these tables in their place."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"
