"""Resigning: a player gives up."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.session import lifecycle
from service.parsing import Blueprint
from service.schemas.queries import SeatCommandQuery
from service.seat_commands import give, seat_command

blueprint = Blueprint("resigning", __name__, url_prefix="/v1/games", description="Giving up")


@blueprint.route("/<game:game>/resign", methods=["POST"])
@blueprint.arguments(SeatCommandQuery, location="query", error_status_code=400)
@seat_command("resign")
def resign(query: dict[str, Any], game: str) -> Response:
    """Give up

    At any time while the game runs, whoever is to act. The seat has lost, ranks behind all others, and cannot be taken back.
    If only one other seat is left, the game is over and that seat wins; a game with one seat ends without a winner.
    Otherwise a bot plays on for the seat, of the level that `substitute` says; what it does changes only how the others
    rank. Send If-Match, Idempotency-Key, or both.
    """
    return give(query, game, lifecycle.Resign)
