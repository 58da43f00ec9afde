"""Choices and glory cards (D-27 to D-31), and standing passes."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden

from .base import BaseCommand


class Choose(BaseCommand, frozen=True, tag="choose"):
    """Pick one of the options that an effect lists (D-27)."""

    option: str
    """One of the `options` of the decision."""


class Accept(BaseCommand, frozen=True, tag="accept"):
    """Carry the optional effect out (D-28)."""


class Decline(BaseCommand, frozen=True, tag="decline"):
    """Leave the optional effect."""


class Announce(BaseCommand, frozen=True, tag="announce"):
    """Announce a glory card, covered, in a reaction window (MM-K12)."""

    card: str | Hidden
    """The card, as `<card id>:<copy number>`; hidden from others."""


class PlayAnnounced(BaseCommand, frozen=True, tag="play_announced"):
    """Play the card announced."""


class WithdrawCard(BaseCommand, frozen=True, tag="withdraw_card"):
    """Show the card announced and keep it (MM-210)."""


class SetStandingPass(BaseCommand, frozen=True, tag="set_standing_pass"):
    """Pass in all windows of this timing, the open one too, until unset; to others each looks like any pass (MM-392)."""

    timing: str
    """When the windows open, as in `react`, or `all` for every timing at once (MM-K14)."""
    on: bool
    """Whether to pass from now on, or to be asked again."""


CardCommand: TypeAlias = Choose | Accept | Decline | Announce | PlayAnnounced | WithdrawCard | SetStandingPass
