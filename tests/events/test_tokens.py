"""A token ends in every process, no later than the commit that replaces it is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    Unauthorized,
)
from events.identity import hash_token
from tests.support.play import Match, body


def test_a_new_token_is_known_and_the_old_one_dead_at_once_in_every_process(process: Callable[[], CommandHandler]) -> None:
    here, there, third = process(), process(), process()
    match = Match.create(here)
    for _ in range(3):
        seat, legal = match.to_act()
        old = match.tokens[f"s{seat}"]
        for handler in (there, third):
            assert handler.repository.load(match.id).caller(hash_token(old)) == ("player", seat)
        match.manage(f"s{seat}", lifecycle.HandToBot(seat=seat, level="random"))
        match.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
        new = match.tokens[f"s{seat}"]
        before = match.commits
        for act in (
            lambda: there.act(match.id, old, body(legal[0])),  # noqa: B023 (called in this round)
            lambda: there.manage(match.id, old, lifecycle.HandToBot(seat=seat, level="random")),  # noqa: B023
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
    match.manage(f"s{seat}", lifecycle.HandToBot(seat=seat, level="random"))
    match.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
    there.repository.load(match.id).set_secrets(before, match.game_log.version)
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
        game_log.on_applied = lambda commits, game_log=game_log: told.append((commits[-1].version, game_log.caller(old)))  # type: ignore[misc]
    match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    match.manage("s0", lifecycle.TakeBack(seat=0))
    there.repository.load(match.id)
    assert [version for version, _ in told] == [2, 3, 3]
    assert [caller is None for _, caller in told] == [False, True, True]


def test_a_reader_that_was_overtaken_brings_no_dead_token_back(process: Callable[[], CommandHandler]) -> None:
    here, there = process(), process()
    match = Match.create(here)
    old, game_log = hash_token(match.tokens["s0"]), there.repository.load(match.id)
    before = there.store.read(match.id, game_log.version, game_log.head.hex())
    match.manage("s0", lifecycle.HandToBot(seat=0, level="random"))
    match.manage("s0", lifecycle.TakeBack(seat=0))
    there.repository.load(match.id)
    there.repository.apply(game_log, 1, before)
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
