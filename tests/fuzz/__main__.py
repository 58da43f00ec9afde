"""Plays random games of every kind and says what was never reached.

    python -m tests.fuzz [--playouts N] [--seed S] [--game NAME]

At every position it holds the game to what the conformance tests ask for, tries commands that are not legal, and at some
positions deals everything hidden anew. Exits with 1 at the first broken promise, naming the seed, or if a command or event
was never reached. Refusals that only arranged positions reach are told, and proved by the rule tests.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import click
import msgspec

from domain.game import Rejected
from domain.registry import GAMES, AnyGame
from tests.domain.test_conformance import Chance, as_json, union

VARIANTS: Mapping[str, Sequence[dict[str, Any]]] = {
    "merchants-of-the-caribbean": (
        {},
        {"target_influence": 3, "starting_seat": 1},
        {"round_limit": 2},
        {"jester_pays_active_on_empty_harbour": False, "expedition_required": False},
        {"deck": "port-royal-120"},
        {"deck": "port-royal-120", "expedition_required": True, "target_influence": 9},
        {"deck": "a deck that is not"},
        {"players": 9},
        {"round_limit": 0},
    ),
}
"""Options to play with, allowed and not, by game; a game that is not named here is played with its standard options."""
REDEAL_EVERY = 25
POOL = 400


class Broken(Exception):
    """A promise that does not hold."""


class Reached:
    """What came up in the playouts of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.kinds: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.moves = 0
        self.pool: list[Any] = []
        """Commands seen in any game, to be tried where they are not legal."""

    def missing(self) -> list[str]:
        kinds = (*self.game.commands, *self.game.events)
        return sorted({str(kind.__struct_config__.tag) for kind in kinds} - set(self.kinds))

    def refusals_missing(self) -> list[str]:
        return sorted(set(self.game.refusals) - set(self.refusals))


def playout(reached: Reached, seed: int) -> None:
    """One random game. Raises Broken."""
    game, chooser, chance = reached.game, random.Random(seed), Chance(seed)
    given = chooser.choice(VARIANTS.get(game.name, ({},)))
    try:
        options = msgspec.convert(given, game.options)
        low, high = game.seats(options)
        recorder = game.setup(options, chooser.randint(low, high), chance)
    except Rejected as refusal:
        reached.refusals[refusal.code] += 1
        return
    note(reached, recorder.events)
    state, folded = recorder.state, game.fold(recorder.events)
    while awaited := game.to_act(state):
        hold(folded == state, "the fold of the events is not the state")
        seat = chooser.choice(awaited)
        legal = list(game.legal_commands(state, seat))
        hold(0 < len(legal) < 200, f"{len(legal)} legal commands")
        try_illegal(reached, state, legal, seat, chooser)
        if reached.moves % REDEAL_EVERY == 0:
            redeal(game, state, seat, chance)
        command = chooser.choice(legal)
        if len(reached.pool) < POOL or chooser.random() < 0.05:
            reached.pool.append(command)
            del reached.pool[:-POOL]
        recorder = game.decide(state, seat, command, chance)
        note(reached, [command, *recorder.events])
        reached.moves += 1
        state, folded = recorder.state, game.fold(recorder.events, folded)
    outcome = game.outcome(state)
    hold(outcome is not None, "nobody is asked anything, but the game is not over")
    reached.endings[outcome.reason if outcome else ""] += 1
    refused(reached, state, 0, chooser.choice(reached.pool))


def note(reached: Reached, happened: Sequence[Any]) -> None:
    reached.kinds.update(str(type(each).__struct_config__.tag) for each in happened)


def hold(true: bool, otherwise: str) -> None:
    if not true:
        raise Broken(otherwise)


def try_illegal(reached: Reached, state: Any, legal: list[Any], seat: int, chooser: random.Random) -> None:
    """A command from another position is refused with a known code, or it is in the list in another spelling."""
    if not reached.pool:
        return
    command = twisted(chooser.choice(reached.pool), chooser.choice(reached.pool), chooser)
    stranger = chooser.choice((seat, seat, seat + 1, 99))
    code = refused(reached, state, stranger, command)
    listed = stranger == seat and type(command) in {type(each) for each in legal}
    hold(code is not None or listed, f"{command} of seat {stranger} is accepted, but nothing like it is legal")
    hold(code is None or command not in legal or stranger != seat, f"{command} is legal and refused ({code})")


def twisted(command: Any, other: Any, chooser: random.Random) -> Any:
    """The command as it is or, as often, with one field as another command has it."""
    fields = [(mine, its) for mine in type(command).__struct_fields__ for its in type(other).__struct_fields__]
    if not fields or chooser.random() < 0.5:
        return command
    mine, its = chooser.choice(fields)
    value, kind = getattr(other, its), type(getattr(command, mine))
    return msgspec.structs.replace(command, **{mine: value}) if type(value) is kind else command


def refused(reached: Reached, state: Any, seat: int, command: Any) -> str | None:
    """The code of a refusal, None if there is none."""
    try:
        reached.game.check(state, seat, command)
    except Rejected as refusal:
        hold(refusal.code in reached.game.refusals, f"unknown refusal {refusal.code}")
        reached.refusals[refusal.code] += 1
        return refusal.code
    return None


def redeal(game: AnyGame, state: Any, seat: int, chance: Chance) -> None:
    """With everything hidden dealt anew the seat sees the same and can do the same; and a state survives JSON."""
    view = game.view(state, seat)
    other = game.determinize(view, seat, chance)
    hold(as_json(game.view(other, seat)) == as_json(view), "dealing anew changes what the seat sees")
    hold(game.legal_commands(other, seat) == game.legal_commands(state, seat), "dealing anew changes what is legal")
    hold(msgspec.json.decode(as_json(state), type=game.state) == state, "the state does not survive JSON")
    hold(msgspec.json.decode(as_json(view), type=union((game.view_type,))) == view, "the view does not survive JSON")


@click.command()
@click.option("--playouts", default=2_000, show_default=True, help="Random games of each kind.")
@click.option("--seed", default=1, show_default=True, help="The first game's seed; each further game adds one.")
@click.option("--game", "names", type=click.Choice(list(GAMES)), multiple=True, help="Only these; all if not given.")
def main(playouts: int, seed: int, names: tuple[str, ...]) -> None:
    """Random playouts of every game."""
    failed = False
    for name in names or GAMES:
        reached = Reached(GAMES[name])
        with click.progressbar(range(seed, seed + playouts), label=name) as seeds:
            for each in seeds:
                try:
                    playout(reached, each)
                except Exception as error:
                    raise click.ClickException(f"{name}, seed {each}: {error!r}") from error
        click.echo(f"{reached.moves} moves; endings: {dict(reached.endings)}")
        for what, missing in (("commands and events", reached.missing()), ("refusals", reached.refusals_missing())):
            click.echo(f"never reached of {what}: {', '.join(missing) or 'none'}")
        failed = failed or bool(reached.missing())
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
