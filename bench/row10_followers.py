"""Row 10: actions a second while 1,000 followers hear of every one of them, over the same without followers."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from random import Random
from statistics import median

import msgspec

from bench.games import Recording, record
from bench.load import Load, Run
from bench.measure import Finding, Plan, Target, alone, compared, repeat
from bench.row1_actions import CONNECTIONS, WARM_UP, action
from bench.serving import WebServer, redis_server, web_server
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.followers import Followers, Wanted

GAMES = 500
SEATS = 2
SPARE = 12
"""Actions that a game has left at least when a round begins, so that none ends early."""
PATIENCE = 60.0
"""Seconds for all streams to open, and for the last event to come."""
FOLLOWED = "Tradewinds, 1,000 followers"
ALONE = "Tradewinds, no followers"
SLOWEST = "the slowest event"


class Heard(msgspec.Struct, frozen=True):
    """What came to the followers of a round: of each its versions, and of all events how long they were under way."""

    versions: list[list[int]]
    delays: list[float]
    cpu: float


def measure(plan: Plan) -> list[Finding]:
    """Both lines of the row."""
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        games = Games(url, stack.enter_context(web_server(url)))
        runs: dict[str, list[Run]] = {FOLLOWED: [], ALONE: []}
        heard: list[Heard] = []

        def one_round() -> dict[str, float]:
            games.make_ready(plan.seconds + WARM_UP)
            with following(games) as followers:
                runs[FOLLOWED].append(games.load.run(plan.seconds, WARM_UP))
                heard.append(followers.heard(games.versions()))
            games.make_ready(plan.seconds + WARM_UP)
            runs[ALONE].append(games.load.run(plan.seconds, WARM_UP))
            return {
                FOLLOWED: runs[FOLLOWED][-1].rate,
                ALONE: runs[ALONE][-1].rate,
                SLOWEST: max(heard[-1].delays) * 1000,
            }

        rounds = repeat(one_round, plan.rounds)
        games.prove()
    delays = sorted(delay for each in heard for delay in each.delays)
    ours, theirs = ({name: median(getattr(run, name) for run in runs[side]) for name in ("cost", "p99")} for side in runs)
    noted = (
        f"web processes take {ours['cost']:.0f} µs an action (without {theirs['cost']:.0f}); p99 {ours['p99']:.0f} ms "
        f"(without {theirs['p99']:.0f}); the followers take {median(each.cpu for each in heard):.0%} of one processor"
    )
    what = f"POST of an action on one of {GAMES} games at random, two streams on each"
    middle, late = (delays[len(delays) * part // 100] * 1000 for part in (50, 99))
    events = f"{len(delays):,} events of all rounds, p50 {middle:.0f} ms, p99 {late:.0f} ms"
    return [
        compared(rounds, FOLLOWED, ALONE, row=10, what=what, unit="requests/s", target=Target(0.70), noted=noted),
        alone(
            rounds, SLOWEST, row=10, what="From an action to its event at the slowest of 1,000 followers", unit="ms",
            target=Target(1000, higher=False), noted=events,
        ),
    ]  # fmt: skip


class Games:
    """The games that are played, always as many at a time; each that nears its end is let go for a new one."""

    def __init__(self, redis_url: str, server: WebServer) -> None:
        self._source = Random(server.port)
        self.server = server
        self.load = Load(server, CONNECTIONS, chance=self._source)
        self._store = EventStore(connect(redis_url))
        self.recordings: list[Recording] = []
        self._former: list[Recording] = []

    def make_ready(self, seconds: float) -> None:
        """Have games of which none is likely to end in a run of so long."""
        versions = self.versions()
        self._former += self.recordings
        each = self.load.enough(seconds) // GAMES + SPARE
        kept = [(game, version) for game, version in zip(self.recordings, versions, strict=True)
                if len(game.appends) - version >= each]  # fmt: skip
        while len(kept) < GAMES:
            game = record(self._source, seats=SEATS)
            if len(game.appends) > each:
                if self._store.append(game.appends[0]) is not None:
                    raise AssertionError("the new game is in Redis already")
                kept.append((game, 1))
        self.recordings = [game for game, _ in kept]
        known = {id(game) for game in self.recordings}
        self._former = [game for game in self._former if id(game) not in known]
        self.load.clear()
        for game, version in kept:
            self.load.add(action(game, append) for append in game.appends[version:])

    def versions(self) -> list[int]:
        """Of every game the version at which it is."""
        return [len(self._store.read(game.game).commits) for game in self.recordings]

    def prove(self) -> None:
        """Every answered action is in its log, with the events known beforehand, and nothing else is."""
        accepted = 0
        for recording in (*self._former, *self.recordings):
            commits = self._store.read(recording.game).commits
            wanted = recording.appends[: len(commits)]
            if [bytes(each.events) for each in commits] != [bytes(each.commit.events) for each in wanted]:
                raise AssertionError(f"the log of {recording.game} is not the game that was played")
            accepted += len(commits) - 1
        if accepted != self.load.answered:
            raise AssertionError(f"{self.load.answered} actions were accepted, {accepted} are in the logs")


class Process:
    """The process of the followers, as this one sees it."""

    def __init__(self, pipe: Connection, begun: list[int]) -> None:
        self._pipe = pipe
        self._begun = begun

    def heard(self, reached: list[int]) -> Heard:
        """What the followers heard once all has come. Raises AssertionError if a commit is missing, or came twice."""
        self._pipe.send(reached)
        heard: Heard = self._pipe.recv()
        for place, (begun, version) in enumerate(zip(self._begun, reached, strict=True)):
            wanted = [*range(begun + 1, version + 1)]
            for versions in heard.versions[SEATS * place : SEATS * (place + 1)]:
                if versions != wanted:
                    raise AssertionError(f"of versions {begun} to {version} a follower was sent {versions}")
        return heard


@contextmanager
def following(games: Games) -> Iterator[Process]:
    """Two followers of each game, one with the token of each seat, in a process of their own."""
    begun = games.versions()
    wanted = [
        Wanted(f"/v1/games/{game.game}/events", token, version)
        for game, version in zip(games.recordings, begun, strict=True)
        for token in game.tokens
    ]
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_follow, args=(there, games.server.port, wanted))
    process.start()
    try:
        here.recv()  # All streams are open.
        yield Process(here, begun)
    finally:
        process.join()


def _follow(pipe: Connection, port: int, wanted: list[Wanted]) -> None:
    """Follow until the last versions of the games are known and have arrived."""
    with Followers(port, wanted) as followers:
        deadline = time.monotonic() + PATIENCE
        while any(each.status != 200 for each in followers.all) and time.monotonic() < deadline:
            followers.read(0.1)
        pipe.send(None)
        cpu, began = time.process_time(), time.monotonic()
        while not pipe.poll():
            followers.read(0.1)
        cpu = (time.process_time() - cpu) / (time.monotonic() - began)
        reached = [version for version in pipe.recv() for _ in range(SEATS)]
        deadline = time.monotonic() + PATIENCE
        while not _complete(followers, reached) and time.monotonic() < deadline:
            followers.read(0.1)
        followers.read(0.5)  # Nothing more may come.
        delays = [delay for each in followers.all for delay in each.delays]
        pipe.send(Heard([each.versions for each in followers.all], delays, cpu))


def _complete(followers: Followers, reached: list[int]) -> bool:
    last = (each.versions[-1] if each.versions else each.wanted.after for each in followers.all)
    return all(version >= wanted for version, wanted in zip(last, reached, strict=True))
