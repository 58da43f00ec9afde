"""Boards and pictures: what a frontend draws a game from."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from domain import session
from domain.board_svg import board_svg
from domain.board_text import board_text
from domain.drawing import Board, Picture
from domain.game import AnyGame
from domain.scene_svg import scene_svg
from domain.scenes import Scene
from service.png import Rasterizer
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.support.games import GAMES, fewest_seats

DRAWN = [name for name, game in GAMES.items() if game.drawing is not None]
NOT_DRAWN = [name for name, game in GAMES.items() if game.drawing is None]
every_drawn_game = pytest.mark.parametrize("ruleset", DRAWN)


def plain(value: Any) -> Any:
    """As it is read from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def drawn(game: AnyGame, state: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The picture that the rules' own function makes of the view in an answer."""
    assert game.drawing is not None
    view = msgspec.convert(state["view"], game.types.view)
    return {"version": state["version"], "turn": state["turn"], **plain(game.drawing.picture(view, seat))}


@every_drawn_game
def test_a_board_is_there_in_the_lobby_and_names_the_players(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human:Ann", *("open",) * (fewest_seats(ruleset) - 1))
    before = game.get("/board")
    assert game.get("/board", headers={"If-None-Match": before.headers["ETag"]}, expect=304).data == b""
    assert "Ann" in before.text
    rules = GAMES[ruleset]
    assert rules.drawing is not None
    board = rules.drawing.board(
        rules.rules.resolve(rules.types.options(), fewest_seats(ruleset)), [each["name"] for each in game.state()["seats"]]
    )
    assert before.json == plain(board)


@every_drawn_game
def test_a_board_follows_the_names_of_the_players_and_nothing_else(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human:Bob", "human:Ann", trusted_host=True)
    tag = game.get("/board").headers["ETag"]
    game.play(1)
    assert [game.get("/board", by).headers["ETag"] for by in game.callers()] == [tag] * len(game.callers())
    game.put_seat(0, "host", kind="human", name="Cleo")
    later = game.get("/board")
    assert later.headers["ETag"] != tag
    assert "Cleo" in later.text
    assert "Bob" not in later.text


@every_drawn_game
def test_each_caller_gets_the_picture_of_its_own_view_at_every_point(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    last = game.play(6)["version"]
    for by in game.callers():
        seat = None if by == "host" else by
        for query in ({}, {"version": 2}, {"turn": 1}):
            state = game.get(by=by, query_string=query)
            picture = game.get("/picture", by, query_string=query)
            assert picture.json == drawn(GAMES[ruleset], state.json, seat)
            assert picture.headers["ETag"] == state.headers["ETag"]
            assert picture.headers["Cache-Control"] == state.headers["Cache-Control"]
    seat = next(each for each in game.tokens if each != "host")
    tag = game.get("/picture", seat).headers["ETag"]
    assert tag == f'"{last}.s{seat}"'
    game.get("/picture", seat, headers={"If-None-Match": tag}, expect=304)
    game.get("/picture", headers={"If-None-Match": tag})


@every_drawn_game
def test_a_picture_is_drawn_and_read_aloud_for_whoever_asks(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    last = game.play(6)["version"]
    board = msgspec.json.decode(game.get("/board").data, type=Board)
    for by in game.callers():
        picture = msgspec.json.decode(game.get("/picture", by).data, type=Picture)
        viewer = "" if by in ("host", None) else f".s{by}"
        text = game.get("/picture", by, headers={"Accept": "text/plain"})
        assert text.text == f"{board_text(board, picture)}\n"
        assert text.headers["ETag"] == f'"{last}{viewer}.text"'
        for query, form, drawn in (
            ("", "light.1280", board_svg(board, picture)),
            ("?theme=dark&width=600", "dark.600", board_svg(board, picture, "dark", 600)),
        ):
            svg = game.get(f"/picture{query}", by, headers={"Accept": "image/svg+xml"})
            assert svg.text == drawn
            assert svg.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
            tag = svg.headers["ETag"]
            assert tag == f'"{last}{viewer}.svg.{form}"'
            again = {"Accept": "image/svg+xml", "If-None-Match": tag}
            assert game.get(f"/picture{query}", by, headers=again, expect=304).data == b""
        game.get("/picture", by, headers={"If-None-Match": tag})


@every_drawn_game
def test_the_scene_of_a_commit_is_drawn_as_a_strip_of_its_beats(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    last = game.play(12)["version"]
    board = msgspec.json.decode(game.get("/board").data, type=Board)
    for by in (None, 0):
        commits = game.get("/events?include=scene,picture", by).json["items"]
        pictures = [each["picture"] and msgspec.convert(each["picture"], Picture) for each in commits]
        for version, before, after in zip(range(1, last + 1), (None, *pictures), pictures, strict=False):
            scene = msgspec.convert(commits[version - 1]["scene"], Scene)
            strip = game.get(f"/picture?scene=true&version={version}&theme=dark", by, headers={"Accept": "image/svg+xml"})
            assert strip.text == scene_svg(board, scene, before, after, "dark")
            # Its words are wrapped, some at a hyphen.
            letters = "".join("".join(ElementTree.fromstring(strip.data).itertext()).split())
            assert all("".join(beat.text.split()) in letters for beat in scene)
        assert strip.headers["ETag"].endswith('.svg.dark.1280.scene"')


def test_the_scene_of_the_lobby_is_drawn_too(api: Api) -> None:
    game = api.create(DRAWN[0], "human", *("open",) * (fewest_seats(DRAWN[0]) - 1))
    assert "was set up" in game.get("/picture?scene=true", headers={"Accept": "image/svg+xml"}).text


@every_drawn_game
def test_a_scene_is_drawn_only_as_an_image(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    assert game.get("/picture?scene=true").mimetype == "image/svg+xml"
    for form in ("application/json", "text/plain"):
        refused = game.get("/picture?scene=true", headers={"Accept": form}, expect=406).json
        assert (refused["code"], refused["detail"]) == ("not_acceptable", "Ask for image/svg+xml or image/png.")


@pytest.mark.parametrize("ruleset", DRAWN[:1])
def test_a_png_is_the_drawing_and_has_a_tag_of_its_own(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    for query in ("theme=dark&width=600", "scene=true&width=600"):
        svg = game.get(f"/picture?{query}", 0, headers={"Accept": "image/svg+xml"})
        png = game.get(f"/picture?{query}", 0, headers={"Accept": "image/png"})
        assert png.data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(png.data[16:20], "big") == 600
        assert png.data == Rasterizer()(svg.text)
        assert png.headers["ETag"] == svg.headers["ETag"].replace(".svg.", ".png.")
        assert png.headers["Vary"] == svg.headers["Vary"]
        again = {"Accept": "image/png", "If-None-Match": png.headers["ETag"]}
        assert game.get(f"/picture?{query}", 0, headers=again, expect=304).data == b""
        either = {"Accept": "image/png;q=0.9, image/svg+xml"}
        assert game.get(f"/picture?{query}", 0, headers=either).mimetype == "image/svg+xml"


@pytest.mark.parametrize("ruleset", DRAWN[:1])
def test_without_the_library_svg_is_drawn_instead_of_png(api: Api, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rasterizer, "available", property(lambda rasterizer: False))
    game = api.create(ruleset)
    refused = game.get("/picture", headers={"Accept": "image/png"}, expect=406).json
    assert "image/png" not in refused["detail"]
    assert game.get("/picture", headers={"Accept": "image/png, image/*;q=0.5"}).mimetype == "image/svg+xml"


@every_drawn_game
def test_a_drawing_holds_shapes_and_words_and_loads_nothing(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, 'human:<b>&"Ann', *("human",) * (fewest_seats(ruleset) - 1))
    svg = game.get("/picture", headers={"Accept": "image/svg+xml"})
    root = ElementTree.fromstring(svg.data)
    shapes = {"rect", "path", "circle", "ellipse", "line", "polyline", "polygon"}
    assert {each.tag.partition("}")[2] for each in root.iter()} <= {"svg", "style", "g", "text", "title"} | shapes
    assert {name for each in root.iter() for name in each.attrib}.isdisjoint({"href", "onload", "onclick", "style"})
    assert '<b>&"Ann' in "".join(each.text or "" for each in root.iter())
    assert svg.headers["Content-Security-Policy"].startswith("default-src 'none'")


@every_drawn_game
def test_other_forms_of_a_picture_are_refused(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.get("/picture", headers={"Accept": "image/webp"}, expect=406)
    for form in ("application/json", "image/svg+xml", "text/plain"):
        answer = game.get("/picture", headers={"Accept": f"{form}; charset=utf-8, */*;q=0.1"})
        assert answer.mimetype == form
    for query in ("width=20000", "width=199", "theme=blue"):
        game.refused("GET", f"/picture?{query}", 400, "invalid_query")


@every_drawn_game
def test_pictures_keep_what_the_game_hides_until_it_is_over(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(3)
    game.refused("GET", "/picture?open=true", 409, "game_not_over")
    game.refused("GET", "/picture?version=99", 404, "unknown_version")
    game.refused("GET", "/picture", 401, "unauthorized", token="tw_unknown")
    game.abandon()
    opened = game.state(open="true")
    assert game.get("/picture?open=true").json == drawn(GAMES[ruleset], opened, None)


@every_drawn_game
def test_a_game_in_the_lobby_has_no_picture_yet(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human", *("open",) * (fewest_seats(ruleset) - 1))
    game.refused("GET", "/picture", 409, "no_position")


@pytest.mark.parametrize("ruleset", NOT_DRAWN)
def test_a_game_without_a_drawing_says_so(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    for path in ("/board", "/picture"):
        game.refused("GET", path, 404, "no_pictures")


def test_rulesets_say_whether_they_are_drawn_and_which_events_are_silent(api: Api) -> None:
    for ruleset in api.get("/v1/rulesets").json["items"]:
        game = GAMES[ruleset["ruleset"]]
        assert ruleset["drawn"] == (game.drawing is not None)
        silent = (*session.SILENT, *game.words.silent)
        assert ruleset["silent_events"] == [str(kind.__struct_config__.tag) for kind in silent]
        assert {"seat_claimed", "game_started", "secret_published"} <= set(ruleset["table_events"])


# `include`


WANTED = {"include": "picture,asked"}


def seen_at(game: Game, by: Any, version: int) -> dict[str, Any]:
    """What the game itself says about a version, as its commit repeats it."""
    state = game.state(by, version=version, **WANTED)
    assert state["picture"] is None or state["picture"]["turn"] == state["turn"]
    return {name: state[name] for name in ("version", "status", "to_act", "asked", "picture")}


def repeated(commit: dict[str, Any]) -> dict[str, Any]:
    return {name: commit[name] for name in ("version", "status", "to_act", "asked", "picture")}


@every_ruleset
def test_each_commit_says_on_request_how_the_game_stands_after_it(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human", *("open",) * (fewest_seats(ruleset) - 1))
    for seat in range(1, fewest_seats(ruleset)):
        game.claim(seat)
    if game.play(66)["status"] == "running":
        game.abandon()
    versions = range(1, game.version + 1)
    for by in (None, 0):
        expected = [seen_at(game, by, version) for version in versions]
        page = game.get("/events", by, query_string=WANTED | {"limit": 1_000}).json["items"]
        assert [repeated(commit) for commit in page] == expected
        assert game.lines(by=by, **WANTED) == page
        events = [event for event in game.follow(by, query_string=WANTED) if event.get("event") == "commit"]
        assert [json.loads(event["data"]) for event in events] == page
        later = game.get("/events", by, query_string=WANTED | {"after": 3, "limit": 2})
        assert later.json["items"] == page[3:5]
        assert "include=picture%2Casked" in later.headers["Link"]


@every_ruleset
def test_without_include_a_commit_has_all_but_pictures_and_what_is_asked(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(5)
    plain_page, page = game.get("/events").json["items"], game.get("/events", query_string=WANTED).json["items"]
    assert plain_page == [{**commit, "asked": None, "picture": None} for commit in page]
    assert all(commit["asked"] for commit in page if commit["to_act"])
    only = game.get("/events", query_string={"include": "picture"}).json["items"]
    assert only == [{**commit, "asked": None} for commit in page]


@every_ruleset
def test_an_action_is_answered_with_the_picture_that_its_seat_sees_then(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    state = game.state()
    (seat, *_) = state["to_act"]
    action = game.legal(seat)["actions"][0]["action"]
    headers = {"If-Match": f'"{state["version"]}"', "Idempotency-Key": "once"}
    answers = [game.call("POST", "/actions", seat, json=action, headers=headers, query_string=WANTED).json for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["game"] == game.state(seat, **WANTED)
    assert (answers[0]["game"]["picture"] is not None) == (ruleset in DRAWN)
    assert answers[0]["game"]["asked"] == game.state(**WANTED)["asked"], "what is asked is said to everybody alike"


@every_ruleset
def test_what_is_asked_is_a_sentence_for_each_seat_to_act(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human:Ann", *(f"human:Player {seat}" for seat in range(1, fewest_seats(ruleset))))
    state = game.state(**WANTED)
    assert [each["seat"] for each in state["asked"]] == state["to_act"]
    for each in state["asked"]:
        name = state["seats"][each["seat"]]["name"]
        assert name in each["text"]
        assert each["to_you"].startswith("You ")
        assert name not in each["to_you"]
    game.abandon()
    assert game.state(**WANTED)["asked"] == []


def test_a_lobby_asks_nobody_and_has_no_picture(api: Api) -> None:
    state = api.create(DRAWN[0], "human", *("open",) * (fewest_seats(DRAWN[0]) - 1)).state(**WANTED)
    assert state["asked"] == []
    assert state["picture"] is None


def test_include_takes_nothing_else(api: Api, game: Game) -> None:
    for path in ("?include=view", "/events?include=picture,picture", "/actions?include=all"):
        game.refused("GET" if "actions" not in path else "POST", path, 400, "invalid_query", 0)
