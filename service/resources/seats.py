"""Seats: claiming, handing to a bot, taking back, giving away."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.session import lifecycle
from domain.session.rights import HOST, Actor
from events.commands.intents import Bearer, CommandResult, KeyHolder
from events.errors import Unauthorized
from events.games.game_log import GameLog
from events.store_types import Note, OwnersPart
from service.http import (
    OPEN_KEY_LENGTH,
    bearer,
    credentials,
    idempotency_key,
    if_match,
    json_response,
    known_game,
    needed_key,
    open_game,
    replayed,
    services,
)
from service.limits import cost_of_bots
from service.openapi.operations import ANY_KEY, ETAG, IF_MATCH, NEEDS_TOKEN, OPEN_KEY, REPLAYED, operation
from service.parsing import Blueprint
from service.problems import FieldError, refuse
from service.representations.built import representations_of
from service.schemas.bodies import ChangeSeatSchema, ClaimSchema, NewNameSchema, NewTokenSchema
from service.schemas.queries import NoQuery
from service.tags import tagged

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games", description="Claiming seats and handing them over")


@blueprint.route("/<game:game>/seats/<int:seat>/claim", methods=["POST"])
@blueprint.arguments(ClaimSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "ChangedSeat", operation_id="claimSeat", problems=(401, 403, 409, 413, 415, 422), headers={**ETAG, **REPLAYED},
    parameters=(OPEN_KEY,), security=ANY_KEY,
)  # fmt: skip
def claim_seat(body: dict[str, Any], query: dict[str, Any], game: str, seat: int) -> Response:
    """Claim an open or reserved seat

    A reserved seat takes its `invitation` and, unless the claim brings one, keeps its name. The answer has the seat's token,
    which is shown only here. Claiming the last free seat starts the game. With the API key of the game and a `player`, the
    seat is noted as that player's; in a game with `custody` the key gets custody of it.
    """
    key = idempotency_key(OPEN_KEY_LENGTH)
    handler = services().handler
    added = _claimed_by_key(known_game(game), seat, body)
    services().limits.spend()
    command = _claim(known_game(game), seat, body)
    claimed = handler.claim(known_game(game), command, key, added, body.get("invitation"))
    return json_response(representations_of(claimed.game_log).seated(claimed, seat), 201, _headers(claimed, seat))


@blueprint.route("/<game:game>/seats/<int:seat>", methods=["PUT"])
@blueprint.arguments(ChangeSeatSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "ChangedSeat", operation_id="changeSeat", problems=(401, 403, 409, 412, 413, 415, 422),
    headers={**ETAG, **REPLAYED}, parameters=(IF_MATCH, OPEN_KEY), security=NEEDS_TOKEN,
)  # fmt: skip
def change_seat(body: dict[str, Any], query: dict[str, Any], game: str, seat: int) -> Response:
    """Hand a seat to a bot, take it back, give it to somebody else, or open it again

    `bot`, with the token of the host or the seat, hands the seat to a bot. `human` with the seat's own token takes it back,
    with a new token and the old name. `human` with the host's token gives the seat to somebody else, only in a game with
    `trusted_host`. `open` and `reserved`, with the host's token, make a seat free again before the game begins: its player
    loses it, and the answer has the invitation to a reserved one. A request with an `Idempotency-Key` can be repeated with
    the same token, even if the first one replaced that token.
    """
    handler, sent, version, key = services().handler, credentials(), if_match(), idempotency_key(OPEN_KEY_LENGTH)
    command: lifecycle.SessionCommand
    if body["kind"] == "bot":
        services().limits.spend(cost_of_bots([body["level"]]))
        command = lifecycle.HandToBot(seat=seat, level=body["level"])
    elif body["kind"] != "human":
        command = lifecycle.OpenSeat(seat=seat, kind=body["kind"])
    else:
        game_log = services().games.load(known_game(game))
        caller = game_log.caller(sent.hash or "") if isinstance(sent, Bearer) else sent.actor(game_log)
        if caller == HOST:
            command = lifecycle.named(lifecycle.Reassign(seat=seat, name=body.get("name")))
        else:
            if "name" in body:
                _no_new_name(game_log, caller, seat, body["name"])
            command = lifecycle.TakeBack(seat=seat)
    changed = handler.manage(known_game(game), sent, command, version, key)
    return json_response(representations_of(changed.game_log).seated(changed, seat), headers=_headers(changed, seat))


@blueprint.route("/<game:game>/seats/<int:seat>/token", methods=["PUT"])
@blueprint.arguments(NewTokenSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    204, None, operation_id="renewToken", problems=(401, 403, 409, 413, 415, 422), security=NEEDS_TOKEN,
)  # fmt: skip
def renew_token(body: dict[str, Any], query: dict[str, Any], game: str, seat: int) -> Response:
    """Bring a new token for a seat

    From now on both tokens are valid: the one that was sent and the new one in the body. The first request with the new one
    ends the other. So if an answer is lost, send the request again, or go on with either. A player who gets a seat by a link
    should renew its token at once: then the link no longer opens the seat.
    """
    game_log, _ = open_game(game)
    services().renewals.offer(game_log, bearer(), seat, body["token"])
    return Response(status=204)


@blueprint.route("/<game:game>/seats/<int:seat>/name", methods=["PUT"])
@blueprint.arguments(NewNameSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "ChangedSeat", operation_id="renameSeat", problems=(401, 403, 409, 412, 413, 415, 422),
    headers={**ETAG, **REPLAYED}, parameters=(IF_MATCH, OPEN_KEY), security=NEEDS_TOKEN,
)  # fmt: skip
def rename_seat(body: dict[str, Any], query: dict[str, Any], game: str, seat: int) -> Response:
    """Rename a seat (host)

    The player keeps the seat and its token; the game's past keeps the name of before. An open seat has no name of its own.
    """
    key, command = idempotency_key(OPEN_KEY_LENGTH), lifecycle.RenameSeat(seat=seat, name=body["name"])
    renamed = services().handler.manage(known_game(game), credentials(), command, if_match(), key)
    return json_response(representations_of(renamed.game_log).seated(renamed, seat), headers=_headers(renamed, seat))


def _claim(game: str, seat: int, body: dict[str, Any]) -> lifecycle.ClaimSeat:
    """The command of a claim. Without a name a reserved seat keeps its own, any other one is called by its number."""
    command = lifecycle.ClaimSeat(seat=seat, name=body.get("name"), client_seed=body["client_seed"])
    if "name" in body:
        return command
    seats = services().games.load(game).session.seats
    return command if seat < len(seats) and seats[seat].kind == "reserved" else lifecycle.named(command)


def _claimed_by_key(game: str, seat: int, body: dict[str, Any]) -> OwnersPart | None:
    """The additions of a claim that names a player. Raises a 401 without an API key, Forbidden if the game belongs to
    another."""
    player = body.get("player")
    if player is None:
        return None
    owner = needed_key("Players of seats")
    game_log = services().games.load(game)
    KeyHolder(owner).actor(game_log)
    return OwnersPart(owner=owner, seats=(seat,) if game_log.custody else (), note=Note(players={str(seat): player}))


def _headers(accepted: CommandResult, seat: int) -> dict[str, str]:
    """The headers of an answer that shows the game to the seat, if it got a token, otherwise to a spectator."""
    seen_by = seat if f"s{seat}" in accepted.tokens else None
    return {**tagged(accepted.commit.version, seen_by), **replayed(accepted.replayed)}


def _no_new_name(game_log: GameLog, caller: Actor | None, seat: int, name: str) -> None:
    """Refuse to take a seat back under another name; a caller without a right to the seat gets a 401 or 403 instead."""
    if caller is None:
        raise Unauthorized  # It cannot be a repeat either: the first request had no name.
    if caller.seat == seat and name != game_log.names_of(game_log.session)[seat]:
        error = FieldError("/name", "invalid", "A seat that is taken back keeps its name.")
        raise refuse("invalid_body", f"{error.pointer}: {error.detail}", errors=[error])
