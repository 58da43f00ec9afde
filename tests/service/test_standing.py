"""The chart of who is ahead."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from service.resources import history
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.support.games import GAMES, RULESET


@every_ruleset
def test_a_game_that_is_over_has_a_point_for_every_version(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    points = game.get("/standing").json["items"]
    assert [(each["version"], each["turn"]) for each in points] == [(each["version"], each["turn"]) for each in game.lines()]
    repository = game.api.app.extensions["tradewinds"].handler.repository
    game_log = repository.load(game.id)
    for point in points[:: max(1, len(points) // 7)]:
        state = repository.session_at(game_log, point["version"]).state
        assert point["shares"] == pytest.approx(GAMES[ruleset].bots.win_shares(state), abs=1e-4)
        counted, number = GAMES[ruleset].rules.points, GAMES[ruleset].rules.round
        assert point["points"] == (counted and [*counted(state)])
        assert point["round"] == (number and number(state))
    outcome = game.state()["outcome"]
    parts = {each["id"]: each["scores"] for each in outcome["parts"]}
    figures = game.get("/standing").json["figures"]
    assert [each["id"] for each in figures] == [each.id for each in GAMES[ruleset].words.figures]
    for part in {each["part"] for each in figures} - {None}:
        explaining = [each["counts"] for each in figures if each["part"] == part]
        assert [sum(counts) for counts in zip(*explaining, strict=True)] == parts[part], "deeds add up to what they explain"
    if points[-1]["points"] is not None:
        assert points[-1]["points"] == [*outcome["scores"], *[each["score"] for each in outcome["opponents"]]]
    criteria, rungs = GAMES[ruleset].rules.criteria, game.get("/standing").json["ladder"]
    last = repository.session_at(game_log, points[-1]["version"]).state
    assert [each["name"] for each in rungs] == ([each.name for each in criteria(last)] if criteria else [])
    winners = outcome["winners"]
    assert [seat for seat, share in enumerate(points[-1]["shares"]) if share] == winners or not winners
    assert game.get("/standing", by=0).data == game.get("/standing").data, "nothing is hidden any more"


@every_ruleset
def test_a_running_game_has_a_point_for_the_end_of_each_turn(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(5)
    turns = game.get("/turns").json["items"]
    for by in (None, 0):
        points = game.get("/standing", by).json["items"]
        assert [(each["turn"], each["version"]) for each in points] == [
            (each["turn"], each["last_version"]) for each in turns
        ]
        assert all(sum(each["shares"]) <= 1.001 for each in points)
        assert {each["points"] for each in points} == {None}, "points may be hidden"
        assert game.get("/standing", by).json["items"] == points, "nothing is left to chance"


def test_a_lobby_has_no_standing(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    assert game.get("/standing").json == {"items": [], "next": None, "figures": [], "ladder": []}


def test_the_pages_of_the_standing_join_to_all_of_it(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    first = game.get("/standing").json
    whole = first["items"]
    limit = len(whole) // 3
    address, seen = f"{game.path}/standing?limit={limit}", []
    while address:
        page = game.api.get(address)
        seen += page.json["items"]
        assert page.json["ladder"] == ([] if page.json["next"] else first["ladder"])
        link = page.headers.get("Link")
        assert (link is None) == (page.json["next"] is None)
        address = "" if link is None else re.fullmatch(r'<([^>]+)>; rel="next"', link)[1]  # type: ignore[index]
    assert seen == whole
    for query in ("limit=0", "limit=5001", "after=-1"):
        game.refused("GET", f"/standing?{query}", 400, "invalid_query")


def test_the_standing_is_a_costly_call_made_beside_the_loop(
    make_api: Callable[..., Api], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = make_api(redis_url=redis_url, rate_limit="25/minute")
    game = api.create(RULESET)
    computed = []
    services = api.app.extensions["tradewinds"]
    beside = services.computations.__call__
    monkeypatch.setattr(type(services.computations), "__call__", lambda self, work: computed.append(work) or beside(work))
    first = game.get("/standing")
    game.get("/standing", by=0)
    assert len(computed) == 2
    game.refused("GET", "/standing?after=1", 429, "rate_limited")
    same = game.get("/standing", headers={"If-None-Match": first.headers["ETag"]}, expect=304)
    assert same.headers["ETag"] == first.headers["ETag"]
    assert history.HARD_WORK == 10
