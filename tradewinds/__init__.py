"""All that the author of a game imports.

A game is a `Game`: its name, and its types, rules, gate, words, bots and drawing. A package offers it by an entry point::

    [project.entry-points."tradewinds.games"]
    tic-tac-toe = "tic_tac_toe:GAME"

A package may also offer a level of bots, a `Policy`, by an entry point of the group `tradewinds.policies`.

`Play` plays an installed game at the Python prompt; docs/play.md has examples.

`tradewinds check tic-tac-toe` holds it to what the service relies on. docs/new-game.md builds one step by step.

Names are only added to this module. None is removed or changes its meaning without a new major version.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import tradewinds.neighbours  # noqa: F401 (Before all others: it says what they would fail of.)

# isort: split
from domain.about import About
from domain.drawing import Area, Board, Box, Colour, Counted, Drawing, Face, Fact, Group, Picture, Piece, Word
from domain.game import (
    AnyGame,
    Bots,
    Criterion,
    Game,
    Gate,
    Hidden,
    IncompleteGame,
    Json,
    Lookahead,
    Malformed,
    NoOptions,
    Opponent,
    Outcome,
    Policy,
    Question,
    Rejected,
    Rng,
    Rules,
    ScorePart,
    SeatCount,
    SeatNumber,
    Secret,
    Style,
    Tally,
    Types,
    Upcaster,
    Words,
    check_seats,
)
from domain.icons import Icon
from domain.kit.cards import shuffled
from domain.kit.indifference import shares_of
from domain.kit.narration import Story, Told, tell
from domain.kit.options import check_types, seats_allowed, within
from domain.kit.promise import Features, Promise
from domain.kit.refusals import Refusals
from domain.kit.seats import clockwise, seat_name
from domain.kit.words import YOU, Subject, capital, counted, listed, plural, with_article
from domain.lessons import Lesson, Step, read_lessons
from domain.levels import Level
from domain.recorder import Recorder
from domain.scenarios import Scenario, read_scenarios
from domain.scenes import (
    Beat,
    BeatPiece,
    Die,
    Gain,
    Moment,
    Move,
    Pieces,
    Roll,
    Scene,
    Show,
    SideRoll,
    Tale,
    Turn,
    titled,
    unseen,
)

if TYPE_CHECKING:
    from play import Play

__all__ = [
    "YOU",
    "About",
    "AnyGame",
    "Area",
    "Beat",
    "BeatPiece",
    "Board",
    "Bots",
    "Box",
    "Colour",
    "Counted",
    "Criterion",
    "Die",
    "Drawing",
    "Face",
    "Fact",
    "Features",
    "Gain",
    "Game",
    "Gate",
    "Group",
    "Hidden",
    "Icon",
    "IncompleteGame",
    "Json",
    "Lesson",
    "Level",
    "Lookahead",
    "Malformed",
    "Moment",
    "Move",
    "NoOptions",
    "Opponent",
    "Outcome",
    "Picture",
    "Piece",
    "Pieces",
    "Play",
    "Policy",
    "Promise",
    "Question",
    "Recorder",
    "Refusals",
    "Rejected",
    "Rng",
    "Roll",
    "Rules",
    "Scenario",
    "Scene",
    "ScorePart",
    "SeatCount",
    "SeatNumber",
    "Secret",
    "Show",
    "SideRoll",
    "Step",
    "Story",
    "Style",
    "Subject",
    "Tale",
    "Tally",
    "Told",
    "Turn",
    "Types",
    "Upcaster",
    "Word",
    "Words",
    "capital",
    "check_seats",
    "check_types",
    "clockwise",
    "counted",
    "listed",
    "plural",
    "read_lessons",
    "read_scenarios",
    "seat_name",
    "seats_allowed",
    "shares_of",
    "shuffled",
    "tell",
    "titled",
    "unseen",
    "with_article",
    "within",
]


def __getattr__(name: str) -> Any:
    """`Play` is imported when it is used: it needs the installed games and the bots, which import this module."""
    if name != "Play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("play").Play
