"""Results of games: who played, how it ended, and nobody's name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec

from domain.levels import Level
from domain.session import Ending, SeatKind, Status
from events.identity import Moment
from events.store_types import About, OwnedGame


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has reached."""

    seat: int
    """The seat's number."""
    player: str | None
    """The id under which the holder of the key knows the player; null: none is noted, or the player was forgotten."""
    kind: SeatKind
    """Who played it at the end."""
    level: Level | None
    """The level of a bot; otherwise null."""
    winner: bool
    """Whether it has won, perhaps with others."""
    rank: int | None
    """From 1; seats that nothing tells apart share a rank. Null in a game without a result, and of an automated opponent."""
    score: int | None
    """Null where the game ended before scores were counted."""
    seconds: int | None
    """How long the game waited for it to act; null where an earlier release did not count it."""
    resigned: bool
    """Whether its player resigned."""
    timed_out: bool
    """Whether its time was over at least once."""
    replaced: bool
    """Whether a bot played it at the end in place of a person."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game of an API key ended. It has no names."""

    game: str
    """The id of the game."""
    external_id: str | None
    """The id under which the holder of the key knows the game."""
    ruleset: str
    """Which game was played."""
    status: Status
    """`finished`, or `abandoned`: over without a result."""
    created_at: Moment
    """The time of its creation, RFC 3339, UTC."""
    ended_at: Moment
    """The time of its end, RFC 3339, UTC."""
    version: int
    """The number of its commits."""
    ended: Ending | None
    """How it ended; null for games that ended under an earlier release."""
    reason: str | None
    """Why its rules ended it, or `resigned` or `timed_out`; null where it was abandoned."""
    seats: tuple[SeatResult, ...]
    """The seats by their numbers, from 0."""
    metadata: dict[str, str]
    """What the holder of the key has noted about the game."""
    deleted: bool
    """Whether the game itself was deleted, so that only this is left of it."""


COLUMNS = (
    "game", "external_id", "ruleset", "status", "created_at", "ended_at", "version", "ended", "reason",
    "seat", "player", "kind", "level", "winner", "rank", "score", "seconds", "resigned", "timed_out", "replaced",
)  # fmt: skip
"""The columns of results as a table, which has a row for each seat: first what concerns the game, then the seat."""
OF_GAMES = 9
"""How many of the columns concern the game."""


def result_of(line: OwnedGame, about: About, *, deleted: bool) -> Result:
    """The result of a game that is over."""
    outcome = line.outcome
    seats = [
        SeatResult(
            seat=at,
            player=about.player(at),
            kind=seat.kind,
            level=seat.level,
            winner=outcome is not None and at in outcome.winners,
            rank=None if outcome is None or at >= len(outcome.ranks) else outcome.ranks[at],
            score=None if outcome is None or at >= len(outcome.scores) else outcome.scores[at],
            seconds=None if outcome is None or at >= len(outcome.seconds) else outcome.seconds[at],
            resigned=outcome is not None and at in outcome.resigned,
            timed_out=outcome is not None and at in outcome.timed_out,
            replaced=outcome is not None and at in outcome.replaced,
        )
        for at, seat in enumerate(line.seats)
    ]
    return Result(
        game=line.id,
        external_id=about.external_id,
        ruleset=line.ruleset,
        status=line.status,
        created_at=line.created_at,
        ended_at=line.acted_at,
        version=line.version,
        ended=line.ended,
        reason=None if outcome is None else outcome.reason,
        seats=tuple(seats),
        metadata=about.metadata,
        deleted=deleted,
    )


def as_table(results: Iterable[Result]) -> str:
    """Results as CSV (RFC 4180) with a header, a row for each seat. What is not known is empty."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for result in results:
        first = [_cell(getattr(result, name)) for name in COLUMNS[:OF_GAMES]]
        writer.writerows([*first, *(_cell(getattr(seat, name)) for name in COLUMNS[OF_GAMES:])] for seat in result.seats)
    return written.getvalue()


def _cell(value: object) -> object:
    return ("false", "true")[value] if isinstance(value, bool) else value
