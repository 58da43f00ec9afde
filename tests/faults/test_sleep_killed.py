"""A process is killed (SIGKILL) between any two steps of putting a game to sleep and of waking it.

Afterwards the game is whole, and in one place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from events.archive.archive import Archive
from events.games.audit import audit
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on

KILLED = """
import os, signal, sys, tempfile
from itertools import count
from pathlib import Path
from random import Random
from events.redis_store import connections
from tests.faults.test_sleep_killed import store_in
from tests.support.games import CODECS
from tests.support.play import Match, handler_on

def attempts(url, folder, game, tokens, what):
    "For each line of the input a process that is killed before the step that it names; the number of steps it made before."
    for line in sys.stdin:
        child = os.fork()
        if not child:
            attempt(url, Path(folder), game, dict(each.split("=") for each in tokens.split(",")), what, int(line))
            os._exit(0)
        print(os.waitpid(child, 0)[1], flush=True)

def attempt(url, folder, game, tokens, what, last):
    taken = count(1)
    def at():
        if next(taken) == last:
            os.kill(os.getpid(), signal.SIGKILL)
    def step(work):
        def counted(*arguments, **named):
            at()
            found = work(*arguments, **named)
            at()
            return found
        return counted
    store = store_in(url, folder)
    for place, name in [
        (os, "fsync"), (os, "replace"), (os, "open"), (os, "link"), (os, "unlink"), (Path, "mkdir"), (Path, "open"),
        (tempfile, "mkstemp"), (connections.ConnectionPool, "ask"), (connections.ConnectionPool, "write"),
    ]:
        setattr(place, name, step(getattr(place, name)))
    if what == "sleep":
        assert store.hibernation.put(game)
    elif what == "wake":
        store.wake(game)
    else:
        match = Match.__new__(Match)
        match.handler, match.id, match.tokens = handler_on(store, CODECS), game, tokens
        match.play(Random(1), 1)

attempts(*sys.argv[1:])
"""


def store_in(url: str, folder: Path) -> EventStore:
    return EventStore(
        connect(url), archive=Archive(folder / "archive"), sleep=SleepFolder(folder / "sleep", folder / "keys" / "sleep.key")
    )


@pytest.fixture
def store(redis_url: str, tmp_path: Path) -> Iterator[EventStore]:
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    made = store_in(redis_url, tmp_path)
    made.hibernation.check_folder()
    yield made
    made.redis.client.close()


@pytest.fixture
def killed(redis_url: str, tmp_path: Path, store: EventStore) -> Iterator[Callable[[Match, str, int], bool]]:
    """Does something with a game in a process that is killed before a step; False if it ends before that step."""
    running: list[subprocess.Popen[str]] = []

    def attempt(match: Match, what: str, step: int) -> bool:
        if not running:
            tokens = ",".join(f"{name}={token}" for name, token in match.tokens.items())
            running.append(
                subprocess.Popen(
                    [sys.executable, "-c", KILLED, redis_url, str(tmp_path), match.id, tokens, what],
                    cwd=Path(__file__).parents[2],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
        (process,) = running
        assert process.stdin is not None
        assert process.stdout is not None
        print(step, file=process.stdin, flush=True)
        ended = int(process.stdout.readline())
        assert ended in (0, signal.SIGKILL), os.waitstatus_to_exitcode(ended)
        return ended == signal.SIGKILL

    yield attempt
    for process in running:
        process.communicate()


def places(redis: Redis, store: EventStore, game: str) -> tuple[int, bool]:
    """The number of keys of a game's log, and whether Redis knows it to sleep."""
    return len([*redis.scan_iter(f"*:g:{game}*")]), store.asleep.find(game) is not None


@pytest.mark.parametrize("slept_before", [False, True])
def test_falling_asleep(
    redis_url: str, store: EventStore, killed: Callable[[Match, str, int], bool], slept_before: bool
) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(1), 9)
    if slept_before:  # Then there is a file, which has a beginning of the log.
        store.hibernation.put(match.id)
        match.play(Random(2), 3)
    whole, seen = store.read(match.id), set()
    with Redis.from_url(redis_url) as redis:
        for step in count(1):
            was_killed = killed(match, "sleep", step)
            seen.add(found := places(redis, store, match.id))
            assert found in ((2, False), (0, True)), step
            store.sleep.evict(match.id)
            assert store.read(match.id) == whole, step
            if not was_killed:
                break
            if found == (0, True):
                store.wake(match.id)
    assert step > 20
    assert seen == {(2, False), (0, True)}
    assert match.play(Random(3)).game_log.session.over
    assert audit(CODECS, match.commits).ok


@pytest.mark.parametrize("what", ["wake", "act"])
def test_waking(redis_url: str, store: EventStore, killed: Callable[[Match, str, int], bool], what: str) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(1), 9)
    assert store.hibernation.put(match.id)
    whole, seen = store.read(match.id), set()
    with Redis.from_url(redis_url) as redis:
        for step in count(1):
            was_killed = killed(match, what, step)
            seen.add(found := places(redis, store, match.id))
            assert found in ((2, False), (0, True)), step
            now = store.read(match.id)
            assert now.secrets == whole.secrets
            assert now.commits[: len(whole.commits)] == whole.commits
            acted = found == (2, False) and what == "act"
            assert len(now.commits) == len(whole.commits) + acted, "the log is loaded, and the action appended, in one step"
            whole = now
            if not was_killed:
                break
            if found == (2, False):
                assert store.hibernation.put(match.id)
    assert step > 4
    assert seen == {(2, False), (0, True)}
    assert match.play(Random(3)).game_log.session.over
    assert audit(CODECS, match.commits).ok
