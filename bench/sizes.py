"""What docs/scaling.md reckons with: ``python -m bench.sizes [games of each kind]``.

Bytes are what Redis itself reckons. Times are processor time of this process, so other work on the machine hardly
matters; those of Redis are the clock's, and do. Games are played to their end by `greedy` bots.
"""

from __future__ import annotations

import http.client
import re
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import msgspec
from redis import Redis

from bench.games import RULESET, most_seats, record
from bench.serving import HOST, redis_server, web_server
from domain import session
from domain.game import AnyGame, Question
from domain.session.lifecycle import CreateGame, SeatPlan
from events.archive.archive import Archive
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.redis_store.client import connect
from events.redis_store.cluster import connect_cluster
from events.store.event_store import EventStore
from events.store_types import Append
from harness.games import CODECS, GAMES
from harness.redis_cluster import Cluster
from policies import choose

APPENDS = 1_000
FOLLOWERS = 500


def main() -> None:
    """Print all tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    kinds = [(game, seats) for game in GAMES.values() for seats in sorted({2, most_seats(game)})]
    heads = ("Game", "Seats", "Commits", "Bytes in Redis when over", "of these beside the log", "Bytes in the archive",
             "Left in Redis", "Bytes of a cached game's process", "ms of a `greedy` action", "ms of the handler, an action",
             "µs of Redis, an action", "ms to open from Redis", "ms to move", "ms to open from the archive")  # fmt: skip
    _print(heads, (_of_games(game, seats, games) for game, seats in kinds))
    _print(("Live streams of one process", "KB of memory, a stream"), [_of_followers()])
    _print(("Redis", "µs of Redis, an append", "ms until it is acknowledged, p50", "p99"), _of_replication())


def _print(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    heads = list(heads)
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def _of_games(game: AnyGame, seats: int, games: int) -> Iterator[str]:
    """Means over games between `greedy` bots."""
    with redis_server() as url, tempfile.TemporaryDirectory() as folder, connect(url) as client:
        store = EventStore(client, archive=Archive(Path(folder)))
        store.mover.check_archive()
        handler = CommandHandler(GameRepository(store, CODECS))
        client.config_resetstat()
        thought = acted = 0.0
        played = []
        for seed in range(games):
            last, thinking, acting = _played(handler, game, seats, seed)
            thought, acted = thought + thinking, acted + acting
            played.append(last)
        commits = sum(last.commit.version for last in played)
        spent = sum(_spent(client, command) for command in ("evalsha", "eval"))
        ids = [last.game_log.id for last in played]
        beside = [_used(client, f"{{0}}:g:{each}:s") for each in ids]
        logs = [_used(client, f"{{0}}:g:{each}") for each in ids]
        cached = _cached(store, ids)
        from_redis = _opening(store, ids)
        began = time.process_time()
        sizes = [store.mover.move(each) for each in ids]
        moving = (time.process_time() - began) / games
        from_archive = _opening(store, ids)
        left = sum(_used(client, f"{{0}}:{index}") for index in ("lines", "finished", "over")) / games
    yield from (game.title, str(seats), f"{commits / games:,.0f}", f"{mean(logs) + mean(beside):,.0f}")
    yield from (f"{mean(beside):,.0f}", f"{mean(sizes):,.0f}", f"{left:,.0f}", f"{cached:,.0f}")
    yield from (f"{1000 * thought / commits:.2f}", f"{1000 * acted / commits:.2f}", f"{spent / commits:.1f}")
    yield from (f"{1000 * seconds:.1f}" for seconds in (from_redis, moving, from_archive))


def _played(handler: CommandHandler, game: AnyGame, seats: int, seed: int) -> tuple[Any, float, float]:
    """A whole game: what was accepted last, and the seconds of bots and of the handler."""
    source = Random(seed)
    plan = tuple(SeatPlan(kind="bot", level="greedy") for _ in range(seats))
    last = handler.new_games.create(CreateGame(ruleset=game.name, seats=plan))
    thinking = acting = 0.0
    while bots := session.bots_to_act(game, last.session):
        seat, state, began = bots[0], last.session.state, time.process_time()
        question = Question(game, game.gate.view(state, seat), seat, game.rules.legal_commands(state, seat))
        command = choose("greedy", question, source, 1.0)
        thought = time.process_time()
        last = handler.act_as_bot(last.game_log.id, seat, command, last.commit.version)
        thinking, acting = thinking + thought - began, acting + time.process_time() - thought
    return last, thinking, acting


def _cached(store: EventStore, games: list[str]) -> float:
    """Bytes that a process takes for each game that it holds in memory."""
    handler = CommandHandler(GameRepository(store, CODECS))
    tracemalloc.start()
    for game in games:
        handler.repository.load(game)
    found = tracemalloc.get_traced_memory()[0] / len(games)
    tracemalloc.stop()
    return found


def _opening(store: EventStore, games: list[str]) -> float:
    """Seconds until a process that knows nothing of a game has all of it."""
    handler = CommandHandler(GameRepository(store, CODECS))
    began = time.process_time()
    for game in games:
        handler.repository.load(game)
    return (time.process_time() - began) / len(games)


def _of_followers() -> list[str]:
    """Streams of one game each, on which nothing happens."""
    limits = {"WEB_CONCURRENCY": "1", "RATE_LIMIT": "off", "MAX_FOLLOWERS_PER_ADDRESS": str(FOLLOWERS)}
    with redis_server() as url, web_server(url, settings=limits) as server:
        (process,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        body = msgspec.json.encode({"ruleset": RULESET, "seats": [{"kind": "open"}, {"kind": "open"}]})
        made = [_asked(server.port, "POST", "/v1/games", body) for _ in range(FOLLOWERS)]
        games = [msgspec.json.decode(each.read())["game"]["id"] for each in made]
        before = _resident(process)
        streams = [_asked(server.port, "GET", f"/v1/games/{game}/events") for game in games]
        for stream in streams:
            if not stream.readline():
                raise AssertionError("a stream did not begin")
        grown = _resident(process) - before
    return [f"{FOLLOWERS:,}", f"{grown / FOLLOWERS:.0f}"]


def _asked(port: int, method: str, path: str, body: bytes | None = None) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    accept = "text/event-stream" if body is None else "application/json"
    connection.request(method, path, body, {"Content-Type": "application/json", "Accept": accept})
    return connection.getresponse()


def _resident(process: str) -> int:
    """Kilobytes of memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    if found is None:
        raise AssertionError(f"process {process} has ended")
    return int(found[1])


def _of_replication() -> Iterator[list[str]]:
    """Appends from one connection: to one Redis, to a cluster, and to one whose replica is waited for."""
    with redis_server() as url, connect(url) as client:
        yield ["one, `appendfsync everysec`", *_appending(EventStore(client), client)]
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start()
            with connect_cluster(cluster.url, 8) as client:
                for replicas in (0, 1):
                    store = EventStore(client, wait_replicas=replicas)
                    name = f"cluster, `appendfsync always`, `REDIS_WAIT_REPLICAS={replicas}`"
                    yield [name, *_appending(store, cluster.holder("{0}").redis)]
        finally:
            cluster.stop()


def _appending(store: EventStore, server: Redis) -> list[str]:
    appends = list(_appends())
    server.config_resetstat()
    times = []
    for each in appends:
        began = time.perf_counter()
        if store.append(each) is not None:
            raise AssertionError("nobody else appends here")
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    spent = _spent(server, "evalsha") / len(times)
    return [f"{spent:.1f}", f"{times[len(times) // 2]:.2f}", f"{times[len(times) * 99 // 100]:.2f}"]


def _appends() -> Iterator[Append]:
    """Those of random games of two, one after the other."""
    source = Random(1)
    return islice((each for _ in count() for each in record(source).appends), APPENDS)


def _used(client: Redis, key: str) -> int:
    return int(client.memory_usage(key, samples=0) or 0)


def _spent(client: Redis, command: str) -> float:
    """Microseconds of a Redis in a command since its statistics were reset."""
    found: Any = client.info("commandstats").get(f"cmdstat_{command}", {})
    return float(found.get("usec", 0))


if __name__ == "__main__":
    main()
