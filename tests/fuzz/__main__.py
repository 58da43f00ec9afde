"""Plays random games of every kind and reports what was never reached.

    python -m tests.fuzz [--playouts N] [--seed S] [--game NAME] [--processes P]

Every playout is a whole game with random settings. Its players act at random, sensibly, or towards something that was not
reached yet. At every position the playout checks the invariants and the list of commands, and tries illegal commands. At
some positions it also checks hidden information, redaction, and decisions repeated from stored data. The report lists
refusals that only arranged positions reach, each with the rule test that proves it.

Exits with 1 at the first broken promise, naming the seed, or if after enough playouts something was never reached.
"""

from __future__ import annotations

import os
import sys
import time

import click

from tests.fuzz.batches import Failure, catalogue_of, waves
from tests.fuzz.coverage import KINDS, Reached, everything, of_kind
from tests.support.games import OURS

ENOUGH = 2_000
"""Playouts of a game after which everything must have been reached."""


def report(name: str, reached: Reached, wanted: frozenset[str], seconds: float) -> bool:
    """Report what was reached. Returns whether that was everything."""
    seats = ", ".join(
        f"{times} with {each[6:]} seats" for each, times in sorted(reached.times.items()) if each[:6] == "seats "
    )
    click.echo(
        f"{name}: {reached.playouts} playouts ({seats}), {reached.moves} moves, lists of at most {reached.longest_list}"
    )
    click.echo(f"  {seconds:.0f} s, {reached.seconds:.0f} s of processor time; endings: {dict(reached.endings)}")
    missing = reached.missing(wanted)
    for kind in (*KINDS, "content"):
        never = ", ".join(of_kind(missing, kind)) or "none"
        click.echo(f"  never reached of {len(of_kind(wanted, kind))} {kind}{'' if kind == 'content' else 's'}: {never}")
    stale = []
    for code, (why, test) in catalogue_of(name).arranged.items():
        click.echo(f"  only in arranged positions: {code} ({why}; {test})")
        if f"refusal {code}" in reached.times:
            stale.append(code)
    if stale:
        click.echo(f"  but reached in games: {', '.join(stale)}")
    return not missing and not stale


def fuzz(name: str, seeds: range, wanted: frozenset[str], processes: int) -> bool:
    """Play one game and report what was reached, even if interrupted. Returns whether that was everything."""
    started, everywhere, reached = time.monotonic(), everything(OURS[name], catalogue_of(name)), Reached()
    try:
        with click.progressbar(length=len(seeds), label=name) as bar:
            for batch in waves(name, seeds, wanted or everywhere, processes):
                reached.add(batch)
                bar.update(batch.playouts)
    except Failure as failure:
        raise click.ClickException(str(failure)) from None
    except KeyboardInterrupt:
        report(name, reached, everywhere, time.monotonic() - started)
        raise
    return report(name, reached, everywhere, time.monotonic() - started)


@click.command()
@click.option("--playouts", default=ENOUGH, show_default=True, help="Random games of each kind.")
@click.option("--seed", default=1, show_default=True, help="The first game's seed; each further game adds one.")
@click.option("--game", "names", type=click.Choice(list(OURS)), multiple=True, help="Only these; all if not given.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, help="Processes that play.")
@click.option("--wanted", multiple=True, help="What players are after; everything if not given. Only to play a game again.")
def main(playouts: int, seed: int, names: tuple[str, ...], processes: int, wanted: tuple[str, ...]) -> None:
    """Random playouts of every game."""
    complete = [fuzz(name, range(seed, seed + playouts), frozenset(wanted), processes) for name in names or OURS]
    sys.exit(0 if all(complete) or playouts < ENOUGH else 1)


if __name__ == "__main__":
    main()
