"""Which webhook is called next: the places of a process are shared out between API keys."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from threading import Lock

ROOM = 4
"""A key takes another place only while more than this many times the places that it has are free."""


class Places:
    """The places for calls that one process has, and the webhooks that wait for one.

    Keys take turns, and so do the webhooks of a key. A place is for one call. Slow receivers of a few keys leave places for
    the others (`ROOM`), and a key alone has places for all its webhooks. May be shared by threads.
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._lock = Lock()
        self._owners: dict[str, str] = {}
        """The key of each webhook that waits or has a place."""
        self._lines: OrderedDict[str, deque[str]] = OrderedDict()
        """The webhooks of each key that wait. The first key is the next one, and so is the first webhook of it."""
        self._taken: Counter[str] = Counter()
        """How many places each key has."""

    def wait(self, owner: str, hook: str) -> None:
        """Let a webhook of a key wait for a place, unless it waits or has one."""
        with self._lock:
            if hook not in self._owners:
                self._owners[hook] = owner
                self._lines.setdefault(owner, deque()).append(hook)

    def take(self) -> str | None:
        """Give a place to the webhook that is next; None if none waits that may have one."""
        with self._lock:
            owner = next((each for each in self._lines if ROOM * self._taken[each] < self._free), None)
            if owner is None:
                return None
            line = self._lines.pop(owner)
            hook = line.popleft()
            if line:
                self._lines[owner] = line  # Behind all others.
            self._taken[owner] += 1
            self._free -= 1
            return hook

    def give_back(self, hook: str, *, again: bool) -> None:
        """Free the place of a webhook. `again`: it waits for another one, behind those that wait."""
        with self._lock:
            owner = self._owners[hook]
            self._free += 1
            self._taken[owner] -= 1
            if not self._taken[owner]:
                del self._taken[owner]
            if again:
                self._lines.setdefault(owner, deque()).append(hook)
            else:
                del self._owners[hook]

    def __contains__(self, hook: str) -> bool:
        """Whether a webhook waits or has a place."""
        return hook in self._owners

    def __len__(self) -> int:
        """How many webhooks wait or have a place."""
        return len(self._owners)
