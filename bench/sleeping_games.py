"""Half-played games of Merchants of the Caribbean that sleep, made in any number: bench/sleepers.py measures beside them.

Several hundred different games are played. The others are copies of their logs and secrets under new ids, which pass the
audit too, because a log draws under the id in its first event. All are put to sleep by the code of the service. What was
made stays in a folder, so a run that was broken off goes on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from os import urandom
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from redis import Redis

from bench.games import RULESET, record
from events.identity import new_game_id
from events.redis_store import keys
from events.redis_store.asleep import Pointer
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from harness.redis_server import RedisServer

HALF = {(RULESET, 2): 112, ("pirates-of-maracaibo", 2): 147, ("merchants-and-marauders", 4): 710}
"""Commits of a half-played game: half of what docs/scaling.md has for a game between `greedy` bots."""
BATCH = 1_000
"""Games that are copied into Redis before they are put to sleep."""
SAVED = 5_000
"""The pointers are saved each time after this number of games; a stopped run makes the games since then again."""
PROCESSES, THREADS = 4, 8
"""Threads of each process: a disk confirms many writes at once in hardly more time than one."""
PIPE = 5_000


class Original(msgspec.Struct, frozen=True):
    """A half-played game as Redis keeps it, to be copied."""

    tokens: tuple[str, ...]
    host: str
    """The hash of the host's token, by which a copy names its original."""
    log: bytes
    secrets: bytes
    line: dict[str, Any]


@contextmanager
def redis_in(folder: Path) -> Iterator[str]:
    """URL of a Redis with what an earlier run saved in the folder, if there was one. It has no append-only file at first:
    the copied logs would fill the disk."""
    folder.mkdir(parents=True, exist_ok=True)
    server = RedisServer(folder, "everysec", more=("--appendonly", "no"))
    server.start(timeout=120.0)
    try:
        yield server.url
    finally:
        server.stop()


def store_of(client: Redis, folder: Path) -> EventStore:
    """A store with the folder of sleeping games in a folder."""
    return EventStore(client, sleep=SleepFolder(folder / "sleep", folder / "keys" / "sleep.key"))


def originals_in(folder: Path, client: Redis, number: int) -> list[Original]:
    """Half-played games, each played at random to the number of commits that half a game between bots has."""
    file = folder / "originals.msgpack"
    if file.exists():
        return msgspec.msgpack.decode(file.read_bytes(), type=list[Original])
    source, store = Random(1), EventStore(client)
    found: list[Original] = []
    while len(found) < number:
        played = record(source, enough=lambda version: version >= HALF[RULESET, 2])
        if len(played.appends) < HALF[RULESET, 2]:
            continue  # A short game.
        for append in played.appends:
            store.append(append)
        log = keys.log(played.game)
        dumps = [client.dump(key) or b"" for key in (log, keys.secrets(log))]
        line = msgspec.json.decode(client.hget(keys.summaries("0"), played.game) or b"{}")
        found.append(Original(played.tokens, store.read(played.game).secrets["host"], dumps[0], dumps[1], line))
        client.delete(log, keys.secrets(log))
    client.delete(keys.summaries("0"), keys.games_by_status("0", "running"), keys.feed("0"))
    file.write_bytes(msgspec.msgpack.encode(found))
    return found


def copied(client: Redis, originals: Sequence[Original], number: int) -> list[str]:
    """Copies of the originals under new ids, awake and listed."""
    pipe, games = client.pipeline(transaction=False), []
    for at in range(number):
        original, game = originals[at % len(originals)], new_game_id(0)
        pipe.restore(keys.log(game), 0, original.log)
        pipe.restore(keys.secrets(keys.log(game)), 0, original.secrets)
        _listed(pipe, game, original)
        games.append(game)
    pipe.execute()
    return games


def _listed(pipe: Any, game: str, original: Original) -> None:
    pipe.hset(keys.summaries("0"), game, msgspec.json.encode({**original.line, "id": game}))
    pipe.zadd(keys.games_by_status("0", "running"), {game: original.line["created_ms"]})


def put_to_sleep(url: str, client: Redis, folder: Path, originals: Sequence[Original], number: int, seconds: float) -> int:
    """Put games to sleep until `number` sleep, or the time is over; how many sleep now."""
    begun = asleep = client.hlen(keys.asleep("0"))
    began, saved = time.perf_counter(), begun
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        while asleep < number and time.perf_counter() - began < seconds:
            _put_batch(pool, url, folder, copied(client, originals, min(BATCH, number - asleep)))
            asleep = client.hlen(keys.asleep("0"))
            if asleep - saved >= SAVED or asleep >= number:
                client.save()
                saved = asleep
                passed = time.perf_counter() - began
                print(f"  {asleep:,} asleep; {(asleep - begun) / passed:.0f} a second", flush=True)
    return asleep


def _put_batch(pool: Executor, url: str, folder: Path, games: Sequence[str]) -> None:
    shares = [games[start::PROCESSES] for start in range(PROCESSES)]
    if not all(pool.map(_put, [url] * PROCESSES, [folder] * PROCESSES, shares)):
        raise AssertionError("a game stayed awake")


def _put(url: str, folder: Path, games: Sequence[str]) -> bool:
    """In a process of its own."""
    with connect(url) as client, ThreadPoolExecutor(THREADS) as threads:
        store = store_of(client, folder)
        store.hibernation.check_folder()
        return all(threads.map(store.hibernation.put, games))


def make_lines(client: Redis, originals: Sequence[Original], number: int) -> None:
    """Sleepers of which there is no file, until there are `number` pointers."""
    asleep = client.hlen(keys.asleep("0"))
    for start in range(asleep, number, PIPE):
        pipe = client.pipeline(transaction=False)
        for at in range(start, min(start + PIPE, number)):
            game = new_game_id(0)
            created_ms = originals[at % len(originals)].line["created_ms"]
            pointer = Pointer(HALF[RULESET, 2], created_ms, at, urandom(16), created_ms, 9_000, RULESET, None)
            pipe.hset(keys.asleep("0"), game, pointer.stored())
            _listed(pipe, game, originals[at % len(originals)])
        pipe.execute()
    if asleep < number:
        client.save()


def some_asleep(store: EventStore, source: Random, number: int) -> list[str]:
    """Games that sleep and have a file."""
    folders, found = sorted(store.sleep.folder.glob("??")), list[str]()
    while len(found) < number:
        file = source.choice(sorted(source.choice(folders).iterdir()))
        game = file.name.partition(".")[0]
        if game not in found and store.asleep.find(game) is not None:
            found.append(game)
    return found
