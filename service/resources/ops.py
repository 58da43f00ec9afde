"""Health and metrics, outside of /v1 and not part of the contract."""

from __future__ import annotations

import hmac
import logging
import math
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
import redis
from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from events.errors import StoreBusy, StoreUnavailable, Unauthorized
from events.identity import milliseconds
from service.http import bearer, json_response, services
from service.problems import RETRY_SECONDS, refuse
from service.version import ANSWER
from telemetry.metrics import REDIS_ERRORS, scrape

log = logging.getLogger(__name__)

blueprint = Blueprint("ops", __name__)

READY_SECONDS = 0.5
"""How long the result of a check is valid."""


@blueprint.get("/livez")
def livez() -> Response:
    """Answer that the process is alive."""
    return json_response({"status": "ok"})


@blueprint.get("/version")
def version() -> Response:
    """Answer which release this process is, and which contracts it keeps."""
    return json_response(ANSWER)


class Part(msgspec.Struct, frozen=True):
    """A part of the process, or a service that it uses, as `/readyz` shows it."""

    name: str
    ok: bool
    problem: str | None
    """The problem; null if there is none. Everybody may ask, so it names no address."""
    needed: bool
    """Whether the process is ready only with it."""


class Check(NamedTuple):
    """The check of a part: `trouble` returns its problem, or None."""

    name: str
    trouble: Callable[[], str | None]
    needed: bool = True

    def look(self) -> Part:
        problem = self.trouble()
        return Part(self.name, problem is None, problem, self.needed)


class Readiness:
    """Whether the store answers and all parts work. A result is shared by all callers within half a second.

    These calls have no rate limit, and each check sends a command to every partition.
    """

    def __init__(self, ping: Callable[[], None], checks: Sequence[Check] = ()) -> None:
        self._ping = ping
        self._checks = checks
        self._looking = threading.Lock()
        self._good_until = -math.inf
        self._code = ""
        self._parts: list[Part] = []

    def check(self) -> list[Part]:
        """All parts. Raises a 503 that names them if a needed part does not work."""
        with self._looking:
            if monotonic() >= self._good_until:
                self._look()
            code, parts = self._code, self._parts
        if not code:
            return parts
        lost = "; ".join(f"{part.name}: {part.problem}" for part in parts if part.needed and not part.ok)
        raise refuse(
            code,
            f"Not ready, and nothing was accepted: {lost}.",
            params={"parts": msgspec.to_builtins(parts)},
            headers={"Retry-After": str(RETRY_SECONDS)},
        )

    def _look(self) -> None:
        store, code = self._look_at_store()
        self._parts = [store, *(check.look() for check in self._checks)]
        self._code = code or ("" if all(part.ok for part in self._parts if part.needed) else "not_ready")
        self._good_until = monotonic() + READY_SECONDS

    def _look_at_store(self) -> tuple[Part, str]:
        """The store as a part, and the code of its problem, empty if there is none."""
        try:
            self._ping()
        except StoreBusy:
            return Part("store", False, "all connections to it are in use", True), "busy"
        except StoreUnavailable as error:
            log.warning("store unavailable: %s", error)
            REDIS_ERRORS.labels("games").inc()
            return Part("store", False, "it cannot be reached", True), "store_unavailable"
        return Part("store", True, None, True), ""


@blueprint.get("/readyz")
def readyz() -> Response:
    """Answer whether the store answers and all parts of the process work, now or within the last half second; and whether
    callers may choose how their games begin."""
    readiness: Readiness = current_app.extensions["tradewinds-readiness"]
    parts = readiness.check()
    status = "ok" if all(part.ok for part in parts) else "degraded"
    return json_response({"status": status, "parts": parts, "reproducible": services().settings.reproducible == "on"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus metrics: of all processes if PROMETHEUS_MULTIPROC_DIR is set, otherwise of this one."""
    wanted = services().settings.metrics_token
    if wanted and not hmac.compare_digest(wanted, bearer() or ""):
        raise Unauthorized
    return Response(scrape({**_of_games(), **_of_queue()}), content_type=CONTENT_TYPE_LATEST)


def _of_games() -> dict[str, float]:
    """Metrics read from the games' Redis; `redis_up` is 0 if it does not answer."""
    try:
        services().store.redis.ping()
    except StoreBusy:
        return {}  # Whether Redis would answer is unknown.
    except (StoreUnavailable, redis.RedisError):
        return {"tradewinds_redis_up": 0}
    return {"tradewinds_redis_up": 1, **_of_bots(), **_of_clocks(), **_of_archive(), **_of_sleepers()}


def _of_bots() -> dict[str, float]:
    """How long games wait for bots; nothing if a part of a cluster is away, since the rest would be incomplete."""
    store, now = services().store, services().now
    try:
        since, waiting = store.longest_wait(services().codecs.games), len(store.bots)
    except (StoreUnavailable, redis.RedisError):
        return {}
    oldest = 0.0 if since is None else max(0.0, (milliseconds(now()) - since) / 1000)
    return {"tradewinds_bots_waiting": waiting, "tradewinds_oldest_bot_turn_seconds": oldest}


def _of_clocks() -> dict[str, float]:
    """The games in which a clock runs; nothing if a part of a cluster is away."""
    try:
        running = services().store.clocks.running()
    except (StoreUnavailable, redis.RedisError):
        return {}
    overdue = running.most_overdue_ms / 1000
    return {"tradewinds_clocks_running": running.games, "tradewinds_most_overdue_clock_seconds": overdue}


def _of_archive() -> dict[str, float]:
    """The games that wait for the archive; nothing if there is no archive."""
    settings, now = services().settings, services().now
    if settings.archive is None:
        return {}
    due_ms = milliseconds(now()) - settings.archive_after * 1000
    try:
        games, ended_ms = services().store.ended.overdue(due_ms)
    except (StoreUnavailable, redis.RedisError):
        return {}
    oldest = 0.0 if ended_ms is None else (due_ms - ended_ms) / 1000
    return {"tradewinds_games_to_archive": games, "tradewinds_oldest_game_to_archive_seconds": oldest}


def _of_sleepers() -> dict[str, float]:
    """How many games sleep; nothing if a part of a cluster is away."""
    try:
        return {"tradewinds_games_asleep": len(services().store.asleep)}
    except (StoreUnavailable, redis.RedisError):
        return {}


def _of_queue() -> dict[str, float]:
    try:
        return {"tradewinds_bot_jobs_queued": len(services().queue)}
    except redis.RedisError:
        return {}
