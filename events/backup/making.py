"""Makes a backup of a store while it is used."""

from __future__ import annotations

import gzip
import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from events.archive.files import Archive
from events.backup.form import FORMAT, End, GameRecord, Header, Part, write
from events.errors import ArchiveUnavailable
from events.identity import DELETED, partition_of
from events.redis_store import keys
from events.redis_store.asleep import Pointer
from events.redis_store.errors import redis_errors
from events.redis_store.games_list import scored
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


def make(store: EventStore, folder: Path, at: str) -> Made:
    """Write a backup into a folder, in place of the one before. The files of games that it has already stay.

    Raises StoreUnavailable, ArchiveUnavailable, OSError; then the backup before is untouched.
    """
    store.check_folders()
    folder.mkdir(mode=0o700, exist_ok=True)
    old = _of_no_game(store.sleep, folder / SLEEP)
    new = folder / f"{STORE_FILE}.tmp"
    games = copied = 0
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
        with gzip.open(raw, "wb", compresslevel=4) as file:
            write(file, Header(FORMAT, token_hex(8), at, store.partitions))
            seen: set[str] = set()
            for game in _games(store):
                if game.game not in seen:  # A scan may find a game twice.
                    seen.add(game.game)
                    write(file, game)
                    games += 1
                if any(name == DELETED.encode() for name, _ in game.beside):
                    _remove_copies(store, folder, game.game)
            # Games that the scan missed were asleep for a moment, so they have a file now or went on to the archive.
            for game, was_copied in _with_files(store, folder / SLEEP, seen):
                write(file, game)
                games += 1
                copied += was_copied
            copied += _copy_archive(store.archive, folder / ARCHIVE)
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
    for copy in old:
        copy.unlink(missing_ok=True)
    return Made(games, copied)


def folders(store: EventStore) -> dict[str, Archive]:
    """The folders with files of games, by the names of their copies."""
    return {ARCHIVE: store.archive, SLEEP: store.sleep}


def _remove_copies(store: EventStore, folder: Path, game: str) -> None:
    """Remove what earlier backups have of a game that was deleted since."""
    for name, files in folders(store).items():
        path = files.path(game)
        if path is not None:
            (folder / name / path.parent.name / path.name).unlink(missing_ok=True)


def _games(store: EventStore) -> Iterator[GameRecord]:
    """Every game of which Redis has something beside the log, deleted ones too."""
    for batch in _scan(store, f"{keys.ALL_LOGS}:s"):
        for key in batch:
            found = _game(store, keys.game_of(key.removesuffix(":s")))
            if found is not None and found.beside:  # Otherwise it has fallen asleep since it was found, and has a file.
                yield found


def _with_files(store: EventStore, copies: Path, seen: set[str]) -> Iterator[tuple[GameRecord, bool]]:
    """The games with a file among the sleeping ones that were not seen yet, and whether the file was copied.

    The copy of a sleeping game's file has the log of its record. Raises ArchiveUnavailable.
    """
    folder = store.sleep.folder
    if folder == Path(os.devnull):
        return
    try:
        copies.mkdir(mode=0o700, exist_ok=True)
        for named in folder.glob("*.id"):
            copy_file(named, copies / named.name)
        for file in folder.glob(FILES):
            game = file.name.partition(".")[0]
            if game not in seen:
                record, was_copied = _asleep_or_awake(store, game, file, copies / file.parent.name / file.name)
                if record is not None:
                    yield record, was_copied
    except OSError as error:
        raise ArchiveUnavailable(str(error)) from error


def _asleep_or_awake(store: EventStore, game: str, file: Path, copy: Path) -> tuple[GameRecord | None, bool]:
    """The record of a game that has slept, and whether its file was copied: that of a game that sleeps."""
    record, was_copied = _game(store, game), False
    while record is not None and (pointer := _pointer(record)) is not None:
        was_copied = copy_file(file, copy) or was_copied
        record = _game(store, game)
        if record is not None and _pointer(record) == pointer:
            break  # It was not woken meanwhile: a pointer names one sleep.
    return record, was_copied


def _pointer(record: GameRecord) -> bytes | None:
    """What Redis keeps of the log of a sleeping game."""
    return record.hashes.get(keys.asleep(partition_of(record.game)))


def _game(store: EventStore, game: str) -> GameRecord | None:
    """A game in Redis or asleep with its places in all indexes; None if it has left Redis for the archive."""
    owner, record = None, _read(store, game, None)
    while record is not None and (found := _owner(record)) != owner:
        owner, record = found, _read(store, game, found)
    return record


def _owner(record: GameRecord) -> str | None:
    """The id of the API key that a game belongs to."""
    pointer, owner = _pointer(record), dict(record.beside).get(b"owner")
    if pointer is not None:
        return Pointer.read(pointer).owner
    return None if owner is None else owner.decode()


def _read(store: EventStore, game: str, owner: str | None) -> GameRecord | None:
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
            log.error("%s is not in the backup, because what is stored of it is damaged: %s", game, reply)
            return None
    record = GameRecord(
        game,
        [(entry, _flat(fields)) for entry, fields in entries],
        _pairs(beside),
        {key: value for key, value in zip(hashes, found, strict=False) if value is not None},
        {key: float(score) for key, score in zip(sets, found[len(hashes) :], strict=True) if score is not None},
    )
    return record if record.beside or _pointer(record) is not None else None


def _flat(fields: Any) -> list[bytes]:
    return [part for pair in _pairs(fields) for part in pair]


def is_transient(key: str) -> bool:
    """Whether a key holds nothing that must be kept: feeds, what is reserved for minutes, what each process writes, and what
    concerns the files of this Redis only."""
    rest = key.partition("}:")[2]
    kind = rest.partition(":")[0]
    transient = ("feed", "key", "sync", "partitions", "restoring", "restored", "served", "removed")
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


def _copy_archive(files: Archive, to: Path) -> int:
    """Copy the files that are not there yet; returns their number. Raises ArchiveUnavailable."""
    if files.folder == Path(os.devnull):
        return 0
    try:
        to.mkdir(mode=0o700, exist_ok=True)
        copied = sum(copy_file(file, to / file.parent.name / file.name) for file in files.folder.glob(FILES))
        for named in files.folder.glob("*.id"):
            copy_file(named, to / named.name)
    except OSError as error:
        raise ArchiveUnavailable(str(error)) from error
    return copied


def _of_no_game(files: Archive, copies: Path) -> list[Path]:
    """The copies of files of games that slept when an earlier backup was made, and are in the archive now."""
    if files.folder == Path(os.devnull):
        return []
    return [copy for copy in copies.glob(FILES) if not (files.folder / copy.parent.name / copy.name).exists()]


def copy_file(file: Path, copy: Path) -> bool:
    """Copy a file, unless its copy is there; whether it was copied. A file that has been deleted meanwhile is left out."""
    with suppress(FileNotFoundError):
        now = file.stat()
        if copy.exists() and (copy.stat().st_size, copy.stat().st_mtime_ns) == (now.st_size, now.st_mtime_ns):
            return False
        copy.parent.mkdir(mode=0o700, exist_ok=True)
        half = copy.with_name(f"{copy.name}.tmp")
        shutil.copy2(file, half)
        with half.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(half, copy)
        return True
    return False
