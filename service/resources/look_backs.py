"""Looking back on a game that is over: what the decisions of a seat cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import redis
from flask import Response

from domain.game import Rejected
from events.games.game_log import GameLog
from events.games.look_backs import LookBack, LookBacks
from events.identity import milliseconds
from policies.looking_back import measure_of
from service.http import acting_seat, json_response, services
from service.limits import HARD_WORK
from service.openapi.operations import NEEDS_TOKEN, operation
from service.parsing import Blueprint
from service.problems import QueueUnavailable, refuse
from service.representations.built import representations_of
from service.representations.look_backs import LookBackAnswer
from service.schemas.queries import NoQuery

blueprint = Blueprint("look_backs", __name__, url_prefix="/v1/games", description="What decisions cost")

SHOWN = 3
"""The most decisions that an answer names."""
REFUSAL = "Only a seat can look back on its decisions; send the token of a seat."


@blueprint.route("/<game:game>/look-back", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "LookBack", operation_id="getLookBack", problems=(401, 403), security=NEEDS_TOKEN)
def get_look_back(query: dict[str, Any], game: str) -> Response:
    """What the decisions of the caller's seat cost, as far as it is known

    Read it again while it is `queued` or `started`. It is kept for seven days.
    """
    game_log, seat = acting_seat(game, REFUSAL)
    return _answer(game_log, seat, _known(game_log, seat, LookBacks.find))


@blueprint.route("/<game:game>/look-back", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(202, "LookBack", operation_id="askLookBack", problems=(401, 403, 409), security=NEEDS_TOKEN)
def ask_look_back(query: dict[str, Any], game: str) -> Response:
    """Find out what the decisions of the caller's seat cost

    Only when the game is over. A worker compares each action of the seat's player with the best offer, by what the bots of
    the game think of both. It may take a minute, and longer while bots have to act. There is one such job for each seat:
    asking again answers what it has found, and costs nothing. A game whose bots value no action is refused (`not_rated`).
    """
    game_log, seat = acting_seat(game, REFUSAL)
    if not game_log.session.over:
        raise Rejected("game_not_over", "You can look back on your decisions once the game is over.")
    if measure_of(game_log.game) == "none":
        raise refuse("not_rated", f"The bots of {game_log.game.title} value no action, so nobody can say what one cost.")
    if _known(game_log, seat, LookBacks.find).status in ("unasked", "failed"):
        services().limits.spend(HARD_WORK)
    return _answer(game_log, seat, _known(game_log, seat, LookBacks.ask), 202)


def _known(game_log: GameLog, seat: int, how: Callable[[LookBacks, str, int, int], LookBack]) -> LookBack:
    """Raises QueueUnavailable, StoreBusy."""
    try:
        return how(LookBacks(services().queue), game_log.id, seat, milliseconds(services().now()))
    except redis.RedisError as error:
        raise QueueUnavailable(str(error)) from error


def _answer(game_log: GameLog, seat: int, known: LookBack, status: int = 200) -> Response:
    """What is known, with the sentences of the decisions that cost most. Raises LogDamaged."""
    shown = known.costly[:SHOWN] if known.status == "finished" else ()
    found = LookBackAnswer(
        seat=seat,
        status=known.status,
        measure=measure_of(game_log.game),
        decisions=known.decisions,
        done=known.done,
        costly=tuple([representations_of(game_log).costly(game_log, seat, each) for each in shown]),
    )
    return json_response(found, status)
