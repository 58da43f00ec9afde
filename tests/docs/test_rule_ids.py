"""A search for the number of a rule finds the code that holds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULE = r"(?:MC|MM|PM)-[A-Z]?\d+[a-z]?"
RANGE = re.compile(rf"{RULE} ?(?:to|through|until|\.\.+|\u2013|-) ?(?:(?:MC|MM|PM)-)?[A-Z]?\d+")
GAMES = [page.parent for page in sorted(ROOT.glob("domain/*/RULES.md"))]


def sources(*folders: str) -> list[Path]:
    return [page for folder in folders for page in sorted((ROOT / folder).rglob("*.py"))]


def test_no_source_hides_rules_in_a_range() -> None:
    hidden = [(page.name, RANGE.findall(page.read_text())) for page in sources("domain", "tests", "conformance")]
    assert [each for each in hidden if each[1]] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_code_that_decides_a_rule_names_it_not_only_texts_and_bots(game: Path) -> None:
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for page in sources(str(game)):
        beside = page.relative_to(game).parts[0] in ("texts", "bots") and page.name != "stand_in.py"
        named[beside].update(re.findall(rf"\b{RULE}\b", page.read_text()))
    assert sorted(named[True] - named[False]) == []
