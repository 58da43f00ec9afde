"""One soak: its environment, clients and faults, and the verdict."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from events.errors import UnknownGame
from tests.soak.environment import World
from tests.soak.faults import Faults
from tests.soak.follower import Follower
from tests.soak.http import Client
from tests.soak.journal import Journal
from tests.soak.player import Table, create, keys
from tests.soak.resources import Gauge
from tests.soak.verdict import Judge
from tests.support.tradewinds import wait_until

MERCHANTS, MARAUDERS, MARACAIBO = "merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"
PEOPLE = (
    (MERCHANTS, ("human", "human")),
    (MARAUDERS, ("human", "human")),
    (MARACAIBO, ("human", "human")),
    (MERCHANTS, ("open", "greedy")),
    (MARAUDERS, ("human", "random")),
    (MARACAIBO, ("open", "human")),
    (MERCHANTS, ("human", "human", "random")),
    (MARACAIBO, ("human",)),
)
BOTS = (
    (MERCHANTS, ("greedy", "random")),
    (MARACAIBO, ("random", "greedy")),
    (MARAUDERS, ("random", "random")),
    (MERCHANTS, ("random", "random", "random")),
    (MARACAIBO, ("greedy",)),
)
SETTLE_SECONDS = 300.0


@dataclass(frozen=True)
class Plan:
    """The plan of a soak."""

    seconds: float
    games: int
    appendfsync: str
    seed: int
    instances: int = 2

    @property
    def lossy(self) -> bool:
        return self.appendfsync == "everysec"

    @property
    def all_bots(self) -> int:
        """The number of games of bots alone."""
        return max(1, self.games // 3)


class BotGames(threading.Thread):
    """Creates the games of bots alone: half at once, the others over the first half of the time."""

    def __init__(self, ports: list[int], plan: Plan, journal: Journal) -> None:
        super().__init__(name="bot games", daemon=True)
        self._client = Client(ports, random.Random(plan.seed), journal)
        self._plan = plan
        self._journal = journal
        self._over = threading.Event()

    def stop(self) -> None:
        self._over.set()

    def run(self) -> None:
        new_key = keys(random.Random(self._plan.seed + 1))
        for number in range(self._plan.all_bots):
            create(self._client, self._journal, new_key(), *BOTS[number % len(BOTS)])
            if number >= self._plan.all_bots // 2:
                self._over.wait(self._plan.seconds / self._plan.all_bots)
        self._client.close()


class Soak:
    """Runs a plan in a folder, which gets the logs of all parts."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.journal = Journal(plan.lossy)
        self.lines: list[str] = []
        self._world = World(folder, plan.instances, plan.appendfsync, max(4, plan.games * 2 // 3))
        self._faults = Faults(self._world, plan.seed, lossy=plan.lossy)
        self._gauge = Gauge(self._world)
        ports = self._world.ports
        people = plan.games - plan.all_bots
        seeds = [plan.seed * 1000 + number for number in range(1, people + 1)]
        self._tables = [Table(ports, seed, self.journal, *PEOPLE[number % len(PEOPLE)]) for number, seed in enumerate(seeds)]
        self._clients: list[Table | BotGames] = [*self._tables, BotGames(ports, plan, self.journal)]
        self._followers: list[Follower] = []

    def run(self) -> list[str]:
        """Run the plan; returns the broken promises."""
        world = self._world
        try:
            self._under_faults()
            self._settle()
            client = Client(world.ports, random.Random(0), self.journal)
            judge = Judge(self.journal, world.store(), client, self._faults.cuts)
            judge.look(self._followers)
            client.close()
            self._gauge.stop()
            self._tell(judge)
            world.stop()
            self.journal.violations += world.wrong
        finally:
            for client in (*self._clients, *self._followers):
                client.stop()
            said = world.close()
        self.lines.append(f"replies lost {said.count('lost')}, cut in half {said.count('halved')}")
        return self.journal.violations

    def _under_faults(self) -> None:
        for thread in (self._gauge, *self._clients):
            thread.start()
        until = time.monotonic() + self.plan.seconds
        faults = threading.Thread(target=self._make_faults, args=(until,), name="faults", daemon=True)
        faults.start()
        while time.monotonic() < until or faults.is_alive():
            time.sleep(0.5)
            self._world.age()
            self._follow_more()

    def _make_faults(self, until: float) -> None:
        try:
            self._faults.go_on(until)
        except Exception as error:
            self.journal.violation(f"after {self._faults.done[-1:]}: {error!r}")
            raise

    def _follow_more(self) -> None:
        """Give every third game a follower, to at most a third of the games at once."""
        followed = {follower.game for follower in self._followers}
        alive = sum(follower.is_alive() for follower in self._followers)
        for created in list(self.journal.created)[::3]:
            if created.game not in followed and alive < max(2, self.plan.games // 3):
                follower = Follower(self._world.ports, self.plan.seed + len(self._followers), self.journal, created.game)
                self._followers.append(follower)
                follower.start()
                alive += 1

    def _settle(self) -> None:
        """After the last fault: everybody acts once more, then all work ends."""
        accepted = len(self.journal.receipts)
        if not wait_until(lambda: len(self.journal.receipts) > accepted + 2 * len(self._tables), SETTLE_SECONDS):
            self.journal.violation("after the last fault play did not go on")
        for client in self._clients:
            client.stop()
        for client in self._clients:
            client.join(SETTLE_SECONDS)
            if client.is_alive():
                self.journal.violation(f"{client.name} hangs")
        began = time.monotonic()
        if not wait_until(lambda: not self._world.at_rest(), SETTLE_SECONDS):
            self.journal.violation(f"not at rest after {SETTLE_SECONDS:.0f} s: {self._world.at_rest()}")
        self.lines.append(f"at rest {time.monotonic() - began:.1f} s after the last client")
        ends = {each.game: self._length(each.game) for each in self._followers}
        wait_until(lambda: all(len(each.heads) == ends[each.game] for each in self._followers), 60)
        for follower in self._followers:
            follower.stop()
        for follower in self._followers:
            follower.join(20)

    def _length(self, game: str) -> int:
        try:
            return len(self._world.store().read(game).commits)
        except UnknownGame:
            return 0

    def _tell(self, judge: Judge) -> None:
        tell = self.lines.append
        tell(f"faults: {len(self._faults.done)}")
        recoveries = self._faults.recoveries(self.journal)
        for kind, seconds in sorted(recoveries.items()):
            tell(f"{kind}: {len(seconds)} times; acting again after {median(seconds):.1f} s, {max(seconds):.1f} s at most")
        for what, times in sorted(self.journal.counts.items()):
            tell(f"{what}: {times}")
        tell(f"outcome never known: {len(self.journal.unknown)}, of which {judge.late} had been carried out")
        tell(f"acknowledged and lost: {len(judge.lost)}")
        archived = len(list(self._world.archive.rglob("*.gz")))
        tell(f"games: {len(self.journal.created)}, of which {archived} are in the archive; commits: {judge.commits}")
        lines, wrong = self._gauge.look()
        self.lines += lines
        self.journal.violations += wrong
