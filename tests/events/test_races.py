"""Of commands that race each other exactly one is appended at a version."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.errors import (
    Contended,
    StaleVersion,
)
from events.identity import hash_token
from events.redis_store.client import connect
from events.store.event_store import EventStore
from events.store_types import Conflict
from tests.events.processes import KEY, Clock, accepted, at_once, elsewhere
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, OPEN, Match, body, fake_store, handler_on, refolded


@pytest.mark.parametrize("same_command", [True, False])
def test_of_two_clients_at_one_version_exactly_one_wins_each_round(
    process: Callable[[], CommandHandler], same_command: bool
) -> None:
    """The clock stands still: even commits that are the same to the last byte are told apart."""
    one, other = process(), process()
    match = Match.create(one)
    random = Random(5)
    for _ in range(60):
        if match.game_log.session.over:
            match = Match.create(one)
        seat, legal = match.to_act()
        version = match.game_log.version
        first = random.choice(legal)
        commands = (first, first if same_command else random.choice(legal))
        token = match.tokens[f"s{seat}"]
        answers = at_once(
            lambda: one.act(match.id, token, body(commands[0]), version),  # noqa: B023 (called before the next round)
            lambda: other.act(match.id, token, body(commands[1]), version),  # noqa: B023
        )
        (winner,) = accepted(answers)
        (loser,) = (each for each in answers if each is not winner)
        assert isinstance(loser, StaleVersion)
        assert loser.current == version + 1
        assert match.commits[version:] == [winner.commit]
        assert one.repository.load(match.id).head == other.repository.load(match.id).head
    assert match.game_log.session == refolded(match.commits, match.game_log.codec)[-1]


def test_of_many_claims_of_one_seat_one_wins_and_its_token_works(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    for _ in range(12):
        match = Match.create(handlers[0], HUMAN, OPEN)
        claims = [lambda each=each: each.claim(match.id, lifecycle.ClaimSeat(seat=1)) for each in handlers]  # noqa: B023
        answers = at_once(*claims)
        (winner,) = accepted(answers)
        assert all(each.code == "seat_not_open" for each in answers if each is not winner)
        assert match.game_log.caller(hash_token(winner.tokens["s1"])) == ("player", 1)


def test_one_key_a_hundred_times_at_once_is_one_commit_and_one_answer(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(5)]
    match = Match.create(handlers[0])
    for each in handlers[::2]:
        each.repository.load(match.id)  # Some processes know the game, some do not.
    seat, legal = match.to_act()
    token, command = match.tokens[f"s{seat}"], body(legal[0])
    answers = at_once(*[lambda each=each: each.act(match.id, token, command, key=KEY) for each in handlers * 20])
    assert [each for each in answers if not isinstance(each, CommandResult)] == []
    assert match.game_log.version == 2
    assert {body(each.commit) for each in answers} == {body(match.commits[1])}
    assert len({body(each.session) for each in answers}) == 1
    assert {len(each.events) for each in answers} == {len(answers[0].events)}
    assert sum(not each.replayed for each in answers) == 1


def test_one_claim_repeated_at_once_leaves_one_seat_and_one_token(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    match = Match.create(handlers[0], HUMAN, OPEN)
    command = lifecycle.ClaimSeat(seat=1, name="Bo")
    answers = at_once(*[lambda each=each: each.claim(match.id, command, KEY) for each in handlers])
    assert [each for each in answers if not isinstance(each, CommandResult)] == []
    assert sum(not each.replayed for each in answers) == 1
    tokens = [each.tokens["s1"] for each in answers]
    game_log = match.game_log
    assert len(set(tokens)) == len(handlers)
    assert [game_log.caller(hash_token(token)) is not None for token in tokens].count(True) == 1
    assert game_log.session.seats[1].generation == len(handlers)


def test_one_creation_repeated_at_once_is_one_game(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    answers = at_once(*[lambda each=each: each.new_games.create(command, KEY) for each in handlers])
    assert [each for each in answers if not isinstance(each, CommandResult)] == []
    (game,) = {each.game_log.id for each in answers}
    game_log = handlers[0].repository.load(game)
    valid = [
        [game_log.caller(hash_token(each.tokens[name])) is not None for each in answers].count(True)
        for name in ("host", "s0")
    ]
    assert valid == [1, 1]


def test_threads_of_one_process_can_share_a_handler(process: Callable[[], CommandHandler]) -> None:
    """The worker's sweeper reads games that its jobs play."""
    handler = process()
    match = Match.create(handler, BOT, BOT)
    done = threading.Event()
    failures: list[Exception] = []

    def read_on() -> None:
        while not done.is_set():
            try:
                game_log = handler.repository.load(match.id)
                version, now, head, at, *_ = game_log.position
                assert handler.repository.position(game_log, version) == (now, head.hex(), at)
            except Exception as error:
                failures.append(error)
                return

    readers = [threading.Thread(target=read_on) for _ in range(3)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for reader in readers:
            reader.start()
        match.play(Random(3), 60)
    finally:
        done.set()
        for reader in readers:
            reader.join()
        sys.setswitchinterval(interval)
    assert failures == []
    tables = refolded(match.commits, match.game_log.codec)
    assert match.game_log.session == tables[-1]
    assert [handler.repository.session_at(match.game_log, version) for version in range(1, 62)] == tables


def test_who_never_gets_in_first_is_told_so() -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match.create(handler)
    seat, legal = match.to_act()
    before = match.commits
    handler.store.append = lambda request: Conflict(match.game_log.secrets, [], False)  # type: ignore[method-assign]
    with pytest.raises(Contended):
        match.act(legal[0], seat, version=1)
    assert match.commits == before


def test_a_deed_beside_the_game_counts_once_however_often_others_come_first(
    process: Callable[[], CommandHandler], redis_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    with connect(redis_url) as client:
        handler = handler_on(EventStore(client), CODECS, clock=clock, on_out_of_turn=lambda game, seat: told.append(seat))
        match = Match.create(handler)
        quicker, chance, append = elsewhere(match, process()), Random(1), handler.store.append
        races = [1, 2, 3]

        def late(request: Any) -> Any:
            if races:
                races.pop()
                quicker.play(chance, 1)
            return append(request)

        monkeypatch.setattr(handler.store, "append", late)
        match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    assert (told, races) == ([0], [])
