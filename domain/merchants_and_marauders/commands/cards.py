"""Choices and glory cards (D-27 to D-31)."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden

from ..values import GloryCard, Option
from .base import BaseCommand


class Choose(BaseCommand, frozen=True, tag="choose"):
    """Pick one of the options that an effect lists (D-27)."""

    option: Option
    """One of the `options` of the decision."""


class Accept(BaseCommand, frozen=True, tag="accept"):
    """Carry the optional effect out (D-28)."""


class Decline(BaseCommand, frozen=True, tag="decline"):
    """Leave the optional effect."""


class Announce(BaseCommand, frozen=True, tag="announce"):
    """Announce a glory card, covered, in a reaction window (MM-K12)."""

    card: GloryCard | Hidden
    """The card, as `<card id>:<copy number>`; hidden from others."""


class PlayAnnounced(BaseCommand, frozen=True, tag="play_announced"):
    """Play the card announced."""


class WithdrawCard(BaseCommand, frozen=True, tag="withdraw_card"):
    """Show the card announced and keep it (MM-210)."""


CardCommand: TypeAlias = Choose | Accept | Decline | Announce | PlayAnnounced | WithdrawCard
