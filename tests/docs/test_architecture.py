"""The map in docs/architecture.md names what there is, and no folder outgrows what a newcomer can take in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.games import OURS

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs/architecture.md").read_text().split("```", 2)[1]
FOLDERS = {"events": 20} | {f"domain/{name.replace('-', '_')}": 36 for name in OURS}
"""Folders with the most modules and packages that each may have."""


def places(folder: Path) -> list[str]:
    """The modules and packages of a folder."""
    return sorted(
        each.name
        for each in folder.iterdir()
        if each.name != "__init__.py" and (each.suffix == ".py" or (each / "__init__.py").exists())
    )


def test_everything_on_the_map_exists() -> None:
    top, missing = "", []
    for line in MAP.splitlines():
        if found := re.match(r"( *)([\w/]+/|\w+\.py) ", line):
            top = found[2] if not found[1] else top
            place = ROOT / (found[2] if not found[1] else top + found[2])
            missing += [] if place.exists() else [str(place)]
    assert top == "bench/"
    assert missing == []


@pytest.mark.parametrize(("folder", "most"), FOLDERS.items())
def test_a_folder_has_few_places(folder: str, most: int) -> None:
    assert 10 <= len(places(ROOT / folder)) <= most
