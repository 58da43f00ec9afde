"""Results of all games of an API key, and forgetting its players."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from flask import Response

from events.identity import milliseconds
from events.redis_store.keys import GONE
from events.store_types import About, OwnedGame
from service.forgetting import forgotten
from service.http import accepted_of, following_page, needed_key, services
from service.limits import HARD_WORK
from service.openapi.operations import LINK, NEEDS_KEY, operation
from service.openapi.streams import NDJSON, lines
from service.own_games import own_games
from service.parsing import Blueprint
from service.representations.results import as_table, result_of
from service.schemas.bodies import ForgetPlayerSchema
from service.schemas.fields import place_of
from service.schemas.queries import NoQuery, ResultsQuery

log = logging.getLogger(__name__)

blueprint = Blueprint("results", __name__, url_prefix="/v1", description="How the games of an API key ended")

CSV = "text/csv"
LINES = "A line for each game. Empty if no game of this page is chosen."
TABLE = {
    "type": "string",
    "description": "A row for each seat of each game, after a header with the names of the columns, which are those of "
    "`Result` and `SeatResult`. What is not known is empty.",
}


@blueprint.route("/results", methods=["GET"])
@blueprint.arguments(ResultsQuery, location="query", error_status_code=400)
@operation(
    200, lines("Result", LINES), content_type=NDJSON, more_content={CSV: {"schema": TABLE}}, operation_id="listResults",
    problems=(401, 406), headers=LINK, security=NEEDS_KEY,
)  # fmt: skip
def list_results(query: dict[str, Any]) -> Response:
    """How games ended (their API key)

    The game that ended last comes first. Results name players by the ids that the holder of the key has noted, never by
    their names. The header `Link` leads to the next page, as in the list of games; a page may have fewer results than asked
    for, or none: go on until there is no `Link`. `Accept: text/csv` gives a table with a row for each seat. The result of a
    game that was created with `keep_result` stays when the operator deletes the game.
    """
    owner, form = needed_key("Results"), accepted_of([NDJSON, CSV])
    since, until, before = query.get("since"), query.get("until"), None
    if "after" in query:
        before = place_of(query["after"])
    if until is not None:
        before = min(before or (milliseconds(until), ""), (milliseconds(until), ""))

    def wanted(line: OwnedGame, about: About) -> bool:
        return line.status in query["status"]

    since_ms = None if since is None else milliseconds(since)
    page = own_games(owner, query, (*query["status"], GONE), before, since_ms, wanted)
    gone = services().store.logs.deleted([line.id for line, _ in page.summaries])
    found = [result_of(*each, deleted=deleted) for each, deleted in zip(page.summaries, gone, strict=True)]
    _, headers = following_page(page)
    if form == CSV:
        headers["Content-Disposition"] = 'attachment; filename="results.csv"'
        return Response(as_table(found), headers=headers, content_type="text/csv; charset=utf-8; header=present")
    return Response(b"".join(msgspec.json.encode(each) + b"\n" for each in found), headers=headers, content_type=NDJSON)


@blueprint.route("/players/forget", methods=["POST"])
@blueprint.arguments(ForgetPlayerSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Forgetting", operation_id="forgetOwnPlayer", problems=(401, 409, 413, 415, 422), security=NEEDS_KEY,
)  # fmt: skip
def forget_player(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Forget a player in all games of an API key (its holder)

    The names of every seat that is noted as this player's are forgotten wherever the service has them, and then the notes,
    also in results. Metadata stay: only you know what they say. Safe to repeat.
    """
    owner = needed_key("Forgetting players")
    services().limits.spend(HARD_WORK)
    found = services().forgetter.player(owner, body["player"])
    log.info("a player was forgotten by the holder of the API key %s, in %d games", owner, len(found.games))
    return forgotten(found)
