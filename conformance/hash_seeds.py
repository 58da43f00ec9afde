"""Other processes play the same: nothing depends on the order of a set, which differs from process to process.

    python -m conformance.hash_seeds MODULE GAME

prints a line for each thing that random games show, for a process with another PYTHONHASHSEED to compare.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any

from conformance.games import names
from conformance.playing import all_seats_of, as_json, hold, options_of, play
from domain.game import AnyGame, Game

HASH_SEEDS = ("1", "2", "3")
SEEDS = (1, 2)
COMMANDS = 60
"""How many of each game are looked at."""
LONGEST = 120
"""Seconds."""


def every_process_plays_the_same(game: AnyGame, module: str) -> None:
    """Processes with another PYTHONHASHSEED list the same commands in the same order, and decide, show and say the same:
    nothing depends on the order of a set."""
    if not module:
        return
    command = [sys.executable, "-m", "conformance.hash_seeds", module, game.name]
    path = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
    others = [
        subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE)
        for seed in HASH_SEEDS
    ]
    try:
        first, *rest = [each.communicate(timeout=LONGEST)[0].decode().splitlines() for each in others]
    finally:
        for each in others:
            each.kill()
            each.communicate()
    hold(first, f"`python -m conformance.hash_seeds {module} {game.name}` says nothing")
    for lines in rest:
        for one, other in zip(first, lines, strict=False):
            hold(
                one == other,
                f"{one.rpartition(' ')[0]} differ from process to process (PYTHONHASHSEED): something takes its order from "
                "a set; sort it, or use a tuple",
            )
        hold(len(first) == len(lines), "of two processes (PYTHONHASHSEED) one stops earlier, by an error of its own")


def shown(game: AnyGame) -> Iterator[str]:
    """What random games show, with a sum for each thing."""
    for seats in all_seats_of(game):
        for seed in SEEDS:
            options, players = options_of(game, seats, seed), names(seats)
            for number, step in enumerate(islice(play(game, seats, seed, options), COMMANDS), 1):
                view = game.gate.view(step.after, step.seat)
                of: dict[str, Any] = {
                    "the commands that `rules.legal_commands` lists": step.legal,
                    "the events of `rules.decide`": step.events,
                    "the states after `rules.evolve`": step.after,
                    "the views of `gate.view`": view,
                    "the sentences of `words.narrate`": game.words.narrate(step.events, players, options),
                }
                if game.drawing is not None:
                    of["the pictures of `drawing.picture`"] = game.drawing.picture(view, step.seat)
                where = f"at command {number} with {seats} seats and seed {seed}"
                yield from (f"{where}, {what} {sha256(as_json(value)).hexdigest()}" for what, value in of.items())


def main(module: str, name: str) -> None:
    values = vars(importlib.import_module(module)).values()
    game = next(each for each in values if isinstance(each, Game) and each.name == name)
    for line in shown(game):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
