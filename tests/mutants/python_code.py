"""The mutants of a Python module: mutmut's operators without those that a type checker would notice, and a few more."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation import mutators

from tests.mutants.mutant import Group, Mutant, changed_lines

Change: TypeAlias = tuple[cst.CSTNode, str]
"""A part of the code, and what stands there instead."""


def code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)


def _of_mutmut(operator: Callable[[Any], Iterable[cst.CSTNode]]) -> Callable[[Any], Iterator[Change]]:
    return lambda node: ((node, code(mutated)) for mutated in operator(node))


def another_string(node: cst.SimpleString) -> Iterator[Change]:
    """`"a"` to `"XXaXX"`."""
    yield node, f"{node.prefix}{node.quote}XX{node.raw_value}XX{node.quote}"


def another_piece_of_text(node: cst.FormattedStringText) -> Iterator[Change]:
    """`f"a {b}"` to `f"XX {b}"`."""
    yield node, "XX" + " " * node.value.endswith(" ")


def one_of_two_conditions(node: cst.BooleanOperation) -> Iterator[Change]:
    """`a and b` to `a` and to `b`."""
    for kept in (node.left, node.right):
        yield node, f"({code(kept)})"


def without_keyword(node: cst.Call) -> Iterator[Change]:
    """`f(a, b=c)` to `f(a)`."""
    for number, argument in enumerate(node.args):
        if argument.keyword is not None and len(node.args) > 1:
            kept = [*node.args[:number], *node.args[number + 1 :]]
            yield node, code(node.with_changes(args=[*kept[:-1], kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]))


def nothing_done(node: cst.Expr) -> Iterator[Change]:
    """A call for its effect is left out."""
    if isinstance(node.value, cst.Call):
        yield node, "pass"


def the_other_way(node: cst.If) -> Iterator[Change]:
    yield node.test, f" not ({code(node.test).strip()})"


def all_of_them(node: cst.CompIf) -> Iterator[Change]:
    """A comprehension takes all."""
    yield node.test, "True"


OPPOSITES = {"max": "min", "min": "max", "any": "all", "all": "any"}


def the_opposite(node: cst.Call) -> Iterator[Change]:
    if isinstance(node.func, cst.Name) and node.func.value in OPPOSITES:
        yield node.func, OPPOSITES[node.func.value]


def one_less(node: cst.Integer) -> Iterator[Change]:
    if node.evaluated_value > 1:
        yield node, str(node.evaluated_value - 1)


SWAPPED = (cst.BinaryOperation, cst.UnaryOperation, cst.BooleanOperation, cst.ComparisonTarget, cst.AugAssign)
KEYWORDS = (cst.Is, cst.IsNot, cst.In, cst.NotIn, cst.Break, cst.Continue)
OPERATORS: tuple[tuple[type[cst.CSTNode] | tuple[type[cst.CSTNode], ...], Callable[[Any], Iterable[Change]]], ...] = (
    (cst.BaseNumber, _of_mutmut(mutators.operator_number)),
    (cst.Integer, one_less),
    (cst.SimpleString, another_string),
    (cst.FormattedStringText, another_piece_of_text),
    (cst.Name, _of_mutmut(mutators.operator_name)),
    (KEYWORDS, _of_mutmut(mutators.operator_keywords)),
    (SWAPPED, _of_mutmut(mutators.operator_swap_op)),
    (cst.AugAssign, _of_mutmut(mutators.operator_augmented_assignment)),
    (cst.UnaryOperation, _of_mutmut(mutators.operator_remove_unary_ops)),
    (cst.IfExp, _of_mutmut(mutators.operator_if_exp)),
    (cst.Call, _of_mutmut(mutators.operator_symmetric_string_methods_swap)),
    (cst.BooleanOperation, one_of_two_conditions),
    (cst.Call, without_keyword),
    (cst.Call, the_opposite),
    (cst.Expr, nothing_done),
    (cst.If, the_other_way),
    (cst.CompIf, all_of_them),
)

_PROGRAMMING_ERROR = m.Raise(
    exc=m.Call(func=m.Name(m.MatchIfTrue(lambda name: isinstance(getattr(builtins, name, None), type))))
)
NEVER = (
    m.Annotation()
    | m.Decorator()
    | m.Import()
    | m.ImportFrom()
    | m.Assert()
    | _PROGRAMMING_ERROR
    | m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias")))
    | m.Assign(targets=[m.AssignTarget(m.Name("__all__") | m.Name("__slots__"))])
    | m.Assign(value=m.Call(func=m.Name("TypeVar")))
    | m.If(test=m.Name("TYPE_CHECKING"))
)
"""What has no part in how the game goes: types, imports, and errors that only a wrong program meets."""
MAYBE_NEVER = (
    *(cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.Assert),
    *(cst.Raise, cst.AnnAssign, cst.Assign, cst.If),
)


@cache
def _operators(kind: type[cst.CSTNode]) -> list[Callable[[Any], Iterable[Change]]]:
    return [operator for kinds, operator in OPERATORS if issubclass(kind, kinds)]


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (WhitespaceInclusivePositionProvider,)

    def __init__(self, file: str, source: str, group: Group) -> None:
        super().__init__()
        self.file, self.source, self.group = file, source, group
        lines = source.splitlines(keepends=True)
        self.offsets = [0, *accumulate(map(len, lines))]
        self.within: list[str] = []
        self.found: dict[str, Mutant] = {}

    def on_visit(self, node: cst.CSTNode) -> bool:
        if (isinstance(node, MAYBE_NEVER) and m.matches(node, NEVER)) or _is_docstring(node):
            return False
        for operator in _operators(type(node)):
            for place, text in operator(node):
                self._add(place, text)
        if isinstance(node, cst.ClassDef):
            self.within.append(node.name.value)
            node.body.visit(self)
            self.within.pop()
            return False
        if isinstance(node, cst.FunctionDef):
            self.within.append(node.name.value)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef):
            self.within.pop()

    def _add(self, place: cst.CSTNode, text: str) -> None:
        span = self.get_metadata(WhitespaceInclusivePositionProvider, place)
        start = self.offsets[span.start.line - 1] + span.start.column
        end = self.offsets[span.end.line - 1] + span.end.column
        removed, added = changed_lines(self.source, start, end, text)
        sentence = isinstance(place, cst.SimpleString | cst.FormattedStringText) and " " in self.source[start:end].strip()
        mutant = Mutant(
            file=self.file,
            before=self.source,
            function=".".join(self.within),
            group="texts" if sentence else self.group,
            start=start,
            end=end,
            text=text,
            removed=removed,
            added=added,
        )
        if removed != added:
            self.found.setdefault(mutant.key, mutant)


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)


def mutants_of_code(file: str, source: str, group: Group) -> list[Mutant]:
    """All mutants of a module. Sentences, also of refusals, count among the texts wherever they stand."""
    visitor = _Visitor(file, source, group)
    MetadataWrapper(cst.parse_module(source)).visit(visitor)
    return list(visitor.found.values())
