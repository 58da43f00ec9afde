"""The fold of a long log goes beside what else a process does; the one of a usual log is too short for that."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from gevent.monkey import get_original

from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import LogDamaged
from events.games import repository
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from service.offload import folds
from tests.support.games import CODECS
from tests.support.gevent_patched import in_patched_process
from tests.support.play import HUMAN, Match, fake_store, handler_on


class Beside:
    """Counts the folds that are handed over."""

    def __init__(self) -> None:
        self.folds = 0

    def __call__(self, fold: Callable[[], GameLog]) -> GameLog:
        self.folds += 1
        return fold()


@pytest.fixture
def match() -> Match:
    return Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN).play(Random(1), 60)


def test_only_a_long_log_is_folded_beside(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = Beside()
    games = GameRepository(match.handler.store, CODECS, beside=beside)
    short = games.load(match.id)
    assert beside.folds == 0
    monkeypatch.setattr(repository, "LONG_LOG", sum(len(bytes(each.events)) for each in match.commits) // 2)
    games.evict(match.id)
    long = games.load(match.id)
    assert (beside.folds, long.session) == (1, short.session)
    match.manage("host", lifecycle.AbandonGame())
    assert games.load(match.id).session.over
    assert beside.folds == 1, "what came since is short"


@in_patched_process
def test_a_game_that_was_folded_in_another_thread_is_played_on_as_any_other() -> None:
    repository.LONG_LOG = 0
    thread = get_original("_thread", "get_ident")
    pool, threads = folds(), []

    def beside(fold: Callable[[], GameLog]) -> GameLog:
        def folded() -> GameLog:
            threads.append(thread())
            return fold()

        return pool(folded)

    store = fake_store()
    match = Match.create(handler_on(store, CODECS)).play(Random(1), 30)
    games = GameRepository(store, CODECS, beside=beside)
    match.handler = CommandHandler(games)
    match.play(Random(2), 30)
    assert threads
    assert thread() not in threads
    games.evict(match.id)
    damaged = games.codecs.of(match.game_log.game.name)
    games.evict(match.id)
    damaged.events = lambda commits: []  # type: ignore[method-assign]
    with pytest.raises(LogDamaged):
        games.load(match.id)
    assert games.cached(match.id) is None
