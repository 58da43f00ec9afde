"""Answers to the operator of the service: stored games, deletions, forgotten names and API keys."""

from __future__ import annotations

import msgspec

from events.identity import Moment
from events.redis_store.api_keys import ApiKey
from events.store_types import KeyGames, StoredGame


class StoredGamesAnswer(msgspec.Struct, frozen=True):
    """Games, in no particular order."""

    items: list[StoredGame]
    """The games that this page found; there may be none though more pages follow."""
    next: str | None
    """`after` of the next page; null if there is none."""


class DeletionAnswer(msgspec.Struct, frozen=True):
    """A deleted game."""

    id: str
    """The id, which no other game gets."""
    deleted_at: Moment
    """The time of its deletion, RFC 3339, UTC."""
    finished: bool
    """Whether its files are gone, too; otherwise a worker deletes them as soon as the archive is there."""


class ForgettingAnswer(msgspec.Struct, frozen=True):
    """Names that were forgotten."""

    games: list[str]
    """The games of which names were forgotten: also the branches, rematches and imports that had the same ones."""
    names: int
    """The number of forgotten names; a name that several games share counts once."""
    finished: bool
    """Whether all files are without these names; otherwise a worker goes on as soon as the folders are there."""
    unsealed: list[str]
    """Games whose logs have such a name itself, since they are from before names were sealed: there it stays."""


class KeyAnswer(msgspec.Struct, frozen=True):
    """A new API key. `secret` is shown only here."""

    key: ApiKey
    """The key as it is listed."""
    secret: str
    """The key itself: what its holder sends as `Authorization: Bearer …`."""


class KeysAnswer(msgspec.Struct, frozen=True):
    """All API keys."""

    items: list[ApiKey]
    """The keys, oldest first, revoked ones too."""


class KeyUseAnswer(msgspec.Struct, frozen=True):
    """Usage of an API key."""

    key: ApiKey
    """The key."""
    games: KeyGames
    """Its games."""
