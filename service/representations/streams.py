"""Lines and events that are no answers by themselves: of exports, and of live streams."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.session import Status
from domain.session.rights import Role
from events.identity import Moment


class StoredCommit(msgspec.Struct, frozen=True, kw_only=True):
    """A commit as it is stored, with nothing hidden. The audit head covers its JSON without `head`."""

    version: int
    """The version that this commit made."""
    command_id: str
    """A hash of the caller and its Idempotency-Key; empty where none was sent."""
    actor: Role
    """The role in which the command was given; `service`: the service itself."""
    seat: int | None
    """The seat that gave the command; null if no seat did."""
    at: Moment
    """The time, RFC 3339, UTC."""
    ruleset: str
    """Which game is played."""
    ruleset_version: int
    """The version of the rules that decided it."""
    command: dict[str, Any]
    """The command as that version writes it: the `RecordedCommand` of the game."""
    events: list[dict[str, Any]]
    """The events in order as that version writes them: each an `Event` of the game."""
    head: str
    """The audit head after this commit, in hex."""


class ExportedNames(msgspec.Struct, frozen=True):
    """The last line of an exported game of which names are known."""

    names: dict[str, tuple[str, str]]
    """Salt and name by the seal that stands for the name in the commits."""


class ExportedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in an export of many."""

    id: str
    """The id of the game."""
    ruleset: str
    """Which game was played."""
    status: Status
    """`finished` or `abandoned`."""
    next: str
    """The value of `after` with which the export goes on after this game."""
    commits: list[StoredCommit] | msgspec.UnsetType = msgspec.UNSET
    """All of its commits; missing where `problem` says why."""
    names: dict[str, tuple[str, str]] | msgspec.UnsetType = msgspec.UNSET
    """As in `ExportedNames`; missing if no name is known."""
    problem: str | msgspec.UnsetType = msgspec.UNSET
    """The code of the problem for which the commits are missing."""


class ExportEnd(msgspec.Struct, frozen=True):
    """The last line of an export of many games: without it the stream was cut off."""

    games: int
    """How many lines came before."""
    next: str | None
    """The value of `after` for the games that follow; null: these were all."""


class Rewound(msgspec.Struct, frozen=True):
    """That the store lost commits that were sent."""

    version: int
    """The last version that stayed: forget later ones, and read the game again."""
