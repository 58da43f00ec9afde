"""Bounties, glory cards and specialists (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden

from ..frames import Cards
from .base import BaseEvent


class PardonBought(BaseEvent, frozen=True, tag="pardon_bought"):
    """MM-055."""

    seat: int
    nation: str
    price: int


class BountyChanged(BaseEvent, frozen=True, tag="bounty_changed"):
    seat: int
    nation: str
    delta: int
    total: int


class RewardClaimed(BaseEvent, frozen=True, tag="reward_claimed"):
    seat: int
    nation: str
    gold: int


class GloryGained(BaseEvent, frozen=True, tag="glory_gained"):
    seat: int
    reason: str
    points: int


class BigShipHonoured(BaseEvent, frozen=True, tag="big_ship_honoured"):
    """This captain earns no second point for a big ship (MM-111)."""

    seat: int


class GloryDrawn(BaseEvent, frozen=True, tag="glory_drawn"):
    seat: int
    card: str | Hidden


class GloryDiscarded(BaseEvent, frozen=True, tag="glory_discarded"):
    seat: int
    card: str


class GloryAnnounced(BaseEvent, frozen=True, tag="glory_announced"):
    seat: int
    timing: str
    card: str | Hidden


class GloryPlayed(BaseEvent, frozen=True, tag="glory_played"):
    seat: int
    card: str


class GloryWithdrawn(BaseEvent, frozen=True, tag="glory_withdrawn"):
    seat: int
    card: str


class ReactionPassed(BaseEvent, frozen=True, tag="reaction_passed"):
    seat: int
    timing: str
    kind: Literal["chosen", "standing", "forced"] | Hidden


class StandingPassSet(BaseEvent, frozen=True, tag="standing_pass_set"):
    """Seen by the seat alone (MM-392)."""

    seat: int
    timing: str
    on: bool


class SpecialistHired(BaseEvent, frozen=True, tag="specialist_hired"):
    seat: int
    card: str
    price: int
    from_hand: bool = True


class SpecialistDiscarded(BaseEvent, frozen=True, tag="specialist_discarded"):
    seat: int
    card: str


class GloryDeckShuffled(BaseEvent, frozen=True, tag="glory_deck_shuffled"):
    deck: Cards | Hidden


class DeckReshuffled(BaseEvent, frozen=True, tag="deck_reshuffled"):
    """The discard pile becomes the deck."""

    which: Literal["cargo", "glory", "rumor", "mission"]
    deck: Cards | Hidden


GloryEvent: TypeAlias = (
    PardonBought
    | BountyChanged
    | RewardClaimed
    | GloryGained
    | BigShipHonoured
    | GloryDrawn
    | GloryDiscarded
    | GloryAnnounced
    | GloryPlayed
    | GloryWithdrawn
    | ReactionPassed
    | StandingPassSet
    | SpecialistHired
    | SpecialistDiscarded
    | GloryDeckShuffled
    | DeckReshuffled
)
