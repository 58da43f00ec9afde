"""The index of games with a clock, by the time when the first seat's time is over."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

from events.errors import StoreUnavailable
from events.identity import partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.feed import ms_of
from events.redis_store.games_list import scored
from events.redis_store.games_redis import GamesRedis

DOWN_MS = 10_000
"""After so long without a look the service counts as down: deadlines that passed meanwhile are moved."""
SERVED_MS = 3_000
"""How long after its last sign of life a web process counts as running."""
AT_ONCE = 1_000
"""About how many games are taken in one look."""


class Overdue(NamedTuple):
    """Games of a partition in which a seat's time is over. Times are those of its Redis, in ms."""

    partition: int
    now_ms: int
    down_ms: int
    """The time since which nobody looked, the last time that the service was down."""
    up_ms: int
    """When somebody looked again."""
    attended: list[str]
    """Games that go first: a person has acted in them since the last time-out, or none came yet."""
    games: list[str]
    """Games that are due, the first deadline first; those that go first may be among them."""

    def passed_while_down(self, end_ms: int) -> bool:
        return self.down_ms < end_ms <= self.up_ms


class Running(NamedTuple):
    """The games in which a seat's time runs."""

    games: int
    most_overdue_ms: int
    """For how long, in ms, the first deadline of them has passed; 0 if none has."""


class ClockIndex:
    """Games in which a seat's time runs. Each commit of a game with a clock keeps it up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        folder = resources.files("events.redis_store")
        self._overdue = Script(redis.connections, folder.joinpath("overdue.lua").read_text(), at_once=True)
        self._note = Script(redis.connections, folder.joinpath("note_due.lua").read_text())

    def overdue(self) -> list[Overdue]:
        """The due games of each partition that has some; parts of a cluster that are away are left out.

        Raises StoreUnavailable if no part answers.
        """
        most = max(4, AT_ONCE // self._redis.partitions)
        partitions = range(self._redis.partitions)
        indexes = [(keys.clocks(each), keys.looked(each), keys.attended(each)) for each in partitions]
        replies = self._overdue.each([(each, (most, DOWN_MS)) for each in indexes])
        if all(isinstance(reply, Exception) for reply in replies):
            with redis_errors():
                raise replies[0]
        found = []
        for partition, reply in zip(partitions, replies, strict=True):
            if not isinstance(reply, Exception) and (reply[3] or reply[4]):
                now_ms, down_ms, up_ms, *games = reply
                first, others = ([game.decode() for game in each] for each in games)
                found.append(Overdue(partition, now_ms, down_ms, up_ms, first, others))
        return found

    def correct(self, game: str, was_due_by_ms: int, due_ms: int | None) -> None:
        """Note when a game is due next that was due by then, None: not at all; unless a commit has changed that meanwhile.
        Raises StoreUnavailable."""
        with redis_errors():
            partition = partition_of(game)
            self._note(
                (keys.clocks(partition), keys.attended(partition)), (game, was_due_by_ms, "" if due_ms is None else due_ms)
            )

    def serve(self) -> None:
        """Note that a web process runs, which lets people act. Raises StoreUnavailable."""
        with redis_errors():
            self._redis.client.set(keys.SERVED, "1", px=SERVED_MS)

    def is_served(self) -> bool:
        """Whether a web process runs. If the part of a cluster that knows it is away, the others go on."""
        try:
            with redis_errors():
                return bool(self._redis.client.exists(keys.SERVED))
        except StoreUnavailable:
            return True

    def running(self) -> Running:
        """Raises StoreUnavailable."""
        partitions = self._redis.in_partitions(keys.clocks)
        counts = self._redis.each([(key, ("ZCARD", key)) for key in partitions])
        first = self._redis.each([(key, ("ZRANGE", key, 0, 0, "WITHSCORES")) for key in partitions])
        (now,) = self._redis.each([(partitions[0], ("TIME",))])
        due = min((due for reply in first for due, _ in scored(reply)), default=None)
        return Running(sum(counts), 0 if due is None else max(0, ms_of(now) - due))
