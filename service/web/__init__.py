"""The table: pages that show and play any game in a browser. They are a client of /v1 like any other."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from typing import NamedTuple

from flask import Blueprint, Response, current_app

from domain import icons
from domain.game import AnyGame
from service.http import services
from service.problems import refuse
from service.static_text import StaticText

log = logging.getLogger(__name__)

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {}; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Only scripts, styles and pictures of this service, and no text ever becomes markup or script."""
NOBODY = "'none'"
"""No page of anybody may hold a page of ours in a frame."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
TYPES = {
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}

_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?!!)(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment that has its lines to itself. `/*!` begins one that must stay, such as a licence."""
_REMARK = re.compile(rb"(?<=[;{},)\]]) // [^\n\"'`]*$", re.MULTILINE)
"""A comment behind a line of code. One with a quote might be the end of a text, so it stays."""
_TYPE = re.compile(rb"/\*\* @(?:type|param)\b[^*\n]*\*/ ?")
"""The type of a value or parameter, in a line of code."""
_EMPTY_LINES = re.compile(rb"\n{2,}")
_INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)
_AROUND_RULES = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|[ \t]*([{};])\s*|(?<=[:,]) """)
"""Spaces and ends of lines of a style sheet that mean nothing, and its texts, which stay as they are."""

_IMPORT = re.compile(r'(?:from ?|import )"(\.{1,2}/[^"]+)"')
"""The imports of a module that are loaded before it runs; `import("./…")` is loaded later."""

NO_SCRIPT = '<p>This page needs JavaScript. Programs use the <a href="/docs/">HTTP interface</a>.</p>'

blueprint = Blueprint("web", __name__)


DRAWING_MODULE = ("table.js", "table.css")
"""The files that a game's drawing module consists of at least."""


class Site(NamedTuple):
    """All that browsers load."""

    release: str
    """A digest of all files. It is part of their addresses, so browsers may keep them for ever."""
    assets: Mapping[str, StaticText]
    """By path. Drawing modules are in `games/<ruleset>/`."""
    drawing: str
    """JSON: the rulesets with a drawing module, and which files each needs beside `modules`, to be loaded at once too."""
    modules: tuple[str, ...]
    """The modules that every page needs, so that browsers load them at once and not one import after the other: first those
    that ask for the game."""


@blueprint.get("/games/<game:game>")
def table(game: str) -> Response:
    """The page of a game. Its script reads the id from the address, so all games have the same page."""
    return page(NO_SCRIPT).response()


@blueprint.get("/embed/games/<game:game>")
def embedded(game: str) -> Response:
    """The page of a game for the frames of other sites. It reads and keeps no token, so nobody can be made to play in it."""
    origins = services().settings.embed_origins.split()
    if not origins:
        raise refuse("not_found", "This service shows no games within pages of other sites.")
    return page(NO_SCRIPT, " ".join(origins)).response()


@blueprint.get("/assets/<release>/<path:path>")
def asset(release: str, path: str) -> Response:
    """A file that the page loads."""
    found = site().assets.get(path)
    if found is None or release != site().release:
        raise refuse("not_found", "There is no such file; load the page again.")
    return found.response()


def page(no_script: str, ancestors: str = NOBODY) -> StaticText:
    """The page that loads the table; `no_script` is HTML for browsers that run no scripts, `ancestors` the origins of pages
    that may show it in a frame."""
    here = site()
    return _page(no_script, ancestors, here.release, here.drawing, here.modules)


@cache
def _page(no_script: str, ancestors: str, release: str, drawing: str, modules: tuple[str, ...]) -> StaticText:
    assets = f"/assets/{release}"
    preloaded = "".join(f'<link rel="modulepreload" href="{assets}/{path}">\n' for path in modules)
    text = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="drawing-modules" content="{escape(drawing)}">\n<title>Tradewinds</title>\n'
        f'<link rel="icon" type="image/svg+xml" href="{assets}/icon.svg">\n'
        f'<link rel="manifest" href="{assets}/tradewinds.webmanifest">\n'
        f'<link rel="stylesheet" href="{assets}/table.css">\n'
        f'<script type="module" src="{assets}/ahead.js" async></script>\n'
        f'{preloaded}<script type="module" src="{assets}/main.js"></script>\n</head>\n'
        f'<body>\n<div id="page"></div>\n<noscript>{no_script}</noscript>\n</body>\n</html>\n'
    )
    page_headers = {
        "Content-Security-Policy": _POLICY.format(ancestors),
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
    return StaticText(text.encode(), "text/html; charset=utf-8", page_headers)


def site() -> Site:
    """The files that this service serves."""
    found: Site = current_app.extensions["tradewinds-site"]
    return found


def site_of(games: Mapping[str, AnyGame]) -> Site:
    """The files of the pages and the drawing modules of these games."""
    modules = {name: game.drawing.table for name, game in games.items() if game.drawing and game.drawing.table}
    return _site(tuple(sorted(modules.items())))


def read_again(games: Mapping[str, AnyGame]) -> Site:
    """The same, from the files as they are now."""
    _site.cache_clear()
    return site_of(games)


@cache
def _site(modules: tuple[tuple[str, str], ...]) -> Site:
    """The files, read and compressed once; `modules` are rulesets with the packages of their drawing modules. A module that
    cannot be read is left out, since its game can be drawn without it."""
    contents = dict(_files(files(__name__) / "static")) | {"vendor/icons.svg": icons.sprite().encode()}
    first, everywhere = _imported("ahead.js", contents), _imported("main.js", contents)
    drawing = {}
    for ruleset, package in modules:
        try:
            found = contents | {f"games/{ruleset}/{path}": content for path, content in drawing_module(package).items()}
            drawing[ruleset] = sorted(_imported(f"games/{ruleset}/table.js", found) - everywhere)
            contents = found
        except LookupError as error:
            log.error("%s is drawn without its drawing module: %s", ruleset, error)
    release = sha256(b"".join(path.encode() + b"\0" + contents[path] + b"\0" for path in sorted(contents))).hexdigest()[:16]
    assets = {
        path: StaticText(without_comments(path, content), TYPES[path.rpartition(".")[2]], FOR_EVER)
        for path, content in contents.items()
    }  # fmt: skip
    return Site(release, assets, json.dumps(drawing), (*sorted(first), *sorted(everywhere - first - {"main.js"})))


def without_comments(path: str, content: bytes) -> bytes:
    """A script or style sheet as browsers get it. They need none of the types, explanations and indentation, a fifth of all
    that a table loads. Every line of our own scripts keeps its number, so that errors name it; licences stay. No text of
    several lines may have two slashes that begin a line or stand behind code, or depend on its indentation."""
    if not path.endswith((".js", ".mjs", ".css")):
        return content
    bare = _INDENTATION.sub(b"", _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content))
    bare = _AROUND_RULES.sub(rb"\1\2", bare) if path.endswith(".css") else _REMARK.sub(b"", _TYPE.sub(b"", bare))
    return _EMPTY_LINES.sub(b"\n", bare) if path.startswith("vendor/") or path.endswith(".css") else bare


def _imported(path: str, contents: Mapping[str, bytes]) -> set[str]:
    """A module and all that it imports."""
    found, waiting = set[str](), {path}
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= {
            normpath(join(dirname(path), name)) for name in _IMPORT.findall(contents[path].decode())
        } & contents.keys() - found
    return found


def drawing_module(package: str) -> dict[str, bytes]:
    """The files of a drawing module by their paths in its package. Raises LookupError, which says what is missing."""
    try:
        found = dict(_files(files(package)))
    except (ImportError, OSError, TypeError) as error:
        raise LookupError(f"the package {package} cannot be read ({error})") from error
    for name in DRAWING_MODULE:
        if name not in found:
            raise LookupError(f"the package {package} has no {name}")
    return {path: content for path, content in found.items() if path.rpartition(".")[2] in TYPES}


def _files(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _files(each, f"{above}{each.name}/")
        else:
            found.append((above + each.name, each.read_bytes()))
    return found
