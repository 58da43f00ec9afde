"""The bots' jobs of a game."""

from __future__ import annotations

from typing import Any

import redis
from flask import Response

from service.http import json_response, open_game, services
from service.openapi.operations import ANY_TOKEN, operation
from service.parsing import Blueprint
from service.problems import QueueUnavailable
from service.representations.jobs import JobsAnswer, job_answer
from service.schemas.queries import NoQuery

blueprint = Blueprint("jobs", __name__, url_prefix="/v1/games", description="The bots' jobs")


@blueprint.route("/<game:game>/jobs", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Jobs", operation_id="listJobs", problems=(401,), security=ANY_TOKEN)
def list_jobs(query: dict[str, Any], game: str) -> Response:
    """The bots' jobs; waiting and running times once the game is over

    A job plays the turns of bots from a version on. It is kept for seven days, unless it only handed its turn to another
    job.
    """
    game_log, _ = open_game(game)
    try:
        found = services().queue.jobs(game_log.id)
    except redis.RedisError as error:
        raise QueueUnavailable(str(error)) from error
    return json_response(JobsAnswer([job_answer(job, game_log.session.over) for job in found]))
