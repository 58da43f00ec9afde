"""Row 12: a picture of each game, and what an action costs whose answer has one, over one whose answer has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bench.games import RULESET, most_seats
from bench.measure import Finding, Plan, Target, alone, compared, repeat
from bench.row1_actions import WARM_UP, Service
from bench.serving import redis_server, web_server
from domain.game import AnyGame
from harness.games import GAMES
from policies.chance import Chance
from service.http import encode

AT_ONCE = 10
"""Games whose positions are drawn in turns, as a service draws them."""
PICTURE, JSON = "picture", "JSON"
WITH, WITHOUT = "with a picture", "without a picture"


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    found = [_picture(game, plan) for game in GAMES.values()]
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url))
        for game in GAMES.values():
            sides = {
                side: Service(url, server, ruleset=game.name, seats=seats_of(game), query=query)
                for side, query in ((WITH, "?include=picture"), (WITHOUT, ""))
            }
            found.append(answers(game, sides, plan, row=12))
    return found


def seats_of(game: AnyGame) -> int:
    return 2 if game.name == RULESET else most_seats(game)


def _picture(game: AnyGame, plan: Plan) -> Finding:
    """The median over positions of whole games."""
    source, drawing, view = Random(12), game.drawing, game.gate.view
    assert drawing is not None

    def one_round() -> dict[str, float]:
        times: dict[str, list[float]] = {PICTURE: [], JSON: []}
        until = perf_counter() + plan.seconds
        while perf_counter() < until:
            for state, seat in _positions(game, source):
                seen = view(state, seat)
                began = perf_counter()
                picture = drawing.picture(seen, seat)
                drawn = perf_counter()
                encode(picture)
                times[JSON].append((perf_counter() - drawn) * 1e6)
                times[PICTURE].append((drawn - began) * 1e6)
        return {side: median(each) for side, each in times.items()}

    rounds = repeat(one_round, plan.rounds)
    return alone(
        rounds,
        PICTURE,
        row=12,
        what=f"{game.title}, {seats_of(game)} seats: a picture",
        unit="µs",
        target=Target(100, higher=False),
        noted=f"its JSON takes {rounds.spread(JSON).median:.0f} µs more",
    )


def _positions(game: AnyGame, source: Random) -> Iterator[tuple[Any, int]]:
    """The positions of some random games in turns, each with the seat that has acted."""
    for positions in zip_longest(*[_states(game, Chance(Random(source.random()))) for _ in range(AT_ONCE)]):
        yield from [position for position in positions if position is not None]


def _states(game: AnyGame, chance: Chance) -> Iterator[tuple[Any, int]]:
    return ((commit.after, commit.seat) for commit in played(game, chance))


class Played(NamedTuple):
    """A command of a random game."""

    before: Any
    seat: int
    """The seat that acted."""
    events: Sequence[Any]
    after: Any


def played(game: AnyGame, chance: Chance) -> Iterator[Played]:
    """A random game from beginning to end."""
    state = game.rules.setup(game.types.options(), seats_of(game), chance).state
    while seats := game.rules.to_act(state):
        commands = game.rules.legal_commands(state, seats[0])
        done = game.rules.decide(state, seats[0], commands[chance.below(len(commands))], chance)
        yield Played(state, seats[0], done.events, done.state)
        state = done.state


def answers(game: AnyGame, sides: dict[str, Service], plan: Plan, *, row: int) -> Finding:
    """What an action costs the web processes, with the first side's parts in the answer and with the second one's."""

    def cost(side: Service) -> float:
        side.make_ready(plan.seconds + WARM_UP)
        return side.load.run(plan.seconds, WARM_UP).cost

    rounds = repeat(lambda: {name: cost(side) for name, side in sides.items()}, plan.rounds)
    for side in sides.values():
        side.prove()
    more, less = sides
    what = f"{game.title}, {seats_of(game)} seats: processor time of an action, {more} in the answer"
    return compared(rounds, more, less, row=row, what=what, unit="µs", target=Target(1.15, higher=False))
