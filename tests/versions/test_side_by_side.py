"""Processes of an old and a new version on one Redis, as while a service is being upgraded."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
import requests
from redis import Redis

from events.identity import partition_of
from events.redis_store.client import connect
from tests.docs.generated import ROOT
from tests.support import over_http
from tests.support.play import BOT, HUMAN
from tests.workers.conftest import Clock, make_services
from workers.jobs import play_turns, sweep

from .games import NAME, NEW, OLD
from .installed import begun, installed

Json = Any


class Web:
    """A web process."""

    def __init__(self, port: int) -> None:
        self.games = f"http://127.0.0.1:{port}/v1/games"

    def ask(self, method: str, path: str, token: str | None = None, **request: Any) -> requests.Response:
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **request.pop("headers", {})}
        return requests.request(method, f"{self.games}{path}", headers=headers, timeout=20, **request)

    def create(self, sticks: int = 20) -> dict[str, Any]:
        plan = {"ruleset": NAME, "seats": [{"kind": "human"}] * 2, "options": {"sticks": sticks}}
        made = self.ask("POST", "", json=plan)
        assert made.status_code == 201, made.text
        body = made.json()
        return {
            "id": body["game"]["id"],
            "host": body["host_token"],
            **{each["seat"]: each["token"] for each in body["seats"]},
        }

    def take(self, game: dict[str, Any], seat: int, key: str, **fields: int) -> requests.Response:
        action = {"type": "take", **fields}
        return self.ask("POST", f"/{game['id']}/actions", game[seat], json=action, headers={"Idempotency-Key": key})

    def to_act(self, game: dict[str, Any]) -> int:
        seat: int = self.ask("GET", f"/{game['id']}").json()["to_act"][0]
        return seat


@contextmanager
def process(version: int, redis_url: str) -> Iterator[Web]:
    command = [sys.executable, "-m", "tests.versions.serve", str(version), redis_url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            yield Web(int(running.stdout.readline()))
        finally:
            running.stdin.close()
            running.wait(20)


@pytest.fixture(autouse=True)
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract that answers are held to has the games of this process, and Last Stick is none of them."""
    monkeypatch.setattr(over_http, "check", lambda sent, raw: None)


@pytest.fixture(scope="module")
def both(redis_server: str) -> Iterator[tuple[Web, Web]]:
    """A web process of version 1 and one of version 2."""
    with process(1, redis_server) as old, process(2, redis_server) as new:
        yield old, new


def refused(response: requests.Response) -> None:
    """503, to be tried again, with a code of its own; nothing was accepted."""
    assert (response.status_code, response.json()["code"]) == (503, "newer_rules"), response.text
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["Content-Type"] == "application/problem+json"


def test_a_new_process_reads_and_carries_on_what_an_old_one_writes(both: tuple[Web, Web]) -> None:
    old, new = both
    game = old.create()
    seat = old.to_act(game)
    assert new.ask("GET", f"/{game['id']}").json()["view"]["pile"] == 20  # It knows the game from here on.
    assert old.take(game, seat, "1" * 16, sticks=3).status_code == 201
    assert new.ask("GET", f"/{game['id']}").json()["view"]["pile"] == 17
    assert old.take(game, 1 - seat, "2" * 16, sticks=1).status_code == 201
    # On a state that is out of date by now.
    taken = new.take(game, seat, "3" * 16, count=2)
    assert (taken.status_code, taken.json()["version"]) == (201, 4)


def test_an_old_process_refuses_what_a_new_one_has_carried_on(both: tuple[Web, Web], redis_server: str) -> None:
    old, new = both
    game, other = old.create(), old.create()
    path, seat = f"/{game['id']}", old.to_act(game)
    assert new.take(game, seat, "1" * 16, count=2).status_code == 201
    with Redis.from_url(redis_server) as redis:
        stream = f"{{{partition_of(game['id'])}}}:g:{game['id']}"
        before = redis.xrange(stream)
        # First an action, on the state that it remembers; then everything else.
        refused(old.take(game, 1 - seat, "2" * 16, sticks=1))
        refused(old.take(game, seat, "1" * 16, sticks=2))
        for method, below in (
            *[("GET", below) for below in ("", "?turn=1", "/events", "/turns", "/diff?from=1&to=2", "/audit", "/export")],
            ("DELETE", ""),
        ):
            refused(old.ask(method, f"{path}{below}", game["host"]))
        refused(old.ask("GET", f"{path}/actions", game[1 - seat]))
        refused(old.ask("PUT", f"{path}/seats/0", game[0], json={"kind": "bot", "level": "random"}))
        refused(old.ask("POST", f"{path}/branches", json={"version": 1}))
        refused(old.ask("GET", f"{path}/events", headers={"Accept": "text/event-stream"}))
        assert redis.xrange(stream) == before
    # What it can read it goes on to show, and other games go on there.
    assert old.ask("GET", f"{path}?version=1").json()["view"]["sticks"] == 20
    assert game["id"] in {each["id"] for each in old.ask("GET", "?limit=100").json()["items"]}
    assert old.take(other, old.to_act(other), "1" * 16, sticks=3).status_code == 201
    # The new process has all of it.
    assert new.take(game, seat, "1" * 16, count=2).headers["Idempotency-Replayed"] == "true"
    found = new.ask("GET", f"{path}/audit").json()
    assert (found["ok"], found["decisions_unchecked"]) == (True, 1)


def test_a_follower_of_an_old_process_is_sent_away_when_the_new_one_goes_on(both: tuple[Web, Web]) -> None:
    old, new = both
    game, other = old.create(), old.create()
    with requests.get(
        f"{old.games}/{game['id']}/events?after=0", headers={"Accept": "text/event-stream"}, stream=True, timeout=20
    ) as stream:
        lines = stream.iter_lines(decode_unicode=True)
        assert any(line == "id: 1" for line in lines)
        assert new.take(game, new.to_act(game), "1" * 16, count=1).status_code == 201
        rest = list(lines)  # It ends.
    assert "id: 2" not in rest
    assert [line for line in rest if line][-1].startswith("retry: ")
    # The reader of the feed goes on for the others.
    with requests.get(
        f"{old.games}/{other['id']}/events?after=1", headers={"Accept": "text/event-stream"}, stream=True, timeout=20
    ) as stream:
        lines = stream.iter_lines(decode_unicode=True)
        next(lines)
        assert old.take(other, old.to_act(other), "1" * 16, sticks=1).status_code == 201
        assert any(line == "id: 2" for line in lines)


def test_a_whole_game_is_played_through_both(both: tuple[Web, Web]) -> None:
    """Whoever is refused by the old process goes to the new one; a log never goes back to an older version."""
    old, new = both
    game = old.create(sticks=12)
    for number in range(12):
        key = f"{number:016}"
        if number < 3:
            assert old.take(game, old.to_act(game), key, sticks=1).status_code == 201
        elif number == 3:
            assert new.take(game, new.to_act(game), key, count=1).status_code == 201
        else:
            seat = new.to_act(game)
            refused(old.take(game, seat, key, sticks=1))
            assert new.take(game, seat, key, count=1).status_code == 201
    found = new.ask("GET", f"/{game['id']}/audit").json()
    assert (found["ok"], found["truncated"], found["decisions_unchecked"]) == (True, False, 4)


def test_an_old_worker_leaves_to_a_new_one_what_it_cannot_read(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    with connect(redis_url) as client, connect(redis_url) as queue:
        with installed(NEW):
            new = make_services(client, queue, clock)
            match = begun(new.handler, BOT, HUMAN)
            match.play(Random(1), 1)
            while match.to_act()[0] != 0:
                match.play(Random(1), 1)
            version = match.game_log.version
        with installed(OLD):
            old = make_services(client, queue, clock)
            play_turns(old, match.id, version, 0, 1)
            clock.pass_by(5.0)
            assert sweep(old) == 0
        assert not [record for record in caplog.records if record.levelname == "ERROR"]
        assert "is left out: " in caplog.text
        with installed(NEW):
            clock.pass_by(1.1)  # It was not put off for long.
            assert sweep(new) == 1
            play_turns(new, match.id, version, 0, 2)
            assert match.game_log.version == version + 1
