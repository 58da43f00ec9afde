"""A game's log as one process knows it."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from domain import session
from domain.game import Rejected
from domain.session import Seat, Session, Status
from domain.session.lifecycle import Dealer, read_options
from domain.session.results import waited_after
from domain.session.rights import HOST, Actor
from domain.session.seals import called, name_of
from domain.session.takebacks import Action, last_action
from events.deadlines import Deadline, Times, times_after
from events.envelope import Commit, whole
from events.errors import LogDamaged, UnknownRuleset
from events.games.log_errors import fold_errors
from events.identity import FORGOT, milliseconds_of, successor_field
from events.log.codec import Codecs
from events.log.names import kept_names, plain

T = TypeVar("T")

CHECKPOINT_EVERY = 64
"""Versions between two states that are kept for looking back. States share most of their parts."""


class Position(NamedTuple):
    """A version with what is known of it; read together, because another thread may carry the log on meanwhile."""

    version: int
    session: Session[Any]
    head: bytes
    at: str
    """The time of the last commit."""
    times: Times | None
    """None for a game without a clock."""
    last: Action | None
    """The last action that stands; None also where nothing may be taken back."""
    waited: tuple[int, ...]
    """For each seat, for how many milliseconds the game has waited for it to act."""


class Decided(NamedTuple):
    """What a process knows of a commit that it has decided itself."""

    session: Session[Any]
    """The session after it."""
    times: Times | None
    """The times after it; None for a game without a clock."""
    events: Sequence[Any]
    drew: bool | None
    """Whether it used chance; None if nobody noted it."""


class Turn(NamedTuple):
    """A turn, with the first and the last version that was made in it."""

    turn: int
    first: int
    last: int


def _secret(game: str, secrets: Mapping[str, str]) -> bytes:
    try:
        return bytes.fromhex(secrets["secret"])
    except (KeyError, ValueError) as error:
        raise LogDamaged(game, "the secret beside it is missing") from error


def holders(secrets: Mapping[str, str]) -> dict[str, Actor]:
    """The actors of a game's tokens, by their hashes."""
    seats = {secrets[name]: Actor("player", int(name[1:])) for name in secrets if name[:1] == "s" and name[1:].isdecimal()}
    return {**seats, secrets["host"]: HOST} if "host" in secrets else seats


def successors(secrets: Mapping[str, str]) -> dict[str, int]:
    """The seats whose token is replaced as soon as its successor is used, by the successors' hashes."""
    found = {}
    for field in secrets:
        if field[:1] == "s" and field[1:].isdecimal():
            seat = int(field[1:])
            current, _, successor = secrets.get(successor_field(seat), "").partition(" ")
            if successor and current == secrets[field]:
                found[successor] = seat
    return found


def _at(noted: list[tuple[int, T]], version: int) -> T:
    """The last note at a version or before it."""
    since, found = noted[-1]
    if version < since:  # Most looks are at what came after all notes.
        found = noted[bisect_right(noted, version, key=lambda each: each[0]) - 1][1]
    return found


class GameLog:
    """One game's log in the memory of a process: the newest table, and everything that an append needs.

    Commits are taken in order and only once, so several readers, in several threads too, can feed the same game log.
    """

    def __init__(self, codecs: Codecs, game_id: str, secrets: Mapping[str, str], commits: Sequence[Commit]) -> None:
        first = commits[0]
        self.id = game_id
        self.codec = codecs.of(first.ruleset)
        self.game = self.codec.game
        self.created_at = first.at
        self.secret = _secret(game_id, secrets)
        self.imported = "imported" in secrets
        self.commands: dict[str, int] = {}
        self.turn_starts: list[int] = []
        self.turn_seats: list[int | None] = []
        """The seat whose turn each was."""
        self.checkpoints: dict[int, Session[Any]] = {}
        self.on_applied: Callable[[Sequence[Commit]], None] | None = None
        """Called with new commits, in order, as soon as they are known."""
        self._turns: list[tuple[int, int]] = []
        """(version, turn): commands from this version on belong to this turn."""
        self._seats: list[tuple[int, tuple[Seat, ...]]] = []
        self._statuses: list[tuple[int, Status]] = []
        self._deadlines: list[tuple[int, tuple[Deadline, ...]]] = []
        self._to_act: list[tuple[int, ...]] = []
        """The seats that were to act after each version but the newest, from version 0 on."""
        self._position: Position | None = None
        self._acted: dict[int, list[int]] = {}
        """The versions that commands of a seat's player made, by seat."""
        self.before: Position | None = None
        """The position before the newest one, if it is at hand."""
        self._applying = threading.Lock()
        self._secrets_at = (0, 0)
        """The version of the fields beside the log, and how often names were forgotten in them."""
        self.names: dict[str, str] = {}
        """The known names by their seals; another object as soon as one of them has changed."""
        self._named: tuple[tuple[Seat, ...], dict[str, str], tuple[str, ...]] | None = None
        """The seats whose names were asked for last, the names that were known then, and the result."""
        self.set_secrets(secrets, commits[-1].version)
        self._dealer: Dealer | None = None
        self.apply(commits)

    @property
    def position(self) -> Position:
        if self._position is None:
            raise ValueError(f"nothing of {self.id} has been read yet")
        return self._position

    @property
    def version(self) -> int:
        return self.position.version

    @property
    def session(self) -> Session[Any]:
        return self.position.session

    @property
    def head(self) -> bytes:
        return self.position.head

    def must_be_playable(self) -> None:
        """Raises Rejected for an imported game."""
        if self.imported:
            raise Rejected("game_read_only", "This game was imported: look at it, audit it or branch it.")

    @property
    def dealer(self) -> Dealer:
        """The game's random source; an imported game draws under the id it was played with."""
        if self._dealer is None:
            self._dealer = Dealer(self.secret, self.session.id)
        return self._dealer

    @cached_property
    def options(self) -> Any:
        """The game's own options, which never change."""
        return read_options(self.game, self.session.options)

    def set_secrets(self, secrets: Mapping[str, str], version: int) -> None:
        """Take in the token hashes beside the log, as they were at a version or later.

        Call it before `take`: once a commit is known, a token that it replaces must no longer be valid.
        """
        at = version, int(secrets.get(FORGOT, "0"))
        if at < self._secrets_at:
            return  # Another reader was faster and has newer hashes, or has heard that names were forgotten.
        self._secrets_at = at
        self.secrets = dict(secrets)
        names = plain(kept_names(secrets))
        if names != self.names:
            self.names = names
        self.successors = successors(secrets)
        self.owner = secrets.get("owner")
        self.custody = "custody" in secrets
        kept = [name[1:] for name in secrets if name[:1] == "c" and secrets[name]]
        self.in_custody = tuple(sorted(int(seat) for seat in kept if seat.isdecimal()))
        self._callers = {**{each: Actor("player", seat) for each, seat in self.successors.items()}, **holders(secrets)}

    def caller(self, token_hash: str) -> Actor | None:
        """The actor of the token with this hash; None if the token is not (or no longer) valid."""
        return self._callers.get(token_hash)

    def command(self, commit: Commit) -> Any:
        """The command of a commit. Raises LogDamaged."""
        try:
            return self.codec.command(commit)
        except Exception as error:  # As with events: it may have been changed to anything.
            raise LogDamaged(
                self.id, f"the command of commit {commit.version} cannot be read: {type(error).__name__}"
            ) from error

    def events(self, commits: Sequence[Commit]) -> list[list[Any]]:
        """The events of each of these commits. Raises LogDamaged, UnknownRuleset."""
        try:
            return self.codec.events(commits)
        except UnknownRuleset:
            raise
        except Exception as error:
            among = f"{commits[0].version} to {commits[-1].version}"
            raise LogDamaged(
                self.id, f"among commits {among} there are events that cannot be read: {type(error).__name__}"
            ) from error

    def apply(self, commits: Sequence[Commit], decided: Decided | None = None) -> None:
        """Fold the commits that are not known yet; `decided`: what the caller knows of a single one. Raises LogDamaged."""
        with self._applying:
            before = self._position
            known = 0 if before is None else before.version
            fresh = [commit for commit in commits if commit.version > known]
            if not fresh:
                return
            last = fresh[-1]
            if last.version != known + len(fresh) or (len(fresh) > 1 and not whole(fresh, known + 1, last.version)):
                raise LogDamaged(self.id, f"what follows version {known} has gaps")
            if decided is not None and before is not None and len(fresh) == 1:
                folded, (after, times, events, drew) = before.session, decided
                self._note(last, folded.state)
                waited = self.waited(before, last.at)
                self._keep(last.version, folded, after, times)
                acted = before.last
                if after.takeback != "never":
                    acted = self._last_action(last, acted, events, begun=folded.state is not None, drew=drew)
            else:
                with fold_errors(self.id, fresh[0].version, last.version):
                    after, times, acted, waited = self._fold(before, fresh)
                    bytes.fromhex(str(last.head))
            self.before = before if len(fresh) == 1 else None
            self._position = Position(last.version, after, bytes.fromhex(str(last.head)), last.at, times, acted, waited)
            if self.on_applied is not None:
                self.on_applied(fresh)

    def _fold(
        self, known: Position | None, commits: Sequence[Commit]
    ) -> tuple[Session[Any], Times | None, Action | None, tuple[int, ...]]:
        """The session, the times, the last action and the time that seats have taken after these commits; indexes them on
        the way.

        If a commit has events of the rules only, as nearly all have, only the state is folded; the session follows when it
        is needed, in a game with a clock at once.
        """
        game = self.game
        evolve = game.rules.evolve
        folded, times, last = (None, None, None) if known is None else (known.session, known.times, known.last)
        state = None if folded is None else folded.state
        waited, since_ms = ((), 0) if known is None else (known.waited, milliseconds_of(known.at))
        for commit, events in zip(commits, self.codec.events(commits), strict=True):
            self._note(commit, state)
            at_ms = milliseconds_of(commit.at)
            stopped = times is not None and times.stopped_ms is not None
            waited = waited_after(waited, self._to_act[commit.version - 1], since_ms, at_ms, stopped=stopped)
            since_ms = at_ms
            before = folded
            if folded is not None and folded.takeback != "never":
                last = self._last_action(commit, last, events, begun=state is not None)
            if folded is not None and session.AROUND.isdisjoint(map(type, events)):
                for event in events:
                    state = evolve(state, event)
                if folded.clock is None and commit.version % CHECKPOINT_EVERY:
                    continue
                folded = session.with_state(game, folded, state)
            else:
                folded = session.fold(game, None if folded is None else session.with_state(game, folded, state), events)
                state = folded.state
            times = times_after(game, times, folded, events, commit.at)
            self._keep(commit.version, before, folded, times)
            waited = waited or (0,) * len(folded.seats)
        if folded is None:
            raise ValueError(f"{self.id}: no commits")
        return session.with_state(game, folded, state), times, last, waited

    def waited(self, position: Position, at: str) -> tuple[int, ...]:
        """For each seat, for how many milliseconds the game has waited for it, after a commit at this time that follows a
        position."""
        asked = session.to_act(self.game, position.session)
        stopped = position.times is not None and position.times.stopped_ms is not None
        return waited_after(position.waited, asked, milliseconds_of(position.at), milliseconds_of(at), stopped=stopped)

    def _last_action(
        self, commit: Commit, last: Action | None, events: Sequence[Any], *, begun: bool, drew: bool | None = None
    ) -> Action | None:
        """The last action that stands after a commit."""
        actor, repeatable = Actor(commit.actor, commit.seat), commit.ruleset_version >= self.game.decides_from
        return last_action(
            self.game, last, commit.version, actor, events, begun=begun, repeatable=repeatable, drew=drew
        )  # fmt: skip

    def _note(self, commit: Commit, state: Any) -> None:
        """Index a commit whose command was given in this state."""
        # Replaces what an earlier attempt to fold this commit has noted.
        if commit.actor == "player" and commit.seat is not None:
            acted = self._acted.setdefault(commit.seat, [])
            del acted[bisect_left(acted, commit.version) :]
            acted.append(commit.version)
        self._to_act[commit.version - 1 :] = [() if state is None else self.game.rules.to_act(state)]
        turn = 0 if state is None else self.game.rules.turn(state)
        while self._turns and self._turns[-1][0] >= commit.version:
            self._turns.pop()
        if not self._turns or self._turns[-1][1] != turn:
            self._turns.append((commit.version, turn))
        starts = self.turn_starts
        while len(starts) <= turn:
            starts.append(commit.version)
            self.turn_seats.append(None)
        if state is not None and self.turn_seats[turn] is None:
            # The first turn may begin with a choice of all seats.
            self.turn_seats[turn] = self.game.rules.turn_seat(state)
        if commit.command_id:
            self.commands[commit.command_id] = commit.version

    def _keep(self, version: int, before: Session[Any] | None, after: Session[Any], times: Times | None) -> None:
        """Keep what is needed to look back to a version: seats, statuses, deadlines, and a checkpoint now and then."""
        if before is None or after.seats is not before.seats:
            self._seats.append((version, after.seats))
        if before is None or after.status != before.status:
            self._statuses.append((version, after.status))
        if after.takeback != "never":
            # Turns that were taken back, and maybe will be played again, belong to the one that goes on.
            del self.turn_starts[session.turn(self.game, after) + 1 :]
            del self.turn_seats[session.turn(self.game, after) + 1 :]
        if times is not None and (not self._deadlines or times.deadlines is not self._deadlines[-1][1]):
            self._deadlines.append((version, times.deadlines))
        if version % CHECKPOINT_EVERY == 0:
            self.checkpoints[version] = after

    def turns(self, upto: int, after: int = -1) -> list[Turn]:
        """The turns after turn `after` in which a command was given up to a version. Actions that were taken back belong to
        the turn in which play goes on."""
        last = self.last_turn(upto)
        ends = [*(start - 1 for start in self.turn_starts[1 : last + 1]), upto]
        spans = enumerate(zip(self.turn_starts, ends, strict=False))
        return [Turn(turn, first, end) for turn, (first, end) in spans if turn > after and first <= end]

    def last_turn(self, upto: int) -> int:
        """The last turn that was played up to a version and not taken back."""
        return bisect_right(self.turn_starts, upto) - 1

    def turn_of(self, version: int) -> int:
        """The turn in which the command that made this version was given."""
        return _at(self._turns, version)

    @property
    def asker_hosts(self) -> bool:
        """Whether whoever asks first for a rematch is its host."""
        host = self.session.rematch_host
        return self.owner is None if host is None else host == "asker"

    def names_at(self, version: int) -> tuple[str, ...]:
        """The seats' names after a version: a later player of a seat is not named in its past."""
        return self._names(self.seats_at(version))

    def seats_at(self, version: int) -> tuple[Seat, ...]:
        """The seats after a version."""
        seats: tuple[Seat, ...] = _at(self._seats, version)
        return seats

    def names_of(self, shown: Session[Any]) -> tuple[str, ...]:
        """The seats' names at a table of this game."""
        return self._names(shown.seats)

    def _names(self, seats: tuple[Seat, ...]) -> tuple[str, ...]:
        names, known = self.names, self._named
        if known is None or known[0] is not seats or known[1] is not names:  # They rarely change, and each answer has them.
            known = self._named = seats, names, called(seats, names)
        return known[2]

    def name_of(self, written: str, seat: int) -> str:
        """The name for which the log has this name or seal."""
        return name_of(written, seat, self.names)

    def status_at(self, version: int) -> Status:
        """The game's status after a version."""
        return _at(self._statuses, version)

    def to_act_at(self, version: int) -> tuple[int, ...]:
        """The seats that were to act after a version."""
        position = self.position
        return session.to_act(self.game, position.session) if version >= position.version else self._to_act[version]

    def acted_at(self, version: int, seats: Sequence[int]) -> tuple[int, ...]:
        """The last version up to this one that each of these seats' players made; 0 if none did."""
        made = [self._acted.get(seat, []) for seat in seats]
        return tuple([each[place - 1] if (place := bisect_right(each, version)) else 0 for each in made])

    def deadlines_at(self, version: int) -> tuple[Deadline, ...]:
        """The deadlines of the seats that were to act after a version; none in a game without a clock."""
        return _at(self._deadlines, version) if self._deadlines else ()
