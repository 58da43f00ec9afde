"""Errors as types. Every refusal is a `Problem` of a class for its status, or for its code where programs decide by it."""

from __future__ import annotations

from typing import Any


class TradewindsError(Exception):
    """Anything that this client raises."""


class Unreachable(TradewindsError):
    """No answer came, and the request may not be sent again, or was for as long as the client's patience lasts."""


class BadSignature(TradewindsError):
    """A call that is not from this webhook, or too old."""


class Problem(TradewindsError):
    """A refusal: `code` is stable, `detail` a sentence for people, `params` the figures and names in it."""

    def __init__(self, status: int, body: Any = None) -> None:
        body = body if isinstance(body, dict) else {}
        self.status = status
        self.code: str = body.get("code", "")
        self.detail: str = body.get("detail") or f"The service answered {status}."
        self.params: dict[str, Any] = body.get("params", {})
        self.errors: list[dict[str, str]] = body.get("errors", [])
        self.current_version: int | None = body.get("current_version")
        self.rules: list[str] = body.get("rules", [])
        super().__init__(self.detail)


class Invalid(Problem):
    """The request is wrong; `errors` name the fields."""


class NotAllowed(Problem):
    """The token or key is missing, wrong, or has not this right (401, 403)."""


class NotFound(Problem):
    """There is no such thing (404)."""


class Refused(Problem):
    """Not possible in this position (409): `code`, `params` and `rules` say why."""


class NotYourTurn(Refused):
    """Another seat is asked."""


class ExternalIdTaken(Refused):
    """Another creation has this external id: `params["game"]`."""


class Deleted(Problem):
    """The operator has deleted the game (410)."""


class Stale(Problem):
    """What was read has changed since (412): read it again, then decide again."""


class Unavailable(Problem):
    """The service cannot take it now (429, 500 and above), for longer than the client's patience lasts. After a change read
    the game: with the codes `outcome_unknown` and `internal_error` it may have been made."""


BY_CODE = {"not_your_turn": NotYourTurn, "external_id_taken": ExternalIdTaken}
BY_STATUS = {401: NotAllowed, 403: NotAllowed, 404: NotFound, 409: Refused, 410: Deleted, 412: Stale, 429: Unavailable}


def problem(status: int, body: Any = None) -> Problem:
    """The error of an answer, by its code, or by its status where the code is none of `BY_CODE`."""
    code = body.get("code") if isinstance(body, dict) else None
    of_status = BY_STATUS.get(status, Unavailable if status >= 500 else Invalid)
    return BY_CODE.get(str(code), of_status)(status, body)
