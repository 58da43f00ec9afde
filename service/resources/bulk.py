"""Finished games in bulk, for leagues and researchers: one stream, a line for each game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from time import sleep
from typing import Any

from flask import Response

from events.archive.bulk import lines as lines_of
from events.errors import StoreUnavailable
from events.identity import milliseconds
from events.store_types import Cursor, GameSummary, Page
from service.http import needed_key, services
from service.limits import HARD_WORK
from service.openapi.operations import NEEDS_KEY, NEEDS_OPERATOR, operation
from service.openapi.streams import NDJSON, lines
from service.operators import require_operator
from service.parsing import Blueprint
from service.schemas.fields import place_of
from service.schemas.queries import ExportQuery

log = logging.getLogger(__name__)

blueprint = Blueprint("bulk", __name__, url_prefix="/v1", description="Many finished games at once")

LINES = (
    "A line for each game, with its commits like the lines of `GET /v1/games/{game}/export`; or with a `problem`, a code, "
    "in place of the commits. The last line says how many lines came before it; without it the stream was cut off."
)

Find = Callable[[Sequence[str], Cursor | None, int, Callable[[GameSummary], bool], int | None], Page[GameSummary]]


@blueprint.route("/games/export", methods=["GET"])
@blueprint.arguments(ExportQuery, location="query", error_status_code=400)
@operation(
    200, lines("ExportedGamesLine", LINES), content_type=NDJSON, operation_id="exportGames", problems=(401,),
    security=NEEDS_KEY,
)  # fmt: skip
def export_own(query: dict[str, Any]) -> Response:
    """All finished games of an API key, one a line

    The game that ended last comes first; `since` and `until` compare the times of the ends (of imports the times of import).
    After a break go on with `after`: the `next` of the last whole line. A file of these lines is verified by `tradewinds
    verify`, and each line can be imported. Long answers are slowed down to the rate that the limit for histories allows.
    """
    owner = needed_key("Exports of all games")
    services().limits.spend(HARD_WORK)
    owned = services().store.owned

    def find(
        statuses: Sequence[str],
        before: Cursor | None,
        count: int,
        wanted: Callable[[GameSummary], bool],
        since_ms: int | None,
    ) -> Page[GameSummary]:
        found = owned.page(owner, statuses, before, count, lambda own: wanted(own[0]), since_ms)
        return Page([line for line, _ in found.summaries], found.next, found.places)

    return _exported(query, find, services().limits.pace_of())


@blueprint.route("/admin/export", methods=["GET"])
@blueprint.arguments(ExportQuery, location="query", error_status_code=400)
@operation(
    200, lines("ExportedGamesLine", LINES), content_type=NDJSON, operation_id="exportPublicGames", problems=(401,),
    security=NEEDS_OPERATOR,
)  # fmt: skip
def export_public(query: dict[str, Any]) -> Response:
    """All public games that are finished, one a line (operator)

    As `GET /v1/games/export`, but the newest game comes first, and `since` and `until` compare times of creation.
    """
    require_operator()
    log.info("the public games were exported")
    return _exported(query, services().store.games.page, lambda commits: 0.0)


def _exported(query: dict[str, Any], find: Find, pace: Callable[[int], float]) -> Response:
    """Each game is read when its line is due: a stream that nobody reads keeps only one game in memory."""
    store = services().store
    since, until = _ms(query.get("since")), _ms(query.get("until"))
    after = place_of(query["after"]) if "after" in query else None
    if until is not None:
        after = min(after or (until, ""), (until, ""))

    def wanted(game: GameSummary) -> bool:
        ruleset: str = query.get("ruleset", game.ruleset)
        return game.ruleset == ruleset

    def page(place: Cursor | None, count: int) -> Page[GameSummary]:
        return find((query["status"],), place, count, wanted, since)

    def stream() -> Iterator[bytes]:
        try:
            for line in lines_of(page, store.read, after, query["limit"]):
                yield line.text
                while wait := pace(line.commits):
                    sleep(wait)
        except StoreUnavailable as error:
            log.warning("an export was cut off: %s", error)

    headers = {"Content-Disposition": 'attachment; filename="games.ndjson"', "X-Accel-Buffering": "no"}
    return Response(stream(), content_type=NDJSON, headers=headers)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else milliseconds(moment)
