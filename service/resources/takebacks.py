"""Takebacks: asking to go back, and answering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from domain.session import lifecycle
from service.http import acting_seat, credentials, idempotency_key, if_match, json_response, replayed, services
from service.openapi.operations import ETAG, IDEMPOTENCY_KEY, IF_MATCH, NEEDS_TOKEN, REPLAYED, operation
from service.parsing import Blueprint
from service.problems import refuse
from service.representations.built import representations_of
from service.schemas.queries import TakebackQuery
from service.tags import tagged
from service.viewer import Viewer

blueprint = Blueprint("takebacks", __name__, url_prefix="/v1/games", description="Taking actions back")

PROBLEMS = (401, 403, 409, 412, 428)


def _takeback(operation_id: str) -> Callable[[Any], Any]:
    """The decorator of all three operations."""
    return operation(
        201, "Accepted", operation_id=operation_id, problems=PROBLEMS, headers={**ETAG, **REPLAYED},
        parameters=(IF_MATCH, IDEMPOTENCY_KEY), security=NEEDS_TOKEN,
    )  # fmt: skip


@blueprint.route("/<game:game>/takeback", methods=["POST"])
@blueprint.arguments(TakebackQuery, location="query", error_status_code=400)
@_takeback("askTakeback")
def ask_takeback(query: dict[str, Any], game: str) -> Response:
    """Go back to before the seat's last own action

    Only in games created with `takeback`. If nobody else has acted since, the game goes back at once: the answer has the
    event `taken_back`. Otherwise, with `consent`, it has `takeback_asked`, and every other player must agree before anybody
    acts; bots always agree. Nobody can go back past a commit that drew, showed or looked at something hidden. Seats, tokens
    and clocks stay, and the history keeps everything. Send If-Match, Idempotency-Key, or both.
    """
    return _give(query, game, lifecycle.AskTakeback)


@blueprint.route("/<game:game>/takeback/accept", methods=["POST"])
@blueprint.arguments(TakebackQuery, location="query", error_status_code=400)
@_takeback("acceptTakeback")
def accept_takeback(query: dict[str, Any], game: str) -> Response:
    """Agree to the takeback that another seat asks for

    When the last player agrees, the game goes back: the answer has the event `taken_back`. Send If-Match with the version
    at which you saw the request, Idempotency-Key, or both.
    """
    return _give(query, game, lifecycle.AcceptTakeback)


@blueprint.route("/<game:game>/takeback/decline", methods=["POST"])
@blueprint.arguments(TakebackQuery, location="query", error_status_code=400)
@_takeback("declineTakeback")
def decline_takeback(query: dict[str, Any], game: str) -> Response:
    """Decline the takeback that another seat asks for

    That ends the request. Send If-Match with the version at which you saw the request, Idempotency-Key, or both.
    """
    return _give(query, game, lifecycle.DeclineTakeback)


def _give(
    query: dict[str, Any],
    game: str,
    command: type[lifecycle.AskTakeback] | type[lifecycle.AcceptTakeback] | type[lifecycle.DeclineTakeback],
) -> Response:
    version, key = if_match(), idempotency_key()
    game_log, seat = acting_seat(game, lifecycle.RIGHTS[command].refusal)
    if version is None and key is None:
        detail = "Send If-Match with the version you look at, or an Idempotency-Key: otherwise a repeat could count twice."
        raise refuse("precondition_required", detail)
    done = services().handler.manage(game_log.id, credentials(), command(seat=seat), version, key)
    headers = {**tagged(done.commit.version, seat), **replayed(done.replayed)}
    return json_response(representations_of(done.game_log).accepted(done, Viewer(seat).including(query)), 201, headers)
