"""Drawing: the board of a game, and the picture of a position as data, as SVG and as text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from flask import Response

from domain.board_svg import board_svg
from domain.board_text import board_text
from domain.game import Rejected
from domain.scene_svg import scene_svg
from domain.scenes import Scene
from service import compression
from service.http import accepted_of, json_response, open_game, services
from service.limits import DRAWING
from service.openapi.operations import ANY_TOKEN, CONTENT_TAG, ETAG, operation
from service.parsing import Blueprint
from service.points import Point, commits_seen, point_of
from service.representations.built import representations_of
from service.representations.pictures import board_for_drawing, board_of, drawing_of
from service.schemas.queries import NoQuery, PictureQuery
from service.tags import formed

T = TypeVar("T")

blueprint = Blueprint("pictures", __name__, url_prefix="/v1/games", description="Drawing a game")


@blueprint.route("/<game:game>/board", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Board", operation_id="getBoard", problems=(401,), headers=CONTENT_TAG, security=ANY_TOKEN, conditional=True)
def get_board(query: dict[str, Any], game: str) -> Response:
    """The parts of a drawing that stay the same: areas, faces, words, colours, groups of offers

    The board follows from the version of the ruleset, the options and the names of the players. It is the same for all
    callers, and there is one already in the lobby; ask again with `If-None-Match` when a seat has got another player. A game
    whose ruleset says `drawn: false` has none.
    """
    game_log, _ = open_game(game)
    return board_of(game_log).response()


JSON, SVG, PNG, TEXT = "application/json", "image/svg+xml", "image/png", "text/plain"
IMAGES = (SVG, PNG)
NOTHING_RUNS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A browser that opens a drawing as a page takes nothing but its style."""


@blueprint.route("/<game:game>/picture", methods=["GET"])
@blueprint.arguments(PictureQuery, location="query", error_status_code=400)
@operation(
    200, "Picture", operation_id="getPicture", problems=(401, 406, 409), headers=ETAG, security=ANY_TOKEN, conditional=True,
    more_content={
        SVG: {"schema": {"type": "string", "description": "The position drawn, with all names and figures as text"}},
        PNG: {"schema": {"type": "string", "format": "binary", "description": "The same drawing"}},
        TEXT: {"schema": {"type": "string", "description": "The position as lines of text, of at most 100 characters"}},
    },
)  # fmt: skip
def get_picture(query: dict[str, Any], game: str) -> Response:
    """The pieces on the board as the caller may see them, now or at any point of the game's history

    By default as data, from which any renderer draws the game. `Accept: image/svg+xml` or `image/png` returns a drawing
    (`theme`, `width`), and `Accept: text/plain` lines of text, for messages, terminals and screen readers. `scene` draws
    what happened in the commit that led to the position, as a strip with a panel for each beat (SVG, or PNG on request; as
    data it is in `GET …/events?include=scene`); the lobby has scenes too.
    PNG is drawn where the service is installed with the extra `png`, and counts as three costly calls. `version`, `turn` and
    `open` mean what they mean for the game itself. A game in the lobby has no position to show. A game whose ruleset says
    `drawn: false` has no pictures.
    """
    wanted = _form(query["scene"])
    point = point_of(query, game)
    drawing_of(point.game_log.game)
    if wanted != JSON:
        point = replace(point, headers=formed(point.headers, _tag_of(wanted, query)))
    known = point.not_modified()
    if known is not None:
        return known
    if wanted == PNG:
        services().limits.spend(DRAWING)
    if wanted in IMAGES:
        return _image(_scene(point, query) if query["scene"] else _position(point, query), wanted, point)
    shown, head, _ = point.position()
    representations = representations_of(point.game_log)
    if wanted == JSON:
        picture = representations.picture(point.game_log, shown, point.version, head, point.viewer)
        return json_response(_there(picture), headers=point.headers)
    drawn = _there(representations.drawn(point.game_log, shown, point.viewer))
    return _text(board_text(board_for_drawing(point.game_log), drawn) + "\n", point, TEXT)


def _form(scene: bool) -> str:
    """The media type that the caller wants. Raises a 406."""
    forms = IMAGES if scene else (JSON, *IMAGES, TEXT)
    wanted = accepted_of(forms)
    return (
        wanted if wanted != PNG or services().rasterizer.available else accepted_of([each for each in forms if each != PNG])
    )


def _tag_of(wanted: str, query: dict[str, Any]) -> str:
    if wanted == TEXT:
        return ".text"
    return f".{wanted[6:9]}.{query['theme']}.{query['width']}{'.scene' if query['scene'] else ''}"


def _position(point: Point, query: dict[str, Any]) -> str:
    shown, _, _ = point.position()
    drawn = _there(representations_of(point.game_log).drawn(point.game_log, shown, point.viewer))
    board = board_for_drawing(point.game_log)
    return services().computations(lambda: board_svg(board, drawn, query["theme"], query["width"]))


def _scene(point: Point, query: dict[str, Any]) -> str:
    game_log, version, viewer = point.game_log, point.version, point.viewer
    representations, position = representations_of(game_log), services().games.position
    after = representations.drawn_at(game_log, point.position(), viewer)
    before = representations.drawn_at(game_log, position(game_log, version - 1), viewer) if version > 1 else None
    commits = services().store.commits(game_log.id, version, version)
    (commit,) = commits_seen(game_log, [commits], viewer._replace(scene=True))
    scene: Scene = commit.scene
    board = board_for_drawing(game_log)
    return services().computations(lambda: scene_svg(board, scene, before, after, query["theme"], query["width"]))


def _image(svg: str, wanted: str, point: Point) -> Response:
    if wanted == SVG:
        return _text(svg, point, SVG, NOTHING_RUNS)
    return Response(services().rasterizer(svg), headers=point.headers, content_type=PNG)


def _there(picture: T | None) -> T:
    """Raises Rejected in the lobby."""
    if picture is None:
        raise Rejected("no_position", "At this version the game had not started, so there is nothing to show yet.")
    return picture


def _text(text: str, point: Point, content_type: str, more: dict[str, str] | None = None) -> Response:
    data, headers = text.encode(), {**point.headers, **(more or {})}
    if len(data) >= compression.WORTH_IT and compression.allowed():
        data, headers = compression.gzipped([data]), compression.packed(headers)
    return Response(data, headers=headers, content_type=f"{content_type}; charset=utf-8")
