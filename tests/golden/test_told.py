"""Every event of the golden games, in which all that can happen occurs, has a beat or a reason for having none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import Struct

from conformance.games import names
from conformance.golden.deciding import states
from conformance.golden.games import options_of
from domain.game import AnyGame
from domain.scenes import Tale
from tests.golden.recorded import golden_games
from tests.support.games import GAMES

NEVER_RECORDED = {"standing_pass_set"}
"""Events of a first version that no golden game has."""


def tales(game: AnyGame) -> Iterator[Tale]:
    """Of every commit, openly and as a spectator is told of it."""
    for version, golden in golden_games(game):
        options = options_of(game, golden, version)
        for _, _, events in states(game, version, golden):
            redacted = [event for each in events if (event := game.gate.redact(each, None)) is not None]
            yield from (game.words.tell(told, names(golden.seats), options) for told in (events, redacted))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.words.tell is not None])
def test_what_has_no_beat_is_named_silent_and_beats_have_their_weights(name: str) -> None:
    game = GAMES[name]
    untold = set[type[Struct]]()
    for tale in tales(game):
        untold |= {type(event) for event in tale.untold}
        assert {beat.weight for beat in tale.beats} <= {0, 1, 2}
    assert untold == {kind for kind in game.words.silent if kind.__struct_config__.tag not in NEVER_RECORDED}
