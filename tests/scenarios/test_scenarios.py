"""The scenarios of our games lead to what they are named after. That they are reached at all is a promise of every game."""

from __future__ import annotations

import pytest

from domain.session.lifecycle import position_of
from tests.scenarios.record import WANTED, Wanted
from tests.support.games import OURS


@pytest.mark.parametrize("wanted", WANTED, ids=[f"{each.ruleset}-{each.name}" for each in WANTED])
def test_a_scenario_shows_what_it_says(wanted: Wanted) -> None:
    game = OURS[wanted.ruleset]
    scenario = game.scenarios[wanted.name]
    assert wanted.reached(game, position_of(game, scenario))
    assert (scenario.title, scenario.text, scenario.seats, dict(scenario.options)) == (
        wanted.title, wanted.text, wanted.seats, dict(wanted.options),
    )  # fmt: skip


def test_every_scenario_is_recorded_by_the_script() -> None:
    assert {(each.ruleset, each.name) for each in WANTED} == {
        (game.name, name) for game in OURS.values() for name in game.scenarios
    }
