"""Operations for the operator of the service: on all games, and on what API keys use."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

from flask import Response

from domain.session import lifecycle
from domain.session.rights import SERVICE
from events.commands.intents import Intent, Trusted
from events.errors import UnknownKey
from events.identity import timestamp
from events.removal.forgetting import Forgetting
from events.store.survey import PLACES
from events.store_types import StoredGame
from service.forgetting import forgotten
from service.http import json_response, known_game, services
from service.openapi.operations import ETAG, NEEDS_OPERATOR, operation
from service.operators import require_operator
from service.parsing import Blueprint
from service.representations.built import representations_of
from service.representations.operator import DeletionAnswer, KeyUseAnswer, StoredGamesAnswer
from service.schemas.bodies import ForgetPlayerSchema
from service.schemas.queries import NoQuery, StoredGamesQuery
from service.tags import tagged
from service.viewer import SPECTATOR

log = logging.getLogger(__name__)

blueprint = Blueprint("admin", __name__, url_prefix="/v1/admin", description="Keeping a service, for its operator")


def _as_in_logs(moment: datetime | None) -> str | None:
    """A time as commits have it, to be compared with theirs."""
    return None if moment is None else timestamp(moment.astimezone(UTC))


@blueprint.route("/games", methods=["GET"])
@blueprint.arguments(StoredGamesQuery, location="query", error_status_code=400)
@operation(200, "StoredGames", operation_id="listStoredGames", problems=(401,), security=NEEDS_OPERATOR)
def list_stored_games(query: dict[str, Any]) -> Response:
    """All games, and what they take (operator)

    Unlisted games, branches and imports too, in no particular order: first those in Redis, then those that sleep, then those
    in the archive. Each has its age and what it takes there. A page looks at about a thousand keys of Redis, or a hundred
    files of the archive, so it may find few games or none: continue until `next` is null. A game that is woken meanwhile may
    be missing, one that falls asleep or goes to the archive may come twice, and damaged ones are left out.
    """
    require_operator()
    # No file need be read of games that cannot be wanted: what sleeps goes on, and what is archived is over.
    never = {"sleep": True, "archive": False}
    places = [
        each
        for each in PLACES
        if query.get("place", each) == each and ("over" not in query or never.get(each) is not query["over"])
    ]
    acted_before, created_before = (_as_in_logs(query.get(name)) for name in ("acted_before", "created_before"))

    def wanted(game: StoredGame) -> bool:
        return (
            game.bytes >= query["min_bytes"]
            and game.over == query.get("over", game.over)
            and game.key == query.get("key", game.key)
            and (acted_before is None or game.acted_at < acted_before)
            and (created_before is None or game.created_at < created_before)
        )

    games, following = services().store.survey.page(query.get("after"), places, wanted) if places else ([], None)
    log.info("the stored games were listed")
    return json_response(StoredGamesAnswer(games, following))


@blueprint.route("/games/<game:game>/abandon", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Game", operation_id="closeGame", problems=(401, 409), headers=ETAG, security=NEEDS_OPERATOR)
def close_game(query: dict[str, Any], game: str) -> Response:
    """Abandon a lobby or a running game (operator)

    The game ends without a winner and its secret is published. Its log says that the operator has ended it.
    """
    require_operator()
    handler = services().handler
    done = handler.handle(Intent(known_game(game), Trusted(SERVICE), lifecycle.CloseGame()))
    log.info("%s was abandoned by the operator", game)
    return json_response(representations_of(done.game_log).after(done, SPECTATOR), headers=tagged(done.commit.version))


@blueprint.route("/games/<game:game>", methods=["DELETE"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Deletion", operation_id="deleteGame", problems=(401,), security=NEEDS_OPERATOR)
def delete_game(query: dict[str, Any], game: str) -> Response:
    """Delete a game for good, whatever its state (operator)

    When the answer comes, its log, all fields beside the log, its entries in lists, notes and jobs are deleted, and its file
    too unless the archive cannot be reached. Streams end with `deleted`, and every call is a 410 `game_deleted`. Files that
    were exported before, branches and imports of it stay.
    """
    require_operator()
    deletion = services().deleter.delete(known_game(game))
    services().games.evict(game)
    log.info("%s was deleted by the operator", game)
    return json_response(DeletionAnswer(game, deletion.at, deletion.finished))


@blueprint.route("/games/<game:game>/seats/<int:seat>/forget", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Forgetting", operation_id="forgetSeat", problems=(401, 409), security=NEEDS_OPERATOR)
def forget_seat(query: dict[str, Any], game: str, seat: int) -> Response:
    """Forget the names that a seat of a game has had (operator)

    From then on the seat is called `Seat 1`, `Seat 2` and so on wherever the game is shown, also in its past. Its log and
    all proofs stay as they are, since they have only seals of names. Branches, rematches and imports that have the same
    names forget them, too.
    """
    require_operator()
    return _forgotten(services().forgetter.seat(known_game(game), seat), f"the names of seat {seat} of {game} were")


@blueprint.route("/keys/<string:key>/forget", methods=["POST"])
@blueprint.arguments(ForgetPlayerSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Forgetting", operation_id="forgetPlayer", problems=(401, 409, 413, 415, 422), security=NEEDS_OPERATOR,
)  # fmt: skip
def forget_player(body: dict[str, Any], query: dict[str, Any], key: str) -> Response:
    """Forget a player in all games of an API key (operator)

    The names of every seat that is noted as this player's are forgotten, and then the note about the seat. Metadata of games
    stay: only the holder of the key knows what they say.
    """
    require_operator()
    if services().store.api_keys.find(key) is None:
        raise UnknownKey(key)
    return _forgotten(services().forgetter.player(key, body["player"]), f"a player of the API key {key} was")


def _forgotten(found: Forgetting, what: str) -> Response:
    log.info("%s forgotten by the operator, in %d games", what, len(found.games))
    return forgotten(found)


@blueprint.route("/keys/<string:key>", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "KeyUse", operation_id="getKeyUse", problems=(401,), security=NEEDS_OPERATOR)
def get_key_use(query: dict[str, Any], key: str) -> Response:
    """Usage of an API key (operator)

    The number of its games by status, and when one of them changed last; `GET /v1/admin/games?key=` lists those in Redis.
    """
    require_operator()
    store = services().store
    found = store.api_keys.find(key)
    if found is None:
        raise UnknownKey(key)
    log.info("the use of the API key %s was read", key)
    return json_response(KeyUseAnswer(found, store.owned.use(key)))
