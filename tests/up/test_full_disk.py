"""A disk that is full under `tradewinds up`: it goes on, keeps what it has acknowledged, and recovers by itself."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from service.up.processes import DEATHS_ALLOWED
from tests.support.small_disk import SmallDisk, small_disk
from tests.support.tradewinds import PROGRAM, Tradewinds, part, tradewinds, wait_until

GAME = {
    "ruleset": "merchants-of-the-caribbean",
    "seats": [{"kind": "human"}, {"kind": "bot", "level": "random"}],
    "options": {"starting_seat": 1},
}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path, megabytes=24) as disk:
        yield disk


class Client:
    """It creates one game after the other, and keeps in mind all that it was told."""

    def __init__(self, running: Tradewinds) -> None:
        self._api = f"http://{running.settings.address}/v1/games"
        self.created: list[Any] = []
        self.refused: list[requests.Response] = []

    def create(self) -> bool:
        """Is it acknowledged? Fails where nobody answers."""
        answer = requests.post(self._api, json=GAME, timeout=30)
        (self.created if answer.status_code == 201 else self.refused).append(answer.json() if answer.ok else answer)
        return answer.ok

    def read(self, created: Any, path: str = "") -> Any:
        answer = requests.get(f"{self._api}/{created['game']['id']}{path}", timeout=30)
        answer.raise_for_status()
        return answer.json()


@pytest.mark.threat("T-31")
def test_a_full_disk_stops_nothing_but_what_needs_it_and_loses_nothing(disk: SmallDisk) -> None:
    program = (*disk.within, *PROGRAM)
    with tradewinds(disk.place / "data", program, RATE_LIMIT="off", REDIS_APPENDFSYNC="always") as running:
        client = Client(running)
        assert client.create()
        disk.fill()
        full_until = time.monotonic() + 10
        while time.monotonic() < full_until:
            client.create()
            assert running.get("/livez") == 200
            time.sleep(0.02)
        problem = part(running, "redis")["problem"]
        assert len(client.refused) > 20
        assert {answer.status_code for answer in client.refused} == {503}
        assert {answer.json()["code"] for answer in client.refused} <= {"store_unavailable", "outcome_unknown"}
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in client.refused)

        disk.make_room()
        assert wait_until(client.create, seconds=30)
        newest = client.created[-1]
        assert wait_until(lambda: client.read(newest)["version"] > newest["game"]["version"], seconds=20)  # The bot is back.
        for created in client.created:
            audit = client.read(created, "/audit")
            assert audit["ok"]
            first = client.read(created, f"?version={created['game']['version']}")
            assert first["head"] == created["game"]["head"]
        assert wait_until(lambda: all(part(running, name)["ok"] for name in ("store", "redis", "worker-1")), seconds=20)
        code, _, log = running.stop()
    assert code == 0
    assert problem == "it ended with exit code 1; nothing can be written to the data folder: No space left on device"
    assert f"redis is away: {problem}. " in log
    assert max(int(deaths) for deaths in re.findall(r"Deaths in a row: (\d+)", log)) > DEATHS_ALLOWED


def test_a_start_on_a_full_disk_ends_with_a_message(disk: SmallDisk) -> None:
    disk.fill()
    ended = Tradewinds(disk.place / "data", program=(*disk.within, *PROGRAM)).wait_end()
    assert ended == (
        1, "", f"Error: Nothing can be written to the data folder {disk.place / 'data'}: No space left on device.\n"
    )  # fmt: skip
