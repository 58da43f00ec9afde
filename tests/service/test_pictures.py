"""Boards and pictures: what a frontend draws a game from."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.game import AnyGame
from tests.service.client import Api
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
    return {"version": state["version"], **plain(game.drawing.picture(view, seat))}


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
    game = api.create(ruleset, "human:Ann", "human:Bob", trusted_host=True)
    tag = game.get("/board").headers["ETag"]
    game.play(1)
    assert [game.get("/board", by).headers["ETag"] for by in game.callers()] == [tag] * len(game.callers())
    game.put_seat(1, "host", kind="human", name="Cleo")
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
        game.refused("GET", path, 404, "not_drawn")


def test_rulesets_say_whether_they_are_drawn_and_which_events_are_bookkeeping(api: Api) -> None:
    for ruleset in api.get("/v1/rulesets").json["items"]:
        drawing = GAMES[ruleset["ruleset"]].drawing
        assert ruleset["drawn"] == (drawing is not None)
        tags = [] if drawing is None else [str(kind.__struct_config__.tag) for kind in drawing.bookkeeping]
        assert ruleset["bookkeeping_events"] == tags
