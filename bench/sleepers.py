"""What sleeping games cost: ``make sleepers`` (python -m bench.sleepers --sleepers 100000 --lines 1000000 --active 1000).

Half-played games are really put to sleep, and lines are made of further sleepers, of which only Redis' part exists
(bench/sleeping_games.py). Beside all of them active games are played, and in turns the same games on two other Redis without
sleepers: one shows what the sleepers cost, the other how far two equal Redis differ on this machine. Making the games takes
long and goes on where it was broken off; then everything is measured within a few minutes.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median, quantiles

import msgspec
from redis import Redis

from bench.serving import redis_server
from bench.sleeping_games import (
    HALF,
    Original,
    copied,
    make_lines,
    originals_in,
    put_to_sleep,
    redis_in,
    some_asleep,
    store_of,
)
from domain import session
from domain.game import AnyGame, Question
from domain.session.lifecycle import CreateGame, SeatPlan
from events.commands.handler import CommandHandler
from events.games.audit import audit
from events.games.repository import GameRepository
from events.redis_store import keys
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import CODECS, GAMES
from policies import choose

WAKINGS = 21
ROUNDS = 12
BLOCK = 50
"""Actions that are played on one Redis before the other ones play the same."""


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    for name, number in (
        ("sleepers", 100_000), ("lines", 1_000_000), ("active", 1_000), ("originals", 500), ("seconds", 7_200),
    ):  # fmt: skip
        asked.add_argument(f"--{name}", type=int, default=number)
    asked.add_argument("--folder", type=Path, default=Path(".sleepers"))
    wanted = asked.parse_args()
    with ExitStack() as made:
        _measure(made, wanted.folder.absolute(), wanted)


def _measure(made: ExitStack, folder: Path, wanted: argparse.Namespace) -> None:
    url = made.enter_context(redis_in(folder / "redis"))
    crowded = made.enter_context(connect(url))
    (folder / "sleep").mkdir(exist_ok=True)
    store = store_of(made.enter_context(connect(url)), folder)
    store.hibernation.check_folder()
    originals = originals_in(folder, crowded, wanted.originals)
    asleep = put_to_sleep(url, crowded, folder, originals, wanted.sleepers, wanted.seconds)
    if asleep < wanted.sleepers:
        print(f"{asleep:,} of {wanted.sleepers:,} games sleep; call it again to go on")
        return
    make_lines(crowded, originals, wanted.sleepers + wanted.lines)
    _report_memory(crowded, folder)
    began = time.perf_counter()
    found = sum(1 for _ in store.asleep.every())
    print(f"a scan of {found:,} pointers takes {time.perf_counter() - began:.1f} s")
    _play_some(store, {each.host: each.tokens for each in originals})
    _wakings(store)
    empty = [made.enter_context(connect(made.enter_context(redis_server()))) for _ in range(2)]
    _race([crowded, *empty], originals, wanted.active)


def _report_memory(client: Redis, folder: Path) -> None:
    asleep, memory = client.hlen(keys.asleep("0")), client.info("memory")
    taken = memory["used_memory"] - memory["used_memory_startup"]
    sizes = {key: (client.memory_usage(key, samples=0) or 0) / asleep for key in ("{0}:asleep", "{0}:lines", "{0}:running")}
    files = [path.stat().st_size for path in (folder / "sleep").glob("*/*")]
    print(
        f"{asleep:,} sleepers take {taken / asleep:.0f} bytes each in Redis, {taken / 2**20:,.0f} MB in all; of a sleeper,"
    )
    print(" ", ", ".join(f"{key} {size:.0f}" for key, size in sizes.items()))
    print(f"{len(files):,} files have {sum(files) / len(files):,.0f} bytes each")


def _play_some(store: EventStore, tokens: dict[str, tuple[str, ...]]) -> None:
    """Wake some games, play them to their ends, and audit them."""
    source, times = Random(2), []
    for game in some_asleep(store, source, WAKINGS):
        players = tokens[store.read(game).secrets["host"]]
        handler = CommandHandler(GameRepository(store, CODECS))
        store.sleep.evict(game)
        began = time.perf_counter()
        _act(handler, game, players, source)
        times.append(time.perf_counter() - began)
        while not handler.repository.load(game).session.over:
            _act(handler, game, players, source)
        if not audit(CODECS, store.read(game).commits).ok:
            raise AssertionError(f"the audit of {game} fails")
    print(f"{len(times)} of them were woken, in {_of(times)}, played to their ends and audited")


def _of(times: Sequence[float]) -> str:
    cut = quantiles(times, n=10)
    return f"{1000 * median(times):.1f} ms (p10 {1000 * cut[0]:.1f}, p90 {1000 * cut[-1]:.1f})"


def _act(handler: CommandHandler, game: str, tokens: Sequence[str], source: Random) -> float:
    """A random action; the seconds of the handler, none in a game that is over."""
    log = handler.repository.cached(game) or handler.repository.load(game)
    if log.session.over:
        return 0.0
    seat = session.to_act(log.game, log.session)[0]
    body = msgspec.json.encode(source.choice(log.game.rules.legal_commands(log.session.state, seat)))
    began = time.perf_counter()
    handler.act(game, tokens[seat], body)
    return time.perf_counter() - began


# Beside the sleepers


def _race(clients: Sequence[Redis], originals: Sequence[Original], number: int) -> None:
    """Play the same active games on all, in turns. The first Redis has the sleepers."""
    sides = [_Side(client, originals, number) for client in clients]
    for client in clients:  # All write an append-only file, which begins with what they have.
        client.config_set("appendonly", "no")
        client.config_set("appendonly", "yes")
    while any(_is_writing(client) for client in clients):
        time.sleep(0.5)
    os.sync()  # Otherwise the disk would still write that beginning.
    gc.collect()
    gc.disable()
    blocks: list[list[float]] = []
    for round_ in range(ROUNDS + 1):
        if round_ == 1:  # The round before has read the games.
            blocks.clear()
            for side in sides:
                side.client.config_resetstat()
        for start in range(0, number, BLOCK):
            block, first = [0.0] * len(sides), len(blocks)
            for at in range(len(sides)):
                place = (first + at) % len(sides)
                block[place] = sides[place].play(range(start, min(start + BLOCK, number)), round_)
            blocks.append(block)
    gc.enable()
    spent = [each.client.info("commandstats")["cmdstat_evalsha"]["usec_per_call"] for each in sides]
    print(f"actions a second of {number:,} active games: beside the sleepers, alone, and alone on another Redis")
    print(
        "  by the median of",
        len(blocks),
        "blocks",
        ", ".join(f"{BLOCK / median(each):,.0f}" for each in zip(*blocks, strict=True)),
    )
    for what, which in (("beside the sleepers", 0), ("on the other Redis", 2)):
        cut = quantiles([block[1] / block[which] for block in blocks], n=4)
        print(f"  {what}, as a share of those alone: {cut[1]:.3f} (quartiles {cut[0]:.3f} to {cut[2]:.3f})")
    print("  Redis spends", ", ".join(f"{each:.1f}" for each in spent), "µs on an append")


def _is_writing(client: Redis) -> bool:
    found = client.info("persistence")
    return bool(found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"])


class _Side:
    def __init__(self, client: Redis, originals: Sequence[Original], number: int) -> None:
        self.client = client
        self._games = copied(client, originals, number)
        self._tokens = [originals[at % len(originals)].tokens for at in range(number)]
        self._handler = CommandHandler(GameRepository(EventStore(client), CODECS, cache_size=number))

    def play(self, games: range, round_: int) -> float:
        """An action in each of these games; the seconds of all."""
        return sum(_act(self._handler, self._games[at], self._tokens[at], Random(at * 100 + round_)) for at in games)


# Waking


def _wakings(store: EventStore) -> None:
    """The time of the first action on a game that sleeps, in a process that does not have it."""
    for (ruleset, seats), half in HALF.items():
        asleep: list[float] = []
        awake: list[float] = []
        working: list[float] = []
        for seed in range(WAKINGS):
            game, tokens, body, seat = _half_played(store, GAMES[ruleset], seats, half, seed * 10)
            for times in (awake, asleep):
                if times is asleep and not store.hibernation.put(game):
                    raise AssertionError(f"{game} stayed awake")
                handler = CommandHandler(GameRepository(store, CODECS))
                store.sleep.evict(game)
                began, worked = time.perf_counter(), time.process_time()
                if times is awake:
                    handler.repository.load(game)
                else:
                    handler.act(game, tokens[f"s{seat}"], body)
                    working.append(time.process_time() - worked)
                times.append(time.perf_counter() - began)
        print(f"{GAMES[ruleset].title}, {seats} seats, {half} commits: only to open it awake {_of(awake)};")
        print(f"  the first action on it asleep {_of(asleep)}, of which", end=" ")
        print(f"{1000 * median(working):.1f} ms of this process's processor time", flush=True)


def _half_played(
    store: EventStore, game: AnyGame, seats: int, half: int, seed: int
) -> tuple[str, dict[str, str], bytes, int]:
    """A game that `greedy` players have played to half: its id, its tokens, and what would come next."""
    source, handler = Random(seed), CommandHandler(GameRepository(store, CODECS))
    last = handler.new_games.create(CreateGame(ruleset=game.name, seats=tuple(SeatPlan(kind="human") for _ in range(seats))))
    tokens = dict(last.tokens)
    for seat, body in _greedily(handler, last.game_log.id, game, source):
        if handler.repository.load(last.game_log.id).version >= half:
            return last.game_log.id, tokens, body, seat
        handler.act(last.game_log.id, tokens[f"s{seat}"], body)
    return _half_played(store, game, seats, half, seed + 1)  # A short game.


def _greedily(handler: CommandHandler, game_id: str, game: AnyGame, source: Random) -> Iterator[tuple[int, bytes]]:
    while to_act := session.to_act(game, (now := handler.repository.load(game_id).session)):
        seat, state = to_act[0], now.state
        question = Question(game, game.gate.view(state, seat), seat, game.rules.legal_commands(state, seat))
        yield seat, msgspec.json.encode(choose("greedy", question, source, 1.0))


if __name__ == "__main__":
    main()
