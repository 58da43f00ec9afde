"""The fold that ours is measured against does the same work."""

from __future__ import annotations

from bench import bare_fold
from harness.games import GAMES
from tradewinds.testing import Chance


def test_the_bare_fold_comes_to_the_same_state_after_every_command() -> None:
    game, chance = GAMES["merchants-of-the-caribbean"], Chance(7)
    recorder = game.rules.setup(game.types.options(), 3, chance)
    position, state, reshuffled = bare_fold.fold(recorder.events), recorder.state, False
    while awaited := game.rules.to_act(state):
        assert position.as_state() == state
        legal = game.rules.legal_commands(state, awaited[0])
        recorder = game.rules.decide(state, awaited[0], legal[chance.below(len(legal))], chance)
        position, state = bare_fold.fold(recorder.events, position), recorder.state
        reshuffled = reshuffled or bool(state.known_coins)
    assert position.as_state() == state
    assert reshuffled
