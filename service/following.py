"""The games that callers of the feed follow: all games of an API key, or those of several tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from time import monotonic
from typing import NamedTuple, Protocol

from domain.game import Rejected
from domain.session import UNTAKEN
from domain.session.results import outcome_answer
from events.commands.intents import Bearer
from events.commands.renewals import Renewals
from events.envelope import Commit
from events.errors import GameUnreadable, StoreUnavailable, Unauthorized
from events.games.game_log import GameLog
from events.identity import milliseconds, milliseconds_of
from events.redis_store.feed import KEY_FEED_LENGTH, OVERLAP_MS, KeyFeed, KeyLines, is_of_before
from events.store.event_store import EventStore
from events.store_types import About, Changed, FeedLine
from events.webhooks.hooks import handed
from service.channels import Follower
from service.representations.feed import FeedEntry, LeftOut, feed_entry
from service.streaming import Hub
from telemetry import damaged_logs

WHOLE_SECONDS = 15.0
"""How often a source reads all of its games, which moves its cursor on while they rest."""
AT_ONCE = 200
"""Commits of a game that a hand reads at once."""
NOBODY = About()


class Batch(NamedTuple):
    """The news since the last look."""

    entries: list[FeedEntry]
    cursor: str
    rewound: bool = False
    left_out: tuple[LeftOut, ...] = ()


def cursor_of(time: int) -> str:
    """The cursor of a time (ms)."""
    return f"{time:x}"


def time_of(cursor: str) -> int:
    """The time (ms) of a cursor."""
    return int(cursor, 16)


class Source(Protocol):
    """Some games that one caller follows, until `leave`."""

    upto: int
    """The time (ms) up to which everything was read."""

    def read(self) -> Batch:
        """The news since the last call. Raises StoreUnavailable; the next call then misses nothing."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for news; True if there is some."""
        ...

    def leave(self) -> bool:
        """Stop following; False if it had stopped already."""
        ...

    @property
    def behind(self) -> bool:
        """Whether there is more to read at once."""
        ...

    @property
    def is_valid(self) -> bool:
        """Whether the caller may go on."""
        ...

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        ...

    @property
    def ended(self) -> bool:
        """Whether this process gets no more news, so that the caller must come back."""
        ...


class KeySource:
    """All games of an API key. Raises a 503 or 429 over a limit."""

    over = False

    def __init__(self, hub: Hub, store: EventStore, key: str, since: int | None) -> None:
        """`since`: the time (ms) up to which the caller has read; None: from now on."""
        self._hub, self._store, self._key = hub, store, key
        self._feed = KeyFeed(store.redis, key, since)
        self._follower = hub.join_key(key)
        self._whole_at = monotonic() + WHOLE_SECONDS
        self._held: KeyLines | None = None
        """Lines that were read, but not returned yet."""
        self.upto = since or 0

    def read(self) -> Batch:
        if self._held is None:
            self._held = self._lines()
        found = self._held
        noted = self._store.owned.about([*{line.game for _, line in found.lines}]) if found.lines else {}
        self._held = None
        self.upto = found.upto
        entries = [feed_entry(line, noted[line.game], cursor_of(min(time, found.upto))) for time, line in found.lines]
        left_out = tuple([LeftOut(game, "game_deleted") for game in found.deleted])
        return Batch(entries, cursor_of(found.upto), found.lost, left_out)

    def _lines(self) -> KeyLines:
        woken = self._follower.woken() | self._feed.unread
        if monotonic() >= self._whole_at:
            woken = {*range(self._store.partitions)}
        try:
            found = self._feed.read(woken)
        except StoreUnavailable:
            for partition in woken:
                self._follower.wake(partition)
            raise
        if len(woken) == self._store.partitions:
            self._whole_at = monotonic() + WHOLE_SECONDS
        return found

    def wait(self, seconds: float) -> bool:
        return self._follower.wait(seconds)

    def leave(self) -> bool:
        return self._hub.leave_key(self._follower)

    @property
    def behind(self) -> bool:
        return bool(self._feed.unread)

    @property
    def is_valid(self) -> bool:
        try:
            return self._store.api_keys.is_valid(self._key)
        except StoreUnavailable:
            return True  # Nothing new is sent meanwhile.

    @property
    def ended(self) -> bool:
        return self._hub.closed or self._follower.ended


class _Seat:
    """A game of a hand, the token for it, and how far it was read."""

    def __init__(self, follower: Follower, token_hash: str, after: int) -> None:
        self.follower = follower
        self.token_hash = token_hash
        self.after = after

    @property
    def game_log(self) -> GameLog:
        return self.follower.channel.game_log


class HandSource:
    """The games of a hand of tokens. Raises a 503 or 429 over a limit, StoreUnavailable."""

    is_valid = True
    """Each token is checked for itself."""

    def __init__(
        self,
        hub: Hub,
        renewals: Renewals,
        now: Callable[[], datetime],
        hand: Mapping[str, str],
        since: int | None,
        address: str | None,
    ) -> None:
        """`hand`: tokens by the ids of their games. `since` as for an API key; None: from the last commit of each game."""
        self._hub, self._renewals, self._now = hub, renewals, now
        self._known_at = self.upto = milliseconds(now())
        self._whole_at = monotonic() + WHOLE_SECONDS
        self._rewound = since is not None and is_of_before(hub.store.redis, since)
        since = None if self._rewound else since
        self._left_out: list[LeftOut] = []
        hashes = {game: Bearer(token) for game, token in hand.items()}
        opened = [each for game, bearer in hashes.items() if (each := self._opened(game, bearer, since)) is not None]
        followers = hub.join_all([game_log for game_log, _ in opened], address) if opened else []
        self._seats = [
            _Seat(follower, str(hashes[game_log.id].hash), after)
            for follower, (game_log, after) in zip(followers, opened, strict=True)
        ]
        self.behind = bool(self._seats)
        self._left = False

    def _opened(self, game: str, bearer: Bearer, since: int | None) -> tuple[GameLog, int] | None:
        """A game with a valid token, and the version to read on from; None, and a word about it, otherwise."""
        try:
            game_log = self._hub.repository.load(game)
            bearer.actor(game_log)
            self._renewals.take_up(game_log, bearer.hash)
            return game_log, self._read_before(game_log, since)
        except StoreUnavailable:
            raise  # Also of one game: it is over soon, and left out the game would lack its lines until then.
        except (GameUnreadable, Unauthorized, Rejected) as error:
            self._left_out.append(LeftOut(game, error.code))
            return None

    def _read_before(self, game_log: GameLog, since: int | None) -> int:
        """The last version that the caller has read; if it is unknown, the one before the newest."""
        first = version = game_log.version
        if since is None:
            return version - 1
        while first > 0 and version - first < KEY_FEED_LENGTH:
            commits = self._hub.store.commits(game_log.id, max(1, first - AT_ONCE + 1), first)
            for commit in reversed(commits):
                if _time(commit) < since - OVERLAP_MS:
                    return commit.version
            first = commits[0].version - 1
        self._rewound = self._rewound or first > 0
        return version - 1 if first > 0 else 0

    def read(self) -> Batch:
        self._look_at_all()
        found = [(seat, self._lines_of(seat)) for seat in list(self._seats)]
        # Nothing can fail from here on, so nothing is taken for sent that was not returned.
        ends: list[int] = []
        for seat, lines in found:
            seat.after += len(lines)
            if lines and seat.after < seat.game_log.version:
                ends.append(lines[-1][0])
            elif seat.game_log.session.over:
                self._drop(seat)
        self.behind = bool(ends)
        self.upto = min([self._known_at, *ends])
        together = sorted((each for _, lines in found for each in lines), key=lambda each: each[0])
        entries = [feed_entry(line, NOBODY, cursor_of(min(time, self.upto))) for time, line in together]
        batch = Batch(entries, cursor_of(self.upto), self._rewound, tuple(self._left_out))
        self._rewound, self._left_out = False, []
        return batch

    def _look_at_all(self) -> None:
        """Ask for new commits of all games now and then: up to then the cursor may move."""
        if monotonic() >= self._whole_at:
            now = milliseconds(self._now())
            self._hub.refresh([seat.follower for seat in self._seats])
            self._known_at, self._whole_at = now, monotonic() + WHOLE_SECONDS

    def _lines_of(self, seat: _Seat) -> list[tuple[int, FeedLine]]:
        """The next lines of a game, each with its time."""
        channel, game_log = seat.follower.channel, seat.game_log
        # Read the position first: then the token is compared with hashes that are at least as new.
        position, stayed = game_log.position, seat.follower.rewound()
        if channel.deleted:
            return self._leave_out(seat, "game_deleted")
        if game_log.caller(seat.token_hash) is None:
            return self._leave_out(seat, "unauthorized")
        if channel.damaged:
            return self._leave_out(seat, "log_damaged")
        if stayed is not None and stayed < seat.after:
            self._rewound, seat.after = True, position.version - 1
        if seat.after >= position.version:
            return []
        last = min(position.version, seat.after + AT_ONCE)
        try:
            commits = channel.commits(seat.after + 1, last)[: last - seat.after]
            return [(_time(commit), _line(game_log, commit)) for commit in commits]
        except StoreUnavailable:
            raise
        except GameUnreadable as error:
            damaged_logs.leave_out(seat.game_log.id, error)
            return self._leave_out(seat, error.code)

    def _leave_out(self, seat: _Seat, code: str) -> list[tuple[int, FeedLine]]:
        self._left_out.append(LeftOut(seat.game_log.id, code))
        self._drop(seat)
        return []

    def _drop(self, seat: _Seat) -> None:
        self._hub.leave(seat.follower)
        if seat in self._seats:
            self._seats.remove(seat)

    def wait(self, seconds: float) -> bool:
        return self._seats[0].follower.wait(seconds) if self._seats else False

    def leave(self) -> bool:
        """False if it had stopped already; that all of its games ended is no stop."""
        first, self._left = not self._left, True
        for seat in self._seats:
            self._hub.leave(seat.follower)
        self._seats = []
        return first

    @property
    def over(self) -> bool:
        return not self._seats

    @property
    def ended(self) -> bool:
        return self._hub.closed or any(seat.follower.channel.ended for seat in self._seats)


def _time(commit: Commit) -> int:
    """The time (ms) of a commit."""
    return milliseconds_of(commit.at)


def _line(game_log: GameLog, commit: Commit) -> FeedLine:
    """The entry of a commit in the feed. Raises GameUnreadable."""
    (events,) = game_log.codec.events([commit])
    newest = game_log.position
    last, request = newest.version == commit.version, newest.session.takeback_asked
    to_act, seats = game_log.to_act_at(commit.version), game_log.seats_at(commit.version)
    bots = tuple([at for at, seat in enumerate(seats) if seat.kind == "bot"])
    asked_before = game_log.to_act_at(commit.version - 1)
    seats_before = game_log.seats_at(commit.version - 1) if commit.version > 1 else seats
    asked = tuple([seat for seat in to_act if seat not in (*bots, *asked_before)])
    return FeedLine(
        game=game_log.id,
        ruleset=game_log.game.name,
        version=commit.version,
        status=game_log.status_at(commit.version),
        to_act=to_act,
        since=game_log.acted_at(commit.version, to_act),
        acted_at=commit.at,
        deadlines=game_log.deadlines_at(commit.version),
        outcome=outcome_answer(newest.session, newest.waited) if last else None,
        ended=newest.session.ending if last else None,
        bots=bots,
        changed=Changed.by(events, asked, handed(seats_before, seats)),
        missing_seats=sum(seat.kind in UNTAKEN for seat in seats),
        takeback_asked=request.seat if last and request is not None else None,
        rematch_of=newest.session.rematch_of,
    )
