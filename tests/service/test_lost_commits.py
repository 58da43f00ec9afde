"""Redis came back without its last commits, and others have gone on: what a process tells that knows what is lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from redis import Redis

from tests.service.client import Api, Game
from tests.support.damaged import key_of

MARAUDERS = "merchants-and-marauders"
STEPS = 25


def through(api: Api, game: Game) -> Game:
    """The same game, asked of another process."""
    other = Game.__new__(Game)
    other.__dict__.update({**game.__dict__, "api": api})
    return other


def steps(game: Game, chance: random.Random) -> Iterator[tuple[int, int, Any]]:
    """Play at random: the version that each action makes, its seat and the action; each with a key of its own."""
    for _ in range(STEPS):
        state = game.state()
        seat, version = chance.choice(state["to_act"]), state["version"] + 1
        action = chance.choice(game.legal(seat)["actions"])["action"]
        game.act(seat, action, headers={"Idempotency-Key": f"{seat}-{version}"})
        yield version, seat, action


def test_a_repeat_is_not_answered_with_what_the_same_action_shows_another_seat(
    api: Api, make_api: Callable[..., Api], redis: Redis
) -> None:
    """Given an action of one seat that is lost, and the same words from another seat at its version, then the repeat of the
    first is taken for what it is: an action now, of a seat that is not asked."""
    here = api.create(MARAUDERS)
    kept: dict[str, Any] = {key: redis.dump(key) for key in (key_of(here.id), f"{key_of(here.id)}:s")}
    lost = {version: action for version, seat, action in steps(here, random.Random(0)) if seat == 0}
    there = through(make_api(), here)
    found = None
    for seed in count(1):
        for key, value in kept.items():
            redis.restore(key, 0, value, replace=True)
        for version, seat, action in steps(there, random.Random(seed)):
            if seat == 1 and lost.get(version) == action and 0 not in there.state()["to_act"]:
                found = version
                break
        if found is not None:
            break
    before = redis.dump(key_of(here.id))
    assert there.state(by=0)["view"] != there.state(by=1)["view"], "there is something to hide"
    refused = here.act(0, lost[found], headers={"Idempotency-Key": f"0-{found}"}, expect=409)
    assert refused.get_json(force=True).keys() <= {"type", "title", "status", "detail", "code", "params"}
    assert "Idempotency-Replayed" not in refused.headers
    assert redis.dump(key_of(here.id)) == before
