"""Playing: what a seat can do now, and doing it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from flask import Response, request

from domain import session
from domain.game import Rejected
from domain.offers import offer_id
from domain.session.lifecycle import check_level
from domain.session.rights import Forbidden
from events.errors import Unauthorized
from events.games.game_log import GameLog
from events.games.log_errors import view_errors
from events.log.codec import chosen_offer
from policies.advice import advise
from service.http import (
    acting_seat,
    credentials,
    idempotency_key,
    if_match,
    json_body,
    json_response,
    known_game,
    naming_seat,
    open_game,
    replayed,
    rules_refusing,
    services,
)
from service.limits import cost_of_bots
from service.openapi.operations import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    INCLUDE,
    JSON,
    NEEDS_TOKEN,
    REPLAYED,
    operation,
    ref,
)
from service.parsing import Blueprint, not_json, query
from service.problems import Refused, refuse, rejected
from service.representations.built import representations_of
from service.representations.offers import AdviceAnswer, AdvisedOffer, LegalityAnswer, Refusal
from service.schemas.queries import ActionsQuery, NoQuery, SeatCommandQuery
from service.tags import not_modified, tagged
from service.viewer import Viewer

blueprint = Blueprint("actions", __name__, url_prefix="/v1/games", description="Playing")

NOTHING_WITHOUT = "Send If-Match with the version you act on, or an Idempotency-Key: otherwise a repeat could act twice."
NO_OFFER_WITHOUT = "Send If-Match with the version you act on: an offer's id may mean something else at another version."
QUERIES = 64
"""The most queries of actions that are kept parsed; there are few useful ones."""
_act_query = SeatCommandQuery()
ACTION = {"required": True, "content": {JSON: {"schema": ref("Action")}}}


@blueprint.route("/<game:game>/actions", methods=["GET"])
@blueprint.arguments(ActionsQuery, location="query", error_status_code=400)
@operation(
    200,
    "Actions",
    operation_id="listActions",
    problems=(401, 403, 422),
    headers=ETAG,
    security=NEEDS_TOKEN,
    conditional=True,
)
def list_actions(query: dict[str, Any], game: str) -> Response:
    """Every legal action of the caller's seat now, with its text

    An action is legal if and only if it is in the list. Send its `action` unchanged to `POST …/actions`, with the `version`;
    or send `{"offer": "<id>"}`. With `unavailable=true` the answer also has actions that a person would look for and that
    are not legal now. With `advise` it also says what a bot would do: only in games created with `advice`. An advice counts
    as a bot in the limits.
    """
    game_log, seat = acting_seat(game, "Only a seat has actions; send the token of a seat.")
    headers = tagged(game_log.version, seat)
    known = not_modified(headers)
    if known is not None:
        return known
    advice = _advice(game_log, seat, query["advise"]) if "advise" in query else None
    found = representations_of(game_log).actions(game_log, seat, query["unavailable"], advice)
    return json_response(found, headers=headers)


def _advice(game_log: GameLog, seat: int, level: str) -> AdviceAnswer | None:
    """The advice of a bot of this level; None while the seat is not asked. Raises Forbidden, Malformed, a 429 and a 503."""
    game, shown = game_log.game, game_log.session
    if not shown.advice:
        raise Forbidden("no_advice", "In this game nobody gets advice: it was created without `advice`.")
    check_level(game, level, game.bots.levels)
    if seat not in session.to_act(game, shown) or shown.seats[seat].kind == "bot":
        return None
    with view_errors(game_log.id):
        legal, view = game.rules.legal_commands(shown.state, seat), game.gate.view(shown.state, seat)
    services().limits.spend(max(1, cost_of_bots([level])))
    budget = services().settings.bot_budget
    found = services().computations(lambda: advise(level, game, view, seat, legal, Random(), budget))
    ranking = tuple(AdvisedOffer(offer_id(each.command), each.expects) for each in found.ranking)
    return AdviceAnswer(found.level, found.measure, ranking)


@blueprint.route("/<game:game>/actions", methods=["POST"])
@operation(
    201, "Accepted", operation_id="act", problems=(401, 403, 409, 412, 413, 415, 422, 428), headers={**ETAG, **REPLAYED},
    parameters=(INCLUDE, IF_MATCH, IDEMPOTENCY_KEY), security=NEEDS_TOKEN, body=ACTION,
)  # fmt: skip
def act(game: str) -> Response:
    """Act

    Send If-Match (the action is accepted only at that version, or while several seats are asked at once and this seat is
    still asked the same), Idempotency-Key (the request is safe to repeat), or both.
    The body is an action, or `{"offer": "<id>"}` with the `id` of a listed offer, which needs If-Match: the same id may mean
    something else later. An id means exactly its action: it is refused as the action would be, and the history has the
    action.
    """
    environ, handler = request.environ, services().handler
    wanted = _wanted(environ.get("QUERY_STRING", ""))
    version, key, caller = if_match(environ), idempotency_key(environ=environ), credentials(environ)
    body = json_body(environ)
    try:
        if version is None and (key is None or chosen_offer(body) is not None):
            if open_game(game)[1] is None:
                raise Unauthorized
            raise refuse("precondition_required", NO_OFFER_WITHOUT if key else NOTHING_WITHOUT)
        accepted = handler.act(known_game(game), caller, body, version, key)
    except msgspec.DecodeError as error:
        not_json(error)
    except Rejected as refusal:
        raise _problem(game, refusal, body) from None
    # A repeat also returns the caller's own commit: the handler finds it by a hash of the caller and the key.
    viewer = Viewer(accepted.commit.seat).including(wanted)
    headers = {**tagged(accepted.commit.version, viewer.seat), **replayed(accepted.replayed)}
    return json_response(representations_of(accepted.game_log).accepted(accepted, viewer), 201, headers)


@blueprint.route("/<game:game>/actions/try", methods=["POST"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Legality", operation_id="tryAction", problems=(401, 403, 412, 413, 415, 422), parameters=(IF_MATCH,),
    security=NEEDS_TOKEN, body=ACTION,
)  # fmt: skip
def try_action(query: dict[str, Any], game: str) -> Response:
    """Ask whether an action is legal, and if not why

    The body is as for `POST …/actions`. Nothing is stored or drawn.
    """
    version, caller, body = if_match(), credentials(), json_body()
    try:
        game_log, refusal = services().handler.try_out(known_game(game), caller, body, version)
    except msgspec.DecodeError as error:
        not_json(error)
    except Rejected as malformed:
        raise _problem(game, malformed, body) from None
    if refusal is None:
        return json_response(LegalityAnswer(True, game_log.version, None))
    found = Refusal(refusal.code, refusal.message, dict(refusal.params), _rules(game_log, refusal, body))
    return json_response(LegalityAnswer(False, game_log.version, found))


@lru_cache(QUERIES)
def _wanted(query_string: str) -> Mapping[str, Any]:
    """The parsed query of the present request, cached: on this hot path parsing would take as long as half a picture."""
    found: dict[str, Any] = _act_query.load(query().to_dict())
    return found


def _problem(game: str, refusal: Rejected, body: bytes) -> Refused:
    known = services().games.cached(game)
    return rejected(naming_seat(refusal, game), () if known is None else _rules(known, refusal, body))


def _rules(game_log: GameLog, refusal: Rejected, body: bytes) -> tuple[str, ...]:
    """Addresses of the rules that refuse the action in a body."""
    return rules_refusing(game_log.game.name, refusal.code, _tag(body))


def _tag(body: bytes) -> str:
    """The type of the action in a body; empty if there is none, which is refused by its form."""
    offer = chosen_offer(body)
    if offer is not None:
        return offer.partition(":")[0]
    try:
        return msgspec.json.decode(body, type=_Tagged).type
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


class _Tagged(msgspec.Struct):
    type: str
