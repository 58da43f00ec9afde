"""Who is served first where more bots are to act than the workers can play."""

from __future__ import annotations

from typing import Any

import pytest

from domain.session import lifecycle
from events.bot_queue import Job
from tests.support.play import HUMAN, Match
from tests.workers.conftest import Clock
from tests.workers.test_jobs import BOT, bots_to_act, enqueues, run_queue
from workers import jobs
from workers.jobs import SLICE_MS, BotServices, sweep
from workers.main import MOST_IN_A_ROW, BotWorker


@pytest.fixture
def moves(services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games in which bots act, one after the other; each thinks for a little longer than a slice."""
    made: list[str] = []
    choose, act = jobs.choose, services.handler.act_as_bot

    def slowly(*args: Any) -> Any:
        clock.pass_by((SLICE_MS + 50) / 1000)
        return choose(*args)

    def noted(game: str, *args: Any) -> Any:
        made.append(game)
        return act(game, *args)

    monkeypatch.setattr(jobs, "choose", slowly)
    monkeypatch.setattr(services.handler, "act_as_bot", noted)
    return made


def play_jobs(services: BotServices, most: int) -> None:
    """As many jobs as that, in the order in which a worker takes them."""
    jobs.use(services)
    worker = BotWorker(services.queue.connection)
    for _ in range(most):
        taken = worker.dequeue_job_and_maintain_ttl(None)
        if taken is None:
            break
        worker.perform_job(*taken)


def waiting(services: BotServices) -> list[int]:
    return [queue.count for queue in services.queue.queues]


@pytest.mark.threat("T-50")
def test_a_game_in_which_somebody_plays_waits_for_one_move_of_bots_by_themselves(
    services: BotServices,
    moves: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many such games there are: anybody can have them made."""
    handler = enqueues(services)
    for _ in range(8):
        Match.create(handler, BOT, BOT, BOT, BOT)
    made: list[Match] = []
    choose = jobs.choose

    def somebody_comes(*args: Any) -> Any:
        if not made:
            made.append(Match.create(handler, BOT, HUMAN, options={"starting_seat": 0}))
        return choose(*args)

    monkeypatch.setattr(jobs, "choose", somebody_comes)
    play_jobs(services, 2)
    (match,) = made
    assert len(moves) > 1
    assert moves[0] != match.id
    assert moves[1:] == [match.id] * (len(moves) - 1)


@pytest.mark.threat("T-50")
def test_games_take_turns_move_by_move_where_several_wait(services: BotServices, moves: list[str]) -> None:
    games = [Match.create(enqueues(services), BOT, BOT, BOT).id for _ in range(3)]
    play_jobs(services, 9)
    assert moves == games * 3


def test_a_job_makes_the_move_that_it_is_for_however_long_it_took_to_begin(
    services: BotServices, moves: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Handed on before that it would be the same job again, which RQ takes only once."""
    games = [Match.create(enqueues(services), BOT, BOT, BOT).id for _ in range(2)]
    load = services.handler.repository.load

    def slowly(game: str, upto: int | None = None) -> Any:
        clock.pass_by((2 * SLICE_MS) / 1000)
        return load(game, upto)

    monkeypatch.setattr(services.handler.repository, "load", slowly)
    play_jobs(services, 6)
    assert moves == games * 3
    assert waiting(services) == [0, 2]


def test_of_a_game_that_was_handed_on_the_job_that_plays_it_is_told(services: BotServices, moves: list[str]) -> None:
    games = [Match.create(enqueues(services), BOT, BOT, BOT) for _ in range(2)]
    play_jobs(services, 6)
    for match in games:
        (job,) = services.queue.jobs(match.id)
        assert (job.status, job.version) == ("queued", match.game_log.version)


def test_a_game_that_is_alone_goes_on(services: BotServices, moves: list[str]) -> None:
    Match.create(enqueues(services), BOT, BOT, BOT)
    play_jobs(services, 1)
    assert len(moves) > 5
    assert waiting(services) == [0, 1]


def test_people_do_not_make_room_for_bots_by_themselves(services: BotServices, moves: list[str]) -> None:
    handler = enqueues(services)
    Match.create(handler, BOT, BOT)
    match = Match.create(handler, BOT, BOT, BOT, HUMAN, options={"starting_seat": 0})
    play_jobs(services, 1)
    assert len(moves) > 1
    assert set(moves) == {match.id}
    assert bots_to_act(match) == ()


@pytest.mark.threat("T-50")
def test_bots_by_themselves_get_a_tenth_where_people_always_wait(
    services: BotServices,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[str] = []
    monkeypatch.setattr(jobs, "play", lambda game, *args: played.append(game))
    for number in range(30):
        job = Job(version=number, seat=0, level="random", status="queued", attempts=1, queued_ms=5)
        services.queue.put("alone" if number < 3 else "people", job, alone=number < 3)
    play_jobs(services, 30)
    first = ["people"] * MOST_IN_A_ROW + ["alone"]
    assert played == first * 3
    services.queue.put("alone", job, alone=True)
    play_jobs(services, 1)
    assert played[-1] == "alone"


def test_a_turn_that_waits_in_the_queue_is_not_lost(services: BotServices, clock: Clock) -> None:
    """Else a queue that is long would be made longer by every game that waits in it."""
    match = Match.create(enqueues(services), BOT, BOT)
    for _ in range(5):
        clock.pass_by(61)
        assert sweep(services) == 0
        assert services.store.bots.due(services.now_ms()) == []
    assert waiting(services) == [0, 1]
    services.queue.queues[1].pop_job_id()
    clock.pass_by(61)
    assert sweep(services) == 1
    run_queue(services)
    assert match.game_log.session.over


def test_a_game_goes_to_the_queue_of_those_who_play_it_now(services: BotServices) -> None:
    handler = enqueues(services)
    match = Match.create(handler, HUMAN, HUMAN, options={"starting_seat": 0})
    match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    assert waiting(services) == [1, 0]
    match.manage("s1", lifecycle.HandToBot(seat=1, level="random"))
    assert waiting(services) == [1, 1]
    match.manage("s1", lifecycle.TakeBack(seat=1))
    assert waiting(services) == [2, 1]
    run_queue(services)
    assert bots_to_act(match) == ()
