"""The bots' jobs, and bots that play."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from events.bot_queue import BotQueue, Job
from tests.service.client import Api, Game
from tests.service.conftest import SOONER, every_ruleset
from tests.support.games import RULESET


@pytest.fixture
def api(make_api: Callable[..., Api]) -> Api:
    """Jobs are queued by the clock of the service."""
    return make_api()


@every_ruleset
def test_a_waiting_bot_has_a_job(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "random", "greedy")
    state = game.state()
    seat = state["to_act"][0]
    (job,) = game.get("/jobs").json["items"]
    assert job == {
        "version": 1,
        "seat": seat,
        "level": state["seats"][seat]["level"],
        "status": "queued",
        "attempts": 1,
        "waiting_ms": None,
        "running_ms": None,
    }


def test_a_game_without_bots_has_no_jobs(api: Api) -> None:
    assert api.create(RULESET).get("/jobs").json == {"items": []}


@every_ruleset
def test_bots_play_to_the_end_and_times_are_shown_only_then(api: Api, work: Callable[[], None], ruleset: str) -> None:
    game, chance = api.create(ruleset, "human", "random", options=SOONER.get(ruleset, {})), random.Random(1)
    for number in range(2_000):
        state = game.state()
        if not state["to_act"]:
            break
        if state["to_act"] == [0]:
            game.step(chance)
        else:
            work()
        for by in game.callers() if number % 20 == 0 else ():
            for job in game.get("/jobs", by).json["items"]:
                assert job["waiting_ms"] is None or not game.state()["to_act"]
    assert game.state()["status"] == "finished"
    items = game.get("/jobs").json["items"]
    assert items
    assert all(each["status"] == "finished" and each["waiting_ms"] >= 0 and each["running_ms"] >= 0 for each in items)
    played = {each["actor"] for each in game.lines() if each["seat"] == 1}
    assert played == {"bot"}
    assert game.get("/audit").json["ok"]


def test_a_queue_that_is_away_is_not_mistaken_for_the_store(make_api: Callable[..., Api], tmp_path: Path) -> None:
    api = make_api(queue_url=f"unix://{tmp_path}/nobody.sock")
    game = api.create(RULESET)
    away(game)
    assert game.state()["status"] == "running"


@pytest.mark.parametrize("error", [redis.BusyLoadingError(), redis.ResponseError("NOPERM"), redis.TimeoutError()])
def test_a_queue_that_cannot_serve_is_told(api: Api, monkeypatch: pytest.MonkeyPatch, error: redis.RedisError) -> None:
    def fails(queue: BotQueue, game: str) -> list[Job]:
        raise error

    monkeypatch.setattr(BotQueue, "jobs", fails)
    away(api.create(RULESET))


def away(game: Game) -> None:
    """The jobs of a game cannot be told, and the queue is told to be why."""
    before = errors(game.api)
    problem = game.refused("GET", "/jobs", 503, "store_unavailable")
    assert "queue" in problem["detail"]
    after = errors(game.api)
    assert (after.get("queue", 0) - before.get("queue", 0), after.get("games")) == (1, before.get("games"))


def errors(api: Api) -> dict[str, float]:
    """By Redis."""
    found = re.findall(r'^tradewinds_redis_errors_total\{redis="(\w+)"\} (\S+)$', api.get("/metrics").text, re.MULTILINE)
    return {redis: float(times) for redis, times in found}


def test_a_bot_that_takes_over_a_waiting_seat_gets_a_job(api: Api, work: Callable[[], None]) -> None:
    game = api.create(RULESET)
    seat = game.state()["to_act"][0]
    game.put_seat(seat, seat, kind="bot", level="random")
    assert [each["seat"] for each in game.get("/jobs").json["items"]] == [seat]
    work()
    assert game.version > 2
