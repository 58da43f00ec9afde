"""How long bots have kept games waiting."""

from __future__ import annotations

from datetime import datetime

from events.audit import is_time
from events.identity import milliseconds
from events.redis_store import RedisStore

LOOKED_AT = 200
"""Games that are looked at in all, at least one of each partition: those first whose bot's turn counts as lost soonest."""


def waiting_since(store: RedisStore) -> int | None:
    """When, in ms, the last commit was made of the game that waits longest for a bot; None if none waits.

    Raises StoreUnavailable.
    """
    games = store.soonest_bots(max(1, LOOKED_AT // store.partitions))
    times = [each.at for each in store.newest(games) if is_time(each.at)]  # Somebody may have changed a commit.
    return min((milliseconds(datetime.fromisoformat(at)) for at in times), default=None)
