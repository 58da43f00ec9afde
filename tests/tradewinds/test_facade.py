"""Authors find in `tradewinds` everything that a game needs, and nothing of theirs imports from behind it."""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tradewinds
from cli.new_game.command import package_of
from tests.docs.generated import ROOT

BEHIND = (
    "about",
    "drawing",
    "game",
    "icons",
    "lessons",
    "levels",
    "recorder",
    "scenarios",
    "scenes",
    "values",
    "kit.narration",
)
PRIVATE = frozenset({"Any", "Placed"})
VARIABLES = frozenset({"Options", "State", "Command", "Event", "View"})
AUTHORS = [
    *sorted((ROOT / "examples").glob("*_*/**/*.py")),
    ROOT / "tests" / "conformance" / "planted" / "lantern_market.py",
]


def imports(source: str) -> Iterator[str]:
    """The modules that a text of Python imports, wherever."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def own(source: str) -> set[str]:
    """What a text imports of this repository."""
    packages = {each.parent.name for each in ROOT.glob("*/__init__.py")}
    return {module for module in imports(source) if module.split(".")[0] in packages}


def typed_with(exported: Any) -> set[str]:
    """The names in the types of an exported class or function, its methods included."""
    functions = [each for each in vars(exported).values() if inspect.isfunction(each)] if inspect.isclass(exported) else []
    types = [str(each) for one in (exported, *functions) for each in getattr(one, "__annotations__", {}).values()]
    return set(re.findall(r"\b[A-Z][A-Za-z]+", " ".join(types)))


@pytest.mark.parametrize("file", AUTHORS, ids=lambda file: str(file.relative_to(ROOT)))
def test_games_of_others_import_the_facade_alone(file: Path) -> None:
    assert own(file.read_text()) <= {"tradewinds", "tradewinds.testing"}


@pytest.mark.parametrize("hidden", [False, True])
def test_a_new_game_imports_the_facade_alone(hidden: bool) -> None:
    written = package_of("harbour-race", hidden=hidden, with_map=True)
    modules = {each for path, text in written.items() if path.suffix == ".py" for each in own(text)}
    assert modules == {"tradewinds", "tradewinds.testing"}


def test_every_type_that_the_facade_speaks_of_is_in_it() -> None:
    behind = {
        name: value
        for module in BEHIND
        for name, value in vars(import_module(f"domain.{module}")).items()
        if name[0].isupper() and name not in PRIVATE | VARIABLES and not hasattr(typing, name)
    }
    used = {name for each in tradewinds.__all__ for name in typed_with(getattr(tradewinds, each))}
    assert used & behind.keys() <= set(tradewinds.__all__)
    assert {"Fact", "Box", "Opponent"} <= used & behind.keys()


def test_every_name_of_the_facade_is_there() -> None:
    assert len(set(tradewinds.__all__)) == len(tradewinds.__all__)
    assert not [name for name in tradewinds.__all__ if not hasattr(tradewinds, name)]
