"""Scenes over HTTP: what happened in each commit, for whoever asks with `include=scene`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain import scenes, session
from domain.drawing import Picture
from events.games.game_log import GameLog
from events.log.codec import Codec, either, list_of
from service.representations.built import Representations
from service.schemas.fields import PARTS_OF_COMMITS
from service.viewer import Viewer
from tests.service.client import Api, Game
from tests.service.conftest import each_long_game, every_ruleset
from tests.service.test_takebacks import answered
from tests.support.games import GAMES, RULESET, codec_of, fewest_seats

ALL = {"include": "picture,asked,scene"}
SCENE = {"include": "scene"}


def picture_of(commit: dict[str, Any]) -> Picture | None:
    return None if commit["picture"] is None else msgspec.convert(commit["picture"], Picture)


def events_of(codec: Codec, commit: dict[str, Any]) -> list[Any]:
    kinds = list_of(either((*session.EVENTS, *codec.game.types.recorded_events)))
    found: list[Any] = msgspec.convert(commit["events"], kinds)
    return found


def as_json(scene: scenes.Scene) -> Any:
    return json.loads(msgspec.json.encode(scene))


def played(api: Api, ruleset: str, steps: int) -> Game:
    """A game with a lobby before and an end after it."""
    game = api.create(ruleset, "human", *("open",) * (fewest_seats(ruleset) - 1))
    for seat in range(1, fewest_seats(ruleset)):
        game.claim(seat)
    if game.play(steps)["status"] == "running":
        game.abandon()
    return game


@every_ruleset
def test_a_scene_is_told_by_what_its_caller_sees_before_and_after(api: Api, ruleset: str) -> None:
    game, codec = played(api, ruleset, 66), codec_of(ruleset)
    for by in (None, 0):
        page = game.get("/events", by, query_string=ALL | {"limit": 1_000}).json["items"]
        names = [each["name"] for each in game.state()["seats"]]
        options = msgspec.convert(game.state()["options"], codec.game.types.options)
        begun = [commit for commit in page if commit["status"] != "lobby"]
        for before, after in pairwise(begun):
            told = session.scene(codec.game, events_of(codec, after), names, options, picture_of(before), picture_of(after))
            assert after["scene"] == as_json(told)
            assert after["text"] == scenes.text_of(told)
        assert {beat["beat"] for commit in page[: -len(begun)] for beat in commit["scene"]} == {"moment"}


@every_ruleset
def test_pages_lines_and_streams_have_the_same_scenes(api: Api, ruleset: str) -> None:
    game = played(api, ruleset, 20)
    for by in (None, 0):
        page = game.get("/events", by, query_string=ALL).json["items"]
        assert game.lines(by=by, **ALL) == page
        sent = [event for event in game.follow(by, query_string=ALL) if event.get("event") == "commit"]
        assert [json.loads(event["data"]) for event in sent] == page
        parts = [game.get("/events", by, query_string=ALL | {"after": at, "limit": 1}).json["items"][0] for at in range(9)]
        assert parts == page[:9]


@every_ruleset
def test_without_include_a_commit_has_no_scene_and_the_same_text(api: Api, ruleset: str) -> None:
    game = played(api, ruleset, 20)
    bare = game.get("/events").json["items"]
    assert all(commit["scene"] is None for commit in bare)
    for wanted in (*PARTS_OF_COMMITS, ",".join(PARTS_OF_COMMITS)):
        parts = {part for part in ("asked", "picture", "scene") if part not in wanted}
        page = game.get("/events", query_string={"include": wanted}).json["items"]
        assert [{**commit, "asked": None, "picture": None, "scene": None} for commit in page] == bare
        assert all(commit[part] is None for commit in page for part in parts)
    assert any(commit["scene"] for commit in page)


@every_ruleset
def test_an_action_is_answered_with_the_scene_of_its_commit(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    for number in range(5):
        state = game.state()
        seat = state["to_act"][0]
        action = game.legal(seat)["actions"][0]["action"]
        headers = {"If-Match": f'"{state["version"]}"', "Idempotency-Key": f"once-{number}"}
        first, again = (
            game.call("POST", "/actions", seat, json=action, headers=headers, query_string=SCENE, expect=201).json
            for _ in range(2)
        )
        (commit,) = game.get("/events", seat, query_string=SCENE | {"after": state["version"]}).json["items"]
        assert first["scene"] == again["scene"] == commit["scene"]
        assert first["text"] == commit["text"]
    state = game.state()
    offer = game.legal(state["to_act"][0])["actions"][0]["action"]
    assert game.act(state["to_act"][0], offer).json["scene"] is None


def test_takebacks_are_answered_with_their_scenes(api: Api) -> None:
    game = api.create(RULESET, "human:Ann", "human:Bo", takeback="consent")
    first, second = answered(game)
    for path, seat in (("/takeback", first), ("/takeback/accept", second)):
        headers = {"If-Match": f'"{game.version}"'}
        answer = game.call("POST", path, seat, headers=headers, query_string=ALL, expect=201).json
        (commit,) = game.get("/events", seat, query_string=ALL | {"after": answer["version"] - 1}).json["items"]
        assert answer["scene"] == commit["scene"]
        assert answer["game"]["picture"] == commit["picture"]
        assert answer["scene"][0]["beat"] == "moment"


@each_long_game
def test_a_page_makes_one_view_a_version_and_none_within(api: Api, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(api, ruleset, 12)
    viewed: list[Any] = []
    view = Representations.view

    def noted(representations: Representations, game_log: GameLog, shown: session.Session[Any], viewer: Viewer) -> Any:
        viewed.append(shown.state)
        return view(representations, game_log, shown, viewer)

    monkeypatch.setattr(Representations, "view", noted)
    page = game.get("/events", query_string=SCENE | {"after": 5}).json["items"]
    repository = api.app.extensions["tradewinds"].handler.repository
    versions = [5, *(commit["version"] for commit in page)]
    assert viewed == [repository.session_at(repository.load(game.id), version).state for version in versions]


@pytest.mark.parametrize("same_for_all", [True, False])
def test_a_position_that_all_see_alike_is_drawn_once(api: Api, monkeypatch: pytest.MonkeyPatch, same_for_all: bool) -> None:
    drawing, drawn = GAMES[RULESET].drawing, Counter[Any]()
    assert drawing is not None
    assert drawing.same_for_all
    picture = drawing.picture

    def counted(view: Any, seat: int | None) -> Picture:
        drawn[msgspec.json.encode(view)] += 1
        return picture(view, seat)

    for name, value in (("picture", counted), ("same_for_all", same_for_all)):
        monkeypatch.setitem(drawing.__dict__, name, value)
    game = api.create(RULESET)
    for _ in range(9):
        state = game.state()
        seat = state["to_act"][0]
        game.act(seat, game.legal(seat)["actions"][-1]["action"], query_string={"include": "picture,scene"})
    for by in (None, 0, 1):
        game.get("/events", by, query_string=ALL)
    assert ({*drawn.values()} == {1}) is same_for_all


def test_include_takes_no_other_part_and_no_part_twice(api: Api) -> None:
    game = api.create(RULESET)
    for path in ("/events?include=scenes", "/events?include=scene,scene", "?include=scene", "/takeback?include=view"):
        method = "POST" if "takeback" in path else "GET"
        game.refused(method, path, 400, "invalid_query", 0)
