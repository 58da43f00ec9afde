"""What finished games take before and after they move to the archive: ``python -m bench.archive [games of each kind]``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

from redis import Redis

from bench.games import Recording, most_seats, record
from bench.serving import redis_server
from domain.registry import GAMES, AnyGame
from events.archive import Archive
from events.archiving import ArchivingStore
from events.handler import Handler
from events.redis_client import connect

HEADS = ("Game", "Seats", "Commits", "In Redis, bytes", "In the archive, bytes", "Times smaller", "Left in Redis, bytes",
         "To move", "To open from Redis", "To open from the archive")  # fmt: skip


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}")
    for game in GAMES.values():
        for seats in sorted({2, most_seats(game)}):
            print(f"| {' | '.join(_row(game, seats, games))} |", flush=True)


def _row(game: AnyGame, seats: int, games: int) -> Iterator[str]:
    """Means over random games, each played to its end; times are milliseconds of this process' processor time."""
    recordings = [record(Random(seed), ruleset=game.name, seats=seats) for seed in range(games)]
    with redis_server() as url, tempfile.TemporaryDirectory() as folder, connect(url) as client:
        store = ArchivingStore(client, archive=Archive(Path(folder)))
        store.check_archive()
        for recording in recordings:
            for each in recording.appends:
                store.append(each)
        before = [_used(client, f"{{0}}:g:{each.game}") + _used(client, f"{{0}}:g:{each.game}:s") for each in recordings]
        from_redis = [_opening(store, each) for each in recordings]
        began = process_time()
        sizes = [store.move(each.game) for each in recordings]
        moving = (process_time() - began) / games
        left = sum(_used(client, f"{{0}}:{index}") for index in ("lines", "finished", "over")) / games
        from_archive = [_opening(store, each) for each in recordings]
    yield from (game.title, str(seats), f"{mean(len(each.appends) for each in recordings):,.0f}")
    yield from (f"{mean(before):,.0f}", f"{mean(sizes):,.0f}", f"{mean(before) / mean(sizes):.1f}", f"{left:,.0f}")
    yield from (f"{1000 * seconds:.1f}" for seconds in (moving, mean(from_redis), mean(from_archive)))


def _used(client: Redis, key: str) -> int:
    """Bytes of memory, as Redis itself reckons them."""
    return int(client.memory_usage(key, samples=0) or 0)


def _opening(store: ArchivingStore, recording: Recording) -> float:
    """Seconds of processor time until a process that knows nothing of a game has all of it."""
    handler = Handler(store)
    began = process_time()
    if handler.load(recording.game).version != len(recording.appends):
        raise AssertionError(f"{recording.game} is not the game that was played")
    return process_time() - began


if __name__ == "__main__":
    main()
