"""What a table loads, in bytes as the service sends them: little before the first own decision, and little in all later."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from tests.web.browser import Visitor
from tests.web.test_positions import each_drawn, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST_KB, LATER_KB, LESSON_KB = 90, 40, 6
FILE = re.compile(r'"(\.{1,2}/[\w./-]+\.(?:js|mjs|css|svg))"')
"""A file that a module names: imports of all kinds, and addresses of others."""
LOADED = """performance.getEntriesByType('resource').map(({name, encodedBodySize}) => [name, encodedBodySize])
  .filter(([name]) => name.includes('/assets/'))"""
FETCHED = """async path => {
  const answer = await fetch(path), text = await answer.text();
  const entry = performance.getEntriesByName(new URL(path, location).href).at(-1);
  return [answer.ok ? text : '', entry.encodedBodySize];
}"""


def assets(page: Page) -> dict[str, int]:
    """The bytes of each asset that a page has loaded, by its path behind the release."""
    return {re.sub(r"^.*/assets/\w+/|#.*$", "", name): size for name, size in page.evaluate(LOADED)}


def reached(page: Page, loaded: dict[str, int], but: Collection[str] = ()) -> dict[str, int]:
    """The bytes of what the loaded modules of a table can load later, and those modules in turn, but for some.

    The first page is none of them: whoever goes there leaves the table.
    """
    release = page.evaluate("document.querySelector('script[src]').src.match(/^.*\\/assets\\/\\w+\\//)[0]")
    later: dict[str, int] = {}
    waiting, seen = [path for path in loaded if path.endswith("js")], {"lobby.js", *but}
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        text, size = page.evaluate(FETCHED, release + path)
        if path not in loaded:
            assert size, path
            later[path] = size
        if path.endswith("js"):
            waiting += [normpath(join(dirname(path), name)) for name in FILE.findall(text)]
    return {path: size for path, size in later.items() if path not in loaded}


@each_drawn
def test_a_table_loads_little_before_its_first_decision_and_little_later(
    visit: Callable[..., Visitor], ruleset: str
) -> None:
    """A browser that has loaded nothing before opens a seat that is asked; then all that its modules name is counted."""
    anne = visit()
    anne.sit(ruleset, *positions(anne, ruleset)[0][1])
    anne.page.locator(".asked.mine").wait_for()
    anne.page.locator(".offers button").first.wait_for()
    loaded = assets(anne.page)
    assert {"main.js", "table.js", "table.css"} <= loaded.keys()
    later = reached(anne.page, loaded, but=("lesson.js",))
    # Whoever is not the first to act loads the first at once; the others come when the browser gets to them.
    for path in {"since.js", "icon.svg", "icon-turn.svg"} & later.keys():
        loaded[path] = later.pop(path)
    lesson = reached(anne.page, loaded | later)
    assert "lesson.css" in lesson  # Only a table of a lesson loads it.
    assert {"end.js", "audit.js", "verify.mjs", "preferences.js"} <= later.keys()
    first_kb, later_kb = (sum(each.values()) / 1024 for each in (loaded, later))
    assert first_kb <= FIRST_KB, sorted(loaded.items(), key=lambda each: -each[1])
    assert later_kb <= LATER_KB, sorted(later.items(), key=lambda each: -each[1])
    assert sum(lesson.values()) / 1024 <= LESSON_KB, lesson
    print(ruleset, round(first_kb, 1), round(later_kb, 1))
