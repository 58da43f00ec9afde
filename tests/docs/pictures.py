"""Writes the pictures of docs/pictures anew: `python -m tests.docs.pictures`. Each is a position of a game played here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.board_svg import board_svg
from domain.drawing import Board, Picture
from domain.game import AnyGame
from domain.scenarios import Scenario
from domain.session.lifecycle import position_of, scenario_of
from tests.docs.generated import ROOT
from tests.support.games import GAMES

FOLDER = ROOT / "docs" / "pictures"
NAMES = ("Anne", "Bartholomew", "Charlotte", "Daniel")
PICTURES: Mapping[str, tuple[str, str]] = {
    "merchants-of-the-caribbean": ("merchants-of-the-caribbean", "last-round"),
    "merchants-and-marauders": ("merchants-and-marauders", "last-round"),
    "merchants-and-marauders-battle": ("merchants-and-marauders", "battle"),
    "pirates-of-maracaibo": ("pirates-of-maracaibo", "last-round"),
    "three-chests": ("three-chests", "last-chest"),
    "tic-tac-toe": ("tic-tac-toe", ""),
}
"""By the name of the file: a game, and one of its scenarios; a game that has none is drawn after five commands."""
VIEWER = 0


def drawn(name: str) -> tuple[str, Board, Picture]:
    """A picture as SVG, and the board and picture that it is drawn from."""
    ruleset, wanted = PICTURES[name]
    game = GAMES[ruleset]
    scenario = scenario_of(game, wanted) if wanted else _opening(game)
    board, picture = drawn_from(game, scenario)
    return board_svg(board, picture), board, picture


def drawn_from(game: AnyGame, scenario: Scenario) -> tuple[Board, Picture]:
    """Board and picture of a position."""
    assert game.drawing is not None
    options = msgspec.convert(scenario.options, game.types.options)
    board = game.drawing.board(game.rules.resolve(options, scenario.seats), NAMES[: scenario.seats])
    view = game.gate.view(position_of(game, scenario), VIEWER)
    return board, game.drawing.picture(view, VIEWER)


def _opening(game: AnyGame) -> Scenario:
    """The first legal command, five times."""
    seats = game.rules.seats(game.types.options())[0]
    scenario = Scenario(title="Opening", text="", seats=seats, seed=1, commands=())
    for _ in range(5):
        state = position_of(game, scenario)
        (seat,) = game.rules.to_act(state)
        first = game.rules.legal_commands(state, seat)[0]
        scenario = msgspec.structs.replace(scenario, commands=(*scenario.commands, (seat, first)))
    return scenario


def main() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(drawn(name)[0])


if __name__ == "__main__":
    main()
