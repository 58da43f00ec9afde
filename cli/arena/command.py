"""The command `tradewinds arena`: bots and programs against each other, to see how often each wins."""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

import click
import msgspec

from cli.arena.matches import codec_of, try_out
from cli.arena.own_service import own_service
from cli.arena.report import Rating, Report, as_text, report
from cli.arena.schedule import Kept, missing, opened, played, tables, unwritten
from cli.arena.tally import Hosting, Match
from cli.extras import of_extra
from domain.game import Rejected
from domain.levels import ANYWHERE, LADDER, OWN, Level
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
                f"{value!r}: the levels are {LEVELS}, one a seat, separated by commas; also names of programs", param, ctx
            )


class _Program(click.ParamType[tuple[str, str]]):
    """A name, and the command that starts a program"""

    name = "NAME=COMMAND"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        name, _, command = value.partition("=")
        try:
            msgspec.convert(name, Level)
            words = shlex.split(command)
        except ValueError as error:
            self.fail(f"{value!r}: give a name of lower-case letters and a command, such as mine='python bot.py'; {error}")
        if name in OWN or not words:
            self.fail(f"{value!r}: {f'{name} is a level' if words else 'there is no command'}", param, ctx)
        if shutil.which(words[0]) is None:
            self.fail(f"{value!r}: there is no program {words[0]}", param, ctx)
        return name, command


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
    "--seats", "entrants", type=_Levels(), default="greedy,random", show_default=True,
    help=f"The entrants: levels ({LEVELS}) and names of programs. They move on by one seat each game.",
)  # fmt: skip
@click.option(
    "--program", "programs", type=_Program(), multiple=True,
    help="A program that plays a seat over HTTP, or lets an agent play it, and its name for --seats; docs/bots.md.",
)  # fmt: skip
@click.option(
    "--table", "places", type=click.IntRange(1), metavar="SEATS",
    help="The size of a table: all tables of so many entrants play, 2 for each pair. By default all sit at one.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True,
    help="The games of each table; with a multiple of its seats, all play each deal from each seat.",
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
    "--clock", type=click.IntRange(1), default=60, show_default=True, metavar="SECONDS",
    help="The time of a program for a decision, after which its seat is lost.",
)  # fmt: skip
@click.option("--url", help="A service for the games with programs; by default the arena starts one.")
@click.option("--key", envvar="TRADEWINDS_KEY", show_envvar=True, help="An API key for it.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True,
    help="Games played at a time, each by its own process; with a budget, at most as many as cores.",
)  # fmt: skip
@click.option(
    "--results", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep each finished game as a line of this file. Games that it has are not played again.",
)  # fmt: skip
@click.option(
    "--games-dir", type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the games as NDJSON, as `tradewinds verify` and `replay` read them.",
)  # fmt: skip
@click.option("--ratings", is_flag=True, help="Rate the entrants (Bradley-Terry); needs the extra `arena`.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def command(
    context: click.Context,
    ruleset: str,
    entrants: tuple[Level, ...],
    programs: tuple[tuple[str, str], ...],
    places: int | None,
    games: int,
    seed: int,
    options: dict[str, OptionValue],
    budget: float | None,
    iterations: int | None,
    clock: int,
    url: str | None,
    key: str | None,
    jobs: int,
    results: Path | None,
    games_dir: Path | None,
    ratings: bool,
    as_json: bool,
) -> None:
    """Let bots and programs play each other and show how often each wins. Ctrl-C shows the result of the games so far."""
    if budget is not None and iterations is not None:
        raise click.UsageError("give either --budget or --iterations: a search ends by the clock or by its count")
    if programs and iterations is not None:
        raise click.UsageError("--iterations is for games without programs: on a service a search ends by the clock")
    limit = budget or Settings().bot_budget
    hosting = Hosting(dict(programs), url or "", key, clock)
    everybody = Match(ruleset, entrants, options, seed, limit, iterations, games_dir is not None, hosting)
    places = places or len(entrants)
    wanted = _tables(everybody, places)
    for each in (results and results.parent, games_dir):
        _make(each)
    rate = of_extra("arena", "cli.arena.ratings").ratings if ratings else None
    if programs:
        of_extra("arena", "cli.arena.hosted")
    schedule = [(match, games) for match in wanted.values()]
    with opened(results) as kept, ExitStack() as stack:
        left = missing(schedule, kept.done)
        if games_dir is not None:
            left += [each for each in unwritten(schedule, kept.done, games_dir) if each[0].repeatable]
        if url is None and any(match.hosted for match, _ in left):
            hosting = hosting._replace(url=stack.enter_context(own_service(limit, jobs)))
            left = [(match._replace(hosting=hosting), number) for match, number in left]
        seconds, new = _play(left, jobs, kept, games_dir)
        found = kept.of(wanted, games)
        lacking = unwritten(schedule, kept.done, games_dir) if games_dir is not None else []
    if not found:
        raise click.Abort
    if lacking:
        click.echo(f"{len(lacking)} games were played without --games-dir and have no file in {games_dir}.", err=True)
    result = report(everybody, places, found, games * len(wanted), new, seconds)
    if rate is not None and (rated := rate(result.beaten)) is None:
        click.echo(
            "There are no ratings yet: some entrants have no victory that compares them, not even by others.", err=True
        )
    elif rate is not None:
        result = _rated(result, rated)
    click.echo(msgspec.json.format(msgspec.json.encode(result)).decode() if as_json else as_text(result))
    if result.games < result.wanted:
        context.exit(INTERRUPTED)


def _play(left: list[tuple[Match, int]], jobs: int, kept: Kept, games_dir: Path | None) -> tuple[float, int]:
    """Play these games, until Ctrl-C; the seconds and the number of games that it took."""
    began, new = perf_counter(), 0
    try:
        with click.progressbar(played(left, jobs), len(left), "Playing", file=sys.stderr) as finished:
            for game in finished:
                kept.add(game, games_dir)
                new += 1
    except KeyboardInterrupt:
        pass  # What was played so far is shown.
    return perf_counter() - began, new


def _rated(result: Report, ratings: list[tuple[float, float, float]]) -> Report:
    """The report with the ratings of all entrants."""
    rated = zip(result.entrants, ratings, strict=True)
    entrants = tuple(msgspec.structs.replace(each, rating=Rating(*rating)) for each, rating in rated)
    return msgspec.structs.replace(result, entrants=entrants)


def _tables(everybody: Match, places: int) -> dict[tuple[int, ...], Match]:
    """All tables. Raises a usage error if a game would be refused, or if nobody could tell the entrants apart."""
    entrants, programs = everybody.entrants, everybody.hosting.programs if everybody.hosting else {}
    if idle := [name for name in programs if name not in entrants]:
        raise click.UsageError(f"{', '.join(idle)} would never play: name it in --seats, too")
    if taken := programs.keys() & {*codec_of(everybody.ruleset).game.bots.offered}:
        raise click.UsageError(f"{', '.join(taken)} is a level: give the program another name")
    if places > len(entrants):
        raise click.UsageError(f"a table of {places} needs as many entrants, but --seats names {len(entrants)}")
    if places < len(entrants) > len({*entrants}):
        raise click.UsageError("name each entrant once where there are several tables")
    wanted = tables(everybody, places)
    for match in wanted.values():
        try:
            try_out(match)
        except Rejected as refusal:
            raise click.UsageError(refusal.message) from None
    return wanted


def _make(folder: Path | None) -> None:
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--games-dir: {error}") from None
