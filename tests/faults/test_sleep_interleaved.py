"""Two processes work on one game: one stands still between any two of its steps while the other does all of its work, and
the game sleeps and is woken; then the first goes on, or was killed there.

Nothing that was acknowledged is lost, nothing that was forgotten returns, what was deleted stays deleted, and a backup is
consistent. Processes share nothing but Redis and the folders.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from redis import Redis

from domain.game import Rejected
from domain.session.lifecycle import SeatPlan
from events.archive.archive import Archive
from events.archive.files import game_of
from events.backup import making, restoring
from events.bot_queue import BotQueue
from events.commands.handler import CommandHandler
from events.errors import ArchiveDamaged, GameDeleted, StaleVersion
from events.games.audit import audit
from events.log.names import kept_names
from events.redis_store import keys
from events.redis_store.client import connect
from events.removal.aftermath import Aftermath
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from tests.faults.stepping import Actor, Killed, stepping
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on

AT = "2026-01-02T03:04:05.000Z"
NAME = "Calico Jack"
WORK = ("sleep", "wake", "act", "forget", "delete", "backup")
SEED = 7
"""Gives the interleavings that `make test` runs, of some thousand."""


class Acted(NamedTuple):
    """An action that was acknowledged."""

    version: int
    head: str


class World:
    """A Redis and folders, in which one game is."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.clients: dict[str, Redis] = {}
        self.acted: list[Acted] = []
        self.forgotten = self.deleted = False
        """Whether this was acknowledged."""
        self.complaints: list[str] = []
        with self.redis() as redis:
            redis.flushall()
            redis.script_flush()  # So that each run takes the same steps.
        for name in ("archive", "sleep", "keys"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.store = self.process()
        self.store.hibernation.check_folder()
        self.store.mover.check_archive()
        self.match = Match.create(handler_on(self.store, CODECS), SeatPlan(kind="human", name=NAME), HUMAN)
        self.match.play(Random(1), 4)
        self.note(self.match.game_log.version)

    def redis(self) -> Redis:
        return Redis.from_url(self.url)

    def close(self) -> None:
        for each in self.clients.values():
            each.close()
        shutil.rmtree(self.folder)

    def process(self, url: str = "", folder: Path | None = None) -> EventStore:
        """A store as a new process has it, with connections of its own."""
        url, folder = url or self.url, folder or self.folder
        if url not in self.clients:
            self.clients[url] = connect(url)
        sleep = SleepFolder(folder / "sleep", self.folder / "keys" / "sleep.key")
        return EventStore(self.clients[url], archive=Archive(folder / "archive"), sleep=sleep)

    def player(self) -> Match:
        """The game in a new process."""
        made = Match.__new__(Match)
        made.handler, made.id, made.tokens = handler_on(self.process(), CODECS), self.match.id, self.match.tokens
        return made

    def note(self, version: int) -> None:
        commit = self.process().read(self.match.id).commits[version - 1]
        self.acted.append(Acted(version, str(commit.head)))

    def doing(self, what: str, backup: str = "backup") -> Callable[[], None]:
        """Work on the game in a process of its own."""
        store, game = self.process(), self.match.id
        if what == "sleep":
            return lambda: suppressed(lambda: self._sleep(store))
        if what == "wake":
            return lambda: suppressed(lambda: store.wake(game))
        if what == "act":
            return self._acting(handler_on(store, CODECS))
        if what == "forget":
            return lambda: suppressed(lambda: self._forget(store))
        if what == "delete":
            return lambda: self._delete(store)
        return lambda: suppressed(lambda: self._backup(store, backup))

    def _acting(self, handler: CommandHandler) -> Callable[[], None]:
        player = Match.__new__(Match)
        player.handler, player.id, player.tokens = handler, self.match.id, self.match.tokens

        def act() -> None:
            seat, (command, *_) = player.to_act()
            done = player.act(command, seat, version=player.game_log.version)
            self.acted.append(Acted(done.commit.version, str(done.commit.head)))

        return lambda: suppressed(act)

    def _sleep(self, store: EventStore) -> None:
        try:
            store.hibernation.put(self.match.id)
        except ArchiveDamaged:
            assert self.deleted, "nobody else removes a file while it is written"

    def _forget(self, store: EventStore) -> None:
        found = Forgetter(store).seat(self.match.id, 0)
        self.forgotten |= found.finished and bool(found.names)

    def _delete(self, store: EventStore) -> None:
        Deleter(store, BotQueue(self.clients[self.url])).delete(self.match.id)
        self.deleted = True

    def _backup(self, store: EventStore, name: str) -> None:
        making.make(store, self.folder / name, AT, self.complaints.append)

    # What must hold

    def check(self) -> None:
        assert self.complaints == []
        if self.deleted:
            self._check_deleted()
            return
        self._check_whole(self.process())
        self._finish()
        self._check_whole(self.process())
        if self.forgotten:
            assert NAME not in self._kept()
        self._check_backup("after")
        self._check_plays_on()

    def is_deleted(self) -> bool:
        return self.process().logs.deleted([self.match.id]) == [True]

    def _finish(self) -> None:
        """What workers do within the hour."""
        store = self.process()
        repository = handler_on(store, CODECS).repository
        Aftermath(store, [repository], Deleter(store, BotQueue(self.clients[self.url])), Forgetter(store)).look()
        for _ in range(2):
            sum(store.sweep.walk(stays_ms=0))

    def _check_deleted(self) -> None:
        with pytest.raises(GameDeleted):
            self.process().read(self.match.id)
        self._finish()
        with pytest.raises(GameDeleted):
            self.process().read(self.match.id)
        assert [path for path in self.folder.glob("*/*/*") if path.parts[-3] in ("sleep", "archive")] == []
        with self.redis() as redis:
            assert redis.hget(keys.asleep(0), self.match.id) is None

    def _check_whole(self, store: EventStore, acted: list[Acted] | None = None) -> None:
        found = store.read(self.match.id)
        heads = [str(commit.head) for commit in found.commits]
        for each in self.acted if acted is None else acted:
            assert heads[each.version - 1 : each.version] == [each.head], "an acknowledged action is lost"
        game_log = handler_on(store, CODECS).repository.load(self.match.id)
        result = audit(CODECS, found.commits, game_log.secret, kept_names(found.secrets))
        assert result.ok, result.problem
        assert not (self.forgotten and NAME in game_log.names_of(game_log.session)), "a forgotten name is back"

    def _kept(self) -> str:
        """All values beside logs, in Redis and in files."""
        store, parts = self.process(), [*self.process().logs.beside(self.match.id).values()]
        for files in (store.sleep, store.archive):
            for path in files.folder.glob("*/*"):
                log = files.at(game_of(path.name), files.more(path.name)) if path.stat().st_size else None
                parts += [] if log is None else log.secrets.values()
        return "\n".join(parts)

    def _check_backup(self, name: str) -> None:
        """Those that were made meanwhile, and one that is made now."""
        self._backup(self.process(), name)
        for each in self.folder.glob("*/" + making.STORE_FILE):
            acted = self.acted if each.parent.name == name else self.acted[:1]
            self._check_restored(each.parent, acted)

    def _check_restored(self, backup: Path, acted: list[Acted]) -> None:
        url, folder = f"{self.url}?db=1", self.folder / "restored"
        with Redis.from_url(url) as redis:
            redis.flushdb()
        for name in ("archive", "sleep"):
            (folder / name).mkdir(parents=True)
        store = self.process(url, folder)
        assert restoring.restore(store, backup, self.complaints.append) == 1
        assert self.complaints == []
        was_forgotten, self.forgotten = self.forgotten, self.forgotten and backup.name == "after"
        self._check_whole(store, acted)
        self.forgotten = was_forgotten
        shutil.rmtree(folder)

    def _check_plays_on(self) -> None:
        """It can be acted on, sleep and be woken as before."""
        player = self.player().play(Random(3), 1)
        assert player.handler.store.hibernation.put(self.match.id) > 0
        assert len(self.player().commits) == player.game_log.version
        self.player().play(Random(4), 1)


def suppressed(work: Callable[[], Any]) -> None:
    """Do it; a process that comes too late may be refused."""
    with suppress(GameDeleted, StaleVersion, Rejected):
        work()


class Case(NamedTuple):
    """An interleaving."""

    first: str
    second: str
    asleep: bool
    """Whether the game sleeps at the beginning."""
    killed: bool
    """Whether the first process is killed where it stands."""
    step: int

    def __str__(self) -> str:
        return (
            f"{self.first}{' (asleep)' if self.asleep else ''} {'killed' if self.killed else 'stopped'} before step "
            f"{self.step}, {self.second} meanwhile"
        )


def run(url: str, folder: Path, case: Case) -> bool:
    """Play an interleaving; False if the first process has fewer steps."""
    world = World(url, folder / "world")
    try:
        if case.asleep:
            assert world.store.hibernation.put(world.match.id)
        first = Actor(world.doing(case.first), case.step)
        with stepping():
            stopped = first.start()
            if stopped:
                world.doing(case.second, "backup-2")()
                if not world.deleted:
                    for what in ("sleep", "act", "sleep", "wake", "sleep"):
                        world.doing(what)()
                    sum(world.process().sweep.walk())
                (first.kill if case.killed else first.go_on)()
            world.deleted |= world.is_deleted()  # A process may have been killed before it could say so.
            if first.raised is not None and not (case.killed and isinstance(first.raised, Killed)):
                raise first.raised
        world.check()
    except Exception as error:
        error.add_note(f"{case}, at {first.stopped_at}")
        raise
    finally:
        world.close()
    return stopped


@pytest.mark.long
@pytest.mark.parametrize("first", WORK)
@pytest.mark.parametrize("second", WORK)
@pytest.mark.parametrize("asleep", [False, True])
@pytest.mark.parametrize("killed", [False, True])
def test_between_any_two_steps_nothing_is_lost_nor_comes_back(
    redis_url: str, tmp_path: Path, first: str, second: str, asleep: bool, killed: bool
) -> None:
    for step in count(1):
        if not run(redis_url, tmp_path, Case(first, second, asleep, killed, step)):
            break
    assert step > 1


def steps_of(url: str, folder: Path, first: str, asleep: bool) -> int:
    """The number of steps of this work, if nobody disturbs it."""
    world = World(url, folder / "world")
    try:
        if asleep:
            assert world.store.hibernation.put(world.match.id)
        actor = Actor(world.doing(first), stop_before=0)
        with stepping():
            actor.start()
        return actor.taken
    finally:
        world.close()


@pytest.mark.threat("T-59")
def test_in_a_sample_of_all_interleavings_nothing_is_lost_nor_comes_back(redis_url: str, tmp_path: Path) -> None:
    chance = Random(SEED)
    for first, asleep in product(WORK, (False, True)):
        step = chance.randint(1, steps_of(redis_url, tmp_path, first, asleep))
        case = Case(first, chance.choice(WORK), asleep, chance.random() < 0.3, step)
        assert run(redis_url, tmp_path, case), case
