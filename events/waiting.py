"""How long bots have kept games waiting."""

from __future__ import annotations

from datetime import datetime

from events.envelope import Commit
from events.identity import milliseconds
from events.store import RedisStore, partition_of

LOOKED_AT = 200
"""Games of a partition that are looked at, those first whose bot's turn counts as lost soonest."""
_ALL = 1 << 52
"""Later than any time in milliseconds."""


def waiting_since(store: RedisStore) -> int | None:
    """When, in ms, the last commit was made of the game that waits longest for a bot; None if none waits.

    Raises StoreUnavailable or what redis-py raises.
    """
    newest: list[Commit] = []
    for game in store.due_bots(_ALL, LOOKED_AT):
        # Versions have no gaps, so the last is the number of commits.
        version = store.client.xlen(f"{{{partition_of(game)}}}:g:{game}")
        newest += store.commits(game, int(version), int(version))
    return min((milliseconds(datetime.fromisoformat(commit.at)) for commit in newest), default=None)
