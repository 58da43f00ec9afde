"""Every error leaves as application/problem+json (RFC 9457), with a stable code and a sentence that helps."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from domain.game import Json, Malformed, Rejected
from domain.rights import Forbidden
from events.archive import ArchiveDamaged, ArchiveUnavailable
from events.codec import UnknownRuleset
from events.errors import Contended, KeyReused, NoSuchVersion, StaleVersion, Unauthorized
from events.store import (
    CommitsMissing,
    LogDamaged,
    NotReplicated,
    OutcomeUnknown,
    StoreBusy,
    StoreUnavailable,
    UnknownGame,
)
from telemetry import damaged_logs, metrics

log = logging.getLogger(__name__)

PROBLEM_CODE = "tradewinds.problem_code"
"""Where the environ of a request has the code of the problem it was answered with."""
RETRY_SECONDS = 2
LONGEST_DETAIL = 2_000
MOST_ERRORS = 20
"""Of a body with more faults only the first are named."""


class QueueUnavailable(Exception):
    """The queue of the bots' jobs cannot be read now."""

    code = "store_unavailable"


class FieldError(msgspec.Struct, frozen=True):
    """One fault of a request; `pointer` is a JSON pointer into the body, or the name of a header or query parameter."""

    pointer: str
    """Where: a JSON pointer into the body, or the name of a header or query parameter."""
    code: str
    """What kind of fault."""
    detail: str
    """What is wrong, and what would be right."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was wrong. `code` is stable; `params` are its particulars."""

    type: str
    """The page that explains the codes."""
    title: str
    """The status' own words."""
    status: int
    """As in the status line."""
    detail: str
    """A sentence that says what is wrong, and what would be right."""
    code: str
    params: dict[str, Any] = {}
    """Particulars of the code, as its explanation names them."""
    errors: list[FieldError] = []
    """The faults of a request, one by one."""
    current_version: int | None = None
    """Where the version did not fit: the one that the game is at."""


def _short(text: str) -> str:
    """A sentence without the middle of what it quotes, which may be as long as a body."""
    return text if len(text) <= LONGEST_DETAIL else f"{text[: LONGEST_DETAIL // 2]} … {text[-LONGEST_DETAIL // 2 :]}"


class Refused(Exception):
    """Answers the request with a problem."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        params: Mapping[str, Json] | None = None,
        errors: list[FieldError] | None = None,
        current_version: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = _short(detail)
        self.params = dict(params or {})
        self.errors = [
            msgspec.structs.replace(each, pointer=_short(each.pointer), detail=_short(each.detail)) for each in errors or []
        ]
        self.current_version = current_version
        self.headers = dict(headers or {})

    def response(self) -> Response:
        problem = Problem(
            type=f"/docs/problems#{self.code}",
            title=HTTPStatus(self.status).phrase,
            status=self.status,
            detail=self.detail,
            code=self.code,
            params=self.params,
            errors=self.errors,
            current_version=self.current_version,
        )
        request.environ[PROBLEM_CODE] = self.code
        return Response(msgspec.json.encode(problem), self.status, self.headers, content_type="application/problem+json")


CODES: dict[str, tuple[int, str]] = {
    "not_json": (400, "the body is not JSON"),
    "invalid_header": (400, "a header has not the form it must have"),
    "invalid_query": (400, "a query parameter is unknown, or has not the form it must have"),
    "bad_request": (400, "the request cannot be understood"),
    "unauthorized": (401, "no token, or one that is not (or no longer) valid in this game"),
    "token_lacks_right": (403, "the token is valid, but does not give the right to this"),
    "not_found": (404, "no such address"),
    "unknown_game": (404, "there is no game of this id"),
    "unknown_seat": (404, "the game has no such seat"),
    "unknown_version": (404, "the game has no such version or turn (yet)"),
    "unknown_ruleset": (404, "there is no game of this name"),
    "method_not_allowed": (405, "the address does not take this method"),
    "not_acceptable": (406, "the answer is not to be had in the media type asked for"),
    "stale_version": (412, "the game has moved on from the version named in If-Match"),
    "too_large": (413, "the body is larger than is taken: 64 KB of JSON, of a file to import `MAX_BODY_BYTES`"),
    "unsupported_media_type": (415, "the body must be application/json (an import: application/x-ndjson)"),
    "invalid_body": (422, "the body is JSON, but not of the form that this takes"),
    "key_reused": (422, "the Idempotency-Key was sent before with another body"),
    "precondition_required": (428, "an action needs If-Match or Idempotency-Key"),
    "too_many_followers": (429, "this address follows as many games as it may; let go of a stream first"),
    "rate_limited": (429, "too many requests; wait as long as Retry-After says"),
    "internal_error": (500, "a fault of the service; if it was a change, read the game to see whether it was accepted"),
    "archive_damaged": (500, "the archived file of this game is damaged; the operator has to put a good copy in its place"),
    "log_damaged": (
        500,
        "what is stored of this game cannot be read or shown: somebody has damaged it, so the operator has to mend it or to "
        "restore a copy, or this release has a fault; `GET …/audit` tells which",
    ),
    "store_unavailable": (503, "the store of games, the archive or the queue cannot be reached whole; nothing was accepted"),
    "not_ready": (503, "a part of the process does not work (`/readyz` only); `params` names the parts and what is wrong"),
    "no_place_to_follow": (503, "this process has as many followers as it takes; wait as long as Retry-After says"),
    "outcome_unknown": (503, "the store did not confirm that this was kept; send it again with the same Idempotency-Key"),
    "busy": (
        503,
        "too much is under way here: as many audits and imports wait as may, or all connections to the store stay in use; "
        "nothing was accepted",
    ),
    "newer_rules": (
        503,
        "the game is played by newer rules than this process has, as during an upgrade of the service; nothing was accepted",
    ),
    "contended": (503, "others kept acting first; nothing was accepted"),
}
"""The codes of the service itself; those of the rules come with each game."""


def refuse(code: str, detail: str, **more: Any) -> Refused:
    """A refusal with one of the service's own codes."""
    return Refused(CODES[code][0], code, detail, **more)


def _refused(error: Refused) -> Response:
    return error.response()


def _rejected(error: Rejected) -> Response:
    status = 422 if isinstance(error, Malformed) else 403 if isinstance(error, Forbidden) else _status_of(error.code)
    return Refused(status, error.code, error.message, params=error.params, errors=_places(error)).response()


def _unauthorized(error: Unauthorized) -> Response:
    return refuse(
        "unauthorized",
        "Send 'Authorization: Bearer <token>' with a token that is valid in this game.",
        headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'},
    ).response()


def _unknown_game(error: UnknownGame) -> Response:
    return refuse("unknown_game", "There is no game of this id.").response()


def _no_such_version(error: NoSuchVersion) -> Response:
    first = 1 if error.what == "version" else 0
    detail = f"The game has {error.what}s {first} to {error.last}."
    return refuse("unknown_version", detail, params={"last": error.last}).response()


def _stale(error: StaleVersion) -> Response:
    detail = f"The game is at version {error.current}; read it again before you act."
    headers = {"ETag": f'"{error.current}"'}
    return refuse("stale_version", detail, current_version=error.current, headers=headers).response()


def _key_reused(error: KeyReused) -> Response:
    return refuse("key_reused", "This Idempotency-Key was sent before with another body; use a new one.").response()


def _contended(error: Contended) -> Response:
    detail = "Others kept acting first; try again."
    return refuse("contended", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _newer_rules(error: UnknownRuleset) -> Response:
    log.warning("%s: %s", request.path, error)
    detail = (
        "This game is played by newer rules than the process that answered has, as during an upgrade; nothing "
        "was accepted. Try again with the same Idempotency-Key."
    )
    return refuse("newer_rules", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _unknown(error: OutcomeUnknown) -> Response:
    log.warning("outcome unknown: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = (
        "The store did not answer: it is not known whether this was accepted. Send it again with the same "
        "Idempotency-Key, or read the game."
    )
    if isinstance(error, NotReplicated):
        detail = (
            "It is stored, but not yet on as many replicas as it must be to survive a failure. Send it again with the "
            "same Idempotency-Key."
        )
    return refuse("outcome_unknown", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _unavailable(error: StoreUnavailable) -> Response:
    log.warning("store unavailable: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = "The store of games cannot be reached; nothing was accepted. Try again with the same Idempotency-Key."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _busy(error: StoreBusy) -> Response:
    detail = "All connections to the store are in use; nothing was accepted. Try again with the same Idempotency-Key."
    return refuse("busy", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _missing(error: CommitsMissing) -> Response:
    log.error("commits missing: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = (
        "The store has not all commits of this game any more: what was accepted last may be lost. Read the game to see "
        "where it stands now."
    )
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _archive_away(error: ArchiveUnavailable) -> Response:
    log.warning("archive unavailable: %s", error)
    metrics.ARCHIVE_FAILURES.inc()
    detail = "The archive, where games go that are over, cannot be reached; nothing was accepted. Try again."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _queue_away(error: QueueUnavailable) -> Response:
    log.warning("queue unavailable: %s", error)
    metrics.REDIS_ERRORS.labels("queue").inc()
    detail = "The queue of the bots' jobs cannot be reached; the game itself can. Try again."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _damaged(error: ArchiveDamaged) -> Response:
    log.error("%s: %s", request.path, error)
    detail = "The archived file of this game is damaged, so nothing is shown of it; it has been logged."
    return refuse("archive_damaged", detail).response()


def _log_damaged(error: LogDamaged) -> Response:
    damaged_logs.report(error)
    detail = (
        "The log of this game cannot be read or shown: either somebody has damaged it in the store, or this release has a "
        "fault. `GET …/audit` tells which if the log can still be folded: it names the first bad commit, or finds none. The "
        "error has been logged."
    )
    return refuse("log_damaged", detail).response()


def _invalid_query(error: ValidationError) -> Response:
    return _of_schema({"query": error.messages}).response()


def _http_error(error: HTTPException) -> Response:
    return _of_http(error).response()


def _internal(error: Exception) -> Response:
    log.exception("unhandled error in %s %s", request.method, request.path)
    return refuse("internal_error", "Something went wrong here; it has been logged.").response()


_HANDLERS: Mapping[type[Exception], Callable[[Any], Response]] = {
    Refused: _refused,
    Rejected: _rejected,
    Unauthorized: _unauthorized,
    UnknownGame: _unknown_game,
    NoSuchVersion: _no_such_version,
    StaleVersion: _stale,
    KeyReused: _key_reused,
    Contended: _contended,
    UnknownRuleset: _newer_rules,
    OutcomeUnknown: _unknown,
    StoreUnavailable: _unavailable,
    StoreBusy: _busy,
    CommitsMissing: _missing,
    ArchiveUnavailable: _archive_away,
    QueueUnavailable: _queue_away,
    ArchiveDamaged: _damaged,
    LogDamaged: _log_damaged,
    ValidationError: _invalid_query,
    HTTPException: _http_error,
    Exception: _internal,
}
"""What each kind of error is answered with. A kind of its own counts before the one that it is a kind of."""


def register(app: Flask) -> None:
    """Make every error of the app a problem."""
    for kind, handler in _HANDLERS.items():
        app.register_error_handler(kind, handler)


def _places(error: Rejected) -> list[FieldError]:
    """Where in the body the fault is, if the refusal names a field or an option."""
    if not isinstance(error, Malformed):
        return []
    for part, inside in (("field", ""), ("option", "/options")):
        if part in error.params:
            place = error.params[part]
            return [FieldError(f"{inside}/{place}" if place else inside, "invalid", error.message)]
    return []


def _status_of(code: str) -> int:
    """Of a refusal: 409, unless the service has the code too."""
    return CODES[code][0] if code in CODES else HTTPStatus.CONFLICT


_BY_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid_body",
    429: "rate_limited",
}


def _of_http(error: HTTPException) -> Refused:
    status = error.code or 500
    messages = getattr(error, "data", {}).get("messages") if isinstance(getattr(error, "data", None), dict) else None
    if messages:
        return _of_schema(messages)
    code = _BY_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    headers = {}
    allowed = getattr(error, "valid_methods", None)
    if allowed:
        headers["Allow"] = ", ".join(sorted(allowed))
    return Refused(status, code, CODES[code][1].capitalize() + ".", headers=headers)


def _of_schema(messages: Mapping[str, Any]) -> Refused:
    """Marshmallow's messages for one location, which are nested by field, as a flat list."""
    where, nested = next(iter(messages.items()))
    errors = [
        FieldError(pointer.removeprefix("/") if where == "query" else pointer, "invalid", detail)
        for pointer, detail in _flat("", nested)
    ]
    first = errors[0]
    errors = errors[:MOST_ERRORS]
    code = "invalid_query" if where == "query" else "invalid_body"
    return refuse(code, f"{first.pointer}: {first.detail}" if first.pointer else first.detail, errors=errors)


def _flat(pointer: str, nested: Any) -> list[tuple[str, str]]:
    if isinstance(nested, Mapping):
        return [
            found
            for key, value in nested.items()
            for found in _flat(pointer if key == "_schema" else f"{pointer}/{_escaped(str(key))}", value)
        ]
    if isinstance(nested, list):
        return [found for each in nested for found in _flat(pointer, each)]
    return [(pointer, str(nested))]


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")
