"""What the operator may do to games and see of keys, and what everybody else then gets."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.store import survey
from tests.service.client import Api, Game
from tests.service.requests_of import is_for_operators, operations
from tests.service.test_api_keys import ADMIN, made, new_key
from tests.support.games import RULESET
from tests.support.tradewinds import wait_until

ORIGIN = {"Origin": "https://elsewhere.example"}
UNKNOWN = "0g" + "a" * 20


@pytest.fixture
def admin(make_api: Callable[..., Api]) -> Api:
    return make_api(admin_key=ADMIN)


def stored(api: Api, **query: Any) -> dict[str, dict[str, Any]]:
    """All games that the operator finds, by id, from all pages."""
    found: dict[str, dict[str, Any]] = {}
    while True:
        page = api.get("/v1/admin/games", token=ADMIN, query_string=query).json
        found |= {each["id"]: each for each in page["items"]}
        if page["next"] is None:
            return found
        query["after"] = page["next"]


def calls(api: Api) -> list[tuple[str, str]]:
    """Every call that needs the operator's key."""
    names = {"game": UNKNOWN, "key": "a" * 12, "seat": 0}
    found = operations(api.contract)
    return [(method, path.format(**names)) for method, path, spec in found if is_for_operators(spec)]


@pytest.mark.threat("T-13")
def test_all_that_is_for_operators_is_for_them_alone(
    api: Api, admin: Api, make_api: Callable[..., Api], caplog: pytest.LogCaptureFixture
) -> None:
    found = calls(api)
    assert len(found) > 6
    for method, path in found:
        body: dict[str, Any] = {"json": {"name": "x"}} if (method, path) == ("POST", "/v1/keys") else {}
        if path.endswith(f"/keys/{'a' * 12}/forget"):
            body = {"json": {"player": "x"}}
        assert "ADMIN_KEY" in api.refused(method, path, 404, "not_found", token=ADMIN, **body)["detail"]
        for token in (None, new_key(api), "x" * 40):
            make_api(admin_key=ADMIN).refused(method, path, 401, "unauthorized", token=token, **body)
        answer = admin.call(method, path, token=ADMIN, headers=ORIGIN, **body)
        assert "Access-Control-Allow-Origin" not in answer.headers
    for _ in range(10):
        admin.refused("DELETE", f"/v1/admin/games/{UNKNOWN}", 401, "unauthorized", token="x" * 40)
    admin.refused("GET", "/v1/admin/games", 429, "rate_limited", token="x" * 40)
    assert ADMIN not in caplog.text


def test_an_operator_finds_games_by_age_and_size(admin: Api, clock: Any, finished: Callable[[str], Game]) -> None:
    over = finished("merchants-of-the-caribbean")
    old = admin.create(RULESET)
    clock.advance(days=40)
    key = new_key(admin)
    own = made(admin, key, "human", "human")
    own.play(4)
    key_id = key.split("_")[1]
    found = stored(admin)
    assert found.keys() >= {over.id, old.id, own.id}
    assert found[own.id]["version"] == own.version
    assert (found[own.id]["key"], found[old.id]["key"]) == (key_id, None)
    assert found[over.id]["bytes"] > found[old.id]["bytes"] > 500
    assert stored(admin, acted_before="2026-01-20T00:00:00+01:00").keys() == found.keys() - {own.id}
    assert stored(admin, created_before="2000-01-01T00:00:00Z").keys() == set()
    assert stored(admin, min_bytes=found[over.id]["bytes"]).keys() == {over.id}
    assert stored(admin, over="false").keys() == {old.id, own.id}
    assert stored(admin, key=key_id).keys() == {own.id}
    admin.refused("GET", "/v1/admin/games?after=nonsense", 400, "invalid_query", token=ADMIN)


def test_a_look_at_many_games_comes_in_pages(admin: Api) -> None:
    ids = {admin.create(RULESET).id for _ in range(600)}
    page = admin.get("/v1/admin/games", token=ADMIN).json
    assert page["next"] is not None
    assert 0 < len(page["items"]) < 600
    assert stored(admin).keys() == ids


@pytest.fixture
def with_folders(make_api: Callable[..., Api], tmp_path: Path) -> Callable[[], Api]:
    """Makes services with an archive and a folder of sleeping games, each a process of its own."""
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    return lambda: make_api(
        admin_key=ADMIN,
        archive_dir=str(tmp_path / "archive"),
        sleep_dir=str(tmp_path / "sleep"),
        sleep_key_file=str(tmp_path / "keys" / "sleep.key"),
    )


def test_games_that_sleep_or_are_archived_are_found_too_and_stay_where_they_are(
    with_folders: Callable[[], Api], clock: Any, redis: Any, tmp_path: Path
) -> None:
    api = with_folders()
    key = new_key(api)
    store = api.app.extensions["tradewinds"].store
    awake, unlisted = api.create(RULESET), api.create(RULESET, visibility="unlisted")
    clock.advance(hours=1, milliseconds=7)
    own, over = made(api, key, "human", "human"), made(api, key, "human", "human")
    unlisted.play(3)
    over.abandon()
    before = stored(api)
    assert {each["place"] for each in before.values()} == {"redis"}
    store.hibernation.check_folder()
    store.mover.check_archive()
    sizes = {game.id: store.hibernation.put(game.id) for game in (unlisted, own)} | {over.id: store.mover.move(over.id)}
    places = {awake.id: "redis", unlisted.id: "sleep", own.id: "sleep", over.id: "archive"}
    there = {*redis.scan_iter("*:g:*")}
    other = with_folders()
    found = stored(other)
    assert {game: each["place"] for game, each in found.items()} == places
    for game, each in found.items():
        moved = {} if game == awake.id else {"place": places[game], "bytes": sizes[game]}
        assert each == {**before[game], **moved}
    assert {*redis.scan_iter("*:g:*")} == there, "nothing of this woke a game"
    # As filters of all places.
    assert stored(other, key=key.split("_")[1]).keys() == {own.id, over.id}
    assert stored(other, over="true").keys() == {over.id}
    assert stored(other, over="false").keys() == {awake.id, unlisted.id, own.id}
    assert stored(other, created_before=before[own.id]["created_at"]).keys() == {awake.id, unlisted.id}
    assert stored(other, acted_before=before[own.id]["created_at"]).keys() == {awake.id}
    assert stored(other, min_bytes=found[unlisted.id]["bytes"], place="sleep").keys() == {unlisted.id}
    for place in ("redis", "sleep", "archive"):
        assert stored(other, place=place).keys() == {game for game, at in places.items() if at == place}
    assert stored(other, place="sleep", over="true") == {}
    other.refused("GET", "/v1/admin/games?place=moon", 400, "invalid_query", token=ADMIN)
    for wrong in ("sleep.0", "sleep.x.0", "archive.../etc", "archive.0g"):
        other.refused("GET", f"/v1/admin/games?after={wrong}", 400, "invalid_query", token=ADMIN)

    # Deleted while the archive is away: the file is still there, and the game is not.
    store.delete(over.id, "2026-01-02T03:04:05.000Z", 0)
    assert stored(with_folders()).keys() == places.keys() - {over.id}
    (damaged,) = (tmp_path / "archive").glob("*/*.gz")
    damaged.write_bytes(b"damaged")
    (tmp_path / "archive").rename(tmp_path / "away")
    assert stored(other, place="redis").keys() == {awake.id}


def test_many_archived_games_come_in_pages(
    with_folders: Callable[[], Api], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "FILES", 3)
    api = with_folders()
    store = api.app.extensions["tradewinds"].store
    store.mover.check_archive()
    games = [api.create(RULESET) for _ in range(7)]
    for game in games:
        game.abandon()
        assert store.mover.move(game.id)
    read: list[str] = []
    look = store.archive.look
    monkeypatch.setattr(store.archive, "look", lambda game: (read.append(game), look(game))[1])
    page = api.get("/v1/admin/games?place=archive", token=ADMIN).json
    assert (len(page["items"]), len(read)) == (3, 3)
    assert stored(api).keys() == {game.id for game in games}
    (tmp_path / "archive" / "zz").mkdir(exist_ok=True)  # A game may lie there by chance.
    (tmp_path / "archive" / "zz" / "leftover.tmp").touch()
    assert stored(api, place="archive").keys() == {game.id for game in games}
    assert len(read) == 3 + 2 * 7, "each file is read once"


def test_an_operator_ends_a_game_and_the_log_says_who(admin: Api, caplog: pytest.LogCaptureFixture) -> None:
    game = admin.create(RULESET)
    with caplog.at_level(logging.INFO):
        ended = admin.post(f"/v1/admin/games/{game.id}/abandon", token=ADMIN, expect=200).json
    assert ended["status"] == "abandoned"
    last = game.get("/events").json["items"][-1]
    assert (last["actor"], last["command"]) == ("service", {"type": "close_game"})
    assert "The operator of the service ended the game." in last["text"]
    assert game.get("/audit").json["ok"]
    assert any(game.id in record.getMessage() for record in caplog.records)
    admin.refused("POST", f"/v1/admin/games/{game.id}/abandon", 409, "game_over", token=ADMIN)
    admin.refused("POST", f"/v1/admin/games/{UNKNOWN}/abandon", 404, "unknown_game", token=ADMIN)


def test_a_deleted_game_is_gone_for_everybody(admin: Api, caplog: pytest.LogCaptureFixture) -> None:
    key = new_key(admin)
    game = made(admin, key, "human:ann", "human:bob", metadata={"channel": "42"})
    game.play(3)
    with caplog.at_level(logging.INFO):
        answer = admin.delete(f"/v1/admin/games/{game.id}", token=ADMIN).json
    assert answer == {"id": game.id, "deleted_at": answer["deleted_at"], "finished": True}
    assert any(game.id in record.getMessage() for record in caplog.records)
    assert admin.delete(f"/v1/admin/games/{game.id}", token=ADMIN).json == answer
    gone = 0
    for method, path, _ in operations(admin.contract):
        if method == "GET" and path.startswith("/v1/games/{game}"):
            query = {"diff": "?from=1&to=2", "events": "?include=scene"}.get(path.rpartition("/")[2], "")
            token = key if path.endswith("note") else game.tokens[0]
            problem = admin.refused("GET", path.format(game=game.id) + query, 410, "game_deleted", token=token)
            assert problem["params"] == {"deleted_at": answer["deleted_at"]}
            gone += 1
    assert gone >= 10
    headers = {"If-Match": '"4"'}
    game.refused("POST", "/actions", 410, "game_deleted", by=0, json={"type": "reveal_card"}, headers=headers)
    game.refused("POST", "/seats/0/claim", 410, "game_deleted", json={"name": "Cy"})
    game.refused("PUT", "/seats/0", 410, "game_deleted", by="host", json={"kind": "bot", "level": "random"})
    game.refused("POST", "/rematch", 410, "game_deleted", by=0)
    game.refused("DELETE", "", 410, "game_deleted", by="host")
    admin.refused("PATCH", f"{game.path}/note", 410, "game_deleted", token=key, json={"metadata": {}})
    assert admin.get("/v1/games").json["items"] == []
    assert admin.get("/v1/games?mine=true", token=key).json["items"] == []
    assert stored(admin) == {}
    admin.refused("DELETE", f"/v1/admin/games/{UNKNOWN}", 404, "unknown_game", token=ADMIN)


def test_archived_games_are_deleted_with_their_files(make_api: Callable[..., Api], tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    api = make_api(admin_key=ADMIN, archive_dir=str(folder))
    game = api.create(RULESET)
    game.abandon()
    store = api.app.extensions["tradewinds"].store
    store.mover.check_archive()
    store.mover.move(game.id)
    assert len([*folder.glob("*/*.gz")]) == 1
    assert api.delete(f"/v1/admin/games/{game.id}", token=ADMIN).json["finished"]
    assert [*folder.glob("*/*.gz")] == []
    game.refused("GET", "", 410, "game_deleted")


def test_followers_of_a_deleted_game_are_told_why_their_stream_ends(admin: Api) -> None:
    game = admin.create(RULESET)
    stream = game.get("/events", headers={"Accept": "text/event-stream"})
    waited: list[Any] = []
    waiting = threading.Thread(target=lambda: waited.append(game.call("GET", f"/events?after={game.version}&wait=20")))
    waiting.start()
    parts = iter(stream.response)
    sent = b"".join(next(parts) for _ in range(2))
    assert b"event: commit" in sent
    hub = admin.app.extensions["tradewinds"].hub
    assert wait_until(lambda: hub.followers == 2, 10)
    # As another process deletes it, of which this one hears by the feed.
    admin.app.extensions["tradewinds"].store.delete(game.id, "2026-01-02T03:04:05.000Z", 0)
    rest = b"".join(parts)
    assert rest.endswith(b"event: deleted\ndata: {}\n\n")
    waiting.join(10)
    assert (waited[0].status_code, waited[0].json["code"]) == (410, "game_deleted")
    assert hub.followers == 0


def test_an_operator_sees_what_a_key_uses(admin: Api) -> None:
    key = new_key(admin)
    key_id = key.split("_")[1]
    empty = admin.get(f"/v1/admin/keys/{key_id}", token=ADMIN).json
    assert empty["games"] == {"lobby": 0, "running": 0, "finished": 0, "abandoned": 0, "acted_at": None}
    made(admin, key, "human", "open")
    made(admin, key, "human", "human")
    made(admin, key, "human", "human").abandon()
    made(admin, new_key(admin), "human", "human")
    used = admin.get(f"/v1/admin/keys/{key_id}", token=ADMIN).json
    assert used["key"]["id"] == key_id
    assert used["games"] == {"lobby": 1, "running": 1, "finished": 0, "abandoned": 1, "acted_at": "2026-01-02T03:04:05.000Z"}
    assert key not in json.dumps(used)
    admin.refused("GET", "/v1/admin/keys/aaaaaaaaaaaa", 404, "unknown_key", token=ADMIN)
