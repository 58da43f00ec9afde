"""Merchant raids (RULES.md, chapter 8)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import SeatNumber
from domain.kit.events import BaseEvent

from ..values import CargoCard, CargoCards, NationId, RaidHelp


class RaidStarted(BaseEvent, frozen=True, tag="raid_started"):
    """A captain began to raid a merchant of this nation."""

    seat: SeatNumber
    nation: NationId


class RaidCardDrawn(BaseEvent, frozen=True, tag="raid_card_drawn"):
    """Cards were drawn for a raid; `blank` if their icons are ignored, `used` if a success was used."""

    cards: CargoCards
    """The cargo cards."""
    blank: bool = False
    """Whether their icons are ignored."""
    used: bool = False
    """Whether it took a success."""


class RaidCardDiscarded(BaseEvent, frozen=True, tag="raid_card_discarded"):
    """A card of a raid was discarded; `used` if a success was used for it."""

    card: CargoCard
    """The cargo card."""
    used: bool = True
    """Whether it took a success."""


class RaidCardExchanged(BaseEvent, frozen=True, tag="raid_card_exchanged"):
    """A card of a raid was exchanged for a new one."""

    card: CargoCard
    """The cargo card that is gone."""
    new: CargoCard | None
    """The card drawn; null if none was left."""
    free: bool
    """Whether it cost no success."""


class RaidStopped(BaseEvent, frozen=True, tag="raid_stopped"):
    """The raiding captain left the other successes unused."""


class RaidHelped(BaseEvent, frozen=True, tag="raid_helped"):
    """A card added plunder or took an escape icon out of the count."""

    what: RaidHelp
    """The value that changed."""
    n: int
    """The change."""


class RaidEnded(BaseEvent, frozen=True, tag="raid_ended"):
    """A raid ended; `left` are the cards that stay on the table for the captain to take."""

    seat: SeatNumber
    outcome: Literal["success", "escaped", "failed", "sunk"]
    """How it ended."""
    escapes: int
    """Escape icons that counted."""
    hits: int
    """Hit icons that counted."""
    plunder: int
    """In gold."""
    left: CargoCards
    """Cargo cards."""


RaidEvent: TypeAlias = (
    RaidStarted | RaidCardDrawn | RaidCardDiscarded | RaidCardExchanged | RaidStopped | RaidHelped | RaidEnded
)
