"""From a request to a commit, in five steps: find the game, check for a repeat, decide, append, answer.

An acceptance may be decided on the position that this process happens to know, because the append verifies version, head
and token. A refusal is given only on a fresh read, and so is the answer to a repeat. So the usual action costs one round
trip, nobody is refused for something that another process has changed meanwhile, and nobody is told of a commit that Redis
has lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from secrets import token_bytes
from types import MappingProxyType
from typing import Any

import msgspec

from domain import session
from domain.game import Malformed, Rejected
from domain.session import GamePackage, Session, lifecycle
from domain.session.rights import Actor, Forbidden
from domain.session.seals import SALT_BYTES
from events.commands.appending import AcceptedCommand, Appender, LogBefore, Prepared
from events.commands.counting import Counted
from events.commands.intents import Bearer, Caller, Claimant, CommandResult, Intent, Trusted, as_caller
from events.commands.new_games import NewGames
from events.commands.renewals import Renewals
from events.commands.repeats import ATTEMPTS, Repeats
from events.errors import Contended, Diverged, StaleVersion, Unauthorized
from events.games.game_log import Decided, GameLog, Position
from events.games.log_errors import view_errors
from events.games.repository import GameRepository
from events.identity import utc_now
from events.log.names import NewSalt, Sealing
from events.store_types import OwnersPart, Slice

MOST_BESIDE = 64
"""Of how many commits of others a seat may know nothing when it decides at the same time as they."""


class _Attempt(msgspec.Struct):
    """An intent with the log that it is tried on."""

    intent: Intent
    game_log: GameLog
    fresh: bool
    """Whether the log was read since the request came in; only then may it be refused."""
    admitted: bool = False
    """Whether `on_out_of_turn` has been called for it."""


class CommandHandler:
    """Decides commands and appends them to logs. One a process.

    `on_bot_turn(game_log, version, table, seat)` is called after a commit that leaves a bot to act; `bot_patience_ms` later
    the turn counts as lost. `on_out_of_turn(game, seat)` is called before a command is decided that a seat (None: the host)
    may give out of turn, so that refused ones count too; repeats and commands at another version do not. An error that it
    raises prevents the decision.
    """

    def __init__(
        self,
        repository: GameRepository,
        *,
        clock: Callable[[], datetime] = utc_now,
        new_secret: Callable[[], bytes] = lambda: token_bytes(32),
        new_salt: NewSalt = lambda: token_bytes(SALT_BYTES),
        on_bot_turn: Callable[[GameLog, int, Session[Any], int], None] = lambda game_log, version, now, seat: None,
        on_out_of_turn: Callable[[str, int | None], None] = lambda game, seat: None,
        bot_patience_ms: int = 3_000,
        packages: Mapping[str, GamePackage] = MappingProxyType({}),
    ) -> None:
        self.repository = repository
        self.store = repository.store
        self.observer = repository.observer
        self.clock = clock
        self.on_out_of_turn = on_out_of_turn
        self._new_salt = new_salt
        self.appender = Appender(repository.store, clock, bot_patience_ms, on_bot_turn)
        self._repeats = Repeats(repository, self.handle, clock, on_out_of_turn)
        self.renewals = Renewals(repository, self.handle, on_out_of_turn)
        self.new_games = NewGames(repository, self.appender, self._repeats, clock, new_secret, new_salt, packages)

    def act(
        self, game: str, caller: Caller | str | None, body: bytes, version: int | None = None, key: str | None = None
    ) -> CommandResult:
        """An action of the caller's seat, given as JSON. Callers may be given by their tokens."""
        return self.handle(Intent(game, as_caller(caller), body, version, key))

    def act_as_bot(self, game: str, seat: int, command: Any, version: int) -> CommandResult:
        """An action of a seat that a bot plays, on exactly this version."""
        return self.handle(Intent(game, Trusted(Actor("bot", seat)), command, version))

    def claim(
        self,
        game: str,
        command: lifecycle.ClaimSeat,
        key: str | None = None,
        added: OwnersPart | None = None,
        invitation: str | None = None,
    ) -> CommandResult:
        """Take an open seat, or a reserved one by its invitation. The result has the seat's token. `added`: by the holder of
        the game's API key."""
        return self.handle(Intent(game, Claimant(command.seat, invitation), command, None, key, "claim", added=added))

    def manage(
        self, game: str, caller: Caller | str | None, command: Any, version: int | None = None, key: str | None = None
    ) -> CommandResult:
        """Hand a seat over, take it back, or abandon the game. Callers may be given by their tokens."""
        caller = as_caller(caller)
        # Taking a seat back replaces the caller's token, so a repeat is known by the old token and not by its actor.
        scope = f"take_back:{caller.hash}" if isinstance(command, lifecycle.TakeBack) else None
        return self.handle(Intent(game, caller, command, version, key, scope))

    def try_out(
        self, game: str, caller: Caller | str | None, body: bytes, version: int | None = None
    ) -> tuple[GameLog, Rejected | None]:
        """Why the rules would refuse an action now, None if they would not; nothing is stored or drawn.

        Raises errors that do not depend on the position: Unauthorized, Forbidden, Malformed, StaleVersion.
        """
        game_log, caller = self.repository.load(game), as_caller(caller)
        actor = caller.actor(game_log)
        self.renewals.take_up(game_log, caller.hash)
        action = game_log.codec.action(body)
        self._check_version(game_log, game_log.position, actor, action, version)
        try:
            game_log.must_be_playable()
            lifecycle.check(game_log.game, game_log.session, actor, action)
        except (Malformed, Forbidden):
            raise
        except Rejected as refusal:
            return game_log, refusal
        return game_log, None

    def handle(self, intent: Intent) -> CommandResult:
        """Decide a command and append it; tries again if other commands get in first.

        Raises UnknownGame, Unauthorized, StaleVersion, KeyReused, Contended, Rejected, StoreUnavailable.
        """
        with Counted(self.observer) as counted:
            attempt = self._find(intent)
            counted.ruleset = attempt.game_log.game.name
            for _ in range(ATTEMPTS):
                try:
                    result = self._take_steps(attempt)
                    if result is not None:
                        return counted.done(result)
                except Diverged:
                    self._reload(attempt)
                except (Rejected, Unauthorized, StaleVersion):
                    if attempt.fresh:
                        raise
                    self._reload(attempt)
                attempt.fresh = True
            raise Contended(intent.game)

    def _find(self, intent: Intent) -> _Attempt:
        """The game, from memory if it is there. Raises UnknownGame, LogDamaged."""
        known = self.repository.cached(intent.game)
        return _Attempt(intent, known or self.repository.load(intent.game), fresh=known is None)

    def _reload(self, attempt: _Attempt) -> None:
        attempt.game_log = self.repository.load(attempt.intent.game)

    def _take_steps(self, attempt: _Attempt) -> CommandResult | None:
        """All steps after `_find`. None if another commit got in first, or if a repeat needs a fresh read."""
        self._take_up(attempt)
        intent, game_log = attempt.intent, attempt.game_log
        codec, command = game_log.codec, intent.command
        if type(command) is bytes:
            command = codec.action(command)
        encoded = codec.encode(command)
        # Read before `commands`: if another thread's commit brings the key in between, the append finds the version taken.
        position = game_log.position
        identity = intent.identity(game_log)
        if identity in game_log.commands:
            return self._repeat(attempt, identity, encoded)
        if isinstance(command, lifecycle.OUT_OF_TURN) and not attempt.fresh:
            self._reload(attempt)  # It counts even if it is refused, but not as a repeat or at another version.
            return None
        accepted = self._decide(attempt, position, command, encoded, identity)
        prepared = self._append(attempt, position, accepted)
        return None if prepared is None else self.appender.result(game_log, accepted, prepared)

    def _take_up(self, attempt: _Attempt) -> None:
        """Renew the seat's token if the caller uses its successor for the first time. This changes no position, so an
        If-Match of the version before still counts."""
        intent = attempt.intent
        if isinstance(intent.caller, Bearer) and intent.caller.hash in attempt.game_log.successors:
            made = self.renewals.take_up(attempt.game_log, intent.caller.hash)
            if made is not None and intent.expected == made - 1:
                attempt.intent = msgspec.structs.replace(intent, expected=made)

    def _repeat(self, attempt: _Attempt, identity: str, encoded: Any) -> CommandResult | None:
        """The first result again. No append verifies it, and Redis may have lost its commit, so it takes a fresh read."""
        if attempt.fresh:
            return self._repeats.of_command(attempt.game_log, identity, encoded)
        self._reload(attempt)
        return None

    def _decide(self, attempt: _Attempt, position: Position, command: Any, encoded: Any, identity: str) -> AcceptedCommand:
        """Ask the rules. Raises Unauthorized, StaleVersion, Rejected, and what `on_out_of_turn` raises."""
        intent, game_log = attempt.intent, attempt.game_log
        actor = intent.caller.actor(game_log)
        if identity:
            lifecycle.check_key(actor, command)
        self._check_version(game_log, position, actor, command, intent.expected)
        if isinstance(command, lifecycle.OUT_OF_TURN) and not attempt.admitted:
            self.on_out_of_turn(game_log.id, actor.seat)
            attempt.admitted = True
        game_log.must_be_playable()
        lifecycle.check_levels(game_log.game, command)
        lifecycle.check_names(command)
        sealing, version = Sealing(self._new_salt), position.version + 1
        written = sealing.command(command)
        with self.observer.span("decide"):
            past = self.repository.past(game_log, position)
            decided = lifecycle.decide(game_log.game, position.session, actor, written, game_log.dealer, version, past)
        return AcceptedCommand(
            game=game_log.id,
            version=version,
            actor=actor,
            command=written,
            encoded=encoded if written is command else game_log.codec.encode(written),
            names=sealing.fields,
            identity=identity,
            events=decided.events,
            after=decided.state,
            drew=decided.drew,
            credential=intent.caller.credential(actor, game_log),
            brought=intent.brought,
            added=intent.added,
        )

    def _check_version(
        self, game_log: GameLog, position: Position, actor: Actor, command: Any, expected: int | None
    ) -> None:
        """Raises StaleVersion if the caller saw another position than this one.

        Where several seats are asked at once, what others decided meanwhile does not count, as long as the caller's seat is
        asked the same (`Gate.decides_on`): whoever decides in secret need not hurry.
        """
        if expected is None or expected == position.version:
            return
        seat = actor.seat if actor.role == "player" and not isinstance(command, lifecycle.COMMANDS) else None
        if seat is not None and _waits_since(game_log, position.version, seat, expected):
            seen = self.repository.session_at(game_log, expected)
            with view_errors(game_log.id):
                if session.asks_the_same(game_log.game, seen, position.session, seat):
                    return
        raise StaleVersion(position.version)

    def _append(self, attempt: _Attempt, position: Position, accepted: AcceptedCommand) -> Prepared | None:
        """Seal and store the commit; None if another one got in first. The log knows of either afterwards."""
        game_log = attempt.game_log
        with self.observer.span("append"):
            prepared, conflict = self.appender.append(accepted, game_log.codec, LogBefore.of(game_log, position))
        if conflict is None:
            if prepared.append.secrets:
                game_log.set_secrets({**game_log.secrets, **prepared.append.secrets}, accepted.version)
            decided = Decided(accepted.after, prepared.times, accepted.events, accepted.drew)
            game_log.apply((prepared.append.commit,), decided)
            return prepared
        self.repository.apply(game_log, position.version, Slice(conflict.secrets, conflict.commits))
        if conflict.ours:
            return prepared
        self.observer.conflict()
        return None


def _waits_since(game_log: GameLog, newest: int, seat: int, version: int) -> bool:
    """Whether a seat has been asked ever since a version, at some time beside others, and has been a person's who has not
    acted. Reads memory only."""
    if not 0 < version < newest <= version + MOST_BESIDE or game_log.acted_at(newest, (seat,))[0] > version:
        return False
    since = range(version, newest + 1)
    asked = [game_log.to_act_at(each) for each in since]
    if not all(seat in each for each in asked) or not any(len(each) > 1 for each in asked):
        return False
    return all(game_log.seats_at(each)[seat].kind == "human" for each in since)
