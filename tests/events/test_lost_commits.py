"""Processes that know commits which Redis has lost (`appendfsync everysec`)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.game import Rejected
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    CommitsMissing,
)
from events.identity import hash_token
from tests.events.processes import KEY, REVEAL, elsewhere
from tests.support.play import HUMAN, OPEN, Match, body, refolded

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
            assert found.session == refolded(match.commits, found.codec)[-1]


def test_a_position_that_is_lost_after_its_game_was_read_is_not_made_up(
    process: Callable[[], CommandHandler], redis_url: str
) -> None:
    handler = process()
    match = Match.create(handler)
    match.play(Random(2), 6)  # The newest two positions are in memory.
    game_log = match.game_log
    with Redis.from_url(redis_url) as client:
        client.xdel(f"{{0}}:g:{match.id}", "4-0", "5-0", "6-0", "7-0")
    for version in (4, 5):
        with pytest.raises(CommitsMissing, match=f"no longer has all of the versions 1 to {version}"):
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
            assert match.game_log.session == refolded(match.commits, match.game_log.codec)[-1]


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
    other.manage("host", lifecycle.AbandonGame())
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
    theirs = there.claim(match.id, lifecycle.ClaimSeat(seat=1), "o" * 32)
    with pytest.raises(Rejected) as refused:
        here.claim(match.id, lifecycle.ClaimSeat(seat=1), KEY)
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
    assert (again.commit, again.session) == (done.commit, done.session)
    assert again.game_log.names_of(again.session)[1] == "Bo"


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
            other.manage("host", lifecycle.AbandonGame())
            return commits(*args)

        handler.store.commits = lost_meanwhile  # type: ignore[method-assign]
        with pytest.raises(Rejected) as refused:
            handler.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), key=KEY)
    assert refused.value.code == "game_over"
    assert looked == [(match.id, 6, 6)]
