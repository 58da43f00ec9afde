"""Writes down how the games of the scripts are drawn: their boards, the pieces on them, and the labels of offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.fairness import Draws, game_key
from domain.game import AnyGame
from domain.offers import labels, offer_id
from tests.playthroughs.plain_text import short
from tests.playthroughs.writer import NAMES, Script, as_json

HEAD = """\
# {title}: how it is drawn.
#
# The boards of the games that are written down beside this file, and each piece and the label of each offer as it first
# comes up in them. Fields with their default value are left out.
#
# `make playthroughs` writes this file. A test plays the games again and compares: what differs, people see otherwise.
"""


Line = tuple[str, str, str]
"""What kind of thing it is, what it is known by among them, and how it is written down."""


def file_of(ruleset: str) -> Path:
    return Path(__file__).parent / f"{ruleset}-drawn.txt"


def write(game: AnyGame, scripts: Sequence[Script]) -> str:
    """How a game is drawn, as text."""
    found: dict[str, dict[str, str]] = {}
    for script in scripts:
        for kind, key, line in (*_board(game, script), *_positions_of(game, script)):
            found.setdefault(kind, {}).setdefault(key, line)
    lines = [HEAD.format(title=game.title)]
    for kind, values in found.items():
        lines += [f"=== {kind} ===", *sorted(values.values()), ""]
    return "\n".join(lines)


def _board(game: AnyGame, script: Script) -> Iterator[Line]:
    assert game.drawing is not None
    board = as_json(game.drawing.board(msgspec.convert(script.options, game.types.options), NAMES[: script.seats]))
    for kind, values in board.items():
        keyed = {f"{key}: ": each for key, each in values.items()} if isinstance(values, dict) else {}
        for line in [key + short(each) for key, each in keyed.items()] or map(short, values):
            yield kind, line, line  # With other options the same thing may look otherwise.


def _positions_of(game: AnyGame, script: Script) -> Iterator[Line]:
    """The pieces that the seat to act and spectators see, and the offers."""
    assert game.drawing is not None
    names = NAMES[: script.seats]
    for state, seat in _played(game, script):
        for viewer in (seat, None):
            for piece in game.drawing.picture(game.gate.view(state, viewer), viewer).pieces:
                yield "pieces", piece.id, short(as_json(piece))
        commands = game.rules.legal_commands(state, seat)
        for command, label in zip(commands, labels(game, game.gate.view(state, seat), seat, commands, names), strict=True):
            yield "labels", offer_id(command), f"{offer_id(command)}: {label}"


def _played(game: AnyGame, script: Script) -> Iterator[tuple[Any, int]]:
    """The positions of the game, each with the seat that answers."""
    options = msgspec.convert(script.options, game.types.options)
    secret = script.secret.to_bytes(32, "big")
    key, choices = game_key(secret, script.name, ()), Draws(game_key(secret, "choices", ()), 0)
    version = 1
    state = game.rules.setup(options, script.seats, Draws(key, version)).state
    while awaited := game.rules.to_act(state):
        seat = awaited[choices.below(len(awaited))]
        yield state, seat
        version += 1
        state = game.rules.decide(state, seat, script.player(game, state, seat, choices), Draws(key, version)).state
