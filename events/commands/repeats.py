"""Answers to a command that is sent again with its Idempotency-Key: the first result.

Only hashes of tokens are stored, and the first answer may never have arrived. So the repeat of a command that gave a token
(a creation, a claim, a hand-over) gives a new token, which replaces the first. So it is with invitations.
openapi.yaml promises it: "a repeat answers the same game or seat with fresh tokens".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from domain.game import Rejected
from domain.session import lifecycle
from domain.session.lifecycle.commands import SeatPlan
from domain.session.renaming import renamed
from domain.session.rights import SERVICE
from domain.session.seals import default_name
from events.commands.intents import CommandResult, Intent, Trusted
from events.envelope import Commit
from events.errors import Contended, Diverged, ExternalIdTaken, KeyReused, StaleVersion
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import hash_token, invitation_field, new_invitation

ATTEMPTS = 20
"""How often a command is tried while others get in first."""
KEY_LIFETIME = timedelta(minutes=10)
"""How long the Idempotency-Key of a command that gave a seat's token counts."""
HANDOVERS = lifecycle.Reassign | lifecycle.TakeBack | lifecycle.OpenSeat
"""Commands after which somebody else may have the seat's token."""
GIVES_A_TOKEN = lifecycle.ClaimSeat | lifecycle.TakeBack | lifecycle.Reassign


class Repeats:
    """The repeats that one process answers. `submit` handles the command that renews tokens."""

    def __init__(
        self,
        repository: GameRepository,
        submit: Callable[[Intent], CommandResult],
        clock: Callable[[], datetime],
        on_out_of_turn: Callable[[str, int | None], None],
    ) -> None:
        self._repository = repository
        self._submit = submit
        self._clock = clock
        self._on_out_of_turn = on_out_of_turn

    def of_command(self, game_log: GameLog, identity: str, encoded: msgspec.Raw) -> CommandResult | None:
        """The first result of the command with this id; None if another commit got in first.

        Raises KeyReused, and Diverged if Redis has lost the command since the log was read.
        """
        version = game_log.commands[identity]
        (commit,) = self._repository.store.commits(game_log.id, version, version)
        if commit.command_id != identity:
            raise Diverged
        first, age = _same_command(game_log, commit, encoded), self._clock() - datetime.fromisoformat(commit.at)
        invited = _still_reserved(game_log, {first.seat: first}) if isinstance(first, lifecycle.OpenSeat) else ()
        if invited and age <= KEY_LIFETIME:
            return self._with_new_tokens(game_log, commit, lifecycle.RenewTokens(seats=(), host=False), invited)
        if not isinstance(first, GIVES_A_TOKEN):
            return self._replayed(game_log, commit, {})
        if age > KEY_LIFETIME:
            raise Rejected("seat_not_open", "The seat was given with this key more than ten minutes ago.")
        return self._with_new_tokens(game_log, commit, lifecycle.RenewTokens(seats=(first.seat,), host=False))

    def of_creation(self, game_id: str, first: Commit, encoded: msgspec.Raw) -> CommandResult:
        """The game as it was created, with new tokens for its host and its human seats, and new invitations to the seats
        that are still reserved."""
        for _ in range(ATTEMPTS):
            game_log = self._repository.load(game_id)
            command = _same_command(game_log, first, encoded)
            seats = tuple(number for number, plan in enumerate(command.seats) if plan.kind == "human")
            # To a rematch the tokens of the game before invite, which nobody can have lost by a lost answer.
            plans = dict(enumerate(command.seats)) if isinstance(command, lifecycle.CreateGame) else {}
            invited = _still_reserved(game_log, plans)
            result = self._with_new_tokens(game_log, first, lifecycle.RenewTokens(seats=seats, host=True), invited)
            if result is not None:
                return result
        raise Contended(game_id)

    def of_named(self, game_id: str, encoded: msgspec.Raw, creation: str) -> CommandResult:
        """The game with an external id as it is now, without tokens, if it was created in the same way; `creation`: as in
        `About`. Raises ExternalIdTaken, UnknownGame, GameDeleted."""
        game_log = self._repository.load(game_id)
        (first,) = self._repository.store.commits(game_id, 1, 1)
        about = self._repository.store.owned.about([game_id])[game_id]
        try:
            _same_command(game_log, first, encoded)
        except KeyReused:
            raise ExternalIdTaken(game_id) from None
        if about.creation and about.creation != creation:
            raise ExternalIdTaken(game_id)
        (last,) = self._repository.store.commits(game_id, game_log.version, game_log.version)
        return self._replayed(game_log, last, {})

    def of_rematch(self, game_log: GameLog, asked_by: int | None) -> CommandResult:
        """The rematch as it is now, with a new token of the host for whoever asked first, if they are the host."""
        (first,) = self._repository.store.commits(game_log.id, 1, 1)
        command, tokens = game_log.command(first), {}
        if command.asked_by == asked_by and game_log.asker_hosts:
            tokens = self.of_creation(game_log.id, first, game_log.codec.encode(command)).tokens
        game_log = self._repository.load(game_log.id)
        (last,) = self._repository.store.commits(game_log.id, game_log.version, game_log.version)
        return self._replayed(game_log, last, tokens)

    def _with_new_tokens(
        self, game_log: GameLog, commit: Commit, command: lifecycle.RenewTokens, invited: Sequence[int] = ()
    ) -> CommandResult | None:
        """The first result, with new tokens except for seats that changed hands since, and new invitations to the seats
        `invited` with the same exception; None if another commit got in."""
        if game_log.session.over:
            return self._replayed(game_log, commit, {})  # Nothing can be appended, and nothing is left to play for.
        self._on_out_of_turn(game_log.id, command.seats[0] if command.seats and not command.host else None)
        version = game_log.version
        later = self._repository.store.commits(game_log.id, commit.version + 1, version)
        gone = {each.seat for each in map(game_log.command, later) if isinstance(each, HANDOVERS)}
        if command.seats and not command.host and gone.issuperset(command.seats):
            raise Rejected("seat_not_open", "The seat has been handed over since.")
        command = msgspec.structs.replace(command, seats=tuple(seat for seat in command.seats if seat not in gone))
        invitations = {invitation_field(seat): new_invitation() for seat in invited if seat not in gone}
        if not command.seats and not command.host and not invitations:
            return self._replayed(game_log, commit, {})  # The host has invited somebody else since.
        brought = {field: hash_token(invitation) for field, invitation in invitations.items()}
        try:
            renewed = self._submit(Intent(game_log.id, Trusted(SERVICE), command, version, brought=brought))
        except StaleVersion:
            self._repository.refresh(game_log)
            return None
        return self._replayed(game_log, commit, renewed.tokens | invitations)

    def _replayed(self, game_log: GameLog, commit: Commit, tokens: dict[str, str]) -> CommandResult:
        # The first answer may have been 503 because too few replicas had the commit.
        self._repository.store.logs.secure(game_log.id)
        (events,) = game_log.events([commit])
        return CommandResult(
            game_log=game_log,
            commit=commit,
            events=events,
            session=self._repository.session_at(game_log, commit.version),
            tokens=tokens,
            replayed=True,
        )


def _still_reserved(game_log: GameLog, plans: Mapping[int, SeatPlan | lifecycle.OpenSeat]) -> tuple[int, ...]:
    """The seats that a command has reserved and that nobody has taken; `plans`: its part for each seat."""
    seats = game_log.session.seats
    return tuple(number for number, plan in plans.items() if plan.kind == seats[number].kind == "reserved")


def _same_command(game_log: GameLog, commit: Commit, encoded: msgspec.Raw) -> Any:
    """The command of a commit, which must be the one that is repeated. Raises KeyReused."""
    first = game_log.command(commit)
    # The bytes in the commit are not compared: an older version may have written them, it has seals in place of names, and
    # older releases recorded no names where requests left them out.
    same = []
    for each in (first, *_as_written(commit, first)):
        given = renamed(each, game_log.name_of)
        same += [each, given, lifecycle.named(given)]
        if isinstance(given, lifecycle.ClaimSeat) and given.name == default_name(given.seat):
            same.append(msgspec.structs.replace(given, name=None))
    if bytes(encoded) not in [bytes(game_log.codec.encode(each)) for each in same]:
        raise KeyReused
    return first


def _as_written(commit: Commit, first: Any) -> tuple[lifecycle.CreateGame, ...]:
    """The creation in a commit without what upcasters did: they fill in options that its repeat leaves out as it did."""
    return (msgspec.json.decode(commit.command, type=type(first)),) if isinstance(first, lifecycle.CreateGame) else ()
