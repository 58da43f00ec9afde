"""Calls of webhooks, signed after Standard Webhooks."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from tradewinds_client.errors import BadSignature


def verified(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, tolerance: float = 300, now: float | None = None
) -> Any:
    """The call ``{"type": …, "timestamp": …, "data": …}``, if it is signed with the secret and so many seconds old at most.

    Raises BadSignature. Drop calls whose `webhook-id` you have had: they are repeats.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    stamp = sent.get("webhook-timestamp", "")
    signed = f"{sent.get('webhook-id', '')}.{stamp}.".encode() + (body.encode() if isinstance(body, str) else body)
    right = base64.b64encode(hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), signed, "sha256"))
    given = sent.get("webhook-signature", "").split()
    if not any(hmac.compare_digest(each.encode(), b"v1," + right) for each in given):
        raise BadSignature("The signature is not that of this secret.")
    if not stamp.isdecimal() or abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise BadSignature("The call is too old, or from the future.")
    return json.loads(body)
