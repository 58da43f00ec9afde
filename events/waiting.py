"""How long bots have kept games waiting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from events.envelope import Commit
from events.identity import milliseconds
from events.redis_store import RedisStore

LOOKED_AT = 200
"""Games that are looked at in all, at least one of each partition: those first whose bot's turn counts as lost soonest."""


def waiting_since(store: RedisStore) -> int | None:
    """When, in ms, the last commit was made of the game that waits longest for a bot; None if none waits.

    Raises StoreUnavailable.
    """
    games = store.soonest_bots(max(1, LOOKED_AT // store.partitions))
    return min(_times(store.newest(games)), default=None)


def _times(commits: Sequence[Commit]) -> Iterator[int]:
    for commit in commits:
        with suppress(ValueError):  # Of a commit that somebody has changed.
            yield milliseconds(datetime.fromisoformat(commit.at))
