"""Ids, tokens and times."""

from __future__ import annotations

import re
from base64 import b32encode
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from secrets import token_bytes, token_urlsafe
from typing import Annotated, TypeAlias

import msgspec

Moment: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""A time, RFC 3339, UTC."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

GAME_ID = "[0-9]{1,4}g[a-z2-7]{20}"
"""The form of every id of a game."""
TOKEN = "[!-~]{1,200}"
"""The form of every token that a request can bear."""

BROUGHT_TOKEN = "tw_[A-Za-z0-9_-]{32,100}"
"""The form of tokens that clients choose: as long as those that are drawn here, or longer."""


def external_field(owner: str, external_id: str) -> str:
    """The name under which a game is found by its external id: the id of its API key and this one, with a space between."""
    return f"{owner} {external_id}"


def hashed_partition(text: str, partitions: int) -> int:
    """The partition that a text leads to, always the same."""
    return int(sha256(text.encode()).hexdigest()[:8], 16) % partitions


def new_game_id(partition: int) -> str:
    """The partition's number and 100 random bits, as letters and digits only, so that a job id can contain it."""
    return f"{partition}g{_letters(token_bytes(13))}"


def _letters(data: bytes) -> str:
    """100 bits as letters and digits."""
    return b32encode(data).decode().lower()[:20]


def new_token() -> str:
    """A bearer token of 192 random bits."""
    return f"tw_{token_urlsafe(24)}"


KEY = re.compile(r"twk_([a-z2-7]{12})_[A-Za-z0-9_-]{32}")
"""The form of every API key; the group is its id."""
KEY_PREFIX = "twk_"


def new_key() -> tuple[str, str]:
    """The id of a new API key, and the key, with 192 random bits."""
    key_id = b32encode(token_bytes(8)).decode().lower()[:12]
    return key_id, f"{KEY_PREFIX}{key_id}_{token_urlsafe(24)}"


def new_invitation() -> str:
    """An invitation to a seat, of 192 random bits."""
    return f"twi_{token_urlsafe(24)}"


def rematch_id(game: str) -> str:
    """The id of a game's rematch. There is one, whoever asks first."""
    partition, _, _ = game.partition("g")
    return f"{partition}g{_letters(sha256(f'rematch of {game}'.encode()).digest())}"


def hash_token(token: str) -> str:
    """The hash that is stored of a token. Tokens are long and random, so a plain SHA-256 is enough."""
    return sha256(token.encode()).hexdigest()


def token_field(seat: int | None) -> str:
    """The field beside the log that has the hash of a seat's token, or of the host's (None)."""
    return "host" if seat is None else f"s{seat}"


def invitation_field(seat: int) -> str:
    """The field beside the log that has the hash of the invitation to a reserved seat. A rematch may have two there, with a
    space between them: those of a token of the old game and of its successor."""
    return f"i{seat}"


def custody_field(seat: int) -> str:
    """The field beside the log that says, unless it is empty, that the seat is in custody of the game's API key."""
    return f"c{seat}"


def successor_field(seat: int) -> str:
    """The field that has the hashes of the seat's token and of its successor, with a space between them.

    It counts only while the seat has that token, so whatever gives the seat another token voids it.
    """
    return f"{token_field(seat)}.next"


DELETED = "deleted"
"""The field beside the log of a deleted game, the only one left: the time of the deletion."""


FORGOT = "forgot"
"""The field beside a log that counts how often names were forgotten; missing while none was."""


LESSON = "lesson"
"""The field beside the log of a lesson: a game that is forgotten a day after it began (append.lua), and leaves nothing."""


def command_id(caller: str, key: str | None) -> str:
    """The id of a command in its commit: a hash of caller and Idempotency-Key, empty without a key."""
    return "" if key is None else sha256(f"{caller}\n{key}".encode()).hexdigest()[:32]


def utc_now() -> datetime:
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC, to the millisecond."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(moment: datetime) -> int:
    """Since 1970. Computed without fractions, so that a time is the same whether read from a clock or from a commit."""
    return (moment - _EPOCH) // _MILLISECOND


@lru_cache(1 << 10)
def milliseconds_of(at: Moment) -> int:
    """The same of a time that is written."""
    return milliseconds(datetime.fromisoformat(at))


def moment_of(ms: int) -> datetime:
    """The time that is this number of milliseconds after 1970."""
    return _EPOCH + ms * _MILLISECOND


def partition_of(game: str) -> str:
    """The partition that a game id names."""
    return game.partition("g")[0]
