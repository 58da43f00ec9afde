"""Webhooks: the events of a receiver, its state, and that of each delivery."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_bytes, token_hex
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from domain.session import UNTAKEN, Seat, Session
from events.identity import Moment

EntryEvent: TypeAlias = Literal["turn", "over", "deadline_near", "seat_claimed", "seat_changed", "takeback_asked", "rematch"]
"""Events of which a call says how the game stands."""
Event: TypeAlias = EntryEvent | Literal["deleted"]
EVENTS: tuple[Event, ...] = (*get_args(EntryEvent), "deleted")
TEST = "test"
"""The event of a delivery that the holder of the key asks for."""
SECRET_PREFIX = "whsec_"
SECRET_BYTES = 32
TRIES_MS = (0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000)
"""How long after the try before each try of a delivery comes: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h."""
BREAK_AFTER = 3
"""Failures in a row after which a receiver gets no calls for a while."""
PAUSES_MS = (5_000, 30_000, 300_000)
"""How long it is left alone then, after one more failure, and after each further one."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A receiver of events of an API key's games."""

    id: str
    """In the address of the webhook."""
    url: str
    """The address that is called."""
    events: tuple[Event, ...]
    """The events for which it is called."""
    created_at: Moment
    """The time of creation, RFC 3339, UTC."""
    disabled: str | None = None
    """The reason why it is no longer called; null while it is."""
    failures: int = 0
    """Failed calls in a row."""
    paused_until: Moment | None = None
    """The time before which it is not called, after several failures in a row, RFC 3339, UTC; null if it is."""


class KeptHook(Webhook, frozen=True, kw_only=True):
    """A webhook as it is stored."""

    owner: str
    """The id of the API key."""
    secret: str
    """The signing secret, encrypted, as base64."""
    paused_ms: int = 0
    succeeded_ms: int = 0

    def shown(self) -> Webhook:
        return Webhook(**{name: getattr(self, name) for name in Webhook.__struct_fields__})


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A delivery that has not arrived yet."""

    version: int
    """The version of the game; 0: the game was deleted."""
    mark: str
    """Tells apart what has the same version: the beginning of the commit's head, or the deadline that is near."""
    tries: int = 0
    due: int
    """When to try (next), in ms."""
    since: int
    """Since when it waits, in ms."""


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A call, or one that waits."""

    id: str
    """The `webhook-id`: the same in all tries."""
    event: str
    """The type of the call: an event, or `test`."""
    game: str | None
    """The game; null in a test."""
    version: int
    """The version of the game at which it came to be; 0: the game was deleted, or it is a test."""
    status: Literal["waiting", "delivered", "failed", "given_up"]
    """`failed`: it will be tried again; `given_up`: it will not."""
    tries: int
    """The number of tries."""
    at: Moment
    """The time of the last try; of one that waits, of the next. RFC 3339, UTC."""
    detail: str
    """The receiver's answer, or the reason why it could not be called."""


def webhook_events(
    before: Session[Any] | None, after: Session[Any], asked: Sequence[int], handed: Sequence[int]
) -> tuple[Event, ...]:
    """The events of a commit for which receivers may be called. `asked`, `handed`: the seats that are newly asked, and those
    that changed hands."""
    found: list[Event] = []
    if asked:
        found.append("turn")
    if after.over:
        found.append("over")
    if before is not None and before.seats is not after.seats and any(
        old.kind in UNTAKEN and new.kind == "human" for old, new in zip(before.seats, after.seats, strict=True)
    ):  # fmt: skip
        found.append("seat_claimed")
    if handed:
        found.append("seat_changed")
    if after.takeback_asked is not None and (before is None or before.takeback_asked is None):
        found.append("takeback_asked")
    if before is None and after.rematch_of is not None:
        found.append("rematch")
    return tuple(found)


def changed_hands(before: Session[Any] | None, after: Session[Any]) -> tuple[int, ...]:
    """The seats that somebody had and that are somebody else's now: a bot's, their player's again, another player's, or
    nobody's."""
    return () if before is None or before.seats is after.seats else handed(before.seats, after.seats)


def handed(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[int, ...]:
    """The same of the seats before and after a commit."""
    return tuple(
        [
            seat
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if old.kind not in UNTAKEN
            and (new.kind != old.kind or (new.name != old.name and new.generation != old.generation))
        ]
    )


def newly_asked(
    before: Session[Any] | None, asked_before: Sequence[int], after: Session[Any], asked: Sequence[int]
) -> tuple[int, ...]:
    """The seats of people that must act and had not to before, or not under their present player. `asked_before`, `asked`:
    the seats that must act before and after."""
    return tuple(
        [
            seat
            for seat in sorted(asked)
            if after.seats[seat].kind == "human"
            and not (seat in asked_before and before is not None and _same_player(before.seats[seat], after.seats[seat]))
        ]
    )


def _same_player(old: Seat, new: Seat) -> bool:
    """For a new player of a seat it is a new turn, and for one who comes back after a bot."""
    return old.kind == new.kind and old.generation == new.generation


def new_hook_id() -> str:
    return f"wh{token_hex(10)}"


def new_secret() -> str:
    """A new signing secret, in the form of Standard Webhooks."""
    return SECRET_PREFIX + base64.b64encode(token_bytes(SECRET_BYTES)).decode()


def delivery_id(hook: str, what: str, version: int, mark: str) -> str:
    """The `webhook-id`, by which a receiver knows a repeat: the same in every process and at every try.

    What happens after a restore, or after Redis has lost its last second, gets another id than what it replaces.
    """
    return f"msg_{sha256(f'{hook} {what} {version} {mark}'.encode()).hexdigest()[:32]}"


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """The header `webhook-signature` after Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.digest(key, f"{message}.{timestamp}.".encode() + body, sha256)
    return f"v1,{base64.b64encode(digest).decode()}"
