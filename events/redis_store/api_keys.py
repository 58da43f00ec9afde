"""API keys: what the programs of integrators show in place of tokens."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from time import monotonic
from typing import Any

import msgspec

from events.errors import InvalidKey, UnknownKey
from events.identity import KEY, Moment, hash_token, new_key
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis

CACHED_SECONDS = 1.0
"""How long a process relies on what it read of a key, so how long a revoked key may still be taken."""
MOST_CACHED = 1_000


class ApiKey(msgspec.Struct, frozen=True, kw_only=True):
    """An API key without its secret."""

    id: str
    """Its id, which is a part of the key."""
    name: str
    """The name that the operator gave it."""
    created_at: Moment
    """The time of creation, RFC 3339, UTC."""
    revoked_at: Moment | None = None
    """The time since which it is void, RFC 3339, UTC; null while it is valid."""


class _Stored(ApiKey, frozen=True, kw_only=True):
    hash: str
    """SHA-256 of the whole key, in hex."""

    def shown(self) -> ApiKey:
        return ApiKey(id=self.id, name=self.name, created_at=self.created_at, revoked_at=self.revoked_at)


class ApiKeys:
    """The keys of an installation. There are few, so they are in one hash."""

    def __init__(self, redis: GamesRedis, clock: Callable[[], float] = monotonic) -> None:
        self._redis = redis
        self._clock = clock
        self._read: dict[str, tuple[float, _Stored | None]] = {}
        """By id: until when it counts, and what was read."""

    def create(self, name: str, at: str) -> tuple[ApiKey, str]:
        """A new key: what is kept of it, and the key itself, which is shown once."""
        key_id, key = new_key()
        made = _Stored(id=key_id, name=name, created_at=at, hash=hash_token(key))
        self._write(made)
        return made.shown(), key

    def all(self) -> list[ApiKey]:
        """All keys, oldest first, revoked ones too."""
        with redis_errors():
            found: Any = self._redis.client.hgetall(keys.API_KEYS)
        return sorted((_decode(text).shown() for text in found.values()), key=lambda each: (each.created_at, each.id))

    def find(self, key_id: str) -> ApiKey | None:
        """A key by its id; None if there is none. Raises StoreUnavailable."""
        found = self._stored(key_id)
        return None if found is None else found.shown()

    def revoke(self, key_id: str, at: str) -> ApiKey:
        """Make a key void, once and for all. Raises UnknownKey."""
        found = self._stored(key_id)
        if found is None:
            raise UnknownKey(key_id)
        if found.revoked_at is None:
            found = msgspec.structs.replace(found, revoked_at=at)
            self._write(found)
        return found.shown()

    def verify(self, key: str) -> str:
        """The id of a key that is valid, or was a second ago. Raises InvalidKey, StoreUnavailable."""
        named = KEY.fullmatch(key)
        if named is None:
            raise InvalidKey
        found = self._known(named[1])
        if found is None or not compare_digest(found.hash, hash_token(key)) or found.revoked_at is not None:
            raise InvalidKey
        return found.id

    def is_valid(self, key_id: str) -> bool:
        """Whether a key that was verified before is valid still."""
        found = self._known(key_id)
        return found is not None and found.revoked_at is None

    def recently_valid(self, key: str) -> str | None:
        """The id of a key that this process found valid some seconds ago at most; None if it does not know. Asks nobody."""
        named = KEY.fullmatch(key)
        until, found = self._read.get(named[1], (0.0, None)) if named else (0.0, None)
        if found is None or found.revoked_at is not None or self._clock() > until + 60 * CACHED_SECONDS:
            return None
        return found.id if compare_digest(found.hash, hash_token(key)) else None

    def _known(self, key_id: str) -> _Stored | None:
        now = self._clock()
        until, found = self._read.get(key_id, (0.0, None))
        if now < until:
            return found
        found = self._stored(key_id)
        if len(self._read) >= MOST_CACHED:
            self._read.clear()
        if found is not None:  # Unknown ids are not cached: anybody can make them up.
            self._read[key_id] = now + CACHED_SECONDS, found
        return found

    def _stored(self, key_id: str) -> _Stored | None:
        with redis_errors():
            (text,) = self._redis.connections.ask(keys.API_KEYS, ("HGET", keys.API_KEYS, key_id))
        return None if text is None else _decode(text)

    def _write(self, key: _Stored) -> None:
        self._read.pop(key.id, None)
        with redis_errors():
            self._redis.connections.write(keys.API_KEYS, ("HSET", keys.API_KEYS, key.id, msgspec.json.encode(key)))


def _decode(text: bytes) -> _Stored:
    return msgspec.json.decode(text, type=_Stored)
