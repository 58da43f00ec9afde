"""The schemas of streams and of files with a line for each thing, and of the calls of webhooks.

OpenAPI 3.1 sees a stream as one text. Its `contentSchema` here is the schema of each of its lines or events.
"""

from __future__ import annotations

from typing import Any

from events.webhooks.hooks import TEST, Event
from service.openapi.operations import JSON, ref

NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
NOTHING = {"type": "object", "properties": {}}

CALLS: dict[Event | str, tuple[str, str]] = {
    "turn": ("EventCall", "People must act who had not to before"),
    "over": ("EventCall", "A game is over"),
    "deadline_near": ("EventCall", "A quarter of the time for an action is left, at most six hours"),
    "seat_claimed": ("EventCall", "Somebody took a seat"),
    "seat_changed": ("EventCall", "A seat went to a bot, back to its player, to another player, or to nobody"),
    "takeback_asked": ("EventCall", "A player asks the others for a takeback"),
    "rematch": ("EventCall", "The players of a game play again, in this one"),
    "deleted": ("DeletedCall", "The operator has deleted a game"),
    TEST: ("TestCall", "The holder of the key asked for it"),
}
"""The calls of webhooks by their `type`: the schema of the body, and when they are made."""


def lines(schema: str, said: str) -> dict[str, Any]:
    """The content of an answer with a line of JSON for each thing of this schema."""
    return {"schema": {"type": "string", "description": said, "contentMediaType": NDJSON, "contentSchema": ref(schema)}}


def events(schema: str, said: str) -> dict[str, Any]:
    """The content of an answer with server-sent events of this schema, of which `data` is JSON."""
    return {
        "schema": {"type": "string", "description": said, "contentMediaType": EVENT_STREAM, "contentSchema": ref(schema)}
    }


def stream_schemas() -> dict[str, Any]:
    """The schemas of lines and events that are several things, and of exported commits."""
    return {
        "GameStreamEvent": _one_of(
            "An event of the stream of a game.",
            _event("commit", ref("Commit"), "The version"),
            _event("over", NOTHING),
            _event("unauthorized", NOTHING),
            _event("rewound", ref("Rewound"), "The last version that stayed"),
            _event("log_damaged", NOTHING),
            _event("deleted", NOTHING),
        ),
        "FeedStreamEvent": _one_of(
            "An event of the stream of a feed.",
            _event("entry", ref("FeedEntry"), "Its `next`"),
            _event("left_out", ref("LeftOut")),
            _event("rewound", NOTHING),
            _event("over", NOTHING),
            _event("unauthorized", NOTHING),
        ),
        "FeedLine": {
            "description": "A line of a feed: an entry, or what else there is to know.",
            "anyOf": [ref("FeedEntry"), ref("FeedNews")],
        },
        "ExportedLine": {
            "description": "A line of an exported game: a commit as it is stored, at last the players' names; of a game "
            "that goes on, a commit as the caller may see it.",
            "anyOf": [ref("StoredCommit"), ref("ExportedNames"), ref("Commit")],
        },
        "ExportedGamesLine": {
            "description": "A line of an export of many games: a game, or at last how many there were.",
            "anyOf": [ref("ExportedGame"), ref("ExportEnd")],
        },
    }


def _one_of(said: str, *events: dict[str, Any]) -> dict[str, Any]:
    return {"description": said, "oneOf": [*events]}


def _event(name: str, data: dict[str, Any], mark: str = "") -> dict[str, Any]:
    """A server-sent event; `mark` says what its id is, empty if it has none."""
    fields: dict[str, Any] = {"event": {"type": "string", "enum": [name], "description": "The kind of event."}}
    if mark:
        fields["id"] = {"type": "string", "description": f"{mark}, to be sent as `Last-Event-ID`."}
    fields["data"] = {"description": "What it tells.", **data}
    return {"type": "object", "properties": fields, "required": [*fields]}


def calls() -> dict[str, Any]:
    """The calls that the service makes to webhooks, by their type."""
    return {kind: {"post": _call(kind, schema, said)} for kind, (schema, said) in CALLS.items()}


def _call(kind: str, schema: str, said: str) -> dict[str, Any]:
    return {
        "operationId": f"{kind}_called",
        "summary": said,
        "description": "Signed as Standard Webhooks defines. A call comes at least once, with the same `webhook-id` when "
        "repeated, and is repeated until it is answered with a status of 200 to 299.",
        "tags": ["webhooks"],
        "parameters": [_header(name, text) for name, text in HEADERS.items()],
        "requestBody": {"required": True, "content": {JSON: {"schema": ref(schema)}}},
        "responses": {
            "2XX": {"description": "It has arrived"},
            "410": {"description": "The webhook shall get no more calls"},
        },
        "security": [],
    }


HEADERS = {
    "webhook-id": "The same at every try: drop repeats by it",
    "webhook-timestamp": "When this try was made, in seconds since 1970",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64",
}


def _header(name: str, said: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": said}
