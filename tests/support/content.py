"""The fields of a game's content files that its code reads, and those that are only shown according to the files' README."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import msgspec


def unread(content: ModuleType) -> set[str]:
    """The fields of the content's classes that no module of the game reads as an attribute."""
    read: set[str] = set()
    for module in _package(content).rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                read.add(node.attr)
            elif isinstance(node, ast.MatchClass):
                read.update(node.kwd_attrs)
    kinds = [each for each in vars(content).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    own = [kind for kind in kinds if kind.__module__ == content.__name__]
    return {field.encode_name for kind in own for field in msgspec.structs.fields(kind) if field.name not in read}


def only_shown(content: ModuleType) -> set[str]:
    """The fields that data/README.md lists as shown and not read."""
    readme = (_package(content) / "data" / "README.md").read_text("utf-8")
    section = readme.partition("\n## Shown, not read\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.M))


def _package(content: ModuleType) -> Path:
    """The folder of the game, whose content may be a module or a package."""
    return Path(str(files(content.__name__.rpartition(".")[0])))
