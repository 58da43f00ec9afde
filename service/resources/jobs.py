"""The bots' jobs of a game."""

from __future__ import annotations

from typing import Any

import msgspec
import redis
from flask import Response

from events.bot_queue import Job, JobStatus
from service.http import json_response, open_game, services
from service.openapi_decorators import ANY_TOKEN, operation
from service.parsing import Blueprint
from service.problems import QueueUnavailable
from service.schemas import NoQuery

blueprint = Blueprint("jobs", __name__, url_prefix="/v1/games", description="The bots' jobs")


class JobAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A job that plays the bots' turns from `version` on. Times are in milliseconds, and null until the game is over."""

    version: int
    """The version after which the bot is to act."""
    seat: int
    """The bot's seat."""
    level: str
    """The bot's level."""
    status: JobStatus
    """Whether the job is queued, running, finished or failed."""
    attempts: int
    """How often the job was put into the queue."""
    waiting_ms: int | None
    """The time from the queue to its start."""
    running_ms: int | None
    """The time from its start to its end."""


class JobsAnswer(msgspec.Struct, frozen=True):
    """A game's jobs."""

    items: list[JobAnswer]
    """The jobs that are still kept, by the versions at which they began."""


@blueprint.route("/<game:game>/jobs", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Jobs", operation_id="listJobs", problems=(401,), security=ANY_TOKEN)
def list_jobs(query: dict[str, Any], game: str) -> Response:
    """The bots' jobs; waiting and running times once the game is over

    A job plays the turns of bots from a version on. It is kept for seven days, unless it only passed its turn on to another.
    """
    game_log, _ = open_game(game)
    try:
        found = services().queue.jobs(game_log.id)
    except redis.RedisError as error:
        raise QueueUnavailable(str(error)) from error
    return json_response(JobsAnswer([_shown(job, game_log.table.over) for job in found]))


def _shown(job: Job, over: bool) -> JobAnswer:
    # Live, they would show waiting apart from thinking, which the times of the commits do not always show.
    started, ended = (job.started_ms, job.ended_ms) if over else (None, None)
    return JobAnswer(
        version=job.version,
        seat=job.seat,
        level=job.level,
        status=job.status,
        attempts=job.attempts,
        waiting_ms=None if started is None else started - job.queued_ms,
        running_ms=None if started is None or ended is None else ended - started,
    )
