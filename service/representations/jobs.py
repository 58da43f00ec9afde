"""Answers about the bots' jobs of a game."""

from __future__ import annotations

import msgspec

from events.bot_queue import Job, JobStatus


class JobAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A job that plays the bots' turns from `version` on. Times are in milliseconds, and null until the game is over."""

    version: int
    """The version after which the bot must act."""
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


def job_answer(job: Job, over: bool) -> JobAnswer:
    """A job as it is shown; its times are null until the game is over."""
    # During the game they would separate a bot's thinking from its waiting, which the times of commits do not always show.
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
