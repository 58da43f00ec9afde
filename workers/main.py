"""A worker process: RQ's SimpleWorker for the bots' jobs, and threads that find lost turns, hold seats to their clocks,
archive games, put idle ones to sleep or abandon them, and remove files that nobody reads."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from types import FrameType
from typing import ClassVar

import click
import redis
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer

from events.bot_queue import ALONE, open_queue, patience_ms, queue_of, queues
from events.commands.handler import CommandHandler
from events.errors import ConfigError, PartitionsLowered, StoreUnavailable
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.log.codec import Codecs
from events.removal.aftermath import EVERY_SECONDS, Aftermath
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.settings import Settings
from events.store.event_store import open_store
from telemetry import logs, metrics, multiprocess
from telemetry.instrumentation import Instrumentation
from telemetry.traces import traces
from tradewinds.installed import installed
from workers.abandoning import Abandoner
from workers.archiving import Archivist
from workers.clocks import Timekeeper
from workers.idle import IdleGame, IdleScan
from workers.jobs import BotServices, put_turn, sweep_alone, use
from workers.sleeping import Bounded, Sleeper
from workers.sweeping import FileSweeper

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
RECONNECT_SECONDS = 2.0
MOST_IN_A_ROW = 9
"""The most jobs of games with people that a worker takes before a job of bots alone, if both wait."""


class Stopped(BaseException):
    """The process must stop. SystemExit would not do: it is caught where a game's package is imported."""


def _stop(signum: int, frame: FrameType | None) -> None:
    raise Stopped


@click.command("worker")
def command() -> None:
    """Run one process that plays the bots; it needs the same REDIS_URL and QUEUE_URL as the service."""
    try:
        settings = Settings.from_env()
        settings.require_redis()
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    # Until RQ's worker handles signals: the first process of a container ignores SIGTERM by default.
    signal.signal(signal.SIGTERM, _stop)
    try:
        run(settings)
    except Stopped:
        return
    except PartitionsLowered as error:
        raise click.ClickException(f"PARTITIONS={settings.partitions} is too low: {error}") from error


def run(settings: Settings) -> None:
    """Play bots until stopped. Waits for Redis if it is away."""
    logs.configure(settings.log_format, settings.log_level)
    metrics.begin("worker")
    if settings.worker_metrics_port and multiprocess.folder() is None:
        metrics.serve(settings.host, settings.worker_metrics_port)
    watch = Instrumentation(traces("worker"))
    store = open_store(settings, sleep_offload=Bounded())
    patience = patience_ms(settings.bot_budget)
    repository = GameRepository(store, Codecs(installed().games), observer=watch, cache_size=settings.cached_games)
    services = BotServices(
        handler=CommandHandler(repository, bot_patience_ms=patience),
        store=store,
        queue=open_queue(settings),
        budget=settings.bot_budget,
        watch=watch,
    )
    use(services)
    _wait_for(services)
    _start_chores(services, settings)
    _work(services, redis.Redis.from_url(settings.queue_redis))


def _start_chores(services: BotServices, settings: Settings) -> None:
    """Start what a worker does beside playing bots, each in a thread: a folder that hangs does not delay the bots then."""
    store, queue = services.store, services.queue
    codecs, watch = services.games.codecs, services.watch
    _in_thread("sweep", lambda: sweep_alone(services))
    if settings.archive is not None:
        _in_thread("archive", Archivist(store, queue.connection, settings.archive_after).look)
    on_time = CommandHandler(
        GameRepository(store, codecs, observer=watch, cache_size=100),
        on_bot_turn=lambda game_log, version, now, seat: _put(services, game_log, seat),
        bot_patience_ms=patience_ms(settings.bot_budget),
    )
    _in_thread("clocks", Timekeeper(store, on_time, queue.connection).look)
    repositories = [services.games, on_time.repository]
    tasks: list[Callable[[IdleGame, datetime], bool]] = []
    if settings.abandon_after_days:  # First: what is abandoned need not sleep.
        of_idle = CommandHandler(GameRepository(store, codecs, observer=watch, cache_size=1))
        repositories.append(of_idle.repository)
        tasks.append(Abandoner(of_idle, settings.abandon_after_days))
    if settings.sleep is not None:
        tasks.append(Sleeper(store, settings.sleep_after))
    if settings.sleep is not None or settings.archive is not None:
        _in_thread("file sweep", FileSweeper(store, queue.connection).look)
    if tasks:
        _in_thread("idle games", IdleScan(store, queue.connection, tasks).look)
    aftermath = Aftermath(store, repositories, Deleter(store, queue), Forgetter(store))
    _in_thread("delete", aftermath.look, EVERY_SECONDS)


def _in_thread(what: str, doing: Callable[[], object], seconds: float = SWEEP_SECONDS) -> None:
    """Do this again and again in a thread, with a pause of some seconds after each time."""
    threading.Thread(target=_keep, args=(what, doing, seconds), name=what, daemon=True).start()


def _put(services: BotServices, game_log: GameLog, seat: int) -> None:
    put_turn(services, game_log.id, game_log.position, seat, attempt=1)


class BotWorker(SimpleWorker):
    """RQ's worker that runs jobs in its own process: a fork for each job would take longer than most bots think."""

    # By default an idle worker would reconnect up to a minute after Redis is back.
    max_connection_wait_time = RECONNECT_SECONDS

    told_to_stop: ClassVar[bool] = False
    """Whether this process must stop, whichever worker object received the signal."""

    def __init__(self, connection: redis.Redis, games: Iterable[str] = ()) -> None:
        """`games` are those that are installed here."""
        with_people, alone = queues(connection)
        # First what other workers have passed on: it has waited longest.
        self._before = [*(queue_of(connection, game) for game in games), with_people]
        self._alone = alone
        super().__init__([*self._before, alone], connection=connection, serializer=JSONSerializer)
        self._in_a_row = 0

    def reorder_queues(self, reference_queue: Queue) -> None:
        """Put games of bots alone behind the others, but not for ever. `reference_queue` is the queue of the last job."""
        self._in_a_row = 0 if reference_queue.name == ALONE else self._in_a_row + 1
        alone_first = self._in_a_row >= MOST_IN_A_ROW
        self._ordered_queues = [self._alone, *self._before] if alone_first else [*self._before, self._alone]

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        BotWorker.told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ does not say its types here.

    def let_go(self) -> None:
        """Stop the thread that listens for commands; RQ leaves it running if Redis ended the worker."""
        if self.pubsub_thread is not None:
            self.pubsub_thread.stop()


def _work(services: BotServices, connection: redis.Redis) -> None:
    """Play until stopped.

    RQ's worker quits when Redis breaks off in the middle of a job. A new one then replaces it in the same process, because a
    process that ended each time would count as one that keeps failing.
    """
    while not BotWorker.told_to_stop:
        try:
            _wait_for(services)
            worker = BotWorker(connection, services.games.codecs.games)
            try:
                worker.work(with_scheduler=False, logging_level="WARNING")
            finally:
                worker.let_go()
            if not BotWorker.told_to_stop:
                time.sleep(RECONNECT_SECONDS)
        except StopRequested:
            return  # The signal came between two workers, and the previous one received it.
        except redis.RedisError as error:
            log.warning("the worker starts again: %s", error)


def _wait_for(services: BotServices) -> None:
    while True:
        try:
            services.store.redis.check_partitions()
            services.queue.connection.ping()
        except (StoreUnavailable, redis.RedisError) as error:
            log.warning("waiting for Redis: %s", error)
            time.sleep(0.5)
        else:
            return


def _keep(what: str, doing: Callable[[], object], seconds: float) -> None:
    while True:
        try:
            doing()
        except (StoreUnavailable, redis.RedisError) as error:
            metrics.REDIS_ERRORS.labels("games" if isinstance(error, StoreUnavailable) else "queue").inc()
            log.warning("%s: %s", what, error)
        except (Exception, SystemExit):
            # Keep looping after a failure, also where the rules of a game tried to exit.
            log.exception("%s", what)
        time.sleep(seconds)
