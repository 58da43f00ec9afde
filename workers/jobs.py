"""The job that plays bots' turns, and the sweep that finds lost turns.

Both rely on the log only: a job stops if the game has moved on without it, and a turn counts as lost when its entry in the
store's index is due. So a job that runs twice, or never, does no harm.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic, perf_counter
from typing import Any

import msgspec
import redis
from rq import get_current_job

from domain import session
from domain.game import Question, Rejected
from events.bot_queue import GRACE_MS, BotQueue, Job, patience_ms
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.errors import Contended, GameDeleted, GameUnreadable, NewerRules, RulesetNotInstalled, StaleVersion
from events.games.game_log import GameLog, Position
from events.games.log_errors import view_errors
from events.games.repository import GameRepository
from events.identity import milliseconds, utc_now
from events.store.event_store import EventStore
from policies import choose
from telemetry import damaged_logs, metrics
from telemetry.instrumentation import REQUEST_ID, Instrumentation
from telemetry.logs import FIELDS, bound

log = logging.getLogger(__name__)

SLICE_MS = 250
"""The interval after which a job checks whether other games wait, and if so leaves the rest to a new job."""
LONGEST_JOB_MS = 5_000
"""The time after which a job leaves the rest to a new job in any case, so that workers can stop."""
FIRST_RETRY_MS = 1_000
LONGEST_RETRY_MS = 60_000


@dataclass
class BotServices:
    """The services of a worker process, as `service.http.Services` are those of a web process."""

    handler: CommandHandler
    store: EventStore
    queue: BotQueue
    budget: float
    """Seconds that a bot may think about one move."""
    clock: Callable[[], datetime] = utc_now
    watch: Instrumentation = field(default_factory=Instrumentation)
    missing: set[str] = field(default_factory=set)
    """Games that are not installed here, though their turns came here."""

    @property
    def games(self) -> GameRepository:
        """The games that this process has in memory."""
        return self.handler.repository

    def now_ms(self) -> int:
        return milliseconds(self.clock())


_services: BotServices | None = None


def use(services: BotServices) -> None:
    """Set the services for the jobs of this process: RQ calls jobs with JSON arguments only."""
    global _services
    _services = services


def in_use() -> BotServices:
    """The services of this process."""
    if _services is None:
        raise RuntimeError("this process plays no bots; start it with `tradewinds worker`")
    return _services


def play(game: str, version: int, seat: int, attempt: int) -> None:
    """Play the bots' turns from a version on, until a person must act or the game is over."""
    services, job = in_use(), get_current_job()
    origin = {} if job is None else job.meta
    about: dict[str, str | int] = {"tradewinds.game": game, "tradewinds.version": version, "tradewinds.seat": seat}
    with (
        bound(request_id=origin.get(REQUEST_ID), game=game),
        services.watch.traces.span("play", "consumer", origin, about),
    ):
        play_turns(services, game, version, seat, attempt)


def play_turns(services: BotServices, game: str, version: int, seat: int, attempt: int) -> None:
    """Like `play`, with the services as an argument."""
    began = services.now_ms()
    services.store.bots.postpone(game, began + patience_ms(services.budget))
    job = services.queue.find(game, version, seat) or Job(
        version=version, seat=seat, level="", status="queued", attempts=attempt, queued_ms=began
    )
    # An earlier attempt may start after a later one was enqueued: the count must never return to a used id.
    job = msgspec.structs.replace(job, status="started", attempts=max(attempt, job.attempts), started_ms=began)
    handed_on = False
    try:
        game_log = services.games.load(game)
        job = msgspec.structs.replace(job, level=game_log.session.seats[seat].level or job.level)
        services.queue.record(game, job)
        if game_log.version == version or _has_waited(services, game_log, version, seat):
            handed_on = _play_on(services, game_log, began, job.queued_ms)
    except RulesetNotInstalled as error:
        _pass_on(services, game, job, error.ruleset)
        return
    except GameDeleted:
        services.queue.drop_all(game)
        return
    except Exception as error:
        metrics.BOT_JOBS.labels("failed").inc()
        services.queue.record(game, msgspec.structs.replace(job, status="failed", ended_ms=services.now_ms()))
        # The index keeps the turn, so the sweeper retries it, each time after a longer wait.
        services.store.bots.postpone(game, services.now_ms() + retry_ms(job.attempts))
        if not isinstance(error, GameUnreadable):
            raise
        damaged_logs.leave_out(game, error)
        return
    metrics.BOT_JOBS.labels("finished").inc()
    if handed_on:
        # The next job replaces it: if many games wait, there is a job for nearly every move.
        services.queue.drop(game, job)
    else:
        services.queue.record(game, msgspec.structs.replace(job, status="finished", ended_ms=services.now_ms()))


def _pass_on(services: BotServices, game: str, job: Job, ruleset: str) -> None:
    """Leave a turn to the workers that have its game, which take it as soon as there is one. Logged once for each game."""
    job = msgspec.structs.replace(job, status="queued", attempts=job.attempts + 1, started_ms=None)
    services.queue.put(game, job, alone=False, ruleset=ruleset)
    services.store.bots.postpone(game, services.now_ms() + LONGEST_RETRY_MS)
    metrics.BOT_TURNS_PASSED_ON.labels(ruleset).inc()
    if ruleset not in services.missing:
        services.missing.add(ruleset)
        log.warning("%s is not installed here: its bots' turns wait for a worker that has it", ruleset)


def _has_waited(services: BotServices, game_log: GameLog, version: int, seat: int) -> bool:
    """Whether a bot is still asked the same as at an earlier version. Otherwise players who change seats would send it to
    the back of the queue each time."""
    position = game_log.position
    if not 0 < version < position.version or seat not in session.bots_to_act(game_log.game, position.session):
        return False
    return session.asks_the_same(game_log.game, services.games.session_at(game_log, version), position.session, seat)


def _play_on(services: BotServices, game_log: GameLog, began: int, asked_ms: int) -> bool:
    """Play until no bot must act, or until another job takes over; True if one does. `asked_ms` is the time since which the
    first bot must act."""
    # The job makes its own move in any case: passed on, it would be the same job again.
    first, slice_ends = game_log.version, services.now_ms() + SLICE_MS
    while bots := session.bots_to_act(game_log.game, (position := game_log.position).session):
        now = services.now_ms()
        if position.version > first and now > slice_ends:
            if now > began + LONGEST_JOB_MS or services.queue.others_wait(session.bots_alone(position.session)):
                put_turn(services, game_log.id, position, bots[0], attempt=1)
                return True
            slice_ends = now + SLICE_MS
        try:
            game_log = _play_one(services, game_log, position, bots[0], asked_ms)
            asked_ms = services.now_ms()
        except (StaleVersion, Contended):
            break  # Another worker played on, or the player took the seat back.
    return False


def _play_one(services: BotServices, game_log: GameLog, position: Position, seat: int, asked_ms: int) -> GameLog:
    game, current = game_log.game, position.session
    level = current.seats[seat].level
    if level is None or current.state is None:
        raise ValueError(f"seat {seat} of {game_log.id} is not played by a bot")
    with view_errors(game_log.id):
        # The bot gets only what its seat may see.
        view, legal = game.gate.view(current.state, seat), game.rules.legal_commands(current.state, seat)
    began = perf_counter()
    with services.watch.traces.span("policy", attributes={"tradewinds.level": level, "tradewinds.seat": seat}):
        command = choose(level, Question(game, view, seat, legal), _chance(position, seat), services.budget)
    seconds = perf_counter() - began
    metrics.BOT_THINK.labels(level).observe(seconds)
    played = _give(services, game_log, position, seat, command)
    waited = (services.now_ms() - asked_ms) / 1000
    metrics.BOT_WAIT.labels(level).observe(waited)
    fields = {
        "game": game_log.id, "version": played.commit.version, "seat": seat, "bot": level,
        "think_ms": round(seconds * 1000, 2), "wait_ms": round(waited * 1000),
    }  # fmt: skip
    log.info("a bot has acted", extra={FIELDS: fields})
    return played.game_log


def _chance(position: Position, seat: int) -> random.Random:
    """What a bot's choices follow from. They are the same each time in a game whose secret or
    scenario was chosen (`REPRODUCIBLE`)."""
    current = position.session
    return random.Random(f"{current.commitment} {position.version} {seat}" if current.staged else None)


def _give(services: BotServices, game_log: GameLog, position: Position, seat: int, command: Any) -> CommandResult:
    """Act as a bot that has thought about a position. Raises StaleVersion or Contended if others have moved the game on.

    Out-of-turn commands, such as handing over seats, must not make it think again: players could repeat them without end.
    """
    while True:
        try:
            return services.handler.act_as_bot(game_log.id, seat, command, position.version)
        except StaleVersion:
            later = services.games.load(game_log.id).position
            alike = session.asks_the_same(game_log.game, position.session, later.session, seat)
            if later.version <= position.version or not alike:
                raise
            position = later
        except Rejected as refusal:
            if refusal.code in ("game_over", "seat_not_played_by_bot"):
                raise StaleVersion(position.version) from refusal
            raise


def put_turn(services: BotServices, game: str, position: Position, seat: int, attempt: int) -> bool:
    """Enqueue a bot's turn at a position."""
    job = services.queue.find(game, position.version, seat)
    if job is None:
        level = position.session.seats[seat].level or ""
        job = Job(
            version=position.version, seat=seat, level=level, status="queued", attempts=attempt, queued_ms=services.now_ms(),
            origin=services.watch.origin(),
        )  # fmt: skip
    # The count must never return to a used id.
    job = msgspec.structs.replace(job, status="queued", attempts=max(attempt, job.attempts))
    return services.queue.put(game, job, alone=session.bots_alone(position.session))


def retry_ms(attempt: int) -> int:
    """The wait before the next attempt: doubles each time, up to a minute."""
    return min(LONGEST_RETRY_MS, FIRST_RETRY_MS << min(attempt - 1, 16))


def sweep(services: BotServices, seconds: float | None = None) -> int:
    """Enqueue every bot's turn that counts as lost, for at most `seconds`; returns the number of games."""
    found, began = 0, monotonic()
    due = services.store.bots.due(services.now_ms())
    # Shuffled, so that a partition that cannot be written does not always come first.
    random.shuffle(due)
    for game in due:
        if seconds is not None and monotonic() - began > seconds:
            break
        try:
            found += _sweep_game(services, game)
        except RulesetNotInstalled as error:
            _sweep_missing(services, game, error.ruleset)
        except (Exception, SystemExit) as error:
            damaged_logs.leave_out(game, error)
            wait = FIRST_RETRY_MS if isinstance(error, NewerRules) else LONGEST_RETRY_MS
            services.store.bots.postpone(game, services.now_ms() + wait)
    return found


def _sweep_game(services: BotServices, game: str) -> bool:
    game_log = services.games.load(game)
    position = game_log.position
    bots = session.bots_to_act(game_log.game, position.session)
    if not bots:
        # Usually the turn was played at this moment, and the append has removed the game from the index. But an entry that
        # version 1 of Merchants & Marauders left for a standing pass stays until a bot has acted. It must not be due in each
        # sweep, because a sweep looks at a limited number of games.
        services.store.bots.postpone(game, services.now_ms() + LONGEST_RETRY_MS)
        return False
    job = services.queue.find(game, position.version, bots[0])
    attempt = 1 if job is None else job.attempts + 1
    services.store.bots.postpone(game, services.now_ms() + GRACE_MS + retry_ms(attempt))
    if job is not None and services.queue.waits(game, job, game_log.game.name):
        return False  # Not lost: it waits in the queue because the workers are busy.
    if not put_turn(services, game, position, bots[0], attempt):
        return False
    metrics.BOT_TURNS_LOST.inc()
    log.info("the bot's turn at version %d of %s was lost; attempt %d", position.version, game, attempt)
    return True


def _sweep_missing(services: BotServices, game: str, ruleset: str) -> None:
    """The sweep of a game that is not installed here: its last job says which turn may be lost."""
    services.store.bots.postpone(game, services.now_ms() + LONGEST_RETRY_MS)
    job = next(reversed(services.queue.jobs(game)), None)
    if job is not None and job.status != "finished" and not services.queue.waits(game, job, ruleset):
        _pass_on(services, game, job, ruleset)


def sweep_alone(services: BotServices, lock: str = "tradewinds:sweeper", hold_ms: int = 2_000) -> int:
    """Sweep unless another process does."""
    try:
        if not services.queue.connection.set(lock, "1", nx=True, px=hold_ms):
            return 0
        # The next holder of the lock continues with the rest.
        return sweep(services, hold_ms / 1000)
    except redis.RedisError as error:
        metrics.REDIS_ERRORS.labels("queue").inc()
        log.warning("sweep: %s", error)
        return 0
