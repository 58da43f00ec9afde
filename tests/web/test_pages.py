"""The pages of the table as the service sends them: fresh pages, files that never change, a strict policy."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service import web
from tests.service.client import Api
from tests.support.games import RULESET

STATIC = Path(web.__file__).parent / "static"
ASSET = re.compile(r'(?:src|href)="(/assets/[^"]+)"')
IMPORT = re.compile(r'(?:from ?|import )"(\./[^"]+)"')


@pytest.fixture
def api(make_api: Callable[..., Api]) -> Api:
    return make_api()


def test_a_page_may_load_nothing_from_elsewhere_and_make_no_markup_of_text(api: Api) -> None:
    game = api.create(RULESET)
    for path in ("/", f"/games/{game.id}"):
        answer = api.get(path)
        policy = dict(each.split(" ", 1) for each in answer.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert {policy[kind] for kind in ("script-src", "style-src", "connect-src")} == {"'self'"}
        assert policy["require-trusted-types-for"] == "'script'"
        assert policy["trusted-types"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "style=" not in answer.text


def test_all_that_a_page_loads_is_kept_for_ever(api: Api) -> None:
    loaded = ASSET.findall(api.get("/").text)
    assert {path.rpartition("/")[2] for path in loaded} == {"icon.svg", "table.css", "main.js"}
    for path in loaded:
        assert api.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_files_of_another_release_are_refused(api: Api) -> None:
    api.refused("GET", "/assets/0123456789abcdef/main.js", 404, "not_found")
    api.refused("GET", f"/assets/{web.site().release}/../__init__.py", 404, "not_found")
    api.refused("GET", f"/assets/{web.site().release}/nothing.js", 404, "not_found")


def test_every_import_of_a_module_is_there() -> None:
    modules = list(STATIC.rglob("*.js"))
    assert len(modules) > 10
    for module in modules:
        for imported in IMPORT.findall(module.read_text()):
            assert (module.parent / imported).is_file(), f"{module.name} imports {imported}"


def test_libraries_are_what_they_were_when_they_came() -> None:
    for package in json.loads((STATIC / "vendor" / "vendor.json").read_text()):
        assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])
        for name, digest in package["sha256"].items():
            assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == digest, name
        assert any(name.startswith("LICENSE") for name in package["sha256"])


def test_every_icon_of_boards_is_in_the_sprite() -> None:
    from domain.icons import ICONS

    sprite = (STATIC / "vendor" / "icons.svg").read_text()
    assert set(re.findall(r'<symbol id="i-([^"]+)"', sprite)) >= ICONS


def test_every_icon_and_word_of_the_page_is_there() -> None:
    sprite = set(re.findall(r'<symbol id="i-([^"]+)"', (STATIC / "vendor" / "icons.svg").read_text()))
    words = set(re.findall(r"^  (\w+):", (STATIC / "words.js").read_text(), re.MULTILINE))
    for module in STATIC.glob("*.js"):
        text = module.read_text()
        assert set(re.findall(r'\bicon\("([\w-]+)"', text)) <= sprite, module.name
        assert set(re.findall(r"\bwords\.(?!js\b)(\w+)", text)) <= words, module.name


def test_a_table_is_at_most_90_kilobytes() -> None:
    import zlib

    loaded = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".svg")]
    assert sum(len(zlib.compress(path.read_bytes(), 6)) for path in loaded) <= 90 * 1024
