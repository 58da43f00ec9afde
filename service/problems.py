"""Answers every error as application/problem+json (RFC 9457), with a stable code and a sentence that helps."""

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
from events.errors import (
    ArchiveDamaged,
    ArchiveUnavailable,
    CommitsMissing,
    Contended,
    GameDeleted,
    InvalidKey,
    KeyReused,
    LogDamaged,
    NewerRules,
    NoSuchVersion,
    NotReplicated,
    OutcomeUnknown,
    RulesetNotInstalled,
    SleepUnavailable,
    StaleVersion,
    StoreBusy,
    StoreUnavailable,
    TooManyWebhooks,
    Unauthorized,
    UnknownGame,
    UnknownKey,
    UnknownWebhook,
)
from telemetry import damaged_logs, metrics

log = logging.getLogger(__name__)

PROBLEM_CODE = "tradewinds.problem_code"
"""The key under which a request's environ keeps the code of its problem."""
RETRY_SECONDS = 2
INSTALL_SECONDS = 300
"""When to try again where somebody has to install a game first."""
LONGEST_DETAIL = 2_000
MOST_ERRORS = 20
"""The most faults that an answer names."""


class QueueUnavailable(Exception):
    """The queue of the bots' jobs cannot be read now."""

    code = "store_unavailable"


class FieldError(msgspec.Struct, frozen=True):
    """One fault of a request."""

    pointer: str
    """A JSON pointer into the body, or the name of a header or query parameter."""
    code: str
    """The kind of fault."""
    detail: str
    """What is wrong, and what would be right."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error. `code` is stable; `params` has its details."""

    type: str
    """The page that explains the codes."""
    title: str
    """The standard phrase of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """A sentence that says what is wrong, and what would be right."""
    code: str
    params: dict[str, Any] = {}
    """Details of the code; /docs/problems explains them."""
    errors: list[FieldError] = []
    """The faults of the request, one by one."""
    current_version: int | None = None
    """The game's version, where the request named another."""
    rules: tuple[str, ...] = ()
    """Addresses of the rules of the game that say when it refuses so."""


def _short(text: str) -> str:
    """The text without its middle if it is too long: it may quote a whole body."""
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
        rules: tuple[str, ...] = (),
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
        self.rules = rules

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
            rules=self.rules,
        )
        request.environ[PROBLEM_CODE] = self.code
        return Response(msgspec.json.encode(problem), self.status, self.headers, content_type="application/problem+json")


CODES: dict[str, tuple[int, str]] = {
    "not_json": (400, "the body is not JSON"),
    "invalid_header": (400, "a header is malformed"),
    "invalid_query": (400, "a query parameter is unknown or malformed"),
    "bad_request": (400, "the request cannot be understood"),
    "unauthorized": (401, "the token is missing, or is not (or no longer) valid in this game"),
    "key_required": (401, "this needs an API key, which the operator of the service gives"),
    "invalid_key": (401, "the API key is not one of this service, or it was revoked"),
    "token_lacks_right": (403, "the token is valid, but does not include this right"),
    "not_found": (404, "there is no such address"),
    "unknown_game": (404, "there is no game with this id"),
    "unknown_key": (404, "there is no API key with this id"),
    "unknown_seat": (404, "the game has no such seat"),
    "unknown_version": (404, "the game has no such version or turn (yet)"),
    "unknown_ruleset": (404, "there is no ruleset with this name"),
    "not_drawn": (404, "the game has no board and no pictures"),
    "unknown_webhook": (404, "the API key has no webhook with this id"),
    "webhooks_off": (404, "this service calls no webhooks"),
    "method_not_allowed": (405, "the address does not take this method"),
    "not_acceptable": (406, "this media type is not available"),
    "game_deleted": (410, "the operator of the service has deleted the game; `deleted_at` in `params` says when"),
    "too_many_webhooks": (409, "the API key has as many webhooks as it may; delete one first"),
    "webhook_disabled": (409, "the webhook is not called any more; delete it, and make a new one"),
    "stale_version": (412, "the game has moved on from the version named in If-Match"),
    "too_large": (413, "the body is too large: at most 64 KB of JSON, or `MAX_BODY_BYTES` of a file to import"),
    "unsupported_media_type": (415, "the body must be application/json (an import: application/x-ndjson)"),
    "invalid_body": (422, "the body is JSON, but does not fit the schema of this call"),
    "receiver_not_allowed": (422, "no webhook may call this address"),
    "not_reproducible": (422, "only a service with REPRODUCIBLE=on lets callers choose how a game begins"),
    "key_reused": (422, "the Idempotency-Key was sent before with another body"),
    "precondition_required": (428, "an action needs If-Match or Idempotency-Key"),
    "too_many_followers": (429, "this address follows as many games as it may; close a stream first"),
    "rate_limited": (429, "too many requests; wait for Retry-After seconds"),
    "internal_error": (500, "an error of the service; after a change, read the game to see whether it was accepted"),
    "archive_damaged": (500, "the archived file of this game is damaged; the operator must replace it by a good copy"),
    "log_damaged": (
        500,
        "the stored game cannot be read or shown: either it was damaged, and the operator must repair it or restore a copy, "
        "or this release has a fault; `GET …/audit` tells which",
    ),
    "store_unavailable": (503, "the store of games, the archive or the queue cannot be reached; nothing was accepted"),
    "not_ready": (503, "a part of the process does not work (`/readyz` only); `params` names the parts and their problems"),
    "no_place_to_follow": (503, "this process has as many followers as it takes; wait for Retry-After seconds"),
    "outcome_unknown": (503, "the store did not confirm the change; send it again with the same Idempotency-Key"),
    "busy": (
        503,
        "the process is busy: too many audits and imports wait, or all connections to the store are in use; nothing was "
        "accepted",
    ),
    "newer_rules": (
        503,
        "the game uses newer rules than this process has, as during an upgrade of the service; nothing was accepted",
    ),
    "ruleset_not_installed": (
        503,
        "the game's rules are not installed here; the game is listed, and once it is over its log can be exported",
    ),
    "contended": (503, "other requests kept acting first; nothing was accepted"),
}
"""The codes of the service itself; those of the rules come with each game."""


def refuse(code: str, detail: str, **more: Any) -> Refused:
    """A refusal with one of the service's own codes."""
    return Refused(CODES[code][0], code, detail, **more)


def _refused(error: Refused) -> Response:
    return error.response()


def rejected(error: Rejected, rules: tuple[str, ...] = ()) -> Refused:
    """What domain and rules refuse, as a problem; `rules` are the addresses of the rules that say so."""
    status = 422 if isinstance(error, Malformed) else 403 if isinstance(error, Forbidden) else _status_of(error.code)
    return Refused(status, error.code, error.message, params=error.params, errors=_places(error), rules=rules)


def _rejected(error: Rejected) -> Response:
    return rejected(error).response()


def _unauthorized(error: Unauthorized) -> Response:
    return refuse(
        "unauthorized",
        "Send 'Authorization: Bearer <token>' with a token that is valid in this game.",
        headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'},
    ).response()


def _invalid_key(error: InvalidKey) -> Response:
    detail = (
        "This API key is not one of this service, or it was revoked. Send the whole key as `tradewinds keys create` has "
        "shown it, or ask the operator for a new one."
    )
    return refuse("invalid_key", detail, headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'}).response()


def _unknown_key(error: UnknownKey) -> Response:
    return refuse("unknown_key", "There is no API key with this id; `GET /v1/keys` lists them.").response()


def _unknown_webhook(error: UnknownWebhook) -> Response:
    return refuse("unknown_webhook", "Your API key has no webhook with this id; `GET /v1/webhooks` lists them.").response()


def _too_many_webhooks(error: TooManyWebhooks) -> Response:
    return refuse("too_many_webhooks", f"An API key has at most {error.most} webhooks; delete one first.").response()


def _unknown_game(error: UnknownGame) -> Response:
    return refuse("unknown_game", "There is no game with this id.").response()


def _deleted(error: GameDeleted) -> Response:
    detail = f"The operator of the service deleted this game at {error.at}; nothing of it is left."
    return refuse("game_deleted", detail, params={"deleted_at": error.at}).response()


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
    detail = "Other requests kept acting first; try again."
    return refuse("contended", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _newer_rules(error: NewerRules) -> Response:
    log.warning("%s: %s", request.path, error)
    detail = (
        "This game uses newer rules than the process that answered has, as during an upgrade; nothing was accepted. Try "
        "again with the same Idempotency-Key."
    )
    return refuse("newer_rules", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _not_installed(error: RulesetNotInstalled) -> Response:
    detail = f"The game {error.ruleset} is not installed in this service, so nothing that needs its rules can be done."
    return refuse(
        "ruleset_not_installed", detail, params={"ruleset": error.ruleset}, headers={"Retry-After": str(INSTALL_SECONDS)}
    ).response()


def _unknown(error: OutcomeUnknown) -> Response:
    log.warning("outcome unknown: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = (
        "The store did not answer, so it is unknown whether this was accepted. Send it again with the same Idempotency-Key, "
        "or read the game."
    )
    if isinstance(error, NotReplicated):
        detail = (
            "The change is stored, but not yet on enough replicas to survive a failure. Send it again with the same "
            "Idempotency-Key."
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
        "The store has lost commits of this game: the last accepted actions may be missing. Read the game to see its "
        "present version."
    )
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _archive_away(error: ArchiveUnavailable) -> Response:
    log.warning("archive unavailable: %s", error)
    metrics.ARCHIVE_FAILURES.inc()
    detail = "The archive of finished games cannot be reached; nothing was accepted. Try again."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _sleep_away(error: SleepUnavailable) -> Response:
    log.warning("the folder of sleeping games is unavailable: %s", error)
    metrics.SLEEP_FAILURES.inc()
    detail = "This game sleeps, and the folder with its log cannot be reached; nothing was accepted. Try again."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _queue_away(error: QueueUnavailable) -> Response:
    log.warning("queue unavailable: %s", error)
    metrics.REDIS_ERRORS.labels("queue").inc()
    detail = "The queue of the bots' jobs cannot be reached; the game itself can. Try again."
    return refuse("store_unavailable", detail, headers={"Retry-After": str(RETRY_SECONDS)}).response()


def _damaged(error: ArchiveDamaged) -> Response:
    log.error("%s: %s", request.path, error)
    detail = "The archived file of this game is damaged, so the game cannot be shown; the error has been logged."
    return refuse("archive_damaged", detail).response()


def _log_damaged(error: LogDamaged) -> Response:
    damaged_logs.report(error)
    detail = (
        "The log of this game cannot be read or shown: either it was damaged in the store, or this release has a fault. If "
        "the log can still be folded, `GET …/audit` tells which: it names the first bad commit, or finds none. The error "
        "has been logged."
    )
    return refuse("log_damaged", detail).response()


def _invalid_query(error: ValidationError) -> Response:
    return _of_schema({"query": error.messages}).response()


def _http_error(error: HTTPException) -> Response:
    return _of_http(error).response()


def _internal(error: Exception) -> Response:
    log.exception("unhandled error in %s %s", request.method, request.path)
    return refuse("internal_error", "The service failed; the error has been logged.").response()


_HANDLERS: Mapping[type[Exception], Callable[[Any], Response]] = {
    Refused: _refused,
    Rejected: _rejected,
    Unauthorized: _unauthorized,
    InvalidKey: _invalid_key,
    TooManyWebhooks: _too_many_webhooks,
    UnknownWebhook: _unknown_webhook,
    UnknownKey: _unknown_key,
    UnknownGame: _unknown_game,
    GameDeleted: _deleted,
    NoSuchVersion: _no_such_version,
    StaleVersion: _stale,
    KeyReused: _key_reused,
    Contended: _contended,
    NewerRules: _newer_rules,
    RulesetNotInstalled: _not_installed,
    OutcomeUnknown: _unknown,
    StoreUnavailable: _unavailable,
    StoreBusy: _busy,
    CommitsMissing: _missing,
    ArchiveUnavailable: _archive_away,
    SleepUnavailable: _sleep_away,
    QueueUnavailable: _queue_away,
    ArchiveDamaged: _damaged,
    LogDamaged: _log_damaged,
    ValidationError: _invalid_query,
    HTTPException: _http_error,
    Exception: _internal,
}
"""The response for each exception; the most specific class wins."""


def register(app: Flask) -> None:
    """Answer every error of the app with a problem."""
    for kind, handler in _HANDLERS.items():
        app.register_error_handler(kind, handler)


def _places(error: Rejected) -> list[FieldError]:
    """The place of the fault in the body, if the refusal names a field or an option."""
    if not isinstance(error, Malformed):
        return []
    for part, inside in (("field", ""), ("option", "/options")):
        if part in error.params:
            place = error.params[part]
            return [FieldError(f"{inside}/{place}" if place else inside, "invalid", error.message)]
    return []


def _status_of(code: str) -> int:
    """The status of a refusal: 409, unless the code is one of the service's own."""
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
    """A refusal that lists marshmallow's messages, which are nested by field, one by one."""
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
