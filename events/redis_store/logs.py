"""Logs in Redis: a stream a game, appended to by a Lua script."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from itertools import islice
from os import urandom
from typing import Any

import msgspec

from events.envelope import Commit, canonical, in_hex, is_time, unsealed, whole
from events.errors import (
    ClockWrong,
    CommitsMissing,
    Diverged,
    ExternalIdTaken,
    GameDeleted,
    LogDamaged,
    NotReplicated,
    OutcomeUnknown,
    StoreUnavailable,
    UnknownGame,
)
from events.identity import DELETED, partition_of, successor_field, token_field
from events.redis_store import keys
from events.redis_store.asleep import STAYS_MS, Asleep, Pointer, Reserved, file_name
from events.redis_store.connections import Command, Script
from events.redis_store.errors import REDIS_ERRORS, import_errors, raise_append_error, redis_errors
from events.redis_store.feed import FEED_LENGTH
from events.redis_store.games_redis import GamesRedis
from events.redis_store.parts import parts_of
from events.store_types import Append, Conflict, KnownVersion, OwnersChange, Slice

log = logging.getLogger(__name__)

KEY_SECONDS = 600
IMPORT_SECONDS = 600
_CHUNK = 200
_NOT_ASLEEP = -2
"""The reply of wake.lua for a game that does not sleep."""
_SCANNED = 500
"""Keys that are looked at in one round trip."""


class RedisLogs:
    """The logs that are in Redis.

    With `wait_replicas` a write counts only when this number of replicas have it, for which they get `wait_ms`.
    """

    def __init__(self, redis: GamesRedis, *, wait_replicas: int = 0, wait_ms: int = 1_000) -> None:
        self._redis = redis
        self._connections = redis.connections
        self._replicas = wait_replicas
        self._wait: tuple[Command, ...] = (("WAIT", wait_replicas, wait_ms),) if wait_replicas else ()
        scripts = resources.files("events.redis_store")
        noted = scripts.joinpath("about.lua").read_text()
        append = noted + scripts.joinpath("append.lua").read_text()
        self._append = Script(self._connections, append, at_once=wait_replicas > 0)
        reserved = scripts.joinpath("reserved.lua").read_text()
        wake = reserved + scripts.joinpath("wake.lua").read_text()
        self._wake = Script(self._connections, f"local function append() return {{1}} end\n{wake}")
        appending = f"local function append()\n{scripts.joinpath('append.lua').read_text()}\nend\n"
        self._wake_and_append = Script(self._connections, noted + appending + wake, at_once=wait_replicas > 0)
        self._sleep = Script(self._connections, reserved + scripts.joinpath("sleep.lua").read_text())
        self._offer = Script(self._connections, scripts.joinpath("offer.lua").read_text())
        self._remove = Script(self._connections, scripts.joinpath("remove.lua").read_text())

    def append(self, request: Append, asleep: Asleep | None = None) -> Conflict | None:
        """As `EventStore.append`. A game that is `asleep` is woken in the same step."""
        game, commit = request.game, request.commit
        partition, stream = partition_of(game), keys.log(game)
        parts = parts_of(request, partition)
        all_keys = (stream, keys.secrets(stream), keys.feed(partition), *parts.keys)
        known, nonce = commit.version - 1, urandom(6)
        previous, head = bytes.fromhex(request.previous_head), bytes.fromhex(str(commit.head))
        caller, token_hash = request.token or ("", "")
        secrets = [part for pair in request.secrets.items() for part in pair]
        fields = ("c", request.text, "h", head, "n", nonce)
        args = (known, game, caller, token_hash, previous, FEED_LENGTH, *fields, len(secrets), parts.names)
        try:
            all_args = (*args, *secrets, *parts.args)
            if asleep is None:
                reply, *replicas = self._append(all_keys, all_args, *self._wait)
            else:
                reply, *replicas = self._woken(game, asleep, all_keys, all_args)
        except REDIS_ERRORS as error:
            raise_append_error(error, game)
        if reply[0] == 1:
            self._check(replicas)
            return None
        if reply[0] == -3:
            raise ClockWrong(reply[1])
        if reply[0] == -4:
            raise ExternalIdTaken(reply[1].decode())
        if reply[0] == -1:
            raise UnknownGame(game)
        secrets_there = _there(game, reply[2])
        entries = _following(reply[1], known, request.previous_head)
        ours = bool(entries) and entries[0][1][-1] == nonce
        if ours:
            self.secure(game)
        return Conflict(secrets_there, commits_of(game, entries), ours)

    def _woken(self, game: str, asleep: Asleep, all_keys: tuple[str, ...], args: tuple[str | bytes | int, ...]) -> list[Any]:
        """Wake a game and append, in one step."""
        found = self._wake_and_append((*all_keys, *_keys_of_sleep(game)), (*args, *asleep.args(game)), *self._wait)
        if found[0][0] != _NOT_ASLEEP:
            return found
        # Another process was faster, or this one: the reply was lost, and the script was sent again.
        return self._append(all_keys, args, *self._wait)

    def wake(self, game: str, asleep: Asleep) -> None:
        """Put a log back into Redis if the game still sleeps. Raises LogDamaged, StoreUnavailable."""
        stream = keys.log(game)
        with redis_errors(game):
            self._wake((stream, keys.secrets(stream), *_keys_of_sleep(game)), ("", game, *asleep.args(game)))

    def put_to_sleep(self, game: str, head: bytes, beside: Mapping[str, str], pointer: Pointer, reserved: Reserved) -> bool:
        """Leave only the pointer of a log; False if the log has another last entry than that of this version and head, other
        fields beside it, or a bot to act, or if the file was reserved too long ago."""
        stream, partition = keys.log(game), partition_of(game)
        secrets = [part for pair in beside.items() for part in pair]
        asleep, unnamed = _keys_of_sleep(game)
        all_keys = (stream, keys.secrets(stream), asleep, keys.bots(partition), unnamed)
        file = (file_name(game, pointer.mark), reserved.at_ms, STAYS_MS)
        with redis_errors(game):
            (done,) = self._sleep(all_keys, (game, pointer.version, head, pointer.stored(), *file, *secrets))
        return bool(done)

    def offer_token(self, game: str, seat: int, current: str, successor: str) -> bool:
        """As `EventStore.offer_token`."""
        hashes = (token_field(seat), current, successor_field(seat), successor)
        with redis_errors(game):
            (noted,) = self._offer((keys.secrets(keys.log(game)),), hashes)
        return bool(noted)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """As `EventStore.read`."""
        stream = keys.log(game)
        end = "+" if last is None else f"{last}-0"
        with redis_errors(game):
            # The secrets last: they must be at least as new as the commits, so that a token ends with its last commit.
            entries, secrets = self._connections.ask(
                stream, ("XRANGE", stream, f"{after}-0", end), ("HGETALL", keys.secrets(stream))
            )
        if not secrets:
            raise UnknownGame(game)
        return Slice(_there(game, secrets), commits_of(game, _following(entries, after, head)))

    def read_all(self, known: Sequence[KnownVersion]) -> list[Slice | LogDamaged | GameDeleted | None]:
        """As `EventStore.read_all`."""
        streams = [keys.log(each.game) for each in known]
        commits = [("XRANGE", stream, f"{each.version}-0", "+") for stream, each in zip(streams, known, strict=True)]
        beside = [("HGETALL", keys.secrets(stream)) for stream in streams]
        replies = self._connections.each([*zip(streams, commits, strict=True), *zip(streams, beside, strict=True)])
        return [
            _slice(secrets, entries, each)
            for each, entries, secrets in zip(known, replies[: len(known)], replies[len(known) :], strict=True)
        ]

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """As `EventStore.commits`."""
        stream = keys.log(game)
        wanted = ("XRANGE", stream, f"{first}-0", f"{last}-0")
        with redis_errors(game):
            (entries,) = self._connections.ask(stream, wanted)
        found = commits_of(game, entries)
        if not whole(found, first, last):
            # Once more, with the last entry, which shows whether the log ends before `last`.
            more = (("XREVRANGE", stream, "+", "-", "COUNT", 1), ("HGETALL", keys.secrets(stream)))
            with redis_errors(game):
                entries, newest, beside = self._connections.ask(stream, wanted, *more)
            _there(game, beside)
            end = int(newest[0][0].partition(b"-")[0]) if newest else 0
            found = complete(game, commits_of(game, entries), first, last, end)
        return found

    def beside(self, game: str) -> dict[str, str]:
        """What is stored beside a log in Redis; nothing if it is not there. Raises GameDeleted, StoreUnavailable."""
        stream = keys.log(game)
        with redis_errors(game):
            (found,) = self._connections.ask(stream, ("HGETALL", keys.secrets(stream)))
        return _there(game, found)

    def with_fields(self, games: Sequence[str]) -> list[bool]:
        """Whether something is stored beside the logs of games, be it that they were deleted. Raises StoreUnavailable."""
        beside = [keys.secrets(keys.log(game)) for game in games]
        return [bool(reply) for reply in self._redis.each([(key, ("EXISTS", key)) for key in beside])]

    def deleted(self, games: Sequence[str]) -> list[bool]:
        """Whether games were deleted. Raises StoreUnavailable."""
        beside = [keys.secrets(keys.log(game)) for game in games]
        return [bool(reply) for reply in self._redis.each([(key, ("HEXISTS", key, DELETED)) for key in beside])]

    def entries(self, game: str) -> tuple[dict[str, str], list[Any]]:
        """What is stored beside a log, and the log's entries. Raises LogDamaged, StoreUnavailable."""
        stream = keys.log(game)
        with redis_errors(game):
            beside, entries = self._connections.ask(stream, ("HGETALL", keys.secrets(stream)), ("XRANGE", stream, "-", "+"))
        return fields_of(beside), entries

    def newest(self, games: Sequence[str]) -> list[Commit]:
        """The last commit of each of these games whose log is here and can be read, in one round trip."""
        found = []
        for game, entries in zip(games, self._newest([keys.log(game) for game in games]), strict=True):
            with suppress(LogDamaged):
                found += commits_of(game, entries)
        return found

    def every_newest(self) -> Iterator[tuple[str, Commit]]:
        """Every game in Redis with the last commit of its log, read in batches as the caller goes on.

        Games whose last commit cannot be read, or has no valid time, are left out and logged.
        """
        with redis_errors():
            scanned = self._redis.client.scan_iter(match=keys.ALL_LOGS, count=_SCANNED, _type="stream")
        while True:
            with redis_errors():
                streams = [key.decode() for key in islice(scanned, _SCANNED)]
            if not streams:
                return
            for stream, entries in zip(streams, self._newest(streams), strict=True):
                game = keys.game_of(stream)
                try:
                    last = commits_of(game, entries)
                except LogDamaged as error:
                    log.error("%s", error)
                    continue
                for commit in last:
                    if is_time(commit.at):
                        yield game, commit
                    else:
                        log.error("the log of %s is damaged: its last commit has no valid time", game)

    def _newest(self, streams: Sequence[str]) -> list[Any]:
        return self._redis.each([(stream, ("XREVRANGE", stream, "+", "-", "COUNT", 1)) for stream in streams])

    def secure(self, game: str) -> None:
        """Wait until everything stored of a game is on the configured number of replicas. Raises OutcomeUnknown."""
        if self._wait:
            # WAIT covers the writes of its own connection only, and replicas get all writes in order.
            key = keys.sync(partition_of(game))
            try:
                with redis_errors():
                    _, *replicas = self._connections.write(key, ("SET", key, ""), *self._wait)
            except StoreUnavailable as error:
                raise OutcomeUnknown(str(error)) from error  # The commit to be secured has been written.
            self._check(replicas)

    def _check(self, replicas: Sequence[int]) -> None:
        """Raises NotReplicated if WAIT, where it was sent, counted too few replicas."""
        if replicas and replicas[0] < self._replicas:
            raise NotReplicated(f"{replicas[0]} of {self._replicas} replicas had it in time")

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        """The game id that belongs to an Idempotency-Key: `game`, unless one was reserved before."""
        key = keys.reservation(partition, key_hash)
        while True:
            with redis_errors():
                if self._redis.client.set(key, game, nx=True, ex=KEY_SECONDS):
                    return game
                reserved: Any = self._redis.client.get(key)
            if reserved is not None:  # Otherwise it expired between the two commands.
                return str(reserved.decode())

    def load_whole(
        self,
        game: str,
        commits: Sequence[Commit],
        secrets: Mapping[str, str],
        over_ms: int,
        owners: OwnersChange | None = None,
    ) -> None:
        """Store an imported log under a new id, as a game that is over since then. It appears all at once or not at all."""
        stream, client = keys.log(game), self._redis.client
        with import_errors():
            for start in range(0, len(commits), _CHUNK):
                pipe = client.pipeline(transaction=True)
                for commit in commits[start : start + _CHUNK]:
                    fields = {"c": canonical(commit), "h": bytes.fromhex(str(commit.head))}
                    pipe.xadd(stream, dict[Any, Any](fields), id=f"{commit.version}-0")
                # If the process dies halfway, what it stored expires.
                pipe.expire(stream, IMPORT_SECONDS)
                pipe.execute()
            pipe = client.pipeline(transaction=True)
            pipe.persist(stream)
            pipe.hset(keys.secrets(stream), mapping=dict[Any, Any](secrets))
            pipe.zadd(keys.over(partition_of(game)), {game: over_ms})
            if owners is not None:
                owner, line, partition = owners.owner, owners.line, partition_of(game)
                pipe.hset(keys.owned(partition), game, msgspec.json.encode(line))
                pipe.zadd(keys.owned_by_status(partition, owner, line.status), {game: owners.acted_ms})
            pipe.execute()
        self.secure(game)

    def remove(self, game: str, version: int, head: bytes, forgot: str) -> int:
        """Remove a game whose last entry has this version and head; `forgot`: how often names of it were forgotten.

        Returns 1 if it was removed, 0 if it was not (or no longer) there, -1 if its log is another one, -2 if it was
        deleted.
        """
        stream = keys.log(game)
        with redis_errors():
            (removed,) = self._remove(
                (stream, keys.secrets(stream), keys.over(partition_of(game))), (game, version, head, forgot)
            )
        return int(removed)


def _keys_of_sleep(game: str) -> tuple[str, str]:
    partition = partition_of(game)
    return keys.asleep(partition), keys.unnamed(partition)


def _following(entries: list[Any], version: int, head: str) -> list[Any]:
    """The entries after the first, which must be the version that the caller knows. Raises Diverged."""
    if version == 0:
        return entries
    if not entries or entries[0][0] != b"%d-0" % version or head_of(entries[0]) != head:
        raise Diverged
    return entries[1:]


def _there(game: str, reply: Any) -> dict[str, str]:
    """What is stored beside the log of a game. Raises GameDeleted."""
    found = fields_of(reply)
    if DELETED in found:
        raise GameDeleted(game, found[DELETED])
    return found


def _slice(secrets: Any, entries: Any, known: KnownVersion) -> Slice | LogDamaged | GameDeleted | None:
    try:
        with redis_errors(known.game):
            for reply in (secrets, entries):
                if isinstance(reply, Exception):
                    raise reply
        if not secrets:
            return None
        beside = _there(known.game, secrets)
        return Slice(beside, commits_of(known.game, _following(entries, known.version, known.head)))
    except Diverged:
        return None
    except (LogDamaged, GameDeleted) as error:
        return error


def commits_of(game: str, entries: Sequence[Any]) -> list[Commit]:
    """The commits in entries of a stream. Raises LogDamaged."""
    try:
        # The script and load_whole write the fields in one order, so they are read by place.
        return unsealed((fields[1], fields[3]) for _, fields in entries)
    except Exception as error:  # An entry that somebody has changed can be anything.
        first, last = entries[0][0].decode(), entries[-1][0].decode()
        which = f"entry {first} is no commit" if first == last else f"one of the entries {first} to {last} is no commit"
        raise LogDamaged(game, which) from error


def complete(game: str, commits: list[Commit], first: int, last: int, end: int) -> list[Commit]:
    """The commits of a range, if they are all there, out of a log that ends with version `end`.

    Raises CommitsMissing if it ends before they do, LogDamaged.
    """
    if whole(commits, first, last):
        return commits
    if end < last and whole(commits, first, first + len(commits) - 1):
        raise CommitsMissing(f"{game} no longer has all of the versions {first} to {last}")
    raise LogDamaged(game, f"of the versions {first} to {last} some are missing")


def head_of(entry: Any) -> str:
    """The head in a log's entry; empty where it has none."""
    fields = entry[1]
    try:
        return in_hex(fields[3]) if len(fields) > 3 else ""
    except UnicodeDecodeError:
        return ""


def fields_of(reply: list[bytes] | dict[bytes, bytes]) -> dict[str, str]:
    """The fields of a hash: a flat list in the older protocol, a map in RESP3."""
    if isinstance(reply, dict):
        return {name.decode(): value.decode() for name, value in reply.items()}
    return {reply[i].decode(): reply[i + 1].decode() for i in range(0, len(reply), 2)}
