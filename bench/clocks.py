"""What clocks cost, and how late time-outs come: ``make clocks`` (python -m bench.clocks --games 10000 --kills 8).

Thousands of games with clocks are in one Redis of 256 partitions. First nothing is due. Then the times of all of them end
within a second, and two workers look for them that are killed (SIGKILL) again and again. In the end each time must have run
out once, and each log must be sound.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from random import Random
from statistics import quantiles
from threading import Event, Thread
from typing import Any, NamedTuple

from redis import Redis

from bench.serving import redis_server
from domain.session.clocks import Clock, SeatTimedOut
from domain.session.lifecycle import CreateGame, SeatPlan
from events.commands.handler import CommandHandler
from events.games.audit import audit
from events.games.repository import GameRepository
from events.identity import milliseconds
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import CODECS
from workers.clocks import Timekeeper

RULESET = "merchants-of-the-caribbean"
PARTITIONS = 256
PROCESSES = 2
LOOKS = 60
STARTING = 40
"""Seconds in which workers start, on a machine that is busy with other things too."""
CREATED_A_SECOND = 150
"""How many games are made at the least, from which follows when the times of all can end."""


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--kills", type=int, default=8)
    wanted = asked.parse_args()
    with redis_server() as url, connect(url) as client:
        store = EventStore(client, PARTITIONS)
        with served(store):
            games = _created(store, wanted.games)
            _idle(store, client)
            killed = _time_out(store, client, url, games, wanted.kills)
        _report(store, games, killed)


@contextmanager
def served(store: EventStore) -> Iterator[None]:
    """As if a web process ran."""
    over = Event()

    def show_life() -> None:
        while not over.wait(1.0):
            store.clocks.serve()

    store.clocks.serve()
    thread = Thread(target=show_life, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Games(NamedTuple):
    ids: Sequence[str]
    due: float
    """When the times of all are over, in seconds since 1970."""


def _created(store: EventStore, number: int) -> Games:
    """Games for two, in which the time of the first player ends in the same second."""
    handler, games = CommandHandler(GameRepository(store, CODECS, cache_size=1)), []
    due = time.time() + LOOKS + STARTING + number / CREATED_A_SECOND
    began = time.perf_counter()
    for _ in range(number):
        clock = Clock(seconds=round(due - time.time()), on_timeout="stand_in", level="stand_in", patience=3)
        seats = (SeatPlan(kind="human"), SeatPlan(kind="human"))
        games.append(handler.new_games.create(CreateGame(ruleset=RULESET, seats=seats, clock=clock)).game_log.id)
    print(f"{number:,} games with clocks, made in {time.perf_counter() - began:.0f} s")
    return Games(games, due + 0.5)


def _idle(store: EventStore, client: Redis) -> None:
    """Look as a worker does while nothing is due."""
    keeper = Timekeeper(store, CommandHandler(GameRepository(store, CODECS)), client)
    keeper.look()  # Connects.
    used, cpu, client_cpu, seconds = time.process_time(), _redis_seconds(client), 0.0, time.perf_counter()
    for _ in range(LOOKS):
        began = time.thread_time()
        keeper.look()
        client_cpu += time.thread_time() - began
        time.sleep(max(0.0, 1.0 - (time.perf_counter() - seconds) % 1.0))
    seconds = time.perf_counter() - seconds
    share, of_redis = client_cpu / seconds, (_redis_seconds(client) - cpu) / seconds
    print(f"{LOOKS} looks in {seconds:.0f} s: {100 * share:.2f} % of a processor in the worker", end=" ")
    print(f"(the whole process {100 * (time.process_time() - used) / seconds:.2f} %), {100 * of_redis:.2f} % in Redis")


def _redis_seconds(client: Redis) -> float:
    found: Any = client.info("cpu")
    return float(found["used_cpu_user"] + found["used_cpu_sys"])


def _time_out(store: EventStore, client: Redis, url: str, games: Games, kills: int) -> int:
    """Let workers find them, and kill one of them again and again; returns how many were killed while something was due."""
    workers, chance, killed = [start_worker(url) for _ in range(PROCESSES)], Random(1), 0
    try:
        keeper = Timekeeper(store, CommandHandler(GameRepository(store, CODECS)), client)
        while time.time() < games.due - 2:
            keeper.look()  # Otherwise the service would count as down until the workers have started.
            time.sleep(1.0)
        time.sleep(max(0.0, games.due - time.time()))
        while store.clocks.running().most_overdue_ms:
            time.sleep(chance.uniform(0.3, 0.9))
            if killed < kills and store.clocks.running().most_overdue_ms:
                at = chance.randrange(PROCESSES)
                workers[at].send_signal(signal.SIGKILL)
                workers[at].wait()
                workers[at] = start_worker(url)
                killed += 1
    finally:
        for worker in workers:
            worker.terminate()
            worker.wait()
    return killed


def start_worker(url: str) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "REDIS_URL": url, "PARTITIONS": str(PARTITIONS), "LOG_LEVEL": "WARNING"}
    return subprocess.Popen([sys.executable, "-m", "cli.main", "worker"], env=environ)


def _report(store: EventStore, games: Games, killed: int) -> None:
    handler, late = CommandHandler(GameRepository(store, CODECS, cache_size=1)), []
    moved = lost = twice = 0
    for game in games.ids:
        log = handler.repository.load(game)
        commits = store.read(game).commits
        if not audit(CODECS, commits, log.secret).ok:
            raise AssertionError(f"the audit of {game} fails")
        times = [event for events in log.events(commits) for event in events if isinstance(event, SeatTimedOut)]
        moved += any("deadlines_moved" in bytes(commit.events).decode() for commit in commits)
        lost, twice = lost + (not times), twice + (len(times) > 1)
        if times:
            (deadline,) = log.deadlines_at(1)
            at, ends = (milliseconds(datetime.fromisoformat(each)) for each in (commits[1].at, deadline.deadline))
            late.append((at - ends) / 1000)
    print(f"lost: {lost}, twice: {twice}, moved: {moved}")
    if lost or twice or moved:
        raise AssertionError("not each time ran out once")
    cuts = quantiles(late, n=100)
    print(f"{len(late):,} time-outs, {killed} kills: late by {cuts[49]:.2f} s (p50), {cuts[94]:.2f} s (p95),", end=" ")
    print(f"{max(late):.2f} s (max)")


if __name__ == "__main__":
    main()
