"""Covers of games, and how they are played in two minutes; outside of /v1 and not part of the contract."""

from __future__ import annotations

from flask import Blueprint, Response
from markdown_it import MarkdownIt

from domain.game import AnyGame
from service.http import services
from service.pages import page
from service.problems import refuse
from service.resources.pictures import NOTHING_RUNS
from service.rulebooks import ADDRESS
from service.showcases import COVERS, GUIDES, NOTHING_SHIPPED, Showcase, drawn_cover
from service.static_text import StaticText

blueprint = Blueprint("showcases", __name__)
_covers: dict[tuple[str, int, str | None], StaticText] = {}
"""By ruleset and version, with the SVG that it ships."""
_guides: dict[tuple[str, str], StaticText] = {}


@blueprint.get(f"{COVERS}/<ruleset>.svg")
def cover(ruleset: str) -> Response:
    """The picture of a game in lists of games: its own, or an early position."""
    game, shown = _showcase(ruleset)
    if shown.cover is None and game.drawing is None:
        raise refuse("not_found", f"{game.title} has no cover, and no board from which one could be drawn.")
    key = game.name, game.version, shown.cover
    if key not in _covers:
        svg = shown.cover or services().computations(lambda: drawn_cover(game))
        _covers[key] = StaticText(svg.encode(), "image/svg+xml; charset=utf-8", NOTHING_RUNS)
    return _covers[key].response()


@blueprint.get(f"{GUIDES}/<ruleset>")
def how_to_play(ruleset: str) -> Response:
    """How a game is played, in two minutes."""
    game, shown = _showcase(ruleset)
    if shown.how_to_play is None:
        raise refuse("not_found", f"Nobody has written yet how {game.title} is played.")
    key = ruleset, shown.how_to_play
    if key not in _guides:
        _guides[key] = _guide(game, shown.how_to_play)
    return _guides[key].response()


def _showcase(ruleset: str) -> tuple[AnyGame, Showcase]:
    """Raises a 404 for a game that is not installed."""
    game = services().codecs.games.get(ruleset)
    if game is None:
        known = ", ".join(services().codecs.games)
        raise refuse("not_found", f"There is no game of this name; there are: {known}.")
    return game, services().showcases.get(ruleset, NOTHING_SHIPPED)


def _guide(game: AnyGame, text: str) -> StaticText:
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    book = services().rulebooks.get(game.name)
    body = renderer.render(text if book is None else book.linked(text))
    rules = "" if book is None else f'<a href="{ADDRESS}/{game.name}">All rules, by number</a> · '
    return page(f"{game.title}: how to play", f'{body}<footer>{rules}<a href="/">Play</a></footer>')
