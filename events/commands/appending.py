"""From an accepted command to the log: the sealed commit, new tokens, and the indexes that change with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any, Self

import msgspec

from domain import session
from domain.fairness import GENESIS
from domain.game import AnyGame
from domain.session import Session
from domain.session.results import outcome_answer, waited_after
from domain.session.rights import Actor, Role
from domain.session.seals import name_of
from events.commands.clock_correction import CorrectedClock
from events.commands.intents import CommandResult
from events.deadlines import Times, earliest, takeback_too_late, times_after, too_late
from events.envelope import sealed
from events.errors import ClockWrong
from events.games.game_log import GameLog, Position
from events.identity import (
    FORGOT,
    LESSON,
    custody_field,
    hash_token,
    invitation_field,
    milliseconds,
    milliseconds_of,
    new_invitation,
    new_token,
    timestamp,
    token_field,
)
from events.log.codec import Codec
from events.log.names import kept_names, plain
from events.store.event_store import EventStore
from events.store_types import (
    Append,
    Changed,
    Conflict,
    GameSummary,
    OwnedGame,
    OwnersChange,
    OwnersPart,
    SeatSummary,
    SummaryChange,
)
from events.webhooks.hooks import changed_hands, newly_asked, webhook_events

UNATTENDED: tuple[Role, ...] = ("service", "bot")
"""The roles behind which there is no person."""
NOTHING: Mapping[str, str] = MappingProxyType({})


class AcceptedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted command that is not in the log yet."""

    game: str
    """The game's id."""
    version: int
    """The version that the commit makes."""
    actor: Actor
    command: Any
    """The command as the log has it, with seals in place of names."""
    encoded: msgspec.Raw
    """`command` as JSON, as the commit has it."""
    names: Mapping[str, str]
    """The fields beside the log that keep the names which the command has sealed."""
    identity: str
    """The commit's command id; empty without an Idempotency-Key."""
    events: list[Any]
    after: Session[Any]
    drew: bool | None = None
    """Whether the command used chance; None if nobody noted it."""
    credential: tuple[str, str] | None = None
    """The field and the hash of the caller's token; None where no token is needed."""
    brought: Mapping[str, str] = NOTHING
    """As in `Intent`."""
    added: OwnersPart | None = None
    """As in `Intent`."""


class LogBefore(msgspec.Struct, frozen=True, kw_only=True):
    """The log before a commit, and what is kept beside it. The defaults are those of a game that begins."""

    secret: bytes
    session: Session[Any] | None = None
    head: bytes = GENESIS
    at: str = ""
    """The time of the last commit."""
    times: Times | None = None
    """None for a game without a clock."""
    waited: tuple[int, ...] = ()
    """As in `Position`."""
    created_at: str | None = None
    owner: str | None = None
    """The API key that the game belongs to."""
    acted: Callable[[Sequence[int]], Sequence[int]] = lambda seats: (0,) * len(seats)
    """The version of the last action of each of these seats."""
    names: Mapping[str, str] = NOTHING
    """The known names by their seals."""
    forgot: str = ""
    """How often names were forgotten, as the field beside the log says it."""
    lesson: bool = False
    """Whether the game is a lesson, which is forgotten after a day and goes to no archive."""

    @classmethod
    def of(cls, game_log: GameLog, position: Position) -> Self:
        """The log at this position of it."""
        return cls(
            secret=game_log.secret,
            session=position.session,
            head=position.head,
            at=position.at,
            times=position.times,
            waited=position.waited,
            created_at=game_log.created_at,
            owner=game_log.owner,
            acted=partial(game_log.acted_at, position.version),
            names=game_log.names,
            forgot=game_log.secrets.get(FORGOT, ""),
            lesson=LESSON in game_log.secrets,
        )


class Prepared(msgspec.Struct, frozen=True):
    """An append, and the tokens whose hashes it stores."""

    append: Append
    tokens: dict[str, str]
    bots: tuple[int, ...]
    """The seats of bots that are to act afterwards."""
    times: Times | None
    """The times after the commit; None for a game without a clock."""


class Appender:
    """Appends accepted commands to logs. One a process."""

    def __init__(
        self,
        store: EventStore,
        clock: Callable[[], datetime],
        bot_patience_ms: int,
        on_bot_turn: Callable[[GameLog, int, Session[Any], int], None],
    ) -> None:
        """`clock`, `bot_patience_ms` and `on_bot_turn`: as `CommandHandler` has them."""
        self._store = store
        self._clock = clock
        self._redis_clock = CorrectedClock(clock)
        self._bot_patience_ms = bot_patience_ms
        self.on_bot_turn = on_bot_turn

    def append(self, accepted: AcceptedCommand, codec: Codec, log: LogBefore) -> tuple[Prepared, Conflict | None]:
        """Append the commit of a command. The conflict is None if it was appended. Raises Rejected as `prepare` does.

        If Redis finds that the clock of this process is wrong, the commit of a game with a clock is made once more by the
        clock of Redis.
        """
        now = self._clock() if accepted.after.clock is None else self._redis_clock.redis_now()
        prepared = prepare(accepted, codec, log, now, self._bot_patience_ms)
        try:
            return prepared, self._store.append(prepared.append)
        except ClockWrong as error:
            self._redis_clock.correct(error.redis_ms)
            prepared = prepare(accepted, codec, log, self._redis_clock.redis_now(), self._bot_patience_ms)
            return prepared, self._store.append(prepared.append)

    def result(self, game_log: GameLog, accepted: AcceptedCommand, prepared: Prepared) -> CommandResult:
        """Announce the turn of a bot, and say what came of the command."""
        if prepared.bots:
            self.on_bot_turn(game_log, accepted.version, accepted.after, prepared.bots[0])
        return CommandResult(
            game_log=game_log,
            commit=prepared.append.commit,
            events=accepted.events,
            session=accepted.after,
            tokens=prepared.tokens,
        )


def prepare(accepted: AcceptedCommand, codec: Codec, log: LogBefore, now: datetime, bot_patience_ms: int) -> Prepared:
    """Seal an accepted command, and collect what changes with it in the same atomic step. `now`: what the clock shows; the
    turn of a bot counts as lost `bot_patience_ms` later. Raises Rejected for a takeback that comes too late."""
    game, before, after = codec.game, log.session, accepted.after
    at = earliest(log.times, accepted.command, now)
    if log.times is not None and after.takeback != "never" and takeback_too_late(log.times, accepted.events, at):
        raise too_late()
    now_ms, written = milliseconds(now), timestamp(at)
    commit = codec.commit(accepted.version, accepted.actor, accepted.identity, accepted.encoded, accepted.events, written)
    commit, text = sealed(commit, log.head, log.secret)
    tokens = _new_tokens(accepted, before)
    bots = session.bots_to_act(game, after)
    times = times_after(game, log.times, after, accepted.events, written)
    due, was_due = (None if each is None else each.due_ms for each in (times, log.times))
    names = {**log.names, **plain(kept_names(accepted.names))} if accepted.names else log.names
    summary = _summary_change(accepted, log, written, names)
    owners = None if log.owner is None else _owners_change(log.owner, game, accepted, log, written, now_ms, times, names)
    shows_names = bool(names) and (summary is not None or owners is not None)
    append = Append(
        game=accepted.game,
        commit=commit,
        text=text,
        previous_head="" if before is None else log.head.hex(),
        token=accepted.credential,
        secrets=_fields_beside(accepted, log, tokens),
        bot_due=now_ms + bot_patience_ms if bots else None,
        bot_was_due=before is not None and bool(session.bots_to_act(game, before)),
        over_ms=now_ms if after.over and not log.lesson else None,
        clock_ms=None if times is None else now_ms,
        # After a time-out it may also be attended anew.
        deadline_ms=msgspec.UNSET if due == was_due and not (before is not None and before.timeouts) else due,
        attended=accepted.actor.role not in UNATTENDED or not after.timeouts,
        forgot=log.forgot if shows_names and before is not None else None,
        summary=summary,
        owners=owners,
    )
    # The token of a seat that was opened again is replaced by one that nobody has.
    shown = {field: token for field, token in tokens.items() if not _untaken(after, field)}
    return Prepared(append, shown, bots, times)


def _new_tokens(accepted: AcceptedCommand, before: Session[Any] | None) -> dict[str, str]:
    """New tokens and invitations by their fields, without those that the caller brought."""
    after = accepted.after
    # Actions of the game, nearly all commits, leave the seats as they are.
    if before is not None and after.seats is before.seats and after.host_generation == before.host_generation:
        return {}
    tokens = {field: new_token() for field in _renewed(before, after) if field not in accepted.brought}
    return tokens | {field: new_invitation() for field in _invited(before, after) if field not in accepted.brought}


def _fields_beside(accepted: AcceptedCommand, log: LogBefore, tokens: Mapping[str, str]) -> dict[str, str]:
    """The fields to set beside the log."""
    fields = {**accepted.brought, **accepted.names}
    if log.session is None:
        fields["secret"] = log.secret.hex()
        if log.lesson:
            fields[LESSON] = "1"
    if accepted.added is not None:
        fields |= accepted.added.beside
    if log.owner is not None:
        fields |= {custody_field(seat): "" for seat in _opened(log.session, accepted.after)}
    for field, token in tokens.items():
        fields[field] = hash_token(token)
    return fields


def _renewed(before: Session[Any] | None, after: Session[Any]) -> Iterator[str]:
    """The fields of the tokens of the host and of each seat whose generation went up."""
    if before is None or after.host_generation > before.host_generation:
        yield token_field(None)
    for number, seat in enumerate(after.seats):
        if seat.generation > (before.seats[number].generation if before is not None else 0):
            yield token_field(number)


def _opened(before: Session[Any] | None, after: Session[Any]) -> Iterator[int]:
    """The seats that the host has just made free again."""
    if before is None or after.seats is before.seats:
        return
    for number, seat in enumerate(after.seats):
        if seat.kind in session.UNTAKEN and seat.generation > before.seats[number].generation:
            yield number


def _invited(before: Session[Any] | None, after: Session[Any]) -> Iterator[str]:
    """The fields of the invitations to seats that were reserved just now."""
    changed = range(len(after.seats)) if before is None else _opened(before, after)
    return (invitation_field(number) for number in changed if after.seats[number].kind == "reserved")


def _untaken(after: Session[Any], field: str) -> bool:
    """Whether this is the field of the token of a seat that nobody has."""
    return field[:1] == "s" and after.seats[int(field[1:])].kind in session.UNTAKEN


def _summary_change(accepted: AcceptedCommand, log: LogBefore, at: str, names: Mapping[str, str]) -> SummaryChange | None:
    """What changes in the list of games; nothing for unlisted games and plain actions."""
    before, after = log.session, accepted.after
    if after.visibility == "unlisted" or (
        before is not None and before.seats == after.seats and before.status == after.status
    ):
        return None
    summary = GameSummary(**_summary(accepted.game, after, log.created_at or at, names))
    return SummaryChange(None if before is None else before.status, summary)


def _summary(game: str, shown: Session[Any], created_at: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a game's entry in every list."""
    return {
        "id": game,
        "ruleset": shown.ruleset,
        "status": shown.status,
        "seats": tuple(
            [SeatSummary(seat.kind, name_of(seat.name, at, names), seat.level) for at, seat in enumerate(shown.seats)]
        ),
        "open_seats": sum([seat.kind == "open" for seat in shown.seats]),
        "created_at": created_at,
        "created_ms": milliseconds_of(created_at),
    }


def owned_line(
    game: AnyGame,
    game_id: str,
    shown: Session[Any],
    version: int,
    created_at: str,
    at: str,
    times: Times | None,
    names: Mapping[str, str],
    waited: tuple[int, ...],
    since: tuple[int, ...] = (),
    changed: Changed | None = None,
) -> OwnedGame:
    """The line of a game in the list of its API key. `waited`: as in `Position`, at the end of the game."""
    return OwnedGame(
        **_summary(game_id, shown, created_at, names),
        version=version,
        turn=session.turn(game, shown),
        to_act=session.to_act(game, shown),
        since=since,
        acted_at=at,
        deadlines=() if times is None else times.deadlines,
        outcome=outcome_answer(shown, waited),
        ended=shown.ending,
        changed=changed,
        takeback_asked=None if shown.takeback_asked is None else shown.takeback_asked.seat,
        rematch_of=shown.rematch_of,
    )


def _waited(game: AnyGame, after: Session[Any], log: LogBefore, at: str) -> tuple[int, ...]:
    """How long the game has waited for each seat, after a commit at this time; only known when the game is over."""
    if not after.over or log.session is None:
        return log.waited
    began, ends = (milliseconds_of(each) for each in (log.at, at))
    stopped = log.times is not None and log.times.stopped_ms is not None
    return waited_after(log.waited, session.to_act(game, log.session), began, ends, stopped=stopped)


def _owners_change(
    owner: str,
    game: AnyGame,
    accepted: AcceptedCommand,
    log: LogBefore,
    at: str,
    now_ms: int,
    times: Times | None,
    names: Mapping[str, str],
) -> OwnersChange:
    """What changes in the list of the API key that the game belongs to."""
    before, after = log.session, accepted.after
    to_act = session.to_act(game, after)
    asked = newly_asked(before, () if before is None else session.to_act(game, before), after, to_act)
    handed = changed_hands(before, after)
    by = accepted.actor.seat if accepted.actor.role == "player" else None
    since = tuple([accepted.version if seat == by else acted for seat, acted in zip(to_act, log.acted(to_act), strict=True)])
    line = owned_line(
        game, accepted.game, after, accepted.version, log.created_at or at, at, times, names,
        _waited(game, after, log, at), since, Changed.by(accepted.events, asked, handed),
    )  # fmt: skip
    note = None if accepted.added is None else accepted.added.note
    events = webhook_events(before, after, asked, handed)
    return OwnersChange(owner, None if before is None else before.status, line, now_ms, note, events)
