"""The example that learns, and the code of docs/bots.md for researchers."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.docs.generated import ROOT
from tests.support.games import RULESET


def test_the_example_learns_and_says_how_often_it_won() -> None:
    learn = [sys.executable, str(ROOT / "examples" / "learning" / "learn.py"), RULESET, "2"]
    done = subprocess.run(learn, capture_output=True, text=True, timeout=120, check=True)
    assert re.fullmatch(r"game 2: won \d+% of the last 2\n", done.stdout)
    assert not done.stderr


def test_the_code_of_the_documentation_plays_a_game() -> None:
    section = (ROOT / "docs" / "bots.md").read_text().partition("## For researchers")[2]
    code = section.partition("```python\n")[2].partition("```")[0]
    names: dict[str, object] = {}
    exec(code, names)
    assert not names["environment"].agents  # type: ignore[attr-defined]
