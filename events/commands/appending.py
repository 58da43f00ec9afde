"""From a decision to what is appended: the sealed commit, new tokens, and the indexes that change with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from domain import table
from domain.fairness import GENESIS
from domain.game import AnyGame
from domain.rights import Actor
from domain.seals import name_of
from domain.table import Table
from events.codec import Codec
from events.deadlines import Times, times_after
from events.envelope import sealed
from events.identity import (
    custody_field,
    hash_token,
    invitation_field,
    milliseconds,
    new_invitation,
    new_token,
    timestamp,
    token_field,
)
from events.names import kept_names, plain
from events.store_types import Append, GameSummary, OwnedGame, OwnersChange, OwnersPart, SeatSummary, SummaryChange
from events.webhooks.hooks import happened

NOTHING: Mapping[str, str] = MappingProxyType({})


class AcceptedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted command that is not in the log yet."""

    game: str
    """The game's id."""
    version: int
    """Which version the commit makes."""
    actor: Actor
    command: msgspec.Raw
    names: Mapping[str, str]
    """The fields beside the log that keep the names which the command has sealed."""
    identity: str
    """The commit's command id; empty without an Idempotency-Key."""
    events: list[Any]
    before: Table[Any] | None
    """None for the first commit of a game."""
    after: Table[Any]
    created_at: str | None
    """None for the first commit."""


class Prepared(msgspec.Struct, frozen=True):
    """An append, and the tokens whose hashes it stores."""

    append: Append
    tokens: dict[str, str]
    bots: tuple[int, ...]
    """The seats of bots that are to act afterwards."""
    times: Times | None
    """The times after the commit; None for a game without a clock."""


def prepare(
    accepted: AcceptedCommand,
    codec: Codec,
    *,
    secret: bytes,
    now: datetime,
    at: datetime | None = None,
    times: Times | None = None,
    bot_patience_ms: int,
    previous_head: bytes = GENESIS,
    credential: tuple[str, str] | None = None,
    brought: Mapping[str, str] = NOTHING,
    owner: str | None = None,
    added: OwnersPart | None = None,
    names: Mapping[str, str] = NOTHING,
    forgot: str = "",
) -> Prepared:
    """Seal a decision, and collect what changes with it in the same atomic step.

    `now`: what the clock shows; `at`: the time that the commit bears, if it is another one. `times`: those before it.
    `credential`: the field and hash of the caller's token, None where no token is needed. `brought`: as in `Intent`.
    `owner`: the API key that the game belongs to; `added`: what its holder adds. `names`: those known before, by their
    seals; `forgot`: how often some were forgotten, as the field beside the log says it.
    """
    game, before, after = codec.game, accepted.before, accepted.after
    now_ms, written = milliseconds(now), timestamp(now if at is None else at)
    commit = codec.commit(accepted.version, accepted.actor, accepted.identity, accepted.command, accepted.events, written)
    commit, text = sealed(commit, previous_head, secret)
    tokens: dict[str, str] = {}
    opened: list[int] = []
    # Actions of the game, nearly all commits, leave the seats as they are.
    if before is None or after.seats is not before.seats or after.host_generation > before.host_generation:
        tokens = {field: new_token() for field in _renewed(before, after) if field not in brought}
        tokens |= {field: new_invitation() for field in _invited(before, after) if field not in brought}
        opened = [*_opened(before, after)]
    secrets = {**brought, **accepted.names}
    if before is None:
        secrets["secret"] = secret.hex()
    if added is not None:
        secrets |= added.beside
    if owner is not None:
        secrets |= {custody_field(seat): "" for seat in opened}
    for field, token in tokens.items():
        secrets[field] = hash_token(token)
    if accepted.names:
        names = {**names, **plain(kept_names(accepted.names))}
    # The token of a seat that was opened again is replaced by one that nobody has.
    shown = {field: token for field, token in tokens.items() if not _untaken(after, field)}
    bots = table.bots_to_act(game, after)
    timed = times_after(game, times, after, accepted.events, written)
    due, was_due = (None if each is None else each.due_ms for each in (timed, times))
    summary = _summary_change(accepted.game, before, after, accepted.created_at or written, names)
    owners = None if owner is None else _owners_change(owner, game, accepted, written, now_ms, timed, added, names)
    shows_names = bool(names) and (summary is not None or owners is not None)
    append = Append(
        game=accepted.game,
        commit=commit,
        text=text,
        previous_head="" if before is None else previous_head.hex(),
        token=credential,
        secrets=secrets,
        bot_due=now_ms + bot_patience_ms if bots else None,
        bot_was_due=before is not None and bool(table.bots_to_act(game, before)),
        over_ms=now_ms if after.over else None,
        clock_ms=None if timed is None else now_ms,
        deadline_ms=msgspec.UNSET if due == was_due else due,
        forgot=forgot if shows_names and before is not None else None,
        summary=summary,
        owners=owners,
    )
    return Prepared(append, shown, bots, timed)


def _renewed(before: Table[Any] | None, after: Table[Any]) -> Iterator[str]:
    """The fields of the tokens of the host and of each seat whose generation went up."""
    if before is None or after.host_generation > before.host_generation:
        yield token_field(None)
    for number, seat in enumerate(after.seats):
        if seat.generation > (before.seats[number].generation if before is not None else 0):
            yield token_field(number)


def _opened(before: Table[Any] | None, after: Table[Any]) -> Iterator[int]:
    """The seats that the host has just made free again."""
    for number, seat in enumerate(after.seats):
        if before is not None and seat.kind in table.UNTAKEN and seat.generation > before.seats[number].generation:
            yield number


def _invited(before: Table[Any] | None, after: Table[Any]) -> Iterator[str]:
    """The fields of the invitations to seats that were reserved just now."""
    changed = range(len(after.seats)) if before is None else _opened(before, after)
    return (invitation_field(number) for number in changed if after.seats[number].kind == "reserved")


def _untaken(after: Table[Any], field: str) -> bool:
    """Whether this is the field of the token of a seat that nobody has."""
    return field[:1] == "s" and after.seats[int(field[1:])].kind in table.UNTAKEN


def _summary_change(
    game: str, before: Table[Any] | None, after: Table[Any], created_at: str, names: Mapping[str, str]
) -> SummaryChange | None:
    """What changes in the list of games; nothing for unlisted games and plain actions."""
    if after.visibility == "unlisted" or (
        before is not None and before.seats == after.seats and before.status == after.status
    ):
        return None
    return SummaryChange(None if before is None else before.status, GameSummary(**_summary(game, after, created_at, names)))


def _summary(game: str, shown: Table[Any], created_at: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a game's entry in every list."""
    return {
        "id": game,
        "ruleset": shown.ruleset,
        "status": shown.status,
        "seats": tuple(
            [SeatSummary(seat.kind, name_of(seat.name, at, names), seat.level) for at, seat in enumerate(shown.seats)]
        ),
        "open_seats": sum(seat.kind == "open" for seat in shown.seats),
        "created_at": created_at,
        "created_ms": milliseconds(datetime.fromisoformat(created_at)),
    }


def owned_line(
    game: AnyGame,
    game_id: str,
    shown: Table[Any],
    version: int,
    created_at: str,
    at: str,
    times: Times | None,
    names: Mapping[str, str],
) -> OwnedGame:
    """The line of a game in the list of its API key."""
    return OwnedGame(
        **_summary(game_id, shown, created_at, names),
        version=version,
        turn=table.turn(game, shown),
        to_act=table.to_act(game, shown),
        acted_at=at,
        deadlines=() if times is None else times.deadlines,
        outcome=shown.outcome,
    )


def _owners_change(
    owner: str,
    game: AnyGame,
    accepted: AcceptedCommand,
    at: str,
    now_ms: int,
    times: Times | None,
    added: OwnersPart | None,
    names: Mapping[str, str],
) -> OwnersChange:
    """What changes in the list of the API key that the game belongs to."""
    before = None if accepted.before is None else accepted.before.status
    line = owned_line(game, accepted.game, accepted.after, accepted.version, accepted.created_at or at, at, times, names)
    note = None if added is None else added.note
    return OwnersChange(owner, before, line, now_ms, note, happened(game, accepted.before, accepted.after))
