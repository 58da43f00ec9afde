"""Games that come out the same, for whoever tests a frontend."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from cli.main import main
from domain import fairness
from events.settings import Settings
from service.app import create_app
from tests.service.client import Api, Game
from tests.service.conftest import close, every_ruleset
from tests.support.games import GAMES, RULESET

SECRET = bytes(range(32)).hex()
OTHER = bytes(range(1, 33)).hex()
SCENARIOS = [(game.name, name) for game in GAMES.values() for name in game.scenarios]
each_scenario = pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)


@pytest.fixture
def lab(make_api: Callable[..., Api], redis_url: str) -> Api:
    """A service on which callers may choose."""
    return make_api(redis_url=redis_url, reproducible="on")


def begun(lab: Api, ruleset: str, name: str, **more: Any) -> Game:
    seats = GAMES[ruleset].scenarios[name].seats
    return lab.create(ruleset, *["human"] * seats, scenario=name, **more)


def told(game: Game) -> list[Any]:
    """The history, without what is of this game alone."""
    own = {"at", "head"}
    return [{key: value for key, value in commit.items() if key not in own} for commit in game.lines()]


@every_ruleset
def test_the_same_secret_and_commands_make_the_same_game(lab: Api, ruleset: str) -> None:
    one, two, other = (lab.create(ruleset, secret=secret) for secret in (SECRET, SECRET, OTHER))
    for game in (one, two, other):
        game.play(12, seed=5)
    assert one.id != two.id
    assert told(one) == told(two)
    for seat in (None, 0):
        assert one.state(seat)["view"] == two.state(seat)["view"]
    if GAMES[ruleset].gate != type(GAMES[ruleset].gate)():
        assert told(one) != told(other), "another secret, another game"
    assert one.state()["reproducible"] is True
    assert one.state()["fairness"]["commitment"] == fairness.commitment(bytes.fromhex(SECRET))


def test_a_game_in_which_nothing_was_chosen_does_not_say_so(lab: Api) -> None:
    game = lab.create(RULESET)
    assert game.state()["reproducible"] is False
    game.abandon()
    assert game.get("/audit").json["secret_chosen"] is False


@pytest.mark.threat("T-21")
@each_scenario
def test_a_scenario_is_played_on_like_any_game(lab: Api, ruleset: str, name: str) -> None:
    """Acted on, replayed, diffed, audited, exported and imported."""
    game = begun(lab, ruleset, name, secret=SECRET)
    first = game.state()
    assert (first["status"], first["version"], first["reproducible"]) == ("running", 1, True)
    assert name in game.lines()[0]["text"]
    game.play(3)
    assert game.state(version=1)["view"] == first["view"]
    assert game.get("/turns").json["items"]
    assert game.get("/standing").json["items"]
    game.get("/diff?from=1&to=2")
    assert game.get("/audit").json["ok"] is True
    if game.state()["status"] == "running":
        game.abandon()
    audit = game.get("/audit").json
    assert (audit["ok"], audit["checks"]["decisions"], audit["secret_chosen"]) == (True, "ok", True)
    file = game.get("/export").data
    taken_in = lab.post("/v1/games/import", data=file, content_type="application/x-ndjson").json
    assert taken_in["reproducible"] is True


def test_the_file_of_a_game_with_a_chosen_secret_says_so(lab: Api) -> None:
    game = begun(lab, RULESET, "bust", secret=SECRET)
    game.abandon()
    checked = CliRunner().invoke(main, ["verify", "-"], input=game.get("/export").data)
    assert checked.exit_code == 0
    assert "chose its secret" in checked.output


def test_a_scenario_with_open_seats_begins_when_they_are_taken(lab: Api) -> None:
    game = lab.create(RULESET, "open", "human", "greedy", scenario="repel")
    assert game.state()["status"] == "lobby"
    assert game.state()["reproducible"] is True
    game.claim(0)
    assert game.state()["status"] == "running"
    assert game.state(0)["view"] == begun(lab, RULESET, "repel").state(0)["view"]


def test_a_scenario_that_does_not_fit_is_refused(lab: Api) -> None:
    seats = [{"kind": "human"}] * 3
    unknown = {"ruleset": RULESET, "seats": seats, "scenario": "shipwreck"}
    problem = lab.refused("POST", "/v1/games", 422, "unknown_scenario", json=unknown)
    assert problem["params"]["scenarios"] == [*GAMES[RULESET].scenarios]
    fewer = {"ruleset": RULESET, "seats": seats[:2], "scenario": "bust"}
    assert lab.refused("POST", "/v1/games", 422, "scenario_is_fixed", json=fewer)["params"] == {"seats": 3}
    options = {"ruleset": RULESET, "seats": seats, "scenario": "bust", "options": {"target_influence": 5}}
    lab.refused("POST", "/v1/games", 422, "scenario_is_fixed", json=options)
    for secret in ("", SECRET[2:], SECRET.upper(), "x" * 64, 7):
        body = {"ruleset": RULESET, "seats": seats, "secret": secret}
        lab.refused("POST", "/v1/games", 422, "invalid_body", json=body)


def test_a_repeated_creation_finds_the_same_game(lab: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 3, "scenario": "bust", "secret": SECRET}
    key = {"Idempotency-Key": "k" * 32}
    first, again = (lab.post("/v1/games", body, headers=key).json for _ in range(2))
    assert first["game"]["id"] == again["game"]["id"]
    lab.refused("POST", "/v1/games", 422, "key_reused", json={**body, "secret": OTHER}, headers=key)


@pytest.mark.threat("T-21")
def test_elsewhere_nothing_may_be_chosen(api: Api, redis: Any) -> None:
    before = set(redis.scan_iter())
    for chosen in ({"secret": SECRET}, {"scenario": "bust"}, {"secret": SECRET, "scenario": "bust"}):
        body = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 3, **chosen}
        problem = api.refused("POST", "/v1/games", 422, "not_reproducible", json=body)
        assert "REPRODUCIBLE=on" in problem["detail"]
    assert set(redis.scan_iter()) == before


def test_the_service_says_that_callers_may_choose(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="service.app"):
        app = create_app(Settings(redis_url=redis_url, reproducible="on"))
    assert any("REPRODUCIBLE=on" in message for message in caplog.messages)
    assert app.test_client().get("/readyz").json["reproducible"] is True
    close(app)


@every_ruleset
def test_a_ruleset_lists_its_scenarios(api: Api, ruleset: str) -> None:
    listed = api.get(f"/v1/rulesets/{ruleset}").json["scenarios"]
    scenarios = GAMES[ruleset].scenarios
    assert [each["name"] for each in listed] == [*scenarios]
    for each in listed:
        scenario = scenarios[each["name"]]
        assert (each["title"], each["text"], each["seats"]) == (scenario.title, scenario.text, scenario.seats)
        assert each["options"] == msgspec.to_builtins(scenario.options)
