"""Which mutants there are of a game, and which of them a seed draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from tests.mutants.figures import mutants_of_data
from tests.mutants.mutant import GROUPS, ROOT, Group, Mutant
from tests.mutants.python_code import mutants_of_code

SHARES: Mapping[Group, float] = {"rules": 0.5, "texts": 0.3, "data": 0.2}
TEXTS = {"texts", "narration", "bots", "odds.py", "words.py", "plain_words.py", "narration.py"}
"""Folders and files of the group `texts`, in games and the kit; all else but data are rules, redactions and views."""
LEFT_OUT = {"content_fields.py", "fields.py"}
"""Says for the contract what fields mean; no part of the program."""


def population(ruleset: str) -> list[Mutant]:
    """All mutants of a game and of what games share (`domain/kit`)."""
    folders = ROOT / "domain" / ruleset.replace("-", "_"), ROOT / "domain" / "kit"
    mutants = [mutant for folder in folders for file in sorted(folder.rglob("*.py")) for mutant in _of_code(file)]
    data = sorted((folders[0] / "data").glob("*.json"))
    return mutants + [mutant for file in data for mutant in mutants_of_data(str(file.relative_to(ROOT)), file.read_text())]


def _of_code(file: Path) -> list[Mutant]:
    if file.name in LEFT_OUT:
        return []
    path = file.relative_to(ROOT)
    return mutants_of_code(str(path), file.read_text(), "texts" if TEXTS.intersection(path.parts) else "rules")


def sample(mutants: Iterable[Mutant], seed: str, count: int) -> list[Mutant]:
    """So many of them, by group. A mutant's lot depends on the seed and itself alone: most stay when the code changes."""
    drawn: list[Mutant] = []
    by_lot = sorted(mutants, key=lambda mutant: sha256(f"{seed} {mutant.key}".encode()).digest())
    for group in GROUPS:
        drawn += [mutant for mutant in by_lot if mutant.group == group][: round(count * SHARES[group])]
    return drawn
