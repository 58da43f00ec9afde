"""Problems: every error is answered as application/problem+json (RFC 9457), with a stable code and a sentence that helps.

`service/error_answers.py` makes them from exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request

from domain.game import AnyGame, Json, Malformed, Rejected
from domain.kit.refusals import left_open
from domain.session import lifecycle
from domain.session.rights import FORBIDDEN, Forbidden

PROBLEM = "application/problem+json"
"""The media type of every problem."""
ALWAYS = {400, 404, 414, 429, 431, 500, 503}
"""Statuses that any request may get, among them those of an address or headers that are too long."""
PROBLEM_CODE = "tradewinds.problem_code"
"""The key under which a request's environ keeps the code of its problem."""
RETRY_SECONDS = 2
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
    """The kind of fault: `unknown`, `missing` or `invalid`."""
    detail: str
    """The fault, and what would be right."""


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
    """Addresses of the rules by which the game refuses."""


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
        return Response(msgspec.json.encode(problem), self.status, self.headers, content_type=PROBLEM)


CODES: dict[str, tuple[int, str]] = {
    "not_json": (400, "the body is not JSON"),
    "invalid_header": (400, "a header is malformed"),
    "invalid_query": (400, "a query parameter is unknown or malformed"),
    "bad_request": (400, "the request cannot be understood"),
    "unauthorized": (401, "the token is missing, or is not (or no longer) valid in this game"),
    "key_required": (401, "this needs an API key, which the operator of the service gives"),
    "invalid_key": (401, "the API key is not one of this service, or it was revoked"),
    "token_lacks_right": (403, "the token is valid, but does not include this right"),
    "not_found": (404, "there is no such address; /docs/try/ has all calls"),
    "unknown_game": (404, "there is no game with this id"),
    "unknown_key": (404, "there is no API key with this id"),
    "unknown_seat": (404, "the game has no such seat"),
    "unknown_version": (404, "the game has no such version or turn (yet)"),
    "unknown_ruleset": (404, "there is no ruleset with this name"),
    "no_pictures": (404, "the game has no board and no pictures"),
    "unknown_webhook": (404, "the API key has no webhook with this id"),
    "webhooks_off": (404, "this service calls no webhooks"),
    "method_not_allowed": (405, "the address does not take this method"),
    "not_acceptable": (406, "this media type is not available"),
    "game_deleted": (410, "the operator of the service has deleted the game; `deleted_at` in `params` says when"),
    "not_rated": (409, "the bots of the game value no action, so nobody can say what a decision cost"),
    "too_many_webhooks": (409, "the API key has as many webhooks as it may; delete one first"),
    "webhook_disabled": (409, "the webhook is no longer called; delete it, and make a new one"),
    "external_id_taken": (409, "another game of the API key has this external id; `game` in `params` names it"),
    "stale_note": (412, "the notes were changed since the answer whose ETag If-Match names"),
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
    "archive_damaged": (500, "the archived file of this game is damaged; the operator must replace it with a good copy"),
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


def own_codes() -> dict[str, tuple[int | str, str]]:
    """Every code that is no refusal of a game, with its status and meaning: `CODES`, and those of bodies and rights."""
    return {
        **CODES,
        "export_invalid": (422, "the exported file was changed; `first_bad` names the first bad commit"),
        "unknown_command": (422, "the game has no such action"),
        "invalid_offer": (422, "the id of an offer stands for no action of this game"),
        "invalid_field": (
            422,
            "a field of the action is missing, unknown, of the wrong type, or names nothing in this game",
        ),
        "invalid_seat": (422, "a seat's plan does not fit its kind"),
        **{code: (403, meaning) for code, meaning in FORBIDDEN.items()},
    }


def all_codes(games: Iterable[AnyGame]) -> dict[str, tuple[int | str, str]]:
    """Every problem code, those of these games too, with its status and meaning."""
    codes: dict[str, tuple[int | str, str]] = own_codes()
    for refusals in (lifecycle.REFUSALS, *(game.rules.refusals for game in games)):
        for code, meaning in refusals.items():
            codes.setdefault(code, ("409, at set-up 422", left_open(meaning)))
    return codes


def refuse(code: str, detail: str, **more: Any) -> Refused:
    """A refusal with one of the service's own codes."""
    return Refused(CODES[code][0], code, detail, **more)


def rejected(error: Rejected, rules: tuple[str, ...] = ()) -> Refused:
    """A refusal of the domain or the rules as a problem; `rules` are the addresses of the rules that it follows from."""
    status = 422 if isinstance(error, Malformed) else 403 if isinstance(error, Forbidden) else _status_of(error.code)
    return Refused(status, error.code, error.message, params=error.params, errors=_places(error), rules=rules)


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
