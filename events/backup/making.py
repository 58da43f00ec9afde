"""Makes a backup of a store while it is used."""

from __future__ import annotations

import fcntl
import gzip
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from events.archive.archive import Archive
from events.archive.files import Files
from events.backup.copies import Complain, copy_archived, copy_file, is_copied
from events.backup.form import FORMAT, End, GameRecord, Header, Part, write
from events.errors import ArchiveDamaged, ArchiveUnavailable, BackupRefused
from events.identity import DELETED, LESSON, partition_of
from events.redis_store import keys
from events.redis_store.asleep import Pointer
from events.redis_store.errors import redis_errors
from events.redis_store.games_list import scored
from events.sleep.form import named as named_by
from events.sleep.sleeping import Misfit
from events.store.event_store import EventStore

log = logging.getLogger(__name__)

STORE_FILE = "store.backup"
FILES = "*/*.ndjson.gz*"
ARCHIVE, SLEEP = "archive", "sleep"
SCANNED = 500
"""Keys or members that are looked at in one round trip."""


@dataclass(frozen=True)
class Made:
    """The content of a backup."""

    games: int
    """In Redis or asleep, and deleted ones."""
    files: int
    """Files of archived and sleeping games that were copied this time."""


def make(store: EventStore, folder: Path, at: str, complain: Complain = log.error) -> Made:
    """Write a backup into a folder, in place of the one before. The files of games that it has already stay.

    A file that is damaged, or that is not the one that its game's pointer names, is not copied, nor does it replace an
    earlier copy: `complain` is told. Raises StoreUnavailable, ArchiveUnavailable, OSError, and BackupRefused while another
    backup is made into this folder; then the backup before is untouched.
    """
    store.check_folders()
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "backup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # It ends with this process.
        except BlockingIOError:
            raise BackupRefused(f"another backup is being made into {folder}") from None
        return _make(store, folder, at, complain)


def _make(store: EventStore, folder: Path, at: str, complain: Complain) -> Made:
    new = folder / f"{STORE_FILE}.tmp"
    games = copied = 0
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
        with gzip.open(raw, "wb", compresslevel=4) as file:
            write(file, Header(FORMAT, token_hex(8), at, store.partitions))
            seen: set[str] = set()
            named: set[str] = set()
            for game in _games(store, complain):
                if game.game not in seen:  # A scan may find a game twice.
                    seen.add(game.game)
                    write(file, game)
                    games += 1
                if any(name == DELETED.encode() for name, _ in game.beside):
                    _remove_copies(store, folder, game.game)
            # Games that the scan missed were asleep for a moment, so they have a file now or went on to the archive.
            for game, was_copied in _with_files(store, folder / SLEEP, seen, named, complain):
                write(file, game)
                games += 1
                copied += was_copied
            copied += _copy_archive(store.archive, folder / ARCHIVE, complain)
            # Indexes last: what they have of games without a record is of games that the archive has.
            for part in _parts(store):
                write(file, part)
            # Webhooks after the outboxes, so that what moves from one to the other meanwhile is in both.
            for part in _webhooks(store):
                write(file, part)
            write(file, End(games))
        raw.flush()
        os.fsync(raw.fileno())
    os.replace(new, folder / STORE_FILE)
    if not store.sleep.missing:
        for copy in (folder / SLEEP).glob(FILES):
            if copy.name not in named:  # Of a sleep that has ended.
                copy.unlink(missing_ok=True)
    return Made(games, copied)


def folders(store: EventStore) -> dict[str, Files]:
    """The folders with files of games, by the names of their copies."""
    return {ARCHIVE: store.archive, SLEEP: store.sleep}


def _remove_copies(store: EventStore, folder: Path, game: str) -> None:
    """Remove what earlier backups have of a game that was deleted since."""
    for name, files in folders(store).items():
        path = files.path(game)
        if path is not None:
            for copy in (folder / name / path.parent.name).glob(f"{game}.*"):
                copy.unlink(missing_ok=True)


def _games(store: EventStore, complain: Complain) -> Iterator[GameRecord]:
    """Every game of which Redis has something beside the log, deleted ones too."""
    for batch in _scan(store, f"{keys.ALL_LOGS}:s"):
        for key in batch:
            found = _game(store, keys.game_of(key.removesuffix(":s")), complain)
            # Without fields it has fallen asleep since it was found, and has a file. A lesson would stay for ever.
            if found is not None and found.beside and LESSON.encode() not in dict(found.beside):
                yield found


def _with_files(
    store: EventStore, copies: Path, seen: set[str], named: set[str], complain: Complain
) -> Iterator[tuple[GameRecord, bool]]:
    """The games that were not seen yet and sleep, or have slept within the last half hour, and whether a file was copied.

    The copy of a sleeping game's file has the log of its record; `named` gets its name. Raises ArchiveUnavailable.
    """
    if store.sleep.missing:
        return
    try:
        copies.mkdir(mode=0o700, exist_ok=True)
        for file in store.sleep.folder.glob("*.id"):
            copy_file(file, copies / file.name)
        for game in _slept(store):
            if game not in seen:
                seen.add(game)
                record, was_copied = _asleep_or_awake(store, game, copies, named, complain)
                if record is not None:
                    yield record, was_copied
    except OSError as error:
        raise ArchiveUnavailable(str(error)) from error


def _slept(store: EventStore) -> Iterator[str]:
    """All games with a file among the sleeping ones, or with a pointer to one."""
    for shard in store.sleep.shards():
        yield from store.sleep.listing(shard)
    for game, _ in store.asleep.every():
        yield game


def _asleep_or_awake(
    store: EventStore, game: str, copies: Path, named: set[str], complain: Complain
) -> tuple[GameRecord | None, bool]:
    """The record of a game that has slept, and whether its file was copied: that of a game that sleeps."""
    record, was_copied = _game(store, game, complain), False
    while record is not None and (pointer := pointer_of(record)) is not None:
        trouble, (copy, copied) = "", (None, False)
        try:
            copy, copied = _copy_sleeper(store, game, Pointer.read(pointer), copies)
        except (Misfit, ArchiveDamaged) as error:
            trouble = f"{game} sleeps, and its file {error}; the backup has no copy of it, unless an earlier one made it"
            copy = store.sleep.path(game, named_by(Pointer.read(pointer).mark))
        was_copied |= copied
        record = _game(store, game, complain)
        if record is not None and pointer_of(record) == pointer:  # A pointer names one file.
            if copy is not None:
                named.add(copy.name)
            if trouble:
                complain(trouble)
            break
    return record, was_copied


def _copy_sleeper(store: EventStore, game: str, pointer: Pointer, copies: Path) -> tuple[Path | None, bool]:
    """Copy the file that has the log of a sleeping game; its path, and whether it was copied. Raises Misfit, ArchiveDamaged,
    ArchiveUnavailable."""
    file = store.sleep.path(game, named_by(pointer.mark))
    if file is not None and is_copied(file, copies / file.parent.name / file.name):
        return file, False  # It was compared when it was copied, and no other file ever gets its name.
    served = store.sleeping.serving(game, pointer)
    file = store.sleep.path(game, served.more)

    def check(half: Path) -> None:
        with half.open("rb") as opened:
            if store.sleep.form.unpack(opened, game, served.more) != served.log:
                raise ArchiveDamaged("could not be copied")

    if file is None:
        raise Misfit("has no place")
    copy = copies / file.parent.name / file.name
    copied = copy_file(file, copy, check)
    if not copy.exists():
        raise Misfit("is missing")
    return copy, copied


def pointer_of(record: GameRecord) -> bytes | None:
    """What Redis keeps of the log of a sleeping game."""
    return record.hashes.get(keys.asleep(partition_of(record.game)))


def _game(store: EventStore, game: str, complain: Complain) -> GameRecord | None:
    """A game in Redis or asleep with its places in all indexes; None if it has left Redis for the archive."""
    owner, record = None, _read(store, game, None, complain)
    while record is not None and (found := _owner(record)) != owner:
        owner, record = found, _read(store, game, found, complain)
    return record


def _owner(record: GameRecord) -> str | None:
    """The id of the API key that a game belongs to."""
    pointer, owner = pointer_of(record), dict(record.beside).get(b"owner")
    if pointer is not None:
        return Pointer.read(pointer).owner
    return None if owner is None else owner.decode()


def _read(store: EventStore, game: str, owner: str | None, complain: Complain) -> GameRecord | None:
    """As `_game`, read in one step; `owner`: the API key in whose lists it may be."""
    partition, stream = partition_of(game), keys.log(game)
    hashes = keys.hashes_by_game(partition)
    sets = [*keys.sets_of_games(partition, owner), keys.deleted(partition)]
    with redis_errors():
        pipe = store.redis.client.pipeline(transaction=True)
        pipe.xrange(stream)
        pipe.hgetall(keys.secrets(stream))
        for key in hashes:
            pipe.hget(key, game)
        for key in sets:
            pipe.zscore(key, game)
        entries, beside, *found = replies = pipe.execute(raise_on_error=False)
    for reply in replies:
        if isinstance(reply, Exception):
            complain(f"{game} is not in the backup, because what is stored of it in Redis is damaged: {reply}")
            return None
    record = GameRecord(
        game,
        [(entry, _flat(fields)) for entry, fields in entries],
        _pairs(beside),
        {key: value for key, value in zip(hashes, found, strict=False) if value is not None},
        {key: float(score) for key, score in zip(sets, found[len(hashes) :], strict=True) if score is not None},
    )
    return record if record.beside or pointer_of(record) is not None else None


def _flat(fields: Any) -> list[bytes]:
    return [part for pair in _pairs(fields) for part in pair]


def is_transient(key: str) -> bool:
    """Whether a key holds nothing that must be kept: feeds, what is noted for minutes, what each process writes, what
    concerns the files of this Redis only, and what follows from other keys."""
    rest = key.partition("}:")[2]
    kind = rest.partition(":")[0]
    transient = ("external", "feed", "unnamed", "key", "sync", "partitions", "restoring", "restored", "served", "removed")
    return kind in transient or rest.endswith(":lease")


def _parts(store: EventStore) -> Iterator[Part]:
    """All keys that are of no single game and no webhook; what is kept of sleeping games is in their records."""
    for batch in _scan(store, "{*}:*"):
        others = [key for key in batch if not (":g:" in key or is_transient(key) or key.endswith("}:asleep"))]
        others = [key for key in others if not key.startswith(keys.WEBHOOKS)]
        # What Redis drops by itself, such as a lease, must not stay for ever where it is restored.
        lasting = store.redis.each([(key, ("PTTL", key)) for key in others])
        others = [key for key, left in zip(others, lasting, strict=True) if left < 0]
        kinds = store.redis.each([(key, ("TYPE", key)) for key in others])
        for key, kind in zip(others, kinds, strict=True):
            match kind.decode() if isinstance(kind, bytes) else kind:
                case "hash":
                    yield from (Part(key, "hash", fields=_pairs(found)) for found in _members(store, key, "HSCAN"))
                case "zset":
                    for found in _members(store, key, "ZSCAN"):
                        yield Part(key, "zset", scores=[(member, float(score)) for member, score in _pairs(found)])
                case "set":
                    yield from (Part(key, "set", members=[*found]) for found in _members(store, key, "SSCAN"))
                case "list":
                    (items,) = store.redis.each([(key, ("LRANGE", key, 0, -1))])
                    yield Part(key, "list", members=items)
                case "string":
                    (value,) = store.redis.each([(key, ("GET", key))])
                    if value is not None:
                        yield Part(key, "string", fields=[(b"", value)])
                case "stream":
                    (entries,) = store.redis.each([(key, ("XRANGE", key, "-", "+"))])
                    yield Part(key, "stream", entries=[(entry, list(fields)) for entry, fields in entries])
                case "none":
                    continue  # It has left Redis.
                case other:
                    raise TypeError(f"{key} is a {other}, which no backup knows")


def _webhooks(store: EventStore) -> Iterator[Part]:
    """All webhooks and what waits for them, read in one step, because these keys refer to each other."""
    known: set[bytes] = set()
    while True:
        of_each = [keys.of_webhook(hook.decode()) for hook in sorted(known)]
        hashes = [keys.WEBHOOKS, *(each.waiting for each in of_each)]
        sets = [keys.WEBHOOKS_DUE, keys.WEBHOOKS_NEAR, *(each.order for each in of_each)]
        lists = [each.past for each in of_each]
        with redis_errors():
            pipe: Any = store.redis.client.pipeline(transaction=True)
            for key in hashes:
                pipe.hgetall(key)
            for key in sets:
                pipe.execute_command("ZRANGE", key, 0, -1, "WITHSCORES")
            for key in lists:
                pipe.lrange(key, 0, -1)
            replies = pipe.execute()
        hooks = {hook for hook, _ in _pairs(replies[0])}
        if hooks <= known:
            break
        known = hooks
    for key, fields in zip(hashes, replies, strict=False):
        yield Part(key, "hash", fields=_pairs(fields))
    for key, found in zip(sets, replies[len(hashes) :], strict=False):
        yield Part(key, "zset", scores=[(member.encode(), float(score)) for score, member in scored(found)])
    for key, items in zip(lists, replies[len(hashes) + len(sets) :], strict=True):
        yield Part(key, "list", members=items)


def _members(store: EventStore, key: str, command: str) -> Iterator[Any]:
    """The replies of a scan of a hash or set."""
    cursor: Any = 0
    while True:
        ((cursor, found),) = store.redis.each([(key, (command, key, cursor, "COUNT", SCANNED))])
        yield found
        if int(cursor) == 0:
            return


def _pairs(found: Any) -> list[tuple[bytes, bytes]]:
    """The pairs in a reply: a map, or a flat list as in the older protocol and in pipelines of a cluster."""
    if isinstance(found, dict):
        return [*found.items()]
    return [(found[place], found[place + 1]) for place in range(0, len(found), 2)]


def _scan(store: EventStore, pattern: str) -> Iterator[Sequence[str]]:
    """All keys that match, in batches. Each that is there all the time comes at least once."""
    with redis_errors():
        nodes = store.redis.primaries()
    for node in nodes.values():
        cursor: Any = 0
        while True:
            with redis_errors():
                reply: Any = node.scan(cursor, match=pattern, count=SCANNED)
            cursor, found = reply
            if found:
                yield [key.decode() for key in found]
            if int(cursor) == 0:
                break


def _copy_archive(files: Archive, to: Path, complain: Complain) -> int:
    """Copy the files that are not there yet; returns their number. Raises ArchiveUnavailable."""
    if files.missing:
        return 0
    copied = 0
    try:
        to.mkdir(mode=0o700, exist_ok=True)
        for shard in files.shards():
            for game, found in files.listing(shard).items():
                copied += copy_archived(files, game, found, to, complain)
        for file in files.folder.glob("*.id"):
            copy_file(file, to / file.name)
    except OSError as error:
        raise ArchiveUnavailable(str(error)) from error
    return copied
