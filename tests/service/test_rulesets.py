"""What can be played."""

from __future__ import annotations

import jsonschema_rs

from tests.service.client import Api
from tests.service.conftest import every_ruleset
from tests.support.games import GAMES, OURS


def test_the_list_names_every_game(api: Api) -> None:
    items = api.get("/v1/rulesets").json["items"]
    assert [each["ruleset"] for each in items] == [*GAMES]
    for each in items:
        assert each["title"] == GAMES[each["ruleset"]].title
        assert 1 <= each["seats"]["min"] <= each["seats"]["max"]
        bots = GAMES[each["ruleset"]].bots
        assert each["bot_levels"] == [*bots.levels, *bots.styles, *bots.policies, "stand_in"]
        assert each["bot_styles"] == [{"level": level, "text": style.text} for level, style in bots.styles.items()]
        assert each["bot_levels"][:3] == ["random", "casual", "greedy"]


def test_a_bot_may_play_a_style_of_its_level(api: Api) -> None:
    seats = [{"kind": "human", "name": "Anne"}, {"kind": "bot", "level": "greedy:trader"}]
    made = api.post("/v1/games", json={"ruleset": "merchants-and-marauders", "seats": seats}).json
    assert made["game"]["seats"][1] == {"kind": "bot", "name": "Greedy trader bot", "level": "greedy:trader", "player": None}
    other = {"ruleset": "merchants-of-the-caribbean", "seats": seats}
    problem = api.refused("POST", "/v1/games", 422, "level_not_offered", json=other)
    assert "there are random, casual, greedy, expert, stand_in" in problem["detail"]


@every_ruleset
def test_one_game_has_its_cards_and_refusals(api: Api, ruleset: str) -> None:
    shown = api.get(f"/v1/rulesets/{ruleset}").json
    listed = next(each for each in api.get("/v1/rulesets").json["items"] if each["ruleset"] == ruleset)
    assert shown["content"] == GAMES[ruleset].content()
    assert shown["refusals"].keys() == GAMES[ruleset].rules.refusals.keys()
    assert not [sentence for sentence in shown["refusals"].values() if not sentence or set(sentence) & set("{}")]
    assert {key: shown[key] for key in listed} == listed


@every_ruleset
def test_the_options_are_a_json_schema_that_takes_what_the_service_takes(api: Api, ruleset: str) -> None:
    schema = jsonschema_rs.Draft202012Validator(api.get(f"/v1/rulesets/{ruleset}").json["options"])
    assert schema.is_valid({})
    assert not schema.is_valid({"no_such_option": 1})
    chosen = api.create(ruleset).state()["options"]
    assert schema.is_valid(chosen)
    assert api.create(ruleset, options=chosen).state()["options"] == chosen


@every_ruleset
def test_each_option_is_described_and_numbers_outside_its_range_are_refused(api: Api, ruleset: str) -> None:
    game = api.get(f"/v1/rulesets/{ruleset}").json
    seats = [{"kind": "open"}] * game["seats"]["max"]
    ranges = 0
    for name, option in game["options"]["properties"].items():
        assert option["description"].endswith(".")
        for part in option.get("anyOf", [option]):
            if part.get("type") == "integer":
                ranges += 1
                for number in (part["minimum"] - 1, part["maximum"] + 1):
                    api.post("/v1/games", {"ruleset": ruleset, "seats": seats, "options": {name: number}}, expect=422)
    assert ranges or ruleset not in OURS


def test_an_unknown_game_is_a_404_that_names_the_others(api: Api) -> None:
    problem = api.refused("GET", "/v1/rulesets/chess", 404, "unknown_ruleset")
    assert all(name in problem["detail"] for name in GAMES)
