"""A command on its way: the caller's intent, what proves who the caller is, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from domain.session import Session
from domain.session.rights import HOST, INVITED, VISITOR, Actor, Forbidden
from events.envelope import Commit
from events.errors import Unauthorized
from events.games.game_log import GameLog
from events.identity import command_id, hash_token, invitation_field, token_field
from events.store_types import OwnersPart


class Bearer:
    """A caller who sends a token, or none where one is needed."""

    def __init__(self, token: str | None) -> None:
        self.hash = None if token is None else hash_token(token)

    def actor(self, game_log: GameLog) -> Actor:
        """The seat or host that the token belongs to. Raises Unauthorized."""
        actor = None if self.hash is None else game_log.caller(self.hash)
        if actor is None:
            raise Unauthorized
        return actor

    def viewer(self, game_log: GameLog) -> Actor | None:
        """As whom the caller sees a game: None for a spectator. Raises Unauthorized."""
        return None if self.hash is None else self.actor(game_log)

    def credential(self, actor: Actor, game_log: GameLog) -> tuple[str, str] | None:
        """What the append must find stored: the field of the actor's token, and the token's hash."""
        return None if self.hash is None else (token_field(actor.seat), self.hash)


class KeyHolder:
    """A caller who sends a valid API key: the host of each of the key's games.

    A caller who names a seat that is in custody of the key speaks for that seat.
    """

    def __init__(self, key: str, seat: int | None = None) -> None:
        """`key`: its id; `seat`: the one that the caller speaks for."""
        self.key = key
        self.seat = seat
        self.hash = None

    def actor(self, game_log: GameLog) -> Actor:
        """Raises Forbidden."""
        if game_log.owner != self.key:
            detail = "This game belongs to no API key, or to another one; send the key with which it was created."
            raise Forbidden("token_lacks_right", detail)
        if self.seat is None:
            return HOST
        if self.seat not in game_log.in_custody:
            seats = ", ".join(map(str, game_log.in_custody))
            detail = f"The key has custody of the seats {seats}" if seats else "The key has custody of no seat of this game"
            raise Forbidden("not_in_custody", f"{detail}; `in_custody` of the game names them.")
        return Actor("player", self.seat)

    def viewer(self, game_log: GameLog) -> Actor | None:
        """As whom the caller sees a game: None for a spectator. Raises Forbidden."""
        return None if game_log.owner != self.key and self.seat is None else self.actor(game_log)

    def credential(self, actor: Actor, game_log: GameLog) -> tuple[str, str]:
        """What the append must find stored: that the game belongs to the key."""
        return "owner", self.key


class Claimant:
    """A caller who claims a seat, by its invitation or, at an open seat, without one."""

    def __init__(self, seat: int, invitation: str | None) -> None:
        self._field = invitation_field(seat)
        self._hash = None if invitation is None else hash_token(invitation)

    def actor(self, game_log: GameLog) -> Actor:
        """A visitor, or whoever is invited. Raises Forbidden for a wrong invitation."""
        if self._hash is None:
            return VISITOR
        if self._hash not in game_log.secrets.get(self._field, "").split():
            raise Forbidden("seat_reserved", "This is not an invitation to this seat, or it is no longer valid.")
        return INVITED

    def credential(self, actor: Actor, game_log: GameLog) -> tuple[str, str] | None:
        """What the append must find stored: the field of the invitation, as it was when the caller showed one."""
        return None if self._hash is None else (self._field, game_log.secrets[self._field])


class Trusted:
    """A caller known without a token: a bot, the service itself, or anybody where no token is needed."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    def actor(self, game_log: GameLog) -> Actor:
        return self._actor

    def credential(self, actor: Actor, game_log: GameLog) -> None:
        return None


Caller: TypeAlias = Bearer | KeyHolder


def as_caller(caller: Caller | str | None) -> Caller:
    """The caller, if need be made from a token."""
    return Bearer(caller) if caller is None or isinstance(caller, str) else caller


class Intent(msgspec.Struct, frozen=True):
    """What a caller wants to do in a game."""

    game: str
    caller: Caller | Claimant | Trusted
    command: Any
    """A command, or an action of the game's rules as JSON (bytes)."""
    expected: int | None = None
    """The version that the game must be at; None: any."""
    key: str | None = None
    """The Idempotency-Key, if one was sent."""
    scope: str | None = None
    """The name under which repeats with the key are recognised; None: the caller's. Set where the first attempt may replace
    the token."""
    brought: Mapping[str, str] = {}
    """Hashes of new tokens that a caller chose, by their fields; other new tokens are drawn."""
    added: OwnersPart | None = None
    """What the holder of the game's API key adds."""

    def identity(self, game_log: GameLog) -> str:
        """The id that marks this command in its commit, empty without a key. Raises Unauthorized."""
        if self.key is None:
            return ""
        return command_id(self.caller.actor(game_log).name if self.scope is None else self.scope, self.key)


class CommandResult(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted command: its commit, the typed events, the session after it."""

    game_log: GameLog
    commit: Commit
    events: list[Any]
    session: Session[Any]
    tokens: dict[str, str]
    """New tokens by whom they speak for: "host", "s0", …, and new invitations by their seats: "i0", … Shown once."""
    replayed: bool = False
    """Whether an earlier request with the same key had been accepted."""
