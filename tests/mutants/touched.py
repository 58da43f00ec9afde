"""Which tests run which code: recorded once, by calls that are put into the functions of the domain.

A trace hook would do too, but with one set the interpreter is several times slower, and the tests of a game take minutes.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

import msgspec

from tests.mutants.mutant import ROOT

DOMAIN = str(ROOT / "domain")
NOTE = "__note_touched__"
"""The builtin that a noting function calls with its name."""
COMPREHENSION = re.compile(r"(\.<locals>\.<(listcomp|setcomp|dictcomp|genexpr)>)+$")
F = TypeVar("F", ast.FunctionDef, ast.AsyncFunctionDef)


class Test(msgspec.Struct):
    passes: bool
    runs: set[str]
    """Functions, by file and qualified name."""
    seconds: float
    """Seconds of processor time while it is recorded."""


class Touched(msgspec.Struct):
    early: set[str] = msgspec.field(default_factory=set)
    """Functions that run while modules are imported and tests collected: a change of them must be there before."""
    tests: dict[str, Test] = msgspec.field(default_factory=dict)
    """The tests by their ids."""
    files: dict[str, str] = msgspec.field(default_factory=dict)
    """The SHA-256 of each file of tests. What a test runs is recorded anew when its file changes, not when what
    it calls does: what is missed by that only makes a mutant look as if it survived."""
    libraries: list[str] = msgspec.field(default_factory=list)
    """Modules from outside the project that the tests import."""

    @classmethod
    def read(cls, file: Path) -> Touched:
        return msgspec.json.decode(file.read_bytes(), type=cls) if file.exists() else cls()

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(self))

    def good(self) -> Iterator[tuple[str, Test]]:
        """The tests that pass without a mutation."""
        return ((each, test) for each, test in self.tests.items() if test.passes)

    def is_early(self, code: CodeType) -> bool:
        """Whether it runs before any test does, as the body of a module or a class does, with its comprehensions."""
        ran = name(code)
        return not code.co_flags & CO_OPTIMIZED or ran.endswith(("comp>", "genexpr>")) or ran in self.early


def name(code: CodeType) -> str:
    """The function that code belongs to: a comprehension to the function around it."""
    return f"{Path(code.co_filename).relative_to(ROOT)}:{COMPREHENSION.sub('', code.co_qualname)}"


class _Noting(ast.NodeTransformer):
    """Lets each function and lambda of a module say its name when it is called."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._around: list[str] = []

    def _call(self, at: ast.AST, qualified: str) -> ast.Call:
        call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(f"{self._file}:{qualified}")], [])
        return ast.fix_missing_locations(ast.copy_location(call, at))

    def _within(self, own: str, more: list[str], node: ast.AST) -> str:
        qualified = ".".join([*self._around, own])
        self._around += [own, *more]
        self.generic_visit(node)
        del self._around[-1 - len(more) :]
        return qualified

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self._within(node.name, [], node)
        return node

    def _function(self, node: F) -> F:
        qualified = self._within(node.name, ["<locals>"], node)
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        call = self._call(node.body[0], qualified)
        node.body.insert(first, ast.copy_location(ast.Expr(call), node.body[0]))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        qualified = self._within("<lambda>", ["<locals>"], node)
        node.body = ast.copy_location(ast.BoolOp(ast.Or(), [self._call(node.body, qualified), node.body]), node.body)
        return node


def with_notes(file: str, source: str) -> CodeType:
    """The code of a module of the domain whose functions say their names to a builtin."""
    return compile(_Noting(file).visit(ast.parse(source)), str(ROOT / file), "exec", dont_inherit=True)


def import_with_notes() -> None:
    """Let modules of the domain that this process imports from now on note which functions run."""
    setattr(builtins, NOTE, lambda _: None)
    get_code = SourceFileLoader.get_code

    def noting_code(self: SourceFileLoader, fullname: str) -> Any:
        if not self.path.startswith(DOMAIN):
            return get_code(self, fullname)
        path = Path(self.path)
        return with_notes(str(path.relative_to(ROOT)), path.read_text())

    SourceFileLoader.get_code = noting_code  # type: ignore[method-assign]


@contextmanager
def noting(into: set[str]) -> Iterator[None]:
    """Record which functions run, of modules that were imported with notes."""
    setattr(builtins, NOTE, into.add)
    try:
        yield
    finally:
        setattr(builtins, NOTE, lambda _: None)
