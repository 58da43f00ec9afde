"""What commands cost: round trips to Redis, games in memory."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from events.commands.handler import CommandHandler
from tests.events.processes import KEY, Commands
from tests.support.games import CODECS
from tests.support.play import Match, body, fake_store, handler_on, refolded


def test_the_cache_is_bounded_and_forgets_what_was_not_used_for_longest() -> None:
    store = fake_store()
    handler = handler_on(store, CODECS, cache_size=3)
    games = [Match.create(handler) for _ in range(5)]
    games[2].play(Random(1), 1)
    Match.create(handler)
    assert list(handler.repository._cache)[:2] == [games[4].id, games[2].id]
    assert len(handler.repository._cache) == 3
    for match in games:
        assert match.play(Random(2), 2).game_log.table == refolded(match.commits, match.game_log.codec)[-1]
        assert len(handler.repository._cache) == 3


def test_the_usual_action_is_one_command_to_redis(process: Callable[[], CommandHandler], redis_url: str) -> None:
    match = Match.create(process()).play(Random(1), 3)
    commands = Commands(redis_url)
    for keyed in ({"key": KEY}, {"version": 5}, {"key": "b", "version": 6}):
        seat, legal = match.to_act()
        token = match.tokens[f"s{seat}"]
        told = commands.of(lambda: match.handler.act(match.id, token, body(legal[0]), **keyed))  # noqa: B023
        assert told == ["EVALSHA"]
    assert commands.of(lambda: match.game_log) == ["XRANGE", "HGETALL"]


def test_a_lost_race_costs_one_command_more(process: Callable[[], CommandHandler], redis_url: str) -> None:
    match = Match.create(process())
    there = process()
    there.repository.load(match.id)
    match.play(Random(1), 1)
    seat, legal = match.to_act()
    # There the position is one version old, and the action is possible there too or only in the new position.
    told = Commands(redis_url).of(lambda: there.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY))
    assert told in (["EVALSHA", "EVALSHA"], ["HGETALL", "XRANGE", "EVALSHA"])
