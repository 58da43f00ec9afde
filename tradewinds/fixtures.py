"""Fixtures of pytest for the tests of a game. In the pyproject.toml of its package::

    [tool.pytest.ini_options]
    addopts = "-p tradewinds.fixtures"
    tradewinds_game = "harbour-race"

- `game`: the game of this name, which is installed.
- `position`: `tradewinds.testing.position` for it: `position(PlayCard(2), seats=3)`.
- `random_game`: the end of a random game. The test runs with games of every number of seats: `random_game.history()` has
  their positions, for what must hold in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from domain.game import AnyGame
from tradewinds import Play, testing
from tradewinds.installed import installed

NAME = "tradewinds_game"
SEEDS = 2
"""Random games with each number of seats."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(NAME, "The name of the game that these tests are about.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "random_game" in metafunc.fixturenames:
        game = _game(metafunc.config)
        tables = [(seats, seed) for seats in game.rules.seats(game.types.options()) for seed in range(SEEDS)]
        ids = [f"{seats}-seats-seed-{seed}" for seats, seed in tables]
        metafunc.parametrize("random_game", tables, indirect=True, ids=ids)


@pytest.fixture(scope="session")
def game(pytestconfig: pytest.Config) -> AnyGame:
    """The game that `tradewinds_game` names."""
    return _game(pytestconfig)


@pytest.fixture(scope="session")
def position(game: AnyGame) -> Callable[..., Play]:
    """`tradewinds.testing.position` for this game."""
    return partial(testing.position, game)


@pytest.fixture
def random_game(game: AnyGame, request: pytest.FixtureRequest) -> Play:
    """The end of a random game, with each number of seats that the game takes."""
    seats, seed = request.param
    return testing.play(game, seats=seats, seed=seed)


def _game(config: pytest.Config) -> AnyGame:
    here, name = installed(), config.getini(NAME)
    if name not in here.games:
        trouble = f" {here.trouble}." if here.trouble else ""
        raise pytest.UsageError(
            f"`{NAME}` in the settings of pytest is {name!r}, and installed are {', '.join(sorted(here.games))}.{trouble}"
        )
    return here.games[name]
