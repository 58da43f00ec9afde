"""Work on many games goes on with the others where one cannot be read, for whatever reason."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.session.clocks import Clock as GameClock
from domain.session.lifecycle import AbandonGame
from events.archive import bulk
from events.archive.archive import Archive
from events.errors import GameUnreadable, StoreUnavailable
from events.redis_store.client import connect
from events.removal.forgetting import Forgetter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from events.store_types import GameSummary, Page
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, Match, handler_on
from tests.workers.conftest import Clock
from workers.abandoning import Abandoner
from workers.archiving import Archivist
from workers.clocks import Timekeeper
from workers.idle import IdleGame
from workers.jobs import BotServices, play_turns, sweep
from workers.sleeping import Sleeper


class Unforeseen(GameUnreadable):
    """A reason that no module names."""


class AwayByItself(StoreUnavailable, GameUnreadable):
    """A reason that is a kind of StoreUnavailable, and concerns one game all the same."""


every_reason = pytest.mark.parametrize("reason", [Unforeseen, AwayByItself])


@pytest.fixture
def store(redis_url: str, tmp_path: Path) -> Iterator[EventStore]:
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    with connect(redis_url) as client:
        yield EventStore(
            client, archive=Archive(tmp_path / "archive"), sleep=SleepFolder(tmp_path / "sleep", tmp_path / "key")
        )


def failing_for(game: str, reason: type[Exception], call: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **options: Any) -> Any:
        if game in (arguments[0], getattr(arguments[0], "game", None)):
            raise reason("for some reason")
        return call(*arguments, **options)

    return called


@every_reason
def test_a_bot_s_job_ends_and_its_turn_is_tried_again(
    services: BotServices, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    match = Match.create(services.handler, BOT, BOT)
    monkeypatch.setattr(services.games, "load", failing_for(match.id, reason, services.games.load))
    play_turns(services, match.id, 1, 0, 1)
    assert [job.status for job in services.queue.jobs(match.id)] == ["failed"]
    assert services.store.bots.due(services.now_ms() + 1_000) == [match.id]


@every_reason
def test_the_sweep_goes_on(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    broken, sound = (Match.create(services.handler, BOT, BOT) for _ in range(2))
    monkeypatch.setattr(services.games, "load", failing_for(broken.id, reason, services.games.load))
    clock.pass_by(10.0)
    assert sweep(services) == 1
    assert [job.status for job in services.queue.jobs(sound.id)] == ["queued"]


@every_reason
def test_the_time_of_other_seats_runs_out(
    store: EventStore, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    handler = handler_on(store, CODECS)
    clock = GameClock(seconds=1, on_timeout="stand_in", level="stand_in", patience=2)
    broken, sound = (Match.create(handler, HUMAN, HUMAN, clock=clock) for _ in range(2))
    keeper = Timekeeper(store, handler, store.redis.client)  # type: ignore[arg-type]
    time.sleep(1.05)
    with monkeypatch.context() as patch:
        patch.setattr(handler.repository, "load", failing_for(broken.id, reason, handler.repository.load))
        assert keeper.sweep(10.0) == 1
    assert (broken.game_log.version, sound.game_log.version) == (1, 2)
    assert keeper.sweep(10.0) == 0, "it is put off for a minute"


@every_reason
def test_other_idle_games_are_abandoned_and_put_to_sleep(
    store: EventStore, clock: Clock, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    handler = handler_on(store, CODECS)
    broken, sound = (Match.create(handler, HUMAN, HUMAN) for _ in range(2))
    idle = {each.id: IdleGame(each.id, 1, clock.now, asleep=False) for each in (broken, sound)}
    abandon, sleep = Abandoner(handler, idle_days=0), Sleeper(store, after_seconds=0)
    clock.pass_by(1.0)
    with monkeypatch.context() as patch:
        patch.setattr(handler, "handle", failing_for(broken.id, reason, handler.handle))
        assert [abandon(each, clock.now) for each in idle.values()] == [False, True]
    if reason is Unforeseen:  # A StoreUnavailable is of the folder, to which all games go.
        monkeypatch.setattr(store.hibernation, "put", failing_for(sound.id, reason, store.hibernation.put))
        assert [sleep(each, clock.now) for each in idle.values()] == [True, False]


def test_other_games_are_archived(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = handler_on(store, CODECS)
    broken, sound = (Match.create(handler, HUMAN, HUMAN) for _ in range(2))
    for match in (broken, sound):
        match.manage("host", AbandonGame())
    monkeypatch.setattr(store.mover, "move", failing_for(broken.id, Unforeseen, store.mover.move))
    assert Archivist(store, store.redis.client, after_seconds=0).look(10.0) == 1  # type: ignore[arg-type]
    assert store.archive.read(sound.id) is not None


def test_a_forgetting_is_left_to_a_worker(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN)
    with monkeypatch.context() as patch:
        patch.setattr(store, "read", failing_for(match.id, Unforeseen, store.read))
        assert Forgetter(store).everywhere(match.id, {"seal"}) == ([], False)
    assert [each.game for _, each in store.forgettings.recent()] == [match.id]


def test_a_game_whose_new_fields_cannot_be_read_leaves_the_memory(
    services: BotServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.create(services.handler, BOT, BOT)
    monkeypatch.setattr(services.store, "read", failing_for(match.id, Unforeseen, services.store.read))
    services.games.read_again(match.id)
    assert services.games.cached(match.id) is None


def test_a_file_of_many_games_names_the_problem_of_one() -> None:
    def page(*_: object) -> Page[GameSummary]:
        fields: dict[str, Any] = dict.fromkeys(GameSummary.__struct_fields__, "")
        return Page([GameSummary(**fields | {"id": "0ga"})], None, [(1, "0ga")])

    first, last = bulk.lines(page, failing_for("0ga", Unforeseen, str), None, 5)
    assert b'"problem":"log_damaged"' in first.text
    assert b'"games":1' in last.text
