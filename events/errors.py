"""Why a command or query was not carried out, besides what the rules refuse (domain.game.Rejected) and the store."""

from __future__ import annotations

from typing import Literal


class Unauthorized(Exception):
    """No token was sent where one is needed, or one that speaks for nobody in this game (any more)."""

    code = "unauthorized"


class StaleVersion(Exception):
    """The game is not at the version that the caller named."""

    code = "stale_version"

    def __init__(self, current: int) -> None:
        super().__init__(f"the game is at version {current}")
        self.current = current


class KeyReused(Exception):
    """The Idempotency-Key was sent before, with another command."""

    code = "key_reused"


class Contended(Exception):
    """Others kept getting in first."""

    code = "contended"


class NoSuchVersion(Exception):
    """The game has no such version or turn (yet)."""

    code = "unknown_version"

    def __init__(self, last: int, what: Literal["version", "turn"]) -> None:
        super().__init__(f"the last {what} is {last}")
        self.last = last
        self.what = what
