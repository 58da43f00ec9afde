"""The games that a process has in memory, and positions of their past."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from domain import session
from domain.session import Session
from domain.session.takebacks import Step
from events.envelope import Commit
from events.errors import Diverged, GameUnreadable, LogDamaged, NoSuchVersion, StoreUnavailable
from events.games.game_log import CHECKPOINT_EVERY, GameLog, Position
from events.games.log_errors import fold_errors
from events.games.observer import Observer, Unobserved
from events.games.past import LogPast, steps
from events.log.codec import Codecs
from events.store.event_store import EventStore
from events.store_types import Slice

LONG_LOG = 512 * 1024
"""Bytes of events; their fold takes some 10 ms, many times as long as to call a thread."""


class PastPosition(NamedTuple):
    """A game as it was at a version."""

    session: Session[Any]
    head: str
    """The audit head, in hex."""
    at: str
    """The time of the version's commit."""


class GameRepository:
    """Finds games in the store, and caches the `cache_size` used last. May be shared by threads. `beside` calls the fold of
    a long log that is not in memory, where others must not wait for it."""

    def __init__(
        self,
        store: EventStore,
        codecs: Codecs,
        *,
        observer: Observer | None = None,
        cache_size: int = 1_000,
        beside: Callable[[Callable[[], GameLog]], GameLog] = lambda fold: fold(),
    ) -> None:
        self._beside = beside
        self.store = store
        self.codecs = codecs
        self.observer = observer or Unobserved()
        self.cache_size = cache_size
        self._cache: OrderedDict[str, GameLog] = OrderedDict()
        self._caching = threading.Lock()

    def load(self, game: str, upto: int | None = None) -> GameLog:
        """The game as it is in the store now. Raises UnknownGame, LogDamaged, UnknownRuleset, StoreUnavailable.

        With `upto`, commits after that version may be left out: a look at the past need not read what came later.
        """
        game_log = self._brought_up_to_date(game, self._cache.get(game), upto)
        if upto is not None and game_log.position.version < upto:
            # The game has no such version yet, or its commit is missing: then later ones, if there are any, do not follow.
            return self._brought_up_to_date(game, game_log)
        return game_log

    def cached(self, game: str) -> GameLog | None:
        """The game as this process knows it, which may be out of date; None if it is not in memory."""
        known = self._cache.get(game)
        if known is not None:
            self.observer.cached(True)
            self.cache(known)
        return known

    def refresh(self, game_log: GameLog) -> None:
        """Fold the commits that the store has after those that the log knows."""
        self._brought_up_to_date(game_log.id, game_log)

    def apply(self, game_log: GameLog, after: int, found: Slice) -> None:
        """Fold commits that were read from the store: those that follow version `after`."""
        game_log.set_secrets(found.secrets, found.commits[-1].version if found.commits else after)
        if found.commits:
            self._fold(game_log.id, game_log, found)
        self.cache(game_log)

    def cache(self, game_log: GameLog) -> GameLog:
        """Cache a game as the one used last, and evict those not used for longest."""
        with self._caching:
            self._cache[game_log.id] = game_log
            self._cache.move_to_end(game_log.id)
            while len(self._cache) > self.cache_size:
                self._cache.popitem(last=False)
        return game_log

    def evict(self, game: str) -> None:
        """Drop a game from the cache."""
        with self._caching:
            self._cache.pop(game, None)

    def read_again(self, game: str, others: Sequence[GameLog] = ()) -> None:
        """Read the fields beside a log again, for the game in the cache and others of the same id. What cannot be read
        is dropped from the cache."""
        known = self._cache.get(game)
        for game_log in {id(each): each for each in (*others, *([] if known is None else [known]))}.values():
            try:
                self._brought_up_to_date(game, game_log)
            except (StoreUnavailable, GameUnreadable):
                self.evict(game)

    def position(self, game_log: GameLog, version: int) -> PastPosition:
        """The game at a version. Raises NoSuchVersion, CommitsMissing, LogDamaged."""
        newest = game_log.position
        for known in (newest, game_log.before):
            if known is not None and known.version == version:
                return PastPosition(known.session, known.head.hex(), known.at)
        if not 0 < version < newest.version:
            raise NoSuchVersion(newest.version, "version")
        start = _checkpoint(game_log, version)  # The commit of the version itself is read in any case, for its head.
        commits = self.store.commits(game_log.id, start + 1, version)
        began = perf_counter()
        with self.observer.span("fold"), fold_errors(game_log.id, start + 1, version):
            events = [event for batch in game_log.codec.events(commits) for event in batch]
            found = session.fold(game_log.game, game_log.checkpoints.get(start), events)
        self.observer.folded(len(commits), perf_counter() - began)
        return PastPosition(found, str(commits[-1].head), commits[-1].at)

    def session_at(self, game_log: GameLog, version: int) -> Session[Any]:
        """The session at a version. Raises NoSuchVersion, CommitsMissing, LogDamaged."""
        return self.position(game_log, version).session

    def past(self, game_log: GameLog, position: Position) -> LogPast:
        """The past of a game at a position of it, for takebacks."""
        return LogPast(game_log, position, partial(self._steps_to, game_log), partial(self.session_at, game_log))

    def _steps_to(self, game_log: GameLog, version: int) -> list[Step]:
        """The commits up to a version, from the checkpoint before it. Raises CommitsMissing, LogDamaged."""
        start = _checkpoint(game_log, version)
        commits = self.store.commits(game_log.id, start + 1, version)
        with fold_errors(game_log.id, start + 1, version):
            return [*steps(game_log.codec, commits, game_log.checkpoints.get(start))]

    def version_of_turn(self, game_log: GameLog, turn: int) -> int:
        """The version after the last commit of a turn; for a turn that has just begun, the newest. Raises NoSuchVersion."""
        position = game_log.position
        last = game_log.last_turn(position.version)
        if 0 <= turn < last:
            return game_log.turn_starts[turn + 1] - 1
        newest = max(last, session.turn(game_log.game, position.session))
        if not 0 <= turn <= newest:
            raise NoSuchVersion(newest, "turn")
        return position.version

    def _brought_up_to_date(self, game: str, known: GameLog | None, upto: int | None = None) -> GameLog:
        if known is not None:
            version, head = known.position.version, known.position.head
            try:
                found = self.store.read(game, version, head.hex(), None if upto is None else max(upto, version))
            except Diverged:
                known = None
            else:
                self.observer.cached(True)
                self.apply(known, version, found)
                return known
        found = self.store.read(game, last=upto)
        self.observer.cached(False)
        if not found.commits:
            raise LogDamaged(game, "it has no commits")
        return self.cache(self._fold(game, None, found))

    def _fold(self, game: str, known: GameLog | None, found: Slice) -> GameLog:
        began = perf_counter()
        with self.observer.span("fold"):
            try:
                if known is None:
                    make = partial(GameLog, self.codecs, game, found.secrets, found.commits)
                    known = self._beside(make) if _is_long(found.commits) else make()
                else:
                    known.apply(found.commits)
            except LogDamaged:
                # Evict it, so that it is read again once the log is repaired: the failed fold may have left partial indexes.
                with self._caching:
                    self._cache.pop(game, None)
                raise
        self.observer.folded(len(found.commits), perf_counter() - began)
        return known


def _is_long(commits: Sequence[Commit]) -> bool:
    """Whether the events of these commits are long, as every seventh shows: an action and its takeback may take turns."""
    return 7 * sum([len(memoryview(commit.events)) for commit in commits[::7]]) > LONG_LOG


def _checkpoint(game_log: GameLog, version: int) -> int:
    """The last version before this one at which the session is kept; 0 if there is none."""
    start = (version - 1) // CHECKPOINT_EVERY * CHECKPOINT_EVERY
    while start and start not in game_log.checkpoints:
        start -= CHECKPOINT_EVERY
    return start
