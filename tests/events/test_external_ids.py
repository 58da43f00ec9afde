"""Creations with one external id at the same moment: in every order of their steps there is one game, which both find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from greenlet import getcurrent, greenlet
from redis import Redis

from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.errors import ExternalIdTaken
from events.identity import external_field
from events.store_types import Note, OwnersPart
from tests.events.processes import KEY, Clock
from tests.support.play import HUMAN, MERCHANTS, OPEN

OWNER = "aaaaaaaaaaaa"
FIELD = external_field(OWNER, "round 1")
ADDED = OwnersPart(owner=OWNER, note=Note(external=FIELD, creation="one"))
COMMAND = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN))
OTHER = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
Step = Callable[[], Any]


def stepping(handler: CommandHandler) -> CommandHandler:
    """The handler of a process that stands still before each of its calls of Redis."""
    connections: Any = handler.store.redis.connections
    ask = connections.ask

    def stopped(*commands: Any) -> Any:
        current = getcurrent()
        if current.parent is not None:
            current.parent.switch()
        return ask(*commands)

    connections.ask = connections.write = stopped
    return handler


def play(calls: list[Step], choices: list[bool], kill: int | None) -> tuple[list[Any], list[bool]]:
    """What two processes find, of which `choices` say at each step whether the second goes on; and all choices that were
    made. The first is killed before its step of the number `kill`."""
    found: list[Any] = [None, None]

    def run(number: int) -> None:
        try:
            found[number] = calls[number]()
        except ExternalIdTaken as error:
            found[number] = error

    processes = [greenlet(lambda: run(0)), greenlet(lambda: run(1))]
    made: list[bool] = []
    steps = 0
    while alive := [number for number in (0, 1) if not processes[number].dead]:
        number = alive[0]
        if len(alive) == 2:
            made.append(choices[len(made)] if len(made) < len(choices) else False)
            number = int(made[-1])
        if number == 0 and steps == kill:
            processes[0].throw()
            continue
        steps += number == 0
        processes[number].switch()
    return found, made


def orders(calls: list[Step], between: Step, kill: int | None = None) -> Iterator[list[Any]]:
    """What both find in every order of their steps; `between` makes everything as it was."""
    choices: list[bool] = []
    while True:
        found, made = play(calls, choices, kill)
        yield found
        between()
        while made and made[-1]:
            made.pop()
        if not made:
            return
        choices = [*made[:-1], True]


def create(handler: CommandHandler, command: lifecycle.CreateGame, key: str | None = None) -> Step:
    return lambda: handler.new_games.create(command, key, None, ADDED)


def the_game(handler: CommandHandler) -> str:
    """The only game of the key, which is found by its external id."""
    store = handler.store
    game = store.owned.named(FIELD)
    listed = store.owned.page(OWNER, ("lobby", "running"), None, 10, lambda own: True).summaries
    assert [(line.id, about.external) for line, about in listed] == [(game, FIELD)]
    return str(game)


def test_of_two_same_creations_both_find_the_one_game(process: Callable[[], CommandHandler], redis: Redis) -> None:
    one, other, look = stepping(process()), stepping(process()), process()
    counted = 0
    for found in orders([create(one, COMMAND), create(other, COMMAND)], redis.flushall):
        assert {result.game_log.id for result in found} == {the_game(look)}
        assert sorted(result.replayed for result in found) == [False, True]
        counted += 1
    assert counted > 10


def test_of_two_different_creations_one_is_refused_with_the_other(
    process: Callable[[], CommandHandler], redis: Redis
) -> None:
    one, other, look = stepping(process()), stepping(process()), process()
    for found in orders([create(one, COMMAND), create(other, OTHER)], redis.flushall):
        (made,) = [each for each in found if isinstance(each, CommandResult)]
        (refused,) = [each for each in found if isinstance(each, ExternalIdTaken)]
        assert made.game_log.id == refused.game == the_game(look)


def test_with_idempotency_keys_there_is_one_game_too(process: Callable[[], CommandHandler], redis: Redis) -> None:
    one, other, look = stepping(process()), stepping(process()), process()
    for found in orders([create(one, COMMAND, KEY), create(other, COMMAND, "another" * 5)], redis.flushall):
        assert {result.game_log.id for result in found} == {the_game(look)}


def test_whoever_is_killed_at_any_step_leaves_one_game_or_none(process: Callable[[], CommandHandler], redis: Redis) -> None:
    one, other, look = stepping(process()), stepping(process()), process()
    for kill in range(8):
        for found in orders([create(one, COMMAND, KEY), create(other, COMMAND)], redis.flushall, kill):
            again = create(look, COMMAND)()
            assert again.game_log.id == found[1].game_log.id == the_game(look)


def test_a_game_that_is_deleted_while_it_is_created_again(
    process: Callable[[], CommandHandler], redis: Redis, clock: Clock
) -> None:
    """In every order the creation answers a game that was there at its beginning or that is there at its end."""
    one, other, look = stepping(process()), stepping(process()), process()
    first = create(look, COMMAND)().game_log.id

    def delete() -> str:
        return other.store.delete(str(look.store.owned.named(FIELD) or first), "2026-01-02T03:04:05.000Z", 1)

    def anew() -> None:
        redis.flushall()
        restored.append(create(process(), COMMAND)().game_log.id)

    restored = [first]
    for result, _ in orders([create(one, COMMAND), delete], anew):
        before, after = restored[-1], look.store.owned.named(FIELD)
        assert after != before
        assert result.game_log.id == (before if after is None else after)


def test_the_index_is_in_the_partition_of_the_game(process: Callable[[], CommandHandler], redis: Redis) -> None:
    made = create(process(), COMMAND)()
    (index,) = redis.keys("*}:external")
    assert redis.hgetall(index) == {FIELD.encode(): made.game_log.id.encode()}
    assert msgspec.json.decode(redis.hget(index.replace(b"external", b"about"), made.game_log.id))["external"] == FIELD
