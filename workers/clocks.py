"""Says of a seat that its time is over, and what follows, within about a second of the deadline.

Several processes may do so at once, and each may be killed at any point: a time-out is appended at exactly the version at
which the time was over, or not at all, and until then the game stays in the index.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from time import monotonic

import redis

from domain.clocks import MoveDeadlines, TimeOut
from domain.game import Rejected
from domain.rights import SERVICE
from events.commands.handler import CommandHandler
from events.commands.intents import Intent, Trusted
from events.errors import Contended, GameDeleted, LogDamaged, StaleVersion, StoreUnavailable, UnknownGame, UnknownRuleset
from events.games.game_log import GameLog, Position
from events.games.log_errors import view_errors
from events.redis_store.clocks import Overdue
from events.store import EventStore
from policies import choose
from telemetry import damaged_logs

log = logging.getLogger(__name__)

LOCK = "tradewinds:clocks"
HOLD_MS = 900
"""How long one process looks; another one may be next, so many games that are due at once are shared."""
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

    def look(self, seconds: float = HOLD_MS / 1000) -> int:
        """Handle games that are due, for about `seconds`; returns their number.

        Raises StoreUnavailable, redis.RedisError.
        """
        if not self.connection.set(LOCK, "1", nx=True, px=HOLD_MS):
            return 0
        return self.sweep(seconds)

    def sweep(self, seconds: float) -> int:
        """As `look`, whether or not another process does so too."""
        began, handled = monotonic(), 0
        for overdue in self.store.clocks.overdue():
            # Shuffled, so that a game that fails does not always come first.
            random.shuffle(overdue.games)
            for game in overdue.games:
                if monotonic() - began > seconds:
                    return handled  # The next look goes on; it may be that of another process.
                handled += self._handle(game, overdue)
        return handled

    def _handle(self, game: str, overdue: Overdue) -> bool:
        try:
            while self._advance(self.handler.repository.load(game), overdue):
                pass
        except (StaleVersion, Contended, Rejected):
            return False  # Another command came first; the next look finds what is left.
        except (UnknownGame, GameDeleted):
            self.store.clocks.set(game, None)
            return False
        except StoreUnavailable:
            raise
        except Exception as error:
            # One unreadable game must not stop the others.
            if isinstance(error, LogDamaged):
                damaged_logs.report(error)
            else:
                log.log(logging.INFO if isinstance(error, UnknownRuleset) else logging.ERROR, "%s is left: %r", game, error)
            self.store.clocks.set(game, overdue.now_ms + AGAIN_MS)
            return False
        return True

    def _advance(self, game_log: GameLog, overdue: Overdue) -> bool:
        """Move the deadlines that passed while the service was down, or else say of one seat that its time is over; False if
        no time is over."""
        position = game_log.position
        ends = {} if position.times is None else position.times.ends
        over = [seat for seat, end in ends.items() if end <= overdue.now_ms]
        if not over:
            self.store.clocks.set(game_log.id, min(ends.values(), default=None))
            return False
        down = tuple(seat for seat in over if overdue.passed_while_down(ends[seat]))
        command = MoveDeadlines(seats=down) if down else self._time_out(game_log, position, over[0])
        self.handler.handle(Intent(game_log.id, Trusted(SERVICE), command, position.version))
        log.info("the time of %s of %s was over: %s", down or over[0], game_log.id, type(command).__name__)
        return True

    def _time_out(self, game_log: GameLog, position: Position, seat: int) -> TimeOut[object]:
        game, now = game_log.game, position.table
        if now.clock is None or now.clock.on_timeout != "stand_in" or now.state is None:
            return TimeOut(seat=seat)
        with view_errors(game_log.id):
            legal, view = game.rules.legal_commands(now.state, seat), game.gate.view(now.state, seat)
        return TimeOut(seat=seat, action=choose("stand_in", game, view, seat, legal, random.Random(), budget=0.0))
