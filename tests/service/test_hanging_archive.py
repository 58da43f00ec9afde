"""An archive on a disk that hangs, as one over a network does, holds up nothing but what is asked of it."""

from __future__ import annotations

import json
import os
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from service.offload import READ_SECONDS as SECONDS
from service.offload import READERS as THREADS
from tests.service.requests_of import RULESET, SEATS
from tests.service.server import request
from tests.support.tradewinds import Tradewinds, tradewinds, wait_until

HANGING = [f"0g{letter * 20}" for letter in "abcdef"]
"""Games in whose files' places are FIFOs, which nobody writes to: to open them takes for ever."""
UNKNOWN = "0gzzzzzzzzzzzzzzzzzzzz"


@pytest.fixture
def hanging(tmp_path: Path) -> list[Path]:
    files = [tmp_path / "archive" / game[2:4] / f"{game}.ndjson.gz" for game in HANGING]
    for file in files:
        file.parent.mkdir(parents=True)
        os.mkfifo(file)
    return files


def asked(running: Tradewinds, game: str) -> tuple[int, str]:
    status, body = request(running.settings.port, f"/v1/games/{game}")
    return status, body.get("code", "")


def come_back(file: Path) -> None:
    """Let who waits for this file read it: it is empty."""
    with suppress(OSError):  # Nobody waits.
        os.close(os.open(file, os.O_WRONLY | os.O_NONBLOCK))


def create(running: Tradewinds, **headers: str) -> str:
    body = json.dumps({"ruleset": RULESET, "seats": SEATS}).encode()
    headers["Content-Type"] = "application/json"
    sent = urllib.request.Request(f"http://{running.settings.address}/v1/games", body, headers)
    with urllib.request.urlopen(sent, timeout=SECONDS) as answer:
        return str(json.load(answer)["game"]["id"])


@pytest.mark.threat("T-32", "T-39")
def test_reads_that_hang_hold_up_nobody_else(tmp_path: Path, hanging: list[Path]) -> None:
    assert len(HANGING) > THREADS
    with tradewinds(tmp_path, BOT_WORKERS="0", RATE_LIMIT="off") as running, ThreadPoolExecutor(len(HANGING)) as pool:
        create(running)  # What holds answers to the contract reads it with the first, which takes a while.
        answers = [pool.submit(asked, running, game) for game in HANGING]
        assert wait_until(lambda: not any(each.done() for each in answers), 1)
        time.sleep(0.2)
        assert asked(running, create(running)) == (200, "")
        assert not any(each.done() for each in answers), "meanwhile they wait"
        assert {each.result() for each in answers} == {(503, "store_unavailable")}
        status, ready = request(running.settings.port, "/readyz")
        assert (status, ready["code"]) == (503, "not_ready")
        assert [part["name"] for part in ready["params"]["parts"] if not part["ok"]] == ["archive"]
        # The reads still hang, and have all the threads there may be; what is not in the archive goes on.
        assert asked(running, create(running)) == (200, "")
        assert asked(running, create(running, **{"Idempotency-Key": "k" * 32})) == (200, "")
        for file in hanging:
            come_back(file)
        assert wait_until(lambda: asked(running, UNKNOWN) == (404, "unknown_game"), 2 * SECONDS)
        assert wait_until(lambda: running.get("/readyz") == 200, SECONDS)


@pytest.mark.threat("T-32")
def test_a_process_ends_though_reads_hang(tmp_path: Path, hanging: list[Path]) -> None:
    with tradewinds(tmp_path, BOT_WORKERS="0", RATE_LIMIT="off") as running, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(asked, running, HANGING[0])
        time.sleep(0.5)
        began = time.monotonic()
        assert running.stop()[0] == 0
        assert time.monotonic() - began < 10
        assert isinstance(answer.exception(), OSError) or answer.result()[0] == 503
