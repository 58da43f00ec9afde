"""Four random players of catanatron in a process of their own: a line of seconds on stdin, a line of JSON on stdout."""

from __future__ import annotations

import json
import sys
from time import perf_counter

from catanatron import Color, Game, RandomPlayer

PLAYERS = [RandomPlayer(color) for color in Color]


def play(seconds: float) -> dict[str, float]:
    """Whole games for so long."""
    moves = games = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds:
        game = Game(PLAYERS)
        game.play()
        moves += len(game.state.action_records)
        games += 1
    return {"moves": moves, "games": games, "seconds": taken}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(play(float(line))), flush=True)
