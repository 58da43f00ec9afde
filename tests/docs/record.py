"""Writes docs/record.md and its sheet of icons anew: ``python -m tests.docs.record``.

All of it comes from the sources: types and meanings from fields and their docstrings, examples from the games here."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from domain import about, drawing, game, lessons, scenarios, scenes, values
from domain.icons import ICONS, shapes
from tests.docs.generated import ROOT

PAGE = ROOT / "docs" / "record.md"
SHEET = ROOT / "docs" / "icons.svg"
COLUMNS, CELL, LINE = 6, 150, 64
"""Of the sheet: icons in a row, and the width and height of each one's place."""
LONGEST_EXAMPLE = 100
GAMES = ("examples/tic_tac_toe", "examples/three_chests", "domain/merchants_of_the_caribbean", "domain/pirates_of_maracaibo",
         "domain/merchants_and_marauders")  # fmt: skip
"""Where examples are looked for: the smallest game first."""

CHAPTERS: dict[str, tuple[str, tuple[type[Any], ...]]] = {
    "The game": ("What the entry point of a package names.", (game.Game, game.Types, game.Upcaster)),
    "Rules": (
        "Pure functions of states and commands.",
        (game.Rules, values.Outcome, values.ScorePart, values.Opponent, values.Criterion),
    ),
    "Who may see what": (
        "Left out by games that hide nothing.", (game.Gate, values.Hidden, values.Secret),
    ),
    "Words": ("Sentences for people.", (game.Words, game.Tally)),
    "Bots": ("What bots know of a game.", (game.Bots, game.Style, game.Lookahead, game.Policy, game.Question)),
    "Drawing": (
        "A board, which a game has once, and a picture of each position. Names are of at most 40 characters.",
        (
            drawing.Drawing, drawing.Board, drawing.Area, drawing.Face, drawing.Word, drawing.Colour, drawing.Group,
            drawing.Picture, drawing.Piece, drawing.Counted,
        ),
    ),
    "What happened": (
        "`words.tell` turns events into beats: what people at a table would see, one after another. Every beat may also "
        "have a `weight` (0: passes by, 1: worth a look, 2: must be seen) and a `text`.",
        (
            scenes.Tale, scenes.Show, scenes.Move, scenes.Roll, scenes.SideRoll, scenes.Die, scenes.Gain, scenes.Moment,
            scenes.Turn, scenes.BeatPiece,
        ),
    ),
    "What lists say": ("", (about.About,)),
    "Lessons and positions": (
        "Lessons are read from a file by `read_lessons`, prepared positions by `read_scenarios` or written as values.",
        (lessons.Lesson, lessons.Step, lessons.Turn, scenarios.Scenario),
    ),
}  # fmt: skip
"""The chapters of the page, each with what it says and the types in it."""


class Field:
    """A field of a type, as its source has it."""

    def __init__(self, name: str, kind: str, default: str | None, meaning: str) -> None:
        self.name, self.kind, self.default, self.meaning = name, kind, default, meaning


def fields(kind: type[Any]) -> Iterator[Field]:
    """The fields of a type and of the types that it extends, in the order of their sources; each once."""
    found: dict[str, Field] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.startswith("domain."):
            found |= {field.name: field for field in _own_fields(each)}
    return iter([field for field in found.values() if not field.name.startswith("_")])


def _own_fields(kind: type[Any]) -> Iterator[Field]:
    body = _class(kind).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = ast.get_docstring(ast.Module([after], [])) if isinstance(after, ast.Expr) else None
            default = None if node.value is None else ast.unparse(node.value)
            yield Field(node.target.id, ast.unparse(node.annotation), default, said or "")


@cache
def _class(kind: type[Any]) -> ast.ClassDef:
    tree = ast.parse(inspect.getsource(inspect.getmodule(kind)))  # type: ignore[arg-type]  # Every type here has a module.
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)


@cache
def calls() -> dict[str, list[tuple[ast.Call, ast.Module]]]:
    """Every call in the games with its module, by the name of what is called."""
    found: dict[str, list[tuple[ast.Call, ast.Module]]] = {}
    for path in (path for folder in GAMES for path in sorted((ROOT / folder).rglob("*.py")) if "build" not in path.parts):
        module = ast.parse(path.read_text())
        for node in ast.walk(module):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2].partition("[")[0]
                found.setdefault(name, []).append((node, module))
    return found


def example(kind: type[Any], name: str) -> str:
    """What a game writes into this field: the first value, or head of a function, that is short enough; empty if there is
    none."""
    names = [field.name for field in fields(kind)]
    for call, module in calls().get(kind.__name__, ()):
        given = {each.arg: each.value for each in call.keywords if each.arg}
        if not any(isinstance(each, ast.Starred) for each in call.args):
            given |= dict(zip(names, call.args, strict=False))
        if given.keys() <= {*names} and name in given:
            text = _shown(given[name], module)
            if text and len(text) <= LONGEST_EXAMPLE:
                return text
    return ""


def _shown(value: ast.expr, module: ast.Module) -> str:
    """A value as it is written; of a name that the module defines what it stands for. Empty for any other name."""
    if not isinstance(value, ast.Name):
        return "" if isinstance(value, ast.Constant | ast.Attribute) and ast.unparse(value) == "None" else ast.unparse(value)
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == value.id:
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            return f"def {node.name}({ast.unparse(node.args)}){returns}"
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == value.id:
            return ast.unparse(node.value)
    return ""


def default_of(field: Field) -> str:
    """What a field is where it is left out, in a few words; empty where the meaning says it, or it is needed."""
    if field.default is None:
        return "needed"
    if "eft out" in field.meaning or field.default.startswith(("_", "open_information", "plain_words", "indifference")):
        return ""
    made = re.fullmatch(r"field\(default_factory=(\w+)\)", field.default)
    value = field.default if made is None else {"dict": "{}", "list": "[]"}.get(made[1], f"{made[1]}()")
    return f"default `{value}`"


def page() -> str:
    """The text of the page."""
    parts = [
        "# The record\n\n"
        "<!-- Written by `make record` from docstrings; a test keeps it true. -->\n\n"
        "Every field that the author of a game fills in, with its type and meaning, and what a game in this repository\n"
        "writes there. [new-game.md](new-game.md) builds a game step by step; `from tradewinds import …` has these names.\n"
        "Functions are pure: they read no clock, no file and no chance but the `Rng` that they are given.\n"
    ]
    parts.append("\n".join(f"- [{chapter}](#{_anchor(chapter)})" for chapter in [*CHAPTERS, "Icons"]) + "\n")
    for chapter, (said, kinds) in CHAPTERS.items():
        parts.append(f"## {chapter}\n" + (f"\n{said}\n" if said else ""))
        parts += [_section(kind) for kind in kinds]
    parts.append(
        "## Icons\n\nAreas, faces, words and pieces name an `icon` of these, which are from [Lucide](https://lucide.dev)\n"
        "(ISC licence); `tradewinds.Icon` is their type.\n\n![All icons with their names](icons.svg)\n"
    )
    return "\n".join(parts)


def _anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def _section(kind: type[Any]) -> str:
    lines = [f"### {_title(kind)}\n", _prose(inspect.getdoc(kind) or ""), ""]
    for field in fields(kind):
        extra = default_of(field)
        lines.append(f"- **`{field.name}`** `{field.kind}`" + (f", {extra}" if extra else "") + "  ")
        lines.append(f"  {_prose(' '.join(field.meaning.split()))}")
        shown = example(kind, field.name)
        if shown:
            lines[-1] += "  "
            lines.append(f"  Example: `{shown}`")
    return "\n".join(lines) + "\n"


def _title(kind: type[Any]) -> str:
    """The name of a type. Two of them are named alike: that of a lesson is not written by authors, but read from a file."""
    return "Turn (of a lesson)" if kind is lessons.Turn else kind.__name__


def _prose(text: str) -> str:
    """A docstring as Markdown."""
    return text.replace("``", "`")


def sheet() -> str:
    """All icons with their names, as SVG, readable on light and dark grounds."""
    names = sorted(ICONS)
    rows = -(-len(names) // COLUMNS)
    drawn = [
        f'<g transform="translate({place % COLUMNS * CELL + CELL / 2 - 12:g} {place // COLUMNS * LINE + 10})" fill="none" '
        f'stroke="#1c2730" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{shapes()[name]}</g>'
        f'<text x="{place % COLUMNS * CELL + CELL // 2}" y="{place // COLUMNS * LINE + 50}">{escape(name)}</text>'
        for place, name in enumerate(names)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * CELL} {rows * LINE}" '
        'font-family="sans-serif" font-size="13" text-anchor="middle" fill="#1c2730">'
        '<rect width="100%" height="100%" fill="#faf6ea"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def files() -> dict[Path, str]:
    """What is written, by where."""
    return {PAGE: page(), SHEET: sheet()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
