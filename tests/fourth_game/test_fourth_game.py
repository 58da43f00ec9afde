"""A game is added by one folder and one line: Last Stick, in a copy of the project, is then played, replayed and audited."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "last_stick"
PARTS = (
    *("domain", "events", "telemetry", "service", "workers", "cli", "harness"),
    *("tests/__init__.py", "tests/conftest.py", "tests/domain", "tests/support", "tests/service", "tests/fourth_game"),
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project with the folder and the line."""
    for part in PARTS:
        source, target = ROOT / part, tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    shutil.copytree(FOLDER, tmp_path / "domain" / "last_stick")
    registry = tmp_path / "domain" / "registry.py"
    lines = registry.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("from domain.merchants"))
    lines.insert(first, "from domain.last_stick.game import GAME as LAST_STICK")
    text = "\n".join(lines)
    assert "for game in (" in text
    registry.write_text(text.replace("for game in (", "for game in (LAST_STICK, ", 1))
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_a_game_added_in_one_folder_and_one_line_holds_to_the_conformance_tests(copy: Path) -> None:
    (copy / "pytest.ini").write_text("[pytest]\n")
    told = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/domain", "-k", "last-stick")
    assert " passed" in told or "100%" in told


def test_it_is_served_replayed_and_audited_like_any_other(copy: Path, redis_url: str) -> None:
    run(copy, "-m", "tests.fourth_game.play", redis_url)
