"""Bounties, glory cards and specialists (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden, SeatNumber
from domain.kit.events import BaseEvent

from ..values import DeckCard, GloryCard, GloryCards, GloryReason, NationId, Timing, WindowSubject


class PardonBought(BaseEvent, frozen=True, tag="pardon_bought"):
    """A captain paid to lose one bounty (MM-055)."""

    seat: SeatNumber
    nation: NationId
    price: int
    """In gold."""


class BountyChanged(BaseEvent, frozen=True, tag="bounty_changed"):
    """The bounty of a nation on a captain rose or fell."""

    seat: SeatNumber
    nation: NationId
    delta: int
    """The number of bounties gained or, if negative, lost."""
    total: int
    """The number of bounties afterwards."""


class RewardClaimed(BaseEvent, frozen=True, tag="reward_claimed"):
    """A captain got a nation's reward for beating a pirate."""

    seat: SeatNumber
    nation: NationId
    gold: int
    """How much."""


class GloryGained(BaseEvent, frozen=True, tag="glory_gained"):
    """A seat gained glory points."""

    seat: SeatNumber
    reason: GloryReason
    """The deed that earned it."""
    points: int
    """Its points on the track afterwards."""


class BigShipHonoured(BaseEvent, frozen=True, tag="big_ship_honoured"):
    """A captain bought a first big ship; later ones earn no glory point (MM-111)."""

    seat: SeatNumber


class GloryDrawn(BaseEvent, frozen=True, tag="glory_drawn"):
    """A seat drew a glory card."""

    seat: SeatNumber
    card: GloryCard | Hidden
    """The card; hidden from others."""


class GloryDiscarded(BaseEvent, frozen=True, tag="glory_discarded"):
    """A seat discarded a glory card."""

    seat: SeatNumber
    card: GloryCard
    """The card."""


class GloryAnnounced(BaseEvent, frozen=True, tag="glory_announced"):
    """A seat announced a glory card, covered, in a reaction window."""

    seat: SeatNumber
    timing: Timing
    """The timing of the window."""
    card: GloryCard | Hidden
    """The card; hidden from others."""


class GloryPlayed(BaseEvent, frozen=True, tag="glory_played"):
    """A seat played a glory card."""

    seat: SeatNumber
    card: GloryCard
    """The card."""


class GloryWithdrawn(BaseEvent, frozen=True, tag="glory_withdrawn"):
    """A seat showed the card it had announced and kept it."""

    seat: SeatNumber
    card: GloryCard
    """The card."""


class ReactionPassed(BaseEvent, frozen=True, tag="reaction_passed"):
    """A seat passed in a reaction window."""

    seat: SeatNumber
    timing: Timing
    """The timing of the window."""
    kind: Literal["chosen", "standing", "forced"] | Hidden
    """Whether by choice, because nothing could be announced, or, in version 1, by a standing pass."""
    subject: WindowSubject = ""
    """The cause of the window: `start` or `end` of a captain turn, the event card, the source of the hits; otherwise
    empty."""
    turn: SeatNumber | None = None
    """The seat whose turn it is; null between turns, and in version 1."""


class SpecialistHired(BaseEvent, frozen=True, tag="specialist_hired"):
    """A captain hired a specialist."""

    seat: SeatNumber
    card: GloryCard
    """The specialist."""
    price: int
    """In gold."""
    from_hand: bool = True
    """Whether the card came from the hand."""


class GloryDeckShuffled(BaseEvent, frozen=True, tag="glory_deck_shuffled"):
    """The glory deck was shuffled."""

    deck: GloryCards | Hidden
    """The top card first."""


class DeckReshuffled(BaseEvent, frozen=True, tag="deck_reshuffled"):
    """A discard pile was shuffled and became the deck."""

    which: Literal["cargo", "glory", "rumor", "mission"]
    """Which deck."""
    deck: tuple[DeckCard, ...] | Hidden
    """The top card first."""


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
    | SpecialistHired
    | GloryDeckShuffled
    | DeckReshuffled
)
