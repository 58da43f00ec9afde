"""Gives files the names that releases before this one look for. They know one file of each game, without mark or number."""

from __future__ import annotations

from typing import NamedTuple

from events.errors import ArchiveDamaged
from events.sleep.form import PLAIN
from events.sleep.sleeping import Misfit
from events.store.event_store import EventStore


class Renamed(NamedTuple):
    """The number of games whose files have other names now, and those that are damaged."""

    sleeping: int
    archived: int
    damaged: list[str]


def make_plain(store: EventStore) -> Renamed:
    """Give every file its plain name, while the service does not run. Safe to repeat: a process that is killed midway leaves
    files that this release reads. Raises StoreUnavailable, ArchiveUnavailable."""
    sleeping = archived = 0
    damaged: list[str] = []
    for game, pointer in store.asleep.every():
        try:
            served = store.sleeping.serving(game, pointer)
        except Misfit as error:
            damaged.append(f"{game} sleeps, and its file {error}")
            continue
        if served.more != PLAIN:
            store.sleep.make_plain(game, served.log)
            sleeping += 1
    for shard in store.archive.shards():
        for game, found in store.archive.listing(shard).items():
            if found != [PLAIN]:
                try:
                    store.archive.make_plain(game)
                    archived += 1
                except ArchiveDamaged as error:
                    damaged.append(f"the file of {game} in the archive is damaged: {error}")
    return Renamed(sleeping, archived, damaged)
