"""Every query answers on a sleeping game as it did before, byte for byte, whoever asks, and the game goes on as if awake."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from service.http import Services
from service.viewer import SPECTATOR
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset, most_rulesets
from tests.service.test_api_keys import made, new_key
from tests.service.test_archived_games import seen, store_of, through
from tests.service.test_feed import held, places, polled
from tests.support.endpoints import places as points_of
from tests.support.endpoints import places_at, requests
from tests.support.games import RULESET
from tests.support.tradewinds import wait_until

STEPS = 25


@pytest.fixture
def sleeping(make_api: Callable[..., Api], tmp_path: Path) -> Callable[[], Api]:
    """Makes services with a folder of sleeping games, each a process of its own that remembers nothing."""
    (tmp_path / "sleep").mkdir()
    return lambda: make_api(sleep_dir=str(tmp_path / "sleep"), sleep_key_file=str(tmp_path / "keys" / "sleep.key"))


def put_to_sleep(api: Api, game: Game, redis: Redis) -> None:
    store_of(api).hibernation.check_folder()
    assert store_of(api).hibernation.put(game.id) > 0
    assert [*redis.scan_iter(f"*:g:{game.id}*")] == []


def services_of(api: Api) -> Services:
    services: Services = api.app.extensions["tradewinds"]
    return services


def everything(game: Game, by: Any) -> dict[str, Any]:
    """All that a viewer can ask of a game that goes on, and commands that are refused, with the answers."""
    last = game.version
    got: dict[str, Any] = {}

    def ask(path: str, method: str = "GET", **request: Any) -> TestResponse:
        response = game.call(method, path, by, **request)
        got[f"{method} {path} {request}"] = seen(response)
        return response

    at = places_at(game, last, game.state()["turn"])
    for each in requests(game, "reads game", refused=True, at=at):
        if not each.live and (each.operation != "audit" or by is None):
            got[str(each)] = seen(each.send(game, by))
    for tag in (last, 1):
        ask("", headers={"If-None-Match": f'"{tag}"'})
    ask("/actions", "POST", json={"type": "no such"})
    ask("/actions", "POST", json={"type": "no such"}, headers={"If-Match": '"1"'})
    ask("/actions/try", "POST", json={"type": "no such"})
    ask("/seats/0/claim", "POST", json={"name": "Late"})
    ask("/rematch", "POST")
    return got


@most_rulesets
def test_every_answer_is_the_same_byte_for_byte(sleeping: Callable[[], Api], redis: Redis, ruleset: str) -> None:
    awake = sleeping()
    game = awake.create(ruleset)
    game.play(2 if ruleset not in (RULESET, "merchants-and-marauders", "pirates-of-maracaibo") else STEPS)
    before = {by: everything(game, by) for by in game.callers()}
    listed = seen(awake.get("/v1/games"))
    put_to_sleep(awake, game, redis)
    for api, who in ((sleeping(), game.callers()), (awake, [0])):
        assert seen(api.get("/v1/games")) == listed
        for by in who:
            after = everything(through(api, game), by)
            assert after.keys() == before[by].keys()
            for request, answer in after.items():
                assert answer == before[by][request], f"{by}: {request}"
    assert [*redis.scan_iter(f"*:g:{game.id}*")] == [], "nothing of this woke it"
    statuses = {answer[0] for answers in before.values() for answer in answers.values()}
    assert {200, 304, 404, 409, 422} <= statuses
    again = through(sleeping(), game)
    again.step(random.Random(1))
    assert [*redis.scan_iter(f"*:g:{game.id}*")] != []
    assert again.get("/audit").json["ok"]


def test_who_follows_a_sleeping_game_hears_of_its_waking(sleeping: Callable[[], Api], redis: Redis) -> None:
    here, there = sleeping(), sleeping()
    game = here.create(RULESET)
    game.play(5)
    put_to_sleep(here, game, redis)
    services = services_of(here)
    follower = services.hub.join(services.handler.repository.load(game.id), None)
    version = follower.channel.game_log.version
    _, piece = follower.channel.chunk(0, version, SPECTATOR)
    assert piece.count(b"event: commit") == version
    assert not follower.wait(0.1)
    through(there, game).step(random.Random(1))
    assert follower.wait(10)
    assert wait_until(lambda: follower.channel.game_log.version == version + 1, 10)
    assert follower.rewound() is None
    services.hub.leave(follower)


def test_a_stream_of_a_game_that_falls_asleep_goes_on(sleeping: Callable[[], Api], redis: Redis) -> None:
    here, there = sleeping(), sleeping()
    game = here.create(RULESET)
    game.play(5)
    services = services_of(here)
    follower = services.hub.join(services.handler.repository.load(game.id), None)
    channel = follower.channel
    put_to_sleep(there, game, redis)
    services.hub._refresh([channel])  # As when the connection to the feed broke.
    assert not channel.ended
    through(there, game).step(random.Random(1))
    assert wait_until(lambda: channel.game_log.version == game.version, 10)
    assert follower.rewound() is None
    services.hub.leave(follower)


def test_a_changed_file_is_a_damaged_log(sleeping: Callable[[], Api], redis: Redis, tmp_path: Path) -> None:
    api = sleeping()
    key = new_key(api)
    game = api.create(RULESET, token=key)
    game.tokens["key"] = key
    at = points_of(game)
    put_to_sleep(api, game, redis)
    (path,) = (tmp_path / "sleep").glob("*/*")
    path.write_bytes(path.read_bytes()[:-1])
    other = through(sleeping(), game)
    for each in requests(other, "reads game", "changes game", at=at):
        each.send(other, expect=500, code="log_damaged")
    (tmp_path / "sleep").rename(tmp_path / "away")
    other.refused("GET", "", 503, "store_unavailable", 0)


def test_deleting_a_sleeping_game_deletes_its_file(
    make_api: Callable[..., Api], sleeping: Callable[[], Api], redis: Redis, tmp_path: Path
) -> None:
    key = "k" * 40
    api = make_api(sleep_dir=str(tmp_path / "sleep"), sleep_key_file=str(tmp_path / "keys" / "sleep.key"), admin_key=key)
    game = api.create(RULESET)
    put_to_sleep(api, game, redis)
    api.call("DELETE", f"/v1/admin/games/{game.id}", token=key)
    assert [*(tmp_path / "sleep").glob("*/*")] == []
    assert len(store_of(api).asleep) == 0
    through(sleeping(), game).refused("GET", "", 410, "game_deleted")


def is_asleep(api: Api, game: Game) -> bool:
    return store_of(api).asleep.find(game.id) is not None


def test_a_change_of_a_sleeping_game_wakes_it_and_a_note_does_not(sleeping: Callable[[], Api], redis: Redis) -> None:
    api = sleeping()
    key = new_key(api)
    clock = {"seconds": 86_400, "on_timeout": "abandon"}
    changes: list[Callable[[Game], Any]] = [
        lambda game: game.call("PUT", "/clock", "host", json={"running": False}, expect=200),
        lambda game: game.put_seat(0, "host", kind="bot", level="random"),
        lambda game: game.put_seat(0, 0, kind="human"),
        lambda game: game.step(random.Random(1)),
        lambda game: api.call("DELETE", game.path, token=key, expect=200),
    ]

    made_ = made(api, key, "human:ann", "human:bob", clock=clock, options={"starting_seat": 1})
    for change in changes:
        put_to_sleep(api, made_, redis)
        version = made_.version
        api.call("PATCH", f"{made_.path}/note", token=key, json={"metadata": {"at": str(version)}}, expect=200)
        assert is_asleep(api, made_)
        (listed,) = api.get("/v1/games?mine=true", token=key).json["items"]
        assert (listed["version"], listed["metadata"]) == (version, {"at": str(version)})
        change(through(sleeping(), made_) if change is changes[3] else made_)
        assert not is_asleep(api, made_)
        assert made_.version == version + 1
    assert made_.get("/audit").json["ok"]
    assert made_.state()["status"] == "abandoned"


def test_the_feed_tells_of_a_sleeping_game_as_soon_as_it_is_woken(sleeping: Callable[[], Api], redis: Redis) -> None:
    api = sleeping()
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob")
    game.play(3)
    put_to_sleep(api, game, redis)
    began = polled(api, key)
    assert places(began["items"]) == []
    hand = held(api, {"games": [{"game": game.id, "token": game.tokens[0]}]})
    assert is_asleep(api, game)
    through(sleeping(), game).step(random.Random(1))
    # Commits of the last two seconds before the cursor come again.
    assert places(polled(api, key, began["next"])["items"])[-1] == (game.id, game.version)
    body = {"games": [{"game": game.id, "token": game.tokens[0]}]}
    assert places(held(api, body, hand["next"])["items"])[-1] == (game.id, game.version)


def test_who_is_invited_finds_a_lobby_that_sleeps(sleeping: Callable[[], Api], redis: Redis) -> None:
    api = sleeping()
    game = api.create(RULESET, "human:Anne", "reserved:Bo")
    put_to_sleep(api, game, redis)
    later = through(sleeping(), game)
    later.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": game.tokens[0]})
    assert is_asleep(api, game)
    later.claim(1, invitation=game.invitations[1])
    assert later.state()["status"] == "running"

    # A rematch that waits for its players: they bring the tokens of the game before.
    later.abandon()
    again = Game(api, later.call("POST", "/rematch", 0, expect=201).json)
    put_to_sleep(api, again, redis)
    for seat, old in ((0, 1), (1, 0)):
        through(sleeping(), again).claim(seat, invitation=later.tokens[old])
    assert again.state()["status"] == "running"


@every_ruleset
def test_a_branch_from_a_sleeping_game_leaves_it_asleep(sleeping: Callable[[], Api], redis: Redis, ruleset: str) -> None:
    api = sleeping()
    game = api.create(ruleset)
    game.play(2)
    awake = game.call("POST", "/branches", json={"version": 2}, expect=201).json
    put_to_sleep(api, game, redis)
    branch = Game(api, through(sleeping(), game).call("POST", "/branches", json={"version": 2}, expect=201).json)
    assert is_asleep(api, game)
    assert branch.state()["view"] == Game(api, awake).state()["view"]
    branch.step(random.Random(1))
    put_to_sleep(api, branch, redis)
    assert through(sleeping(), branch).get("/audit").json["ok"]


def test_an_export_of_finished_games_has_a_sleeper_once_it_is_over(sleeping: Callable[[], Api], redis: Redis) -> None:
    api = sleeping()
    key = new_key(api)
    game = made(api, key, "human", "human")
    put_to_sleep(api, game, redis)

    def exported() -> list[str]:
        lines = api.get("/v1/games/export?status=abandoned", token=key).text.splitlines()
        return [json.loads(line)["id"] for line in lines[:-1]]

    assert exported() == []
    assert is_asleep(api, game)
    game.abandon()
    assert exported() == [game.id]
