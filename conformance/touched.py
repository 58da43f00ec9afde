"""Whether only texts and drawings depend on changed files, so that the promises of what is shown are all that they touch."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from conformance.report import functions_of
from domain.game import AnyGame

SHOWN = ("words.", "drawing.")
"""What the functions of these groups say and draw is looked at by some promises only."""
PAGES = {".js", ".mjs", ".css"}
"""What only a drawing module has."""


def only_shown(game: AnyGame, home: str, files: Sequence[Path]) -> bool:
    """Whether these files are of words and drawing alone: functions of these groups reach their modules, and neither others
    nor types do. `home`: the module of the record. What is no module may be read by anything, but for scripts and styles."""
    modules = {_module_of(file) for file in files if file.suffix not in PAGES}
    if not modules:
        return True
    sources = _Sources(home)
    shown, others = set[str | None](), set[str | None]()
    for name, function in functions_of(game):
        (shown if name.startswith(SHOWN) else others).update(sources.of_function(function))
    types = (game.types.options, game.types.state, game.types.view, *game.types.commands, *game.types.events)
    for kind in (*types, game.content):
        others |= sources.of_module(kind.__module__)
    return modules <= shown - others - {home, None}


def _module_of(file: Path) -> str | None:
    """The name of the loaded module that this file is; None if it is none."""
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "/").resolve() == file.resolve():
            return name
    return None


class _Sources:
    """From which modules of a package its functions are made, as far as they are imported at the top of a module."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._package = home.partition(".")[0]

    def of_function(self, function: FunctionType) -> set[str]:
        """Those that a function reaches. Of one beside the record only what its names stand for: its module imports all."""
        if function.__module__ != self._home:
            return self.of_module(function.__module__)
        found = {self._home}
        imported = _imports(sys.modules[self._home])
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if name in imported:
                found |= self.of_module(imported[name])
            elif isinstance(value, FunctionType) and value is not function:
                found |= self.of_function(value)
        return found

    def of_module(self, name: str) -> set[str]:
        """The module and all that it imports, directly or not, of the same package."""
        found, waiting = set[str](), [name]
        while waiting:
            each = waiting.pop()
            if each not in found and each.partition(".")[0] == self._package and each in sys.modules:
                found.add(each)
                waiting += _imports(sys.modules[each]).values()
        return found


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function uses, in functions inside of it too."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


@cache
def _imports(module: ModuleType) -> dict[str, str]:
    """What the import statements of a module bind: modules by the names that they, or things of them, have there."""
    file = getattr(module, "__file__", None)
    if file is None or not file.endswith(".py"):
        return {}
    found: dict[str, str] = {}
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        if isinstance(node, ast.Import):
            found |= {each.asname or each.name: each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for each in node.names:
                inner = f"{source}.{each.name}"
                found[each.asname or each.name] = inner if inner in sys.modules else source
    return found
