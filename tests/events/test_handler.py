"""From a request to a commit: races, repeats, stale caches, broken connections, lost commits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis
from redis.connection import UnixDomainSocketConnection

from domain import lobby, table
from domain.game import Malformed, Rejected
from domain.lobby import SeatPlan
from events import game_log as game_log_module
from events import repository
from events.command_handler import CommandHandler
from events.commands import CommandResult
from events.errors import (
    CommitsMissing,
    Contended,
    KeyReused,
    NoSuchVersion,
    StaleVersion,
    StoreUnavailable,
    Unauthorized,
    UnknownGame,
)
from events.identity import hash_token, utc_now
from events.records import Conflict
from events.redis_store.client import connect
from events.store import EventStore
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, OPEN, Match, body, fake_store, handler_on, refolded

KEY = "k" * 32
REVEAL = b'{"type":"reveal_card"}'


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = utc_now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process(redis_url: str, clock: Clock) -> Iterator[Callable[[], CommandHandler]]:
    """Makes handlers that share nothing but the Redis, as processes do."""
    clients: list[Redis] = []

    def start() -> CommandHandler:
        clients.append(connect(redis_url))
        return handler_on(EventStore(clients[-1]), CODECS, clock=clock)

    yield start
    for client in clients:
        client.close()


def elsewhere(match: Match, handler: CommandHandler) -> Match:
    """The same game and tokens through another process."""
    other = Match.__new__(Match)
    other.handler, other.id, other.tokens = handler, match.id, match.tokens
    return other


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls return or raise, made as much at the same time as threads can."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def accepted(answers: list[Any]) -> list[CommandResult]:
    return [each for each in answers if isinstance(each, CommandResult)]


# Races


@pytest.mark.parametrize("same_command", [True, False])
def test_of_two_clients_at_one_version_exactly_one_wins_each_round(
    process: Callable[[], CommandHandler], same_command: bool
) -> None:
    """The clock stands still: even commits that are the same to the last byte are told apart."""
    one, other = process(), process()
    match = Match.create(one)
    random = Random(5)
    for _ in range(60):
        if match.game_log.table.over:
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
    assert match.game_log.table == refolded(match.commits, match.game_log.codec)[-1]


def test_of_many_claims_of_one_seat_one_wins_and_its_token_works(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    for _ in range(12):
        match = Match.create(handlers[0], HUMAN, OPEN)
        claims = [lambda each=each: each.claim(match.id, lobby.ClaimSeat(seat=1)) for each in handlers]  # noqa: B023
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
    assert len({body(each.table) for each in answers}) == 1
    assert {(each.turn, len(each.events)) for each in answers} == {(answers[0].turn, len(answers[0].events))}
    assert sum(not each.replayed for each in answers) == 1


def test_one_claim_repeated_at_once_leaves_one_seat_and_one_token(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    match = Match.create(handlers[0], HUMAN, OPEN)
    command = lobby.ClaimSeat(seat=1, name="Bo")
    answers = at_once(*[lambda each=each: each.claim(match.id, command, KEY) for each in handlers])
    assert [each for each in answers if not isinstance(each, CommandResult)] == []
    assert sum(not each.replayed for each in answers) == 1
    tokens = [each.tokens["s1"] for each in answers]
    game_log = match.game_log
    assert len(set(tokens)) == len(handlers)
    assert [game_log.caller(hash_token(token)) is not None for token in tokens].count(True) == 1
    assert game_log.table.seats[1].generation == len(handlers)


def test_one_creation_repeated_at_once_is_one_game(process: Callable[[], CommandHandler]) -> None:
    handlers = [process() for _ in range(4)]
    command = lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    answers = at_once(*[lambda each=each: each.create(command, KEY) for each in handlers])
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
                version, now, head = game_log.now
                assert handler.repository.position(game_log, version) == (now, head.hex())
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
    assert match.game_log.table == tables[-1]
    assert [handler.repository.table_at(match.game_log, version) for version in range(1, 62)] == tables


def test_who_never_gets_in_first_is_told_so() -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match.create(handler)
    seat, legal = match.to_act()
    before = match.commits
    handler.store.append = lambda request: Conflict(match.game_log.secrets, [], False)  # type: ignore[method-assign]
    with pytest.raises(Contended):
        match.act(legal[0], seat, version=1)
    assert match.commits == before


# Repeats


def test_a_repeat_gets_the_first_answer(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    there.repository.load(match.id)
    random = Random(1)
    seat, legal = match.to_act()
    first = match.act(legal[0], seat, version=1, key="a")
    match.play(random, 9)
    before = match.commits
    for handler in (here, there, process()):
        for precondition in ({}, {"version": 1}, {"version": 7}, {"version": 10_000}):
            again = elsewhere(match, handler).act(legal[0], seat, key="a", **precondition)
            assert again.replayed
            assert (again.commit, again.events, again.table) == (first.commit, first.events, first.table)
            assert (again.turn, again.tokens) == (first.turn, {})
    assert match.commits == before


def test_a_key_counts_for_one_caller(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, HUMAN)
    random = Random(2)
    keyed: dict[int, int] = {}
    while len(keyed) < 2:
        seat, legal = match.to_act()
        if seat in keyed:
            match.play(random, 1)
        else:
            done = match.act(random.choice(legal), seat, key="same")
            assert not done.replayed
            keyed[seat] = done.commit.version
    assert len(set(keyed.values())) == 2


def test_a_token_that_counts_no_more_repeats_nothing(process: Callable[[], CommandHandler]) -> None:
    """Given a seat taken back under a new token, then the old one is refused also where that is not yet known."""
    here, there = process(), process()
    match = Match.create(here)
    seat, legal = match.to_act()
    first = match.act(legal[0], seat, key="a")
    old, other = match.tokens[f"s{seat}"], elsewhere(match, there)
    other.manage(f"s{seat}", lobby.HandToBot(seat=seat, level="random"))
    other.manage(f"s{seat}", lobby.TakeBack(seat=seat))
    with pytest.raises(Unauthorized):
        here.act(match.id, old, body(legal[0]), key="a")
    again = here.act(match.id, other.tokens[f"s{seat}"], body(legal[0]), key="a")
    assert (again.replayed, again.commit) == (True, first.commit)


def test_a_repeat_costs_two_reads(process: Callable[[], CommandHandler], redis_url: str) -> None:
    match = Match.create(process())
    seat, legal = match.to_act()
    match.act(legal[0], seat, key=KEY)
    told = Commands(redis_url).of(lambda: match.handler.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY))
    assert told == ["XRANGE", "HGETALL", "XRANGE"]


def test_a_key_counts_for_one_game(process: Callable[[], CommandHandler]) -> None:
    handler = process()
    for _ in range(2):
        match = Match.create(handler)
        seat, legal = match.to_act()
        assert not match.act(legal[0], seat, key="same").replayed


def test_a_key_with_another_command_is_refused_everywhere(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    there.repository.load(match.id)
    seat, legal = match.to_act()
    match.act(legal[0], seat, key="a")
    before = match.commits
    for handler in (here, there):
        for other in (b'{"type":"loot_ship","card":"x"}', b'{"type":"finish_taking"}'):
            with pytest.raises(KeyReused):
                handler.act(match.id, match.tokens[f"s{seat}"], other, key="a")
    assert match.commits == before


def test_a_command_written_otherwise_is_the_same_command(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process())
    random = Random(4)
    while True:
        seat, legal = match.to_act()
        with_card = [each for each in legal if hasattr(each, "card")]
        if with_card:
            break
        match.play(random, 1)
    match.act(with_card[0], seat, key="a")
    kind, card = type(with_card[0]).__struct_config__.tag, with_card[0].card
    written_otherwise = f'\n{{ "card" : "{card}",\t"type":"{kind}" }}'.encode()
    assert match.handler.act(match.id, match.tokens[f"s{seat}"], written_otherwise, key="a").replayed


def test_what_was_refused_may_be_sent_again_under_its_key(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process())
    (seat, legal), (here, there) = match.to_act(), (0, 1)
    waiting = there if seat == here else here
    with pytest.raises(Rejected):
        match.act(legal[0], waiting, key="a")
    with pytest.raises(StaleVersion):
        match.act(legal[0], seat, version=9, key="a")
    assert not match.act(legal[0], seat, key="a").replayed


# Keys of creations


def test_a_repeated_creation_answers_the_same_game_with_fresh_tokens(process: Callable[[], CommandHandler]) -> None:
    command = lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN, HUMAN))
    first = process().create(command, KEY)
    again = process().create(command, KEY)
    assert again.replayed
    assert (again.game_log.id, again.commit, again.table) == (first.game_log.id, first.commit, first.table)
    assert set(again.tokens) == set(first.tokens) == {"host", "s0", "s2"}
    game_log = process().repository.load(first.game_log.id)
    assert [game_log.caller(hash_token(token)) for token in first.tokens.values()] == [None] * 3
    assert {name: game_log.caller(hash_token(token)) for name, token in again.tokens.items()} == {
        "host": ("host", None),
        "s0": ("player", 0),
        "s2": ("player", 2),
    }


def test_a_creation_under_a_used_key_with_another_body_is_refused(process: Callable[[], CommandHandler]) -> None:
    first = process().create(lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN)), KEY)
    for other in (
        lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN)),
        lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN), visibility="unlisted"),
    ):
        with pytest.raises(KeyReused):
            process().create(other, KEY)
    assert process().repository.load(first.game_log.id).caller(hash_token(first.tokens["host"])) == ("host", None)


def test_what_was_recorded_without_names_can_be_repeated_by_a_release_that_fills_them_in(
    process: Callable[[], CommandHandler],
) -> None:
    create = lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN), trusted_host=True)
    claim, reassign = lobby.ClaimSeat(seat=1), lobby.Reassign(seat=0)
    created = process().create(create, KEY)
    game, host = created.game_log.id, created.tokens["host"]
    process().claim(game, claim, KEY)
    process().manage(game, host, reassign, None, KEY)
    recorded = [msgspec.json.decode(each.command) for each in process().store.commits(game, 1, 3)]
    assert [each["name"] for each in (*recorded[0]["seats"], *recorded[1:])] == [None] * 4

    assert process().manage(game, host, lobby.named(reassign), None, KEY).replayed
    assert process().claim(game, lobby.named(claim), KEY).replayed
    assert process().create(lobby.named(create), KEY).game_log.id == game
    with pytest.raises(KeyReused):
        process().claim(game, msgspec.structs.replace(claim, name="Bo"), KEY)


def test_a_creation_that_crashed_after_reserving_its_id_is_made_up_for(
    process: Callable[[], CommandHandler], monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = process()
    reserved: list[str] = []
    reserve = dying.store.reserve

    def dies(*args: Any) -> str:
        reserved.append(reserve(*args))
        raise KeyboardInterrupt

    monkeypatch.setattr(dying.store, "reserve", dies)
    command = lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    with pytest.raises(KeyboardInterrupt):
        dying.create(command, KEY)
    with pytest.raises(UnknownGame):
        process().repository.load(reserved[0])
    made = process().create(command, KEY)
    assert made.game_log.id == reserved[0]
    assert not made.replayed


def test_a_creation_that_was_refused_may_be_put_right_under_its_key(process: Callable[[], CommandHandler]) -> None:
    handler = process()
    with pytest.raises(Malformed):
        handler.create(lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN,)), KEY)
    assert not handler.create(lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN)), KEY).replayed


def test_a_creations_key_is_free_again_when_it_has_expired(process: Callable[[], CommandHandler], redis_url: str) -> None:
    command = lobby.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    first = process().create(command, KEY)
    with Redis.from_url(redis_url) as client:
        (key,) = client.scan_iter("*:key:*")
        assert 590 < client.ttl(key) <= 600
        client.delete(key)
    second = process().create(command, KEY)
    assert second.game_log.id != first.game_log.id
    assert not second.replayed


def test_a_repeated_creation_does_not_reach_into_a_seat_that_a_player_took_back(
    process: Callable[[], CommandHandler],
) -> None:
    """The creator had the seat's first token; the one it got when it was taken back is the player's own."""
    match = Match.create(process(), HUMAN, HUMAN, key=KEY)
    match.manage("s1", lobby.HandToBot(seat=1, level="random"))
    match.manage("s1", lobby.TakeBack(seat=1))
    again = Match.create(process(), HUMAN, HUMAN, key=KEY)
    assert again.id == match.id
    assert set(again.tokens) == {"host", "s0"}
    assert match.game_log.caller(hash_token(match.tokens["s1"])) == ("player", 1)


# Keys of claims


def test_a_repeated_claim_answers_the_same_seat_with_a_fresh_token(
    process: Callable[[], CommandHandler], clock: Clock
) -> None:
    match = Match.create(process(), HUMAN, OPEN)
    match.handler = process()
    first = match.claim(1, KEY, name="Bo", client_seed="seed")
    clock.pass_by(minutes=10)
    again = elsewhere(match, process()).claim(1, KEY, name="Bo", client_seed="seed")
    assert again.replayed
    assert (again.commit, again.events, again.table) == (first.commit, first.events, first.table)
    game_log = process().repository.load(match.id)
    assert game_log.caller(hash_token(first.tokens["s1"])) is None
    assert game_log.caller(hash_token(again.tokens["s1"])) == ("player", 1)
    assert game_log.table.seats[1].name == "Bo"


def test_a_claim_under_a_used_key_with_another_body_is_refused(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, OPEN)
    claimed = match.claim(1, KEY, name="Bo")
    for fields in ({"seat": 1, "name": "Cy"}, {"seat": 2, "name": "Bo"}, {"seat": 1, "name": "Bo", "client_seed": "x"}):
        with pytest.raises(KeyReused):
            process().claim(match.id, lobby.ClaimSeat(**fields), KEY)
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)


def test_a_claim_is_not_repeated_after_ten_minutes_or_under_another_key(
    process: Callable[[], CommandHandler], clock: Clock
) -> None:
    match = Match.create(process(), HUMAN, OPEN)
    claimed = match.claim(1, KEY)
    before = match.commits
    for key in ("o" * 32, None):
        with pytest.raises(Rejected, match="taken") as refused:
            process().claim(match.id, lobby.ClaimSeat(seat=1), key)
        assert refused.value.code == "seat_not_open"
    clock.pass_by(minutes=10, milliseconds=1)
    with pytest.raises(Rejected) as refused:
        process().claim(match.id, lobby.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert match.commits == before
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)


def test_a_claim_is_not_repeated_once_the_host_has_given_the_seat_away(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, trusted_host=True)
    match.claim(1, KEY)
    given = match.manage("host", lobby.Reassign(seat=1, name="Cy"))
    before = match.commits
    with pytest.raises(Rejected) as refused:
        process().claim(match.id, lobby.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert match.commits == before
    assert match.game_log.caller(hash_token(given.tokens["s1"])) == ("player", 1)


def test_a_seat_given_away_while_its_claim_is_repeated_stays_given_away(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, trusted_host=True)
    match.claim(1, KEY)
    late = process()
    commits, looked = late.store.commits, []

    def given_away_meanwhile(*args: Any) -> Any:
        found = commits(*args)
        looked.append(args)
        if len(looked) == 2:  # It has seen that nobody took the seat over, and is about to renew the token.
            match.manage("host", lobby.Reassign(seat=1, name="Cy"))
        return found

    late.store.commits = given_away_meanwhile  # type: ignore[method-assign]
    with pytest.raises(Rejected) as refused:
        late.claim(match.id, lobby.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert len(looked) > 2
    assert match.game_log.caller(hash_token(match.tokens["s1"])) == ("player", 1)
    assert match.game_log.table.seats[1].name == "Cy"


# Refusals need a fresh look


def test_nobody_is_refused_for_what_a_process_has_not_heard_of(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    random = Random(8)
    for _ in range(40):
        if match.game_log.table.over:
            break
        stale = elsewhere(match, there)
        there.repository.load(match.id)
        match.play(random, random.randrange(1, 4))
        if match.game_log.table.over:
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


def test_a_new_token_is_known_and_the_old_one_dead_at_once_in_every_process(process: Callable[[], CommandHandler]) -> None:
    here, there, third = process(), process(), process()
    match = Match.create(here)
    for _ in range(3):
        seat, legal = match.to_act()
        old = match.tokens[f"s{seat}"]
        for handler in (there, third):
            assert handler.repository.load(match.id).caller(hash_token(old)) == ("player", seat)
        match.manage(f"s{seat}", lobby.HandToBot(seat=seat, level="random"))
        match.manage(f"s{seat}", lobby.TakeBack(seat=seat))
        new = match.tokens[f"s{seat}"]
        before = match.commits
        for act in (
            lambda: there.act(match.id, old, body(legal[0])),  # noqa: B023 (called in this round)
            lambda: there.manage(match.id, old, lobby.HandToBot(seat=seat, level="random")),  # noqa: B023
            lambda: there.try_out(match.id, old, body(legal[0])),  # noqa: B023
        ):
            with pytest.raises(Unauthorized):
                act()
        assert third.repository.load(match.id).caller(hash_token(old)) is None
        assert match.commits == before
        assert third.act(match.id, new, body(legal[0])).commit.version == len(before) + 1


def test_a_rotated_token_is_refused_even_where_the_version_is_known(process: Callable[[], CommandHandler]) -> None:
    """There everything is known but the token: the append itself must compare it."""
    here, there = process(), process()
    match = Match.create(here)
    seat, legal = match.to_act()
    old, before = match.tokens[f"s{seat}"], there.repository.load(match.id).secrets
    match.manage(f"s{seat}", lobby.HandToBot(seat=seat, level="random"))
    match.manage(f"s{seat}", lobby.TakeBack(seat=seat))
    there.repository.load(match.id).know(before, match.game_log.version)
    with pytest.raises(Unauthorized):
        there.act(match.id, old, body(legal[0]), match.game_log.version)
    assert match.game_log.version == 3


def test_a_token_ends_no_later_than_its_commit_is_known(process: Callable[[], CommandHandler]) -> None:
    """Whoever is told of the commit that gives a new token finds the old one dead already, in every process."""
    here, there = process(), process()
    match = Match.create(here)
    old = hash_token(match.tokens["s0"])
    told: list[tuple[int, object]] = []
    for handler in (here, there):
        game_log = handler.repository.load(match.id)
        game_log.on_taken = lambda commits, game_log=game_log: told.append((commits[-1].version, game_log.caller(old)))  # type: ignore[misc]
    match.manage("s0", lobby.HandToBot(seat=0, level="random"))
    match.manage("s0", lobby.TakeBack(seat=0))
    there.repository.load(match.id)
    assert [version for version, _ in told] == [2, 3, 3]
    assert [caller is None for _, caller in told] == [False, True, True]


def test_a_reader_that_was_overtaken_brings_no_dead_token_back(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    old, game_log = hash_token(match.tokens["s0"]), there.repository.load(match.id)
    before = there.store.read(match.id, game_log.version, game_log.head.hex())
    match.manage("s0", lobby.HandToBot(seat=0, level="random"))
    match.manage("s0", lobby.TakeBack(seat=0))
    there.repository.load(match.id)
    there.repository.learn(game_log, 1, before)
    assert game_log.caller(old) is None
    assert game_log.version == 3


def test_what_is_not_a_token_speaks_for_nobody(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process())
    _, legal = match.to_act()
    stored = process().repository.load(match.id).secrets
    other_game = Match.create(match.handler).tokens["s0"]
    for token in (None, "", "tw_wrong", other_game, *stored.values(), *stored):
        with pytest.raises(Unauthorized):
            match.handler.act(match.id, token, body(legal[0]))
    assert match.game_log.version == 1


# A dry run


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


# The cache


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


GREETINGS = ("HELLO", "CLIENT SETINFO")


class Commands:
    """What one handler asks of Redis, as MONITOR tells it; greetings of new connections do not count."""

    def __init__(self, url: str) -> None:
        self.client = Redis.from_url(url)

    def of(self, call: Callable[[], Any]) -> list[str]:
        with self.client.monitor() as monitor:
            call()
            self.client.echo("that was all")
            told: list[str] = []
            for each in monitor.listen():
                if each["command"] == "ECHO that was all":
                    return told
                if each["client_type"] != "lua" and not each["command"].startswith(GREETINGS):
                    told.append(each["command"].split()[0])
        raise AssertionError("MONITOR ended")


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


def test_what_a_seat_does_beside_the_game_counts_once_however_often_others_get_in_first(
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
        match.manage("s0", lobby.HandToBot(seat=0, level="random"))
    assert (told, races) == ([0], [])


# Connections that break


def runs_a_script(command: Any) -> bool:
    return b"\r\nEVAL" in (command if isinstance(command, bytes) else b"".join(command))


class Flaky(UnixDomainSocketConnection):
    """Breaks after a script was carried out, before its answer is read, as often as `breaks` says."""

    breaks = 0

    def send_packed_command(self, command: Any, *args: Any, **kwargs: Any) -> None:
        super().send_packed_command(command, *args, **kwargs)  # Greets first, if it has to connect.
        self._script = runs_a_script(command)

    def read_response(self, *args: Any, **kwargs: Any) -> Any:
        reply = super().read_response(*args, **kwargs)
        if getattr(self, "_script", False) and Flaky.breaks:
            Flaky.breaks -= 1
            self.disconnect()
            raise redis.ConnectionError("the connection broke")
        return reply


@pytest.fixture
def flaky(redis_url: str, clock: Clock) -> Iterator[CommandHandler]:
    path = redis_url.removeprefix("unix://")
    pool = redis.ConnectionPool(connection_class=Flaky, path=path)
    Flaky.breaks = 0
    handler = handler_on(EventStore(Redis(connection_pool=pool)), CODECS, clock=clock)
    Match.create(handler)  # The script is known, so EVALSHA is what breaks.
    yield handler
    Flaky.breaks = 0
    pool.disconnect()


def test_an_action_whose_answer_was_lost_is_known_as_ones_own(flaky: CommandHandler) -> None:
    match = Match.create(flaky)
    seat, legal = match.to_act()
    Flaky.breaks = 1
    done = match.act(legal[0], seat, version=1)
    assert Flaky.breaks == 0
    assert not done.replayed
    assert match.commits[1:] == [done.commit]
    assert match.game_log.table == done.table
    assert match.play(Random(1), 5).game_log.version == 7


def test_a_claim_whose_answer_was_lost_gives_the_token_that_was_stored(flaky: CommandHandler) -> None:
    match = Match.create(flaky, HUMAN, OPEN)
    Flaky.breaks = 1
    claimed = match.claim(1)
    assert Flaky.breaks == 0
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)
    assert match.game_log.version == 2


def test_a_creation_whose_answer_was_lost_gives_the_tokens_that_were_stored(flaky: CommandHandler) -> None:
    for key in (None, KEY):
        Flaky.breaks = 1
        match = Match.create(flaky, HUMAN, OPEN, key=key)
        assert Flaky.breaks == 0
        assert match.game_log.caller(hash_token(match.tokens["host"])) == ("host", None)
        assert match.game_log.caller(hash_token(match.tokens["s0"])) == ("player", 0)
        assert match.game_log.version == 1


def test_ones_own_commit_is_known_though_others_followed(
    flaky: CommandHandler, process: Callable[[], CommandHandler]
) -> None:
    match = Match.create(flaky)
    other = elsewhere(match, process())
    seat, legal = match.to_act()
    append, tries = flaky.store.append, []

    def others_get_in(request: Any) -> Any:
        tries.append(request)
        return append(request)

    flaky.store.append = others_get_in  # type: ignore[method-assign]
    send, sent = Flaky.send_packed_command, []

    def play_on_before_the_second_try(self: Flaky, command: Any, *args: Any, **kwargs: Any) -> None:
        if runs_a_script(command):
            sent.append(command)
            if len(sent) == 2:
                other.play(Random(1), 3)
        send(self, command, *args, **kwargs)

    Flaky.breaks = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flaky, "send_packed_command", play_on_before_the_second_try)
        done = match.act(legal[0], seat, version=1)
    assert len(tries) == 1
    assert (done.commit.version, match.game_log.version) == (2, 5)
    assert done.commit == match.commits[1]
    assert done.table == flaky.repository.table_at(match.game_log, 2)


def test_an_action_nobody_knows_the_fate_of_is_repeated_by_its_key(flaky: CommandHandler) -> None:
    match = Match.create(flaky)
    seat, legal = match.to_act()
    Flaky.breaks = 2
    with pytest.raises(StoreUnavailable):
        match.act(legal[0], seat, key=KEY)
    assert Flaky.breaks == 0
    again = match.act(legal[0], seat, key=KEY)
    assert again.replayed
    assert match.commits[1:] == [again.commit]


# Commits that Redis has lost


Copy = dict[bytes, bytes]


def copy_of(client: Redis) -> Copy:
    return {key: client.dump(key) for key in client.scan_iter()}  # type: ignore[misc]


def set_back(client: Redis, kept: Copy) -> None:
    """Redis comes back without its last commits, as it may with `appendfsync everysec`."""
    client.flushdb()
    for key, value in kept.items():
        client.restore(key, 0, value)


def test_a_process_that_knows_lost_commits_goes_on_with_what_is_there(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    with Redis.from_url(redis_url) as client:
        for grown in (0, 1, 5, 9):
            here = process()
            match = Match.create(here).play(Random(1), 4)
            kept = copy_of(client)
            match.play(Random(2), 4)
            seat, legal = match.to_act()
            lost = match.act(legal[0], seat, key=KEY)
            set_back(client, kept)
            elsewhere(match, process()).play(Random(3), grown)
            found = match.game_log
            assert (found.id, found.version) == (lost.game_log.id, 5 + grown)
            assert found is not lost.game_log
            assert found.table == refolded(match.commits, found.codec)[-1]


def test_a_position_that_is_lost_after_its_game_was_read_is_not_made_up(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    handler = process()
    match = Match.create(handler)
    match.play(Random(2), 5)
    game_log = match.game_log
    with Redis.from_url(redis_url) as client:
        client.xdel(f"{{0}}:g:{match.id}", "4-0", "5-0", "6-0")
    for version in (4, 5):
        with pytest.raises(CommitsMissing, match=f"versions 1 to {version} any more"):
            handler.repository.position(game_log, version)
    assert handler.repository.position(game_log, 3)[0].state is not None


def test_nothing_is_appended_behind_lost_commits(process: Callable[[], CommandHandler], redis_url: str) -> None:
    with Redis.from_url(redis_url) as client:
        for grown in (0, 1, 5, 9):
            here = process()
            match = Match.create(here).play(Random(1), 4)
            kept = copy_of(client)
            match.play(Random(2), 5)
            set_back(client, kept)
            other = elsewhere(match, process()).play(Random(3), grown)
            seat, legal = other.to_act()
            # Here the ten old versions are still known; a read would have noticed, an action must too.
            done = here.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY)
            assert done.commit.version == 6 + grown
            assert match.game_log.table == refolded(match.commits, match.game_log.codec)[-1]


def test_a_lost_action_that_is_repeated_is_carried_out_anew(process: Callable[[], CommandHandler], redis_url: str) -> None:
    """Given a process that knows an action which Redis has lost, when nobody went on, then its repeat is a new action."""
    here = process()
    match = Match.create(here).play(Random(1), 4)
    seat, legal = match.to_act()
    with Redis.from_url(redis_url) as client:
        kept = copy_of(client)
        match.act(legal[0], seat, key=KEY)
        set_back(client, kept)
    done = here.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY)
    assert (done.replayed, done.commit.version) == (False, 6)
    again = here.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY)
    assert (again.replayed, again.commit) == (True, done.commit)
    assert match.commits[5:] == [done.commit]


def both_reveal(match: Match, other: Match, client: Redis) -> bool:
    """Play on to where seat 0 reveals a card under KEY, lose that, and play on to where seat 1 does at the same version.

    False where the cards, which are dealt at random, do not let it come to that soon.
    """
    kept = copy_of(client)
    for seed in range(10):
        seat, legal = match.play(Random(seed), 4).to_act()
        if seat == 0 and REVEAL in map(body, legal):
            break
        set_back(client, kept)
    else:
        return False
    match.act(next(each for each in legal if body(each) == REVEAL), 0, key=KEY)
    for seed in range(20):
        set_back(client, kept)
        theirs = other.play(Random(seed), 5).commits[-1]
        if (theirs.seat, bytes(theirs.command), other.to_act()[0]) == (1, REVEAL, 1):
            return True
    return False


def test_a_repeat_is_not_answered_with_the_same_command_of_another_seat(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    """Given the same command of another seat where one's own is lost, then one is shown nothing of what that seat sees."""
    here, there = process(), process()
    with Redis.from_url(redis_url) as client:
        for _ in range(50):
            match = Match.create(here)
            other = elsewhere(match, there)
            if both_reveal(match, other, client):
                break
        else:
            pytest.fail("no game came about in which both seats could give the same command at one version")
    before = other.commits
    with pytest.raises(Rejected) as refused:
        here.act(match.id, match.tokens["s0"], REVEAL, key=KEY)
    assert refused.value.code == "not_your_turn"
    assert other.commits == before


def test_a_repeat_is_not_refused_for_another_command_where_its_own_is_lost(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    here, there = process(), process()
    match = Match.create(here)
    other = elsewhere(match, there)
    with Redis.from_url(redis_url) as client:
        while len(match.to_act()[1]) < 2:
            match.play(Random(1), 1)
        kept = copy_of(client)
        seat, (command, another, *_) = match.to_act()
        match.act(command, seat, key=KEY)
        set_back(client, kept)
    other.act(another, seat)
    other.manage("host", lobby.AbandonGame())
    with pytest.raises(Rejected) as refused:
        here.act(match.id, match.tokens[f"s{seat}"], body(command), key=KEY)
    assert refused.value.code == "game_over"


def test_the_repeat_of_a_lost_claim_takes_the_seat_from_nobody(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    """Given a seat that somebody else has claimed since Redis lost one's claim, then that token goes on to count."""
    here, there = process(), process()
    match = Match.create(here, HUMAN, OPEN)
    with Redis.from_url(redis_url) as client:
        kept = copy_of(client)
        match.claim(1, KEY)
        set_back(client, kept)
    theirs = there.claim(match.id, lobby.ClaimSeat(seat=1), "o" * 32)
    with pytest.raises(Rejected) as refused:
        here.claim(match.id, lobby.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert there.repository.load(match.id).caller(hash_token(theirs.tokens["s1"])) == ("player", 1)


def test_a_repeat_is_told_of_the_position_in_which_it_was_accepted_after_the_loss(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    """Given an action that was lost, and repeated elsewhere after another one, then the lost position is not shown."""
    here, there = process(), process()
    match = Match.create(here, HUMAN, OPEN)
    other = elsewhere(match, there)
    with Redis.from_url(redis_url) as client:
        kept = copy_of(client)
        match.claim(1, name="Lost")
        seat, (command, *_) = match.to_act()
        match.act(command, seat, key=KEY)
        set_back(client, kept)
    other.claim(1, name="Bo")
    seat, (command, *_) = other.to_act()
    done = other.act(command, seat, key=KEY)
    again = here.act(match.id, match.tokens[f"s{seat}"], body(command), key=KEY)
    assert again.replayed
    assert (again.commit, again.table) == (done.commit, done.table)
    assert again.table.seats[1].name == "Bo"


def test_a_repeat_that_is_lost_while_it_is_answered_is_looked_for_again(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    handler = process()
    match = Match.create(handler).play(Random(1), 4)
    other = elsewhere(match, process())
    seat, legal = match.to_act()
    commits, looked = handler.store.commits, []
    with Redis.from_url(redis_url) as client:
        kept = copy_of(client)
        match.act(legal[0], seat, key=KEY)

        def lost_meanwhile(*args: Any) -> Any:
            looked.append(args)
            set_back(client, kept)
            other.manage("host", lobby.AbandonGame())
            return commits(*args)

        handler.store.commits = lost_meanwhile  # type: ignore[method-assign]
        with pytest.raises(Rejected) as refused:
            handler.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY)
    assert refused.value.code == "game_over"
    assert looked == [(match.id, 6, 6)]


# Looking back


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
        if not match.game_log.table.over:
            match.manage("host", lobby.HandToBot(seat=0, level="greedy"))
            match.play(random, random.randrange(0, 40))
        if not warm:
            handler = handler_on(handler.store, CODECS)
        game_log = handler.repository.load(match.id)
        commits = match.commits
        tables = refolded(commits, game_log.codec)
        assert [handler.repository.position(game_log, each.version) for each in commits] == [
            (now, each.head) for now, each in zip(tables, commits, strict=True)
        ]
        assert game_log.table == tables[-1]
        turns = [0, *(table.turn(game_log.game, now) for now in tables[:-1])]
        assert [game_log.turn_of(each.version) for each in commits] == turns
        for turn in range(turns[-1] + 1):
            given_in_it = [each.version for each, its in zip(commits, turns, strict=True) if its <= turn]
            assert handler.repository.version_of_turn(game_log, turn) == given_in_it[-1]
        for version in (0, -1, len(commits) + 1, 10**12):
            with pytest.raises(NoSuchVersion):
                handler.repository.position(game_log, version)
        for turn in (-1, table.turn(game_log.game, tables[-1]) + 1):
            with pytest.raises(NoSuchVersion):
                handler.repository.version_of_turn(game_log, turn)


def test_a_position_looked_up_while_the_game_goes_on_is_that_of_its_version(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here).play(Random(1), 20)
    game_log = there.repository.load(match.id)
    match.play(Random(2), 20)
    assert game_log.version == 21
    tables = refolded(match.commits, game_log.codec)
    assert [there.repository.table_at(game_log, version) for version in range(1, 22)] == tables[:21]


def test_a_look_at_the_past_reads_no_further(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process()).play(Random(1), 20)
    tables = refolded(match.commits, match.game_log.codec)
    handler = process()
    for version, known in ((7, 7), (3, 7), (12, 12), (99, 21)):
        game_log = handler.repository.load(match.id, upto=version)
        assert game_log.now.version == known
        assert game_log.table == tables[known - 1]
    assert [handler.repository.table_at(game_log, version) for version in range(1, 22)] == tables
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
    assert other.repository.load(match.id).table == match.game_log.table


# Branches and imports


def test_a_branch_has_an_id_a_secret_and_tokens_of_its_own(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, BOT, HUMAN).play(Random(1), 12)
    parent = match.game_log
    branch = Match(match.handler, match.handler.branch(parent, lobby.BranchGame(parent=match.id, version=9), 0))
    assert branch.id != match.id
    assert branch.game_log.secret != parent.secret
    assert set(branch.tokens) == {"host", "s0", "s2"}
    assert not set(branch.tokens.values()) & set(match.tokens.values())
    assert branch.play(Random(2)).game_log.table.status == "finished"
    assert match.game_log.version == 13


def test_an_import_that_is_stored_is_answered_though_redis_goes_away(
    process: Callable[[], CommandHandler], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, handler = Match.create(process()).play(Random(1)), process()
    commits, whole = match.commits, match.game_log

    def away(*arguments: Any) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(handler.store, "read", away)
        game_log = handler.take_in(commits)
    assert (game_log.now, game_log.imported) == (whole.now, True)
    fresh = process().repository.load(game_log.id)
    assert (fresh.now, fresh.imported, fresh.secrets) == (game_log.now, True, game_log.secrets)


def test_an_imported_game_can_be_read_and_branched_but_not_played(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process()).play(Random(1))
    handler = process()
    game_log = handler.take_in(match.commits)
    assert game_log.id != match.id
    assert game_log.imported
    assert game_log.table == match.game_log.table
    assert handler.store.read(game_log.id).commits == match.commits
    for token in match.tokens.values():
        with pytest.raises(Unauthorized):
            handler.act(game_log.id, token, b'{"type":"reveal_card"}')
    with pytest.raises(Rejected) as refused:
        handler.claim(game_log.id, lobby.ClaimSeat(seat=0))
    assert refused.value.code == "game_read_only"
    branch = handler.branch(game_log, lobby.BranchGame(parent=game_log.id, version=20), None)
    assert branch.table.status == "running"


# What is announced


def test_a_bots_turn_is_announced_after_each_commit_that_leads_to_one(process: Callable[[], CommandHandler]) -> None:
    handler = process()
    announced: list[tuple[int, int]] = []
    handler.on_bot_turn = lambda game_log, version, now, seat: announced.append((version, seat))
    match = Match.create(handler, HUMAN, SeatPlan(kind="bot", level="greedy"))
    expected: list[tuple[int, int]] = []
    while len(expected) < 4:
        seat, legal = match.to_act()
        if seat == 1:
            expected.append((match.game_log.version, 1))
        match.act(legal[0], seat)
    assert announced[: len(expected)] == expected
