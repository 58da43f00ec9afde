"""The wheel alone, in an empty environment outside the repository: it runs and plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.docs.generated import ROOT
from tests.examples.client_path import CLIENT_PATH
from tests.support.tradewinds import Tradewinds

STAGE = (ROOT / "Dockerfile").read_text().split("FROM", 2)[1]
SOURCES = [name for line in re.findall(r"^COPY (.+) \S+$", STAGE, re.MULTILINE) for name in line.split()]
"""What the wheel is built from in the image."""


def test_the_image_is_built_from_every_package() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]["include"]
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert {each.removesuffix("*") for each in found} <= {*SOURCES}
    assert {f"!{each}" for each in SOURCES} <= {*allowed}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the environment `env`, in which only the wheel and what requirements.txt pins are installed."""
    folder = tmp_path_factory.mktemp("elsewhere")
    sources = folder / "sources"
    sources.mkdir()
    for each in SOURCES:
        copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
        copy(ROOT / each, sources / each)
    _run(sys.executable, "-m", "venv", "--without-pip", str(folder / "env"))
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(sources))
    into = ("--python", str(folder / "env" / "bin" / "python"), "install")
    _pip(*into, "--require-hashes", "--requirement", str(ROOT / "requirements.txt"))
    (wheel,) = folder.glob("*.whl")
    _pip(*into, "--no-deps", str(wheel))
    _pip(*into, "pip")  # Environments of people have one; `up` fetches its Redis with it.
    return folder


def test_the_wheel_runs_up_and_plays(elsewhere: Path, tmp_path: Path) -> None:
    # Given the wheel's own program, started where nothing of the repository is.
    program = elsewhere / "env" / "bin" / "tradewinds"
    service = Tradewinds(tmp_path, program=(str(program),), cwd=elsewhere, PYTHONPATH="")
    try:
        service.wait_ready()
        address = f"http://{service.settings.address}"

        # When the content of every game is asked for, and one is played to its end against a bot.
        for ruleset in (each["ruleset"] for each in _get(f"{address}/v1/rulesets")["items"]):
            _get(f"{address}/v1/rulesets/{ruleset}")
            assert service.get(f"/docs/rules/{ruleset}") == 200
        seats = [{"kind": "open"}, {"kind": "bot", "level": "greedy"}]
        game = _get(f"{address}/v1/games", {"ruleset": "merchants-of-the-caribbean", "seats": seats})["game"]["id"]
        bot = [sys.executable, str(ROOT / "examples" / "bot.py"), address, game]
        subprocess.run(bot, check=True, capture_output=True, timeout=120, env={**os.environ, **CLIENT_PATH})

        # Then it is over, its log holds, and the pages that are part of the package are there.
        assert _get(f"{address}/v1/games/{game}")["status"] == "finished"
        assert _get(f"{address}/v1/games/{game}/audit")["ok"]
        pages = ("/openapi.yaml", "/openapi-core.json", "/docs/", "/docs/try/", "/readyz")
        assert [service.get(page) for page in pages] == [200] * 5
        log = tmp_path / "log.ndjson"
        with _open(f"{address}/v1/games/{game}/export") as export:
            log.write_bytes(export.read())
        verified = subprocess.run([program, "verify", log], cwd=elsewhere, capture_output=True, text=True, check=False)
        assert (verified.returncode, verified.stdout[:2]) == (0, "OK")
        assert service.stop()[0] == 0
    finally:
        service.close()


def test_nothing_of_the_repository_is_imported(elsewhere: Path) -> None:
    look = "import domain, events, telemetry, workers, service; print(*(each.__file__ for each in "
    look += "(domain, events, telemetry, workers, service)), sep='\\n')"
    done = subprocess.run(
        [elsewhere / "env" / "bin" / "python", "-c", look],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(Path(line).is_relative_to(elsewhere / "env") for line in done.stdout.splitlines())


def _pip(*arguments: str) -> None:
    _run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _open(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30)


def _get(address: str, body: Any = None) -> Any:
    """The answer to a GET, or to a POST of `body`."""
    with _open(address, body) as answer:
        return json.load(answer)
