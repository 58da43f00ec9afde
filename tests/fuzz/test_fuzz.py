"""The fuzz itself: whole games pass, the same seed gives the same game, and its list of refusals is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.batches import catalogue_of
from tests.fuzz.coverage import everything
from tests.fuzz.playout import Playout, Sink
from tests.support.games import OURS

every_game = pytest.mark.parametrize("name", OURS)
ROOT = Path(__file__).parents[2]


@every_game
def test_a_playout_holds_and_can_be_played_again(name: str) -> None:
    game, catalogue = OURS[name], catalogue_of(name)
    wanted = everything(game, catalogue)
    once, again = (Playout(game, catalogue, Sink(), 4, wanted).play() for _ in range(2))
    assert once.playouts == 1
    assert sum(once.endings.values()) == 1
    assert once.times.keys() & wanted
    assert (once.times, once.moves) == (again.times, again.moves)


@every_game
def test_everything_reached_is_named_alike_where_it_is_listed(name: str) -> None:
    """Nobody would miss a label that is not listed."""
    game, catalogue = OURS[name], catalogue_of(name)
    wanted = everything(game, catalogue)
    kinds = {label.split()[0] for label in wanted}
    reached = Playout(game, catalogue, Sink(), 5, wanted).play().times
    free = ("option ", "refusal ", "frame ")
    assert not [
        label for label in reached if label.split()[0] in kinds and label not in wanted and not label.startswith(free)
    ]


@every_game
def test_each_refusal_that_no_game_reaches_has_its_rule_test(name: str) -> None:
    for code, arranged in catalogue_of(name).arranged.items():
        assert code in OURS[name].rules.refusals
        file, _, function = arranged.test.partition("::")
        _, found, rest = (ROOT / file).read_text().partition(f"def {function}(")
        assert found
        assert f'"{code}"' in rest.partition("\ndef ")[0]
