"""The pages of the table as the service sends them: fresh pages, files that never change, a strict policy."""

from __future__ import annotations

import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from domain.game import AnyGame
from domain.icons import ICONS, shapes, sprite
from harness.vendor import place
from service import web
from tests.service.client import Api
from tests.support.changed import changed
from tests.support.games import GAMES, RULESET

STATIC = Path(web.__file__).parent / "static"
WORDS = ("words.js", "words-later.js", "words-lobby.js", "words-lesson.js")
"""Each after those that it has, too."""
ASSET = re.compile(r'(?:src|href)="(/assets/[^"]+)"')
IMPORT = re.compile(r'(?:from ?|import )"(\./[^"]+)"')
DRAWING = {name: game.drawing.table for name, game in GAMES.items() if game.drawing and game.drawing.table}
each_module = pytest.mark.parametrize("ruleset", DRAWING)


@pytest.fixture
def api(make_api: Callable[..., Api]) -> Api:
    return make_api()


def released(api: Api) -> str:
    """The release that the page loads."""
    return ASSET.findall(api.get("/").text)[0].split("/")[2]


@pytest.mark.threat("T-68")
def test_a_page_may_load_nothing_from_elsewhere_and_make_no_markup_of_text(api: Api) -> None:
    game = api.create(RULESET)
    for path in ("/", f"/games/{game.id}"):
        answer = api.get(path)
        policy = dict(each.split(" ", 1) for each in answer.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert {policy[kind] for kind in ("script-src", "style-src", "connect-src")} == {"'self'"}
        assert policy["require-trusted-types-for"] == "'script'"
        assert policy["trusted-types"] == "'none'"
        assert policy["manifest-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "style=" not in answer.text


def test_a_page_names_all_modules_that_it_needs_and_they_are_kept_for_ever(api: Api) -> None:
    """So that browsers load them at once, and not one import after the other."""
    loaded = ASSET.findall(api.get("/").text)
    modules = {path.relative_to(STATIC).as_posix() for path in imported(STATIC / "main.js")}
    assert {path.split("/", 3)[3] for path in loaded} == {"icon.svg", "tradewinds.webmanifest", "table.css", *modules}
    for path in loaded:
        assert api.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_files_of_another_release_are_refused(api: Api) -> None:
    api.refused("GET", "/assets/0123456789abcdef/main.js", 404, "not_found")
    release = released(api)
    api.refused("GET", f"/assets/{release}/../__init__.py", 404, "not_found")
    api.refused("GET", f"/assets/{release}/nothing.js", 404, "not_found")


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
            assert hashlib.sha256(place(name).read_bytes()).hexdigest() == digest, name
        assert any(name.startswith("LICENSE") for name in package["sha256"])


def test_every_icon_of_boards_is_in_the_sprite() -> None:
    assert shapes().keys() >= ICONS
    assert set(re.findall(r'<symbol id="i-([^"]+)"', sprite())) == shapes().keys()


def test_every_icon_and_word_of_the_page_is_there() -> None:
    own = {name: set(re.findall(r"^  (\w+):", (STATIC / name).read_text(), re.MULTILINE)) for name in WORDS}
    assert sum(map(len, own.values())) == len(set().union(*own.values()))
    for module in STATIC.glob("*.js"):
        text = module.read_text()
        last = max((place for place, name in enumerate(WORDS) if f"./{name}" in text or module.name == name), default=0)
        words = set().union(*(own[name] for name in WORDS[: last + 1]))
        assert set(re.findall(r'\bicon\("([\w-]+)"', text)) <= shapes().keys(), module.name
        assert set(re.findall(r"\bwords\.(?!js\b)(\w+)", text)) <= words, module.name


@each_module
def test_a_drawing_module_is_served_and_named_in_the_page(api: Api, ruleset: str) -> None:
    page = api.get("/").text
    named = json.loads(html.unescape(re.search(r'<meta name="drawing-modules" content="([^"]*)"', page)[1]))  # type: ignore[index]
    scripts = {f"games/{ruleset}/{path}" for path in web.drawing_module(DRAWING[ruleset]) if path.endswith(".js")}
    assert set(named[ruleset]) == {"drawing.js", *scripts}
    for name, kind in (("table.js", "text/javascript"), ("table.css", "text/css")):
        answer = api.get(f"/assets/{released(api)}/games/{ruleset}/{name}")
        assert answer.headers["Content-Type"].startswith(kind)
        assert answer.data == web.without_comments(name, web.drawing_module(DRAWING[ruleset])[name])
    api.refused("GET", f"/assets/{released(api)}/games/{ruleset}/__init__.py", 404, "not_found")


def test_another_drawing_module_is_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    releases = set()
    for package, text in (("painted_once", "export default {};"), ("painted_twice", "export default { };")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "table.js").write_text(text)
        (tmp_path / package / "table.css").write_text("")
        releases.add(web.site_of({RULESET: drawn_by(package)}).release)
    assert len(releases) == 2


def test_a_game_whose_drawing_module_is_missing_is_served_without_it(caplog: pytest.LogCaptureFixture) -> None:
    site = web.site_of({RULESET: drawn_by("no_such_package")})
    assert site.drawing == "{}"
    assert f"{RULESET} is drawn without its drawing module" in caplog.text


def drawn_by(package: str) -> AnyGame:
    """The game with the drawing module of this package."""
    game = GAMES[RULESET]
    assert game.drawing is not None
    return changed(game, own={"drawing": replace(game.drawing, table=package)})


def imported(path: Path) -> set[Path]:
    """A file and all that it imports, but for what is loaded when it is first shown."""
    found, waiting = set[Path](), {path}
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text())} - found
    return found


def test_the_checker_is_loaded_by_whoever_checks() -> None:
    at_once = {path.name for path in imported(STATIC / "main.js")}
    assert not at_once & {"audit.js", "verify.mjs", "words-later.js"}


@pytest.mark.parametrize("ruleset", ["", *DRAWING])
def test_a_table_is_at_most_90_kilobytes(ruleset: str) -> None:
    """What is loaded before the first own decision: what every page needs, and the drawing module. A browser measures it,
    and what is loaded later, in test_size.py."""
    loaded = {STATIC / name for name in ("table.css", "ships.svg", "icon.svg")}
    loaded |= imported(STATIC / "main.js")
    served = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in loaded}
    served["vendor/icons.svg"] = sprite().encode()
    if ruleset:
        module = {f"games/{path}": content for path, content in web.drawing_module(DRAWING[ruleset]).items()}
        served |= {**module, "drawing.js": (STATIC / "drawing.js").read_bytes()}
    sizes = [len(zlib.compress(web.without_comments(path, content), 6)) for path, content in served.items()]
    assert sum(sizes) <= 90 * 1024


def test_scripts_arrive_without_comments_but_with_all_their_lines() -> None:
    """Comments are left out but for those that may be of a text, and types; errors name the right lines."""
    source = b"""/** A type. @param {x} y */
const one = "/* kept */"; /* kept */
  /**
   * Two lines.
   */
  // One, and one behind code.
const three = "https://kept // kept"; // gone
const four = "); // kept";
/*! A licence: kept. */
const two = /** @type {any} */ (one);
"""
    wanted = [b"", b'const one = "/* kept */"; /* kept */', b"", b"", b"", b""]
    wanted += [b'const three = "https://kept // kept";', b'const four = "); // kept";', b"/*! A licence: kept. */"]
    wanted += [b"const two = (one);", b""]
    assert web.without_comments("a.js", source).split(b"\n") == wanted
    assert web.without_comments("vendor/a.mjs", source).split() == b"\n".join(wanted).split()
    assert web.without_comments("a.svg", source) == source


def test_style_sheets_arrive_without_spaces_that_mean_nothing() -> None:
    source = b"""/* The board. */

.board { color: red; width: calc(1px + 2px); }
@media (width < 9px) {
  .board > .card { margin: 0 auto; content: "a: b; c, d" ' { '; }
}
"""
    wanted = b".board{color:red;width:calc(1px + 2px);}@media (width < 9px){"
    wanted += b""".board > .card{margin:0 auto;content:"a: b; c, d" ' { ';}}"""
    assert web.without_comments("a.css", source).strip() == wanted
    sheets = {path.name: path.read_bytes() for path in STATIC.glob("*.css")}
    sheets |= {name: web.drawing_module(package)["table.css"] for name, package in DRAWING.items()}
    for name, content in sheets.items():
        texts = re.findall(rb'"[^"\n]*"', content)
        assert texts == re.findall(rb'"[^"\n]*"', web.without_comments(f"{name}.css", content)), name


def test_the_page_can_be_installed(api: Api) -> None:
    path = next(each for each in ASSET.findall(api.get("/").text) if each.endswith(".webmanifest"))
    answer = api.get(path)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.text)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        assert api.get(f"{path.rpartition('/')[0]}/{icon['src']}").headers["Content-Type"] == icon["type"]
