"""Death, new captains and the end (RULES.md, chapters 19 and 20)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, SeatNumber
from domain.kit.events import BaseEvent

from ..values import CaptainId, PortId, Ranked, ShipTypeId


class CaptainDied(BaseEvent, frozen=True, tag="captain_died"):
    """A captain died."""

    seat: SeatNumber
    captain: CaptainId
    """The captain."""


class CaptainRetired(BaseEvent, frozen=True, tag="captain_retired"):
    """A captain was given up by its owner."""

    seat: SeatNumber
    captain: CaptainId
    """The captain."""


class BelongingsLost(BaseEvent, frozen=True, tag="belongings_lost"):
    """What a dead captain had and nobody took is discarded (MM-355)."""

    seat: SeatNumber


class CaptainDrawn(BaseEvent, frozen=True, tag="captain_drawn"):
    """A seat drew a new captain; `deck` is the deck after a rejected one was shuffled back (MM-426)."""

    seat: SeatNumber
    captain: CaptainId
    """The captain."""
    redrawn: bool
    """Whether one drawn before was rejected."""
    deck: tuple[CaptainId, ...] | Hidden | None = None
    """The captain deck after a rejected captain was shuffled back into it, the top card first; null where none was."""


class CaptainSetUp(BaseEvent, frozen=True, tag="captain_set_up"):
    """A new captain came to the home port with a first ship."""

    seat: SeatNumber
    captain: CaptainId
    """The captain."""
    ship: ShipTypeId
    """The ship's kind."""
    port: PortId
    """The home port."""


class VictoryDeclared(BaseEvent, frozen=True, tag="victory_declared"):
    """A seat declared that it has enough glory points."""

    seat: SeatNumber
    track: int
    """Points on the track."""
    stash: int
    """Gold in the stash."""


class StashesShown(BaseEvent, frozen=True, tag="stashes_shown"):
    """All stashes were shown, in the order of seats."""

    stashes: tuple[int, ...]
    """In gold."""


class GameEnded(BaseEvent, frozen=True, tag="game_ended"):
    """The game ended with this ranking."""

    reason: Literal["glory", "event_deck_empty", "captain_deck_empty"]
    """The reason for the end."""
    ranking: tuple[Ranked, ...]
    """The best first."""


CaptainEvent: TypeAlias = (
    CaptainDied | CaptainRetired | BelongingsLost | CaptainDrawn | CaptainSetUp | VictoryDeclared | StashesShown | GameEnded
)
