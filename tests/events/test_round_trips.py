"""What commands cost: round trips to Redis, games in memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from redis import Redis

from domain.session import lifecycle
from domain.session.clocks import Clock
from events.commands.handler import CommandHandler
from events.store_types import OwnersPart
from tests.events.processes import KEY, Commands
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, Match, body, fake_store, handler_on, refolded


def test_the_cache_is_bounded_and_forgets_what_was_not_used_for_longest() -> None:
    store = fake_store()
    handler = handler_on(store, CODECS, cache_size=3)
    games = [Match.create(handler) for _ in range(5)]
    games[2].play(Random(1), 1)
    Match.create(handler)
    assert list(handler.repository._cache)[:2] == [games[4].id, games[2].id]
    assert len(handler.repository._cache) == 3
    for match in games:
        assert match.play(Random(2), 2).game_log.session == refolded(match.commits, match.game_log.codec)[-1]
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


def test_key_clock_and_webhooks_add_no_command_to_an_action_of_a_person_or_bot(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    """However much waits for receivers: what they are to be told is written in the same step."""
    handler = process()
    owner = OwnersPart(owner=handler.store.api_keys.create("a league", "2026-01-02T03:04:05.000Z")[0].id)
    handler.store.webhooks.announce([owner.owner])
    with Redis.from_url(redis_url) as redis:
        redis.zadd("{0}:outbox", {f"{owner.owner} game-{number} turn": 1 for number in range(1_000)})
    plan = lifecycle.CreateGame(
        ruleset=MERCHANTS, seats=(HUMAN, BOT), clock=Clock(seconds=60, on_timeout="bot", level="random")
    )
    match = Match(handler, handler.new_games.create(plan, None, None, owner))
    told, actors, commands = set[str](), set[str](), Commands(redis_url)
    for _ in range(12):
        (seat, legal), version = match.to_act(), match.game_log.version
        if seat == 0:
            act = partial(handler.act, match.id, match.tokens["s0"], body(legal[-1]), version=version)
        else:
            act = partial(handler.act_as_bot, match.id, seat, legal[-1], version)
        told |= {*commands.of(act)}
        actors.add(match.commits[-1].actor)
    assert (told, actors) == ({"EVALSHA"}, {"player", "bot"})


def test_a_lost_race_costs_one_command_more(process: Callable[[], CommandHandler], redis_url: str) -> None:
    match = Match.create(process())
    there = process()
    there.repository.load(match.id)
    match.play(Random(1), 1)
    seat, legal = match.to_act()
    # There the position is one version old, and the action is possible there too or only in the new position.
    told = Commands(redis_url).of(lambda: there.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY))
    assert told in (["EVALSHA", "EVALSHA"], ["HGETALL", "XRANGE", "EVALSHA"])
