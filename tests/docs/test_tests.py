"""Tests can be read: their names are not longer than a line of a report, and their machinery says what it is."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 80
MODULES = [
    page
    for folder in ("tests", "examples")
    for page in sorted((ROOT / folder).rglob("*.py"))
    if not {"build", "node_modules"} & set(page.parts)
]


def test_names_of_tests_have_at_most_80_characters() -> None:
    names = [
        node.name
        for page in MODULES
        for node in ast.walk(ast.parse(page.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert len(names) > 3_000
    assert [name for name in names if len(name) > LONGEST] == []


def test_machinery_of_tests_says_at_its_head_what_it_is() -> None:
    machinery = [page for page in MODULES if not page.name.startswith(("test_", "__init__"))]
    packages = {page.with_name("__init__.py") for page in machinery if page.parent.parent == ROOT / "tests"}
    games = {path.name for path in (ROOT / "domain").iterdir()}
    heads = [*machinery, *(page for page in packages if page.exists() and page.parent.name not in games)]
    assert [str(page.relative_to(ROOT)) for page in heads if ast.get_docstring(ast.parse(page.read_text())) is None] == []
