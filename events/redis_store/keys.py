"""The names of all keys in the Redis that holds the games; docs/architecture.md, "Keys in Redis", says what each holds.

All keys of a game and of its partition's indexes share the hash tag `{p}`, so one script can touch them on a cluster too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from domain.session import Status
from events.identity import partition_of

PARTITIONS = "{0}:partitions"
ARCHIVE = "{0}:archive"
SLEEP = "{0}:sleep"
RESTORED = "{0}:restored"
SERVED = "{0}:served"
API_KEYS = "{0}:keys"
WEBHOOKS = "{0}:hooks"
WEBHOOKS_DUE = "{0}:hooks:due"
WEBHOOKS_NEAR = "{0}:hooks:near"
ALL_LOGS = "{*}:g:*"
"""A pattern that every log's key matches."""
STATUSES: tuple[Status, ...] = get_args(Status)
GONE = "deleted"
"""In place of a status: the games of an API key that were deleted, and of which only the result is kept."""


def log(game: str) -> str:
    return f"{{{partition_of(game)}}}:g:{game}"


def game_of(log_key: str) -> str:
    """The game whose log has this key."""
    return log_key.partition(":g:")[2]


def secrets(log_key: str) -> str:
    """The key beside the log that has this key."""
    return f"{log_key}:s"


def asleep(partition: int | str) -> str:
    return f"{{{partition}}}:asleep"


def unnamed(partition: int | str) -> str:
    return f"{{{partition}}}:unnamed"


def bots(partition: int | str) -> str:
    return f"{{{partition}}}:bots"


def clocks(partition: int | str) -> str:
    return f"{{{partition}}}:clocks"


def attended(partition: int | str) -> str:
    return f"{{{partition}}}:attended"


def looked(partition: int | str) -> str:
    return f"{{{partition}}}:looked"


def over(partition: int | str) -> str:
    return f"{{{partition}}}:over"


def deleted(partition: int | str) -> str:
    return f"{{{partition}}}:deleted"


def forgotten(partition: int | str) -> str:
    return f"{{{partition}}}:forgotten"


def forgetting(partition: int | str) -> str:
    return f"{{{partition}}}:forgetting"


def removed(partition: int | str) -> str:
    return f"{{{partition}}}:removed"


def feed(partition: int | str) -> str:
    return f"{{{partition}}}:feed"


def summaries(partition: int | str) -> str:
    return f"{{{partition}}}:lines"


def games_by_status(partition: int | str, status: str) -> str:
    return f"{{{partition}}}:{status}"


def owned(partition: int | str) -> str:
    return f"{{{partition}}}:owned"


def about(partition: int | str) -> str:
    return f"{{{partition}}}:about"


def external(partition: int | str) -> str:
    return f"{{{partition}}}:external"


def key_feed(partition: int | str, owner: str) -> str:
    return f"{feed(partition)}:{owner}"


def hooked(partition: int | str) -> str:
    return f"{{{partition}}}:hooked"


def outbox(partition: int | str) -> str:
    return f"{{{partition}}}:outbox"


class OfWebhook(NamedTuple):
    """The keys of one webhook."""

    waiting: str
    order: str
    past: str
    lease: str


def of_webhook(hook: str) -> OfWebhook:
    first = f"{WEBHOOKS}:{hook}"
    return OfWebhook(first, f"{first}:order", f"{first}:past", f"{first}:lease")


def owned_by_status(partition: int | str, owner: str, status: str) -> str:
    return f"{{{partition}}}:of:{owner}:{status}"


def reservation(partition: int | str, key_hash: str) -> str:
    return f"{{{partition}}}:key:{key_hash}"


def kin(game: str) -> str:
    return f"{{{partition_of(game)}}}:kin:{game}"


def sync(partition: int | str) -> str:
    return f"{{{partition}}}:sync"


def hashes_by_game(partition: int | str) -> list[str]:
    """The hashes whose fields are games."""
    return [summaries(partition), owned(partition), about(partition), asleep(partition)]


def sets_of_games(partition: int | str, owner: str | None) -> Sequence[str]:
    """The sorted sets in which a game can be, which belongs to this API key or to none."""
    by_status = [games_by_status(partition, status) for status in STATUSES]
    of_owner = [] if owner is None else [owned_by_status(partition, owner, status) for status in (*STATUSES, GONE)]
    return [bots(partition), clocks(partition), attended(partition), over(partition), *by_status, *of_owner]
