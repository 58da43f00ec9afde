"""The games that the tests run over: all that are installed, the examples too, where they are."""

from __future__ import annotations

from events.codec import Codecs
from tradewinds.installed import installed

GAMES = installed().games
OURS = installed().ours.games
"""Those of Tradewinds itself, of which the checked-in contract and the recorded games are."""
CODECS = Codecs(GAMES)
codec_of = CODECS.of
RULESET = "merchants-of-the-caribbean"
"""The game of tests that are not about any game."""


def fewest_seats(ruleset: str) -> int:
    """But at least two, as the tests need somebody else."""
    game = GAMES[ruleset]
    return max(2, game.rules.seats(game.types.options())[0])
