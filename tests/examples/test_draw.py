"""The example renderer draws a game of a running service."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

from tests.examples.test_bots import EXAMPLES, new_game

PLAN = {"ruleset": "pirates-of-maracaibo", "seats": [{"kind": "human"}]}


def test_a_game_is_drawn_at_any_version_from_its_address(running_service: str) -> None:
    game = f"{running_service}/v1/games/{new_game(running_service, PLAN)}"
    for version in ((), ("1",)):
        drawn = subprocess.run(
            [sys.executable, str(EXAMPLES / "draw.py"), game, *version],
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
        texts = [each.text for each in ET.fromstring(drawn.stdout).iter("{http://www.w3.org/2000/svg}text")]
        assert "The sea" in texts


def test_the_renderer_has_at_most_a_hundred_lines_of_code() -> None:
    assert sum(bool(line.strip()) for line in (EXAMPLES / "draw.py").read_text().splitlines()) <= 100
