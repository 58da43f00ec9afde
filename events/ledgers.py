"""What a process holds of the logs it was asked for, and how it looks into their past."""

from __future__ import annotations

import threading
from collections import OrderedDict
from time import perf_counter
from typing import Any

from domain import table
from domain.table import Table
from events.codec import Codecs
from events.damage import Folding
from events.envelope import Commit
from events.errors import NoSuchVersion
from events.ledger import CHECKPOINT_EVERY, Ledger
from events.observer import Observer
from events.store import Diverged, LogDamaged, Slice, Store


class Ledgers:
    """The ledgers used last, at most `cache_size` of them; one that is asked for is first brought up to date."""

    def __init__(self, store: Store, codecs: Codecs, observer: Observer, cache_size: int) -> None:
        self.store = store
        self.codecs = codecs
        self.observer = observer
        self.cache_size = cache_size
        self._ledgers: OrderedDict[str, Ledger] = OrderedDict()
        self._keeping = threading.Lock()

    def load(self, game: str, upto: int | None = None) -> Ledger:
        """The game as it stands in the store now. Raises UnknownGame, LogDamaged.

        With `upto` nothing after that version need be known: a look at the past does not read what came later.
        """
        return self._refreshed(game, self._ledgers.get(game), upto)

    def refresh(self, ledger: Ledger) -> None:
        """Take in what the store has beyond what the ledger knows."""
        self._refreshed(ledger.id, ledger)

    def learn(self, ledger: Ledger, after: int, found: Slice) -> None:
        """Take in what was read from the store of what follows a version."""
        self._learn(ledger.id, ledger, after, found.secrets, found.commits)

    def _refreshed(self, game: str, known: Ledger | None, upto: int | None = None) -> Ledger:
        if known is not None:
            version, _, head = known.now
            try:
                found = self.store.read(game, version, head.hex(), None if upto is None else max(upto, version))
            except Diverged:
                known = None
        if known is None:
            version, found = 0, self.store.read(game, last=upto)
        self.observer.cached(known is not None)
        return self._learn(game, known, version, found.secrets, found.commits)

    def position(self, ledger: Ledger, version: int) -> tuple[Table[Any], str]:
        """The table and the audit head at a version. Raises NoSuchVersion, CommitsMissing, LogDamaged."""
        newest = ledger.now
        if version == newest.version:
            return newest.table, newest.head.hex()
        if not 0 < version < newest.version:
            raise NoSuchVersion(newest.version, "version")
        # From the last state kept before it; the commit of the version itself is read in any case, for its head.
        start = (version - 1) // CHECKPOINT_EVERY * CHECKPOINT_EVERY
        while start and start not in ledger.checkpoints:
            start -= CHECKPOINT_EVERY
        commits = self.store.commits(ledger.id, start + 1, version)
        began = perf_counter()
        with self.observer.span("fold"):
            before = ledger.checkpoints.get(start)
            with Folding(ledger.id, ledger.codec, before, commits):
                events = [event for batch in ledger.codec.events(commits) for event in batch]
                found = table.fold(ledger.game, before, events)
        self.observer.folded(len(commits), perf_counter() - began)
        return found, str(commits[-1].head)

    def table_at(self, ledger: Ledger, version: int) -> Table[Any]:
        """The table at a version. Raises NoSuchVersion."""
        return self.position(ledger, version)[0]

    def version_of_turn(self, ledger: Ledger, turn: int) -> int:
        """The version after the last commit of a turn; of one that has just begun, the newest. Raises NoSuchVersion."""
        now = ledger.now
        last = ledger.turn_of(now.version)
        if 0 <= turn < last:
            return ledger.turn_starts[turn + 1] - 1
        newest = max(last, table.turn(ledger.game, now.table))
        if not 0 <= turn <= newest:
            raise NoSuchVersion(newest, "turn")
        return now.version

    def _learn(self, game: str, known: Ledger | None, after: int, secrets_: dict[str, str], commits: list[Commit]) -> Ledger:
        """Take in what was read of what follows a version."""
        if known is not None:
            known.know(secrets_, commits[-1].version if commits else after)
        if commits:
            known = self._fold(game, known, secrets_, commits)
        elif known is None:
            raise LogDamaged(game, "it has no commits")
        self._keep(known)
        return known

    def _fold(self, game: str, known: Ledger | None, secrets_: dict[str, str], commits: list[Commit]) -> Ledger:
        began = perf_counter()
        with self.observer.span("fold"):
            try:
                if known is None:
                    known = Ledger(self.codecs, game, secrets_, commits)
                else:
                    known.take(commits)
            except LogDamaged:
                # Once the log is mended it is to be read anew: the ledger may have taken notes of a part of what it refused.
                with self._keeping:
                    self._ledgers.pop(game, None)
                raise
        self.observer.folded(len(commits), perf_counter() - began)
        return known

    def _keep(self, ledger: Ledger) -> None:
        """Hold on to a ledger as the one used last, and let go of those not used for longest."""
        with self._keeping:
            self._ledgers[ledger.id] = ledger
            self._ledgers.move_to_end(ledger.id)
            while len(self._ledgers) > self.cache_size:
                self._ledgers.popitem(last=False)
