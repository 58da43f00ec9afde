"""A mutant: one small change of one file, which makes a wrong program that the tests should notice."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

ROOT = Path(__file__).parents[2]

Group: TypeAlias = Literal["rules", "texts", "data"]
GROUPS: dict[Group, str] = {
    "rules": "rules, redactions and views",
    "texts": "texts, scenes, previews, odds and bots",
    "data": "card data",
}


@dataclass(frozen=True)
class Mutant:
    file: str
    """The path from the root of the repository."""
    before: str = field(repr=False)
    """The whole file before the mutation."""
    function: str
    """The qualified name of the changed function or class; for card data, the entry and the keys in it."""
    group: Group
    start: int
    end: int
    """The position of the replaced characters."""
    text: str
    removed: tuple[str, ...]
    added: tuple[str, ...]
    """The lines that differ, without their indentation."""

    @cached_property
    def key(self) -> str:
        """A name that stays valid as long as the mutant's lines do not change, wherever they are in the function."""
        parts = [self.file, self.function, *("-" + line for line in self.removed), *("+" + line for line in self.added)]
        return sha256("\n".join(parts).encode()).hexdigest()[:12]

    @property
    def diff(self) -> str:
        return "\n".join([*("- " + line for line in self.removed), *("+ " + line for line in self.added)])

    @property
    def source(self) -> str:
        """The whole file with the change."""
        return self.before[: self.start] + self.text + self.before[self.end :]


def changed_lines(source: str, start: int, end: int, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that are removed and added when these characters are replaced."""
    first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    last = len(source) if last < 0 else last
    before = source[first:last].splitlines()
    after = (source[first:start] + text + source[end:last]).splitlines()
    removed, added = [], []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            removed += before[a:b]
            added += after[c:d]
    return _bare(removed), _bare(added)


def _bare(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines)
