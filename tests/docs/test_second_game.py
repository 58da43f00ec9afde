"""The tutorial docs/second-game.md: the code of each step runs, its tests pass, and `tradewinds check` holds the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from conformance.playing import Broken
from conformance.scenes import scenes_say_what_happened
from tests.docs.generated import ROOT
from tests.docs.test_new_game import blocks
from tests.docs.test_readme import pattern, steps
from tradewinds.testing import Chance, assert_refused, play, position

TEXT = (ROOT / "docs" / "second-game.md").read_text()
STEPS = TEXT.split("\n## ")[1:-1]
OURS = (Chance, assert_refused, play, position)
"""What the tests on the page take from `tradewinds.testing`."""
TESTED = {1: 2, 2: 1, 3: 1, 4: 2, 5: 1, 6: 2, 7: 3}
"""The number of tests below each step."""
CODE = list(accumulate("\n".join(blocks("python", step)) for step in STEPS))
"""Of each step, with that of the steps before it."""


def module(code: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a module of this code has."""
    made = ModuleType("night_cargo")
    monkeypatch.setitem(sys.modules, "night_cargo", made)  # Its annotations are looked up there.
    exec(compile(code, "docs/second-game.md", "exec"), made.__dict__)
    return made.__dict__


@pytest.mark.parametrize("number", TESTED)
def test_the_code_of_a_step_passes_the_tests_below_it(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = module(CODE[number - 1], monkeypatch) | {each.__name__: each for each in OURS}
    exec(compile("\n".join(blocks("py", STEPS[number - 1])), f"step {number}", "exec"), shown)
    tests = [function for name, function in shown.items() if name.startswith("test_")]
    assert len(tests) == TESTED[number]
    for test in tests:
        test()


def test_the_game_passes_the_check(tmp_path: Path) -> None:
    package, info = tmp_path / "night_cargo", tmp_path / "night_cargo-1.0.0.dist-info"
    for folder in (package, info):
        folder.mkdir()
    (package / "__init__.py").write_text(CODE[-1])
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: night-cargo\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text("[tradewinds.games]\nnight-cargo = night_cargo:GAME\n")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    commands = steps(TEXT)
    assert len(commands) == 3
    for shell, expected in commands:
        script = shell.replace("check night-cargo\n", "check night-cargo --seeds 2 --seconds 20\n")
        done = subprocess.run(
            ["sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert "BROKEN" not in done.stdout
        for line in expected:
            assert re.search(pattern(line), done.stdout) is not None, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    ("text", "instead", "said"),
    [
        ("card/{number}/{card}", "card/{card}", "this viewer cannot follow card/"),
        ("isinstance(event.card, tw.Secret)", "False", r"no such beat: Move.*is moved as `unseen\(count\)`"),
        ("*(tw.Move(to=area, weight=0) for area in areas),", "", "leave over"),
    ],
)
def test_a_tale_that_does_not_fit_the_pictures_is_told(
    monkeypatch: pytest.MonkeyPatch, text: str, instead: str, said: str
) -> None:
    assert text in CODE[-1]
    game = module(CODE[-1].replace(text, instead), monkeypatch)["GAME"]
    with pytest.raises(Broken, match=said):
        scenes_say_what_happened(game, 3, 0)


def test_what_the_check_is_said_to_say_is_what_it_says() -> None:
    sources = "\n".join(path.read_text() for path in (ROOT / "conformance").rglob("*.py"))
    said = re.sub(r"\{[^{}]*\}", "…", re.sub(r'"\s*\n\s*f?"', "", sources))
    first = [row.split(" | ")[0].removeprefix("| ") for row in TEXT.partition("## By symptom")[2].splitlines() if "|" in row]
    quoted = [found[0] or found[1] for cell in first for found in re.findall(r"^(?:`` (.*) ``|`(.*)`)$", cell)]
    assert len(quoted) > 10
    for sentence in quoted:
        missing = [part for part in sentence.split("…") if part.strip() not in said]
        assert missing == [], sentence
