"""The contract, its reader, and the page of problem codes, outside of /v1 and not part of the contract."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape

import msgspec
from flask import Blueprint, Flask, Response, current_app
from flask_swagger_ui import get_swaggerui_blueprint

from events.log.codec import Codecs
from service.compression import packed_file
from service.http import rules_refusing, services
from service.offload import Offload
from service.openapi.document import document, dumped
from service.pages import page
from service.problems import all_codes
from service.static_text import StaticText

DOCS = "/docs"
CONTRACT = "/openapi.json"
"""The reader loads JSON, which browsers parse a hundred times as fast as YAML."""
# With a validator, the reader's browser would ask an outside service about the contract; with an OAuth address, which is not
# used here, the page would contain the Host header of the request.
CONFIG = {"app_name": "Tradewinds", "validatorUrl": None, "oauth2RedirectUrl": None}

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)

blueprint = Blueprint("documents", __name__)


class WrittenContract:
    """The contract of an app as text, by media type. Writing takes a second, so it is done once, off gevent's loop."""

    def __init__(self, app: Flask, computations: Offload) -> None:
        self._app = app
        self._computations = computations
        self._written: dict[str, StaticText] = {}

    def text(self, media_type: str) -> StaticText:
        """The text in a media type. Raises a 503 if too many other computations wait."""
        return (self._written or self._computations(self._write))[media_type]

    def _write(self) -> dict[str, StaticText]:
        # Callers come one after the other; the first one writes it for all.
        if not self._written:
            contract = document(self._app)
            yaml, json = dumped(contract).encode(), msgspec.json.encode(contract)
            self._written = {
                "application/yaml": StaticText(yaml, "application/yaml; charset=utf-8"),
                "application/json": StaticText(json, "application/json"),
            }
        return self._written


def _contract(media_type: str) -> Response:
    written: WrittenContract = current_app.extensions["tradewinds-contract"]
    return written.text(media_type).response()


@blueprint.get("/openapi.yaml")
def yaml() -> Response:
    """The contract."""
    return _contract("application/yaml")


@blueprint.get(CONTRACT)
def json() -> Response:
    """The contract as JSON."""
    return _contract("application/json")


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
    """The page that shows the contract, with its scripts and styles."""
    pages: Blueprint = get_swaggerui_blueprint(DOCS, CONTRACT, config=CONFIG)
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
