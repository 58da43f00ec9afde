"""The ladder as tables for the documentation: win rates with their intervals, Elo numbers made of them, and oddities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.ladder.runs import Run
from cli.arena.ratings import ratings
from cli.arena.report import beaten, did, summed, unused, wilson
from cli.arena.schedule import Results
from tradewinds.installed import installed

BEGIN, END = "<!-- ladder: made by `make ladder` -->", "<!-- end of ladder -->"


def written(runs: Sequence[Run], results: Results) -> str:
    """The three tables as Markdown."""
    return "\n".join([*_rates(runs, results), "", *_elos(runs, results), "", *_counts(runs, results)])


def _rates(runs: Sequence[Run], results: Results) -> Iterator[str]:
    yield "| Game | Level | Against | Games | Win rate | 95 % interval |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for run in runs:
        shares = [each.shares[0] for each in results.get(run.match.key, {}).values()]
        if not shares:
            continue
        low, high = wilson(sum(shares), len(shares))
        cells = [
            _game(run),
            f"`{run.match.entrants[0]}`",
            _against(run),
            str(len(shares)),
            f"{sum(shares) / len(shares):.1%}",
        ]
        yield f"| {' | '.join(cells)} | {low:.1%} to {high:.1%} |"


def _game(run: Run) -> str:
    return installed().games[run.match.ruleset].title


def _against(run: Run) -> str:
    if len(run.match.entrants) == 1:
        return f"Jordan, {run.match.options['b_cards']} B cards"
    return f"`{run.match.entrants[1]}`" if len(run.match.entrants) == 2 else f"three `{run.match.entrants[1]}`"


def _elos(runs: Sequence[Run], results: Results) -> Iterator[str]:
    """The levels of each game, rated by the games of neighbours at two seats; `random` is 0."""
    yield "| Game | Level | Elo | 95 % interval |"
    yield "| --- | --- | --- | --- |"
    for ruleset in dict.fromkeys(run.match.ruleset for run in runs):
        title, levels = installed().games[ruleset].title, installed().games[ruleset].bots.levels
        games = [
            ([levels.index(level) for level in run.match.entrants], game)
            for run in runs
            if run.match.ruleset == ruleset and len(run.match.entrants) == 2
            for game in results.get(run.match.key, {}).values()
        ]
        reached = max((max(table) for table, _ in games), default=0) + 1
        for level, (elo, low, high) in [*zip(levels, ratings(beaten(reached, games)) or (), strict=False)][1:]:
            yield f"| {title} | `{level}` | {elo:.0f} | {low:.0f} to {high:.0f} |"


def _counts(runs: Sequence[Run], results: Results) -> Iterator[str]:
    """What the level did that the game counts, and what nobody did."""
    yield "| Game | Level | Against | Games | What the level did | Commands that nobody gave |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for run in runs:
        recorded = [*results.get(run.match.key, {}).values()]
        if not recorded:
            continue
        turns = sum(each.turns for each in recorded) / len(run.match.entrants)
        remarks = did(summed(each.remarks[0] for each in recorded), turns)
        ungiven = [f"`{kind}`" for kind in unused(run.match.ruleset, summed(each.used for each in recorded))]
        cells = [_game(run), f"`{run.match.entrants[0]}`", _against(run), str(len(recorded)), remarks, ", ".join(ungiven)]
        yield f"| {' | '.join(cells)} |"


def placed(document: str, tables: str) -> str:
    """The document with these tables in their place."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"
