"""Writes the pictures of the documents anew: `python -m tests.docs.pictures`. Those in docs/pictures show a position of a
game that is played here, those of each HOWTO.md what happens in steps of a lesson, in the colours of whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from conformance.lessons import played
from domain.board_svg import board_svg
from domain.drawing import Board, Picture
from domain.game import AnyGame
from domain.scenarios import Scenario
from domain.scene_svg import scene_svg
from domain.scenes import Beat
from domain.session import scene
from domain.session.lifecycle import position_of, read_options, scenario_of
from domain.svg import style
from tests.docs.generated import ROOT
from tests.support.games import GAMES
from tradewinds.installed import GUIDES_FOLDER

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
GUIDES: Mapping[str, Mapping[str, tuple[str, int, int]]] = {
    "merchants-of-the-caribbean": {"a-turn": ("first-expedition", 5, 10), "an-expedition": ("first-expedition", 15, 15)},
    "merchants-and-marauders": {
        "a-sale": ("sail-trade-scout-raid", 12, 14),
        "a-raid": ("sail-trade-scout-raid", 17, 21),
        "a-battle": ("battle", 4, 4),
    },
    "pirates-of-maracaibo": {
        "a-turn": ("first-turns", 2, 4),
        "a-raid": ("first-turns", 7, 10),
        "exploring": ("first-turns", 12, 14),
    },
}
"""The pictures of each HOWTO.md by their names: a lesson of the game, its first step shown and its last."""


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


def steps_drawn(ruleset: str, name: str) -> str:
    """What the learner does in some steps of a lesson, as a strip of two panels a line."""
    game, (lesson, first, last) = GAMES[ruleset], GUIDES[ruleset][name]
    drawing, names, seat = game.drawing, game.lessons[lesson].seats, game.lessons[lesson].seat
    assert drawing is not None
    done = [each for each in played(game, lesson) if each.learners and first <= each.step <= last]
    options = read_options(game, done[0].before.options)
    pictures = [
        [drawing.picture(game.gate.view(shown.state, seat), seat) for shown in (each.before, each.after)] for each in done
    ]
    beats: list[Beat] = []
    for each, (before, after) in zip(done, pictures, strict=True):
        seen = [event for event in (game.gate.redact(event, seat) for event in each.events) if event is not None]
        beats += scene(game, seen, names, options, before, after)
    told = tuple(beat for beat in beats if beat.text or beat.weight)
    strip = scene_svg(drawing.board(options, names), told, pictures[0][0], pictures[-1][1], width=640, columns=2)
    light = style("light")
    return strip.replace(light, f"{light}@media(prefers-color-scheme:dark){{{style('dark')}}}")


def main() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(drawn(name)[0])
    for ruleset, names in GUIDES.items():
        for name in names:
            file = guides_folder(ruleset) / f"{name}.svg"
            file.parent.mkdir(exist_ok=True)
            file.write_text(steps_drawn(ruleset, name))


def guides_folder(ruleset: str) -> Path:
    """Where the pictures of a game's HOWTO.md lie."""
    return ROOT / "domain" / ruleset.replace("-", "_") / GUIDES_FOLDER


if __name__ == "__main__":
    main()
