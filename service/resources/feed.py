"""One stream over many games: all games of an API key, or those of a hand of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic
from typing import Any

import msgspec
from flask import Response, request

from events.redis_store.feed import OVERLAP_MS
from service import feed_stream
from service.feed_texts import Tell, texts_from
from service.following import HandSource, KeySource, Source, time_of
from service.http import accepted_of, json_response, known_game, needed_key, services
from service.limits import follower_address
from service.openapi.operations import JSON, LAST_CURSOR, NEEDS_KEY, operation
from service.openapi.streams import EVENT_STREAM, NDJSON, events, lines
from service.parsing import Blueprint
from service.problems import refuse
from service.representations.feed import FeedAnswer
from service.schemas.bodies import HandSchema
from service.schemas.queries import CURSOR, FeedQuery
from service.server_sent import KEEP_ALIVE_SECONDS
from telemetry.metrics import STREAMS

blueprint = Blueprint("feed", __name__, url_prefix="/v1/feed", description="Following many games at once")

PAGE_LINES = 1_000
"""Entries of an answer in JSON, or some more."""
OF_A_GAME = 50
"""Commits as which a game of a hand counts among the histories that are read: it may have to be folded first."""
DOCUMENTED: dict[str, Any] = {
    "problems": (401, 406),
    "parameters": (LAST_CURSOR,),
    "more_content": {
        NDJSON: lines("FeedLine", feed_stream.AS_LINES),
        EVENT_STREAM: events("FeedStreamEvent", feed_stream.AS_EVENTS),
    },
}


@blueprint.route("", methods=["GET"])
@blueprint.arguments(FeedQuery, location="query", error_status_code=400)
@operation(200, "Feed", operation_id="followKey", security=NEEDS_KEY, **DOCUMENTED)
def follow_key(query: dict[str, Any]) -> Response:
    """Follow all games of an API key

    One entry a commit, at least once: drop those with a game and version that you have. By default one page; `wait` delays
    it until there is an entry. `Accept: text/event-stream` and `application/x-ndjson` go on for ever. Without
    `after` it begins now. A place counts for two days, as long as no more than a thousand commits came after it; then
    `rewound` tells you to close the gap by `GET /v1/games?mine=true&updated_since=…`.
    """
    key, form = needed_key("Feeds of all games"), accepted_of([JSON, NDJSON, EVENT_STREAM])
    since = _since(query)
    return _answer(KeySource(services().hub, services().store, key, since), form, since, query)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(HandSchema)
@blueprint.arguments(FeedQuery, location="query", error_status_code=400)
@operation(
    200, "Feed", operation_id="followHand", security=[], **{**DOCUMENTED, "problems": (406, 413, 415, 422)}
)  # fmt: skip
def follow_hand(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Follow the games of several tokens

    The same for callers with tokens of hosts and seats, at most 50 games at once, each of which counts as a live stream.
    Without `after` it begins with the last commit of each game. A game whose token is not valid is `left_out`; the others
    go on.
    """
    form, since = accepted_of([JSON, NDJSON, EVENT_STREAM]), _since(query)
    hand = {known_game(each["game"]): each["token"] for each in body["games"]}
    services().limits.spend_reading(OF_A_GAME * len(hand))
    address = follower_address(request.environ, services().settings.trusted_proxies)
    return _answer(HandSource(services().hub, services().renewals, services().now, hand, since, address), form, since, query)


def _since(query: dict[str, Any]) -> int | None:
    """The time of the caller's cursor; the header of a stream that is resumed counts before the query."""
    cursor = request.headers.get("Last-Event-ID", query.get("after"))
    if not cursor:
        return None
    if not re.fullmatch(CURSOR, cursor):
        raise refuse(
            "invalid_header", "Last-Event-ID must be the id of an event of this stream, or empty for what comes from now on."
        )
    return time_of(cursor)


def _answer(source: Source, form: str, since: int | None, query: dict[str, Any]) -> Response:
    tell: Tell = texts_from(services().games) if "include" in query else lambda entries: entries
    if form == JSON:
        try:
            page = _page(source, since or 0, query["wait"])
            return json_response(msgspec.structs.replace(page, items=[*tell(page.items)]))
        finally:
            source.leave()
    try:
        first = source.read()  # So that a store that is away is a 503.
    except BaseException:
        source.leave()
        raise
    STREAMS.inc()

    def leave() -> None:
        if source.leave():
            STREAMS.dec()

    def pieces() -> Iterator[bytes]:
        try:
            form_of_stream = feed_stream.EVENTS if form == EVENT_STREAM else feed_stream.LINES
            yield from feed_stream.pieces(source, first, form_of_stream, tell)
        finally:
            leave()

    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    response = Response(pieces(), content_type=form, headers=headers)
    # A generator that was never begun, as for HEAD, never reaches its `finally`.
    response.call_on_close(leave)
    return response


def _page(source: Source, since: int, wait: int) -> FeedAnswer:
    """The news, after up to `wait` seconds if there is none yet."""
    deadline = monotonic() + wait
    found = FeedAnswer(items=[], next="", rewound=False, left_out=[])
    while True:
        batch = source.read()
        found.items.extend(batch.entries)
        found.left_out.extend(batch.left_out)
        found = msgspec.structs.replace(found, next=batch.cursor, rewound=found.rewound or batch.rewound)
        # A resumed reader looks back a little, so a page that ended sooner might never lead on.
        enough = len(found.items) >= PAGE_LINES and source.upto > since + OVERLAP_MS
        if source.behind and not enough:
            continue
        remaining = deadline - monotonic()
        if found.items or found.left_out or found.rewound or remaining <= 0 or source.over or source.ended:
            return found
        source.wait(min(remaining, KEEP_ALIVE_SECONDS))
