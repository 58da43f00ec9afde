"""Lets the embedded Redis write its append-only file anew, so that deleted games and forgotten names leave it.

`tradewinds up` asks for a rewrite some time after the first removal, so one rewrite serves many. It counts only once it was
completed, and only for what had been removed before it began: if anything is killed in between, it is asked for again.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.errors import StoreUnavailable
from events.redis_store.games_redis import GamesRedis
from events.redis_store.removals import Removals, Removed
from events.settings import Settings

log = logging.getLogger(__name__)

IDLE_SECONDS = 5.0
"""Between two looks while no rewrite is under way; fewer if rewrites are wanted sooner."""
BUSY_SECONDS = 0.5
PATIENCE = 1.0
"""Seconds in which Redis must answer: meanwhile no process is cared for."""
FIRST_WAIT, LONGEST_WAIT = 15.0, 600.0
"""Seconds before another try after one that failed, doubling each time."""
TEMPORARY = "temp-rewriteaof-*.aof"
"""The files that Redis writes and then renames. Those of a Redis that was killed meanwhile stay."""
STILL_THERE = "names that were forgotten, or games that were deleted, are still in its append-only file"


class _Asked(NamedTuple):
    """A rewrite that was asked for."""

    removed: Removed
    began_ms: int
    run: str
    """The id of the Redis that was asked: after a restart nothing is known of the rewrite."""


class Rewriting:
    """The rewrites of one Redis."""

    def __init__(
        self, client: redis.Redis, partitions: int, log_dir: Path, after: float, clock: Callable[[], float]
    ) -> None:
        """`after`: seconds from the first removal to the rewrite."""
        self._client = client
        self._removals = Removals(GamesRedis(client, partitions))
        self._log_dir = log_dir
        self._after = after
        self._clock = clock
        self._asked: _Asked | None = None
        self._problem = ""
        self._failures = 0
        self._look_at = self._try_at = 0.0

    @classmethod
    def of(cls, settings: Settings, log_dir: Path, clock: Callable[[], float] = time.time) -> Rewriting:
        """Those of the embedded Redis, which need not run yet."""
        client = redis.Redis.from_url(
            settings.games_redis, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
        return cls(client, settings.partitions, log_dir, settings.redis_rewrite_after, clock)

    def look(self) -> str:
        """Ask for a rewrite if one is due; returns why none is done, empty if all is well. Waits PATIENCE at most."""
        if time.monotonic() >= self._look_at:
            try:
                self._problem = self._look()
            except (redis.RedisError, StoreUnavailable, OSError) as error:  # If Redis is away, other parts say so.
                log.info("whether the append-only file must be written anew is unknown: %s", error)
            idle = min(IDLE_SECONDS, self._after / 2)
            self._look_at = time.monotonic() + (BUSY_SECONDS if self._asked else idle)
        return self._problem

    def _look(self) -> str:
        state: Any = self._client.info("persistence")
        if state["aof_rewrite_in_progress"] or state.get("aof_rewrite_scheduled"):
            return self._problem
        run = str(self._client.info("server")["run_id"])
        asked, self._asked = self._asked, None
        if asked is not None and asked.run == run:
            if state["aof_last_bgrewrite_status"] != "ok":
                return self._failed("the rewrite did not succeed; redis.log says why")
            self._done(asked)
        waiting = self._removals.waiting()
        if waiting is None:
            self._failures = 0
            return ""
        now_ms = int(self._clock() * 1000)
        # A time that is yet to come was written by a clock that was wrong.
        if waiting.since_ms <= now_ms < waiting.since_ms + self._after * 1000 or time.monotonic() < self._try_at:
            return self._problem
        return self._ask(_Asked(waiting, now_ms, run), state["aof_current_size"])

    def _ask(self, asking: _Asked, size: int) -> str:
        """Ask for a rewrite of a file of this size, in bytes. An append that finds the disk full would end Redis, so a
        rewrite that may fill it is not asked for."""
        try:
            free = shutil.disk_usage(self._log_dir).free
            if free < size:
                return self._failed(f"its rewrite waits for {size} bytes of room on the disk, of which {free} are free")
            self._client.bgrewriteaof()
        except redis.ResponseError as error:
            if "in progress" in str(error):  # Redis has begun one by itself just now.
                return self._problem
            return self._failed(f"its rewrite could not begin: {error}")
        except OSError as error:
            return self._failed(f"its rewrite waits, since the room on the disk is unknown: {error.strerror}")
        self._asked = asking
        return self._problem

    def _done(self, asked: _Asked) -> None:
        for left in self._log_dir.glob(TEMPORARY):
            if left.stat().st_mtime * 1000 < asked.began_ms:
                left.unlink()
        self._removals.rewritten(asked.removed, asked.began_ms)
        log.info("the append-only file was written anew, after games were deleted or names forgotten")

    def _failed(self, why: str) -> str:
        self._try_at = time.monotonic() + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._failures, 10))
        self._failures += 1
        return f"{STILL_THERE}: {why}"
