"""The replay slider and what changed between two versions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import jsonpatch
import pytest

from service.resources import history
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.service.contract import NDJSON
from tests.support.games import RULESET


@every_ruleset
def test_the_turns_cover_every_commit_once(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    turns = game.get("/turns").json["items"]
    last = 0
    for each in turns:
        assert each["first_version"] == last + 1
        last = each["last_version"]
    assert last == game.version
    assert [each["turn"] for each in turns] == sorted({each["turn"] for each in turns})
    of_commits = {each["version"]: (each["turn"], each["seat"]) for each in game.lines()}
    seats = range(len(game.state()["seats"]))
    assert {each["seat"] for each in turns} == {None, *seats}, "nobody's is the setting up"
    for each in turns:
        assert of_commits[each["first_version"]][0] == each["turn"]
        assert of_commits[each["last_version"]][0] == each["turn"]
        assert each["text"].strip()


@every_ruleset
def test_the_pages_of_the_turns_join_to_all_of_them(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    whole = game.get("/turns").json
    assert whole["next"] is None
    for limit in (1, 4, len(whole["items"])):
        address, seen = f"{game.path}/turns?limit={limit}", []
        while address:
            page = game.api.get(address)
            seen += page.json["items"]
            assert len(page.json["items"]) == limit or page.json["next"] is None
            link = page.headers.get("Link")
            assert (link is None) == (page.json["next"] is None)
            assert page.json["next"] in (None, seen[-1]["turn"])
            address = "" if link is None else re.fullmatch(r'<([^>]+)>; rel="next"', link)[1]  # type: ignore[index]
        assert seen == whole["items"]
    last = whole["items"][-1]["turn"]
    assert game.get(f"/turns?after={last}").json == {"items": [], "next": None}
    for query in ("limit=0", "limit=1001", "after=-1", "after=x"):
        game.refused("GET", f"/turns?{query}", 400, "invalid_query")


@pytest.mark.threat("T-41")
@every_ruleset
def test_long_histories_are_read_and_told_in_pieces_so_that_others_go_on(
    finished: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    """Reading each from the store gives all others of a process their turn."""
    game = finished(ruleset)
    last = game.version
    asked = [("/turns", {}), ("/events?limit=1000", {}), ("/events", {"Accept": NDJSON}), ("/export", {}),
             (f"/diff?from=1&to={last}", {})]  # fmt: skip
    seats = (None, 0)

    def answers() -> list[bytes]:
        return [game.get(path, by, headers=headers).data for path, headers in asked for by in seats]

    whole = answers()
    store = game.api.app.extensions["tradewinds"].store
    commits, read = store.commits, list[int]()

    def counted(game_: str, first: int, upto: int) -> Any:
        read.append(upto - first + 1)
        return commits(game_, first, upto)

    monkeypatch.setattr(store, "commits", counted)
    monkeypatch.setattr(history, "PIECE", 7)
    assert answers() == whole
    told = len(asked) * len(seats)
    assert sum(read) >= told * (last - 1)
    assert sum(each > 7 for each in read) <= 2 * len(seats), "but for the states that a difference is of"


@every_ruleset
def test_the_patch_turns_one_view_into_the_other_forwards_and_backwards(
    finished: Callable[[str], Game], ruleset: str
) -> None:
    game, chance = finished(ruleset), random.Random(2)
    versions = range(1, game.version + 1)
    pairs = [(chance.choice(versions), chance.choice(versions)) for _ in range(12)] + [(1, game.version), (game.version, 1)]
    for by in (None, 0, "host"):
        texts = {each["version"]: each["text"] for each in game.lines(by=by)}
        for first, last in pairs:
            diff = game.get(f"/diff?from={first}&to={last}", by).json
            assert (diff["from"], diff["to"]) == (first, last)
            views = [game.state(by, version=version)["view"] for version in (first, last)]
            assert jsonpatch.apply_patch(views[0], diff["patch"]) == views[1]
            told = [texts[version] for version in range(first + 1, last + 1) if texts[version]]
            assert diff["text"] == told


@every_ruleset
def test_the_patch_of_a_step_names_what_changed_within_lists(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    for version in range(2, min(game.version, 40)):
        for each in game.get(f"/diff?from={version}&to={version + 1}", 0).json["patch"]:
            assert each["path"] != "/seats"
            assert not each["path"].startswith("/seats/") or each["path"].count("/") > 2, "one seat as a whole"


@every_ruleset
def test_nothing_changed_between_a_version_and_itself(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(3)
    diff = game.get("/diff?from=2&to=2").json
    assert (diff["patch"], diff["text"]) == ([], [])


@every_ruleset
def test_from_the_lobby_the_whole_view_is_new(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human", "open")
    game.claim(1)
    diff = game.get("/diff?from=1&to=2").json
    assert jsonpatch.apply_patch(None, diff["patch"]) == game.state()["view"]
    back = game.get("/diff?from=2&to=1").json
    assert jsonpatch.apply_patch(game.state()["view"], back["patch"]) is None


def test_both_versions_must_be_there(api: Api) -> None:
    game = api.create(RULESET)
    for query in ("from=1&to=2", "from=2&to=1"):
        assert game.refused("GET", f"/diff?{query}", 404, "unknown_version")["params"] == {"last": 1}
    for query in ("", "?from=1", "?to=1", "?from=0&to=1", "?from=1&to=-1"):
        game.refused("GET", f"/diff{query}", 400, "invalid_query")
