"""The queue of bots' turns: RQ jobs on the queue's Redis, and a record of each for `GET …/jobs`.

A job says that a bot must act at a version. It may run twice or never: the append decides, and a sweeper finds lost turns.
RQ refuses a job id whose record still exists, so every new attempt at a turn has a new id.

Games of bots alone have a second queue, which is served after the queue of games with people. A turn that a worker cannot
play, because the game is not installed beside it, goes to a queue of that game, which only workers that have the game serve.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import redis
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from events.errors import StoreBusy
from events.redis_store.client import connect
from events.redis_store.connections import PoolExhaustedError
from events.settings import Settings

QUEUE = "tradewinds-bots"
ALONE = "tradewinds-bots-alone"
OF_GAME = "tradewinds-bots-of-{ruleset}"
PLAY = "workers.jobs.play"
"""By name, because the service does not import the workers."""
JOB_SECONDS = 180
"""When RQ aborts a job: enough for a few seconds of playing, a last move of the longest budget, and waits for Redis."""
FAILURE_SECONDS = 24 * 3600
RECORD_SECONDS = 7 * 24 * 3600

GRACE_MS = 3_000
"""Added to the time a job may need before its turn counts as lost."""

JobStatus = Literal["queued", "started", "finished", "failed"]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One job: it plays the bots' turns from `version` on. Times are milliseconds since 1970."""

    version: int
    seat: int
    level: str
    status: JobStatus
    attempts: int
    queued_ms: int
    started_ms: int | None = None
    ended_ms: int | None = None
    origin: dict[str, str] = {}
    """The request it comes from, as logs and traces name it."""


def patience_ms(budget: float) -> int:
    """How long after a commit or the start of a job a bot's move may take before it counts as lost; `budget` in seconds."""
    return int(budget * 1000) + GRACE_MS


def queues(connection: redis.Redis) -> tuple[Queue, Queue]:
    """The queue of games with people, and the queue of games of bots alone."""
    with_people, alone = (Queue(name, connection=connection, serializer=JSONSerializer) for name in (QUEUE, ALONE))
    return with_people, alone


def open_queue(settings: Settings) -> BotQueue:
    """The queue that the settings name."""
    return BotQueue(connect(settings.queue_redis))


def queue_of(connection: redis.Redis, ruleset: str) -> Queue:
    """The queue of a game that some workers do not have."""
    return Queue(OF_GAME.format(ruleset=ruleset), connection=connection, serializer=JSONSerializer)


class BotQueue:
    """Enqueues bots' turns and keeps their records."""

    def __init__(self, connection: redis.Redis) -> None:
        self.connection = connection
        self.queues = queues(connection)

    def put(self, game: str, job: Job, alone: bool, ruleset: str | None = None) -> bool:
        """Enqueue an attempt at a turn; False if it is queued already. `alone`: no person plays in the game; `ruleset`: only
        workers that have this game may take it."""
        # The record first: a worker may finish the job before this process writes again, and an attempt without a record
        # would be tried under the same id for ever.
        self.record(game, job)
        queue = self.queues[alone] if ruleset is None else queue_of(self.connection, ruleset)
        try:
            queue.enqueue_call(
                PLAY,
                args=(game, job.version, job.seat, job.attempts),
                meta=dict(job.origin),
                job_id=_id(game, job),
                timeout=JOB_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
                unique=True,
            )
        except DuplicateJobError:
            return False
        return True

    def record(self, game: str, job: Job) -> None:
        """Store the state of a job."""
        pipe = self.connection.pipeline(transaction=False)
        pipe.hset(_key(game), f"{job.version}-{job.seat}", msgspec.json.encode(job))
        pipe.expire(_key(game), RECORD_SECONDS)
        pipe.execute()

    def drop(self, game: str, job: Job) -> None:
        """Delete the record of a job."""
        self.connection.hdel(_key(game), f"{job.version}-{job.seat}")

    def drop_all(self, game: str) -> None:
        """Delete the records of all jobs of a game. Jobs that are queued find no game."""
        self.connection.delete(_key(game))
        self.connection.delete(look_backs_key(game))

    def find(self, game: str, version: int, seat: int) -> Job | None:
        """The record of a job."""
        text: Any = self.connection.hget(_key(game), f"{version}-{seat}")
        return None if text is None else msgspec.json.decode(text, type=Job)

    def jobs(self, game: str) -> list[Job]:
        """All jobs of a game in order. Raises StoreBusy, redis.RedisError."""
        try:
            texts: Any = self.connection.hvals(_key(game))
        except PoolExhaustedError as error:
            raise StoreBusy(str(error)) from error
        return sorted((msgspec.json.decode(text, type=Job) for text in texts), key=lambda job: (job.version, job.seat))

    def waits(self, game: str, job: Job, ruleset: str) -> bool:
        """Is this attempt still in a queue?"""
        queues = (*self.queues, queue_of(self.connection, ruleset))
        return any(queue.get_job_position(_id(game, job)) is not None for queue in queues)

    def others_wait(self, alone: bool) -> bool:
        """Whether other jobs should run before a new one of this kind."""
        with_people, by_themselves = self.queues
        return with_people.count > 0 or (alone and by_themselves.count > 0)

    def __len__(self) -> int:
        return sum(queue.count for queue in self.queues)


def _id(game: str, job: Job) -> str:
    return f"{game}-{job.version}-{job.seat}-{job.attempts}"


def _key(game: str) -> str:
    return f"tradewinds:jobs:{game}"


def look_backs_key(game: str) -> str:
    """The key of what is known of the decisions of a game's seats (`events.games.look_backs`)."""
    return f"tradewinds:look-back:{game}"
