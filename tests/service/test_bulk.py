"""Many finished games in one stream: whole, resumable, and good for `tradewinds verify` and imports."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner

from cli.offline import verify
from events.errors import StoreUnavailable
from tests.service.client import Api, Game
from tests.service.test_api_keys import ADMIN, CARD_GAME, made, new_key
from tests.support.connections import leaves_of

NDJSON = "application/x-ndjson"


@pytest.fixture
def admin(make_api: Callable[..., Api], tmp_path: Path) -> Api:
    (tmp_path / "archive").mkdir()
    return make_api(admin_key=ADMIN, archive_dir=str(tmp_path / "archive"))


def exported(api: Api, key: str, address: str = "/v1/games/export", **query: Any) -> list[dict[str, Any]]:
    """The lines of an export, the last of which says how many came before."""
    text = api.get(address, token=key, query_string=query).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[-1]["games"] == len(lines) - 1
    return lines


def ids(lines: list[dict[str, Any]]) -> list[str]:
    return [line["id"] for line in lines[:-1]]


def played(api: Api, key: str, clock: Any, count: int) -> list[Game]:
    """Finished games of a key, that which ended first first."""
    games = []
    for seed in range(count):
        clock.advance(minutes=1)
        games.append(made(api, key, "human", "human", options={"round_limit": 3, "starting_seat": 0}))
        games[-1].play(seed)
        clock.advance(minutes=1)
        games[-1].play(10_000)
        assert games[-1].state()["status"] == "finished"
    return games


def archive(api: Api, game: str) -> None:
    store = api.app.extensions["tradewinds"].store
    store.mover.check_archive()
    assert store.mover.move(game)


def test_a_key_gets_all_its_finished_games_wherever_they_are(admin: Api, clock: Any, tmp_path: Path) -> None:
    key = new_key(admin)
    games = played(admin, key, clock, 3)
    made(admin, key, "human", "human")  # It goes on.
    played(admin, new_key(admin), clock, 1)  # Of another key.
    abandoned = made(admin, key, "human", "open")
    abandoned.abandon()
    archive(admin, games[1].id)
    lines = exported(admin, key)
    assert ids(lines) == [game.id for game in reversed(games)]
    for line, game in zip(lines, reversed(games), strict=False):
        commits = [json.loads(each) for each in game.get("/export").text.splitlines()]
        assert (line["commits"], line["ruleset"], line["status"]) == (commits, CARD_GAME, "finished")
    assert ids(exported(admin, key, status="abandoned")) == [abandoned.id]
    assert ids(exported(admin, key, ruleset="pirates-of-maracaibo")) == []
    admin.refused("GET", "/v1/games/export", 401, "key_required")
    admin.refused("GET", "/v1/games/export", 401, "key_required", token=games[0].tokens["host"])
    admin.refused("GET", "/v1/games/export?limit=10001", 400, "invalid_query", token=key)

    # A line is a file to import, and all of them are a file to verify.
    line = json.dumps(lines[1]) + "\n"
    copy = admin.post("/v1/games/import", data=line, content_type=NDJSON).json
    assert (copy["imported"], copy["status"]) == (True, "finished")
    two = admin.call("POST", "/v1/games/import", data=line + line, content_type=NDJSON, expect=422, code="export_invalid")
    assert "single line" in two.json["detail"]
    file = tmp_path / "games.ndjson"
    file.write_bytes(admin.get("/v1/games/export", token=key).data)
    found = CliRunner().invoke(verify, [str(file)])
    told = found.stdout.splitlines()
    assert (found.exit_code, told[-1]) == (0, "3 games: 3 OK"), found.output
    assert [line.partition(":")[0] for line in told[:-1]] == [f"OK {game.id}" for game in reversed(games)]


def test_a_broken_export_goes_on_after_the_last_whole_line(admin: Api, clock: Any) -> None:
    key = new_key(admin)
    games = [game.id for game in reversed(played(admin, key, clock, 3))]
    first = exported(admin, key, limit=1)
    assert (ids(first), first[-1]["next"]) == (games[:1], first[0]["next"])
    assert ids(exported(admin, key, after=first[0]["next"])) == games[1:]
    assert exported(admin, key)[-1]["next"] is None
    late = admin.get(f"/v1/games/{games[1]}/events?limit=1000").json["items"][-1]["at"]
    assert ids(exported(admin, key, since=late)) == games[:2]
    assert ids(exported(admin, key, until=late)) == games[2:]
    assert ids(exported(admin, key, since=late, until=late)) == []


def test_the_operator_gets_public_games_alone(admin: Api, clock: Any) -> None:
    public = admin.create(CARD_GAME, "human", "open")
    unlisted = admin.create(CARD_GAME, "human", "open", visibility="unlisted")
    for game in (public, unlisted):
        game.abandon()
    assert ids(exported(admin, ADMIN, "/v1/admin/export", status="abandoned")) == [public.id]
    assert ids(exported(admin, ADMIN, "/v1/admin/export")) == []


def test_what_is_wrong_with_a_game_does_not_hide_the_others(
    admin: Api, clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key(admin)
    games = [game.id for game in reversed(played(admin, key, clock, 3))]
    archive(admin, games[1])
    (kept,) = (tmp_path / "archive").glob("*/*.gz")
    kept.write_bytes(b"damaged")
    lines = exported(admin, key)
    assert ids(lines) == games
    assert [line.get("problem") for line in lines[:-1]] == [None, "archive_damaged", None]
    whole = admin.get("/v1/games/export", token=key).text
    file = tmp_path / "games.ndjson"

    def verified(text: str) -> tuple[int, str]:
        file.write_text(text)
        found = CliRunner().invoke(verify, [str(file)])
        return found.exit_code, found.output

    assert verified(whole)[0] == 3
    changed = whole.replace('"reveal_card"', '"end_turn"', 1)
    status, said = verified(changed)
    assert (status, f"BAD {games[0]}: commit" in said) == (1, True), said
    assert verified(whole[: whole.rindex('{"games"')])[0] == 2
    assert verified(whole[: len(whole) // 2])[0] == 2

    # Redis goes away in the middle: the lines before are good, and the last line is missing.
    store = admin.app.extensions["tradewinds"].store
    read = store.read

    def breaks(game: str, *more: Any) -> Any:
        if game == games[2]:
            raise StoreUnavailable("away")
        return read(game, *more)

    monkeypatch.setattr(store, "read", breaks)
    lines = [json.loads(line) for line in admin.get("/v1/games/export", token=key).text.splitlines()]
    assert [line["id"] for line in lines] == games[:2]


def test_a_stream_holds_one_game_in_memory_and_waits_where_a_key_reads_too_much(
    make_api: Callable[..., Api], clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = make_api(rate_limit="1000/second", rate_limit_history="1/second")
    key = new_key(api)
    games = played(api, key, clock, 2)
    store, read = api.app.extensions["tradewinds"].store, list[str]()
    original = store.read
    monkeypatch.setattr(store, "read", lambda game: (read.append(game), original(game))[1])
    slept: list[float] = []
    monkeypatch.setattr("service.resources.bulk.sleep", lambda seconds: (slept.append(seconds), sleep(seconds)))
    answer = api.http.get("/v1/games/export", headers={"Authorization": f"Bearer {key}"})
    stream = iter(answer.response)
    next(stream)
    assert read == [games[1].id]
    b"".join(stream)
    assert read == [games[1].id, games[0].id]
    assert sum(slept) > 0


def test_whoever_leaves_an_export_leaves_nothing_open(admin: Api, clock: Any) -> None:
    key = new_key(admin)
    games = played(admin, key, clock, 2)
    for game in games:
        archive(admin, game.id)
    services = admin.app.extensions["tradewinds"]
    archived = services.store.archive
    asked = {"Authorization": f"Bearer {key}"}
    admin.http.get("/v1/games/export", headers=asked).close()
    gc.collect()  # What other tests left open does not count.
    opened = len([*Path("/proc/self/fd").iterdir()])
    idle = [each.qsize() for each in leaves_of(services.store)]
    for _ in range(5):
        answer = admin.http.get("/v1/games/export", headers=asked)
        stream = iter(answer.response)
        assert json.loads(next(stream))["id"] == games[1].id
        answer.close()
        assert [*stream] == []
    assert len([*Path("/proc/self/fd").iterdir()]) <= opened
    assert [each.qsize() for each in leaves_of(services.store)] == idle
    assert not archived._offload._begun  # type: ignore[attr-defined]
