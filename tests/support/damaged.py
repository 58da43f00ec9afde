"""Logs damaged by hand in Redis, in every way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from redis import Redis, RedisCluster

from events.identity import partition_of

BAD = 3
"""The damaged version, if it is a single one."""


def key_of(game: str) -> str:
    return f"{{{partition_of(game)}}}:g:{game}"


def _cut(version: int) -> Callable[[Redis | RedisCluster, str], None]:
    return lambda redis, game: redis.xdel(key_of(game), f"{version}-0")


def _changed(
    change: Callable[[dict[bytes, bytes]], dict[bytes, bytes]], version: int = BAD
) -> Callable[[Redis | RedisCluster, str], None]:
    def damage(redis: Redis | RedisCluster, game: str) -> None:
        entries: Any = redis.xrange(key_of(game))
        redis.delete(key_of(game))
        for entry, fields in entries:
            redis.xadd(key_of(game), change(fields) if entry == b"%d-0" % version else fields, id=entry)

    return damage


def _with(**parts: str) -> Callable[[dict[bytes, bytes]], dict[bytes, bytes]]:
    def change(fields: dict[bytes, bytes]) -> dict[bytes, bytes]:
        commit = msgspec.json.decode(fields[b"c"])
        return {**fields, b"c": msgspec.json.encode({**commit, **{name: msgspec.Raw(part) for name, part in parts.items()}})}

    return change


def _another_type(redis: Redis | RedisCluster, game: str) -> None:
    redis.delete(key_of(game))
    redis.set(key_of(game), "x")


DAMAGES: Mapping[str, Callable[[Redis | RedisCluster, str], object]] = {
    "a hole": _cut(BAD),
    "no beginning": _cut(1),
    "no commits": lambda redis, game: redis.delete(key_of(game)),
    "no secret": lambda redis, game: redis.hdel(f"{key_of(game)}:s", "secret"),
    "an entry that is no JSON": _changed(lambda fields: {**fields, b"c": b'{"version":'}),
    "an entry that is no UTF-8": _changed(lambda fields: {**fields, b"c": fields[b"c"].replace(b'"ruleset"', b'"\xff"')}),
    "an entry without fields": _changed(lambda fields: {b"c": fields[b"c"]}),
    "an entry with another version": _changed(_with(version="7")),
    "an event that nobody knows": _changed(_with(events='[{"type":"nothing_known"}]')),
    "an event that does not fold": _changed(
        _with(events='[{"type":"ship_looted","seat":0,"card":"x","coins":1,"trader_bonus":0}]')
    ),
    "no log": _another_type,
}
"""Each makes a game of Merchants of the Caribbean with at least four commits unreadable."""


def put_in_what_is_no_card(redis: Redis | RedisCluster, game: str, version: int) -> None:
    """Damage a log so that it folds, but the game cannot be shown from this version on."""
    revealed = '{"type":"card_revealed","seat":0,"card":"no-such-ship","kind":"ship","draw_deck_size":1}'
    placed = '{"type":"harbour_card_placed","seat":0,"card":"no-such-ship"}'
    _changed(_with(events=f"[{revealed},{placed}]"), version)(redis, game)


def hide_command(redis: Redis | RedisCluster, game: str) -> None:
    """Damage a log so that it folds, but cannot be narrated."""
    _changed(_with(command='{"type":"nothing_known"}'))(redis, game)
