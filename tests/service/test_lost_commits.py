"""Redis came back without its last commits, and others have gone on: what a process tells that knows what is lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
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


def the_same_of_both(here: Game, there: Game, redis: Redis) -> tuple[int, Any] | None:
    """Play, lose that, and play otherwise, until seat 1 does what seat 0 had done at the same version; returns both.

    None where what is dealt, at random, does not let it come to that soon.
    """
    kept: dict[str, Any] = {key: redis.dump(key) for key in (key_of(here.id), f"{key_of(here.id)}:s")}
    lost = {version: action for version, seat, action in steps(here, random.Random(0)) if seat == 0}
    for seed in range(1, 5):
        for key, value in kept.items():
            redis.restore(key, 0, value, replace=True)
        for version, seat, action in steps(there, random.Random(seed)):
            if seat == 1 and lost.get(version) == action and 0 not in there.state()["to_act"]:
                return version, action
    return None


def test_a_repeat_is_not_answered_with_what_the_same_action_shows_another_seat(
    api: Api, make_api: Callable[..., Api], redis: Redis
) -> None:
    """Given an action of one seat that is lost, and the same words from another seat at its version, then the repeat of the
    first is taken for what it is: an action now, of a seat that is not asked."""
    elsewhere = make_api()
    for _ in range(10):
        here = api.create(MARAUDERS)
        there = through(elsewhere, here)
        found = the_same_of_both(here, there, redis)
        if found is not None:
            break
    else:
        pytest.fail("no game came about in which both seats could do the same at one version")
    version, action = found
    before = redis.dump(key_of(here.id))
    assert there.state(by=0)["view"] != there.state(by=1)["view"], "there is something to hide"
    refused = here.act(0, action, headers={"Idempotency-Key": f"0-{version}"}, expect=409)
    assert refused.get_json(force=True).keys() <= {"type", "title", "status", "detail", "code", "params", "rules"}
    assert "Idempotency-Replayed" not in refused.headers
    assert redis.dump(key_of(here.id)) == before
