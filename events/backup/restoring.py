"""Restores a backup into an empty Redis and an empty archive."""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from events.archive.files import Files, game_of
from events.backup.copies import Complain, check_archived, copy_file
from events.backup.form import FORMAT, End, GameRecord, Header, Part, Record, read
from events.backup.making import (
    ARCHIVE,
    FILES,
    SLEEP,
    STORE_FILE,
    folders,
    is_transient,
    pointer_of,
)
from events.errors import ArchiveDamaged, ArchiveUnavailable, BackupRefused, BackupUnreadable
from events.identity import DELETED, GAME_ID, partition_of
from events.redis_store import keys
from events.redis_store.asleep import Pointer
from events.redis_store.errors import redis_errors
from events.sleep.sleeping import Misfit
from events.store.event_store import EventStore
from events.store_types import About

log = logging.getLogger(__name__)

RESTORING = "{0}:restoring"
"""The key with the backup's id, as long as not all of it is restored."""
_GAME = re.compile(GAME_ID.encode())
_CHUNK = 500


def restore(store: EventStore, folder: Path, complain: Complain = log.error) -> int:
    """Restore a backup; returns the number of games in Redis or asleep. Another call completes an interrupted one.

    `complain` is told of each game whose file is damaged or missing, and of a missing key of sleeping games. Raises
    BackupUnreadable, BackupRefused, StoreUnavailable, OSError.
    """
    header = _checked(folder / STORE_FILE)
    _check_target(store, header)
    for name, files in folders(store).items():
        _check_files(files, folder / name)
    with redis_errors():
        store.redis.client.set(RESTORING, header.id)
    for name, files in folders(store).items():
        for file in [*(folder / name).glob(FILES), *(folder / name).glob("*.id")]:
            copy_file(file, files.folder / file.relative_to(folder / name))
    for file in (folder / ARCHIVE).glob(FILES):
        try:
            check_archived(file)
        except ArchiveDamaged as error:
            complain(f"the file of {game_of(file.name)} in the archive is damaged: {error}")
    games = 0
    keyless = _why_keyless(store)
    unread: list[str] = []
    for record in _records(folder / STORE_FILE):
        if isinstance(record, GameRecord):
            _put_game(store, record)
            games += 1
            pointer = pointer_of(record)
            if pointer is not None and keyless:
                unread.append(record.game)
            elif pointer is not None:
                _check_sleeper(store, record.game, Pointer.read(pointer), complain)
        elif isinstance(record, Part):
            _put_part(store, record)
    if unread:
        complain(f"nobody can read {len(unread)} sleeping games, {unread[0]} for example: {keyless}")
    store.redis.check_partitions()
    with redis_errors():
        # By Redis' clock, as the cursors of feeds are.
        store.redis.client.set(keys.RESTORED, store.webhooks.now())
        store.redis.client.delete(RESTORING)
    return games


def _records(file: Path) -> Iterator[Record]:
    with gzip.open(file, "rb") as opened:
        yield from read(opened)


def _checked(file: Path) -> Header:
    """The header of a file that can be read to its end. Raises BackupUnreadable."""
    if not file.exists():
        raise BackupUnreadable(f"there is no {file}")
    header: Header | None = None
    games = 0
    for record in _records(file):
        if header is None:
            if not isinstance(record, Header) or record.format != FORMAT:
                raise BackupUnreadable("this is not a backup that this release can read")
            header = record
        games += isinstance(record, GameRecord)
        if isinstance(record, End) and record.games != games:
            raise BackupUnreadable("the file has another number of games than it says")
    if header is None:
        raise BackupUnreadable("the file is empty")
    return header


def _check_target(store: EventStore, header: Header) -> None:
    """Raises BackupRefused unless the store is empty, or part of this very backup, and has a place for all games."""
    if header.partitions > store.partitions:
        raise BackupRefused(f"the backup has games in {header.partitions} partitions; set PARTITIONS to that number")
    with redis_errors():
        begun: Any = store.redis.client.get(RESTORING)
        there = any(
            not is_transient(key.decode()) for node in store.redis.primaries().values() for key in node.scan_iter("{*}:*")
        )
    if there and begun != header.id.encode():
        raise BackupRefused("this Redis is not empty: a backup is restored into an empty one")


def _check_files(files: Files, copies: Path) -> None:
    """Raises BackupRefused unless the files of the backup have a folder here that is empty, or has some of them already."""
    for named in copies.glob("*.id"):
        if not files.folder.is_dir():
            setting = f"{copies.name.upper()}_DIR"
            raise BackupRefused(f"the backup has files of games in {copies}; set {setting} to an empty folder that exists")
        if files.id() not in (None, named.read_text("ascii").strip()):
            raise BackupRefused(f"{files.folder} has the files of another Redis")


def _put_game(store: EventStore, record: GameRecord) -> None:
    """Write a game with its places in all indexes, in one step; safe to repeat."""
    _remove_files(store, record)
    log = keys.log(record.game)
    with redis_errors():
        pipe: Any = store.redis.client.pipeline(transaction=True)
        pipe.delete(log, keys.secrets(log))
        for entry, fields in record.entries:
            pipe.execute_command("XADD", log, entry, *fields)
        if record.beside:
            pipe.hset(keys.secrets(log), mapping=dict(record.beside))
        for key, value in record.hashes.items():
            pipe.hset(key, record.game, value)
        if not any(name == DELETED.encode() for name, _ in record.beside):
            for key, field in _found_by(record.game, record.hashes.get(keys.about(partition_of(record.game)))):
                pipe.hset(key, field, record.game)
        for key, score in record.scores.items():
            pipe.zadd(key, {record.game: score})
        pipe.execute()


def _found_by(game: str, note: bytes | None) -> Iterator[tuple[str, str]]:
    """The hash and the field in which a game is found by its external id, if the notes on it name one. No backup has these
    hashes: what they say follows from the notes."""
    external = "" if note is None else msgspec.json.decode(note, type=About).external
    if external:
        yield keys.external(partition_of(game)), external


def _why_keyless(store: EventStore) -> str:
    """Why the key of sleeping games cannot be used here; empty if it can. All other games are restored without it."""
    try:
        store.sleep.form.cipher  # noqa: B018 (reads the key)
    except ArchiveUnavailable as error:
        return str(error)
    return ""


def _check_sleeper(store: EventStore, game: str, pointer: Pointer, complain: Complain) -> None:
    """Complain unless the file of a sleeping game is here, and has the log that left Redis."""
    try:
        store.sleeping.serving(game, pointer)
    except Misfit as error:
        complain(f"{game} sleeps, and its file {error}")


def _remove_files(store: EventStore, record: GameRecord) -> None:
    """Remove the files of a game that was elsewhere at the moment of its record: they may have what came after it, and a
    game that goes on from the record could never replace them."""
    for name, files in folders(store).items():
        if record.beside or name != SLEEP:
            files.remove(record.game)


def _put_part(store: EventStore, part: Part) -> None:
    client: Any = store.redis.client
    with redis_errors():
        if part.kind == "string":
            client.set(part.key, part.fields[0][1])
        if part.kind == "set" and part.members:
            client.sadd(part.key, *part.members)
        if part.kind in ("list", "stream"):
            client.delete(part.key)  # An earlier attempt may have written it.
        if part.kind == "list" and part.members:
            client.rpush(part.key, *part.members)
        for entry, fields in part.entries:
            client.execute_command("XADD", part.key, entry, *fields)
    for start in range(0, len(part.fields) if part.kind == "hash" else 0, _CHUNK):
        chunk = part.fields[start : start + _CHUNK]
        kept = _elsewhere(store, [name for name, _ in chunk])
        if mapping := {name: value for name, value in chunk if name in kept}:
            with redis_errors():
                client.hset(part.key, mapping=mapping)
                if part.key.endswith("}:about"):
                    for game, note in mapping.items():
                        for key, field in _found_by(game.decode(), note):
                            client.hset(key, field, game)
    for start in range(0, len(part.scores), _CHUNK):
        scores = part.scores[start : start + _CHUNK]
        kept = _elsewhere(store, [member for member, _ in scores])
        if members := {member: score for member, score in scores if member in kept}:
            with redis_errors():
                client.zadd(part.key, members)


def _elsewhere(store: EventStore, members: Sequence[bytes]) -> set[bytes]:
    """The members that are no games, or are games in the archive. The entries of a game with a record came with the record;
    a game that is in neither was begun while the backup was made."""
    games = [member for member in members if _GAME.fullmatch(member)]
    beside = [keys.secrets(keys.log(game.decode())) for game in games]
    there = store.redis.each([(key, ("EXISTS", key)) for key in beside])
    pointers = store.asleep.find_all([game.decode() for game in games])
    found = {
        game
        for game, exists, pointer in zip(games, there, pointers, strict=True)
        if not exists and pointer is None and _is_archived(store, game.decode())
    }
    return {*members} - {*games} | found


def _is_archived(store: EventStore, game: str) -> bool:
    return store.archive.has(game)
