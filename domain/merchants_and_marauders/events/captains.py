"""Death, new captains and the end (RULES.md, chapters 19 and 20)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, Secret

from ..frames import Cards
from ..parts import Ranked
from .base import BaseEvent


class CaptainDied(BaseEvent, frozen=True, tag="captain_died"):
    seat: int
    captain: str


class CaptainRetired(BaseEvent, frozen=True, tag="captain_retired"):
    seat: int
    captain: str


class BelongingsLost(BaseEvent, frozen=True, tag="belongings_lost"):
    """What a dead captain had and nobody took is discarded (MM-355)."""

    seat: int


class CaptainDrawn(BaseEvent, frozen=True, tag="captain_drawn"):
    """`deck` after a rejected captain was shuffled back (MM-426)."""

    seat: int
    captain: str
    redrawn: bool
    deck: Cards | Hidden | None = None


class CaptainSetUp(BaseEvent, frozen=True, tag="captain_set_up"):
    seat: int
    captain: str
    ship: str
    port: str


class GoldMovedFromStash(BaseEvent, frozen=True, tag="gold_moved_from_stash"):
    seat: int
    amount: int | Secret


class VictoryDeclared(BaseEvent, frozen=True, tag="victory_declared"):
    seat: int
    track: int
    stash: int


class StashesShown(BaseEvent, frozen=True, tag="stashes_shown"):
    stashes: tuple[int, ...]


class GameEnded(BaseEvent, frozen=True, tag="game_ended"):
    reason: Literal["glory", "event_deck_empty", "captain_deck_empty"]
    ranking: tuple[Ranked, ...]


CaptainEvent: TypeAlias = (
    CaptainDied
    | CaptainRetired
    | BelongingsLost
    | CaptainDrawn
    | CaptainSetUp
    | GoldMovedFromStash
    | VictoryDeclared
    | StashesShown
    | GameEnded
)
