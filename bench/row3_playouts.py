"""Row 3: random playouts of Merchants of the Caribbean with two seats, and what one look ahead costs."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench import peers
from bench.measure import Finding, Plan, Target, alone, compared, in_turns, repeat
from domain.registry import GAMES
from workers.policies.chance import Chance

GAME = GAMES["merchants-of-the-caribbean"]
SEATS = 2
OURS = "Tradewinds"
BOARDGAME = "boardgame.io 0.50.2"
POSITIONS = 500
"""How many positions are looked ahead from."""


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row; without Node those over boardgame.io are left out."""
    positions = _positions()
    sides: dict[str, Callable[[float], float]] = {
        OURS: lambda seconds: _playouts(seconds)[0],
        "games": lambda seconds: _playouts(seconds)[1],
        "look ahead": lambda _: _look_ahead(positions),
        "move": lambda _: _moves(positions),
    }
    with _boardgame() if peers.has_node() else nullcontext() as boardgame:
        if boardgame is not None:
            sides[BOARDGAME] = boardgame
        rounds = repeat(lambda: in_turns(sides, plan.seconds), plan.rounds)
    found = []
    if BOARDGAME in sides:
        found.append(
            compared(rounds, OURS, BOARDGAME, row=3, what="Random playouts, 2 seats", unit="moves/s", target=Target(3, 5))
        )
    ahead = Target(35, higher=False)
    return [
        *found,
        alone(rounds, OURS, row=3, what="Random playouts, 2 seats", unit="moves/s", target=Target(35_000, 70_000)),
        alone(rounds, "games", row=3, what="Random playouts, 2 seats, whole games", unit="games/s"),
        alone(
            rounds,
            "look ahead",
            row=3,
            what="Look-ahead of one command (`decide`)",
            unit="µs",
            target=ahead,
        ),
        alone(rounds, "move", row=3, what="A move with its legal moves (`legal_commands` and `decide`)", unit="µs"),
    ]


def _playouts(seconds: float) -> tuple[float, float]:
    """Moves and games a second."""
    chance = Chance(Random())
    options = GAME.options()
    moves = games = 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        state = GAME.setup(options, SEATS, chance).state
        while seats := GAME.to_act(state):
            commands = GAME.legal_commands(state, seats[0])
            state = GAME.decide(state, seats[0], commands[chance.below(len(commands))], chance).state
            moves += 1
        games += 1
    taken = perf_counter() - began
    return moves / taken, games / taken


def _positions() -> list[tuple[Any, int, list[Any]]]:
    """Positions of random games at all stages, with the seat to act and its legal commands."""
    chance = Chance(Random(3))
    found: list[tuple[Any, int, list[Any]]] = []
    while len(found) < POSITIONS:
        state = GAME.setup(GAME.options(), SEATS, chance).state
        while seats := GAME.to_act(state):
            commands = list(GAME.legal_commands(state, seats[0]))
            if not chance.below(4):
                found.append((state, seats[0], commands))
            state = GAME.decide(state, seats[0], commands[chance.below(len(commands))], chance).state
    return found


def _look_ahead(positions: list[tuple[Any, int, list[Any]]]) -> float:
    """µs for the state and events after a legal command."""
    chance = Chance(Random(4))
    decide = GAME.decide
    count = 0
    began = perf_counter()
    for state, seat, commands in positions:
        for command in commands:
            decide(state, seat, command, chance)
            count += 1
    return (perf_counter() - began) / count * 1e6


def _moves(positions: list[tuple[Any, int, list[Any]]]) -> float:
    """µs to find the legal commands and carry one out."""
    chance = Chance(Random(5))
    began = perf_counter()
    for state, seat, _ in positions:
        commands = GAME.legal_commands(state, seat)
        GAME.decide(state, seat, commands[chance.below(len(commands))], chance)
    return (perf_counter() - began) / len(positions) * 1e6


@contextmanager
def _boardgame() -> Iterator[Callable[[float], float]]:
    """boardgame.io in a process of its own, which has warmed up: play for some seconds and tell the moves a second."""
    script = Path(__file__).with_name("push_your_luck.js")
    with subprocess.Popen(
        ["node", str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    ) as node:
        questions, answers = node.stdin, node.stdout
        assert questions is not None
        assert answers is not None

        def play(seconds: float) -> float:
            print(seconds, file=questions, flush=True)
            played = json.loads(answers.readline())
            return float(played["moves"] / played["seconds"])

        play(2.0)
        yield play
