"""Games that follow from another: branches, which try something else from a position, and rematches."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.session import lifecycle
from events.errors import Unauthorized, UnknownGame
from events.identity import rematch_id
from service.http import creators_part, credentials, json_response, open_game, replayed, seat_of, services
from service.limits import cost_of_bots
from service.openapi.operations import ANY_TOKEN, ETAG, LOCATION, NEEDS_TOKEN, REPLAYED, operation
from service.parsing import Blueprint
from service.representations.built import representations_of
from service.representations.games import RematchAnswer
from service.schemas.bodies import BranchSchema
from service.schemas.queries import NoQuery
from service.tags import tagged

blueprint = Blueprint("branches", __name__, url_prefix="/v1/games", description="New games that follow from another")


@blueprint.route("/<game:game>/branches", methods=["POST"])
@blueprint.arguments(BranchSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "CreatedGame", operation_id="branchGame", problems=(401, 409, 413, 415, 422), headers={**LOCATION, **ETAG},
    security=ANY_TOKEN,
)  # fmt: skip
def branch_game(body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
    """A new sandbox game from a position of this one

    A branch of a running game keeps only what the caller sees; the rest is dealt again. The branch has a new secret and new
    tokens, which are all in the answer. Bots go on playing their seats, except the one that `seat` names, which a person
    plays from here: so a spectator can take over from a bot. The branch is unlisted, so keep its id, and its exported file
    cannot be imported. The original game is not affected. An imported game can be branched too.
    """
    added = creators_part()
    game_log, caller = open_game(game)
    position = services().games.session_at(game_log, body["version"])
    command = lifecycle.BranchGame(parent=game_log.id, version=body["version"], seat=body["seat"])
    services().limits.spend(
        1 + cost_of_bots(seat.level for number, seat in enumerate(position.seats) if number != command.seat)
    )
    made = services().new_games.branch(game_log, command, seat_of(caller), added)
    headers = {"Location": f"/v1/games/{made.game_log.id}", **tagged(made.commit.version)}
    return json_response(representations_of(made.game_log).created(made), 201, headers)


@blueprint.route("/<game:game>/rematch", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Rematch", operation_id="getRematch", problems=(401,), security=ANY_TOKEN)
def get_rematch(query: dict[str, Any], game: str) -> Response:
    """The game in which the players play again

    A game that is over has no more events. So ask from time to time whether one of its players has asked for a rematch.
    """
    game_log, _ = open_game(game)
    again = rematch_id(game_log.id)
    try:
        services().games.load(again)
    except UnknownGame:
        return json_response(RematchAnswer(None))
    return json_response(RematchAnswer(again))


@blueprint.route("/<game:game>/rematch", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "CreatedGame", operation_id="rematchGame", problems=(401, 403, 409), headers={**LOCATION, **ETAG, **REPLAYED},
    security=NEEDS_TOKEN,
)  # fmt: skip
def rematch_game(query: dict[str, Any], game: str) -> Response:
    """Play a game that is over again

    The host may ask and, unless `rematch_by` of the game is `host`, any seat. There is one rematch of a game, with the same
    options and players, in which the player of the second seat begins; every request answers with this game, a repeat as it
    is now. The seats of people are reserved: claim yours with your token of the old game as `invitation`. If you had brought
    a new token and not used it before the game was over, either token claims the seat, but only the new one if the rematch
    was made at your request with it. Where `rematch_host` is `asker`, whoever asks first gets the host's token, and a new
    one with each repeat; where it is `same`, the host's token of the old game counts on. A rematch of a game of an API key
    is the key's: it has the same `metadata` and players, and seats in custody are taken at once.
    """
    game_log, caller = open_game(game)
    if caller is None:
        raise Unauthorized
    services().limits.spend(1 + cost_of_bots(each.level for each in game_log.session.seats))
    made = services().new_games.rematch(game_log, caller.seat, credentials().hash)
    headers = {
        "Location": f"/v1/games/{made.game_log.id}",
        **tagged(made.commit.version),
        **replayed(made.replayed),
    }
    return json_response(representations_of(made.game_log).created(made), 201, headers)
