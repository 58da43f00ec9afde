"""The contract, its reader, and the page of problem codes, outside of /v1 and not part of the contract."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html import escape

import msgspec
from flask import Blueprint, Response, current_app
from flask_swagger_ui import get_swaggerui_blueprint

from events.log.codec import Codecs
from service.compression import packed_file
from service.http import rules_refusing, services
from service.openapi.page import body_of
from service.pages import page
from service.problems import all_codes
from service.static_text import StaticText

DOCS = "docs"
"""The name of the page among the texts."""
TRY = "/docs/try"
CORE = "openapi-core.json"
TYPES = {"yaml": "application/yaml; charset=utf-8", "json": "application/json"}
# With a validator, Swagger UI's browser would ask an outside service about the contract; with an OAuth address, which is not
# used here, the page would contain the Host header of the request.
CONFIG = {
    "app_name": "Tradewinds",
    "validatorUrl": None,
    "oauth2RedirectUrl": None,
    "layout": "StandaloneLayout",
    "urls": [{"name": "What plays any game", "url": f"/{CORE}"}, {"name": "Everything", "url": "/openapi.json"}],
    "deepLinking": True,
    "defaultModelsExpandDepth": -1,
    "syntaxHighlight": {"activated": False},
}
"""It loads JSON, which browsers parse a hundred times as fast as YAML, and draws no more than it must."""

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)

blueprint = Blueprint("documents", __name__)


class WrittenContract:
    """The contract of an app as texts. They are made once, off gevent's loop, before a web process serves its first request
    (`prepare`)."""

    def __init__(
        self,
        make: Callable[[], dict[str, bytes]],
        computations: Callable[[Callable[[], dict[str, StaticText]]], dict[str, StaticText]],
    ) -> None:
        """`make` returns the texts by their names."""
        self._make = make
        self._computations = computations
        self._made: dict[str, StaticText] = {}

    def text(self, name: str) -> StaticText:
        """A text. Raises a 503 if too many other computations wait."""
        return (self._made or self._computations(self.prepare))[name]

    def prepare(self) -> dict[str, StaticText]:
        """Make the texts now."""
        # Callers come one after the other; the first one makes them for all.
        if not self._made:
            texts = self._make()
            core = msgspec.json.decode(texts[CORE])
            made = {name: StaticText(text, TYPES[name.rpartition(".")[2]]) for name, text in texts.items()}
            self._made = {**made, DOCS: page("Tradewinds: the contract", body_of(core))}
        return self._made


@blueprint.get("/<any('openapi.yaml', 'openapi.json', 'openapi-core.json'):name>")
def contract(name: str) -> Response:
    """The contract, or the part of it that plays any game."""
    made: WrittenContract = current_app.extensions["tradewinds-contract"]
    return made.text(name).response()


@blueprint.get("/docs/")
def docs() -> Response:
    """What plays any game, as a page to read."""
    made: WrittenContract = current_app.extensions["tradewinds-contract"]
    return made.text(DOCS).response()


@blueprint.get("/docs/problems")
def problems() -> Response:
    """The page that explains the problem codes; the `type` of every problem points here."""
    return _problems(services().codecs).response()


@cache
def _problems(codecs: Codecs) -> StaticText:
    rows = "".join(
        f'<tr id="{escape(code)}"><td><code>{escape(code)}</code></td><td>{status}</td>'
        f"<td>{escape(meaning)}{_rules(codecs, code)}</td></tr>"
        for code, (status, meaning) in sorted(all_codes(codecs.games.values()).items())
    )
    return page("Tradewinds: problems", f"<h1>Problems</h1><table>{rows}</table>")


def _rules(codecs: Codecs, code: str) -> str:
    """Links to the rules by which games refuse with this code."""
    refusing = (rules_refusing(name, code) for name, game in codecs.games.items() if code in game.rules.refusals)
    links = [f'<a href="{rule}">{rule.rpartition("#")[2]}</a>' for rules in refusing for rule in rules]
    return f" <small>{' '.join(links)}</small>" if links else ""


def reader() -> Blueprint:
    """Swagger UI, in which calls can be tried out, with its scripts and styles."""
    pages: Blueprint = get_swaggerui_blueprint(TRY, f"/{CORE}", config=CONFIG)
    pages.after_request(packed_file)
    pages.after_request(_with_policy)  # Flask calls it before the other.
    return pages


def _with_policy(response: Response) -> Response:
    """The response; a page of HTML gets a content security policy: browsers run only the scripts that this service sends."""
    if response.mimetype == "text/html":
        response.direct_passthrough = False  # Otherwise the page, which is a file, could not be read.
        scripts_of_page = _INLINE.findall(response.get_data(as_text=True))
        inline = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts_of_page)
        scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in inline)])
        response.headers["Content-Security-Policy"] = (
            f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
    return response
