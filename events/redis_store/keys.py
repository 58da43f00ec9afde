"""The names of all keys in the Redis that holds the games.

All keys of a game and of its partition's indexes share the hash tag `{p}`, so one script can touch them on a cluster too::

    {p}:g:<game>      stream: the log. Entry ids <version>-0 without gaps from 1; each entry has the bytes that its audit
                      head covers (c), the 32 bytes of the head (h), and a random number (n) by which an append that was
                      sent twice recognizes its own commit
    {p}:g:<game>:s    hash: the secret, token hashes ("host", "s<seat>"), "imported" with the time of the import,
                      "owner" with the id of an API key, "custody", and "c<seat>" for seats in its custody; "n:<seal>"
                      with the salt and the name of which the log has that seal; of a deleted game only "deleted" with the
                      time of that
    {p}:asleep        hash: sleeping game -> what its log was when it left Redis (`asleep.Pointer`)
    {p}:unnamed       sorted set: "<game>.<mark>" of files that no pointer names (yet, or any more), by the time (ms) of that
    {p}:bots          sorted set: games with a bot to act, by the time (ms) when its turn counts as lost
    {p}:clocks        sorted set: games with a clock that runs, by the time (ms) when the first seat's time is over
    {p}:attended      sorted set: those of them in which a person has given a command since the last time-out, or there was
                      none, by the same time
    {p}:looked        hash: when {p}:clocks was last looked through (at), and the last time that nobody did (down, up), in ms
    {p}:over          sorted set: games that are over and not yet in the archive, by the time (ms) of their end
    {p}:deleted       sorted set: games that were deleted within the last hour by the time (ms) of that
    {p}:forgotten     sorted set: "<game> <seal>" of every name that was forgotten, by the time (ms) of that
    {p}:forgetting    sorted set: those of them that were forgotten within the last hour
    {p}:removed       hash: how often games were deleted or names forgotten (n), how many of these Redis' append-only file
                      has no trace of (done), and the time (ms) of the first of the others (since)
    {p}:feed          capped stream: game, version and the first bytes of the head of every commit; version 0: the game was
                      deleted, or names were forgotten
    {p}:lines         hash: game -> its summary in the list of games
    {p}:<status>      sorted set: public games of a status by creation time
    {p}:owned         hash: game -> its line in the list of the API key that it belongs to, without what the key's holder
                      has noted about it
    {p}:about         hash: game -> what the holder of its key has noted: metadata, and the players of its seats
    {p}:feed:<key>    capped stream: the line of each commit in the games of an API key
    {p}:hooked        set: API keys that have webhooks
    {p}:outbox        sorted set: "<key> <game> <event>" of which webhooks are to be told, by the game's version and, beneath
                      it, 32 bits of its head
    {p}:of:<key>:<status>  sorted set: the games of an API key with a status by the time (ms) of their last commit
    {0}:keys          hash: API key's id -> its name, the hash of its secret, times
    {0}:hooks         hash: webhook -> its receiver, events, encrypted secret, failures
    {0}:hooks:near    sorted set: "<game> <deadline>" of which webhooks were told that it is near, by the deadline (ms)
    {0}:hooks:due     sorted set: webhooks by the time (ms) when they have something to deliver
    {0}:hooks:<id>    hash: "<game> <event>" -> a delivery that waits; and :order (sorted set of these by due time), :past
                      (list of the last deliveries), :lease (string: which process delivers now)
    {p}:kin:<game>    set: the games that began with names of a game: its branches, its rematch, imports of its file
    {p}:key:<hash>    string: the game id reserved by the Idempotency-Key of a creation, for ten minutes
    {p}:sync          string: empty; written before waiting for replicas where nothing else was
    {0}:partitions    string: how many partitions there are
    {0}:restored      string: when a backup was restored here, in ms
    {0}:served        string: there while a web process runs
    {0}:archive       string: the id of the archive's folder, once there is one
    {0}:sleep         string: the id of the folder of sleeping games, and that of the key which seals its files
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
STATUSES = ("lobby", "running", "finished", "abandoned")


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
    of_owner = [] if owner is None else [owned_by_status(partition, owner, status) for status in STATUSES]
    return [bots(partition), clocks(partition), attended(partition), over(partition), *by_status, *of_owner]
