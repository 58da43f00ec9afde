"""Branches and imported games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.game import Rejected
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    StoreUnavailable,
    Unauthorized,
)
from tests.support.play import BOT, HUMAN, Match


def test_a_branch_has_an_id_a_secret_and_tokens_of_its_own(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, BOT, HUMAN).play(Random(1), 12)
    parent = match.game_log
    branch = Match(
        match.handler, match.handler.new_games.branch(parent, lifecycle.BranchGame(parent=match.id, version=9), 0)
    )
    assert branch.id != match.id
    assert branch.game_log.secret != parent.secret
    assert set(branch.tokens) == {"host", "s0", "s2"}
    assert not set(branch.tokens.values()) & set(match.tokens.values())
    assert branch.play(Random(2)).game_log.session.status == "finished"
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
        game_log = handler.new_games.take_in(commits)
    assert (game_log.position, game_log.imported) == (whole.position, True)
    fresh = process().repository.load(game_log.id)
    assert (fresh.position, fresh.imported, fresh.secrets) == (game_log.position, True, game_log.secrets)


def test_an_imported_game_can_be_read_and_branched_but_not_played(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process()).play(Random(1))
    handler = process()
    game_log = handler.new_games.take_in(match.commits)
    assert game_log.id != match.id
    assert game_log.imported
    assert game_log.session == match.game_log.session
    assert handler.store.read(game_log.id).commits == match.commits
    for token in match.tokens.values():
        with pytest.raises(Unauthorized):
            handler.act(game_log.id, token, b'{"type":"reveal_card"}')
    with pytest.raises(Rejected) as refused:
        handler.claim(game_log.id, lifecycle.ClaimSeat(seat=0))
    assert refused.value.code == "game_read_only"
    branch = handler.new_games.branch(game_log, lifecycle.BranchGame(parent=game_log.id, version=20), None)
    assert branch.session.status == "running"
