"""The environment of a soak: a separate Redis behind the proxy, and several whole Tradewinds on it."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from redis import Redis, RedisError

from events.archive.archive import Archive
from events.bot_queue import BotQueue
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.faults.power_cut import PowerCut
from tests.soak.proxy import ProxyProcess
from tests.support.tradewinds import Tradewinds, is_running, wait_until

WEB_PROCESSES = 2
ARCHIVE_AFTER = 900
AGED_AFTER = 10
"""Seconds after the end of a game until it is made to look old enough for the archive."""
START_SECONDS = 120.0


class World:
    """Redis, proxy and instances. The last instance's processes are never killed, so that they can be measured."""

    def __init__(self, folder: Path, instances: int, appendfsync: str, cached_games: int) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        """Processes that ended in a wrong way."""
        self.power = PowerCut(folder / "redis", appendfsync)
        self.power.__enter__()
        self.proxy = ProxyProcess(folder / "redis" / "redis.sock", folder / "proxy.log")
        self.direct: Redis = connect(self.power.server.url)
        self.archive = folder / "archive"
        self._mark = f"TRADEWINDS_SOAK={uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self._variables = {
            name: value,
            "REDIS_URL": self.proxy.url, "ARCHIVE_DIR": str(self.archive), "ARCHIVE_AFTER": str(ARCHIVE_AFTER),
            "RATE_LIMIT": "off", "WEB_CONCURRENCY": str(WEB_PROCESSES), "BOT_BUDGET": "0.05",
            "CACHED_GAMES": str(cached_games),
        }  # fmt: skip
        self.instances = [Tradewinds(self._data(number), **self._variables) for number in range(instances)]
        for instance in self.instances:
            instance.wait_ready()

    def _data(self, number: int) -> Path:
        return self.folder / f"instance-{number}"

    @property
    def ports(self) -> list[int]:
        return [instance.settings.port for instance in self.instances]

    @property
    def measured(self) -> Tradewinds:
        """The instance whose processes are never killed."""
        return self.instances[-1]

    def store(self) -> EventStore:
        """What is in Redis and the archive, read without the proxy."""
        return EventStore(self.direct, archive=Archive(self.archive))

    def restart(self, number: int) -> None:
        """Kill an instance's manager, which ends the whole instance, and start it again on the same port."""
        old = self.instances[number]
        below = list(old.below())
        old.close()
        if not wait_until(lambda: not any(map(is_running, below)), 20):
            self.wrong.append("processes outlived the manager that was killed")
        deadline = time.monotonic() + START_SECONDS
        while True:
            started = Tradewinds(self._data(number), old.settings.port, **self._variables)
            try:
                started.wait_ready()
            except AssertionError:
                started.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)  # Redis was away, or its reply was cut off: it should say so and end.
            else:
                self.instances[number] = started
                return

    def kill_redis(self, away: float) -> None:
        """Kill it, and start it again after some seconds."""
        self.power.server.kill()
        time.sleep(away)
        self.power.server.start(60)

    def age(self) -> None:
        """Make games that ended some seconds ago look old enough for the archive."""
        now = time.time() * 1000
        with suppress(RedisError):  # Redis may be down now.
            ended = self.direct.zrangebyscore("{0}:over", now - ARCHIVE_AFTER * 1000, now - AGED_AFTER * 1000)
            for game in ended if isinstance(ended, list) else []:
                self.direct.zadd("{0}:over", {game: now - 2 * ARCHIVE_AFTER * 1000}, xx=True)

    def at_rest(self) -> str:
        """The work left: bots to act, jobs in the queue; empty if there is none."""
        try:
            waiting, queued = len(self.store().bots), len(BotQueue(self.direct))
        except RedisError as error:
            return str(error)
        return f"{waiting} games have a bot to act, {queued} jobs are in the queue" if waiting or queued else ""

    def stop(self) -> None:
        """Stop the instances in the ordinary way."""
        for number, instance in enumerate(self.instances):
            instance.process.send_signal(signal.SIGTERM)
            code, _, err = instance.wait_end(START_SECONDS)
            if code:
                self.wrong.append(f"instance {number} ended with {code}: {err}")
        wait_until(lambda: not self._left(), 10)
        self.wrong += [f"a process was left over: {pid} {command}" for pid, command in self._left().items()]

    def close(self) -> list[str]:
        """Release everything; returns what the proxy did."""
        for instance in self.instances:
            instance.close()
        for pid in self._left():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        said = self.proxy.stop()
        self.direct.close()
        self.power.__exit__()
        return said

    def _left(self) -> dict[int, str]:
        """Descendants of the instances, detached ones too."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self._mark.encode() in (entry / "environ").read_bytes().split(b"\0") and is_running(int(entry.name)):
                    found[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        return found
