"""Answers about webhooks."""

from __future__ import annotations

from typing import Literal

import msgspec

from events.entries import Entry
from events.identity import Moment
from events.webhooks.hooks import Delivery, EntryEvent, Webhook


class WebhookAnswer(msgspec.Struct, frozen=True):
    """A new webhook. `secret` is shown only here."""

    webhook: Webhook
    """The webhook as it is listed."""
    secret: str
    """The signing secret, `whsec_…`: a library of Standard Webhooks checks the calls with it."""


class WebhooksAnswer(msgspec.Struct, frozen=True):
    """The webhooks of an API key."""

    items: list[Webhook]
    """The webhooks, oldest first."""


class DeliveriesAnswer(msgspec.Struct, frozen=True):
    """A page of the waiting and past calls of a webhook."""

    items: list[Delivery]
    """First what waits, what is due first first; then the last hundred calls, the last one first."""
    next: str | None
    """The value of `after` for the next page; null on the last page."""


class TestAnswer(msgspec.Struct, frozen=True):
    """A call that will be made."""

    id: str
    """Its `webhook-id`."""


class EventCall(msgspec.Struct, frozen=True):
    """The body of a call about a game."""

    type: EntryEvent
    """The event."""
    timestamp: Moment
    """The time of the event, RFC 3339, UTC."""
    data: Entry
    """How the game stands when the call is made."""


class DeletedGame(msgspec.Struct, frozen=True):
    """A game that is no more."""

    game: str
    """The id of the game."""


class DeletedCall(msgspec.Struct, frozen=True):
    """The body of a call about a game that the operator has deleted."""

    type: Literal["deleted"]
    """The event."""
    timestamp: Moment
    """The time of the deletion, RFC 3339, UTC."""
    data: DeletedGame
    """The game."""


class NoData(msgspec.Struct, frozen=True):
    """Nothing."""


class TestCall(msgspec.Struct, frozen=True):
    """The body of a call that was asked for."""

    type: Literal["test"]
    """The event."""
    timestamp: Moment
    """The time at which it was asked for, RFC 3339, UTC."""
    data: NoData
    """Nothing."""
