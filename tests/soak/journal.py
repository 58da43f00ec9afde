"""What the clients of a soak know: every acknowledged action, and every action with an unknown outcome."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Json = Any


@dataclass(frozen=True)
class Attempt:
    """An action as it was sent. `version` is that of its If-Match, `began` a time of the monotonic clock."""

    game: str
    seat: int
    command: Json
    key: str | None
    version: int | None
    began: float


@dataclass(frozen=True)
class Receipt:
    """The answer to an acknowledged action, and when it came."""

    attempt: Attempt
    version: int
    head: str
    events: Json
    at: float


@dataclass(frozen=True)
class Change:
    """A claim, hand-over or take-back of a seat that was not refused, with its command's id in the log."""

    game: str
    identity: str
    done: bool
    began: float
    at: float


@dataclass(frozen=True)
class Created:
    """A game that was created, its kind, and its seats."""

    game: str
    ruleset: str
    kinds: tuple[str, ...]

    @property
    def all_bots(self) -> bool:
        return not {"human", "open"} & {*self.kinds}


@dataclass
class Journal:
    """Filled by all clients at once."""

    lossy: bool
    """Whether Redis may lose its last commits (`appendfsync everysec`)."""
    created: list[Created] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    unknown: list[Attempt] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    tokens: dict[tuple[str, int], str] = field(default_factory=dict)
    """The newest token of each game's seat."""
    gone: set[str] = field(default_factory=set)
    """Games that were lost as a whole."""
    counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def violation(self, what: str) -> None:
        """A promise is broken."""
        with self._lock:
            self.violations.append(what)
