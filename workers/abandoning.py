"""Abandons games without any action for many days, so that they do not stay for ever."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.game import Rejected
from domain.session import lifecycle
from domain.session.rights import SERVICE
from events.commands.handler import CommandHandler
from events.commands.intents import Intent, Trusted
from events.errors import Contended, NotReplicated, StaleVersion, UnknownGame
from telemetry import damaged_logs
from workers.idle import IdleGame

log = logging.getLogger(__name__)


@dataclass
class Abandoner:
    """Abandons idle games: lobbies, running games and branches."""

    handler: CommandHandler
    """A separate handler, so that scanning does not evict active games from the cache."""
    idle_days: int
    """Days without any action before a game is abandoned."""

    def __call__(self, game: IdleGame, now: datetime) -> bool:
        """Abandon a game if it has been idle for so long. Raises StoreUnavailable, redis.RedisError."""
        return game.acted_at <= now - timedelta(days=self.idle_days) and self._end(game)

    def _end(self, game: IdleGame) -> bool:
        try:
            self.handler.handle(Intent(game.id, Trusted(SERVICE), lifecycle.AbandonIdleGame(self.idle_days), game.version))
        except (StaleVersion, Contended, Rejected):
            return False  # Another command came first: the game goes on, or is over.
        except UnknownGame:
            return False  # The remains of an interrupted import; they expire.
        except NotReplicated as error:
            log.warning("%s is left to the next scan: %s", game.id, error)
            return False
        except Exception as error:
            damaged_logs.leave_out(game.id, error)
            return False
        log.info("%s was abandoned: its last action was at %s", game.id, game.acted_at.isoformat())
        return True
