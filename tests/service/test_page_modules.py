"""The modules of the pages: none needs itself, so each can be read, tested and loaded without the others."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from posixpath import dirname, join, normpath

import pytest

from service import web
from tradewinds.installed import installed

IMPORT = re.compile(r'(?:\bfrom ?|\bimport ?\(? ?)"(\.{1,2}/[^"]+)"')
"""Of all kinds, also of what is loaded later; but not the types in comments, which no browser loads."""


def circle(modules: dict[str, str]) -> list[str]:
    """A circle among these modules, by their contents; empty if there is none."""
    needed = {
        path: {
            normpath(join(dirname(path), name)) for name in IMPORT.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        }
        for path, text in modules.items()
    }
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def scripts(contents: dict[str, bytes], folder: str = "") -> dict[str, str]:
    return {f"{folder}{path}": text.decode() for path, text in contents.items() if path.endswith((".js", ".mjs"))}


def test_no_modules_of_the_pages_import_each_other_in_a_circle() -> None:
    modules = scripts(dict(web._files(files(web) / "static")))
    for name, game in installed().games.items():
        if game.drawing is not None and game.drawing.table is not None:
            modules |= scripts(dict(web.drawing_module(game.drawing.table)), f"games/{name}/")
    assert len(modules) > 40
    assert circle(modules) == []


@pytest.mark.parametrize(
    "back", ['import { a } from "./a.js";', 'import("../x/a.js").then(use)', 'import "./a.js"', 'export * from "./a.js"']
)
def test_a_circle_of_any_kind_of_import_is_found(back: str) -> None:
    modules = {"x/a.js": 'import { b } from "./b.js";', "x/b.js": 'import c from "./c.js"', "x/c.js": back}
    assert set(circle(modules)) == {*modules}


def test_types_in_comments_make_no_circle() -> None:
    assert circle({"a.js": 'import "./b.js";', "b.js": '/** @typedef {import("./a.js").A} A */'}) == []
