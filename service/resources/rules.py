"""The rules of the games for people and programs, outside of /v1 and not part of the contract."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

import msgspec
from flask import Blueprint, Response

from events.log.codec import Codecs
from service.http import services
from service.pages import page
from service.problems import refuse
from service.rulebooks import ADDRESS, Rulebook
from service.static_text import StaticText

blueprint = Blueprint("rules", __name__, url_prefix=ADDRESS)


@blueprint.get("")
def index() -> Response:
    """The games, each with its rules."""
    return _index(services().codecs).response()


@blueprint.get("/<ruleset>")
def read(ruleset: str) -> Response:
    """The rules of a game as a page, in which each rule has its id as anchor."""
    book, title = _rulebook(ruleset), services().codecs.games[ruleset].title
    if book not in _pages:
        # A large rulebook takes a tenth of a second.
        _pages[book] = services().computations(lambda: _page(book, title))
    return _pages[book].response()


@blueprint.get("/<ruleset>.md")
def source(ruleset: str) -> Response:
    """The rules of a game as they were written."""
    return _markdown(_rulebook(ruleset)).response()


@blueprint.get("/<ruleset>.json")
def by_id(ruleset: str) -> Response:
    """The rules of a game one by one: `{"ruleset", "title", "items": [{"id", "text", "address"}]}`; texts are Markdown."""
    return _json(_rulebook(ruleset), services().codecs.games[ruleset].title).response()


def _rulebook(ruleset: str) -> Rulebook:
    """Raises a 404 for a game that is not installed, or that ships no rules."""
    found = services().rulebooks.get(ruleset)
    if found is None:
        known = ", ".join(services().rulebooks)
        raise refuse("not_found", f"There are no rules of a game of this name; there are of: {known}.")
    return found


@cache
def _index(codecs: Codecs) -> StaticText:
    books, games = services().rulebooks, codecs.games.values()
    rows = "".join(
        f'<li><a href="{ADDRESS}/{game.name}">{escape(game.title)}</a></li>' for game in games if game.name in books
    )
    return page("Tradewinds: rules", f"<h1>Rules</h1><ul>{rows}</ul>")


def _page(book: Rulebook, title: str) -> StaticText:
    other = "".join(f'<a href="{ADDRESS}/{book.ruleset}.{kind}">{name}</a> ' for kind, name in _FORMS.items())
    return page(f"{title}: rules", f"{book.page}<footer>The same as {other}</footer>")


_pages: dict[Rulebook, StaticText] = {}
_FORMS = {"md": "Markdown", "json": "JSON"}


@cache
def _markdown(book: Rulebook) -> StaticText:
    return StaticText(book.text.encode(), "text/markdown; charset=utf-8")


@cache
def _json(book: Rulebook, title: str) -> StaticText:
    items: list[dict[str, Any]] = [
        {"id": rule.id, "text": rule.text, "address": book.address(rule.id)} for rule in book.rules.values()
    ]
    return StaticText(msgspec.json.encode({"ruleset": book.ruleset, "title": title, "items": items}), "application/json")
