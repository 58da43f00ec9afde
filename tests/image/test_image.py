"""The container image as it runs: `make check-docker` builds it and names it in IMAGE and its engine in ENGINE."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.up.redis_server import find_server, server_command
from tests.docs.generated import ROOT
from tests.examples.client_path import CLIENT_PATH
from tests.support.tradewinds import free_port, wait_until

IMAGE = os.environ.get("IMAGE", "")
ENGINE = os.environ.get("ENGINE", "docker")
CONFINED = (
    *("--network", "host", "--read-only", "--tmpfs", "/tmp"),
    *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
)
PATIENCE = 60.0
WRITE_EVERYWHERE = """
for place in / /etc /home /usr/local /var /data /archive /tmp; do
    touch $place/x 2> /dev/null && echo $place
done
true
"""
LOOK_AROUND = """
import importlib.util, os, shutil
packages, places, tools = ("tests", "bench", "harness"), ("/src", "/wheels"), ("gcc", "make", "git")
print([*filter(importlib.util.find_spec, packages)], [*filter(os.path.exists, places)], [*filter(shutil.which, tools)])
"""

pytestmark = [
    pytest.mark.skipif(not IMAGE, reason="needs an image: make check-docker"),
    pytest.mark.skipif(Path(ENGINE).name not in ("docker", "podman"), reason="needs Docker or Podman to run it"),
]

Run = Callable[..., str]


def engine(*arguments: str, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ENGINE, *arguments], capture_output=True, text=True, timeout=timeout, check=False)


def inside(container: str, *command: str) -> str:
    done = engine("exec", container, *command)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """URL of an empty Redis on a port of this machine, which containers on its network reach."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as name:
        folder, port = Path(name), free_port()
        command = server_command(find_server(folder), folder, folder / "redis.sock", "everysec")
        with (
            subprocess.Popen([*command, "--port", str(port), "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL) as server,
            Redis(port=port) as client,
        ):
            try:
                assert wait_until(lambda: (folder / "redis.sock").exists() and bool(client.ping()), PATIENCE)
                yield f"redis://127.0.0.1:{port}/0"
            finally:
                server.terminate()


@pytest.fixture
def run() -> Iterator[Run]:
    """Runs the image with these options and this command; all that it leaves is removed."""
    started: list[str] = []

    def begin(*options: str, command: tuple[str, ...] = (), **variables: str) -> str:
        given = [word for name, value in variables.items() for word in ("--env", f"{name}={value}")]
        done = engine("run", "--detach", *CONFINED, *given, *options, IMAGE, *command)
        assert done.returncode == 0, done.stderr
        started.append(done.stdout.split()[-1])
        return started[-1]

    yield begin
    for container in started:
        engine("rm", "--force", "--volumes", container)


def stopped(container: str) -> int:
    """Its exit code after it was told to stop: 137 if it had to be killed."""
    assert engine("stop", container).returncode == 0
    return int(engine("inspect", "--format", "{{.State.ExitCode}}", container).stdout)


def call(port: int, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def ready(port: int) -> bool:
    try:
        return bool(call(port, "/readyz"))
    except OSError:
        return False


@pytest.mark.threat("T-71")
def test_two_containers_without_other_rights_play_a_game_with_a_bot_to_its_end(redis: str, run: Run) -> None:
    port = free_port()
    # A proxy that nobody listens at, as engines hand theirs to every container: the health check must not ask it.
    web = run(
        "--volume", "/archive", PORT=str(port), REDIS_URL=redis, ARCHIVE_DIR="/archive", http_proxy="http://127.0.0.1:9"
    )
    worker = run("--no-healthcheck", REDIS_URL=redis, command=("tradewinds", "worker"))
    assert wait_until(lambda: ready(port), PATIENCE), engine("logs", web).stderr

    inspected = json.loads(engine("inspect", IMAGE).stdout)[0]
    check = (inspected["Config"].get("Healthcheck") or inspected["Healthcheck"])["Test"]
    assert check[0] == "CMD"
    inside(web, *check[1:])

    for container in (web, worker):
        status = inside(container, "cat", "/proc/1/status")
        assert re.search(r"^Uid:(\t10001){4}$", status, re.MULTILINE)
        assert re.search(r"^CapBnd:\t0+$", status, re.MULTILINE)
    assert inside(web, "sh", "-c", WRITE_EVERYWHERE).split() == ["/data", "/archive", "/tmp"]

    seats = [{"kind": "open"}, {"kind": "bot", "level": "greedy"}]
    game = call(port, "/v1/games", {"ruleset": "merchants-of-the-caribbean", "seats": seats})["game"]["id"]
    bot = [sys.executable, str(ROOT / "examples" / "bot.py"), f"http://127.0.0.1:{port}", game]
    subprocess.run(bot, check=True, capture_output=True, timeout=PATIENCE * 2, env={**os.environ, **CLIENT_PATH})
    assert call(port, f"/v1/games/{game}")["status"] == "finished"
    assert call(port, f"/v1/games/{game}/audit")["ok"]

    assert (stopped(worker), stopped(web)) == (0, 0)
    assert engine("start", web).returncode == 0
    assert wait_until(lambda: ready(port), PATIENCE)
    assert call(port, f"/v1/games/{game}")["status"] == "finished"


@pytest.mark.parametrize("command", [(), ("tradewinds", "worker")], ids=["web", "worker"])
def test_without_a_redis_it_ends_and_says_so(command: tuple[str, ...]) -> None:
    done = engine("run", "--rm", *CONFINED, IMAGE, *command)
    assert done.returncode == 1
    assert "REDIS_URL is not set" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [(), ("tradewinds", "worker")], ids=["web", "worker"])
def test_it_stops_also_while_it_waits_for_its_redis(command: tuple[str, ...], run: Run) -> None:
    away = f"redis://127.0.0.1:{free_port()}/0"
    container = run("--no-healthcheck", PORT=str(free_port()), REDIS_URL=away, command=command)
    assert wait_until(lambda: "Connection refused" in engine("logs", container).stderr, PATIENCE)
    assert stopped(container) == 0


def test_neither_sources_nor_tests_nor_tools_are_in_it() -> None:
    done = engine("run", "--rm", *CONFINED, IMAGE, "python", "-c", LOOK_AROUND)
    assert (done.returncode, done.stdout) == (0, "[] [] []\n")
