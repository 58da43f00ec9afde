"""Games: the list, creating, reading at any point, abandoning."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from domain import fairness, lifecycle
from domain.game import Rejected
from domain.table import Status
from events.store_types import GameSummary
from service.http import (
    OPEN_KEY_LENGTH,
    bearer,
    idempotency_key,
    if_match,
    json_response,
    known_game,
    replayed,
    rules_refusing,
    services,
)
from service.limits import cost_of_bots
from service.openapi_decorators import (
    ANY_TOKEN,
    ETAG,
    IF_MATCH,
    LINK,
    LOCATION,
    NEEDS_TOKEN,
    OPEN_KEY,
    REPLAYED,
    operation,
)
from service.parsing import Blueprint
from service.points import point_of
from service.problems import refuse, rejected
from service.representations.built import representations_of
from service.representations.games import GamesAnswer
from service.schemas import GameQuery, GamesQuery, NewGameSchema, NoQuery
from service.tags import tagged
from service.viewer import SPECTATOR

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Creating, finding and reading games")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewGameSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "Created", operation_id="createGame", problems=(409, 413, 415, 422), headers={**LOCATION, **ETAG, **REPLAYED},
    parameters=(OPEN_KEY,), security=[],
)  # fmt: skip
def create_game(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Create a game

    A game without open seats starts at once. The tokens are shown only in this answer.
    """
    key = idempotency_key(OPEN_KEY_LENGTH)
    services().limits.spend(1 + cost_of_bots(plan.get("level") for plan in body["seats"]))
    secret = bytes.fromhex(body["secret"]) if "secret" in body else None
    command = _creation(body, secret)
    try:
        created = services().handler.create(lifecycle.named(command), key, secret)
    except Rejected as refusal:
        raise rejected(refusal, rules_refusing(body["ruleset"], refusal.code)) from None
    headers = {
        "Location": f"/v1/games/{created.game_log.id}",
        **tagged(created.commit.version),
        **replayed(created.replayed),
    }
    return json_response(representations_of(created.game_log).created(created), 201, headers)


def _creation(body: dict[str, Any], secret: bytes | None) -> lifecycle.CreateGame:
    """The command of a request. Raises a 422 if it chooses how the game begins, and this service does not allow that."""
    fields: dict[str, Any] = {
        "ruleset": body["ruleset"],
        "seats": tuple(lifecycle.SeatPlan(**plan) for plan in body["seats"]),
        "options": body.get("options", {}),
        "visibility": body["visibility"],
        "trusted_host": body["trusted_host"],
    }
    chosen = [name for name in ("secret", "scenario") if name in body]
    if not chosen:
        return lifecycle.CreateGame(**fields)
    if services().settings.reproducible == "off":
        which = " and ".join(f"`{name}`" for name in chosen)
        detail = (
            f"{which}: this service chooses for itself how a game begins; start it with REPRODUCIBLE=on, or leave it out."
        )
        raise refuse("not_reproducible", detail)
    commitment = None if secret is None else fairness.commitment(secret)
    return lifecycle.StageGame(**fields, scenario=body.get("scenario"), commitment=commitment)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(GamesQuery, location="query", error_status_code=400)
@operation(200, "Games", operation_id="listGames", headers=LINK, security=[])
def list_games(query: dict[str, Any]) -> Response:
    """List public games, newest first

    Branches and imported games are not listed. A page may have fewer games than asked for, or none, if few games pass the
    filter: continue until `next` is null.
    """
    before = None
    if "after" in query:
        milliseconds, _, game = query["after"].partition("-")
        before = (int(milliseconds), game)
    statuses: tuple[Status, ...] = (query["status"],) if "status" in query else ("lobby", "running", "finished", "abandoned")

    def wanted(summary: GameSummary) -> bool:
        of_ruleset: bool = summary.ruleset == query.get("ruleset", summary.ruleset)
        return of_ruleset and summary.open_seats >= int(query.get("open_seats", 0))

    page = services().store.games.page(statuses, before, query["limit"], wanted)
    following = None if page.next is None else f"{page.next[0]}-{page.next[1]}"
    headers = {}
    if following is not None:
        headers["Link"] = f'</v1/games?{urlencode({**request.args.to_dict(), "after": following})}>; rel="next"'
    return json_response(GamesAnswer(page.summaries, following), headers=headers)


@blueprint.route("/<game:game>", methods=["GET"])
@blueprint.arguments(GameQuery, location="query", error_status_code=400)
@operation(
    200, "Game", operation_id="getGame", problems=(401, 409), headers=ETAG, security=ANY_TOKEN, conditional=True,
)  # fmt: skip
def get_game(query: dict[str, Any], game: str) -> Response:
    """A game as the caller may see it, now or at any point of its history

    `version` or `turn` asks for an earlier position, which may be cached for an hour. The current turn shows the present
    position, even if nothing was done in it yet. `open=true` shows everything that was hidden, once the game is over.
    `to_act` names the seats that are asked something. An unchanged ETag means an unchanged answer, unless the store lost
    commits and new ones took their versions: then `head` differs.
    """
    point = point_of(query, game)
    known = point.not_modified()
    if known is not None:
        return known
    game_log = point.game_log
    shown, head = point.position()
    found = representations_of(game_log).game_answer(game_log, shown, point.version, head, point.viewer)
    return json_response(found, headers=point.headers)


@blueprint.route("/<game:game>", methods=["DELETE"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Game", operation_id="abandonGame", problems=(401, 403, 409, 412), headers=ETAG, parameters=(IF_MATCH,),
    security=NEEDS_TOKEN,
)  # fmt: skip
def abandon_game(query: dict[str, Any], game: str) -> Response:
    """Abandon a lobby or a running game (host)

    The game ends without a winner and its secret is published. It can be read like any game that is over.
    """
    handler = services().handler
    done = handler.manage(known_game(game, handler), bearer(), lifecycle.AbandonGame(), if_match())
    return json_response(representations_of(done.game_log).after(done, SPECTATOR), headers=tagged(done.commit.version))
