"""A command that is sent again with its Idempotency-Key gets its first answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from domain.game import Rejected
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    KeyReused,
    StaleVersion,
    Unauthorized,
)
from tests.events.processes import KEY, Commands, elsewhere
from tests.support.play import HUMAN, Match, body


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
            assert (again.commit, again.events, again.session) == (first.commit, first.events, first.session)
            assert again.tokens == {}
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
    other.manage(f"s{seat}", lifecycle.HandToBot(seat=seat, level="random"))
    other.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
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
        for other in (b'{"type":"stop_discovering"}', b'{"type":"finish_taking"}'):
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
