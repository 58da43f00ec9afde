"""The parts of an append: what the script changes beside the log, where a commit changes it."""

from __future__ import annotations

import msgspec

from events.redis_store import keys
from events.redis_store.feed import KEY_FEED_LENGTH, KEY_FEED_SECONDS
from events.redis_store.webhooks import outbox_score
from events.store_types import Append, OwnersChange, SummaryChange, feed_line

_encode = msgspec.json.Encoder().encode


class Parts:
    """The names of the parts of an append, and their keys and arguments, in the order in which append.lua reads them.

    While a slot of a cluster moves to another node, a command is refused if any of its keys is not there. So a key that a
    commit does not touch, which may not even exist, is not named.
    """

    def __init__(self) -> None:
        self.names = ""
        self.keys: list[str] = []
        self.args: list[str | bytes | int] = []

    def add(self, name: str, part_keys: tuple[str, ...], *args: str | bytes | int) -> None:
        self.names += f"{name} "
        self.keys += part_keys
        self.args += args


def parts_of(request: Append, partition: str) -> Parts:
    """What an append changes beside the log."""
    parts, owners = Parts(), request.owners
    if request.clock_ms is not None:
        parts.add("time", (), request.clock_ms)
    if request.forgot is not None:
        parts.add("names", (), request.forgot)
    if owners is not None and owners.note is not None and owners.note.external is not None:
        parts.add("external", (keys.external(partition),), owners.note.external)
    if owners is not None and owners.note is not None:
        parts.add("note", (keys.about(partition),), _encode(owners.note))
    if owners is not None:
        line = _encode(feed_line(owners.line))
        feed = (keys.key_feed(partition, owners.owner),)
        parts.add("feed", feed, owners.owner, line, KEY_FEED_LENGTH, KEY_FEED_SECONDS)
    if owners is not None and owners.events:
        outbox = (owners.owner, " ".join(owners.events), outbox_score(request.commit))
        parts.add("outbox", (keys.hooked(partition), keys.outbox(partition)), *outbox)
    if request.bot_due is not None or request.bot_was_due:
        parts.add("bots", (keys.bots(partition),), "" if request.bot_due is None else request.bot_due)
    if owners is not None:
        _add_owned(parts, owners, partition)
    if request.summary is not None:
        _add_listed(parts, request.summary, partition)
    if request.deadline_ms is not msgspec.UNSET:
        due = "" if request.deadline_ms is None else request.deadline_ms
        parts.add("deadline", (keys.clocks(partition), keys.attended(partition)), due, due if request.attended else "")
    if request.over_ms is not None:
        parts.add("over", (keys.over(partition),), request.over_ms)
    return parts


def _add_owned(parts: Parts, change: OwnersChange, partition: str) -> None:
    line, before = change.line, change.before or change.line.status
    entered = keys.owned_by_status(partition, change.owner, line.status)
    left = entered if before == line.status else keys.owned_by_status(partition, change.owner, before)
    parts.add("owned", (keys.owned(partition), left, entered), _encode(line), change.acted_ms)


def _add_listed(parts: Parts, change: SummaryChange, partition: str) -> None:
    line, before = change.summary, change.before or change.summary.status
    left, entered = (keys.games_by_status(partition, status) for status in (before, line.status))
    parts.add("listed", (keys.summaries(partition), left, entered), _encode(line), line.created_ms)
