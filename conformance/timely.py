"""The first look at a game: everything answers, the game ends, and nothing of it grows without end."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

from conformance.playing import Endless, all_seats_of, as_json, play
from domain.game import AnyGame

SLOWEST_LIST_MS = 50.0
"""The longest that the legal commands of a position may take in time of the processor, the quickest of three times."""
SLOWEST_GAME = 10.0
"""The longest that the rules of a random game may take, in seconds of the processor."""
LARGEST_STATE = 200_000
"""Of a position as JSON, in bytes."""
MOST_GROWTH, EVENTS = 4_000, 8
"""How many bytes a position may grow by an event on the average, and after how many events that is looked at."""


def it_answers_in_time(game: AnyGame) -> None:
    """A random game takes at most ten seconds of the processor, the legal commands of each position at most 50 ms, and a
    position at most 200 kB as JSON."""
    for seats in all_seats_of(game):
        spent, first, events, began = 0.0, 0, 0, thread_time()
        for number, step in enumerate(play(game, seats, 1)):
            spent += thread_time() - began
            listing = min(_milliseconds(game.rules.legal_commands, step.before, step.seat) for _ in range(3))
            if listing > SLOWEST_LIST_MS:
                raise Endless(f"with {seats} seats `rules.legal_commands` takes {listing:.1f} ms at a position")
            events += len(step.events)
            size = len(as_json(step.after))
            first = size if number == 0 else first
            if size > LARGEST_STATE or (events >= EVENTS and size - first > MOST_GROWTH * events):
                raise Endless(
                    f"after {number + 1} commands of {seats} seats a position takes {size:,} bytes: something grows in "
                    "`rules.evolve` that is never taken away"
                )
            if spent > SLOWEST_GAME:
                raise Endless(f"the rules of a random game of {seats} seats take more than {SLOWEST_GAME:g} s")
            began = thread_time()


def _milliseconds(function: Callable[..., Any], *arguments: Any) -> float:
    began = thread_time()
    function(*arguments)
    return (thread_time() - began) * 1000
