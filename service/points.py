"""A game's history as a request asks for it: a single position or many commits, and through whose eyes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Response

from events.envelope import Commit
from events.games.game_log import GameLog
from events.games.repository import PastPosition
from service.http import must_be_over, open_game, seat_of, services
from service.representations.built import representations_of
from service.tags import UNCHANGING, not_modified, tagged
from service.viewer import Viewer


@dataclass(frozen=True)
class Point:
    """A version of a game, and who looks at it."""

    game_log: GameLog
    version: int
    """Perhaps one that the game does not have."""
    viewer: Viewer
    headers: dict[str, str]
    """The headers of the answer: its ETag, and for how long it may be cached."""

    def not_modified(self) -> Response | None:
        """A 304 if the caller already has the answer."""
        return not_modified(self.headers) if self.version <= self.game_log.version else None

    def position(self) -> PastPosition:
        """The game at the version. Raises NoSuchVersion, CommitsMissing, LogDamaged."""
        return services().games.position(self.game_log, self.version)


def point_of(query: dict[str, Any], game: str) -> Point:
    """The point that a `PointQuery` asks for. Raises UnknownGame, Unauthorized, NoSuchVersion; Rejected if `open` asks for
    a game that is not over."""
    # Whether everything may be shown depends on the present state of the game.
    game_log, caller = open_game(game, None if query["open"] else query.get("version"))
    if query["open"]:
        must_be_over(game_log.session)
    version = newest = game_log.version
    if "version" in query:
        version = query["version"]
    elif "turn" in query:
        version = services().games.version_of_turn(game_log, query["turn"])
    viewer = Viewer(seat_of(caller), query["open"]).including(query)
    headers = tagged(version, viewer.seat, revealed=viewer.revealed)
    if "version" in query or (version < newest and game_log.session.takeback == "never"):
        headers |= UNCHANGING  # A past position is shown as the seat saw it then, even after the end.
    return Point(game_log, version, viewer, headers)


def commits_seen(game_log: GameLog, pieces: Iterable[Sequence[Commit]], viewer: Viewer) -> Iterator[Any]:
    """Pieces of a history as a viewer may see them. Others of this process have a turn after each commit that takes long."""
    representations, position_at = representations_of(game_log), partial(services().games.position, game_log)
    for commits in pieces:
        for seen in representations.commits(game_log, commits, viewer, position_at):
            yield seen
            if viewer.needs_positions:
                time.sleep(0)
