"""The faults of a soak, one after the other, in an order that depends on its seed."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from tests.faults.power_cut import Cut
from tests.soak.environment import World
from tests.soak.journal import Journal
from tests.support.tradewinds import Tradewinds

PAUSE = (0.5, 2.0)
"""Seconds between the end of a fault and the next one: the manager gives up on processes that die too often."""


class Fault(NamedTuple):
    """The fault, and when it happened by the monotonic clock."""

    kind: str
    at: float


class Faults:
    """Causes faults in an environment. `cuts` are the power failures."""

    def __init__(self, world: World, seed: int, *, lossy: bool) -> None:
        self._world = world
        self._chance = random.Random(seed)
        self.done: list[Fault] = []
        self.cuts: list[Cut] = []
        self._kinds: dict[str, Callable[[], None]] = {
            "web process killed": lambda: self._kill(self._web_process),
            "web server killed": lambda: self._kill(lambda: self._victim().pid_of("web")),
            "bot worker killed": lambda: self._kill(lambda: self._victim().pid_of("worker")),
            "whole instance killed": self._instance,
            "Redis killed": lambda: world.kill_redis(self._chance.uniform(0, 2)),
            "network stalled": self._stall,
            "network slow": self._slow,
            "connections cut": lambda: world.proxy.tell("cut"),
            "replies cut in half": lambda: world.proxy.tell("halve", self._chance.randint(1, 5)),
            "replies of scripts lost": lambda: world.proxy.tell("lose", self._chance.randint(1, 5)),
        }
        if lossy:
            self._kinds["power cut"] = self._cut_power
        if len(world.instances) == 1:
            # No other instance would be left, and starting again takes longer than a short run.
            del self._kinds["whole instance killed"]

    def go_on(self, until: float) -> None:
        """Cause one after the other until a time of the monotonic clock; each kind once before any is repeated."""
        for kind in self._order():
            time.sleep(self._chance.uniform(*PAUSE))
            if time.monotonic() >= until:
                return
            self.done.append(Fault(kind, time.monotonic()))
            self._kinds[kind]()

    def recoveries(self, journal: Journal) -> dict[str, list[float]]:
        """By kind of fault: how long until an action sent after it was acknowledged."""
        accepted = sorted((receipt.attempt.began, receipt.at) for receipt in journal.receipts)
        found: dict[str, list[float]] = {}
        for kind, at in self.done:
            ends = [end for began, end in accepted if began >= at]
            found.setdefault(kind, []).append(min(ends) - at if ends else float("inf"))
        return found

    def _order(self) -> Iterator[str]:
        while True:
            kinds = list(self._kinds)
            self._chance.shuffle(kinds)
            yield from kinds

    def _victim(self) -> Tradewinds:
        return self._world.instances[0]

    def _web_process(self) -> int | None:
        """A web process of any instance, but never gunicorn's master, nor a process that is measured."""
        instance = self._chance.choice(self._world.instances)
        minding = instance.pid_of("web")
        found = sorted(pid for pid, command in instance.below().items() if "gunicorn" in command and pid != minding)
        if instance is self._world.measured and len(self._world.instances) > 1:
            found = found[1:]
        return self._chance.choice(found) if found else None

    def _kill(self, victim: Callable[[], int | None]) -> None:
        pid = victim()
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _instance(self) -> None:
        self._world.restart(0)

    def _stall(self) -> None:
        seconds = self._chance.uniform(0.1, 6.0)
        self._world.proxy.tell("stall", seconds)
        time.sleep(seconds)

    def _slow(self) -> None:
        seconds = self._chance.uniform(0.5, 3.0)
        self._world.proxy.tell("slow", self._chance.randint(5, 80), seconds)
        time.sleep(seconds)

    def _cut_power(self) -> None:
        time.sleep(1.5)  # So that there is something to lose.
        self.cuts.append(self._world.power.happen(self._chance.uniform(0.1, 1.2)))
