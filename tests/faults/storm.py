"""A storm: games are played, fall asleep every second and are woken, names are forgotten and files swept, while all
processes and Redis are killed again and again. ``python -m tests.faults.storm --actions 20000 --kills 50``."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import redis

from domain.game import Rejected
from domain.session.lifecycle import SeatPlan
from events.archive.archive import Archive
from events.envelope import published_secret
from events.errors import Contended, StaleVersion, StoreUnavailable
from events.games.audit import audit
from events.identity import moment_of, utc_now
from events.log.names import kept_names
from events.redis_store.client import connect
from events.removal.forgetting import Forgetter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from harness.redis_server import RedisServer
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on

PLAYERS = 3
GAMES = 40
"""Games that each player plays at a time."""
IN_A_ROW = 4
"""Actions that a player takes in a game before turning to another."""
ASLEEP_AFTER = timedelta(seconds=1)
STAYS_MS = 20_000
"""How long files stay that no pointer names. The service keeps them for half an hour."""
AWAY = (StoreUnavailable, redis.RedisError, Contended, StaleVersion, Rejected)
"""What processes meet while Redis is killed."""


class Acknowledged(NamedTuple):
    """An action that was acknowledged."""

    game: str
    version: int
    head: str


@dataclass
class Storm:
    """The plan, and the folder of everything: data, and what the processes note down."""

    folder: Path
    actions: int
    kills: int
    seed: int
    children: dict[str, int] = field(default_factory=dict)
    """The running processes by their roles."""
    read: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """How much of each file of acknowledged actions was read: bytes and lines."""

    @property
    def url(self) -> str:
        return self.server.url

    def __post_init__(self) -> None:
        for name in ("redis", "archive", "sleep", "keys", "notes"):
            (self.folder / name).mkdir()
        self.server = RedisServer(self.folder / "redis", "always")
        self.roles: dict[str, Callable[[], None]] = {f"player-{number}": self._play for number in range(PLAYERS)}
        self.roles |= {"sleeper-0": self._put_to_sleep, "sleeper-1": self._put_to_sleep, "forgetter": self._forget}

    def store(self) -> EventStore:
        sleep = SleepFolder(self.folder / "sleep", self.folder / "keys" / "sleep.key")
        return EventStore(connect(self.url), archive=Archive(self.folder / "archive"), sleep=sleep)

    # What the processes do

    def start(self, role: str) -> None:
        child = os.fork()
        if child:
            self.children[role] = child
            return
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self.role, self.chance = role, random.Random()
            self.roles[role]()
        except BaseException:
            self.note("wrong", traceback.format_exc())
        finally:
            os._exit(1)

    def note(self, what: str, line: str) -> None:
        """Note a line down, so that no kill can take it back."""
        descriptor = os.open(self.folder / "notes" / f"{what}-{self.role}", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, f"{line.strip()}\n".encode())
        os.close(descriptor)

    def noted(self, what: str, role: str = "*") -> Iterator[str]:
        """What processes of a role have noted down, but for a line that a kill has cut."""
        for path in sorted((self.folder / "notes").glob(f"{what}-{role}")):
            yield from path.read_text().split("\n")[:-1]

    def _play(self) -> None:
        handler = handler_on(self.store(), CODECS, cache_size=10)
        matches: dict[str, Match] = {}
        for line in self.noted("game", self.role):
            known = json.loads(line)
            matches[known["id"]] = self._match(handler, known)
        while True:
            with suppress(*AWAY):
                if len(matches) < GAMES:
                    made = Match.create(handler, SeatPlan(kind="human", name=f"Jack {self.chance.random()}"), HUMAN)
                    self.note("game", json.dumps({"id": made.id, "tokens": made.tokens}))
                    matches[made.id] = made
                match = self.chance.choice([*matches.values()])
                for _ in range(IN_A_ROW):
                    if match.game_log.session.over:
                        del matches[match.id]
                        break
                    seat, legal = match.to_act()
                    done = match.act(self.chance.choice(legal), seat)
                    self.note("acted", f"{match.id} {done.commit.version} {done.commit.head}")
                continue
            time.sleep(0.05)

    def _match(self, handler: Any, known: dict[str, Any]) -> Match:
        made = Match.__new__(Match)
        made.handler, made.id, made.tokens = handler, known["id"], known["tokens"]
        return made

    def _put_to_sleep(self) -> None:
        store = self.store()
        while True:
            with suppress(*AWAY):
                store.hibernation.check_folder()
                for game, last in store.logs.every_newest():
                    idle = moment_of(0) if published_secret(last) is not None else utc_now() - ASLEEP_AFTER
                    if last.at < idle.isoformat() and store.hibernation.put(game):
                        self.note("slept", game)
                self.note("swept", str(sum(store.sweep.walk(STAYS_MS))))
            time.sleep(0.1)

    def _forget(self) -> None:
        store = self.store()
        while True:
            games = [json.loads(line)["id"] for line in self.noted("game")]
            with suppress(*AWAY):
                if games:
                    game = self.chance.choice(games[-PLAYERS * GAMES :])
                    if Forgetter(store).seat(game, 0).finished:
                        self.note("forgot", game)
            time.sleep(0.2)

    # The storm

    def run(self) -> list[str]:
        """Let it rage; returns what went wrong."""
        began, chance = time.monotonic(), random.Random(self.seed)
        self.server.start(60)
        self.store().hibernation.check_folder()
        for role in self.roles:
            self.start(role)
        killed = 0
        while (acknowledged := self._acknowledged()) < self.actions or killed < self.kills:
            if [*self.noted("wrong")]:
                break
            if killed < self.kills and acknowledged >= killed * self.actions // self.kills:
                self._kill(chance.choice([*self.roles, "redis"]))
                killed += 1
            time.sleep(0.02)
        for child in self.children.values():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        wrong = self._look()
        seconds = time.monotonic() - began
        slept, asleep = sum(1 for _ in self.noted("slept")), len(self.store().asleep)
        forgotten, swept = len({*self.noted("forgot")}), sum(map(int, self.noted("swept")))
        lost = sum(line.startswith("lost") for line in wrong)
        print(
            f"acknowledged {acknowledged}, kills {killed}, sleeps {slept}, wakes {slept - asleep}, "
            f"names forgotten {forgotten}, files swept {swept}, lost {lost}, {seconds:.0f} s",
            flush=True,
        )
        self.server.stop()
        return wrong

    def _acknowledged(self) -> int:
        """The number of acknowledged actions so far."""
        for path in (self.folder / "notes").glob("acted-*"):
            read, lines = self.read.get(path, (0, 0))
            with path.open("rb") as file:
                file.seek(read)
                new = file.read()
            self.read[path] = (read + len(new), lines + new.count(b"\n"))
        return sum(lines for _, lines in self.read.values())

    def _kill(self, what: str) -> None:
        if what == "redis":
            self.server.kill()
            self.server.start(60)
            return
        os.kill(self.children[what], signal.SIGKILL)
        os.waitpid(self.children[what], 0)
        self.start(what)

    def _look(self) -> list[str]:
        """What is lost, damaged or back."""
        wrong = [*self.noted("wrong")]
        acknowledged: dict[str, list[Acknowledged]] = {}
        for line in self.noted("acted"):
            game, version, head = line.split()
            acknowledged.setdefault(game, []).append(Acknowledged(game, int(version), head))
        store, forgot = self.store(), {*self.noted("forgot")}
        for game, actions in acknowledged.items():
            try:
                found = store.read(game)
                heads = [str(commit.head) for commit in found.commits]
                wrong += [f"lost: {each}" for each in actions if heads[each.version - 1 : each.version] != [each.head]]
                log = handler_on(store, CODECS).repository.load(game)
                result = audit(CODECS, found.commits, log.secret, kept_names(found.secrets))
                wrong += [] if result.ok else [f"{game}: {result.problem}"]
                if game in forgot and any(name.startswith("Jack") for name in log.names_of(log.session)):
                    wrong.append(f"{game}: a forgotten name is back")
            except Exception as error:
                wrong += [f"lost, unreadable ({error!r}): {each}" for each in actions]
        return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.storm", description=__doc__)
    parser.add_argument("--actions", type=int, default=20_000, help="actions that are acknowledged before it ends")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="gives the order of kills")
    plan = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storm-") as folder:
        wrong = Storm(Path(folder), plan.actions, plan.kills, plan.seed).run()
    print("\n".join(wrong[:50]), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
