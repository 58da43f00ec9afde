"""Answers about several games at once: the feed of an API key, or of a hand of tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.game import Outcome
from domain.table import Status
from events.store_types import About, FeedLine
from service.representations.games import ToAct, first_of, to_act_of


class FeedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One commit in one of the games, in short."""

    cursor: str
    """Where to resume after this entry, which may then come again."""
    game: str
    """The id of the game."""
    ruleset: str
    """Which game is played."""
    version: int
    """The number of commits after this one. An entry with a game and version that you have is a repeat."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` is over too, without a result."""
    to_act: tuple[ToAct, ...]
    """The seats that must act after this commit."""
    acted_at: str
    """The time of this commit, RFC 3339, UTC."""
    deadline: str | None
    """When the first time of a seat is over, RFC 3339, UTC; null: none runs."""
    outcome: Outcome | None
    """The result; null until the game is over, and if it was abandoned."""
    metadata: dict[str, str]
    """What the holder of the key has noted about the game; empty for callers with tokens."""


class LeftOut(msgspec.Struct, frozen=True):
    """A game of the hand that cannot be followed."""

    game: str
    """The id of the game."""
    code: str
    """The code of the problem that a call for this game alone would get."""


class FeedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What has happened in all the games."""

    items: list[FeedEntry]
    """The entries, oldest first."""
    cursor: str
    """Where to read on: everything before was sent."""
    rewound: bool
    """Whether entries are missing: the feed no longer has them, or the store has lost commits that were sent. Then read how
    the games stand now, with an API key by `GET /v1/games?mine=true&updated_since=…`."""
    left_out: list[LeftOut]
    """Games of the hand that are not followed, for instance because their token is not valid any more."""


class FeedNews(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a feed that is no entry."""

    cursor: str
    """Where to resume: everything before was sent."""
    rewound: bool
    """As in `Feed`."""
    left_out: list[LeftOut]
    """As in `Feed`."""
    end: Literal["over", "unauthorized"] | None
    """Why this is the last line: no game of the hand goes on, or the API key was revoked; null if it is not the last."""


def entry(line: FeedLine, about: About, cursor: str) -> FeedEntry:
    """A line, as its reader sees it."""
    return FeedEntry(
        cursor=cursor,
        game=line.game,
        ruleset=line.ruleset,
        version=line.version,
        status=line.status,
        to_act=to_act_of(line.to_act, line.deadlines, about),
        acted_at=line.acted_at,
        deadline=first_of(line.deadlines),
        outcome=line.outcome,
        metadata=about.metadata,
    )
