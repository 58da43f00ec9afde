"""The entries of a log: one commit for each accepted command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from domain import fairness
from domain.session.rights import Role
from events.identity import Moment

HEAD_BYTES = 32
_TIME = re.compile(r"[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}\.[0-9]{3}Z")


class Commit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One entry of a game's stream, and one line of an exported file.

    `command_id` is a hash of the caller and its Idempotency-Key, empty where none was sent. `command` and `events` are JSON
    with sorted keys; `head` is the audit head in hex.
    """

    version: int
    command_id: str
    actor: Role
    seat: int | None
    at: Moment
    ruleset: str
    ruleset_version: int
    command: msgspec.Raw
    events: msgspec.Raw
    head: str | msgspec.UnsetType = msgspec.UNSET


_SORTED = msgspec.json.Encoder(order="sorted")


def canonical(commit: Commit) -> bytes:
    """The bytes that the audit head covers: the commit without its head, as JSON with sorted keys and no white space.

    Numbers in commits are integers, so this is also the JSON canonicalization scheme of RFC 8785.
    """
    if commit.head is not msgspec.UNSET:
        commit = msgspec.structs.replace(commit, head=msgspec.UNSET)
    return _SORTED.encode(commit)


class Sealed(NamedTuple):
    """A commit with its audit head, and the bytes that the head covers."""

    commit: Commit
    text: bytes


def sealed(commit: Commit, previous_head: bytes, secret: bytes) -> Sealed:
    """Give a commit its audit head."""
    text = canonical(commit)
    head = fairness.next_head(previous_head, secret, commit.version, text)
    return Sealed(msgspec.structs.replace(commit, head=head.hex()), text)


def in_hex(head: bytes) -> str:
    """A stored head in hex. The first version of the store wrote the digits, newer ones write the bytes."""
    return head.hex() if len(head) == HEAD_BYTES else head.decode()


_decode = msgspec.json.Decoder(Commit).decode


def unsealed(entries: Iterable[tuple[bytes, bytes]]) -> list[Commit]:
    """The commits from pairs of the bytes that a head covers and the head, in either of its stored forms."""
    # One by one: to join a long log to one text first takes longer, most of it for memory. The head is set on the decoded
    # commit, which no other code has seen yet: to put it into the text first takes nearly as long as decoding.
    commits = []
    for text, head in entries:
        commit = _decode(text)
        msgspec.structs.force_setattr(commit, "head", in_hex(head))
        commits.append(commit)
    return commits


def whole(commits: Sequence[Commit], first: int, last: int) -> bool:
    """Whether these are all commits of a range, in order."""
    return [each.version for each in commits] == [*range(first, last + 1)]


def exported_line(commit: Commit) -> bytes:
    """The commit as one line of an exported file, without the line feed."""
    return _SORTED.encode(commit)


def published_secret(commit: Commit) -> bytes | None:
    """The secret in the last event of a game that is over."""
    if b"secret_published" not in bytes(commit.events):
        return None
    try:
        events = msgspec.json.decode(commit.events, type=list[dict[str, Any]])
        if events and events[-1].get("type") == "secret_published":
            return bytes.fromhex(events[-1]["secret"])
    except (msgspec.DecodeError, KeyError, TypeError, ValueError):
        return None
    return None


def is_time(text: str) -> bool:
    """Whether this is a time as commits bear it."""
    try:
        return _TIME.fullmatch(text) is not None and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:  # The 30th of February, the 25th hour.
        return False
