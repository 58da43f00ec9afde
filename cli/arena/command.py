"""The command `tradewinds arena`: bots against bots, to see how often each level wins."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import click
import msgspec

from cli.arena.matches import Match, Played, played, try_out
from cli.arena.report import as_text, report
from domain.game import Rejected
from domain.levels import ANYWHERE, LADDER, Level
from domain.session import OptionValue
from events.settings import Settings
from tradewinds.installed import installed

LEVELS = ", ".join((*LADDER, *ANYWHERE))
INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class _Ruleset(click.ParamType[str]):
    """The name of an installed game"""

    name = "RULESET"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return click.Choice([*installed().games]).convert(value, param, ctx)


class _Levels(click.ParamType[tuple[Level, ...]]):
    """Levels, separated by commas"""

    name = "LEVEL,LEVEL,..."

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Level, ...]:
        try:
            return msgspec.convert(value.split(","), tuple[Level, ...])
        except msgspec.ValidationError:
            self.fail(
                f"{value!r}: the levels are {', '.join((*LADDER, *ANYWHERE))}, one a seat, separated by commas", param, ctx
            )


class _Options(click.ParamType[dict[str, OptionValue]]):
    """A JSON object"""

    name = "JSON"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, OptionValue]:
        try:
            return msgspec.json.decode(value, type=dict[str, OptionValue])
        except msgspec.DecodeError as error:
            self.fail(f'{error}; give an object like {{"round_limit": 50}}', param, ctx)


@click.command("arena")
@click.option("--ruleset", type=_Ruleset(), default="merchants-of-the-caribbean", show_default=True, help="The game.")
@click.option(
    "--seats", "levels", type=_Levels(), default="greedy,random", show_default=True,
    help=f"The entrants by level ({LEVELS}). They move on by one seat each game.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True,
    help="The number of games; with a multiple of the seats, all entrants play each seat equally often.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--options", type=_Options(), default="{}", show_default=True, help="The game's options.")
@click.option(
    "--budget", type=click.FloatRange(0, min_open=True), metavar="SECONDS",
    help=f"The time that a bot may think about a move; the default is {Settings().bot_budget}.",
)  # fmt: skip
@click.option(
    "--iterations", type=click.IntRange(1), help="Instead of a budget: the iterations of each search, whatever the time."
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True,
    help="Games played at a time, each by its own process; with a budget, at most as many as cores.",
)  # fmt: skip
@click.option(
    "--games-dir", type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the games as NDJSON, as `tradewinds verify` and `replay` read them.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def command(
    context: click.Context,
    ruleset: str,
    levels: tuple[Level, ...],
    games: int,
    seed: int,
    options: dict[str, OptionValue],
    budget: float | None,
    iterations: int | None,
    jobs: int,
    games_dir: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other and show how often each wins. Ctrl-C shows the result of the games so far."""
    if budget is not None and iterations is not None:
        raise click.UsageError("give either --budget or --iterations: a search ends by the clock or by its count")
    match = Match(ruleset, levels, options, seed, budget or Settings().bot_budget, iterations, games_dir is not None)
    _refuse_unplayable(match)
    if games_dir is not None:
        _make(games_dir)
    results: list[Played] = []
    began = perf_counter()
    try:
        with click.progressbar(played(match, games, jobs), games, "Playing", file=sys.stderr) as finished:
            for each in finished:
                results.append(each._replace(log=b""))
                if games_dir is not None:
                    (games_dir / f"{each.name}.ndjson").write_bytes(each.log)
    except KeyboardInterrupt:
        if not results:
            raise click.Abort from None
    result = report(match, results, games, perf_counter() - began)
    click.echo(msgspec.json.format(msgspec.json.encode(result)).decode() if as_json else as_text(result))
    if result.games < games:
        context.exit(INTERRUPTED)


def _refuse_unplayable(match: Match) -> None:
    """Raise a usage error if the first game would be refused."""
    try:
        try_out(match)
    except Rejected as refusal:
        raise click.UsageError(refusal.message) from None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--games-dir: {error}") from None
