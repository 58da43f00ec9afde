"""Answers about webhooks."""

from __future__ import annotations

import msgspec

from events.webhooks.hooks import Delivery, Webhook


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
