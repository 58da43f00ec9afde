"""The job that plays bots' turns, and the sweep for turns that were lost."""

from __future__ import annotations

import logging
import signal
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer

from domain import fairness, session
from domain.session import Session, lifecycle
from domain.session.lifecycle import SeatPlan
from events.bot_queue import GRACE_MS, BotQueue, Job, patience_ms
from events.commands.handler import CommandHandler
from events.games.audit import audit
from events.games.game_log import GameLog
from events.identity import milliseconds, utc_now
from events.log_throttle import LogThrottle
from events.redis_store.bots import LONGEST_WAIT_MS
from events.redis_store.client import connect
from events.settings import LONGEST_BUDGET, Settings
from events.store.event_store import EventStore
from service.app import create_app
from telemetry import damaged_logs
from tests.service.client import Api
from tests.support import over_http
from tests.support.damaged import BAD, DAMAGES
from tests.support.games import CODECS
from tests.support.play import HUMAN, MERCHANTS, Match, handler_on, refolded
from tests.workers.conftest import BUDGET, Clock, make_services
from workers import jobs
from workers.jobs import BotServices, play_turns, retry_ms, sweep, sweep_alone
from workers.main import BotWorker

BOT = SeatPlan(kind="bot", level="random")
GREEDY = SeatPlan(kind="bot", level="greedy")
MARAUDERS = "merchants-and-marauders"


def enqueues(services: BotServices) -> CommandHandler:
    """A service's handler: it enqueues the turns of bots."""

    def enqueue(game_log: GameLog, version: int, now: Session[Any], seat: int) -> None:
        job = Job(
            version=version, seat=seat, level=now.seats[seat].level or "", status="queued", attempts=1,
            queued_ms=services.now_ms(),
        )  # fmt: skip
        services.queue.put(game_log.id, job, alone=session.bots_alone(now))

    return handler_on(services.store, CODECS, clock=services.clock, on_bot_turn=enqueue)


def run_queue(services: BotServices) -> None:
    """Do what is in the queue one after the other, as a worker does."""
    jobs.use(services)
    worker = BotWorker(services.queue.connection)
    while len(services.queue):
        queue = next(queue for queue in services.queue.queues if queue.count)
        worker.perform_job(RqJob.fetch(queue.pop_job_id(), services.queue.connection, JSONSerializer), queue)


def run_worker(services: BotServices) -> None:
    """A whole worker, until the queue is empty."""
    jobs.use(services)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    worker = BotWorker(services.queue.connection)
    try:
        worker.work(burst=True, logging_level="CRITICAL")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def bots_to_act(match: Match) -> tuple[int, ...]:
    game_log = match.game_log
    return session.bots_to_act(game_log.game, game_log.session)


def to_bots_turn(match: Match) -> int:
    """Let humans play until a bot is to act; returns its seat."""
    random = Random(1)
    while not (bots := bots_to_act(match)):
        match.play(random, 1)
    return bots[0]


def due(services: BotServices, match: Match) -> float | None:
    """When the game's bot counts as lost, in seconds from now."""
    at: Any = services.store.redis.client.zscore("{0}:bots", match.id)
    return None if at is None else (at - services.now_ms()) / 1000


# Playing


def test_a_job_plays_all_bots_turns_up_to_the_humans(services: BotServices) -> None:
    match = Match.create(services.handler, HUMAN, BOT, GREEDY)
    for _ in range(4):
        if match.game_log.session.over:
            break
        seat, version = to_bots_turn(match), match.game_log.version
        play_turns(services, match.id, version, seat, 1)
        game_log = match.game_log
        assert game_log.version > version
        assert not bots_to_act(match)
        assert game_log.session.over or session.to_act(game_log.game, game_log.session) == (0,)
        assert {commit.actor for commit in match.commits[version:]} == {"bot"}
        job = services.queue.find(match.id, version, seat)
        assert job is not None
        assert (job.status, job.attempts, job.level) == ("finished", 1, game_log.session.seats[seat].level)
        assert due(services, match) is None


def test_a_game_of_bots_runs_to_its_end_and_stands_the_audit(services: BotServices) -> None:
    match = Match.create(services.handler, GREEDY, BOT, GREEDY)
    play_turns(services, match.id, 1, *bots_to_act(match), 1)
    assert match.game_log.session.status == "finished"
    assert audit(CODECS, match.commits).ok
    assert len(services.store.bots) == 0


def test_bots_choose_the_same_in_each_game_of_one_chosen_secret(services: BotServices) -> None:
    """And in no other: nobody foretells them where the service drew the secret."""

    def played(chosen: bytes | None) -> list[Any]:
        fields: dict[str, Any] = {"ruleset": MERCHANTS, "seats": (BOT, BOT)}
        command = lifecycle.CreateGame(**fields)
        if chosen is not None:
            command = lifecycle.StageGame(**fields, commitment=fairness.commitment(chosen))
        match = Match(services.handler, services.handler.new_games.create(command, secret=chosen))
        play_turns(services, match.id, 1, *bots_to_act(match), 1)
        return [commit.command for commit in match.commits[1:]]

    one, again, *others = map(played, (bytes(32), bytes(32), bytes(31) + b"1", None, None))
    assert one == again
    assert all(other != one for other in others)
    assert others[1] != others[2]


def test_the_queue_carries_a_game_of_bots_to_its_end(services: BotServices) -> None:
    match = Match.create(enqueues(services), BOT, GREEDY)
    assert len(services.queue) == 1
    run_worker(services)
    assert match.game_log.session.status == "finished"
    assert [(job.version, job.status, job.attempts) for job in services.queue.jobs(match.id)] == [(1, "finished", 1)]
    assert len(services.queue) == 0
    # The id of a finished job is free again.
    assert list(services.queue.connection.scan_iter("rq:job:*")) == []


def test_a_job_stops_at_once_where_the_version_has_moved(services: BotServices) -> None:
    match = Match.create(services.handler, HUMAN, BOT)
    seat = to_bots_turn(match)
    version = match.game_log.version
    play_turns(services, match.id, version, seat, 1)
    before = match.commits
    for stale in (1, version, len(before) + 1, 10**6):
        play_turns(services, match.id, stale, seat, 1)
        job = services.queue.find(match.id, stale, seat)
        assert job is not None
        assert job.status == "finished"
    assert match.commits == before


@pytest.mark.parametrize("abandoned", [False, True])
def test_nothing_happens_in_a_game_that_is_over(services: BotServices, clock: Clock, abandoned: bool) -> None:
    match = Match.create(enqueues(services), BOT, BOT)
    match.handler = services.handler  # The job of the first turn is the only one.
    if abandoned:
        match.manage("host", lifecycle.AbandonGame())
    else:
        match.play(Random(1))
    before = match.commits
    assert due(services, match) is None
    for version in (1, len(before)):
        play_turns(services, match.id, version, 0, 1)
    assert len(services.queue) == 1
    run_queue(services)
    clock.pass_by(100.0)
    assert sweep(services) == 0
    assert len(services.queue) == 0
    assert match.commits == before
    assert due(services, match) is None
    assert {job.status for job in services.queue.jobs(match.id)} == {"finished"}


def test_two_workers_on_one_turn_make_one_game(redis_url: str, clock: Clock) -> None:
    with connect(redis_url) as client, connect(redis_url) as queue, connect(redis_url) as other:
        several = [make_services(client, queue, clock), make_services(other, queue, clock)]
        match = Match.create(several[0].handler, BOT, BOT, BOT)
        with ThreadPoolExecutor(2) as pool:
            (seat,) = bots_to_act(match)
            done = [pool.submit(play_turns, each, match.id, 1, seat, number) for number, each in enumerate(several, 1)]
            assert [each.result() for each in done] == [None, None]
        while bots := bots_to_act(match):  # The one that lost a race left the rest to the other; that one may have too.
            play_turns(several[0], match.id, match.game_log.version, bots[0], 1)
        assert audit(CODECS, match.commits).ok
        assert match.game_log.session == refolded(match.commits, match.game_log.codec)[-1]


def test_a_bot_is_asked_with_its_view_and_legal_commands_only(
    services: BotServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    choose = jobs.choose
    monkeypatch.setattr(jobs, "choose", lambda *args: asked.append(args) or choose(*args))
    match = Match.create(services.handler, GREEDY, BOT)
    play_turns(services, match.id, 1, *bots_to_act(match), 1)
    tables = refolded(match.commits, match.game_log.codec)
    assert len(asked) == len(tables) - 1
    for (level, (game, view, seat, legal), _, budget), now in zip(asked, tables, strict=False):
        assert (level, budget) == (now.seats[seat].level, BUDGET)
        assert view == game.gate.view(now.state, seat)
        assert list(legal) == list(game.rules.legal_commands(now.state, seat))


# While a bot thinks


def thinking(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], object]) -> None:
    """The next bot that is asked lets this happen before it answers."""
    choose = jobs.choose

    def slowly(*args: Any) -> Any:
        monkeypatch.setattr(jobs, "choose", choose)
        meanwhile()
        return choose(*args)

    monkeypatch.setattr(jobs, "choose", slowly)


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize(
    ("who", "command", "status"),
    [
        ("s1", lifecycle.TakeBack(seat=1), "running"),
        ("host", lifecycle.HandToBot(seat=1, level="greedy"), "running"),
        ("host", lifecycle.Reassign(seat=1, name="Cy"), "running"),
        ("host", lifecycle.AbandonGame(), "abandoned"),
    ],
)
def test_what_happens_while_a_bot_thinks_comes_first(
    services: BotServices,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
    elsewhere: bool,
    who: str,
    command: lifecycle.SessionCommand,
    status: str,
) -> None:
    match = Match.create(services.handler, HUMAN, HUMAN, trusted_host=True)
    match.manage("s1", lifecycle.HandToBot(seat=1, level="random"))
    assert to_bots_turn(match) == 1
    version = match.game_log.version
    with connect(redis_url) as client:
        # In the same process, and in another one of which this one hears by its append only.
        match.handler = handler_on(EventStore(client), CODECS, clock=services.clock) if elsewhere else services.handler
        thinking(monkeypatch, lambda: match.manage(who, command))
        play_turns(services, match.id, version, 1, 1)
        assert [commit.actor for commit in match.commits[version:]] == ["player" if who == "s1" else "host"]
        assert match.game_log.session.status == status
        job = services.queue.find(match.id, version, 1)
        assert job is not None
        assert job.status == "finished"


@pytest.mark.threat("T-56")
@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_others_do_beside_the_game_does_not_make_a_bot_think_anew(
    services: BotServices, redis_url: str, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    """Else who keeps doing it would keep the bot from acting at all."""
    seats = (HUMAN, HUMAN, HUMAN)
    match = Match(services.handler, services.handler.new_games.create(lifecycle.CreateGame(ruleset=MARAUDERS, seats=seats)))
    match.manage("s2", lifecycle.HandToBot(seat=2, level="random"))
    while bots_to_act(match) != (2,) or session.to_act(match.game_log.game, match.game_log.session) != (2,):
        seat = next(each for each in session.to_act(match.game_log.game, match.game_log.session) if each != 2)
        match.act(
            match.game_log.game.rules.legal_commands(match.game_log.session.state, seat)[0],
            seat,
            key=str(match.game_log.version),
        )
    version = match.game_log.version
    asked: list[int] = []

    with connect(redis_url) as client:
        match.handler = handler_on(EventStore(client), CODECS, clock=services.clock) if elsewhere else services.handler

        def meanwhile() -> None:
            asked.append(match.game_log.version)
            match.manage("s1", lifecycle.HandToBot(seat=1, level="stand_in"))
            match.manage("s0", lifecycle.HandToBot(seat=0, level="stand_in"))
            match.manage("s0", lifecycle.TakeBack(seat=0))

        thinking(monkeypatch, meanwhile)
        play_turns(services, match.id, version, 2, 1)
    actors = [(commit.actor, commit.seat) for commit in match.commits[version:]]
    assert actors[:4] == [("player", 1), ("player", 0), ("player", 0), ("bot", 2)]
    assert asked == [version]


@pytest.mark.threat("T-56")
def test_a_queued_turn_is_played_though_others_acted_beside_the_game_meanwhile(services: BotServices) -> None:
    match = Match.create(services.handler, HUMAN, HUMAN)
    match.manage("s1", lifecycle.HandToBot(seat=1, level="random"))
    assert to_bots_turn(match) == 1
    version = match.game_log.version
    match.manage("s0", lifecycle.HandToBot(seat=0, level="stand_in"))
    match.manage("s0", lifecycle.TakeBack(seat=0))
    play_turns(services, match.id, version, 1, 1)
    assert match.commits[version + 2].actor == "bot"
    before = match.commits
    match.manage("s0", lifecycle.HandToBot(seat=0, level="stand_in"))
    play_turns(services, match.id, version, 1, 1)
    assert len(match.commits) == len(before) + 1, "what was asked then has been answered"


def test_thinking_is_not_taken_for_loss(services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    services.budget = 30.0
    patience = patience_ms(services.budget)
    services.handler = handler_on(services.store, CODECS, clock=services.clock, bot_patience_ms=patience)
    choose, left = jobs.choose, []

    def slowly(*args: Any) -> Any:
        clock.pass_by(30.0)
        left.append(due(services, match))
        assert sweep(services) == 0
        return choose(*args[:-1], BUDGET)

    monkeypatch.setattr(jobs, "choose", slowly)
    monkeypatch.setattr(jobs, "LONGEST_JOB_MS", 10**9)
    match = Match.create(services.handler, BOT, BOT, options={"round_limit": 1})
    play_turns(services, match.id, 1, *bots_to_act(match), 1)
    assert match.game_log.session.over
    assert len(left) > 3
    assert all(each is not None and each > 0 for each in left)


def test_a_long_job_leaves_the_rest_to_a_new_one(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = jobs.choose

    def slowly(*args: Any) -> Any:
        clock.pass_by(jobs.LONGEST_JOB_MS / 1000 / 2.5)
        return choose(*args)

    monkeypatch.setattr(jobs, "choose", slowly)
    match = Match.create(services.handler, BOT, BOT)
    play_turns(services, match.id, 1, *bots_to_act(match), 1)
    assert match.game_log.version == 4
    (waiting,) = (job for job in services.queue.jobs(match.id) if job.status == "queued")
    assert (waiting.version, waiting.seat, waiting.attempts) == (4, *bots_to_act(match), 1)
    assert len(services.queue) == 1


# A job that fails


def test_a_failed_job_is_tried_again_after_longer_and_longer_waits(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def confused(*args: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "choose", confused)
        match = Match.create(enqueues(services), BOT, HUMAN, options={"starting_seat": 0})
        waits = []
        for attempt in range(1, 8):
            run_queue(services)
            job = services.queue.find(match.id, 1, 0)
            assert job is not None
            assert (job.status, job.attempts) == ("failed", attempt)
            wait = due(services, match)
            assert wait is not None
            waits.append(wait)
            clock.pass_by(wait - 0.01)
            assert sweep(services) == 0
            clock.pass_by(0.01)
            assert sweep(services) == 1
            assert sweep(services) == 0
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0]
    assert match.game_log.version == 1
    run_queue(services)
    assert match.game_log.version > 1
    job = services.queue.find(match.id, 1, 0)
    assert job is not None
    assert (job.status, job.attempts) == ("finished", 8)


def test_waits_grow_up_to_a_minute() -> None:
    assert [retry_ms(attempt) for attempt in (1, 2, 3, 7, 20, 10**6)] == [1_000, 2_000, 4_000, 60_000, 60_000, 60_000]


def test_a_game_that_cannot_be_read_fails_its_job_and_waits(services: BotServices, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.create(services.handler, BOT, HUMAN, options={"starting_seat": 0})

    def unreadable(game: str) -> GameLog:
        raise ValueError(game)

    monkeypatch.setattr(services.handler.repository, "load", unreadable)
    for attempt in (1, 2, 3):
        with pytest.raises(ValueError, match=match.id):
            play_turns(services, match.id, 1, 0, attempt)
        assert due(services, match) == retry_ms(attempt) / 1000
        job = services.queue.find(match.id, 1, 0)
        assert job is not None
        assert (job.status, job.attempts) == ("failed", attempt)


# Turns that were lost


def lost_never_enqueued(services: BotServices, match: Match) -> None:
    services.queue.connection.delete("rq:queue:tradewinds-bots-alone")


def lost_with_the_queue(services: BotServices, match: Match) -> None:
    for key in services.queue.connection.scan_iter("rq:*"):
        services.queue.connection.delete(key)
    services.queue.connection.delete(f"tradewinds:jobs:{match.id}")


def lost_by_a_worker_killed_before_it_began(services: BotServices, match: Match) -> None:
    services.queue.connection.lpop("rq:queue:tradewinds-bots-alone")


def lost_by_a_worker_killed_while_it_thought(services: BotServices, match: Match) -> None:
    class Killed(BaseException):
        pass

    def kill(*args: Any) -> Any:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "choose", kill)
        with pytest.raises(Killed):
            play_turns(services, match.id, 1, 0, 1)
    services.queue.connection.lpop("rq:queue:tradewinds-bots-alone")


def lost_between_two_moves(services: BotServices, match: Match) -> None:
    class Killed(BaseException):
        pass

    choose, moves = jobs.choose, []

    def kill(*args: Any) -> Any:
        moves.append(args)
        if len(moves) == 2:
            raise Killed
        return choose(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "choose", kill)
        with pytest.raises(Killed):
            play_turns(services, match.id, 1, 0, 1)
    assert match.game_log.version == 2
    services.queue.connection.lpop("rq:queue:tradewinds-bots-alone")


def lost_with_its_record(services: BotServices, match: Match) -> None:
    """The id of the first attempt is taken, but nobody knows that there was one."""
    services.queue.connection.lpop("rq:queue:tradewinds-bots-alone")
    services.queue.connection.delete(f"tradewinds:jobs:{match.id}")


@pytest.mark.parametrize(
    "lose",
    [
        lost_never_enqueued,
        lost_with_the_queue,
        lost_by_a_worker_killed_before_it_began,
        lost_by_a_worker_killed_while_it_thought,
        lost_between_two_moves,
        lost_with_its_record,
    ],
)
def test_a_lost_turn_is_found_within_seconds(
    services: BotServices, clock: Clock, lose: Callable[[BotServices, Match], None]
) -> None:
    match = Match.create(enqueues(services), BOT, BOT, options={"starting_seat": 0})
    lose(services, match)
    assert len(services.queue) == 0
    began = clock.now
    while not match.game_log.session.over:
        assert clock.now - began < timedelta(seconds=12), "the turn was not found"
        clock.pass_by(1.0)
        sweep(services)
        run_queue(services)
    assert audit(CODECS, match.commits).ok


def test_an_enqueue_that_fails_does_not_fail_the_action(redis_url: str, tmp_path: Path) -> None:
    settings = Settings(redis_url=redis_url, queue_url=f"unix://{tmp_path}/nobody.sock", rate_limit="off")
    seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
    body = {"ruleset": MERCHANTS, "seats": seats, "options": {"starting_seat": 1}}
    game = Api(create_app(settings), over_http.contract()).post("/v1/games", body).get_json()["game"]
    assert game["to_act"] == [1]
    with connect(redis_url) as store, connect(redis_url) as queue:
        soon = utc_now() + timedelta(seconds=4)
        services = make_services(store, queue, lambda: soon)
        assert sweep(services) == 1
        run_queue(services)
        assert services.handler.repository.load(game["id"]).version > 1


def test_the_sweep_leaves_alone_what_is_not_due(services: BotServices, clock: Clock) -> None:
    Match.create(services.handler, BOT, BOT)
    Match.create(services.handler, HUMAN, HUMAN)
    clock.pass_by(1.0)
    assert sweep(services) == 0
    clock.pass_by(patience_ms(BUDGET) / 1000)
    assert sweep(services) == 1
    assert sweep(services) == 0
    assert len(services.queue) == 1


@pytest.mark.threat("T-55")
def test_a_turn_that_a_clock_ahead_of_the_others_has_noted_is_found_at_once(services: BotServices, clock: Clock) -> None:
    """It would count as lost only when that time has come, be it in a year."""
    match = Match.create(services.handler, BOT, BOT)
    for ahead in (LONGEST_WAIT_MS + 1_000, 365 * 24 * 3_600_000):
        services.store.bots.postpone(match.id, services.now_ms() + ahead)
        assert sweep(services) == 1
        assert due(services, match) <= LONGEST_WAIT_MS / 1000  # type: ignore[operator]
        assert sweep(services) == 0
        services.queue.connection.lpop("rq:queue:tradewinds-bots-alone")


def test_no_turn_is_given_so_long_that_it_looks_like_a_wrong_clock() -> None:
    longest = max(patience_ms(LONGEST_BUDGET), GRACE_MS + jobs.LONGEST_RETRY_MS)
    assert longest + 50_000 <= LONGEST_WAIT_MS, "clocks may differ by that much"


def test_a_game_that_cannot_be_read_does_not_keep_the_sweep_from_the_others(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [Match.create(services.handler, BOT, BOT) for _ in range(3)]
    clock.pass_by(1.0)
    sound = Match.create(services.handler, BOT, BOT)
    for match in broken:
        services.store.redis.client.hset(f"{{0}}:g:{match.id}:s", "secret", "no hex")
    services.handler = handler_on(services.store, CODECS, clock=clock)
    clock.pass_by(10.0)
    assert sweep(services) == 1
    assert [job.status for job in services.queue.jobs(sound.id)] == ["queued"]
    # They are looked at again, but not each time.
    clock.pass_by(59.0)
    assert services.store.bots.due(services.now_ms()) == [sound.id]
    clock.pass_by(2.0)
    assert set(services.store.bots.due(services.now_ms())) >= {match.id for match in broken}


@pytest.mark.parametrize("damage", [*DAMAGES])
def test_a_damaged_log_is_told_once_and_waits(
    services: BotServices, clock: Clock, damage: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damaged_logs, "REPORTED", LogThrottle())
    match = Match.create(services.handler, BOT, BOT)
    while match.game_log.version <= BAD:
        match.play(Random(1), 1)
    version, (bot,) = match.game_log.version, bots_to_act(match)
    sound = Match.create(enqueues(services), BOT, BOT)
    DAMAGES[damage](services.store.redis.client, match.id)
    services.handler = handler_on(services.store, CODECS, clock=clock)
    for attempt in (1, 2):
        play_turns(services, match.id, version, bot, attempt)
        job = services.queue.find(match.id, version, bot)
        assert job is not None
        assert (job.status, due(services, match)) == ("failed", retry_ms(attempt) / 1000)
    for _ in range(3):
        clock.pass_by(61.0)
        sweep(services)
        assert due(services, match) == 60.0
    run_queue(services)
    assert sound.game_log.version > 1
    assert [record.name for record in caplog.records if record.levelno >= logging.ERROR] == ["telemetry.damaged_logs"]


def test_an_entry_for_a_game_that_is_gone_does_not_stay_due(services: BotServices, clock: Clock) -> None:
    match = Match.create(services.handler, BOT, BOT)
    services.store.redis.client.delete(f"{{0}}:g:{match.id}", f"{{0}}:g:{match.id}:s")
    services.handler = handler_on(services.store, CODECS, clock=clock)
    clock.pass_by(10.0)
    assert sweep(services) == 0
    assert services.store.bots.due(services.now_ms()) == []


def test_an_entry_for_a_game_in_which_no_bot_is_to_act_does_not_stay_due(services: BotServices, clock: Clock) -> None:
    """Version 1 of Merchants & Marauders left such entries for standing passes."""
    match = Match.create(services.handler, HUMAN, BOT, options={"starting_seat": 0})
    services.store.redis.client.zadd("{0}:bots", {match.id: services.now_ms()})
    before = match.commits
    assert sweep(services) == 0
    assert len(services.queue) == 0
    assert match.commits == before
    assert services.store.bots.due(services.now_ms()) == []
    assert due(services, match) == 60.0, "it is looked at again, but not in each sweep"
    bot = to_bots_turn(match)
    play_turns(services, match.id, match.game_log.version, bot, 1)
    assert due(services, match) is None, "the bot's turn takes it out"


def test_one_process_sweeps_at_a_time(redis_url: str, clock: Clock) -> None:
    with connect(redis_url) as client, connect(redis_url) as queue:
        several = [make_services(client, queue, clock) for _ in range(4)]
        for _ in range(3):
            Match.create(several[0].handler, BOT, BOT)
        clock.pass_by(10.0)
        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(sweep_alone, several)) == [0, 0, 0, 3]
        assert len(several[0].queue) == 3
        assert 0 < queue.pttl("tradewinds:sweeper") <= 2_000


def test_a_sweep_without_a_queue_waits_for_the_next(services: BotServices, clock: Clock, tmp_path: Path) -> None:
    Match.create(services.handler, BOT, BOT)
    clock.pass_by(10.0)
    with connect(f"unix://{tmp_path}/nobody.sock") as nobody:
        working, services.queue = services.queue, BotQueue(nobody)
        assert sweep_alone(services) == 0
    services.queue = working
    assert sweep_alone(services) == 1


# Ids and records


def test_an_attempt_is_enqueued_once(services: BotServices) -> None:
    match = Match.create(services.handler, BOT, BOT)
    job = Job(version=1, seat=0, level="random", status="queued", attempts=1, queued_ms=5)
    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(lambda _: services.queue.put(match.id, job, alone=True), range(6))) == [False] * 5 + [True]
    assert services.queue.put(match.id, msgspec.structs.replace(job, attempts=2), alone=True)
    assert services.queue.put(match.id, msgspec.structs.replace(job, seat=1), alone=True)
    assert set(services.queue.queues[1].job_ids) == {f"{match.id}-1-0-1", f"{match.id}-1-0-2", f"{match.id}-1-1-1"}
    assert [(each.seat, each.attempts) for each in services.queue.jobs(match.id)] == [(0, 2), (1, 1)]


def test_a_job_is_stored_as_json(services: BotServices) -> None:
    services.queue.put("0ga", Job(version=3, seat=1, level="random", status="queued", attempts=2, queued_ms=5), alone=False)
    data: Any = services.queue.connection.hget("rq:job:0ga-3-1-2", "data")
    assert msgspec.json.decode(zlib.decompress(data)) == ["workers.jobs.play", None, ["0ga", 3, 1, 2], {}]


@pytest.mark.threat("T-55")
def test_no_job_is_broken_off_while_its_bot_may_think(services: BotServices) -> None:
    """It would be at each attempt, and the game would stand for ever."""
    services.queue.put("0ga", Job(version=3, seat=1, level="ismcts", status="queued", attempts=1, queued_ms=5), alone=False)
    job = RqJob.fetch("0ga-3-1-1", services.queue.connection, JSONSerializer)
    assert job.timeout >= jobs.LONGEST_JOB_MS / 1000 + LONGEST_BUDGET + 60


def test_the_record_of_a_quick_job_is_not_overwritten(services: BotServices, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may be done before the service has finished enqueueing."""
    with_people, _ = services.queue.queues
    enqueue = with_people.enqueue_call

    def quick(*args: Any, **kwargs: Any) -> Any:
        enqueued = enqueue(*args, **kwargs)
        run_queue(services)
        return enqueued

    monkeypatch.setattr(with_people, "enqueue_call", quick)
    match = Match.create(enqueues(services), BOT, HUMAN, options={"starting_seat": 0})
    job = services.queue.find(match.id, 1, 0)
    assert job is not None
    assert job.status == "finished"


def test_an_earlier_attempt_that_starts_late_does_not_take_back_the_count(services: BotServices) -> None:
    match = Match.create(services.handler, BOT, HUMAN, options={"starting_seat": 0})
    services.queue.put(
        match.id, Job(version=1, seat=0, level="random", status="queued", attempts=4, queued_ms=5), alone=False
    )
    play_turns(services, match.id, 1, 0, 2)
    job = services.queue.find(match.id, 1, 0)
    assert job is not None
    assert (job.status, job.attempts, job.queued_ms) == ("finished", 4, 5)


def test_a_record_tells_when_a_job_was_queued_started_and_ended(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.create(enqueues(services), BOT, HUMAN, options={"starting_seat": 0})
    queued = milliseconds(clock.now)
    clock.pass_by(2.0)
    thinking(monkeypatch, lambda: clock.pass_by(0.5))
    run_queue(services)
    (job,) = services.queue.jobs(match.id)
    assert (job.queued_ms, job.started_ms, job.ended_ms) == (queued, queued + 2_000, queued + 2_500)
    assert 0 < services.queue.connection.ttl(f"tradewinds:jobs:{match.id}") <= 7 * 24 * 3600
    assert services.queue.jobs("0gunknown") == []


def test_jobs_are_played_by_workers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_services", None)
    with pytest.raises(RuntimeError, match="tradewinds worker"):
        jobs.play("0ga", 1, 0, 1)
