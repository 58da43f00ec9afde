"""Row 16: a scene of each game, and what an action costs whose answer has one beside its picture, over the picture alone."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from statistics import median, quantiles
from time import perf_counter

from bench.measure import Finding, Plan, Target, alone, repeat
from bench.row1_actions import Service
from bench.row12_pictures import answers, played, seats_of
from bench.serving import redis_server, web_server
from domain import session
from domain.game import AnyGame
from domain.kit.seats import seat_name
from harness.games import GAMES
from policies.chance import Chance

SCENE, SLOW = "scene", "slow scene"
WITH, WITHOUT = "with a scene and a picture", "with a picture"


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    found = [_scene(game, plan) for game in GAMES.values()]
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url))
        for game in GAMES.values():
            sides = {
                side: Service(url, server, ruleset=game.name, seats=seats_of(game), query=query)
                for side, query in ((WITH, "?include=picture,scene"), (WITHOUT, "?include=picture"))
            }
            found.append(answers(game, sides, plan, row=16))
    return found


def _scene(game: AnyGame, plan: Plan) -> Finding:
    """The median over the commits of whole games, beside the views and pictures that it is made from."""
    source = Random(16)

    def one_round() -> dict[str, float]:
        times: list[float] = []
        until = perf_counter() + plan.seconds
        while perf_counter() < until:
            times += _times(game, Chance(Random(source.random())))
        return {SCENE: median(times), SLOW: quantiles(times, n=100)[98]}

    rounds = repeat(one_round, plan.rounds)
    return alone(
        rounds,
        SCENE,
        row=16,
        what=f"{game.title}, {seats_of(game)} seats: a scene",
        unit="µs",
        target=Target(100, higher=False),
        noted=f"p99 {rounds.spread(SLOW).median:.0f} µs, wanted 1,000",
    )


def _times(game: AnyGame, chance: Chance) -> list[float]:
    """How long each scene of a random game takes, in µs, as the seat that acted sees it."""
    drawing, gate, options = game.drawing, game.gate, game.types.options()
    assert drawing is not None
    names = [seat_name(seat) for seat in range(seats_of(game))]
    found = []
    for commit in played(game, chance):
        events = [seen for each in commit.events if (seen := gate.redact(each, commit.seat)) is not None]
        before, after = (
            drawing.picture(gate.view(state, commit.seat), commit.seat) for state in (commit.before, commit.after)
        )
        began = perf_counter()
        session.scene(game, events, names, options, before, after)
        found.append((perf_counter() - began) * 1e6)
    return found
