"""The tutorial docs/new-game.md: its code is the example's, and its commands print what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.generated import ROOT
from tests.docs.test_readme import BETWEEN, pattern, shell_blocks
from tests.support.tradewinds import tradewinds

TEXT = (ROOT / "docs" / "new-game.md").read_text()
EXAMPLE = ROOT / "examples" / "tic_tac_toe"
INSTALL = ".venv/bin/python -m pip install"
MOST_LINES = 120
"""Of code without a drawing, for a game as simple as this."""


def blocks(language: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def lines_of(code: str) -> list[str]:
    return [line for line in code.splitlines() if line]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an environment that has what a reader has after the installation, and Tradewinds running in it."""
    package, info = tmp_path / "package", tmp_path / "package" / "tic_tac_toe-1.0.0.dist-info"
    info.mkdir(parents=True)
    (package / "tic_tac_toe.py").write_text("\n".join(blocks("python")))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tic-tac-toe\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text("[tradewinds.games]\ntic-tac-toe = tic_tac_toe:GAME\n")
    monkeypatch.setenv("PYTHONPATH", f"{package}{os.pathsep}{ROOT}")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def test_the_code_is_that_of_the_example() -> None:
    assert lines_of("\n".join(blocks("python"))) == lines_of((EXAMPLE / "tic_tac_toe.py").read_text())
    assert blocks("toml") == [(EXAMPLE / "pyproject.toml").read_text()]


def test_the_tests_that_it_shows_pass() -> None:
    (code,) = blocks("py")
    shown: dict[str, Any] = {}
    exec(compile(code, "docs/new-game.md", "exec"), shown)
    tests = [function for name, function in shown.items() if name.startswith("test_")]
    assert len(tests) == 6
    for test in tests:
        test()


def test_a_simple_game_is_short() -> None:
    chapters = [chapter for chapter in TEXT.split("\n## ") if not chapter.startswith("5. The drawing")]
    assert sum(len(lines_of(code)) for chapter in chapters for code in blocks("python", chapter)) < MOST_LINES


def test_the_commands_print_what_stands_there(environment: Path) -> None:
    walk = re.findall(r"^```sh\n((?:(?!```).*\n)*)```\n\n```text\n((?:(?!```).*\n)*)```$", TEXT, re.MULTILINE)
    installing, *others = shell_blocks(TEXT)
    assert installing.startswith(INSTALL)
    assert [shell for shell, _ in walk] == others
    script = f"\necho '{BETWEEN}'\n".join(shell for shell, _ in walk)
    with tradewinds(environment / "data") as service:
        script = script.replace("127.0.0.1:8000", service.settings.address)
        done = subprocess.run(
            ["sh"], input=script, cwd=environment, capture_output=True, text=True, timeout=120, check=False
        )
    printed = done.stdout.split(BETWEEN)
    assert len(printed) == len(walk), done.stdout + done.stderr
    for (shell, expected), output in zip(walk, printed, strict=True):
        place = 0
        for line in expected.splitlines():
            found = re.compile(pattern(line)).search(output, place)
            assert found is not None, f"{line!r} is not what this prints:\n{shell}\n{output}{done.stderr}"
            place = found.end()
