"""The command `tradewinds check`."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from conformance.drawing import DRAWN, DRAWN_EVERYWHERE
from conformance.games import PLAYED
from conformance.golden.deciding import golden_games_are_decided_alike
from conformance.golden.games import FOLDER, read, versions_in
from conformance.golden.random_games import search_of
from conformance.golden.recording import record, shown_in
from conformance.lessons import lessons_lead_to_their_end
from conformance.playing import Broken, play, seats_of
from conformance.previews import FORETOLD
from conformance.record import RECORD
from conformance.refusals import SAYING
from conformance.scenes import STAGED, STAGED_EVERYWHERE
from conformance.takebacks import TAKEN_BACK
from domain.game import AnyGame
from service.openapi.offered import offered_here
from tradewinds.installed import folder_of
from tradewinds.packages import Package

SLOWEST_LIST_MS = 50.0
"""The longest that the legal commands of a position may take, the quickest of three times."""
SLOWEST_GAME = 10.0
"""The longest that a random game may take, in seconds."""


@click.command("check")
@click.argument("package", metavar="PACKAGE")
@click.option("--seeds", type=click.IntRange(1), default=5, show_default=True, help="Random games for each number of seats.")
@click.option("--verbose", is_flag=True, help="Show where in the code of the game an error was raised.")
@click.option(
    "--golden",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with golden games; the default is `golden` beside the module of the game.",
)
@click.option("--record", "recording", is_flag=True, help="If everything holds, record golden games of the game's version.")
def command(package: str, seeds: int, verbose: bool, golden: Path | None, recording: bool) -> None:
    """Test installed games for everything that Tradewinds relies on, and say what is missing.

    PACKAGE is the name of a game or of the package that it comes from. Needs `pip install tradewinds[check]`.
    """
    here = offered_here()
    found = [game for game in here.games.values() if package in (game.name, here.origins[game.name].distribution)]
    refused = [each for each in here.refused if package in (each.name, each.origin.distribution)]
    for each in refused:
        click.echo(f"REFUSED  {each}{f': {each.error}' if each.error else ''}")
    if not found and not refused:
        raise click.ClickException(f"no game and no package of games is named {package!r}; see `tradewinds games`")
    folders = {game.name: golden or _golden_folder(here.origins[game.name]) for game in found}
    broken = 0
    for game in found:
        folder = folders[game.name]
        broken += sum(not _holds(promise, call, verbose) for promise, call in promises(game, range(seeds)))
        if recording or folder is None:
            continue
        if versions_in(game, folder):
            alike = golden_games_are_decided_alike
            broken += not _holds(_said(alike), partial(alike, game, folder), verbose)
        else:
            click.echo(f"hint     There are no golden games in {folder}: before a release, write them with --record.")
    if broken or refused:
        click.echo(f"{broken + len(refused)} of the promises do not hold.")
        sys.exit(1)
    click.echo("Everything holds.")
    for game in found if recording else ():
        _record(game, folders[game.name])


def _golden_folder(origin: Package) -> Path | None:
    folder = folder_of(origin)
    return None if folder is None else folder / FOLDER


def _record(game: AnyGame, folder: Path | None) -> None:
    if folder is None:
        raise click.ClickException(f"the module of {game.name} has no folder of its own; name one with --golden")
    search = search_of(game)
    try:
        file = record(search, folder)
    except Broken as broken:
        raise click.ClickException(str(broken)) from None
    if file is None:
        click.echo(f"The golden games of {game.name} version {game.version} show all that the search reaches.")
        return
    lacking = sorted(search.wanted - shown_in(search, read(file)))
    click.echo(f"Wrote {file}. Not in it: {', '.join(lacking) or 'nothing'}.")


def promises(game: AnyGame, seeds: range) -> Iterator[tuple[str, Callable[[], Any]]]:
    """All that a game is held to, each as a sentence and a call that raises what is wrong."""
    from conformance.served import SERVED  # Here, since it needs what the service does not: tradewinds[check].

    for of_record in (*RECORD, lessons_lead_to_their_end):
        yield _said(of_record), partial(of_record, game)
    for of_games in (*PLAYED, *SAYING, *TAKEN_BACK, *DRAWN, *STAGED, *FORETOLD):
        yield _said(of_games), partial(_every, game, of_games, seeds)
    for of_all in (*DRAWN_EVERYWHERE, *STAGED_EVERYWHERE):
        yield _said(of_all), partial(of_all, game)
    yield _said(it_is_fast), partial(it_is_fast, game)
    for of_served in SERVED:
        yield _said(of_served), partial(of_served, game)


def _said(promise: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(promise) or promise.__name__).partition("\n\n")[0].split())


def _every(game: AnyGame, promise: Callable[[AnyGame, int, int], None], seeds: range) -> None:
    for seats in seats_of(game):
        for seed in seeds:
            promise(game, seats, seed)


def _holds(promise: str, call: Callable[[], Any], verbose: bool) -> bool:
    try:
        unreached = call()
    except Broken as broken:
        click.echo(f"BROKEN   {promise}\n         {broken}")
        return False
    except Exception as error:  # The code under test may raise anything.
        where = traceback.extract_tb(error.__traceback__)[-1]
        click.echo(f"BROKEN   {promise}\n         {type(error).__name__}: {error} ({where.filename}:{where.lineno})")
        if verbose:
            traceback.print_exception(error)
        return False
    click.echo(f"holds    {promise}")
    if unreached:
        click.echo(f"         Not reached, so not looked at: {', '.join(unreached)}")
    return True


def it_is_fast(game: AnyGame) -> None:
    """A random game takes at most ten seconds, and the legal commands of each position at most 50 ms."""
    for seats in seats_of(game):
        began = perf_counter()
        steps = list(play(game, seats, 1))
        seconds = perf_counter() - began
        if seconds > SLOWEST_GAME:
            raise Broken(f"a random game of {seats} seats takes {seconds:.1f} s")
        slowest = max(min(_listing_ms(game, step.before, step.seat) for _ in range(3)) for step in steps)
        if slowest > SLOWEST_LIST_MS:
            raise Broken(f"with {seats} seats the legal commands of a position take {slowest:.1f} ms")


def _listing_ms(game: AnyGame, state: Any, seat: int) -> float:
    began = perf_counter()
    game.rules.legal_commands(state, seat)
    return (perf_counter() - began) * 1000
