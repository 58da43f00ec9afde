"""Answers about actions: those that are legal, and what became of one that was sent.

Each game narrows `Any` to its own types (`service.representations.built`).
"""

from __future__ import annotations

from typing import Any

import msgspec


class OfferAnswer(msgspec.Struct, frozen=True):
    """An action that is legal now."""

    action: Any
    """The action to send, unchanged."""
    text: str
    """The action as a sentence for people."""
    preview: dict[str, Any]
    """What the action costs and brings, as far as the seat can know."""


class ActionsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal action of the caller's seat at this version."""

    version: int
    """The version at which they are legal."""
    seat: int
    """The caller's seat."""
    actions: Any
    """The legal actions; none while the seat is not asked to act."""


class AcceptedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted action: the version it made, its events, the same in words, and the game after it."""

    version: int
    """The version that the action made."""
    events: Any
    """The events in order, as the caller may see them."""
    text: str
    """The events in words; empty if there is nothing to say."""
    head: str
    """The audit head after this action. Version and head together are a receipt."""
    game: Any
    """The game right after the action."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an action is not legal."""

    code: str
    """The code, as in a problem."""
    detail: str
    """The reason as a sentence."""
    params: dict[str, Any]
    """Details of the code."""
    rules: tuple[str, ...]
    """Addresses of the rules of the game that say when it refuses so."""


class TrialAnswer(msgspec.Struct, frozen=True):
    """The result of a dry run; nothing was stored or drawn."""

    legal: bool
    """Whether the action would be accepted now."""
    version: int
    """The version at which the action was tried."""
    refusal: Refusal | None
    """The reason why it is not legal; null if it is."""
