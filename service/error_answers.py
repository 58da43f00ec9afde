"""The problem that answers each exception."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from domain.game import Rejected
from events.errors import (
    ArchiveDamaged,
    ArchiveUnavailable,
    CommitsMissing,
    Contended,
    ExternalIdTaken,
    GameDeleted,
    GameUnreadable,
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
from events.identity import GAME_ID, KEY_PREFIX
from service.http import naming_seat
from service.problems import CODES, MOST_ERRORS, RETRY_SECONDS, FieldError, QueueUnavailable, Refused, refuse, rejected
from telemetry import damaged_logs, metrics

log = logging.getLogger(__name__)

INSTALL_SECONDS = 300
"""When to try again where somebody has to install a game first."""


_SENTENCES: Mapping[type[Exception], str] = {
    UnknownKey: "There is no API key with this id; `GET /v1/keys` lists them.",
    UnknownWebhook: "Your API key has no webhook with this id; `GET /v1/webhooks` lists them.",
    KeyReused: "This Idempotency-Key was sent before with another body; use a new one.",
}
"""What is said of errors that have nothing to add."""
_PASSING: Mapping[type[Exception], str] = {
    Contended: "Other requests kept acting first; try again.",
    StoreBusy: "All connections to the store are in use; nothing was accepted. Try again with the same Idempotency-Key.",
}
"""The same for those that will be over soon."""


def _refused(error: Refused) -> Refused:
    return error


OPERATORS = ("/v1/keys", "/v1/admin")
"""Where the addresses for the operator begin."""


def _unauthorized(error: Unauthorized) -> Refused:
    sent, operators = request.headers.get("Authorization"), request.path.startswith(OPERATORS)
    whose = "the operator's key (`ADMIN_KEY`)" if operators else "a token that is valid in this game"
    right = f"send 'Authorization: Bearer <token>' with {whose}."
    if sent is None:
        detail = f"This needs a token, and none was sent: {right}"
    elif sent.partition(" ")[0].lower() != "bearer":
        detail = f"Tokens are sent with the scheme Bearer, not {sent.partition(' ')[0][:20]!r}: {right}"
    elif operators:
        detail = f"This is for the operator of the service, and what was sent is not the operator's key: {right}"
    elif sent.partition(" ")[2].startswith(KEY_PREFIX):
        detail = f"An API key was sent, and this game belongs to no API key, or to another one: {right}"
    else:
        detail = (
            "The token that was sent is not valid in this game, or not any more: a seat that is taken back, given away or "
            f"replaced gets another one. Once more, {right}"
        )
    return refuse(
        "unauthorized",
        detail,
        headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'},
    )


def _invalid_key(error: InvalidKey) -> Refused:
    detail = (
        "This API key is not one of this service, or it was revoked. Send the whole key as `tradewinds keys create` has "
        "shown it, or ask the operator for a new one."
    )
    return refuse("invalid_key", detail, headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'})


def _too_many_webhooks(error: TooManyWebhooks) -> Refused:
    return refuse("too_many_webhooks", f"An API key has at most {error.most} webhooks; delete one first.")


def _unknown_game(error: UnknownGame) -> Refused:
    detail = "There is no game with this id."
    if not re.fullmatch(GAME_ID, str(error)):
        detail = "This is no id of a game; send the `id` of a game as an answer of the service has it, unchanged."
    return refuse("unknown_game", detail)


def _deleted(error: GameDeleted) -> Refused:
    detail = f"The operator of the service deleted this game at {error.at}; nothing of it is left."
    return refuse("game_deleted", detail, params={"deleted_at": error.at})


def _external_id_taken(error: ExternalIdTaken) -> Refused:
    detail = f"Your API key has another game with this `external_id`: {error.game}, which was created by another body."
    return refuse("external_id_taken", detail, params={"game": error.game})


def _no_such_version(error: NoSuchVersion) -> Refused:
    first = 1 if error.what == "version" else 0
    detail = f"The game has {error.what}s {first} to {error.last}."
    return refuse("unknown_version", detail, params={"last": error.last})


def _stale(error: StaleVersion) -> Refused:
    detail = f"The game is at version {error.current}; read it again before you act."
    headers = {"ETag": f'"{error.current}"'}
    return refuse("stale_version", detail, current_version=error.current, headers=headers)


def _rejected(error: Rejected) -> Refused:
    return rejected(naming_seat(error, (request.view_args or {}).get("game", "")))


def _said(detail: str, error: Any) -> Refused:
    return refuse(error.code, detail)


def _passing(detail: str, error: Any) -> Refused:
    return _try_again(error.code, detail)


def _try_again(code: str, detail: str) -> Refused:
    """A problem that will be over soon."""
    return refuse(code, detail, headers={"Retry-After": str(RETRY_SECONDS)})


def _newer_rules(error: NewerRules) -> Refused:
    log.warning("%s: %s", request.path, error)
    detail = (
        "This game uses newer rules than the process that answered has, as during an upgrade; nothing was accepted. Try "
        "again with the same Idempotency-Key."
    )
    return _try_again("newer_rules", detail)


def _not_installed(error: RulesetNotInstalled) -> Refused:
    detail = f"The game {error.ruleset} is not installed in this service, so calls that need its rules are refused."
    return refuse(
        "ruleset_not_installed", detail, params={"ruleset": error.ruleset}, headers={"Retry-After": str(INSTALL_SECONDS)}
    )


def _unknown(error: OutcomeUnknown) -> Refused:
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
    return _try_again("outcome_unknown", detail)


def _unavailable(error: StoreUnavailable) -> Refused:
    log.warning("store unavailable: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = "The store of games cannot be reached; nothing was accepted. Try again with the same Idempotency-Key."
    return _try_again("store_unavailable", detail)


def _missing(error: CommitsMissing) -> Refused:
    log.error("commits missing: %s", error)
    metrics.REDIS_ERRORS.labels("games").inc()
    detail = (
        "The store has lost commits of this game: the last accepted actions may be missing. Read the game to see its "
        "present version."
    )
    return _try_again("store_unavailable", detail)


def _archive_away(error: ArchiveUnavailable) -> Refused:
    log.warning("archive unavailable: %s", error)
    metrics.ARCHIVE_FAILURES.inc()
    detail = "The archive of finished games cannot be reached; nothing was accepted. Try again."
    return _try_again("store_unavailable", detail)


def _sleep_away(error: SleepUnavailable) -> Refused:
    log.warning("the folder of sleeping games is unavailable: %s", error)
    metrics.SLEEP_FAILURES.inc()
    detail = "This game sleeps, and the folder with its log cannot be reached; nothing was accepted. Try again."
    return _try_again("store_unavailable", detail)


def _queue_away(error: QueueUnavailable) -> Refused:
    log.warning("queue unavailable: %s", error)
    metrics.REDIS_ERRORS.labels("queue").inc()
    detail = "The queue of the bots' jobs cannot be reached; the game itself can. Try again."
    return _try_again("store_unavailable", detail)


def _damaged(error: ArchiveDamaged) -> Refused:
    log.error("%s: %s", request.path, error)
    detail = "The archived file of this game is damaged, so the game cannot be shown; the error has been logged."
    return refuse("archive_damaged", detail)


def _log_damaged(error: LogDamaged) -> Refused:
    damaged_logs.report(error)
    return _no_log(error)


def _unreadable(error: GameUnreadable) -> Refused:
    log.error("%s: %s", request.path, error)
    return _no_log(error)


def _no_log(error: GameUnreadable) -> Refused:
    detail = (
        "The log of this game cannot be read or shown: either it was damaged in the store, or this release has a fault. If "
        "the log can still be folded, `GET …/audit` tells which: it names the first bad commit, or finds none. The error "
        "has been logged."
    )
    return refuse(error.code, detail)


def _invalid_query(error: ValidationError) -> Refused:
    return _of_schema({"query": error.messages})


def _internal(error: Exception) -> Refused:
    log.exception("unhandled error in %s %s", request.method, request.path)
    return refuse("internal_error", "The service failed; the error has been logged.")


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
    allowed = sorted(getattr(error, "valid_methods", None) or ())
    messages = getattr(error, "data", {}).get("messages") if isinstance(getattr(error, "data", None), dict) else None
    if messages:
        return _of_schema(messages)
    code = _BY_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    detail, headers = f"{CODES[code][1].capitalize()}.", {}
    if status == HTTPStatus.NOT_FOUND:
        detail = "There is no such address; /docs/try/ has all calls."
    if allowed:
        headers["Allow"] = ", ".join(allowed)
        detail = f"This address takes {', '.join(allowed)}, but not {request.method[:20]}."
    return Refused(status, code, detail, headers=headers)


def _of_schema(messages: Mapping[str, Any]) -> Refused:
    """A refusal that lists marshmallow's messages, which are nested by field, one by one."""
    where, nested = next(iter(messages.items()))
    errors = [
        FieldError(pointer.removeprefix("/") if where == "query" else pointer, _kind(detail), detail)
        for pointer, detail in _flat("", nested)
    ]
    first = errors[0]
    errors = errors[:MOST_ERRORS]
    code = "invalid_query" if where == "query" else "invalid_body"
    return refuse(code, f"{first.pointer}: {first.detail}" if first.pointer else first.detail, errors=errors)


def _kind(detail: str) -> str:
    """The kind of a fault that marshmallow tells of."""
    if detail.startswith("Unknown field"):
        return "unknown"
    return "missing" if detail.startswith("Missing data") else "invalid"


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


_PROBLEMS: Mapping[type[Exception], Callable[[Any], Refused]] = {
    Refused: _refused,
    Rejected: _rejected,
    Unauthorized: _unauthorized,
    InvalidKey: _invalid_key,
    TooManyWebhooks: _too_many_webhooks,
    UnknownGame: _unknown_game,
    GameDeleted: _deleted,
    ExternalIdTaken: _external_id_taken,
    NoSuchVersion: _no_such_version,
    StaleVersion: _stale,
    NewerRules: _newer_rules,
    RulesetNotInstalled: _not_installed,
    OutcomeUnknown: _unknown,
    StoreUnavailable: _unavailable,
    CommitsMissing: _missing,
    ArchiveUnavailable: _archive_away,
    SleepUnavailable: _sleep_away,
    QueueUnavailable: _queue_away,
    ArchiveDamaged: _damaged,
    LogDamaged: _log_damaged,
    GameUnreadable: _unreadable,
    ValidationError: _invalid_query,
    HTTPException: _of_http,
    Exception: _internal,
    **{kind: partial(_said, detail) for kind, detail in _SENTENCES.items()},
    **{kind: partial(_passing, detail) for kind, detail in _PASSING.items()},
}
"""The problem for each exception; the most specific class wins."""


def register(app: Flask) -> None:
    """Answer every error of the app with a problem."""
    for kind, problem in _PROBLEMS.items():
        app.register_error_handler(kind, partial(_answer, problem))


def _answer(problem: Callable[[Any], Refused], error: Exception) -> Response:
    return problem(error).response()
