"""Looks back: what the decisions of a seat cost, found by a job in the bots' queue after the end of a game.

Each seat of a game has one record, with what its job has found so far; asking again finds the same one. Jobs may run twice
or never: one that stopped is enqueued again by whoever asks, and goes on where it was.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job as QueuedJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from events.bot_queue import FAILURE_SECONDS, JOB_SECONDS, RECORD_SECONDS, BotQueue, look_backs_key, queue_of
from events.errors import StoreBusy
from events.redis_store.connections import PoolExhaustedError

LOOK = "workers.looking_back.look"
"""By name, because the service does not import the workers."""
LOST_MS = 60_000
"""A job that has found nothing new for so long, and waits in no queue, has stopped."""

LookStatus = Literal["unasked", "queued", "started", "finished", "failed"]


class Costly(msgspec.Struct, frozen=True):
    """A decision that was not the best one, by the ids of offers."""

    version: int
    """Of the position before it."""
    given: str
    better: str
    cost: float
    checked: bool = False
    """Whether the two were compared once more, beside those decisions that seemed the costliest."""


class LookBack(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the decisions of a seat. Times are milliseconds since 1970."""

    status: LookStatus = "unasked"
    attempts: int = 0
    """How often a job was put into the queue: long work is done in several."""
    decisions: int = 0
    """How many there are; 0 before the job has begun."""
    done: int = 0
    costly: tuple[Costly, ...] = ()
    """The costliest ones so far, first the one that cost most."""
    touched_ms: int = 0
    """When the record was written."""


class LookBacks:
    """Enqueues looks back and keeps their records, in the queue's Redis."""

    def __init__(self, queue: BotQueue) -> None:
        self._queue, self._redis = queue, queue.connection

    def read(self, game: str, seat: int) -> LookBack:
        """The record of a seat, as its job left it. Raises StoreBusy, redis.RedisError."""
        try:
            text: Any = self._redis.hget(look_backs_key(game), str(seat))
        except PoolExhaustedError as error:
            raise StoreBusy(str(error)) from error
        return LookBack() if text is None else msgspec.json.decode(text, type=LookBack)

    def find(self, game: str, seat: int, now_ms: int) -> LookBack:
        """The record of a seat; `failed` also if its job has stopped. Raises StoreBusy, redis.RedisError."""
        found = self.read(game, seat)
        silent = found.status in ("queued", "started") and now_ms - found.touched_ms > LOST_MS
        if silent and not self._waits(game, seat, found):
            return msgspec.structs.replace(found, status="failed")
        return found

    def ask(self, game: str, seat: int, now_ms: int) -> LookBack:
        """The record of a seat; from now on a job waits, works or has worked for it. Raises StoreBusy, redis.RedisError."""
        found = self.find(game, seat, now_ms)
        return self.put(game, seat, found, now_ms) if found.status in ("unasked", "failed") else found

    def put(self, game: str, seat: int, known: LookBack, now_ms: int, ruleset: str | None = None) -> LookBack:
        """Enqueue the rest of a look back; `ruleset`: only for workers that have this game.

        It waits behind the games with people, as those of bots alone do. Two that ask at once enqueue one job.
        """
        known = msgspec.structs.replace(known, status="queued", attempts=known.attempts + 1)
        self.record(game, seat, known, now_ms)
        queue = self._queue.queues[1] if ruleset is None else queue_of(self._redis, ruleset)
        try:
            queue.enqueue_call(
                LOOK,
                args=(game, seat),
                job_id=_id(game, seat, known),
                timeout=JOB_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
                unique=True,
            )
        except DuplicateJobError:
            return known
        return known

    def record(self, game: str, seat: int, known: LookBack, now_ms: int) -> None:
        """Store what is known."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.hset(look_backs_key(game), str(seat), msgspec.json.encode(msgspec.structs.replace(known, touched_ms=now_ms)))
        pipe.expire(look_backs_key(game), RECORD_SECONDS)
        pipe.execute()

    def _waits(self, game: str, seat: int, known: LookBack) -> bool:
        """Whether the last job lies in a queue, whichever it is."""
        try:
            job = QueuedJob.fetch(_id(game, seat, known), connection=self._redis, serializer=JSONSerializer)
        except NoSuchJobError:
            return False
        return job.get_status() is JobStatus.QUEUED


def _id(game: str, seat: int, known: LookBack) -> str:
    return f"{game}-look-back-{seat}-{known.attempts}"
