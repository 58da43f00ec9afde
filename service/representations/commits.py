"""Answers about history: commits, turns, differences and audits.

Each game narrows `Any` to its own types (`service.representations.built`).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from domain.scenes import Scene
from domain.session import Status
from domain.session.rights import Role
from domain.values import Figure, Rung
from events.deadlines import Deadline
from events.games.audit import Audit
from events.games.standing import StandingPoint
from events.identity import Moment
from service.representations.games import Asked
from service.representations.pictures import PictureAnswer


class CommitAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted command with its events, as the caller may see them. If even the kind of the command is hidden, `command`
    and `seat` are null, and the commit has no events and no text."""

    version: int
    """The version that this commit made."""
    turn: int
    """The turn in which the command was given."""
    seat: int | None
    """The seat that gave the command; null if no seat did, or if it is hidden."""
    actor: Role
    """The role in which the command was given; `service`: the service itself."""
    at: Moment
    """The time, RFC 3339, UTC."""
    text: str
    """The events in words; empty if there is nothing to say."""
    status: Status
    """The status of the game after this commit."""
    to_act: tuple[int, ...]
    """The seats that must act after this commit."""
    deadlines: tuple[Deadline, ...]
    """When the time of each of these seats is over; none in a game without a clock, while it is stopped, and for bots."""
    asked: tuple[Asked, ...] | None
    """The question to each of these seats; null without `include=asked`."""
    picture: PictureAnswer | None
    """The position after this commit for drawing; null without `include=picture`, in the lobby, and if the game is not
    drawn."""
    scene: Scene | None
    """What happened, as people at a table would see it, beat by beat; null without `include=scene`."""
    head: str
    """The audit head after this commit."""
    command: Any
    """The command; null if it is hidden."""
    events: Any
    """The events in order."""


class PageAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A page of history."""

    items: Any
    """The commits, oldest first."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""


class TurnAnswer(msgspec.Struct, frozen=True):
    """One step of a replay slider."""

    turn: int
    """The turn's number."""
    seat: int | None
    """The seat whose turn it was; null if it was no seat's turn."""
    first_version: int
    """The first commit of the turn."""
    last_version: int
    """The last commit of the turn: the position to show."""
    text: str
    """The events of the turn in words."""


class TurnsAnswer(msgspec.Struct, frozen=True):
    """The index of a replay slider."""

    items: list[TurnAnswer]
    """The turns in which a command was given, oldest first."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""


class StandingAnswer(msgspec.Struct, frozen=True):
    """The estimated share of each seat in the victory, and the points of all, over the versions of a game."""

    items: list[StandingPoint]
    """The points, oldest first. A game that is over has one for each version, a running one for the end of each turn."""
    next: int | None
    """The value of `after` for the next page; null on the last page."""
    figures: list[Figure]
    """What the seats did, counted over the whole game, without what was taken back. What does not add up to the part that it
    would explain is left out, as in a game that began in another one's middle. Empty while the game goes on, on all but
    an only page, and in games that count nothing."""
    ladder: list[Rung]
    """By what the winner was found, one criterion after the other. Where none has decided, those who are left share the
    victory. Empty while the game goes on, on all but the last page, where the others had given up or run out of time, and in
    games that name no criteria."""


class PatchOperation(msgspec.Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    """The kind of operation."""
    path: str
    """The place, as a JSON pointer into the view."""
    value: Any = msgspec.UNSET
    """The value of `add`, `replace` and `test`."""
    from_: str | msgspec.UnsetType = msgspec.UNSET
    """The source of `move` and `copy`, as a JSON pointer into the view."""


class DiffAnswer(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The difference between two positions: `patch` turns the caller's view at `from` into the view at `to`."""

    from_: int
    """The version before."""
    to: int
    """The version after."""
    patch: list[PatchOperation]
    """The operations that turn one view into the other."""
    text: list[str]
    """The events in between, in words, one text for each commit."""


class AuditAnswer(Audit, frozen=True):
    """The result of an audit."""

    version: int
    """The version of the game that was audited."""
