"""What is answered when a command is sent again with its Idempotency-Key: the first answer.

Tokens are kept nowhere, and the first answer may never have arrived, so whoever was given some gets new ones.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from domain import lobby
from domain.game import Rejected
from domain.rights import SERVICE
from events.accepted import Accepted
from events.callers import Trusted
from events.envelope import Commit
from events.errors import Contended, KeyReused, StaleVersion
from events.ledger import Ledger
from events.store import Diverged

if TYPE_CHECKING:
    from events.handler import Handler

ATTEMPTS = 20
"""Tries of one command against others that get in first."""
KEY_LIFETIME = timedelta(minutes=10)
"""How long the Idempotency-Key of a command that gave a seat's token counts."""
HANDOVERS = lobby.Reassign | lobby.TakeBack
"""Commands after which somebody else may have the seat's token."""
GIVES_A_TOKEN = lobby.ClaimSeat | lobby.TakeBack | lobby.Reassign


class Repeats:
    """The repeats that a handler meets."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def of_command(self, ledger: Ledger, identity: str, encoded: msgspec.Raw) -> Accepted | None:
        """The first answer to the command of this id; None if another commit got in first.

        Raises KeyReused, and Diverged if Redis has lost the command since the ledger was read.
        """
        version = ledger.commands[identity]
        (commit,) = self._handler.store.commits(ledger.id, version, version)
        if commit.command_id != identity:
            raise Diverged
        first = _same(ledger, commit, encoded)
        if not isinstance(first, GIVES_A_TOKEN):
            return self._replayed(ledger, commit, {})
        if self._handler.clock() - datetime.fromisoformat(commit.at) > KEY_LIFETIME:
            raise Rejected("seat_not_open", "The seat was given with this key more than ten minutes ago.")
        return self._renewed(ledger, commit, lobby.RenewTokens(seats=(first.seat,), host=False))

    def of_creation(self, game_id: str, first: Commit, encoded: msgspec.Raw) -> Accepted:
        """The game as it was created, with new tokens for what the creator was given."""
        for _ in range(ATTEMPTS):
            ledger = self._handler.load(game_id)
            command = _same(ledger, first, encoded)
            seats = tuple(number for number, plan in enumerate(command.seats) if plan.kind == "human")
            renewed = self._renewed(ledger, first, lobby.RenewTokens(seats=seats, host=True))
            if renewed is not None:
                return renewed
        raise Contended(game_id)

    def _renewed(self, ledger: Ledger, commit: Commit, command: lobby.RenewTokens) -> Accepted | None:
        """The first answer with fresh tokens, without seats that were handed over since; None if another commit got in."""
        if ledger.table.over:
            return self._replayed(ledger, commit, {})  # Its log is closed, and nothing is left to play for.
        version = ledger.version
        later = self._handler.store.commits(ledger.id, commit.version + 1, version)
        gone = {each.seat for each in map(ledger.command, later) if isinstance(each, HANDOVERS)}
        command = msgspec.structs.replace(command, seats=tuple(seat for seat in command.seats if seat not in gone))
        if not command.seats and not command.host:
            raise Rejected("seat_not_open", "The seat has been handed over since.")
        self._handler.on_aside(ledger.id, None if command.host else command.seats[0])
        try:
            renewed = self._handler.submit(ledger.id, Trusted(SERVICE), command, version)
        except StaleVersion:
            self._handler.refresh(ledger)
            return None
        return self._replayed(ledger, commit, renewed.tokens)

    def _replayed(self, ledger: Ledger, commit: Commit, tokens: dict[str, str]) -> Accepted:
        # The first answer may have been that it is not safe yet.
        self._handler.store.secure(ledger.id)
        (events,) = ledger.events([commit])
        after: Any = self._handler.table_at(ledger, commit.version)
        return Accepted(
            ledger=ledger,
            commit=commit,
            events=events,
            table=after,
            turn=ledger.turn_of(commit.version),
            tokens=tokens,
            replayed=True,
        )


def _same(ledger: Ledger, commit: Commit, encoded: msgspec.Raw) -> Any:
    """The command of a commit, which is to be the one that is repeated. Raises KeyReused."""
    first = ledger.command(commit)
    # Not compared with the bytes in the commit: an older version may have written it. Older releases recorded no names where
    # requests left them out.
    if bytes(encoded) not in [bytes(ledger.codec.encode(each)) for each in (first, lobby.named(first))]:
        raise KeyReused
    return first
