"""Takebacks: asking to go back, and answering."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.session import lifecycle
from service.parsing import Blueprint
from service.schemas.queries import SeatCommandQuery
from service.seat_commands import give, seat_command

blueprint = Blueprint("takebacks", __name__, url_prefix="/v1/games", description="Taking actions back")


@blueprint.route("/<game:game>/takeback", methods=["POST"])
@blueprint.arguments(SeatCommandQuery, location="query", error_status_code=400)
@seat_command("askTakeback")
def ask_takeback(query: dict[str, Any], game: str) -> Response:
    """Go back to before the seat's last own action

    Only in games created with `takeback`. If nobody else has acted since, the game goes back at once: the answer has the
    event `taken_back`. Otherwise, with `consent`, it has `takeback_asked`, and every other player must agree before anybody
    acts; bots always agree. Nobody can go back past a commit that drew, showed or looked at something hidden. Seats, tokens
    and clocks stay, and the history keeps everything. Send If-Match, Idempotency-Key, or both.
    """
    return give(query, game, lifecycle.AskTakeback)


@blueprint.route("/<game:game>/takeback/accept", methods=["POST"])
@blueprint.arguments(SeatCommandQuery, location="query", error_status_code=400)
@seat_command("acceptTakeback")
def accept_takeback(query: dict[str, Any], game: str) -> Response:
    """Agree to the takeback that another seat asks for

    When the last player agrees, the game goes back: the answer has the event `taken_back`. Send If-Match with the version
    at which you saw the request, Idempotency-Key, or both.
    """
    return give(query, game, lifecycle.AcceptTakeback)


@blueprint.route("/<game:game>/takeback/decline", methods=["POST"])
@blueprint.arguments(SeatCommandQuery, location="query", error_status_code=400)
@seat_command("declineTakeback")
def decline_takeback(query: dict[str, Any], game: str) -> Response:
    """Decline the takeback that another seat asks for

    That ends the request. Send If-Match with the version at which you saw the request, Idempotency-Key, or both.
    """
    return give(query, game, lifecycle.DeclineTakeback)
