"""ETags, 304 and what may be kept: everybody gets what they may see, and nothing that they have already."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.service.conftest import each_long_game, every_ruleset, most_rulesets
from tests.service.contract import EVENT_STREAM
from tests.support.endpoints import OWN_TAGS, Request, operations, requests
from tests.support.games import RULESET

KEPT, ASKED_AGAIN = "private, max-age=3600", "private, no-cache"


def tagged(game: Game, *, opened: bool = False) -> list[Request]:
    """All requests for a game whose answers have an ETag; those that ask for nothing hidden only on demand."""
    return [
        each
        for each in requests(game, "reads game")
        if "If-None-Match" in operations()[each.operation][2]
        and not each.live
        and each.operation not in ("audit", "listActions", *OWN_TAGS)
        and (opened or "open=true" not in each.path)
    ]


@pytest.mark.threat("T-44")
@most_rulesets
def test_whoever_has_an_answer_gets_a_304_and_nobody_who_would_see_another(api: Api, ruleset: str) -> None:
    """A page that looked on and then takes its seat's token must get the seat's hand."""
    game = api.create(ruleset)
    game.play(6)
    for each in tagged(game):
        answers = {by: each.send(game, by, expect=200) for by in game.callers()}
        for had, first in answers.items():
            for by, own in answers.items():
                again = each.send(game, by, headers={"If-None-Match": first.headers["ETag"]})
                same = had == by or {had, by} == {None, "host"} or each.operation == "getBoard"
                assert again.status_code == (304 if same else 200), (each, had, by)
                assert again.headers["ETag"] == own.headers["ETag"]
                assert again.headers["Cache-Control"] == own.headers["Cache-Control"]
                assert again.data == (b"" if same else own.data)
        assert answers[None].data == answers["host"].data


@most_rulesets
def test_one_tag_is_of_one_answer(finished: Callable[[str], Game], ruleset: str) -> None:
    """Whoever asks, in whatever form, with something hidden or not."""
    game = finished(ruleset)
    forms: list[dict[str, str]] = [{}, {"Accept-Encoding": "gzip"}]
    seen: dict[tuple[str, str], bytes] = {}
    for each in tagged(game, opened=True):
        for by in game.callers():
            for headers in forms:
                answer = each.send(game, by, headers=headers, expect=200)
                address = re.sub(r"\bopen=\w+&?", "", each.path).rstrip("?&")  # As if hiding nothing were no part of it.
                data = seen.setdefault((address, answer.headers["ETag"]), answer.data)
                assert answer.data == data, (each, by, headers)
    assert len({tag for _, tag in seen}) > 12


def test_a_tag_is_the_version_and_who_looks(api: Api) -> None:
    game = api.create(RULESET)
    game.play(2)
    tags = {by: game.get(by=by).headers["ETag"] for by in game.callers()}
    assert tags == {None: '"3"', "host": '"3"', 0: '"3.s0"', 1: '"3.s1"'}
    assert game.get(query_string={"version": 2}).headers["ETag"] == '"2"'
    for given in ('"3"', 'W/"3"', '"1", "3"', "*", '"3.gzip"'):
        again = game.get(expect=304, headers={"If-None-Match": given})
        assert (again.data, again.headers["ETag"]) == (b"", '"3.gzip"' if "gzip" in given else '"3"')
    for given in ('"2"', '"3.s0"', '"3.open"', '"3.lines"'):
        game.get(headers={"If-None-Match": given})


def test_the_tags_of_changes_are_those_of_the_game_as_the_answer_shows_it(api: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "open"}]}
    created = api.post("/v1/games", body)
    game = Game(api, created.json)
    claimed = api.post(f"{game.path}/seats/1/claim", {})
    game.tokens[1] = claimed.json["token"]
    handed = game.call("PUT", "/seats/1", "host", json={"kind": "bot", "level": "random"}, expect=200)
    taken = game.call("PUT", "/seats/1", 1, json={"kind": "human"}, expect=200)
    game.tokens[1] = taken.json["token"]
    over = game.call("DELETE", "", "host", expect=200)
    for by, answer in ((None, created), (1, claimed), (None, handed), (1, taken), (None, over)):
        shown = answer.json.get("game", answer.json)
        same = game.get(f"?version={shown['version']}", by)
        assert (same.headers["ETag"], same.json) == (answer.headers["ETag"], shown)


def test_the_actions_of_a_seat_are_listed_once_a_version(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    game = api.create(RULESET)
    seat = game.state()["to_act"][0]
    tag = {"If-None-Match": game.get("/actions", seat).headers["ETag"]}
    monkeypatch.setattr("service.representations.built.Representations.actions", None)
    game.get("/actions", seat, headers=tag, expect=304)
    game.refused("GET", "/actions", 401, "unauthorized", headers=tag)
    game.refused("GET", "/actions", 403, "token_lacks_right", "host", headers=tag)
    monkeypatch.undo()
    game.play(1)
    game.get("/actions", seat, headers=tag)


def test_what_is_known_is_not_read_from_the_store_again(finished: Callable[[str], Game], monkeypatch: Any) -> None:
    game = finished(RULESET)
    asked = [each for each in tagged(game, opened=True) if "turn=" not in each.path]
    tags = [each.send(game, 0, expect=200).headers["ETag"] for each in asked]
    monkeypatch.setattr(game.api.app.extensions["tradewinds"].store, "commits", None)
    for each, tag in zip(asked, tags, strict=True):
        each.send(game, 0, headers={"If-None-Match": tag}, expect=304)


def test_an_audit_is_made_each_time(finished: Callable[[str], Game], redis: Any) -> None:
    """What is stored may have been changed since: the version alone says nothing of it."""
    game = finished(RULESET)
    sound = game.get("/audit")
    tag = {"If-None-Match": sound.headers["ETag"]}
    assert game.get("/audit", headers=tag, expect=304).headers["ETag"] == sound.headers["ETag"]
    (key,) = (key for key in redis.scan_iter() if key.endswith(f"g:{game.id}".encode()))
    entries = redis.xrange(key)
    redis.delete(key)
    for number, (place, fields) in enumerate(entries):
        changed = {**fields, b"c": fields[b"c"].replace(b'"actor":"player"', b'"actor":"host"')} if number == 5 else fields
        redis.xadd(key, changed, place)
    assert game.get("/audit", headers=tag).json["ok"] is False


def test_a_long_poll_that_heard_nothing_says_so_with_a_304(api: Api) -> None:
    game = api.create(RULESET)
    tag = {"If-None-Match": game.get("/events?after=1").headers["ETag"]}
    game.get("/events?after=1&wait=1", headers=tag, expect=304)
    game.play(1)
    assert game.get("/events?after=1&wait=1", headers=tag).json["items"]


def test_a_stream_has_no_tag(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    answer = game.get("/events", headers={"Accept": EVENT_STREAM, "If-None-Match": "*"})
    assert "ETag" not in answer.headers


def test_a_version_that_is_not_there_is_a_404_whatever_the_client_claims_to_know(api: Api) -> None:
    game = api.create(RULESET)
    for path in ("?version=9", "?turn=9", "/diff?from=1&to=9"):
        for tag in ('"9"', "*"):
            game.refused("GET", path, 404, "unknown_version", headers={"If-None-Match": tag})


# What may be kept


@pytest.mark.threat("T-44")
@every_ruleset
def test_what_never_changes_may_be_kept_for_an_hour_by_the_caller_alone(
    finished: Callable[[str], Game], api: Api, ruleset: str
) -> None:
    game, running = finished(ruleset), api.create(ruleset)
    running.play(5)
    last = game.version
    kept = [
        (game, "?version=3"), (game, f"?version={last}"), (game, "?turn=0"), (game, "?turn=1"), (running, "?version=3"),
        (game, "?version=3&open=true"), (game, "/events?limit=3"), (game, "/events?limit=3&open=true"),
        (running, "/events?limit=3"), (game, f"/diff?from={last}&to=1"), (running, "/diff?from=1&to=4"),
    ]  # fmt: skip
    for asked, path in kept:
        assert asked.get(path, 0).headers["Cache-Control"] == KEPT, path
    again = [
        (running, ""), (running, f"?turn={running.state()['turn']}"), (running, "/events"), (running, "/turns"),
        (running, "/standing"),
        (running, "/actions"), (running, "/export"), (running, "/audit"), (running, "/jobs"), (game, "/turns?limit=2"),
        (game, "/audit"),
    ]  # fmt: skip
    for asked, path in again:
        assert asked.get(path, 0).headers["Cache-Control"] == ASKED_AGAIN, path
    for path in ("?version=99999", "?turn=99999", "/diff?from=1&to=99999", "?open=true&version=1"):
        refused = running.get(path, expect=None)
        assert refused.status_code >= 400
        assert refused.headers["Cache-Control"] == ASKED_AGAIN, path


@each_long_game
def test_what_may_be_kept_stays_as_it_was_to_the_end_of_the_game(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(8)
    last, turn = game.version, game.state()["turn"]
    paths = [f"?version={version}" for version in range(1, last + 1)] + [f"?turn={each}" for each in range(turn + 1)]
    paths += [f"/events?limit={limit}" for limit in (1, last - 1, last)] + [f"/diff?from=2&to={last}"]
    asked = [(by, path) for by in game.callers() for path in paths]
    kept = {each: answer for each in asked if (answer := game.get(each[1], each[0])).headers["Cache-Control"] == KEPT}
    assert len(kept) > len(asked) / 2
    game.play(5, seed=2)
    game.put_seat(0, "host", kind="bot", level="random")
    game.abandon()
    for (by, path), answer in kept.items():
        now = game.get(path, by)
        assert now.data == answer.data
