"""A game whose log somebody has damaged in Redis: what callers are told of it, and what the others notice: nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from redis import Redis

from events.log_throttle import LogThrottle
from telemetry import damaged_logs
from tests.service.client import Api, Game
from tests.service.test_api_keys import new_key
from tests.support.damaged import DAMAGES, hide_command, put_in_what_is_no_card
from tests.support.endpoints import ENDPOINTS, Request, plain, requests
from tests.support.play import MERCHANTS


@pytest.fixture
def game(api: Api) -> Game:
    key = new_key(api)
    made = api.create(MERCHANTS, token=key, advice=True)
    made.tokens["key"] = key
    made.play(5)
    return made


def of_commits(asked: Request) -> bool:
    return ENDPOINTS[asked.operation].of_commits


def again(api: Api, game: Game) -> Game:
    """The same game, asked of another service."""
    other = Game.__new__(Game)
    other.__dict__.update({**game.__dict__, "api": api})
    return other


KNOWN = ("getGame", "getPicture", "listActions")
"""What a process knows that has the game in memory."""


FROM_THE_START = ("no beginning", "no commits", "no secret", "no log")
"""Damages that leave nothing of a log; the others leave what came before `BAD`."""


def assert_as_before_or_damaged(game: Game, asked: list[Request], before: list[bytes]) -> None:
    """No request gets another answer than before the damage."""
    for each, data in zip(asked, before, strict=True):
        answer = each.send(game)
        if answer.data != data:
            assert (answer.status_code, answer.get_json(force=True)["code"]) == (500, "log_damaged"), each


def counted(api: Api) -> float:
    found = [line for line in api.get("/metrics").text.splitlines() if line.startswith("tradewinds_damaged_logs_total ")]
    return float(found[0].split()[1])


@pytest.mark.parametrize("damage", [*DAMAGES])
def test_every_call_says_so_and_other_games_go_on(
    api: Api,
    make_api: Callable[..., Api],
    redis: Redis,
    game: Game,
    damage: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh = make_api()
    other, asked = again(fresh, api.create(MERCHANTS)), again(fresh, game)
    calls = [*requests(game, "reads game", "changes game")]
    early = [each for each in calls if "version=1" in each.path]
    first = [each.send(game).data for each in early]
    DAMAGES[damage](redis, game.id)
    monkeypatch.setattr(damaged_logs, "REPORTED", LogThrottle())
    if damage not in FROM_THE_START:
        assert [each.send(asked, expect=200).data for each in early] == first, "what came before is as it was"
        calls = [each for each in calls if each not in early]
    before = counted(fresh)
    for each in calls:
        problem = each.send(asked, expect=500, code="log_damaged").get_json(force=True)
        assert "damaged" in problem["detail"], each
    action = {"type": "reveal_card"}
    asked.refused("POST", "/actions", 500, "log_damaged", by=0, json=action, headers={"Idempotency-Key": "k"})
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.name for record in told] == ["telemetry.damaged_logs"], "loudly, but once"
    assert game.id in told[0].getMessage()
    assert counted(fresh) - before == len(calls) + 1
    assert len(fresh.get("/v1/games").json["items"]) == 2
    other.play(2)


def test_a_log_that_folds_but_cannot_be_shown_is_damaged_too(
    make_api: Callable[..., Api],
    redis: Redis,
    game: Game,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = game.version
    known = [each for each in requests(game, "reads game") if of_commits(each) and not each.live]
    before = [each.send(game).data for each in known]
    put_in_what_is_no_card(redis, game.id, last)
    monkeypatch.setattr(damaged_logs, "REPORTED", LogThrottle())
    asked = again(make_api(), game)
    for each in plain(known):
        each.send(asked, expect=500, code="log_damaged")
    assert_as_before_or_damaged(asked, known, before)
    asked.refused("GET", f"?version={last}", 500, "log_damaged", by=0)
    asked.refused("POST", "/branches", 500, "log_damaged", json={"version": last})
    assert [*asked.follow()][-1] == {"event": "log_damaged", "data": "{}"}
    assert asked.state(version=2)["version"] == 2, "what came before is as it was"
    assert asked.get("/audit").json["first_bad"] == last
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.name for record in told] == ["telemetry.damaged_logs"]


def test_a_process_that_knows_the_game_says_so_of_what_it_must_read(redis: Redis, game: Game) -> None:
    known = [each for each in requests(game, "reads game") if of_commits(each) and not each.live]
    before = [each.send(game).data for each in known]
    DAMAGES["a hole"](redis, game.id)
    assert game.state()["version"] == 6
    for each in plain(each for each in known if each.operation not in KNOWN):
        each.send(game, expect=500, code="log_damaged")
    assert_as_before_or_damaged(game, known, before)
    game.refused("GET", "?version=4", 500, "log_damaged")
    (*_, end) = game.follow()
    assert end == {"event": "log_damaged", "data": "{}"}
    assert game.get("/audit").json["first_bad"] == 3
    game.play(1)


def test_a_command_that_cannot_be_read_hides_only_what_shows_commands(redis: Redis, game: Game) -> None:
    hide_command(redis, game.id)
    assert game.state()["version"] == 6
    game.refused("GET", "/events", 500, "log_damaged")
    assert [*game.follow()][1:] == [{"retry": "60000"}, {"event": "log_damaged", "data": "{}"}]
    game.play(1)


def test_a_damaged_bots_game_leaves_the_metrics_alone(api: Api, redis: Redis) -> None:
    game = api.create(MERCHANTS, "random", "human", options={"starting_seat": 0})
    redis.xadd(f"{{{game.id.partition('g')[0]}}}:g:{game.id}", {"c": "nonsense"}, id="2-0")
    assert "tradewinds_bots_waiting 1.0" in api.get("/metrics").text
