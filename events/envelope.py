"""What stands in the log: one commit an accepted command."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain import fairness

Role: TypeAlias = Literal["visitor", "host", "player", "bot", "service"]


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a game's stream, and one line of an exported file.

    `command_id` is a hash of the caller and its Idempotency-Key, empty where none was sent. `command` and `events` are JSON
    with sorted keys; `head` is the audit head in hex.
    """

    version: int
    command_id: str
    actor: Role
    seat: int | None
    at: str
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


def sealed(commit: Commit, previous_head: bytes, secret: bytes) -> Commit:
    """The commit with its audit head."""
    head = fairness.next_head(previous_head, secret, commit.version, canonical(commit))
    return msgspec.structs.replace(commit, head=head.hex())


def line(commit: Commit) -> bytes:
    """The commit as one line of an exported file, without the line feed."""
    return _SORTED.encode(commit)
