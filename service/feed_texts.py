"""What happened, in sentences, for followers of many games. They are made when somebody reads, and stored nowhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

import msgspec

from events.errors import GameUnreadable, StoreUnavailable
from events.games.repository import GameRepository, PastPosition
from service.representations.built import representations_of
from service.representations.feed import FeedEntry
from service.viewer import SPECTATOR

Tell: TypeAlias = Callable[[Sequence[FeedEntry]], Sequence[FeedEntry]]
"""Gives entries what their reader asks for besides."""


def texts_from(games: GameRepository) -> Tell:
    """Gives entries the sentences that a spectator reads; none where the game cannot be read, or has other commits now."""

    def tell(entries: Sequence[FeedEntry]) -> Sequence[FeedEntry]:
        texts: dict[tuple[str, int, str], str] = {}
        for game, some in groupby(sorted(entries, key=lambda each: each.game), lambda each: each.game):
            versions = sorted({each.version for each in some})
            texts |= {(game, version, at): text for version, at, text in _texts_of(games, game, versions[0], versions[-1])}
        return [msgspec.structs.replace(each, text=texts.get((each.game, each.version, each.acted_at))) for each in entries]

    return tell


def _texts_of(games: GameRepository, game: str, first: int, last: int) -> list[tuple[int, str, str]]:
    """Version, time and text of these commits of a game; none if it cannot be read now."""
    try:
        game_log = games.load(game)
        commits = games.store.commits(game, first, min(last, game_log.version))
        seen = representations_of(game_log).commits(game_log, commits, SPECTATOR, _not_needed)
        return [(each.version, each.at, each.text) for each in seen]
    except (GameUnreadable, StoreUnavailable):
        return []


def _not_needed(version: int) -> PastPosition:
    raise AssertionError("spectators who want neither pictures nor scenes need no positions")
