"""Drawing: the board of a game, and the picture of a position."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.game import Rejected
from service.http import json_response, open_game
from service.openapi.operations import ANY_TOKEN, CONTENT_TAG, ETAG, operation
from service.parsing import Blueprint
from service.points import point_of
from service.representations.built import representations_of
from service.representations.pictures import board_of, drawing_of
from service.schemas.queries import NoQuery, PointQuery

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


@blueprint.route("/<game:game>/picture", methods=["GET"])
@blueprint.arguments(PointQuery, location="query", error_status_code=400)
@operation(
    200, "Picture", operation_id="getPicture", problems=(401, 409), headers=ETAG, security=ANY_TOKEN, conditional=True
)
def get_picture(query: dict[str, Any], game: str) -> Response:
    """The pieces on the board as the caller may see them, now or at any point of the game's history

    `version`, `turn` and `open` mean what they mean for the game itself. A game in the lobby has no position to show. A game
    whose ruleset says `drawn: false` has no pictures.
    """
    point = point_of(query, game)
    drawing_of(point.game_log.game)
    known = point.not_modified()
    if known is not None:
        return known
    shown, head, _ = point.position()
    found = representations_of(point.game_log).picture(point.game_log, shown, point.version, head, point.viewer)
    if found is None:
        raise Rejected("no_position", "At this version the game had not started, so there is nothing to show yet.")
    return json_response(found, headers=point.headers)
