"""The decorator that documents an operation in openapi.yaml, and the headers and parameters that operations share."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from flask_smorest import Blueprint

from service.problems import ALWAYS, PROBLEM
from service.schemas.fields import PARTS_OF_ACTIONS, SAID_OF_ACTIONS
from service.schemas.queries import CURSOR

F = TypeVar("F", bound=Callable[..., Any])

JSON = "application/json"
REF = "#/components/schemas/{name}"
MORE_PARAMETERS = "x-more-parameters"


def _header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """A header of requests, a string of this schema."""
    return {"name": name, "in": "header", "schema": {"type": "string", **schema}, "description": description}


SEAT = _header("Tradewinds-Seat", "With an API key: the number of the seat in its custody that the caller speaks for")
IF_MATCH = {
    **_header(
        "If-Match",
        "The version that the request is meant for, in double quotes; any ETag of the game names one",
        pattern=r'^(W/)?"[1-9][0-9]{0,15}(\.[a-z0-9.]{1,40})?"$',
    ),
    "example": '"12"',
}
IF_NOTE_MATCH = _header("If-Match", "The ETag of the notes that are to be changed", pattern='^"[0-9a-f]{40}"$')
IDEMPOTENCY_KEY = _header(
    "Idempotency-Key", "Makes the request safe to repeat: a repeat gets the first answer", pattern="^[!-~]{1,200}$"
)
OPEN_KEY = _header(
    "Idempotency-Key",
    "At least 32 random characters; for ten minutes a repeat returns the same game or seat with fresh tokens or invitations",
    pattern="^[!-~]{32,200}$",
)
IF_NONE_MATCH = _header(
    "If-None-Match", "The ETag of the answer that you have; if it is still valid, the answer is a 304 without a body"
)
LAST_EVENT_ID = _header("Last-Event-ID", "Resumes an event stream after this version")
LAST_CURSOR = _header(
    "Last-Event-ID", "Resumes a stream after the event with this id, as `after` does", pattern=f"^({CURSOR})?$"
)
INCLUDE = {
    "name": "include", "in": "query", "description": SAID_OF_ACTIONS,
    "schema": {
        "type": "array", "minItems": 1, "maxItems": len(PARTS_OF_ACTIONS), "uniqueItems": True,
        "items": {"type": "string", "enum": [*PARTS_OF_ACTIONS]},
    },
}  # fmt: skip

ETAG = {
    "ETag": {
        "description": "The game's version in double quotes; after a dot whatever else the answer depends on, such as the "
        "seat that sees it",
        "schema": {"type": "string", "pattern": r'^"[1-9][0-9]{0,15}(\.[a-z0-9.]{1,40})?"$'},
    }
}
NOTE_TAG = {"ETag": {"description": "A digest of the notes", "schema": {"type": "string", "pattern": '^"[0-9a-f]{40}"$'}}}
CONTENT_TAG = {
    "ETag": {
        "description": "A digest of the content",
        "schema": {"type": "string", "pattern": r'^"[0-9a-f]{32}(\.gzip)?"$'},
    }
}
LOCATION = {
    "Location": {"description": "Address of the new game", "schema": {"type": "string", "pattern": "^/v1/games/[^/]+$"}}
}
LINK = {
    "Link": {
        "description": 'The next page, rel="next"',
        "schema": {"type": "string", "pattern": '^</v1/[^>]+>; rel="next"$'},
    }
}
REPLAYED = {
    "Idempotency-Replayed": {"description": "`true` on a repeated request", "schema": {"type": "string", "enum": ["true"]}}
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 1}}}
WAITING = {429, 503}

ANY_TOKEN: list[dict[str, list[str]]] = [{}, {"token": []}]
"""The token is optional: with it the answer is its seat's, without it a spectator's."""
ANY_KEY: list[dict[str, list[str]]] = [{}, {"key": []}]
"""An API key may be sent; tokens count for nothing here."""
NEEDS_KEY: list[dict[str, list[str]]] = [{"key": []}]
NEEDS_OPERATOR: list[dict[str, list[str]]] = [{"operator": []}]
NEEDS_TOKEN: list[dict[str, list[str]]] = [{"token": []}]


def ref(schema: str) -> dict[str, str]:
    """A reference to a schema of the contract."""
    return {"$ref": REF.format(name=schema)}


def operation(
    status: int,
    schema: str | dict[str, Any] | None,
    *,
    problems: tuple[int, ...] = (),
    headers: dict[str, Any] | None = None,
    parameters: tuple[dict[str, Any], ...] = (),
    body: dict[str, Any] | None = None,
    security: list[dict[str, list[str]]] | None = None,
    content_type: str = JSON,
    more_content: dict[str, Any] | None = None,
    operation_id: str,
    more_responses: dict[str, Any] | None = None,
    conditional: bool = False,
) -> Callable[[F], F]:
    """Document an operation: its answer, problems and headers. The problems of ALWAYS are added to every operation.

    `schema`: the name of the answer's schema, or the content of its media type.

    `conditional`: the answer has an ETag, and is a 304 for callers who have it already.
    """
    answer: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if headers:
        answer["headers"] = headers
    if schema is not None:
        answer["content"] = {content_type: {"schema": ref(schema)} if isinstance(schema, str) else schema}
        answer["content"].update(more_content or {})
    responses: dict[str, Any] = {str(status): answer, **(more_responses or {})}
    if security and {"token": []} in security:
        parameters, problems = (*parameters, SEAT), (*problems, HTTPStatus.FORBIDDEN)
    if conditional:
        parameters = (*parameters, IF_NONE_MATCH)
        responses["304"] = {"description": HTTPStatus.NOT_MODIFIED.phrase, "headers": {"ETag": (headers or {})["ETag"]}}
    for code in sorted({*problems, *ALWAYS}):
        responses[str(code)] = _problem(code, headers or {})
    manual: dict[str, Any] = {"responses": responses, "operationId": operation_id}
    if parameters:
        # In flask-smorest manual parameters would replace those of the schemas; document.py joins both.
        manual[MORE_PARAMETERS] = list(parameters)
    if body is not None:
        manual["requestBody"] = body
    if security is not None:
        manual["security"] = security

    documented: Callable[[F], F] = Blueprint.doc(**manual)
    return documented


def _problem(status: int, headers: dict[str, Any]) -> dict[str, Any]:
    """A problem of an operation whose answers have these headers."""
    problem: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {PROBLEM: {"schema": ref("Problem")}},
    }
    if status in WAITING:
        problem["headers"] = RETRY_AFTER
    if status == HTTPStatus.PRECONDITION_FAILED:
        problem["headers"] = {"ETag": headers.get("ETag", ETAG["ETag"])}
    return problem
