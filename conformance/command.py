"""The command `tradewinds check`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from conformance.disclosure.games import COMMITS_WRITTEN, Watched
from conformance.disclosure.promises import DISCLOSED, write
from conformance.disclosure.table import beside, open_fields
from conformance.drawing import DRAWN, DRAWN_EVERYWHERE, drawings_run_nothing
from conformance.games import PLAYED, everything_can_be_told
from conformance.golden.deciding import golden_games_are_decided_alike
from conformance.golden.games import FOLDER, read, versions_in
from conformance.golden.random_games import search_of
from conformance.golden.recording import record, shown_in
from conformance.hash_seeds import every_process_plays_the_same
from conformance.lessons import lessons_lead_to_their_end
from conformance.playing import Broken, all_seats_of
from conformance.previews import FORETOLD
from conformance.record import RECORD, can_be_offered, the_drawing_module_is_there
from conformance.refusals import SAYING
from conformance.report import LOOKED_AT, STANDS, OutOfTime, Report
from conformance.scenes import STAGED, STAGED_EVERYWHERE
from conformance.served import SERVED
from conformance.takebacks import TAKEN_BACK
from conformance.telling import no_commit_tells_what_its_view_hides
from conformance.timely import it_answers_in_time
from conformance.touched import only_shown
from domain.game import AnyGame
from service.openapi.offered import offered_here
from service.up.redis_server import NoRedisError, find_server
from tradewinds.installed import folder_of
from tradewinds.packages import Package


@click.command("check")
@click.argument("package", metavar="PACKAGE")
@click.option("--seeds", type=click.IntRange(1), default=5, show_default=True, help="Random games for each number of seats.")
@click.option("--seed", type=click.IntRange(0), help="Only the random games with this seed, such as one that was reported.")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=120,
    show_default=True,
    help="The longest for each promise, in time of the processor.",
)
@click.option("--verbose", is_flag=True, help="Show where in the code of the game an error was raised.")
@click.option(
    "--golden",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with golden games; the default is `golden` beside the module of the game.",
)
@click.option(
    "--changed",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A file that has changed. If texts and drawing of the game alone depend on it, only what is shown is looked at.",
)
@click.option("--record", "recording", is_flag=True, help="If everything holds, record golden games of the game's version.")
@click.option(
    "--write-disclosure",
    "disclosing",
    is_flag=True,
    help="Only write beside the module of the game who may see what, for you to read. Whoever sees more later is told.",
)
def command(
    package: str,
    seeds: int,
    seed: int | None,
    seconds: float,
    verbose: bool,
    golden: Path | None,
    changed: tuple[Path, ...],
    recording: bool,
    disclosing: bool,
) -> None:
    """Test installed games for everything that Tradewinds relies on, and say what is missing.

    PACKAGE is the name of a game or of the package that it comes from.
    """
    here = offered_here()
    found = [game for game in here.games.values() if package in (game.name, here.origins[game.name].distribution)]
    refused = [each for each in here.refused if package in (each.name, each.origin.distribution)]
    for each in refused:
        click.echo(f"REFUSED  {each}{f': {each.error}' if each.error else ''}")
    if not found and not refused:
        raise click.ClickException(f"no game and no package of games is named {package!r}; see `tradewinds games`")
    try:
        find_server(Path())
    except NoRedisError as error:
        raise click.ClickException(str(error)) from error
    folders = {game.name: golden or _golden_folder(here.origins[game.name]) for game in found}
    if disclosing:
        for game in found:
            _disclose(game, here.origins[game.name])
        return
    broken = 0
    for game in found:
        origin, folder = here.origins[game.name], folders[game.name]
        report = Report(game, seconds, verbose=verbose)
        looked_at = range(seeds) if seed is None else range(seed, seed + 1)
        shown = bool(changed) and not recording and only_shown(game, origin.module, changed)
        for promise, call in promises(report.game, looked_at, origin, only_shown=shown):
            report.ask(promise, call)
        if shown:
            click.echo("hint     Only texts and drawing depend on what has changed, so only what is shown was looked at.")
        elif not recording and folder is not None:
            if versions_in(game, folder):
                report.ask(_said(golden_games_are_decided_alike), partial(golden_games_are_decided_alike, game, folder))
            else:
                click.echo(f"hint     There are no golden games in {folder}: before a release, write them with --record.")
        report.end()
        broken += report.broken
    if broken or refused:
        click.echo(f"{broken + len(refused)} of the promises do not hold.")
        sys.exit(1)
    click.echo("Everything holds.")
    for game in found if recording else ():
        _record(game, folders[game.name])


def _disclose(game: AnyGame, origin: Package) -> None:
    file = write(Watched(game, folder_of(origin), COMMITS_WRITTEN))
    if file is None:
        raise click.ClickException(f"the module of {game.name} has no folder of its own, in which the table could be")
    click.echo(f"Wrote {file}. Read who may see what, and keep it in version control.")


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


class _Lazily:
    """What is made at the first call, for all promises that look at it. If making it fails, each call fails alike."""

    def __init__(self, make: Callable[[], Watched]) -> None:
        self._make = make
        self._made: Watched | Exception | None = None

    def __call__(self) -> Watched:
        if self._made is None:
            try:
                self._made = self._make()
            except Exception as error:  # The code under test may raise anything.
                self._made = error
        if isinstance(self._made, Exception):
            raise self._made
        return self._made


def promises(
    game: AnyGame, seeds: range, origin: Package, *, only_shown: bool = False
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """All that a game is held to, each as a sentence and a call that raises what is wrong; the quick ones come first.
    `only_shown`: those that look at texts and drawings."""
    return ((_said(each), call) for each, call in _promises(game, seeds, origin) if not only_shown or each in SHOWN)


SHOWN = frozenset(
    {
        *(
            can_be_offered,
            the_drawing_module_is_there,
            drawings_run_nothing,
            lessons_lead_to_their_end,
            everything_can_be_told,
        ),
        *(*SAYING, *DRAWN, *STAGED, *FORETOLD, *DRAWN_EVERYWHERE, *STAGED_EVERYWHERE),
        every_process_plays_the_same,
    }
)
"""The promises that look at words and drawing, but for games over HTTP, which show nothing that these do not."""


def _promises(game: AnyGame, seeds: range, origin: Package) -> Iterator[tuple[Callable[..., Any], Callable[[], Any]]]:
    """All promises, each with the call that asks it."""
    folder = folder_of(origin)
    watched = _Lazily(lambda: Watched(game, folder))
    first, *of_record = RECORD
    for each in (first, it_answers_in_time, *of_record, lessons_lead_to_their_end):
        yield each, partial(each, game)
    yield drawings_run_nothing, partial(drawings_run_nothing, game, origin)
    for of_games in PLAYED:
        yield of_games, partial(_every, game, of_games, seeds)
    yield no_commit_tells_what_its_view_hides, partial(_nothing_is_told, game, folder, seeds)
    *disclosed, coverage = DISCLOSED
    for of_watched in disclosed:
        yield of_watched, partial(_of, watched, of_watched)
    for of_games in (*SAYING, *TAKEN_BACK, *DRAWN, *STAGED, *FORETOLD):
        yield of_games, partial(_every, game, of_games, seeds)
    for of_all in (*DRAWN_EVERYWHERE, *STAGED_EVERYWHERE):
        yield of_all, partial(of_all, game)
    yield every_process_plays_the_same, partial(every_process_plays_the_same, game, origin.module)
    for of_served in SERVED:
        yield of_served, partial(of_served, game)
    yield coverage, partial(_of, watched, coverage)


def _said(promise: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(promise) or promise.__name__).partition("\n\n")[0].split())


def _of(watched: Callable[[], Watched], promise: Callable[[Watched], Any]) -> Any:
    return promise(watched())


def _nothing_is_told(game: AnyGame, folder: Path | None, seeds: range) -> None:
    openly = open_fields(game, beside(game, folder))
    _every(game, partial(no_commit_tells_what_its_view_hides, openly=openly), seeds)


def _every(game: AnyGame, promise: Callable[[AnyGame, int, int], None], seeds: range) -> None:
    """Random games with each number of seats, a seed at a time. What is raised notes the seed."""
    tables = [(seats, seed) for seed in seeds for seats in all_seats_of(game)]
    for number, (seats, seed) in enumerate(tables):
        try:
            promise(game, seats, seed)
        except (Exception, OutOfTime) as error:
            if isinstance(error, OutOfTime) and number and str(error) != STANDS:
                error.add_note(f"{LOOKED_AT}{number} of {len(tables)} games")
            error.add_note(
                f"with {seats} seats and seed {seed}; `tradewinds check {game.name} --seed {seed}` plays it again"
            )
            raise
