"""Plays random games of every kind and says what was never reached.

    python -m tests.fuzz [--playouts N] [--seed S] [--game NAME]

At every position it holds the game to what the conformance tests ask for, tries commands that are not legal, and at some
positions deals everything hidden anew. In some games sense guides chance, so that what only sensible play brings comes up
too. Exits with 1 at the first broken promise, naming the seed, or if a command, an event or something in the game's
catalogue was never reached. Refusals that only arranged positions reach are told, and proved by the rule tests.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
import msgspec

from domain.game import Rejected
from domain.registry import GAMES, AnyGame
from tests.domain.test_conformance import Chance, as_json, union
from tests.fuzz import maracaibo, marauders
from tests.fuzz.catalogue import Catalogue
from tests.merchants_and_marauders import invariants as marauders_invariants
from tests.pirates_of_maracaibo import invariants as maracaibo_invariants

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
    "merchants-and-marauders": (
        {},
        {"windows": "holders_only"},
        {"open_gold": True},
        {"players": 9},
    ),
    "pirates-of-maracaibo": (
        {},
        {"layout": "grid", "break_location_clusters": True, "retirement": True},
        {"layout": "strait", "rubies": True, "quest_hunters": True},
        {"layout": "long_channel", "fog_of_war_locations": True, "pirate_skirmish": True},
        {"fog_of_war_improvements": True, "rubies": True, "retirement": True},
        {"fog_of_war_improvements": True, "fog_of_war_locations": True, "layout": "strait"},
        {
            "fog_of_war_improvements": True,
            "fog_of_war_locations": True,
            "pirate_skirmish": True,
            "quest_hunters": True,
            "rubies": True,
            "retirement": True,
        },
        {"players": 1, "b_cards": 3},
        {"players": 1, "b_cards": 6, "rubies": True, "fog_of_war_locations": True, "fog_of_war_improvements": True},
        {"players": 9},
        {"b_cards": 7},
    ),
}
"""Options to play with, allowed and not, by game; a game that is not named here is played with its standard options."""
CATALOGUES: Mapping[str, Catalogue] = {
    "merchants-and-marauders": marauders.CATALOGUE,
    "pirates-of-maracaibo": maracaibo.CATALOGUE,
}
INVARIANTS: Mapping[str, Callable[[Any], None]] = {
    "merchants-and-marauders": marauders_invariants.check_all,
    "pirates-of-maracaibo": maracaibo_invariants.check_all,
}
SENSE = (0.0, 0.0, 0.3, 0.9)
"""How often in a game the command is given that looks best: in half of the games never."""
REDEAL_EVERY = 25
VALUES = 60
"""How many values of each field are remembered for commands that are not legal."""


class Broken(Exception):
    """A promise that does not hold."""


class Reached:
    """What came up in the playouts of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.kinds: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.things: set[str] = set()
        self.moves = 0
        self.values: defaultdict[str, list[Any]] = defaultdict(list)
        """By field: what commands of any game had there, to be tried where it is not legal."""
        self.catalogue = CATALOGUES.get(game.name)
        if self.catalogue is not None:
            self.catalogue.watch(self.things.add)

    def missing(self) -> list[str]:
        kinds = (*self.game.commands, *self.game.events)
        never = {str(kind.__struct_config__.tag) for kind in kinds} - set(self.kinds)
        return sorted(never | (self.catalogue.everything - self.things if self.catalogue else set()))

    def refusals_missing(self) -> list[str]:
        return sorted(set(self.game.refusals) - set(self.refusals))


def playout(reached: Reached, seed: int) -> None:
    """One random game. Raises Broken."""
    game, chooser, chance = reached.game, random.Random(seed), Chance(seed)
    given, sense = chooser.choice(VARIANTS.get(game.name, ({},))), chooser.choice(SENSE)
    try:
        options = msgspec.convert(given, game.options)
        low, high = game.seats(options)
        seats = chooser.randint(low, high)
        recorder = game.setup(options, seats, chance)
    except Rejected as refusal:
        reached.refusals[refusal.code] += 1
        return
    note(reached, recorder.events)
    state, folded = recorder.state, game.fold(recorder.events)
    while awaited := game.to_act(state):
        hold(folded == state, "the fold of the events is not the state")
        INVARIANTS.get(game.name, no_invariants)(state)
        seat = chooser.choice(awaited)
        legal = list(game.legal_commands(state, seat))
        hold(0 < len(legal) < 200, f"{len(legal)} legal commands")
        if len(legal) == 1 or chooser.random() >= sense:
            command = chooser.choice([*legal, *game.side_commands(state, seat)[:1]])
        else:
            view = game.view(state, seat)
            command = max(legal, key=lambda each: game.appraise(view, seat, each))
        remember(reached, command, chooser)
        try_illegal(reached, state, legal, seat, chooser.randrange(seats), chooser)
        if reached.moves % REDEAL_EVERY == 0:
            redeal(game, state, seat, chance)
        recorder = game.decide(state, seat, command, chance)
        note(reached, [command, *recorder.events])
        reached.moves += 1
        state, folded = recorder.state, game.fold(recorder.events, folded)
    outcome = game.outcome(state)
    hold(outcome is not None, "nobody is asked anything, but the game is not over")
    reached.endings[outcome.reason if outcome else ""] += 1
    for kind in game.commands:
        made = made_up(reached, kind, chooser)
        if made is not None:
            hold(refused(reached, state, 0, made) is not None, f"{made} is accepted after the end")


def note(reached: Reached, happened: Sequence[Any]) -> None:
    reached.kinds.update(str(type(each).__struct_config__.tag) for each in happened)
    if reached.catalogue is not None:
        reached.things.update(reached.catalogue.reached(happened))


def no_invariants(state: Any) -> None:
    """For games that have no list of them."""


def hold(true: bool, otherwise: str) -> None:
    if not true:
        raise Broken(otherwise)


def remember(reached: Reached, command: Any, chooser: random.Random) -> None:
    for field in command.__struct_fields__:
        known, value = reached.values[field], getattr(command, field)
        if value in known:
            continue
        if len(known) < VALUES:
            known.append(value)
        else:
            known[chooser.randrange(VALUES)] = value


def made_up(reached: Reached, kind: Any, chooser: random.Random) -> Any | None:
    """A command of this kind with values of any command in its fields; None if they do not fit."""
    values = {}
    for field in kind.__struct_fields__:
        known = reached.values[field]
        if not known:
            return None
        values[field] = chooser.choice(known)
    try:
        return msgspec.convert({**msgspec.to_builtins(values), "type": kind.__struct_config__.tag}, kind)
    except msgspec.ValidationError:
        return None


def try_illegal(reached: Reached, state: Any, legal: list[Any], seat: int, stranger: int, chooser: random.Random) -> None:
    """A made up command is refused with a known code, or it is in the list in another spelling."""
    game = reached.game
    here = sorted({type(each) for each in legal}, key=lambda kind: str(kind))
    kind = chooser.choice(chooser.choice((here, game.commands)))
    command = made_up(reached, kind, chooser)
    if command is None:
        return
    by = chooser.choice((seat, seat, seat, stranger))
    code = refused(reached, state, by, command)
    possible = (*game.legal_commands(state, by), *game.side_commands(state, by))
    hold(code is not None or kind in {type(each) for each in possible}, f"{command} of seat {by} is accepted, not listed")
    hold(code is None or command not in possible, f"{command} is legal and refused ({code})")


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
        for what, missing in (("commands, events and content", reached.missing()), ("refusals", reached.refusals_missing())):
            click.echo(f"never reached of {what}: {', '.join(missing) or 'none'}")
        failed = failed or bool(reached.missing())
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
