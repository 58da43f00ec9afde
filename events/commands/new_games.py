"""Commands that begin a game: a creation, a branch, a rematch, an import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from secrets import randbelow
from typing import Any, NamedTuple

import msgspec

from domain.game import AnyGame, Malformed
from domain.session import GamePackage, Session, SessionRecorder, lifecycle
from domain.session.rights import VISITOR, Forbidden
from events.commands.appending import NOTHING, AcceptedCommand, Appender, LogBefore, owned_line
from events.commands.counting import Counted
from events.commands.intents import CommandResult
from events.commands.repeats import ATTEMPTS, Repeats
from events.envelope import Commit
from events.errors import Contended, ExternalIdTaken, GameDeleted, KeyReused, UnknownGame
from events.games.game_log import GameLog
from events.games.log_errors import view_errors
from events.games.repository import GameRepository
from events.identity import (
    command_id,
    hashed_partition,
    invitation_field,
    milliseconds,
    new_game_id,
    partition_of,
    rematch_id,
    timestamp,
    token_field,
)
from events.log.codec import Codec
from events.log.names import NO_NAMES, KeptName, NewSalt, Sealing, fields_of_names, name_field, seals_of
from events.store_types import Note, OwnersChange, OwnersPart


class _Beginning(NamedTuple):
    """How a game begins."""

    command: Any
    """The command as it was given, by which a repeat is known."""
    written: Any
    """The command as the log has it."""
    decide: Callable[[lifecycle.Dealer], SessionRecorder]
    names: Mapping[str, str]
    """The fields beside the log that keep the names of which the log has seals."""


class NewGames:
    """Begins games. One a process."""

    def __init__(
        self,
        repository: GameRepository,
        appender: Appender,
        repeats: Repeats,
        clock: Callable[[], datetime],
        new_secret: Callable[[], bytes],
        new_salt: NewSalt,
        packages: Mapping[str, GamePackage],
    ) -> None:
        """`packages`: those that the games come from, to be noted in the games that begin."""
        self._repository = repository
        self._store = repository.store
        self._codecs = repository.codecs
        self._observer = repository.observer
        self._appender = appender
        self._repeats = repeats
        self._clock = clock
        self._new_secret = new_secret
        self._new_salt = new_salt
        self._packages = packages

    def create(
        self,
        command: lifecycle.CreateGame,
        key: str | None = None,
        secret: bytes | None = None,
        added: OwnersPart | None = None,
        *,
        lesson: bool = False,
    ) -> CommandResult:
        """A new game with tokens for its host and human seats. Raises Malformed, Rejected, KeyReused, ExternalIdTaken.

        `secret`: the one that the creator chose, of 32 bytes; None: a new one is drawn. `added`: by the holder of the API
        key that the game is to belong to. If it names an external id that a game of the key has, the result is that game as
        it is now, without tokens. `lesson`: the game is a lesson, which leaves nothing after a day.
        """
        games = self._codecs.games
        if command.ruleset not in games:
            raise Malformed("unknown_ruleset", f"There is no game {command.ruleset!r}.", rulesets=[*sorted(games)])
        game = games[command.ruleset]
        lifecycle.check_levels(game, command)
        lifecycle.check_names(command)
        sealing = Sealing(self._new_salt)
        written = sealing.command(command)
        creating = partial(lifecycle.create, game, written, package=self._package(game))
        beginning = _Beginning(command, written, creating, sealing.fields)
        with Counted(self._observer, game.name) as counted:
            for _ in range(ATTEMPTS):
                made = self._create(beginning, key, secret, added, lesson=lesson)
                if made is not None:
                    return counted.done(made)
            raise Contended("a game with this external id")

    def _create(
        self, beginning: _Beginning, key: str | None, secret: bytes | None, added: OwnersPart | None, *, lesson: bool
    ) -> CommandResult | None:
        """As `create`. None if a game with the same external id was deleted at this moment."""
        codec, note = self._codecs.of(beginning.command.ruleset), None if added is None else added.note
        external = "" if note is None or note.external is None else note.external
        known = self._store.owned.named(external) if external else None
        identity = command_id("create" if added is None else f"create {added.owner}", key)
        game_id = new_game_id(self._new_partition(external or identity))
        if identity:
            # A refused creation must not use up its key.
            beginning.decide(lifecycle.Dealer(bytes(32), game_id))
            reserved = self._store.reserve(self._new_partition(identity), identity, game_id)
            if external and partition_of(reserved) != partition_of(game_id):
                raise KeyReused  # It was sent with another external id, or with none.
            game_id = reserved
        if known is None or known == game_id:  # With the same Idempotency-Key a repeat gets new tokens.
            try:
                return self._begin(game_id, codec, beginning, identity, secret, added, lesson=lesson)
            except ExternalIdTaken as taken:
                known = taken.game
        with suppress(UnknownGame, GameDeleted):
            made_by = "" if note is None or note.creation is None else note.creation
            return self._repeats.of_named(known, codec.encode(beginning.command), made_by)
        return None

    def _package(self, game: AnyGame) -> GamePackage | msgspec.UnsetType:
        return self._packages.get(game.name, msgspec.UNSET)

    def _new_partition(self, text: str) -> int:
        """A partition for a game: the one that this text leads to or, without one, any."""
        return hashed_partition(text, self._store.partitions) if text else randbelow(self._store.partitions)

    def branch(
        self, parent: GameLog, command: lifecycle.BranchGame, viewer: int | None, added: OwnersPart | None = None
    ) -> CommandResult:
        """A sandbox from a position of a game, as the viewer sees it; `added` as in `create`. Raises NoSuchVersion,
        Rejected."""
        sealing = Sealing(self._new_salt)
        position = sealing.session(self._repository.session_at(parent, command.version))
        game_id = self._new_id()

        def begin(dealer: lifecycle.Dealer) -> SessionRecorder:
            with view_errors(parent.id):
                return lifecycle.branch(
                    parent.game, command, position, viewer, dealer,
                    revealed=parent.session.over, package=self._package(parent.game),
                )  # fmt: skip

        with Counted(self._observer, parent.game.name) as counted:
            names = self._taken_along(parent, game_id, position, sealing)
            beginning = _Beginning(command, command, begin, names)
            return counted.done(self._begin(game_id, parent.codec, beginning, added=added))

    def rematch(self, parent: GameLog, seat: int | None, token_hash: str | None = None) -> CommandResult:
        """The game that the players of one that is over play again; `seat`: that asks for it, None for the host.

        The tokens of the old seats are the invitations to the new ones; `token_hash` is that of the token with which the
        seat asks. Whoever asks first gets the host's token, unless that of the old game counts on. A game of an API key
        stays one: the key is a host of it, keeps its custody and its notes, and nobody gets a token, unless its creator
        wanted that. Raises Rejected, Contended.
        """
        parent.must_be_playable()
        sealing = Sealing(self._new_salt)
        seated = sealing.session(parent.session)
        command = lifecycle.rematch(seated, parent.id, seat, parent.in_custody)
        hashes = lifecycle.turned([_old_tokens(parent, each, token_hash) for each in range(len(parent.session.seats))])
        reserved = [each for each, plan in enumerate(command.seats) if plan.kind != "human"]
        brought = {invitation_field(each): hashes[each] for each in reserved if hashes[each]}
        if not parent.asker_hosts:
            brought[token_field(None)] = parent.secrets[token_field(None)]
        added = None if parent.owner is None else self._kept_by_key(parent, parent.owner)
        game_id = rematch_id(parent.id)
        with Counted(self._observer, parent.game.name) as counted:
            try:
                known = self._repository.load(game_id)
            except UnknownGame:
                if seat is not None and parent.session.rematch_by == "host":
                    detail = "In this game only the host can ask for a rematch; `rematch_by` says so."
                    raise Forbidden("token_lacks_right", detail) from None
                names = self._taken_along(parent, game_id, seated, sealing)
                creating = partial(lifecycle.create, parent.game, command, package=self._package(parent.game))
                beginning = _Beginning(command, command, creating, names)
                try:
                    made = self._begin(game_id, parent.codec, beginning, added=added, brought=brought)
                    if added is not None:  # Players have no tokens of the key's game that they have not claimed.
                        made = msgspec.structs.replace(made, tokens=_of_host(made.tokens) if parent.asker_hosts else {})
                    return counted.done(made)
                except KeyReused:  # Another seat asked at the same moment.
                    known = self._repository.load(game_id)
            return counted.done(self._repeats.of_rematch(known, command.asked_by))

    def _kept_by_key(self, parent: GameLog, owner: str) -> OwnersPart:
        """What the API key of a game keeps in its rematch: custody, metadata and players, in the order of the new seats."""
        about, seats = self._store.owned.about([parent.id])[parent.id], len(parent.session.seats)
        players = {str((int(old) - 1) % seats): player for old, player in about.players.items()}
        held = tuple(sorted((old - 1) % seats for old in parent.in_custody))
        note = Note(about.metadata, players, keep_result=about.keep_result or None)
        return OwnersPart(owner=owner, custody=parent.custody, seats=held, note=note)

    def _taken_along(self, parent: GameLog, game: str, seated: Session[Any], sealing: Sealing) -> dict[str, str]:
        """The fields with the names of a table of `parent` that a new game begins with. The store knows of the game before
        it has the names, so that they can be forgotten together with those of its parent."""
        fields = {name_field(seal) for seal in seals_of(seated)} & parent.secrets.keys()
        names = {**sealing.fields, **{field: parent.secrets[field] for field in sorted(fields)}}
        if names:
            self._store.kin.note(parent.id, game)
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
        game_id, now = self._new_id(), self._clock()
        (created, *_), (*_, published) = self._codecs.of(commits[0].ruleset).events([commits[0], commits[-1]])
        names = self._not_forgotten(created.id, names)
        stored = {"secret": published.secret, "imported": timestamp(now), **fields_of_names(names)}
        if added is not None:
            stored |= added.beside
        game_log = compute(lambda: GameLog(self._codecs, game_id, stored, commits))
        version, last, owners = game_log.version, commits[-1], None
        if game_log.owner is not None:
            line = owned_line(
                game_log.game, game_id, game_log.session, version, game_log.created_at, last.at, None, game_log.names,
                game_log.position.waited,
            )  # fmt: skip
            owners = OwnersChange(game_log.owner, None, line, milliseconds(now))
        if names:
            self._store.kin.note(game_log.session.id, game_id)
        self._store.load_whole(game_id, commits, stored, milliseconds(now), owners)
        return self._repository.cache(game_log)

    def _not_forgotten(self, game: str, names: Mapping[str, KeptName]) -> Mapping[str, KeptName]:
        """Those of the names in the file of a game that were not forgotten here: a copy of the file brings none back."""
        if not names or not self._store.kin.may_be_here(game):
            return names
        forgotten = self._store.forgettings.among(game, names)
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
        *,
        lesson: bool = False,
    ) -> CommandResult:
        """Append the first commit of a game. `chosen`: the secret that its creator chose; `brought`: as in `Intent`."""
        secret = chosen or self._new_secret()
        decided = beginning.decide(lifecycle.Dealer(secret, lifecycle.CHOSEN_SECRET_ID if chosen else game_id))
        accepted = AcceptedCommand(
            game=game_id,
            version=1,
            actor=VISITOR,
            command=beginning.written,
            encoded=codec.encode(beginning.written),
            names=beginning.names,
            identity=identity,
            events=decided.events,
            after=decided.state,
            brought=brought,
            added=added,
        )
        log = LogBefore(secret=secret, owner=None if added is None else added.owner, lesson=lesson)
        prepared, conflict = self._appender.append(accepted, codec, log)
        stored = prepared.append.secrets
        if conflict is not None:
            if not conflict.ours:
                self._check_external(game_id, added)
                return self._repeats.of_creation(game_id, conflict.commits[0], codec.encode(beginning.command))
            stored = conflict.secrets
        game_log = self._repository.cache(GameLog(self._codecs, game_id, stored, [prepared.append.commit]))
        return self._appender.result(game_log, accepted, prepared)

    def _check_external(self, game_id: str, added: OwnersPart | None) -> None:
        """Raises KeyReused if a creation that is repeated by its Idempotency-Key has another external id."""
        note = None if added is None else added.note
        wanted = "" if note is None or note.external is None else note.external
        if added is not None and self._store.owned.about([game_id])[game_id].external != wanted:
            raise KeyReused

    def _new_id(self) -> str:
        return new_game_id(self._new_partition(""))


def _of_host(tokens: Mapping[str, str]) -> dict[str, str]:
    return {field: token for field, token in tokens.items() if field == token_field(None)}


def _old_tokens(parent: GameLog, seat: int, used: str | None) -> str:
    """The hashes of the tokens that count for a seat, with a space between them; empty if it has had none.

    A token and its successor both count until the successor is used, which it is if `used` is its hash.
    """
    successors = [each for each, of in parent.successors.items() if of == seat]
    current = parent.secrets.get(token_field(seat))
    return " ".join(successors if current is None or used in successors else [current, *successors])
