"""Notes of the holder of an API key on one of its games: metadata, and the players of seats."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from events.commands.intents import KeyHolder
from events.errors import OtherNote, TooMuchMetadata
from events.store_types import About, Note
from service.http import json_response, known_game, needed_key, services
from service.openapi.operations import IF_NOTE_MATCH, NEEDS_KEY, NOTE_TAG, operation
from service.parsing import Blueprint
from service.problems import FieldError, refuse
from service.representations.games import NoteAnswer
from service.schemas.bodies import NoteChangeSchema
from service.schemas.fields import TOO_MUCH_METADATA
from service.schemas.queries import NoQuery
from service.tags import not_modified

blueprint = Blueprint("notes", __name__, url_prefix="/v1/games", description="Notes of the holder of an API key")

_TAG = re.compile(r'"([0-9a-f]{40})"')


def _own_game(game: str) -> tuple[str, int]:
    """The id and the number of seats of a game of the caller's API key. Raises UnknownGame, a 401, Forbidden."""
    game_log = services().games.load(known_game(game))
    KeyHolder(needed_key("Notes")).actor(game_log)
    return game_log.id, len(game_log.session.seats)


def _headers(about: About) -> dict[str, str]:
    return {"ETag": f'"{about.tag}"'}


def _answer(about: About) -> Response:
    found = NoteAnswer(about.metadata, about.players, about.external_id, about.keep_result)
    return json_response(found, headers=_headers(about))


@blueprint.route("/<game:game>/note", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Note", operation_id="getNote", problems=(401, 403), headers=NOTE_TAG, security=NEEDS_KEY, conditional=True,
)  # fmt: skip
def get_note(query: dict[str, Any], game: str) -> Response:
    """The notes on a game (its API key)

    Only the holder of the key sees it: no log, export or answer to others has it.
    """
    known, _ = _own_game(game)
    about = services().store.owned.about([known])[known]
    return not_modified(_headers(about)) or _answer(about)


@blueprint.route("/<game:game>/note", methods=["PATCH"])
@blueprint.arguments(NoteChangeSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Note", operation_id="changeNote", problems=(401, 403, 412, 413, 415, 422), headers=NOTE_TAG,
    parameters=(IF_NOTE_MATCH,), security=NEEDS_KEY,
)  # fmt: skip
def change_note(body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
    """Change the notes on a game (its API key)

    Each name in `metadata` and each seat in `players` gets its new value; null takes it away, and what is not named stays. A
    player that is noted here brings no seat into custody. Games that are over can be noted, too. With `If-Match` the notes
    are changed only if they are still those with this ETag (412 `stale_note`).
    """
    known, seats = _own_game(game)
    players = body.get("players", {})
    for seat in players:
        if int(seat) >= seats:
            raise refuse("unknown_seat", f"The game has the seats 0 to {seats - 1}.")
    change = Note(body.get("metadata", {}), players, keep_result=body.get("keep_result"))
    try:
        return _answer(services().store.owned.note(known, change, tag=_tag_to_match()))
    except OtherNote as other:
        detail = "The notes were changed meanwhile; read them again."
        raise refuse("stale_note", detail, headers={"ETag": f'"{other.tag}"'}) from None
    except TooMuchMetadata:
        error = FieldError("/metadata", "invalid", TOO_MUCH_METADATA)
        raise refuse("invalid_body", f"{error.pointer}: {error.detail}", errors=[error]) from None


def _tag_to_match() -> str:
    """The tag of the notes that the caller wants to change; empty for any. Raises a 400."""
    header = request.headers.get("If-Match")
    if header is None:
        return ""
    found = _TAG.fullmatch(header)
    if found is None:
        raise refuse("invalid_header", "If-Match must be the ETag of the notes, as an answer had it.")
    return found[1]
