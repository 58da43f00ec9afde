"""Row 8: what Redis holds for a game that lies idle, over its bare stream."""

from __future__ import annotations

from random import Random

from redis import Redis

from bench.games import most_seats
from bench.measure import Finding, Plan, Target, compared, repeat
from bench.row7_memory import SHORT, played, stored
from bench.serving import redis_server
from domain.game import AnyGame
from events.redis_store.client import connect
from harness.games import GAMES

IDLE = 200
"""Games that lie in Redis at a time: what all games share is divided among them."""
ALL = "everything in Redis"
ROUNDS = 3
"""As many as are worth their time: memory does not depend on what else the machine does."""
BARE = "its bare stream"


def measure(plan: Plan) -> list[Finding]:
    """A line for each game."""
    return [_idle(game, plan) for game in GAMES.values()]


def _idle(game: AnyGame, plan: Plan) -> Finding:
    """How much the memory in use grows by games that lie idle, over how much it grows by their streams alone."""
    source = Random(8)
    seats = most_seats(game)

    def one_round() -> dict[str, float]:
        games = [played(game, seats, SHORT, source) for _ in range(IDLE)]
        with redis_server() as url:
            client = connect(url)
            empty = _used(client)
            everything = _used(stored(url, games)) - empty
            for key in client.scan_iter(count=1_000):
                if client.type(key) != b"stream" or b":g:" not in key:
                    client.delete(key)
            return {ALL: everything / IDLE, BARE: (_used(client) - empty) / IDLE}

    rounds = repeat(one_round, min(ROUNDS, plan.rounds))
    what = f"{game.title}, {seats} seats: everything Redis holds for an idle game of {SHORT} commits"
    return compared(rounds, ALL, BARE, row=8, what=what, unit="bytes", target=Target(1.5, higher=False))


def _used(client: Redis) -> float:
    """Bytes that Redis has allocated for its data, without what connections take."""
    return float(client.info("memory")["used_memory_dataset"])
