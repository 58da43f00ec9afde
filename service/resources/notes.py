"""Notes of the holder of an API key on one of its games: metadata, and the players of seats."""

from __future__ import annotations

from typing import Any

from flask import Response

from events.commands.intents import KeyHolder
from events.store_types import About, Note
from service.http import json_response, known_game, needed_key, services
from service.openapi.operations import NEEDS_KEY, operation
from service.parsing import Blueprint
from service.problems import refuse
from service.representations.games import NoteAnswer
from service.schemas.bodies import NoteChangeSchema
from service.schemas.queries import NoQuery

blueprint = Blueprint("notes", __name__, url_prefix="/v1/games", description="Notes of the holder of an API key")


def _own_game(game: str) -> tuple[str, int]:
    """The id and the number of seats of a game of the caller's API key. Raises UnknownGame, a 401, Forbidden."""
    game_log = services().games.load(known_game(game))
    KeyHolder(needed_key("Notes")).actor(game_log)
    return game_log.id, len(game_log.session.seats)


def _answer(about: About) -> Response:
    return json_response(NoteAnswer(about.metadata, about.players))


@blueprint.route("/<game:game>/note", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Note", operation_id="getNote", problems=(401, 403), security=NEEDS_KEY)
def get_note(query: dict[str, Any], game: str) -> Response:
    """The notes on a game (its API key)

    Only the holder of the key sees it: no log, export or other answer has it.
    """
    known, _ = _own_game(game)
    return _answer(services().store.owned.about([known])[known])


@blueprint.route("/<game:game>/note", methods=["PATCH"])
@blueprint.arguments(NoteChangeSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Note", operation_id="changeNote", problems=(401, 403, 413, 415, 422), security=NEEDS_KEY)
def change_note(body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
    """Change the notes on a game (its API key)

    `metadata` replaces all of it; `players` changes those of the seats that it names, and null takes a player away. A player
    that is noted here brings no seat into custody. Games that are over can be noted, too.
    """
    known, seats = _own_game(game)
    players = body.get("players", {})
    for seat in players:
        if int(seat) >= seats:
            raise refuse("unknown_seat", f"The game has the seats 0 to {seats - 1}.")
    return _answer(services().store.owned.note(known, Note(body.get("metadata"), players)))
