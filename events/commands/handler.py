"""From a request to a commit, in five steps: find the game, check for a repeat, decide, append, answer.

An acceptance may be decided on the position that this process happens to know, because the append verifies version, head
and token. A refusal is given only on a fresh read, and so is the answer to a repeat. So the usual action costs one round
trip, nobody is refused for something that another process has changed meanwhile, and nobody is told of a commit that Redis
has lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from secrets import randbelow, token_bytes
from typing import Any, NamedTuple

import msgspec

from domain import lifecycle
from domain.game import Malformed, Rejected
from domain.rights import VISITOR, Actor, Forbidden
from domain.seals import SALT_BYTES
from domain.table import Table
from events.codec import Codec
from events.commands.appending import NOTHING, AcceptedCommand, Prepared, owned_line, prepare
from events.commands.clock_correction import CorrectedClock
from events.commands.counting import Counted
from events.commands.intents import Bearer, Caller, Claimant, CommandResult, Intent, Trusted, by
from events.commands.renewals import Renewals
from events.commands.repeats import ATTEMPTS, Repeats
from events.deadlines import earliest, takeback_too_late
from events.envelope import Commit
from events.errors import ClockWrong, Contended, Diverged, KeyReused, StaleVersion, Unauthorized, UnknownGame
from events.games.game_log import GameLog, Position
from events.games.log_errors import view_errors
from events.games.repository import GameRepository
from events.identity import (
    FORGOT,
    command_id,
    invitation_field,
    milliseconds,
    new_game_id,
    rematch_id,
    timestamp,
    token_field,
    utc_now,
)
from events.names import NO_NAMES, KeptName, NewSalt, Sealing, fields_of_names, name_field, seals_of
from events.store_types import Conflict, OwnersChange, OwnersPart, Slice


class _Attempt(msgspec.Struct):
    """An intent with the log that it is tried on."""

    intent: Intent
    game_log: GameLog
    fresh: bool
    """Whether the log was read since the request came in; only then may it be refused."""
    admitted: bool = False
    """Whether `on_out_of_turn` has been called for it."""


class _Beginning(NamedTuple):
    """How a game begins."""

    command: Any
    """The command as it was given, by which a repeat is known."""
    written: Any
    """The command as the log has it."""
    decide: Callable[[lifecycle.Dealer], lifecycle.TableRecorder]
    names: Mapping[str, str]
    """The fields beside the log that keep the names of which the log has seals."""


class CommandHandler:
    """Decides commands and appends them to logs. One a process.

    `on_bot_turn(game_log, version, table, seat)` is called after a commit that leaves a bot to act; `bot_patience_ms` later
    the turn counts as lost. `on_out_of_turn(game, seat)` is called before each commit of a command that a seat (None: the
    host) may give out of turn; an error that it raises prevents the commit.
    """

    def __init__(
        self,
        repository: GameRepository,
        *,
        clock: Callable[[], datetime] = utc_now,
        new_secret: Callable[[], bytes] = lambda: token_bytes(32),
        new_salt: NewSalt = lambda: token_bytes(SALT_BYTES),
        on_bot_turn: Callable[[GameLog, int, Table[Any], int], None] = lambda game_log, version, now, seat: None,
        on_out_of_turn: Callable[[str, int | None], None] = lambda game, seat: None,
        bot_patience_ms: int = 3_000,
    ) -> None:
        self.repository = repository
        self.store = repository.store
        self.codecs = repository.codecs
        self.observer = repository.observer
        self.clock = clock
        self._clock = CorrectedClock(clock)
        self.new_secret = new_secret
        self.new_salt = new_salt
        self.on_bot_turn = on_bot_turn
        self.on_out_of_turn = on_out_of_turn
        self.bot_patience_ms = bot_patience_ms
        self._repeats = Repeats(repository, self.handle, clock, on_out_of_turn)
        self.renewals = Renewals(repository, self.handle, on_out_of_turn)

    # Commands on a game that exists

    def act(
        self, game: str, caller: Caller | str | None, body: bytes, version: int | None = None, key: str | None = None
    ) -> CommandResult:
        """An action of the caller's seat, given as JSON. Callers may be given by their tokens."""
        return self.handle(Intent(game, by(caller), body, version, key))

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
        caller = by(caller)
        # Taking a seat back replaces the caller's token, so a repeat is known by the old token and not by its actor.
        scope = f"take_back:{caller.hash}" if isinstance(command, lifecycle.TakeBack) else None
        return self.handle(Intent(game, caller, command, version, key, scope))

    def try_out(
        self, game: str, caller: Caller | str | None, body: bytes, version: int | None = None
    ) -> tuple[GameLog, Rejected | None]:
        """Why the rules would refuse an action now, None if they would not; nothing is stored or drawn.

        Raises errors that do not depend on the position: Unauthorized, Forbidden, Malformed, StaleVersion.
        """
        game_log, caller = self.repository.load(game), by(caller)
        actor = caller.actor(game_log)
        self.renewals.take_up(game_log, caller.hash)
        action = game_log.codec.action(body)
        if version is not None and version != game_log.version:
            raise StaleVersion(game_log.version)
        try:
            _must_be_playable(game_log)
            lifecycle.check(game_log.game, game_log.table, actor, action)
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
        accepted = self._decide(attempt, position, command, encoded, identity)
        prepared = self._append(attempt, position, accepted)
        return None if prepared is None else self._answer(game_log, accepted, prepared)

    def _take_up(self, attempt: _Attempt) -> None:
        """Renew the seat's token if the caller uses its successor for the first time. That moves nothing, so a caller who
        means the position before is right."""
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
        if intent.expected is not None and intent.expected != position.version:
            raise StaleVersion(position.version)
        _must_be_playable(game_log)
        lifecycle.check_levels(game_log.game, command)
        sealing, version = Sealing(self.new_salt), position.version + 1
        written = sealing.command(command)
        with self.observer.span("decide"):
            past = partial(self.repository.past, game_log, position.version)
            decided = lifecycle.decide(game_log.game, position.table, actor, written, game_log.dealer, version, past)
        if isinstance(command, lifecycle.OUT_OF_TURN) and not attempt.admitted:
            self.on_out_of_turn(game_log.id, actor.seat)
            attempt.admitted = True
        return AcceptedCommand(
            game=game_log.id,
            version=version,
            actor=actor,
            command=encoded if written is command else game_log.codec.encode(written),
            names=sealing.fields,
            identity=identity,
            events=decided.events,
            before=position.table,
            after=decided.state,
            created_at=game_log.created_at,
        )

    def _append(self, attempt: _Attempt, position: Position, accepted: AcceptedCommand) -> Prepared | None:
        """Seal and store the commit; None if another one got in first. The log knows of either afterwards."""
        intent, game_log = attempt.intent, attempt.game_log
        timed = position.times is not None

        def prepared_at(now: datetime) -> Prepared:
            at = None if position.times is None else earliest(position.times, intent.command, now)
            if position.times is not None and at is not None and takeback_too_late(position.times, accepted.events, at):
                detail = "The time in which the action had to be made is over, so it can no longer be taken back."
                raise Rejected("takeback_too_late", detail)
            return prepare(
                accepted,
                game_log.codec,
                previous_head=position.head,
                secret=game_log.secret,
                credential=intent.caller.credential(accepted.actor),
                brought=intent.brought,
                now=now,
                at=at,
                times=position.times,
                bot_patience_ms=self.bot_patience_ms,
                owner=game_log.owner,
                added=intent.added,
                names=game_log.names,
                forgot=game_log.secrets.get(FORGOT, ""),
            )

        with self.observer.span("append"):
            prepared, conflict = self._in_time(prepared_at, timed)
        if conflict is None:
            if prepared.append.secrets:
                game_log.know({**game_log.secrets, **prepared.append.secrets}, accepted.version)
            game_log.take((prepared.append.commit,), accepted.after, prepared.times)
            return prepared
        self.repository.learn(game_log, position.version, Slice(conflict.secrets, conflict.commits))
        if conflict.ours:
            return prepared
        self.observer.conflict()
        return None

    def _in_time(self, prepared_at: Callable[[datetime], Prepared], timed: bool) -> tuple[Prepared, Conflict | None]:
        """Append what is prepared for this moment: in a game with a clock (`timed`) once more by the clock of Redis, if that
        of this process is wrong."""
        prepared = prepared_at(self._clock.redis_now() if timed else self.clock())
        try:
            return prepared, self.store.append(prepared.append)
        except ClockWrong as error:
            self._clock.correct(error.redis_ms)
            prepared = prepared_at(self._clock.redis_now())
            return prepared, self.store.append(prepared.append)

    def _answer(self, game_log: GameLog, accepted: AcceptedCommand, prepared: Prepared) -> CommandResult:
        """Announce the turn of a bot, and say what came of the command."""
        if prepared.bots:
            self.on_bot_turn(game_log, accepted.version, accepted.after, prepared.bots[0])
        return CommandResult(
            game_log=game_log,
            commit=prepared.append.commit,
            events=accepted.events,
            table=accepted.after,
            tokens=prepared.tokens,
        )

    # Commands that begin a game

    def create(
        self,
        command: lifecycle.CreateGame,
        key: str | None = None,
        secret: bytes | None = None,
        added: OwnersPart | None = None,
    ) -> CommandResult:
        """A new game with tokens for its host and human seats. Raises Malformed, Rejected, KeyReused.

        `secret`: the one that the creator chose, of 32 bytes; None: a new one is drawn. `added`: by the holder of the API
        key that the game is to belong to.
        """
        games = self.codecs.games
        if command.ruleset not in games:
            raise Malformed("unknown_ruleset", f"There is no game {command.ruleset!r}.", rulesets=[*sorted(games)])
        game = games[command.ruleset]
        lifecycle.check_levels(game, command)
        identity = command_id("create" if added is None else f"create {added.owner}", key)
        partition = (int(identity[:8], 16) if identity else randbelow(1 << 30)) % self.store.partitions
        game_id = new_game_id(partition)
        with Counted(self.observer, game.name) as counted:
            sealing = Sealing(self.new_salt)
            written = sealing.command(command)
            if identity:
                # A refused creation must not use up its key.
                lifecycle.create(game, written, lifecycle.Dealer(bytes(32), game_id))
                game_id = self.store.reserve(partition, identity, game_id)
            beginning = _Beginning(command, written, partial(lifecycle.create, game, written), sealing.fields)
            return counted.done(self._begin(game_id, self.codecs.of(game.name), beginning, identity, secret, added))

    def branch(
        self, parent: GameLog, command: lifecycle.BranchGame, viewer: int | None, added: OwnersPart | None = None
    ) -> CommandResult:
        """A sandbox from a position of a game, as the viewer sees it; `added` as in `create`. Raises NoSuchVersion,
        Rejected."""
        sealing = Sealing(self.new_salt)
        position = sealing.table(self.repository.table_at(parent, command.version))
        game_id = self._new_id()

        def begin(dealer: lifecycle.Dealer) -> lifecycle.TableRecorder:
            with view_errors(parent.id):
                return lifecycle.branch(parent.game, command, position, viewer, dealer, revealed=parent.table.over)

        with Counted(self.observer, parent.game.name) as counted:
            names = self._taken_along(parent, game_id, position, sealing)
            beginning = _Beginning(command, command, begin, names)
            return counted.done(self._begin(game_id, parent.codec, beginning, added=added))

    def rematch(self, parent: GameLog, seat: int) -> CommandResult:
        """The game that the players of one that is over play again; it has the host's token for the seat that asked first.

        The tokens of the old seats are the invitations to the new ones. Raises Rejected, Contended.
        """
        _must_be_playable(parent)
        sealing = Sealing(self.new_salt)
        seated = sealing.table(parent.table)
        command = lifecycle.rematch(seated, parent.id, seat)
        hashes = lifecycle.turned([parent.secrets.get(token_field(each)) for each in range(len(parent.table.seats))])
        brought = {invitation_field(each): found for each, found in enumerate(hashes) if found is not None}
        # A rematch belongs to the old game's key.
        added = None if parent.owner is None else OwnersPart(owner=parent.owner, custody=parent.custody)
        game_id = rematch_id(parent.id)
        with Counted(self.observer, parent.game.name) as counted:
            try:
                known = self.repository.load(game_id)
            except UnknownGame:
                names = self._taken_along(parent, game_id, seated, sealing)
                beginning = _Beginning(command, command, partial(lifecycle.create, parent.game, command), names)
                try:
                    return counted.done(self._begin(game_id, parent.codec, beginning, added=added, brought=brought))
                except KeyReused:  # Another seat asked at the same moment.
                    known = self.repository.load(game_id)
            return counted.done(self._repeats.of_rematch(known, command.asked_by))

    def _taken_along(self, parent: GameLog, game: str, seated: Table[Any], sealing: Sealing) -> dict[str, str]:
        """The fields with the names of a table of `parent` that a new game begins with. The store knows of the game before
        it has the names, so that they can be forgotten together with those of its parent."""
        fields = {name_field(seal) for seal in seals_of(seated)} & parent.secrets.keys()
        names = {**sealing.fields, **{field: parent.secrets[field] for field in sorted(fields)}}
        if names:
            self.store.kin.note(parent.id, game)
        return names

    def take_in(
        self,
        commits: list[Commit],
        compute: Callable[[Callable[[], GameLog]], GameLog] = lambda fold: fold(),
        added: OwnersPart | None = None,
        names: Mapping[str, KeptName] = NO_NAMES,
    ) -> GameLog:
        """Import a finished, audited log read-only under a new id. `compute` calls the fold, which may take long;
        `added` as in `create`; `names`: those that came with the log, by their seals."""
        game_id, now = self._new_id(), self.clock()
        (created, *_), (*_, published) = self.codecs.of(commits[0].ruleset).events([commits[0], commits[-1]])
        names = self._not_forgotten(created.id, names)
        stored = {"secret": published.secret, "imported": timestamp(now), **fields_of_names(names)}
        if added is not None:
            stored |= added.beside
        game_log = compute(lambda: GameLog(self.codecs, game_id, stored, commits))
        version, last, owners = game_log.version, commits[-1], None
        if game_log.owner is not None:
            line = owned_line(
                game_log.game, game_id, game_log.table, version, game_log.created_at, last.at, None, game_log.names
            )
            owners = OwnersChange(game_log.owner, None, line, milliseconds(now))
        if names:
            self.store.kin.note(game_log.table.id, game_id)
        self.store.load_whole(game_id, commits, stored, milliseconds(now), owners)
        return self.repository.keep(game_log)

    def _not_forgotten(self, game: str, names: Mapping[str, KeptName]) -> Mapping[str, KeptName]:
        """Those of the names in the file of a game that were not forgotten here: a copy of the file brings none back."""
        if not names or not self.store.kin.may_be_here(game):
            return names
        forgotten = self.store.forgettings.among(game, names)
        return {seal: kept for seal, kept in names.items() if seal not in forgotten}

    def _begin(
        self,
        game_id: str,
        codec: Codec,
        beginning: _Beginning,
        identity: str = "",
        chosen: bytes | None = None,
        added: OwnersPart | None = None,
        brought: Mapping[str, str] = NOTHING,
    ) -> CommandResult:
        """Append the first commit of a game. `chosen`: the secret that its creator chose; `brought`: as in `Intent`."""
        secret = chosen or self.new_secret()
        decided = beginning.decide(lifecycle.Dealer(secret, lifecycle.CHOSEN_SECRET_ID if chosen else game_id))
        accepted = AcceptedCommand(
            game=game_id,
            version=1,
            actor=VISITOR,
            command=codec.encode(beginning.written),
            names=beginning.names,
            identity=identity,
            events=decided.events,
            before=None,
            after=decided.state,
            created_at=None,
        )

        def prepared_at(now: datetime) -> Prepared:
            return prepare(
                accepted,
                codec,
                secret=secret,
                brought=brought,
                now=now,
                bot_patience_ms=self.bot_patience_ms,
                owner=None if added is None else added.owner,
                added=added,
            )

        prepared, conflict = self._in_time(prepared_at, decided.state.clock is not None)
        stored = prepared.append.secrets
        if conflict is not None:
            if not conflict.ours:
                return self._repeats.of_creation(game_id, conflict.commits[0], codec.encode(beginning.command))
            stored = conflict.secrets
        game_log = self.repository.keep(GameLog(self.codecs, game_id, stored, [prepared.append.commit]))
        return self._answer(game_log, accepted, prepared)

    def _new_id(self) -> str:
        return new_game_id(randbelow(self.store.partitions))


def _must_be_playable(game_log: GameLog) -> None:
    if game_log.imported:
        raise Rejected("game_read_only", "This game was imported: look at it, audit it or branch it.")
