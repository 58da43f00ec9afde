"""Ends the time of seats, and carries out what follows, within about a second of the deadline.

Several processes may do so at once, and each may be killed at any point: a time-out is appended at exactly the version at
which the time was over, or not at all, and until then the game stays in the index.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

import redis

from domain.game import Question, Rejected
from domain.session.clocks import MoveDeadlines, TimeOut
from domain.session.rights import SERVICE
from events.commands.handler import CommandHandler
from events.commands.intents import Intent, Trusted
from events.errors import Contended, StaleVersion, StoreUnavailable, UnknownGame
from events.games.game_log import GameLog, Position
from events.games.log_errors import view_errors
from events.identity import milliseconds
from events.redis_store.clocks import Overdue
from events.store.event_store import EventStore
from policies import choose
from telemetry import damaged_logs, metrics

log = logging.getLogger(__name__)

LOCK = "tradewinds:clocks"
HOLD_MS = 900
"""How long one process looks; another one may be next, so several share many games that are due at once."""
SWEEP_SECONDS = 0.3
"""After so long the games that go first are looked up again."""
AGAIN_MS = 60_000
"""The wait before retrying a game that cannot be read or played here."""


@dataclass
class Timekeeper:
    """Finds seats whose time is over; a short lock lets one process do so at a time."""

    store: EventStore
    handler: CommandHandler
    """A separate handler, so that games that nobody plays do not evict others from the cache."""
    connection: redis.Redis
    """The Redis of the lock."""

    def look(self) -> int:
        """Handle all games that are due, or those that there is time for before another process looks; returns their number.

        Nobody's time runs out while no web process runs, since nobody can act then: without a look the service counts as
        down. Raises StoreUnavailable, redis.RedisError.
        """
        handled = 0
        # A look that took all of its time has left something, and its lock has ended.
        while self.connection.set(LOCK, "1", nx=True, px=HOLD_MS) and self.store.clocks.is_served():
            done, ends = 1, monotonic() + HOLD_MS / 1000
            while done and monotonic() < ends:
                done = self.sweep(SWEEP_SECONDS)
                handled += done
        return handled

    def sweep(self, seconds: float) -> int:
        """A part of a look that takes about `seconds`, also beside other processes and where no web process runs."""
        ends, handled = monotonic() + seconds, 0
        away: dict[int, StoreUnavailable] = {}
        for overdue, game in _in_order(self.store.clocks.overdue()):
            if monotonic() > ends:
                break
            if overdue.partition not in away:
                try:
                    handled += self._handle(game, overdue)
                except StoreUnavailable as error:
                    away[overdue.partition] = error  # A part of a cluster that is down; the others go on.
        if away:
            raise next(iter(away.values()))
        return handled

    def _handle(self, game: str, overdue: Overdue) -> bool:
        """Deal with all seats of a game whose time is over; False if there was nothing to do, or it could not be done."""
        try:
            game_log, handled = self.handler.repository.load(game), False
            while over := self._over(game_log.position, overdue):
                game_log, handled = self._end(game_log, over, overdue), True
            if not handled:
                times = game_log.position.times  # Somebody has acted since the index was read, or it was wrong.
                self.store.clocks.correct(game, overdue.now_ms, None if times is None else times.due_ms)
            return handled
        except (StaleVersion, Contended, Rejected):
            return False  # Another command came first; the next look finds what is left.
        except UnknownGame:
            self.store.clocks.correct(game, overdue.now_ms, None)
            return False
        except (Exception, SystemExit) as error:
            damaged_logs.leave_out(game, error)
            self.store.clocks.correct(game, overdue.now_ms, overdue.now_ms + AGAIN_MS)
            return False

    def _over(self, position: Position, overdue: Overdue) -> dict[int, int]:
        """The seats whose time is over, each with its deadline in ms."""
        ends = {} if position.times is None else position.times.ends
        return {seat: end for seat, end in ends.items() if end <= overdue.now_ms}

    def _end(self, game_log: GameLog, over: Mapping[int, int], overdue: Overdue) -> GameLog:
        """Move the deadlines that passed while the service was down, or else say of one seat that its time is over."""
        position = game_log.position
        down = tuple([seat for seat, end in over.items() if overdue.passed_while_down(end)])
        seat = min(over)
        command = MoveDeadlines(seats=down) if down else self._time_out(game_log, position, seat)
        done = self.handler.handle(Intent(game_log.id, Trusted(SERVICE), command, position.version))
        clock = position.session.clock
        metrics.TIME_OUTS.labels("moved" if down or clock is None else clock.on_timeout).inc()
        if not down:
            late_ms = milliseconds(datetime.fromisoformat(done.commit.at)) - over[seat]
            metrics.TIME_OUT_LATE.observe(late_ms / 1000)
        log.info("the time of %s of %s was over: %s", down or seat, game_log.id, type(command).__name__)
        return done.game_log

    def _time_out(self, game_log: GameLog, position: Position, seat: int) -> TimeOut[object]:
        game, now = game_log.game, position.session
        if now.clock is None or now.clock.on_timeout != "stand_in" or now.state is None:
            return TimeOut(seat=seat)
        with view_errors(game_log.id):
            question = Question(game, game.gate.view(now.state, seat), seat, game.rules.legal_commands(now.state, seat))
        return TimeOut(seat=seat, action=choose("stand_in", question, random.Random(), budget=0.0))


def _in_order(found: Sequence[Overdue]) -> list[tuple[Overdue, str]]:
    """The games that are due, those first in which somebody plays.

    Where nobody acts, a time-out follows the other without any request. Done last, they delay no game at which people sit:
    before the time-outs of these there are only as many as there were requests.
    """
    first = [(overdue, game) for overdue in found for game in overdue.attended]
    before = {game for _, game in first}
    others = [(overdue, game) for overdue in found for game in overdue.games if game not in before]
    for games in (first, others):
        random.shuffle(games)  # Two processes that look at once begin with different games.
    return first + others
