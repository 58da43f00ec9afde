"""A bot worker that keeps dying: people play on, and the bots are back later."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
import requests

from service.up.processes import DEATHS_ALLOWED
from tests.support.tradewinds import part, tradewinds, wait_until

OPTIONS = {"starting_seat": 0}
SEATS = [{"kind": "open"}, {"kind": "bot", "level": "random"}]


@pytest.mark.threat("T-31")
def test_web_goes_on_while_the_worker_keeps_dying_and_the_bots_catch_up_later(tmp_path: Path) -> None:
    with tradewinds(tmp_path) as running:
        games = f"http://{running.settings.address}/v1/games"
        asked = {"ruleset": "merchants-of-the-caribbean", "seats": SEATS, "options": OPTIONS}
        web = running.pid_of("web")
        for _ in range(DEATHS_ALLOWED + 2):  # It then stays away for eight seconds, in which people play.
            assert wait_until(lambda: running.pid_of("worker") is not None, seconds=20)
            worker = running.pid_of("worker")
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
            assert wait_until(lambda gone=worker: running.pid_of("worker") != gone, seconds=5)  # type: ignore[misc]

        def told() -> bool:
            """Whether the service knows of the last death: it may still tell of the one before, or of the time between."""
            status = requests.get(f"http://{running.settings.address}/readyz", timeout=10).json()["status"]
            return (status, part(running, "worker-1")) == ("degraded", dead)

        dead = {"name": "worker-1", "ok": False, "problem": "it was killed by signal 9 (Killed)", "needed": False}
        assert wait_until(told, seconds=5)
        game = f"{games}/{requests.post(games, json=asked, timeout=10).json()['game']['id']}"
        token = requests.post(f"{game}/seats/0/claim", json={}, timeout=10).json()["token"]
        seat = {"Authorization": f"Bearer {token}"}
        while (offered := requests.get(f"{game}/actions", headers=seat, timeout=10).json())["actions"]:
            headers = {**seat, "If-Match": f'"{offered["version"]}"'}
            last = requests.post(f"{game}/actions", json=offered["actions"][-1]["action"], headers=headers, timeout=10)
            last.raise_for_status()
        version = last.json()["version"]
        time.sleep(0.5)
        assert requests.get(game, timeout=10).json()["version"] == version  # No bot has acted so far.
        assert running.pid_of("web") == web

        assert wait_until(lambda: requests.get(game, timeout=10).json()["version"] > version, seconds=30)
        assert wait_until(lambda: bool(part(running, "worker-1")["ok"]), seconds=30)
        assert running.pid_of("web") == web
