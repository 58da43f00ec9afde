"""Positions of the past are those of the plain fold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import session
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    NoSuchVersion,
)
from events.games import game_log as game_log_module
from events.games import repository
from tests.events.processes import elsewhere
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, OPEN, Match, fake_store, handler_on, refolded


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), every=st.sampled_from([1, 2, 7, 64]), warm=st.booleans())
def test_every_past_position_is_the_plain_fold(seed: int, every: int, warm: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repository, "CHECKPOINT_EVERY", every)
        patch.setattr(game_log_module, "CHECKPOINT_EVERY", every)
        random = Random(seed)
        handler = handler_on(fake_store(), CODECS)
        match = Match.create(handler, HUMAN, OPEN, BOT)
        match.claim(1, name="Bo", client_seed=str(seed))
        match.play(random, random.randrange(0, 90))
        if not match.game_log.session.over:
            match.manage("host", lifecycle.HandToBot(seat=0, level="greedy"))
            match.play(random, random.randrange(0, 40))
        if not warm:
            handler = handler_on(handler.store, CODECS)
        game_log = handler.repository.load(match.id)
        commits = match.commits
        tables = refolded(commits, game_log.codec)
        assert [handler.repository.position(game_log, each.version) for each in commits] == [
            (now, each.head, each.at) for now, each in zip(tables, commits, strict=True)
        ]
        assert game_log.session == tables[-1]
        turns = [0, *(session.turn(game_log.game, now) for now in tables[:-1])]
        assert [game_log.turn_of(each.version) for each in commits] == turns
        for turn in range(turns[-1] + 1):
            given_in_it = [each.version for each, its in zip(commits, turns, strict=True) if its <= turn]
            assert handler.repository.version_of_turn(game_log, turn) == given_in_it[-1]
        for version in (0, -1, len(commits) + 1, 10**12):
            with pytest.raises(NoSuchVersion):
                handler.repository.position(game_log, version)
        for turn in (-1, session.turn(game_log.game, tables[-1]) + 1):
            with pytest.raises(NoSuchVersion):
                handler.repository.version_of_turn(game_log, turn)


def test_a_position_looked_up_while_the_game_goes_on_is_that_of_its_version(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here).play(Random(1), 20)
    game_log = there.repository.load(match.id)
    match.play(Random(2), 20)
    assert game_log.version == 21
    tables = refolded(match.commits, game_log.codec)
    assert [there.repository.session_at(game_log, version) for version in range(1, 22)] == tables[:21]


def test_a_look_at_the_past_reads_no_further(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process()).play(Random(1), 20)
    tables = refolded(match.commits, match.game_log.codec)
    handler = process()
    for version, known in ((7, 7), (3, 7), (12, 12), (99, 21)):
        game_log = handler.repository.load(match.id, upto=version)
        assert game_log.position.version == known
        assert game_log.session == tables[known - 1]
    assert [handler.repository.session_at(game_log, version) for version in range(1, 22)] == tables
    with pytest.raises(NoSuchVersion) as refused:
        handler.repository.position(game_log, 99)
    assert refused.value.last == 21


def test_who_has_looked_at_the_past_still_acts_and_reads_in_the_present(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process()).play(Random(1), 20)
    handler = process()
    handler.repository.load(match.id, upto=5)
    elsewhere(match, handler).play(Random(2), 1)
    assert handler.repository.load(match.id).version == 22
    other = process()
    other.repository.load(match.id, upto=5)
    assert other.repository.load(match.id).session == match.game_log.session
