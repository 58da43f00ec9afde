"""Covers of games, how they are played in two minutes, and their signs; outside of /v1 and not part of the contract."""

from __future__ import annotations

from flask import Blueprint, Response

from domain.game import AnyGame
from service.guides import guide, signs_of, signs_page
from service.http import services
from service.problems import refuse
from service.resources.pictures import NOTHING_RUNS
from service.showcases import COVERS, GUIDES, IMAGES, NOTHING_SHIPPED, Showcase, drawn_cover
from service.static_text import StaticText
from service.web import site

blueprint = Blueprint("showcases", __name__)
_covers: dict[tuple[str, int, str | None], StaticText] = {}
"""By ruleset and version, with the SVG that it ships."""
_guides: dict[tuple[str, int, str, str], StaticText] = {}
_signs: dict[tuple[str | int, ...], StaticText] = {}
"""By the release of the table, and the games with their versions."""
_drawings: dict[str, StaticText] = {}
"""Pictures of guides, and images of games, by their SVG."""


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
    """How a game is played, in two minutes, and what its signs mean."""
    game, shown = _showcase(ruleset)
    if shown.how_to_play is None:
        raise refuse("not_found", f"Nobody has written yet how {game.title} is played.")
    key = ruleset, game.version, shown.how_to_play, site().release
    if key not in _guides:
        _guides[key] = _guide(game, shown)
    return _guides[key].response()


@blueprint.get("/docs/signs")
def signs() -> Response:
    """What the signs of all games mean."""
    games = services().codecs.games
    key = site().release, *(part for name, game in games.items() for part in (name, game.version))
    if key not in _signs:
        # Two boards of a game take up to a tenth of a second.
        assets = _assets()  # Threads that compute know of no app.
        _signs[key] = services().computations(lambda: signs_page(games.values(), assets))
    return _signs[key].response()


@blueprint.get(f"{GUIDES}/<ruleset>/<path:name>")
def picture_of_guide(ruleset: str, name: str) -> Response:
    """A picture that goes with it."""
    game, shown = _showcase(ruleset)
    return _drawing(shown.pictures.get(name), f"The guide of {game.title} has no such picture.")


@blueprint.get(f"{IMAGES}/<ruleset>/<name>.svg")
def image(ruleset: str, name: str) -> Response:
    """A picture of a piece, a face or an area, which a game brings."""
    game, shown = _showcase(ruleset)
    return _drawing(shown.images.get(name), f"{game.title} has no such picture.")


def _drawing(svg: str | None, missing: str) -> Response:
    """Raises a 404 where there is none."""
    if svg is None:
        raise refuse("not_found", missing)
    if svg not in _drawings:
        _drawings[svg] = StaticText(svg.encode(), "image/svg+xml; charset=utf-8", NOTHING_RUNS)
    return _drawings[svg].response()


def _showcase(ruleset: str) -> tuple[AnyGame, Showcase]:
    """Raises a 404 for a game that is not installed."""
    game = services().codecs.games.get(ruleset)
    if game is None:
        known = ", ".join(services().codecs.games)
        raise refuse("not_found", f"There is no game of this name; there are: {known}.")
    return game, services().showcases.get(ruleset, NOTHING_SHIPPED)


def _guide(game: AnyGame, shown: Showcase) -> StaticText:
    drawing = game.drawing
    # Two boards take up to a tenth of a second.
    signs = "" if drawing is None else services().computations(lambda: signs_of(game, drawing))
    return guide(game, shown, services().rulebooks.get(game.name), signs, _assets())


def _assets() -> str:
    return f"/assets/{site().release}"
