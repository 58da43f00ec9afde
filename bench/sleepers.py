"""What sleeping games cost: ``make sleepers`` (python -m bench.sleepers --sleepers 100000 --lines 1000000 --active 1000).

Half-played games are really put to sleep. Several hundred different ones are played; the others are copies of their logs
and secrets under new ids, which pass the audit too, because a log draws under the id in its first event. Then lines of
further sleepers are made, of which only Redis' part exists. Beside all of them active games are played, and the same games
on a Redis of their own, in turns.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from os import urandom
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

import msgspec
from redis import Redis

from bench.games import RULESET, record
from bench.serving import redis_server
from domain import table
from domain.game import AnyGame
from domain.lifecycle import CreateGame, SeatPlan
from events.audit import audit
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.identity import new_game_id
from events.redis_store import keys
from events.redis_store.asleep import Pointer
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store import EventStore
from harness.games import CODECS, GAMES
from policies import choose

HALF = {(RULESET, 2): 112, ("pirates-of-maracaibo", 2): 147, ("merchants-and-marauders", 4): 710}
"""Commits of a half-played game: half of what docs/scaling.md has for a game between `greedy` bots."""
BATCH = 500
"""Games that are copied into Redis before they are put to sleep."""
THREADS = 6
"""A disk confirms several writes at once in hardly more time than one."""
WAKINGS = 15


class Original(NamedTuple):
    """A half-played game as Redis keeps it, to be copied."""

    tokens: tuple[str, ...]
    log: bytes
    secrets: bytes
    line: dict[str, Any]


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    for name, number in (
        ("sleepers", 100_000), ("lines", 1_000_000), ("active", 1_000), ("originals", 300), ("seconds", 900),
    ):  # fmt: skip
        asked.add_argument(f"--{name}", type=int, default=number)
    wanted = asked.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tradewinds-sleepers-"))
    try:
        with ExitStack() as made:
            _measure(made, folder, wanted)
    finally:
        shutil.rmtree(folder)


def _measure(made: ExitStack, folder: Path, wanted: argparse.Namespace) -> None:
    (folder / "sleep").mkdir()
    urls = [made.enter_context(redis_server()) for _ in range(2)]
    crowded, alone = (made.enter_context(connect(url)) for url in urls)
    crowded.config_set("appendonly", "no")  # While games are copied in. Their dumps would fill the disk.
    stores = [_store(made.enter_context(connect(urls[0])), folder) for _ in range(THREADS)]
    stores[0].bedtime.check_folder()
    _wakings(stores[0])
    originals = _originals(crowded, wanted.originals)
    before = crowded.info("memory")["used_memory"]
    asleep = _put_to_sleep(crowded, stores, originals, wanted.sleepers, wanted.seconds)
    taken = crowded.info("memory")["used_memory"] - before
    files = sum(path.stat().st_size for path in (folder / "sleep").glob("*/*"))
    print(f"{len(asleep):,} asleep: {taken / len(asleep):.0f} bytes each in Redis, {files / len(asleep):.0f} in its file")
    _report_keys(crowded, len(asleep))
    _play_some(stores[0], asleep)
    _make_lines(crowded, originals, wanted.lines)
    print(f"{len(stores[0].asleep):,} pointers; Redis takes {crowded.info('memory')['used_memory'] / 2**20:,.0f} MB")
    began = time.perf_counter()
    found = sum(1 for _ in stores[0].asleep.every())
    print(f"a scan of {found:,} sleepers takes {time.perf_counter() - began:.1f} s")
    crowded.config_set("appendonly", "yes")
    while crowded.info("persistence")["aof_rewrite_in_progress"] or crowded.info("persistence")["aof_rewrite_scheduled"]:
        time.sleep(0.5)
    _race(crowded, alone, originals, wanted.active)


def _store(client: Redis, folder: Path) -> EventStore:
    return EventStore(client, sleep=SleepFolder(folder / "sleep", folder / "keys" / "sleep.key"))


def _originals(client: Redis, number: int) -> list[Original]:
    """Half-played games, each played at random to the number of commits that half a game between bots has."""
    source, store, found = Random(1), EventStore(client), []
    for _ in range(number):
        played = record(source, enough=lambda version: version >= HALF[RULESET, 2])
        for append in played.appends:
            store.append(append)
        log = keys.log(played.game)
        dumps = [client.dump(key) for key in (log, keys.secrets(log))]
        line = msgspec.json.decode(client.hget(keys.summaries("0"), played.game) or b"{}")
        found.append(Original(played.tokens, dumps[0] or b"", dumps[1] or b"", line))
        client.delete(log, keys.secrets(log))
    client.delete(keys.summaries("0"), keys.games_by_status("0", "running"), keys.feed("0"))
    return found


def _copied(client: Redis, originals: Sequence[Original], number: int) -> list[str]:
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


def _put_to_sleep(
    client: Redis, stores: Sequence[EventStore], originals: Sequence[Original], number: int, seconds: int
) -> list[tuple[str, tuple[str, ...]]]:
    """Games that sleep, each with its tokens: as many as were wanted, or as the time allowed."""
    games: list[tuple[str, tuple[str, ...]]] = []
    began = time.perf_counter()
    with ThreadPoolExecutor(len(stores)) as pool:
        while len(games) < number and time.perf_counter() - began < seconds:
            batch = _copied(client, originals, min(BATCH, number - len(games)))
            shares = [batch[start :: len(stores)] for start in range(len(stores))]
            if not all(pool.map(_sleep, stores, shares)):
                raise AssertionError("a game stayed awake")
            games += [(game, originals[at % len(originals)].tokens) for at, game in enumerate(batch)]
            if len(games) % 10_000 == 0:
                print(f"  {len(games):,} asleep after {time.perf_counter() - began:.0f} s", flush=True)
    return games


def _sleep(store: EventStore, games: Sequence[str]) -> bool:
    return all(store.bedtime.put(game) for game in games)


def _report_keys(client: Redis, games: int) -> None:
    sizes = {key: client.memory_usage(key, samples=0) or 0 for key in ("{0}:asleep", "{0}:lines", "{0}:running")}
    print("  of these", ", ".join(f"{key} {size / games:.0f}" for key, size in sizes.items()))


def _play_some(store: EventStore, asleep: Sequence[tuple[str, tuple[str, ...]]]) -> None:
    """Wake some games, play them to their ends, and audit them."""
    source, times = Random(2), []
    for game, tokens in source.sample(asleep, WAKINGS):
        handler = CommandHandler(GameRepository(store, CODECS))
        began = time.perf_counter()
        _act(handler, game, tokens, source)
        times.append(time.perf_counter() - began)
        while not handler.repository.load(game).table.over:
            _act(handler, game, tokens, source)
        if not audit(CODECS, store.read(game).commits).ok:
            raise AssertionError(f"the audit of {game} fails")
    print(f"{len(times)} were woken, in {1000 * median(times):.1f} ms each, played to their ends and audited")


def _act(handler: CommandHandler, game: str, tokens: Sequence[str], source: Random) -> float:
    """A random action; the seconds of the handler."""
    log = handler.repository.cached(game) or handler.repository.load(game)
    seat = table.to_act(log.game, log.table)[0]
    body = msgspec.json.encode(source.choice(log.game.rules.legal_commands(log.table.state, seat)))
    began = time.perf_counter()
    handler.act(game, tokens[seat], body)
    return time.perf_counter() - began


def _make_lines(client: Redis, originals: Sequence[Original], number: int) -> None:
    """Sleepers of which there is no file."""
    for start in range(0, number, 5_000):
        pipe = client.pipeline(transaction=False)
        for at in range(start, min(start + 5_000, number)):
            game = new_game_id(0)
            pipe.hset(keys.asleep("0"), game, Pointer.to(112, 1_790_000_000, urandom(32).hex()).stored())
            _listed(pipe, game, originals[at % len(originals)])
        pipe.execute()


def _race(crowded: Redis, alone: Redis, originals: Sequence[Original], number: int) -> None:
    """Play the same active games on both, in turns."""
    sides = [_Side(client, originals, number) for client in (crowded, alone)]
    for round_ in range(12):
        for at in range(number):
            for side in sides if (round_ + at) % 2 else reversed(sides):
                side.act(at, round_)
        if not round_:
            for side in sides:  # The first round reads the games.
                side.times.clear()
                side.client.config_resetstat()
    spent = [each.client.info("commandstats")["cmdstat_evalsha"]["usec_per_call"] for each in sides]
    # Of each action the quicker half counts, since other work on the machine delays single ones.
    rates = [1 / median(side.times) for side in sides]
    whole = [len(side.times) / sum(side.times) for side in sides]
    print(f"actions a second of {number:,} active games, beside the sleepers and alone:")
    print(f"  by the median {rates[0]:,.0f} and {rates[1]:,.0f}, ratio {rates[0] / rates[1]:.3f}")
    print(f"  by the mean {whole[0]:,.0f} and {whole[1]:,.0f}, ratio {whole[0] / whole[1]:.3f}")
    print(f"  Redis spends {spent[0]:.1f} and {spent[1]:.1f} µs on an append")


class _Side:
    def __init__(self, client: Redis, originals: Sequence[Original], number: int) -> None:
        self.client = client
        self.times: list[float] = []
        self._games = _copied(client, originals, number)
        self._tokens = [originals[at % len(originals)].tokens for at in range(number)]
        self._handler = CommandHandler(GameRepository(EventStore(client), CODECS, cache_size=number))

    def act(self, at: int, round_: int) -> None:
        self.times.append(_act(self._handler, self._games[at], self._tokens[at], Random(at * 100 + round_)))


def _wakings(store: EventStore) -> None:
    """The time of the first action on a game that sleeps, in a process that does not have it."""
    for (ruleset, seats), half in HALF.items():
        asleep: list[float] = []
        awake: list[float] = []
        working: list[float] = []
        for seed in range(WAKINGS):
            game, tokens, body, seat = _half_played(store, GAMES[ruleset], seats, half, seed * 10)
            for times in (awake, asleep):
                if times is asleep and not store.bedtime.put(game):
                    raise AssertionError(f"{game} stayed awake")
                handler = CommandHandler(GameRepository(store, CODECS))
                store.sleep.forget(game)
                began, worked = time.perf_counter(), time.process_time()
                if times is awake:
                    handler.repository.load(game)
                else:
                    handler.act(game, tokens[f"s{seat}"], body)
                    working.append(time.process_time() - worked)
                times.append(time.perf_counter() - began)
        p90 = quantiles(asleep, n=10)[-1]
        print(f"{GAMES[ruleset].title}, {seats} seats, {half} commits: only to open it awake {1000 * median(awake):.1f} ms;")
        print(f"  the first action on it asleep {1000 * median(asleep):.1f} ms (p90 {1000 * p90:.1f}), of which", end=" ")
        print(f"{1000 * median(working):.1f} ms of this process's processor time", flush=True)


def _half_played(
    store: EventStore, game: AnyGame, seats: int, half: int, seed: int
) -> tuple[str, dict[str, str], bytes, int]:
    """A game that `greedy` players have played to half: its id, its tokens, and what would come next."""
    source, handler = Random(seed), CommandHandler(GameRepository(store, CODECS))
    last = handler.create(CreateGame(ruleset=game.name, seats=tuple(SeatPlan(kind="human") for _ in range(seats))))
    tokens = dict(last.tokens)
    for seat, body in _greedily(handler, last.game_log.id, game, source):
        if handler.repository.load(last.game_log.id).version >= half:
            return last.game_log.id, tokens, body, seat
        handler.act(last.game_log.id, tokens[f"s{seat}"], body)
    return _half_played(store, game, seats, half, seed + 1)  # A short game.


def _greedily(handler: CommandHandler, game_id: str, game: AnyGame, source: Random) -> Iterator[tuple[int, bytes]]:
    while to_act := table.to_act(game, (now := handler.repository.load(game_id).table)):
        seat, state = to_act[0], now.state
        legal = game.rules.legal_commands(state, seat)
        yield seat, msgspec.json.encode(choose("greedy", game, game.gate.view(state, seat), seat, legal, source, 1.0))


if __name__ == "__main__":
    main()
