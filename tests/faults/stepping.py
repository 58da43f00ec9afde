"""Actors that do something step by step: each call of Redis and each operation on a file is a step, before which an actor
can be stopped, to go on late or never."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.client import Pipeline, Redis

from events.redis_store.connections import ConnectionPool

PATIENCE = 20.0
"""Seconds after which an actor that does not come to its next step hangs."""
STEPS: tuple[tuple[Any, str], ...] = (
    (ConnectionPool, "ask"),
    (ConnectionPool, "write"),
    (Redis, "execute_command"),
    (Pipeline, "execute"),
    (os, "fsync"),
    (os, "replace"),
    (os, "link"),
    (os, "unlink"),
    (Path, "unlink"),
    (Path, "open"),
    (tempfile, "mkstemp"),
)
"""What counts as a step."""


class Killed(BaseException):
    """The actor was killed."""


class Actor:
    """Does something in a thread of its own, as a process would, and stops once, before a step."""

    def __init__(self, work: Callable[[], Any], stop_before: int) -> None:
        """`stop_before`: the number of the step, from 1; 0: it does not stop."""
        self._work = work
        self._stop_before = stop_before
        self.taken = 0
        """Steps so far."""
        self._may_go_on = threading.Event()
        self._stands = threading.Event()
        self._killed = False
        self.raised: BaseException | None = None
        self.stopped_at = ""
        """The step before which it stopped; empty: it ended before."""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> bool:
        """Let it run until it stops; False if it ended before."""
        _actors[self._thread] = self
        self._thread.start()
        assert self._stands.wait(PATIENCE), "it hangs"
        return self.stopped_at != ""

    def go_on(self) -> None:
        """Let it go on to its end."""
        self._may_go_on.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), f"it hangs after it stopped before {self.stopped_at}"

    def kill(self) -> None:
        """End it where it stands: no further step is taken, not even to tidy up."""
        self._killed = True
        self.go_on()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self.raised = error
        finally:
            del _actors[threading.current_thread()]
            self._stands.set()

    def step(self, name: str) -> None:
        if self._killed:
            raise Killed
        self.taken += 1
        if self.taken == self._stop_before:
            self.stopped_at = name
            self._stands.set()
            assert self._may_go_on.wait(PATIENCE), "nobody lets it go on"
            if self._killed:
                raise Killed


_actors: dict[threading.Thread, Actor] = {}


@contextmanager
def stepping() -> Iterator[None]:
    """Let actors stop before steps."""

    def stepwise(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any, **named: Any) -> Any:
            actor = _actors.get(threading.current_thread())
            if actor is not None:
                actor.step(name)
            return work(*arguments, **named)

        return taken

    with pytest.MonkeyPatch.context() as patch:
        for place, name in STEPS:
            patch.setattr(place, name, stepwise(name, getattr(place, name)))
        yield
