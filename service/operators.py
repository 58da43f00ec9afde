"""The operator's key: who may call `/v1/keys` and `/v1/admin`."""

from __future__ import annotations

import hmac
import logging

from flask import request

from events.errors import Unauthorized
from service.http import bearer, services
from service.problems import refuse

log = logging.getLogger(__name__)


def require_operator() -> None:
    """Raises a 404 where there is no operator's key, a 401 for another one, and a 429 after many of these."""
    settings = services().settings
    if not settings.admin_key:
        detail = "There is no such address on a service without an operator's key: start it with `ADMIN_KEY`."
        raise refuse("not_found", detail)
    if not hmac.compare_digest(settings.admin_key, bearer() or ""):
        log.warning("a wrong operator's key was sent to %s", request.endpoint)
        services().limits.spend_failure()
        raise Unauthorized
