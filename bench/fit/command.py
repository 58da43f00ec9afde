"""Fits the weights of a game's features, and writes them as a data file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from math import sqrt
from multiprocessing import get_context
from operator import mul
from pathlib import Path

import click
import msgspec

from bench.fit.games import Row, Sample, Standing, sample
from bench.fit.ridge import fit
from cli.arena.matches import codec_of
from domain.game import Malformed
from domain.kit.promise import Features, Fitted, Phase
from tradewinds.installed import installed

HELD_OUT = 5
"""One game in this number is kept for measuring how well the weights fit."""
DIGITS = 4


def _features(name: str) -> Features:
    """The features of this name, such as "game.bots.features:FEATURES"."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise click.UsageError(f"{name} cannot be imported: {error}") from None
    if not isinstance(found, Features):
        raise click.UsageError(f"{name} is no `tradewinds.Features`")
    return found


def _seats(ruleset: str, wanted: int | None) -> int:
    game = codec_of(ruleset).game
    seats = wanted or max(2, game.rules.seats(game.types.options())[0])
    try:
        game.rules.resolve(game.types.options(), seats)
    except Malformed as refusal:
        raise click.UsageError(refusal.message) from None
    return seats


def _sample(ruleset: str, features: str, seats: int, seed: int, careless: float, number: int) -> Sample:
    return sample(codec_of(ruleset).game, _features(features), seats, seed, number, careless)


@click.command()
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--ruleset", required=True, help="The game.")
@click.option("--features", "name", required=True, help="What is weighed: the module and name of a `tradewinds.Features`.")
@click.option("--seats", type=click.IntRange(2), help="The number of seats; by default the fewest that compete.")
@click.option("--games", type=click.IntRange(HELD_OUT), default=1300, show_default=True, help="The number of games to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same file.")
@click.option(
    "--careless", type=click.FloatRange(0, 1), default=0.25, show_default=True,
    help="The greatest share of random commands of a player: positions that good players avoid are weighed too.",
)  # fmt: skip
@click.option(
    "--ridge",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    show_default=True,
    help="The penalty for large weights.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games played at a time.")
def command(
    output: Path, ruleset: str, name: str, seats: int | None, games: int, seed: int, careless: float, ridge: float, jobs: int
) -> None:
    """Play games of careless `greedy` players, fit weights of the features to the final scores, and write OUTPUT."""
    if ruleset not in installed().games:
        raise click.UsageError(f"{ruleset} is not installed; `tradewinds games` lists the games that are")
    features, seats = _features(name), _seats(ruleset, seats)
    rows: list[Row] = []
    standings: list[Standing] = []
    with get_context("spawn").Pool(jobs) as pool:
        played = pool.imap(partial(_sample, ruleset, name, seats, seed, careless), range(games))
        with click.progressbar(played, games, "Playing", file=sys.stderr) as finished:
            for each in finished:
                rows += each.rows
                standings += each.standings
    phases = [
        _phase(
            features,
            [row for row in rows if row.phase == each],
            [standing for standing in standings if standing.phase == each],
            ridge,
        )
        for each in range(features.phases)
    ]
    fitted = Fitted(ruleset=ruleset, seed=seed, games=games, careless=careless, ridge=ridge, phases=tuple(phases))
    output.write_bytes(msgspec.json.format(msgspec.json.encode(fitted), indent=1) + b"\n")
    for number, phase in enumerate(phases, 1):
        click.echo(f"phase {number}: {phase.positions} positions, R2 {phase.r2:.2f}, error {phase.error:.1f}")


def _growing(values: Sequence[float], over: float) -> list[float]:
    """The features, and again in proportion to how much of the phase is over."""
    return [*values, *(value * over for value in values)]


def _phase(features: Features, rows: Sequence[Row], standings: Sequence[Standing], ridge: float) -> Phase:
    """The weights of one phase, measured on the games that they were not fitted to."""
    learned = [row for row in rows if row.game % HELD_OUT]
    weights = fit([_growing(row.differences, row.over) for row in learned], [row.lead for row in learned], ridge)
    held_out = [row for row in rows if row.game % HELD_OUT == 0]
    left = [row.lead - sum(map(mul, weights, _growing(row.differences, row.over))) for row in held_out]
    unexplained = sum(map(mul, left, left)) / len(left)
    variance = sum([row.lead * row.lead for row in held_out]) / len(held_out)
    offsets = [standing.score - sum(map(mul, weights, _growing(standing.features, standing.over))) for standing in standings]
    names = len(features.names)
    return Phase(
        positions=len(learned),
        r2=round(1 - unexplained / variance, DIGITS),
        error=round(sqrt(unexplained), DIGITS),
        offset=round(sum(offsets) / len(offsets), DIGITS),
        weights={
            name: (round(weights[number], DIGITS), round(weights[names + number], DIGITS))
            for number, name in enumerate(features.names)
        },
    )
