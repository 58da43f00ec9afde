"""From a request to a commit: authenticate, decide, append, fold.

An acceptance may be decided on the state this process happens to know, because the append verifies version and token. A
refusal of any kind is given only on a fresh read, and so is the answer to a repeat. So the usual action costs one round
trip, and nobody is refused for what has changed meanwhile in another process, or told of what Redis has lost.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from domain import lobby, table
from domain.game import Malformed, Rejected
from domain.rights import VISITOR, Actor, Forbidden
from domain.table import Table
from events.accepted import Accepted
from events.callers import Bearer, Trusted
from events.codec import Codec, Codecs
from events.damage import Showing
from events.envelope import Commit, sealed
from events.errors import Contended, StaleVersion, Unauthorized
from events.identity import command_id, hash_token, milliseconds, new_game_id, new_token, timestamp, utc_now
from events.ledger import Ledger
from events.ledgers import Ledgers
from events.observer import Counted, Observer, Unobserved
from events.repeats import ATTEMPTS, Repeats
from events.store import Append, Diverged, Line, LineSeat, Listing, Store


class Handler(Ledgers):
    """Commands on logs, besides the queries of the ledgers. One a process.

    `on_bot_turn(ledger, version, table, seat)` is called after a commit that leaves a bot to act; `bot_patience_ms` later
    the turn counts as lost. `on_aside(game, seat)` is called before each commit that a seat (None: the host) can make
    whoever is asked to act; what it raises keeps the commit from being made.
    """

    def __init__(
        self,
        store: Store,
        codecs: Codecs,
        *,
        clock: Callable[[], datetime] = utc_now,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        on_bot_turn: Callable[[Ledger, int, Table[Any], int], None] = lambda ledger, version, now, seat: None,
        on_aside: Callable[[str, int | None], None] = lambda game, seat: None,
        bot_patience_ms: int = 3_000,
        cache_size: int = 1_000,
        observer: Observer | None = None,
    ) -> None:
        super().__init__(store, codecs, observer or Unobserved(), cache_size)
        self.clock = clock
        self.new_secret = new_secret
        self.on_bot_turn = on_bot_turn
        self.on_aside = on_aside
        self.bot_patience_ms = bot_patience_ms
        self._repeats = Repeats(self)

    def create(self, command: lobby.CreateGame, key: str | None = None) -> Accepted:
        """A new game with tokens for its host and human seats. Raises Malformed, Rejected, KeyReused."""
        games = self.codecs.games
        if command.ruleset not in games:
            raise Malformed("unknown_ruleset", f"There is no game {command.ruleset!r}.", rulesets=[*sorted(games)])
        game = games[command.ruleset]
        identity = command_id("create", key)
        partition = (int(identity[:8], 16) if identity else secrets.randbelow(1 << 30)) % self.store.partitions
        game_id = new_game_id(partition)
        with Counted(self.observer, game.name) as counted:
            if identity:
                lobby.create(game, command, lobby.Dealer(bytes(32), game_id))  # What is refused leaves no key behind.
                game_id = self.store.reserve(partition, identity, game_id)
            return counted.done(
                self._found(
                    game_id, command, identity, lambda dealer: lobby.create(game, command, dealer), self.codecs.of(game.name)
                )
            )

    def branch(self, parent: Ledger, command: lobby.BranchGame, viewer: int | None) -> Accepted:
        """A sandbox from a position of a game, as the viewer sees it. Raises NoSuchVersion, Rejected."""
        position = self.table_at(parent, command.version)
        game_id = new_game_id(secrets.randbelow(self.store.partitions))

        def begin(dealer: lobby.Dealer) -> lobby.TableRecorder:
            with Showing(parent.id):
                return lobby.branch(parent.game, command, position, viewer, dealer, revealed=parent.table.over)

        with Counted(self.observer, parent.game.name) as counted:
            return counted.done(self._found(game_id, command, "", begin, parent.codec))

    def claim(self, game: str, command: lobby.ClaimSeat, key: str | None = None) -> Accepted:
        """Take an open seat. Anyone may; the answer has the seat's token."""
        return self.submit(game, Trusted(VISITOR), command, None, key, scope="claim")

    def manage(
        self, game: str, token: str | None, command: Any, version: int | None = None, key: str | None = None
    ) -> Accepted:
        """Hand a seat over, take it back, or abandon the game."""
        caller = Bearer(token)
        # Who takes a seat back gets a new token for the old one, so only both say who repeats it.
        scope = f"take_back:{caller.hash}" if isinstance(command, lobby.TakeBack) else None
        return self.submit(game, caller, command, version, key, scope)

    def act(self, game: str, token: str | None, body: bytes, version: int | None = None, key: str | None = None) -> Accepted:
        """An action of the caller's seat, given as JSON."""
        return self.submit(game, Bearer(token), body, version, key)

    def act_as_bot(self, game: str, seat: int, command: Any, version: int) -> Accepted:
        """An action of a seat that a bot plays, on exactly this version."""
        return self.submit(game, Trusted(Actor("bot", seat)), command, version, None)

    def try_out(
        self, game: str, token: str | None, body: bytes, version: int | None = None
    ) -> tuple[Ledger, Rejected | None]:
        """Why the rules would refuse an action now, None if they would not; nothing is stored or drawn.

        Raises what has nothing to do with the position: Unauthorized, Forbidden, Malformed, StaleVersion.
        """
        ledger = self.load(game)
        actor = Bearer(token).actor(ledger)
        action = ledger.codec.action(body)
        if version is not None and version != ledger.version:
            raise StaleVersion(ledger.version)
        try:
            _playable(ledger)
            lobby.check(ledger.game, ledger.table, actor, action)
        except (Malformed, Forbidden):
            raise
        except Rejected as refusal:
            return ledger, refusal
        return ledger, None

    def take_in(
        self, commits: list[Commit], compute: Callable[[Callable[[], Ledger]], Ledger] = lambda fold: fold()
    ) -> Ledger:
        """Load a finished, audited log read-only under a new id; `compute` calls the fold, which may take long."""
        game_id = new_game_id(secrets.randbelow(self.store.partitions))
        codec = self.codecs.of(commits[0].ruleset)
        published = codec.events([commits[-1]])[0][-1]
        now = self.clock()
        beside = {"secret": published.secret, "imported": timestamp(now)}
        ledger = compute(lambda: Ledger(self.codecs, game_id, beside, commits))
        self.store.load_whole(game_id, commits, beside, milliseconds(now))
        self._keep(ledger)
        return ledger

    # How a command becomes a commit

    def submit(
        self,
        game: str,
        caller: Bearer | Trusted,
        command: Any,
        expected: int | None,
        key: str | None = None,
        scope: str | None = None,
    ) -> Accepted:
        """Decide and append a command of this caller."""
        with Counted(self.observer) as counted:
            known = self._ledgers.get(game)
            if known is None:
                ledger = self.load(game)
            else:
                self.observer.cached(True)
                self._keep(known)
                ledger = known
            counted.ruleset = ledger.game.name
            return counted.done(self._submit(ledger, known is None, caller, command, expected, key, scope))

    def _submit(
        self,
        ledger: Ledger,
        fresh: bool,
        caller: Bearer | Trusted,
        command: Any,
        expected: int | None,
        key: str | None,
        scope: str | None,
    ) -> Accepted:
        counted = False
        for _ in range(ATTEMPTS):
            try:
                accepted = self._attempt(ledger, fresh, counted, caller, command, expected, key, scope)
            except (Rejected, Unauthorized, StaleVersion):
                if fresh:
                    raise
                ledger = self.load(ledger.id)
            except (Diverged, _OnFreshReadOnly):
                ledger = self.load(ledger.id)
            else:
                if accepted is not None:
                    return accepted
                counted = True
            # A lost race has told us of everything up to now, so the next refusal is one on a fresh read.
            fresh = True
        raise Contended(ledger.id)

    def _attempt(
        self,
        ledger: Ledger,
        fresh: bool,
        counted: bool,
        caller: Bearer | Trusted,
        command: Any,
        expected: int | None,
        key: str | None,
        scope: str | None,
    ) -> Accepted | None:
        """One try on the known state; None if another commit got in first (the ledger knows of it now).

        `counted`: an earlier try has been told to `on_aside`.
        """
        codec = ledger.codec
        if type(command) is bytes:
            command = codec.action(command)
        encoded = codec.encode(command)
        # The position first: a key that another thread's commit brings after it then fails at the append.
        known, before, head = ledger.now
        identity = ""
        if key is not None:
            # Under a scope of its own a repeat is known before its caller, whose token the first time may have replaced.
            identity = command_id(caller.actor(ledger).name if scope is None else scope, key)
            if identity in ledger.commands:
                # No append verifies what is answered to a repeat, and Redis may have come back without its commit.
                if not fresh:
                    raise _OnFreshReadOnly
                return self._repeats.of_command(ledger, identity, encoded)
        actor = caller.actor(ledger)
        if identity:
            lobby.check_key(actor, command)
        if expected is not None and expected != known:
            raise StaleVersion(known)
        _playable(ledger)
        version = known + 1
        with self.observer.span("decide"):
            recorder = lobby.decide(ledger.game, before, actor, command, ledger.dealer, version)
        if isinstance(command, lobby.ASIDES) and not counted:
            self.on_aside(ledger.id, actor.seat)
        after = recorder.state
        now = self.clock()
        commit, text = sealed(
            Commit(
                version=version,
                command_id=identity,
                actor=actor.role,
                seat=actor.seat,
                at=timestamp(now),
                ruleset=ledger.game.name,
                ruleset_version=ledger.game.version,
                command=encoded,
                events=codec.encode(recorder.events),
            ),
            head,
            ledger.secret,
        )
        tokens = _new_tokens(before, after)
        hashes = {name: hash_token(new) for name, new in tokens.items()}
        bots = table.bots_to_act(ledger.game, after)
        append = Append(
            game=ledger.id,
            commit=commit,
            text=text,
            previous_head=head.hex(),
            token=caller.credential(actor),
            secrets=hashes,
            bot_due=self._due(now) if bots else None,
            bot_was_due=bool(table.bots_to_act(ledger.game, before)),
            over_ms=milliseconds(now) if after.over else None,
            listing=_listing(ledger.id, before, after, ledger.created_at),
        )
        with self.observer.span("append"):
            missed = self.store.append(append)
        if missed is not None:
            self._learn(ledger.id, ledger, known, missed.secrets, missed.commits)
            if not missed.ours:
                self.observer.conflict()
                return None
        else:
            if hashes:
                ledger.know({**ledger.secrets, **hashes}, version)
            ledger.take((commit,), after)
        self._announce(ledger, version, after, bots)
        return Accepted(
            ledger=ledger,
            commit=commit,
            events=recorder.events,
            table=after,
            turn=table.turn(ledger.game, before),
            tokens=tokens,
        )

    def _found(
        self,
        game_id: str,
        command: lobby.CreateGame | lobby.BranchGame,
        identity: str,
        decide: Callable[[lobby.Dealer], lobby.TableRecorder],
        codec: Codec,
    ) -> Accepted:
        """Write the first commit of a game."""
        secret = self.new_secret()
        now = self.clock()
        recorder = decide(lobby.Dealer(secret, game_id))
        after = recorder.state
        encoded = codec.encode(command)
        commit, text = sealed(
            Commit(
                version=1,
                command_id=identity,
                actor="visitor",
                seat=None,
                at=timestamp(now),
                ruleset=codec.game.name,
                ruleset_version=codec.game.version,
                command=encoded,
                events=codec.encode(recorder.events),
            ),
            bytes(32),
            secret,
        )
        tokens = _new_tokens(None, after)
        stored = {"secret": secret.hex(), **{name: hash_token(token) for name, token in tokens.items()}}
        bots = table.bots_to_act(codec.game, after)
        missed = self.store.append(
            Append(
                game=game_id,
                commit=commit,
                text=text,
                secrets=stored,
                bot_due=self._due(now) if bots else None,
                listing=_listing(game_id, None, after, commit.at),
            )
        )
        if missed is not None:
            if not missed.ours:
                return self._repeats.of_creation(game_id, missed.commits[0], encoded)
            stored = missed.secrets
        ledger = Ledger(self.codecs, game_id, stored, [commit])
        self._keep(ledger)
        self._announce(ledger, 1, after, bots)
        return Accepted(ledger=ledger, commit=commit, events=recorder.events, table=after, turn=0, tokens=tokens)

    def _due(self, now: datetime) -> int:
        return milliseconds(now) + self.bot_patience_ms

    def _announce(self, ledger: Ledger, version: int, after: Table[Any], bots: tuple[int, ...]) -> None:
        if bots:
            self.on_bot_turn(ledger, version, after, bots[0])


class _OnFreshReadOnly(Exception):
    """What was asked cannot be answered from memory."""


def _playable(ledger: Ledger) -> None:
    if ledger.imported:
        raise Rejected("game_read_only", "This game was imported: look at it, audit it or branch it.")


def _new_tokens(before: Table[Any] | None, after: Table[Any]) -> dict[str, str]:
    """A token for the host and each seat whose generation went up."""
    tokens = {}
    if before is None or after.host_generation > before.host_generation:
        tokens["host"] = new_token()
    for number, seat in enumerate(after.seats):
        if seat.generation > (before.seats[number].generation if before is not None else 0):
            tokens[f"s{number}"] = new_token()
    return tokens


def _listing(game: str, before: Table[Any] | None, after: Table[Any], created_at: str) -> Listing | None:
    """What changes in the list of games; nothing for unlisted games and plain actions."""
    if after.visibility == "unlisted" or (
        before is not None and before.seats == after.seats and before.status == after.status
    ):
        return None
    line = Line(
        id=game,
        ruleset=after.ruleset,
        status=after.status,
        seats=tuple(LineSeat(seat.kind, seat.name, seat.level) for seat in after.seats),
        open_seats=sum(seat.kind == "open" for seat in after.seats),
        created_at=created_at,
        created_ms=milliseconds(datetime.fromisoformat(created_at)),
    )
    return Listing(None if before is None else before.status, line)
