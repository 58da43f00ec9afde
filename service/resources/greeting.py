"""`GET /`: the lobby for people, and links for programs and for browsers without scripts."""

from __future__ import annotations

import json
from functools import cache
from html import escape

import msgspec
from flask import Blueprint, Response, request

from domain.game import AnyGame
from domain.kit.seats import counts_said, smallest_table
from events.log.codec import Codecs
from service.http import services
from service.rulebooks import ADDRESS
from service.static_text import StaticText
from service.web import page

blueprint = Blueprint("greeting", __name__)

LINKS = {
    "docs": "/docs/",
    "contract": "/openapi.yaml",
    "contract_json": "/openapi.json",
    "contract_core": "/openapi-core.json",
    "problems": "/docs/problems",
    "rules": ADDRESS,
    "rulesets": "/v1/rulesets",
    "games": "/v1/games",
}
"""The addresses from which everything else is found, by their names in JSON."""
_BODY = """\
<h1>Tradewinds</h1>
<p>Tradewinds runs turn-based board games: frontends and bots play them over plain HTTP, and it knows the rules, deals the
cards and shows each player only what that player may see. Every game can be replayed at any turn, and proves at its end
that every card was dealt fairly.</p>
<h2>Build on it</h2>
<dl>
<dt><a href="/docs/">Every call, to read and to try</a></dt><dd>the contract as a page</dd>
<dt><a href="/openapi-core.json">openapi-core.json</a></dt>
<dd>the contract for generators of clients: what plays any game</dd>
<dt><a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a></dt>
<dd>all of it, with the types of each game</dd>
<dt><a href="/docs/problems">Problems</a></dt><dd>what each code of a refusal means</dd>
<dt><a href="/v1/games">Games</a></dt><dd>the public games on this server, newest first, as JSON</dd>
</dl>
<h2>Games</h2>
<table>{games}</table>
<p>A game begins with</p>
<pre><code>POST /v1/games
Content-Type: application/json

{first}</code></pre>
<footer>Tradewinds is unofficial. The games' names belong to their owners; it contains no text or artwork of their
publishers.</footer>"""


@blueprint.get("/")
def greet() -> Response:
    """The page of the table, which shows the lobby here; links as JSON for callers who prefer that."""
    wanted = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    codecs = services().codecs
    return (_links(codecs) if wanted == "application/json" else _page(codecs)).response()


@cache
def _links(codecs: Codecs) -> StaticText:
    return StaticText(msgspec.json.encode({"name": "Tradewinds", "links": LINKS}), "application/json")


@cache
def _page(codecs: Codecs) -> StaticText:
    games = list(codecs.games.values())
    return page(_BODY.format(games="".join(map(_row, games)), first=_first(games[0])))


def _first(game: AnyGame) -> str:
    """The body of a request that creates this game, with one person and else bots."""
    others = smallest_table(game.rules.seats(game.types.options())) - 1
    seats = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * others]
    return escape(json.dumps({"ruleset": game.name, "seats": seats}), quote=False)


def _row(game: AnyGame) -> str:
    players = f"{counts_said(game.rules.seats(game.types.options()))} players"
    rules = f'<a href="{ADDRESS}/{game.name}">rules</a> · ' if game.name in services().rulebooks else ""
    links = f'{rules}<a href="/v1/rulesets/{game.name}">cards and options</a>'
    return f"<tr><td>{escape(game.title)}</td><td>{players}</td><td>{links}</td></tr>"
