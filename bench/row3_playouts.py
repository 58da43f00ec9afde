"""Row 3: random playouts of every game, and what one look ahead costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from bench import peers
from bench.games import OTHERS, RULESET, most_seats
from bench.measure import Finding, Plan, Target, alone, compared, in_turns, repeat
from bench.playouts import SURVEYED, Playouts
from domain.game import AnyGame
from harness.games import GAMES

SEATS = 2
OURS = "Tradewinds"
BOARDGAME = "boardgame.io 0.50.2"


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    findings = _compared(plan)
    for game in OTHERS:
        findings += _alone(game, plan)
    return findings


def _compared(plan: Plan) -> list[Finding]:
    """The game that is compared; without Node the line over boardgame.io is left out."""
    playouts = Playouts(GAMES[RULESET], SEATS)
    sides: dict[str, Callable[[float], float]] = {
        OURS: playouts.moves,
        "games": lambda _: playouts.games,
        "look ahead": lambda _: playouts.look_ahead(),
        "move": lambda _: playouts.move(),
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


def _alone(game: AnyGame, plan: Plan) -> list[Finding]:
    """Another game with its most seats."""
    playouts = Playouts(game, most_seats(game))
    slowest, surveyed = playouts.survey()
    sides: dict[str, Callable[[float], float]] = {
        "moves": playouts.moves,
        "game": lambda _: 1 / playouts.games,
        "legal": lambda _: max(map(playouts.legal, slowest)),
        "look ahead": lambda _: playouts.look_ahead(),
    }
    rounds = repeat(lambda: in_turns(sides, plan.seconds), plan.rounds)
    name = f"{game.title}, {playouts.seats} seats"
    most = Target(2, higher=False)
    noted = f"of {surveyed:,} positions in {SURVEYED} random games"
    return [
        alone(rounds, "game", row=3, what=f"{name}: a random playout", unit="s", target=most),
        alone(rounds, "moves", row=3, what=f"{name}: random playouts", unit="moves/s"),
        alone(rounds, "legal", row=3, what=f"{name}: slowest `legal_commands`", unit="ms", target=most, noted=noted),
        alone(rounds, "look ahead", row=3, what=f"{name}: look-ahead of one command (`decide`)", unit="µs"),
    ]


@contextmanager
def _boardgame() -> Iterator[Callable[[float], float]]:
    """boardgame.io in its own process, warmed up: plays for some seconds and returns the moves a second."""
    with peers.node("push_your_luck.js") as player:
        player.rate(2.0)
        yield player.rate
