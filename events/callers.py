"""Who gives a command, and what proves it."""

from __future__ import annotations

from domain.rights import Actor
from events.errors import Unauthorized
from events.identity import hash_token
from events.ledger import Ledger


class Bearer:
    """A caller with a token, or without the one that is needed."""

    def __init__(self, token: str | None) -> None:
        self.hash = None if token is None else hash_token(token)

    def actor(self, ledger: Ledger) -> Actor:
        actor = None if self.hash is None else ledger.caller(self.hash)
        if actor is None:
            raise Unauthorized
        return actor

    def credential(self, actor: Actor) -> tuple[str, str] | None:
        """What the append must find stored: the name of the actor's token hash beside the log, and the hash."""
        return None if self.hash is None else ("host" if actor.seat is None else f"s{actor.seat}", self.hash)


class Trusted:
    """A caller known without a token: a bot, the service itself, or anyone where no token is asked for."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def actor(self, ledger: Ledger) -> Actor:
        return self._actor

    def credential(self, actor: Actor) -> None:
        return None
