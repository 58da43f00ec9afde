"""Health, metrics, the contract and its reader. Outside of /v1, and not part of the contract that clients are built on."""

from __future__ import annotations

import hmac
import math
import threading
from collections.abc import Callable
from time import monotonic

import redis
from flask import Blueprint, Flask, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from events.errors import Unauthorized
from events.identity import milliseconds
from events.store import StoreBusy, StoreUnavailable
from events.waiting import waiting_since
from service.heavy import off_the_loop
from service.http import answer, bearer, services
from service.openapi import all_codes, render
from service.pages import guarded
from telemetry.metrics import scrape

blueprint = Blueprint("ops", __name__)

READY_SECONDS = 0.5
"""For so long the answer to whether the store answers counts."""


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


class Readiness:
    """Whether the store answers, looked into once for all who ask within half a second.

    These calls are not limited, and each look is a command for every partition.
    """

    def __init__(self, ping: Callable[[], None]) -> None:
        self._ping = ping
        self._looking = threading.Lock()
        self._good_until = -math.inf
        self._trouble: StoreUnavailable | None = None

    def check(self) -> None:
        """Raises StoreUnavailable."""
        with self._looking:
            if monotonic() >= self._good_until:
                self._look()
            trouble = self._trouble
        if trouble is not None:
            raise trouble.with_traceback(None)

    def _look(self) -> None:
        try:
            self._ping()
            self._trouble = None
        except StoreUnavailable as error:
            self._trouble = error
        self._good_until = monotonic() + READY_SECONDS


@blueprint.get("/readyz")
def readyz() -> Response:
    """The store answers too, or did half a second ago."""
    readiness: Readiness = current_app.extensions["tradewinds-readiness"]
    readiness.check()
    return answer({"status": "ok"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus metrics: of all processes where PROMETHEUS_MULTIPROC_DIR is set, else of this one."""
    wanted = services().settings.metrics_token
    if wanted and not hmac.compare_digest(wanted, bearer() or ""):
        raise Unauthorized
    return Response(scrape({**_of_games(), **_of_queue()}), content_type=CONTENT_TYPE_LATEST)


def _of_games() -> dict[str, float]:
    """What the games' Redis tells. That it does not answer is worth knowing too."""
    try:
        services().store.ping()
    except StoreBusy:
        return {}  # Whether Redis would answer is not known.
    except (StoreUnavailable, redis.RedisError):
        return {"tradewinds_redis_up": 0}
    return {"tradewinds_redis_up": 1, **_of_bots(), **_of_archive()}


def _of_bots() -> dict[str, float]:
    """How bots keep games waiting; nothing where a part of a cluster is away, since what the others say is not all."""
    store, clock = services().store, services().handler.clock
    try:
        since, waiting = waiting_since(store), store.waiting_bots()
    except (StoreUnavailable, redis.RedisError):
        return {}
    oldest = 0.0 if since is None else max(0.0, (milliseconds(clock()) - since) / 1000)
    return {"tradewinds_bots_waiting": waiting, "tradewinds_oldest_bot_turn_seconds": oldest}


def _of_archive() -> dict[str, float]:
    """What waits to be moved there; nothing where there is no archive."""
    settings, clock = services().settings, services().handler.clock
    if settings.archive is None:
        return {}
    due_ms = milliseconds(clock()) - settings.archive_after * 1000
    try:
        games, ended_ms = services().store.overdue(due_ms)
    except (StoreUnavailable, redis.RedisError):
        return {}
    oldest = 0.0 if ended_ms is None else (due_ms - ended_ms) / 1000
    return {"tradewinds_games_to_archive": games, "tradewinds_oldest_game_to_archive_seconds": oldest}


def _of_queue() -> dict[str, float]:
    try:
        return {"tradewinds_bot_jobs_queued": len(services().queue)}
    except redis.RedisError:
        return {}


class WrittenContract:
    """The contract of an app as text. To write it takes a second, so that is done once, beside gevent's loop."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._text = ""

    def text(self) -> str:
        """Raises a 503 where too much other long work waits."""
        return self._text or off_the_loop(self._write)

    def _write(self) -> str:
        # Of those who have asked at once, who come one after the other, the first writes it.
        self._text = self._text or render(self._app)
        return self._text


@blueprint.get("/openapi.yaml")
def contract() -> Response:
    """The contract."""
    written: WrittenContract = current_app.extensions["tradewinds-contract"]
    return Response(written.text(), content_type="application/yaml; charset=utf-8")


@blueprint.get("/docs/problems")
def problems() -> Response:
    """What the problem codes mean; the `type` of every problem points here."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{status}</td><td>{meaning}</td></tr>'
        for code, (status, meaning) in sorted(all_codes().items())
    )
    page = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Tradewinds: problems</title>"
        "<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td{padding:.3rem .8rem;border-top:1px solid #ccc}tr:target{background:#ffd}</style>"
        f"<h1>Problems</h1><table>{rows}</table></html>"
    )
    return guarded(Response(page, content_type="text/html; charset=utf-8"))
