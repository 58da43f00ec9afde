"""All metrics, and the scrape.

No metric is labelled by game, seat or player: that would make a series for each game, and reveal hidden information.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from telemetry import multiprocess
from telemetry.deferred import DEFERRED

multiprocess.folder()  # The folder must exist before the first metric.
REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "tradewinds_requests_total", "Requests by operation, status and problem code", ["operation", "status", "code"],
    registry=REGISTRY,
)  # fmt: skip
REQUEST_SECONDS = Histogram(
    "tradewinds_request_seconds", "Time until an answer begins", ["operation"], registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)  # fmt: skip
STREAMS = Gauge("tradewinds_streams", "Live streams", registry=REGISTRY, multiprocess_mode="livesum")
CUT_OFF = Counter(
    "tradewinds_cut_off_total", "Connections closed because the client did not read what it was sent", registry=REGISTRY
)
COMMANDS = Counter(
    "tradewinds_commands_total",
    "Commands by outcome: `accepted`, `repeated` (its Idempotency-Key had been accepted before), or the code of the refusal",
    ["ruleset", "outcome"], registry=REGISTRY,
)  # fmt: skip
CONFLICTS = Counter(
    "tradewinds_append_conflicts_total", "Appends that found that another commit had got in first", registry=REGISTRY
)
FOLD_SECONDS = Histogram(
    "tradewinds_fold_seconds", "Time to fold commits read from the store", registry=REGISTRY,
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5),
)  # fmt: skip
FOLDED = Counter("tradewinds_folded_commits_total", "Commits read from the store and folded", registry=REGISTRY)
HITS = Counter("tradewinds_cache_hits_total", "Games asked for that the process had in memory", registry=REGISTRY)
MISSES = Counter("tradewinds_cache_misses_total", "Games asked for that were read from the store whole", registry=REGISTRY)
REDIS_ERRORS = Counter(
    "tradewinds_redis_errors_total", "Work that failed because the Redis of the `games` or of the `queue` could not serve",
    ["redis"], registry=REGISTRY,
)  # fmt: skip
BOT_WAIT = Histogram(
    "tradewinds_bot_wait_seconds", "From the commit after which a bot must act to the bot's own", ["level"],
    registry=REGISTRY, buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)  # fmt: skip
BOT_THINK = Histogram(
    "tradewinds_bot_think_seconds", "Time a bot takes to choose an action", ["level"], registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)  # fmt: skip
BOT_JOBS = Counter(
    "tradewinds_bot_jobs_total", "Jobs that play bots' turns, by how they ended: `finished` or `failed`", ["outcome"],
    registry=REGISTRY,
)  # fmt: skip
BOT_TURNS_LOST = Counter(
    "tradewinds_bot_turns_lost_total", "Turns of bots that were lost, and enqueued again", registry=REGISTRY
)
BOT_TURNS_PASSED_ON = Counter(
    "tradewinds_bot_turns_passed_on_total",
    "Turns of bots that a worker left to others, because their game is not installed in its environment", ["ruleset"],
    registry=REGISTRY,
)  # fmt: skip
DAMAGED_LOGS = Counter(
    "tradewinds_damaged_logs_total",
    "Work that failed because a game's log is damaged, or this release cannot fold or show it; the logs name the game once",
    registry=REGISTRY,
)
PUT_TO_SLEEP = Counter(
    "tradewinds_put_to_sleep_total",
    "Running games whose logs left Redis for the folder of sleeping games",
    registry=REGISTRY,
)
SLEEP_FAILURES = Counter(
    "tradewinds_sleep_failures_total",
    "Work that failed because the folder of sleeping games, or a game's file in it, could not be used",
    registry=REGISTRY,
)
TIME_OUTS = Counter(
    "tradewinds_time_outs_total",
    "Deadlines of seats that passed, by what followed: `stand_in`, `bot`, `abandon`, or `moved`, since the service was down",
    ["consequence"], registry=REGISTRY,
)  # fmt: skip
TIME_OUT_LATE = Histogram(
    "tradewinds_time_out_late_seconds", "From the deadline of a seat to what followed", registry=REGISTRY,
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300),
)  # fmt: skip
WEBHOOK_CALLS = Counter(
    "tradewinds_webhook_calls_total", "Calls of webhooks by outcome: `delivered`, `failed`, or `disabled`, the last of many",
    ["outcome"], registry=REGISTRY,
)  # fmt: skip
ARCHIVED = Counter("tradewinds_archived_games_total", "Games moved to the archive", registry=REGISTRY)
ARCHIVE_FAILURES = Counter(
    "tradewinds_archive_failures_total",
    "Work that failed because the archive, or a game's place in it, could not be used: moving games there and reading them",
    registry=REGISTRY,
)
STARTED = Gauge(
    "tradewinds_process_started_timestamp_seconds", "When a process started", ["role"], registry=REGISTRY,
    multiprocess_mode="liveall",
)  # fmt: skip

AT_SCRAPE = {
    "tradewinds_build_info": "Version of Tradewinds and Python; always 1",
    "tradewinds_redis_up": "Whether the games' Redis, or some part of a cluster, answers: 1 or 0",
    "tradewinds_bots_waiting": "Games in which a bot must act",
    "tradewinds_oldest_bot_turn_seconds": "Since the last commit of the game that waits longest for a bot; 0 if none waits",
    "tradewinds_bot_jobs_queued": "Jobs in both queues that no worker has begun",
    "tradewinds_games_asleep": "Running games whose logs are in the folder of sleeping games",
    "tradewinds_clocks_running": "Games in which the time of a seat runs",
    "tradewinds_most_overdue_clock_seconds": "Since the first deadline of these passed; 0 if none has",
    "tradewinds_games_to_archive": "Games that have been over for `ARCHIVE_AFTER` and are still in Redis",
    "tradewinds_oldest_game_to_archive_seconds": "Since the first of these was due to go to the archive; 0 if none is",
}
"""Gauges that are read at each scrape, with their meanings."""


def begin(role: str) -> None:
    """Record the start of this process, "web" or "worker". Merges files of an earlier process with the same id first."""
    place = multiprocess.folder()
    if place is not None:
        with multiprocess.locked(place):
            multiprocess.merge_ended(place)
    STARTED.labels(role).set(time.time())
    STREAMS.set(0)


def serve(host: str, port: int) -> None:
    """Serve scrapes of this process at its own port."""
    registry = CollectorRegistry()
    registry.register(Everything({}))
    start_http_server(port, host, registry)


def scrape(now: Mapping[str, float | None]) -> bytes:
    """All metrics in Prometheus' text format; `now` has the gauges of AT_SCRAPE, None where a value is unknown."""
    registry = CollectorRegistry()
    registry.register(Everything(now))
    return generate_latest(registry)


class Everything(Collector):
    """The metrics of all processes that share the folder, or of this one, and the gauges read at the scrape."""

    def __init__(self, now: Mapping[str, float | None]) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        DEFERRED.flush()
        counted = list(_counted())
        yield from counted
        yield from _processes(counted)
        build = GaugeMetricFamily("tradewinds_build_info", AT_SCRAPE["tradewinds_build_info"], labels=["version", "python"])
        build.add_metric([version("tradewinds"), platform.python_version()], 1)
        yield build
        for name, value in self._now.items():
            if value is not None:
                yield GaugeMetricFamily(name, AT_SCRAPE[name], value=value)


def _counted() -> Iterable[Metric]:
    place = multiprocess.folder()
    if place is None:
        return REGISTRY.collect()
    with multiprocess.locked(place):
        multiprocess.merge_ended(place)
        found: list[Metric] = list(MultiProcessCollector(None, place).collect())
        return found


def _processes(counted: Iterable[Metric]) -> Iterator[Metric]:
    """Memory, processor time and open files of each process, by its role and id."""
    # Empty until a process has recorded its start.
    started = [
        each
        for metric in counted
        if metric.name == "tradewinds_process_started_timestamp_seconds"
        for each in metric.samples
    ]
    families: dict[str, Metric] = {}
    for role, pid in [(each.labels["role"], each.labels.get("pid", str(os.getpid()))) for each in started]:
        for found in ProcessCollector(pid=partial(str, pid), registry=None).collect():
            family = families.setdefault(found.name, Metric(found.name, found.documentation, found.type))
            for sample in found.samples:
                family.add_sample(sample.name, {**sample.labels, "role": role, "pid": pid}, sample.value)
    yield from families.values()
