"""Nobody is refused for what has changed in another process; a dry run changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from redis import Redis

from events.commands.handler import CommandHandler
from events.errors import (
    StaleVersion,
)
from tests.events.processes import elsewhere
from tests.support.play import Match, body


def test_nobody_is_refused_for_what_a_process_has_not_heard_of(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    random = Random(8)
    for _ in range(40):
        if match.game_log.session.over:
            break
        stale = elsewhere(match, there)
        there.repository.load(match.id)
        match.play(random, random.randrange(1, 4))
        if match.game_log.session.over:
            break
        seat, legal = match.to_act()
        command = random.choice(legal)
        # What there is known of says perhaps: not your turn, no such card, another version.
        done = there.act(match.id, match.tokens[f"s{seat}"], body(command), match.game_log.version)
        assert not done.replayed
        assert match.game_log.version == done.commit.version == stale.game_log.version


def test_a_refusal_tells_of_the_position_as_it_is_now(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    there.repository.load(match.id)
    match.play(Random(1), 5)
    seat, legal = match.to_act()
    with pytest.raises(StaleVersion) as stale:
        there.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), 1)
    assert stale.value.current == 6


def test_a_dry_run_stores_and_draws_nothing(process: Callable[[], CommandHandler], redis_url: str) -> None:
    match = Match.create(process())
    random = Random(6)
    with Redis.from_url(redis_url) as client:
        for _ in range(30):
            seat, legal = match.to_act()
            before = {key: client.dump(key) for key in client.scan_iter()}
            token = match.tokens[f"s{seat}"]
            assert all(match.handler.try_out(match.id, token, body(each))[1] is None for each in legal)
            _, refusal = match.handler.try_out(match.id, match.tokens[f"s{1 - seat}"], body(legal[0]))
            assert refusal is not None
            with pytest.raises(StaleVersion):
                match.handler.try_out(match.id, token, body(legal[0]), match.game_log.version + 1)
            assert {key: client.dump(key) for key in client.scan_iter()} == before
            match.play(random, 1)
