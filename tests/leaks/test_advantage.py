"""Hidden things would be worth knowing: the measurements of docs/bots.md, in short."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from typing import Any

import pytest

from domain.fairness import Draws
from tests.fuzz.players import best
from tests.leaks.advantage import GIVEN, played
from tests.leaks.bot_traces import positions
from tests.leaks.hidden_parts import parts_of
from tests.leaks.lookahead import World, coming_draws, leads_to
from tests.leaks.relevance import DRAWS, losses
from tests.support.games import OURS

every_game = pytest.mark.parametrize("name", OURS)
PATIENCE = 60
"""Among so many decisions, hidden things must matter to at least one."""


@every_game
def test_who_knows_deal_and_draws_knows_what_will_come(name: str) -> None:
    """The gain of peeking is measured with a player who really knows."""
    game, key, version = OURS[name], sha256(b"deal").digest(), 1
    state, foreseen = game.rules.setup(game.types.options(), 2, Draws(key, version)).state, 0
    expected: dict[int, Any] = {}
    while version < 150 and (asked := game.rules.to_act(state)):
        turn, seat, next_version = game.rules.turn(state), asked[0], version + 1
        command = best(game, state, seat, list(game.rules.legal_commands(state, seat)))
        if turn not in expected:
            expected[turn] = seat, leads_to(game, World(state, coming_draws(key, next_version)), seat, command)
        state, version = game.rules.decide(state, seat, command, Draws(key, next_version)).state, next_version
        if game.rules.turn(state) > turn:
            seat, share = expected[turn]
            foreseen += game.bots.win_shares(state)[seat] == share
    assert foreseen >= 3


@every_game
def test_to_be_wrong_about_what_is_hidden_costs_somewhere(name: str) -> None:
    game = OURS[name]
    for number, position in enumerate(islice(positions(game, 1, sense=0.9), PATIENCE)):
        lost = losses(game, position, number, turns=1)
        assert set(lost) == {*parts_of(game), "all of these", DRAWS}
        assert min(lost.values()) >= 0
        if any(lost.values()):
            return
    pytest.fail("nothing that is hidden mattered")


def test_games_of_who_peeks_and_who_does_not_can_be_repeated() -> None:
    for given in GIVEN.values():
        first, again = (played("merchants-of-the-caribbean", given, None, 1, 3) for _ in range(2))
        assert first == again
