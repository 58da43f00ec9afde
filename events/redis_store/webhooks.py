"""Webhooks in Redis: the receivers of each API key, the outboxes, and the deliveries that wait.

The append script writes what has happened into the outbox of the game's partition, in the same step as the commit, if the
game's key has a webhook. From there it moves to the webhooks, which are together in one slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

import msgspec

from events.envelope import Commit
from events.errors import TooManyWebhooks, UnknownWebhook
from events.identity import moment_of, timestamp
from events.redis_store import keys
from events.redis_store.connections import Command, Script
from events.redis_store.errors import redis_errors
from events.redis_store.feed import ms_of
from events.redis_store.games_list import scored
from events.redis_store.games_redis import GamesRedis
from events.webhooks.hooks import TEST, Delivery, KeptHook, Waiting, Webhook

MOST_OF_A_KEY = 10
"""Webhooks of one API key."""
MOST_PAST = 100
"""Past deliveries that are kept of a webhook."""
MOVED_AT_ONCE = 200
"""Entries of a partition's outbox that are moved at once."""
MOST_WAITING = 50_000
"""Deliveries that may wait for a receiver, which take some 15 MB. One for which more would wait is disabled."""
TOO_MANY = f"More than {MOST_WAITING:,} deliveries waited, and were dropped. Read the list of games, and make a new webhook."
MOST_ENDING = 1_000
"""Games of a partition whose deadlines are looked at, the first ones."""
LEASE_MS = 30_000
"""How long a process has a webhook for itself, unless it is done sooner: longer than a call may take."""
NO_GAME = "-"
_HEAD_BITS = 32


class Outgoing(NamedTuple):
    """An entry of the outbox."""

    partition: int
    member: str
    key: str
    what: str
    """The game and the event."""
    score: int

    @property
    def version(self) -> int:
        return self.score >> _HEAD_BITS

    @property
    def mark(self) -> str:
        return f"{self.score & ((1 << _HEAD_BITS) - 1):08x}"


def outbox_score(commit: Commit) -> int:
    """The score in the outbox of what a commit has brought about: by version, and apart from that of a commit that Redis has
    lost, whose place this one took."""
    return commit.version << _HEAD_BITS | int(str(commit.head)[: _HEAD_BITS // 4], 16)


class CallResult(NamedTuple):
    """The result of a delivery."""

    hook: KeptHook
    """The webhook afterwards."""
    what: str
    delivered: Waiting
    again: Waiting | None
    """The delivery, if it shall be tried again."""
    past: Delivery | None
    wake: bool
    """Whether the receiver is back, so that everything that waits is due."""


class Webhooks:
    """The webhooks of all API keys."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._connections = redis.connections
        scripts = resources.files("events.redis_store")
        self._add = Script(redis.connections, scripts.joinpath("add_webhook.lua").read_text())
        self._wait = Script(redis.connections, scripts.joinpath("wait.lua").read_text())
        self._record = Script(redis.connections, scripts.joinpath("record.lua").read_text())
        self._rest = Script(redis.connections, scripts.joinpath("rest.lua").read_text())
        self._take = Script(redis.connections, _TAKE)

    # Receivers

    def add(self, hook: KeptHook) -> None:
        """Raises TooManyWebhooks, StoreUnavailable."""
        with redis_errors():
            (added,) = self._add((keys.WEBHOOKS,), (hook.id, msgspec.json.encode(hook), hook.owner, MOST_OF_A_KEY))
        if not added:
            raise TooManyWebhooks(MOST_OF_A_KEY)
        self.announce([hook.owner])

    def announce(self, owners: Sequence[str]) -> None:
        """Have the append script note what happens in the games of these keys, in every partition."""
        for key in self._redis.in_partitions(keys.hooked) if owners else ():
            with redis_errors():
                self._connections.write(key, ("SADD", key, *owners))

    def remove(self, owner: str, hook_id: str) -> Webhook:
        """Raises UnknownWebhook, StoreUnavailable."""
        hook = self.get(owner, hook_id)
        with redis_errors():
            self._connections.write(keys.WEBHOOKS, ("HDEL", keys.WEBHOOKS, hook_id))
            self._connections.write(keys.WEBHOOKS, ("ZREM", keys.WEBHOOKS_DUE, hook_id))
            self._connections.write(keys.WEBHOOKS, ("DEL", *keys.of_webhook(hook_id)))
        if not self.of_key(owner):
            for key in self._redis.in_partitions(keys.hooked):
                with redis_errors():
                    self._connections.write(key, ("SREM", key, owner))
        return hook.shown()

    def get(self, owner: str, hook_id: str) -> KeptHook:
        """A webhook of a key. Raises UnknownWebhook, StoreUnavailable."""
        hook = self.find(hook_id)
        if hook is None or hook.owner != owner:
            raise UnknownWebhook(hook_id)
        return hook

    def find(self, hook_id: str) -> KeptHook | None:
        with redis_errors():
            (text,) = self._connections.ask(keys.WEBHOOKS, ("HGET", keys.WEBHOOKS, hook_id))
        return None if text is None else msgspec.json.decode(text, type=KeptHook)

    def all(self) -> list[KeptHook]:
        """Every webhook, oldest first."""
        with redis_errors():
            (found,) = self._connections.ask(keys.WEBHOOKS, ("HVALS", keys.WEBHOOKS))
        hooks = [msgspec.json.decode(text, type=KeptHook) for text in found]
        return sorted(hooks, key=lambda hook: (hook.created_at, hook.id))

    def of_key(self, owner: str) -> list[KeptHook]:
        return [hook for hook in self.all() if hook.owner == owner]

    # The outboxes

    def outgoing(self) -> list[Outgoing]:
        """Entries of the outboxes. Raises StoreUnavailable."""
        boxes = self._redis.in_partitions(keys.outbox)
        commands: list[tuple[str, Command]] = [(box, ("ZRANGE", box, 0, MOVED_AT_ONCE - 1, "WITHSCORES")) for box in boxes]
        found = []
        for partition, reply in enumerate(self._redis.each(commands)):
            for score, member in scored(reply):
                key, _, what = member.partition(" ")
                found.append(Outgoing(partition, member, key, what, score))
        return found

    def moved(self, entries: Sequence[Outgoing]) -> None:
        """Take entries out of their outboxes, unless something has happened again meanwhile."""
        for entry in entries:
            box = keys.outbox(entry.partition)
            with redis_errors():
                self._take((box,), (entry.member, entry.score))

    def wait(self, hook_id: str, what: str, version: int, mark: str, now: int) -> bool:
        """Add a delivery to a webhook; False if too many wait for it, so that it was disabled instead.

        Raises StoreUnavailable.
        """
        waiting, order, _, _ = keys.of_webhook(hook_id)
        full = f"{timestamp(moment_of(now))}: {TOO_MANY}"
        with redis_errors():
            (noted,) = self._wait(
                (waiting, order, keys.WEBHOOKS_DUE, keys.WEBHOOKS), (hook_id, what, version, mark, now, MOST_WAITING, full)
            )
        return int(noted) >= 0

    def ending(self, now: int, within: int) -> list[tuple[str, int]]:
        """Games with a deadline within this number of ms from now, each with the deadline (ms)."""
        clocks = self._redis.in_partitions(keys.clocks)
        commands: list[tuple[str, Command]] = [
            (key, ("ZRANGEBYSCORE", key, now, now + within, "WITHSCORES", "LIMIT", 0, MOST_ENDING)) for key in clocks
        ]
        return [(game, deadline) for reply in self._redis.each(commands) for deadline, game in scored(reply)]

    def is_told_near(self, game: str, deadline: int) -> bool:
        """Whether webhooks were already called because this deadline is near."""
        with redis_errors():
            (found,) = self._connections.ask(keys.WEBHOOKS_NEAR, ("ZSCORE", keys.WEBHOOKS_NEAR, f"{game} {deadline}"))
        return found is not None

    def told_near(self, game: str, deadline: int, now: int) -> None:
        """Note that they were, and forget what is past."""
        key = keys.WEBHOOKS_NEAR
        with redis_errors():
            self._connections.write(key, ("ZADD", key, deadline, f"{game} {deadline}"))
            self._connections.write(key, ("ZREMRANGEBYSCORE", key, "-inf", now - 1))

    # Deliveries

    def now(self) -> int:
        """The time (ms) by Redis' clock."""
        with redis_errors():
            (time,) = self._connections.ask(keys.WEBHOOKS, ("TIME",))
        return ms_of(time)

    def due(self, now: int, most: int) -> list[str]:
        """Webhooks with a delivery that is due."""
        with redis_errors():
            (found,) = self._connections.ask(
                keys.WEBHOOKS_DUE, ("ZRANGEBYSCORE", keys.WEBHOOKS_DUE, "-inf", now, "LIMIT", 0, most)
            )
        return [hook.decode() for hook in found]

    def owners(self, hook_ids: Sequence[str]) -> list[tuple[str, str]]:
        """Webhooks with the ids of their API keys; '' for one that is gone."""
        if not hook_ids:
            return []
        with redis_errors():
            (found,) = self._connections.ask(keys.WEBHOOKS, ("HMGET", keys.WEBHOOKS, *hook_ids))
        hooks = (None if text is None else msgspec.json.decode(text, type=KeptHook) for text in found)
        return [(id, "" if hook is None else hook.owner) for id, hook in zip(hook_ids, hooks, strict=True)]

    def lease(self, hook_id: str, holder: str) -> bool:
        """Take a webhook for this process, for one delivery; False if another one has it."""
        key = keys.of_webhook(hook_id).lease
        with redis_errors():
            (taken,) = self._connections.write(key, ("SET", key, holder, "NX", "PX", LEASE_MS))
        return taken is not None

    def first(self, hook_id: str) -> tuple[str, Waiting] | None:
        """The next delivery of a webhook."""
        waiting, order, _, _ = keys.of_webhook(hook_id)
        with redis_errors():
            (found,) = self._connections.ask(order, ("ZRANGE", order, 0, 0))
            if not found:
                return None
            (text,) = self._connections.ask(waiting, ("HGET", waiting, found[0]))
        return None if text is None else (found[0].decode(), msgspec.json.decode(text, type=Waiting))

    def record(self, result: CallResult, now: int, holder: str) -> None:
        """Note what came of a delivery, and give the webhook back. Raises StoreUnavailable."""
        hook, again = result.hook, result.again
        waiting, order, past, lease = keys.of_webhook(hook.id)
        with redis_errors():
            self._record(
                (waiting, order, keys.WEBHOOKS_DUE, keys.WEBHOOKS, past, lease),
                (
                    hook.id, result.what, result.delivered.version, b"" if again is None else msgspec.json.encode(again),
                    0 if again is None else again.due, msgspec.json.encode(hook),
                    b"" if result.past is None else msgspec.json.encode(result.past), MOST_PAST, now,
                    "1" if result.wake else "", holder, result.delivered.mark,
                ),
            )  # fmt: skip

    def rest(self, hook_id: str, paused_ms: int, holder: str) -> None:
        """Give back the lease of a webhook without a due delivery. Raises StoreUnavailable."""
        _, order, _, lease = keys.of_webhook(hook_id)
        with redis_errors():
            self._rest((order, keys.WEBHOOKS_DUE, lease), (hook_id, paused_ms, holder))

    def waiting(self, hook_id: str, after: tuple[int, str] | None = None, most: int = 100) -> list[tuple[str, Waiting]]:
        """Deliveries of a webhook that wait, those that are due first first: from the beginning, or after one that was due
        then (ms). If that one waits no more, those of the same moment come again."""
        waiting, order, _, _ = keys.of_webhook(hook_id)
        with redis_errors():
            first = 0
            if after is not None:
                due, what = after
                rank, earlier = self._connections.ask(order, ("ZRANK", order, what), ("ZCOUNT", order, "-inf", f"({due}"))
                first = earlier if rank is None else rank + 1
            (found,) = self._connections.ask(order, ("ZRANGE", order, first, first + most - 1, "WITHSCORES"))
            listed = scored(found)
            if not listed:
                return []
            (texts,) = self._connections.ask(waiting, ("HMGET", waiting, *(what for _, what in listed)))
        each = [(what, due, text) for (due, what), text in zip(listed, texts, strict=True) if text is not None]
        # All of them are due once a receiver is back, which is in their order alone.
        return [
            (what, msgspec.structs.replace(msgspec.json.decode(text, type=Waiting), due=due)) for what, due, text in each
        ]

    def past(self, hook_id: str, skip: int = 0, most: int = MOST_PAST) -> list[Delivery]:
        """The calls of a webhook, the last one first, without some of the last."""
        key = keys.of_webhook(hook_id).past
        with redis_errors():
            (found,) = self._connections.ask(key, ("LRANGE", key, skip, skip + most - 1))
        return [msgspec.json.decode(text, type=Delivery) for text in found]


_TAKE = """\
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 1
"""


def game_and_event(what: str) -> tuple[str | None, str]:
    """The game and the event of a delivery."""
    game, _, event = what.partition(" ")
    return (None if game == NO_GAME else game), event


def test_of(now: int) -> tuple[str, int, str]:
    """The event of a test delivery, its version, which makes each one new, and its mark."""
    return f"{NO_GAME} {TEST}", now, ""
