"""Answers about several games at once: the feed of an API key, or of a hand of tokens."""

from __future__ import annotations

from typing import Literal

import msgspec

from events.entries import Entry, entry_of
from events.store_types import About, FeedLine


class FeedEntry(Entry, frozen=True, kw_only=True):
    """One commit in one of the games, in short. An entry with a game and version that you have is a repeat."""

    next: str
    """The value of `after` with which to go on after this entry, which may then come again."""
    text: str | None = None
    """What happened, as a spectator reads it; null without `include=text`, and where the game cannot be read now."""


class LeftOut(msgspec.Struct, frozen=True):
    """A game that is not, or no longer, followed."""

    game: str
    """The id of the game."""
    code: str
    """The code of the problem that a call for this game alone would get: `game_deleted` once the operator has deleted it."""


class FeedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The commits of all these games."""

    items: list[FeedEntry]
    """The entries, oldest first."""
    next: str
    """The value of `after` for the next request: everything before it was sent."""
    rewound: bool
    """Whether entries are missing: the feed no longer has them, or the store has lost commits that were sent. Then read the
    games again, with an API key by `GET /v1/games?mine=true&updated_since=…`."""
    left_out: list[LeftOut]
    """Games that are not followed: deleted games, and games whose token is not (or no longer) valid."""


class FeedNews(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a feed that is no entry."""

    next: str
    """The value of `after` to resume with: everything before it was sent."""
    rewound: bool
    """As in `Feed`."""
    left_out: list[LeftOut]
    """As in `Feed`."""
    end: Literal["over", "unauthorized"] | None
    """Why this is the last line: no game of the hand goes on, or the API key was revoked; null if it is not the last."""


def feed_entry(line: FeedLine, about: About, cursor: str) -> FeedEntry:
    """A line, as its reader sees it."""
    return FeedEntry(next=cursor, **msgspec.structs.asdict(entry_of(line, about)))
