"""The games that the tests run over: all installed games, including the examples if they are installed."""

from __future__ import annotations

from events.log.codec import Codecs
from tradewinds.installed import installed

GAMES = installed().games
OURS = installed().ours.games
"""Tradewinds' own games, of which the checked-in contract and the recorded games are."""
CODECS = Codecs(GAMES)
codec_of = CODECS.of
RULESET = "merchants-of-the-caribbean"
"""The game for tests that are about no particular game."""


def fewest_seats(ruleset: str) -> int:
    """At least two, because the tests need another player."""
    game = GAMES[ruleset]
    return max(2, game.rules.seats(game.types.options())[0])
