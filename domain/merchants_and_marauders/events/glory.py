"""Bounties, glory cards and specialists (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden

from ..frames import Cards
from .base import BaseEvent


class PardonBought(BaseEvent, frozen=True, tag="pardon_bought"):
    """A captain paid to lose one bounty (MM-055)."""

    seat: int
    nation: str
    price: int


class BountyChanged(BaseEvent, frozen=True, tag="bounty_changed"):
    """The bounty of a nation on a captain rose or fell."""

    seat: int
    nation: str
    delta: int
    total: int
    """What it is now."""


class RewardClaimed(BaseEvent, frozen=True, tag="reward_claimed"):
    """A captain got a nation's reward for beating a pirate."""

    seat: int
    nation: str
    gold: int


class GloryGained(BaseEvent, frozen=True, tag="glory_gained"):
    """A seat gained glory points."""

    seat: int
    reason: str
    points: int


class BigShipHonoured(BaseEvent, frozen=True, tag="big_ship_honoured"):
    """A captain bought his first big ship, so that he earns no second point for one (MM-111)."""

    seat: int


class GloryDrawn(BaseEvent, frozen=True, tag="glory_drawn"):
    """A seat drew a glory card."""

    seat: int
    card: str | Hidden


class GloryDiscarded(BaseEvent, frozen=True, tag="glory_discarded"):
    """A seat discarded a glory card."""

    seat: int
    card: str


class GloryAnnounced(BaseEvent, frozen=True, tag="glory_announced"):
    """A seat announced a glory card, covered, in a reaction window."""

    seat: int
    timing: str
    card: str | Hidden


class GloryPlayed(BaseEvent, frozen=True, tag="glory_played"):
    """A seat played a glory card."""

    seat: int
    card: str


class GloryWithdrawn(BaseEvent, frozen=True, tag="glory_withdrawn"):
    """A seat showed the card it had announced and kept it."""

    seat: int
    card: str


class ReactionPassed(BaseEvent, frozen=True, tag="reaction_passed"):
    """A seat passed in a reaction window."""

    seat: int
    timing: str
    kind: Literal["chosen", "standing", "forced"] | Hidden
    """Whether by choice, by a standing pass, or because nothing could be announced."""


class StandingPassSet(BaseEvent, frozen=True, tag="standing_pass_set"):
    """A seat set or unset a standing pass, which it alone sees (MM-392)."""

    seat: int
    timing: str
    on: bool


class SpecialistHired(BaseEvent, frozen=True, tag="specialist_hired"):
    """A captain hired a specialist."""

    seat: int
    card: str
    price: int
    from_hand: bool = True
    """Whether the card came from the hand."""


class GloryDeckShuffled(BaseEvent, frozen=True, tag="glory_deck_shuffled"):
    """The glory deck was shuffled."""

    deck: Cards | Hidden


class DeckReshuffled(BaseEvent, frozen=True, tag="deck_reshuffled"):
    """A discard pile was shuffled and became the deck."""

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
    | GloryDeckShuffled
    | DeckReshuffled
)
