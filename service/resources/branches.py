"""Branches: trying something else from a position of any game."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain import lifecycle
from service.http import creators_part, json_response, open_game, seat_of, services
from service.limits import cost_of_bots
from service.openapi_decorators import ANY_TOKEN, ETAG, LOCATION, operation
from service.parsing import Blueprint
from service.representations.built import representations_of
from service.schemas import BranchSchema, NoQuery
from service.tags import tagged

blueprint = Blueprint("branches", __name__, url_prefix="/v1/games", description="New games from a position of another game")


@blueprint.route("/<game:game>/branches", methods=["POST"])
@blueprint.arguments(BranchSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "Created", operation_id="branchGame", problems=(401, 409, 413, 415, 422), headers={**LOCATION, **ETAG},
    security=ANY_TOKEN,
)  # fmt: skip
def branch_game(body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
    """A new sandbox game from a position of this one

    A branch of a running game keeps only what the caller sees; the rest is dealt anew. The branch has a new secret and new
    tokens, which are all in the answer. It is unlisted, so keep its id, and its exported file cannot be imported. The
    original game is not affected. An imported game can be branched too.
    """
    added = creators_part()
    game_log, caller = open_game(game)
    position = services().handler.repository.table_at(game_log, body["version"])
    services().limits.spend(1 + cost_of_bots(seat.level for seat in position.seats))
    command = lifecycle.BranchGame(parent=game_log.id, version=body["version"])
    made = services().handler.branch(game_log, command, seat_of(caller), added)
    headers = {"Location": f"/v1/games/{made.game_log.id}", **tagged(made.commit.version)}
    return json_response(representations_of(made.game_log).created(made), 201, headers)
