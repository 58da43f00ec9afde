"""Brings a mutant into a process: into loaded functions, or into modules to be imported."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.mutant import ROOT, Mutant
from tests.mutants.touched import DOMAIN

Place = tuple[str, str, int]
Pair = tuple[CodeType, CodeType]
"""Code before and after the mutation."""


def changed_code(mutant: Mutant) -> list[Pair]:
    """The code objects that the mutant changes, the innermost last. Raises SyntaxError if it is not Python."""
    path = ROOT / mutant.file
    before, after = (compile(text, str(path), "exec") for text in (mutant.before, mutant.source))
    return list(_differing(before, after))


def innermost(mutant: Mutant) -> CodeType:
    """The code that the mutant changes directly, not through nested code."""
    return next(before for before, after in changed_code(mutant) if _alone(before) != _alone(after))


def _differing(before: CodeType, after: CodeType) -> Iterator[Pair]:
    if before == after:
        return
    yield before, after
    nested = [[const for const in code.co_consts if isinstance(const, CodeType)] for code in (before, after)]
    if len(nested[0]) == len(nested[1]) and _alone(before) == _alone(after):
        for pair in zip(*nested, strict=True):
            yield from _differing(*pair)


def _alone(code: CodeType) -> Any:
    """A code object without the nested ones."""
    constants = [(type(const), const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, constants


class Functions:
    """The functions and caches of the domain that exist now."""

    def __init__(self) -> None:
        self._with: dict[Place, list[FunctionType]] = defaultdict(list)
        self._caches = []
        gc.unfreeze()  # Objects that tests/conftest.py has frozen would not be listed.
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(DOMAIN):
                self._with[_place(each.__code__)].append(each)
            elif isinstance(each, _lru_cache_wrapper) and str(each.__module__).startswith("domain."):
                self._caches.append(each)

    def mutate(self, pairs: list[Pair]) -> bool:
        """Give the mutant's code to all functions that have the changed code. False if no function can take it."""
        found = False
        for before, after in pairs:
            for function in self._with[_place(before)]:
                if len(after.co_freevars) != len(before.co_freevars):
                    return False
                function.__code__ = after
                found = True
        self.forget()
        return found

    def forget(self) -> None:
        """Empty the caches."""
        for cache in self._caches:
            cache.cache_clear()


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def before_import(mutant: Mutant) -> None:
    """Let later imports and reads in this process get the mutant."""
    path, source = ROOT / mutant.file, mutant.source
    get_code, read_bytes, read_text = SourceFileLoader.get_code, Path.read_bytes, Path.read_text

    def mutated_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return compile(source, str(path), "exec") if self.path == str(path) else get_code(self, fullname)

    def mutated_bytes(self: Path) -> bytes:
        return source.encode() if self == path else read_bytes(self)

    def mutated_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return source if self == path else read_text(self, *args, **kwargs)

    SourceFileLoader.get_code = mutated_code
    Path.read_bytes = mutated_bytes
    Path.read_text = mutated_text
