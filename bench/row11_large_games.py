"""Row 11: random playouts of the large games with four seats, over those of catanatron, a fast simulator of Catan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from bench import peers
from bench.measure import Finding, Plan, Rounds, Target, alone, compared, in_turns, repeat
from bench.playouts import Playouts
from harness.games import GAMES

LARGE = ("merchants-and-marauders", "pirates-of-maracaibo")
SEATS = 4
CATANATRON = "catanatron"
LEFT_OUT = "without catanatron: `CATANATRON` names no checkout"

Side = Callable[[float], float]


def measure(plan: Plan) -> list[Finding]:
    """Three lines for each game, all sides in turns in the same rounds; two without catanatron."""
    playouts = {name: Playouts(GAMES[name], SEATS) for name in LARGE}
    checkout = peers.catanatron()
    others: AbstractContextManager[dict[str, Side]] = nullcontext({}) if checkout is None else _catanatron(checkout)
    with others as sides:
        for name, each in playouts.items():
            sides |= _sides(name, each)
        rounds = repeat(lambda: in_turns(sides, plan.seconds), plan.rounds)
    return [finding for name in LARGE for finding in _findings(name, rounds)]


def _sides(name: str, playouts: Playouts) -> dict[str, Side]:
    return {
        name: playouts.moves,
        f"{name}, games": lambda _: playouts.games,
        f"{name}, look ahead": lambda _: playouts.look_ahead(),
    }


def _findings(name: str, rounds: Rounds) -> list[Finding]:
    """The lines of one game."""
    what = f"{GAMES[name].title}, {SEATS} seats"
    moves, games = f"{what}: random playouts", f"{what}: random playouts, whole games"
    ahead = alone(
        rounds,
        f"{name}, look ahead",
        row=11,
        what=f"{what}: look-ahead of one command (`decide`)",
        unit="µs",
        target=Target(15, higher=False),
    )
    if CATANATRON not in rounds.sides:
        return [
            alone(rounds, name, row=11, what=moves, unit="moves/s", noted=LEFT_OUT),
            alone(rounds, f"{name}, games", row=11, what=games, unit="games/s", noted=LEFT_OUT),
            ahead,
        ]
    return [
        compared(rounds, name, CATANATRON, row=11, what=moves, unit="moves/s", target=Target(0.8, 1.0)),
        compared(rounds, f"{name}, games", f"{CATANATRON}, games", row=11, what=games, unit="games/s"),
        ahead,
    ]


@contextmanager
def _catanatron(checkout: Path) -> Iterator[dict[str, Side]]:
    """catanatron in a process of its own, warmed up."""
    with peers.python("catanatron_player.py", checkout / "catanatron", peers.networkx()) as player:
        player.play(2.0)
        games = 0.0

        def moves(seconds: float) -> float:
            nonlocal games
            played = player.play(seconds)
            games = played["games"] / played["seconds"]
            return played["moves"] / played["seconds"]

        yield {CATANATRON: moves, f"{CATANATRON}, games": lambda _: games}
