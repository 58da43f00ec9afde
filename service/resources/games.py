"""Games: the list, creating, reading at any point, abandoning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, get_args

import msgspec
from flask import Response

from domain import fairness
from domain.game import Rejected
from domain.session import Status, lifecycle
from domain.session.clocks import SetClock
from events.identity import external_field, milliseconds
from events.store_types import About, Cursor, GameSummary, Note, OwnedGame, OwnersPart, Page
from service.http import (
    OPEN_KEY_LENGTH,
    creators_part,
    credentials,
    encode,
    following_page,
    idempotency_key,
    if_match,
    json_response,
    known_game,
    needed_key,
    note_for_caller,
    replayed,
    rules_refusing,
    services,
)
from service.limits import cost_of_bots
from service.openapi.operations import (
    ANY_KEY,
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
from service.own_games import own_games
from service.parsing import Blueprint
from service.points import point_of
from service.problems import refuse, rejected
from service.representations.built import representations_of
from service.representations.games import GamesAnswer, listed_game, own_game
from service.schemas.bodies import NewGameSchema, RunningClockSchema
from service.schemas.fields import place_of
from service.schemas.queries import GameQuery, GamesQuery, NoQuery
from service.tags import tagged, tagged_with_note
from service.viewer import SPECTATOR

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Creating, finding and reading games")


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewGameSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    201, "CreatedGame", operation_id="createGame", problems=(401, 409, 413, 415, 422),
    headers={**LOCATION, **ETAG, **REPLAYED}, parameters=(OPEN_KEY,), security=ANY_KEY,
)  # fmt: skip
def create_game(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Create a game

    A game without open seats starts at once. The tokens are shown only in this answer. With an API key the game belongs to
    that key, which may do what the host's token may; `metadata`, `player`, `external_id`, `keep_result` and `custody` need
    one. If the key has a game with this `external_id` that was created by the same body, the answer is that game as it is
    now, without tokens; another body is a 409 `external_id_taken` with the `game` in `params`.
    """
    key = idempotency_key(OPEN_KEY_LENGTH)
    added = _creators_part(body)
    services().limits.spend(1 + cost_of_bots(plan.get("level") for plan in body["seats"]))
    secret = bytes.fromhex(body["secret"]) if "secret" in body else None
    if "lesson" in body:
        added = None  # It belongs to nobody.
        command, secret = _lesson(body)
    else:
        command = _creation(body, secret)
    try:
        created = services().new_games.create(lifecycle.named(command), key, secret, added, lesson="lesson" in body)
    except Rejected as refusal:
        raise rejected(refusal, rules_refusing(body["ruleset"], refusal.code)) from None
    headers = {
        "Location": f"/v1/games/{created.game_log.id}",
        **tagged(created.commit.version),
        **replayed(created.replayed),
    }
    return json_response(representations_of(created.game_log).created(created), 201, headers)


def _creators_part(body: dict[str, Any]) -> OwnersPart | None:
    """The additions of a creation with an API key. Raises a 401 if a key is needed and none was sent."""
    players: dict[str, str | None] = {
        str(seat): plan["player"] for seat, plan in enumerate(body["seats"]) if "player" in plan
    }
    if players or "metadata" in body or "external_id" in body or body["custody"] or body["keep_result"]:
        needed_key("`metadata`, `player`, `external_id`, `keep_result` and `custody`")
    part = creators_part()
    if part is None:
        return None
    held = tuple(int(seat) for seat in players if body["custody"] and body["seats"][int(seat)]["kind"] == "human")
    note = Note(body.get("metadata", {}), players, keep_result=body["keep_result"] or None)
    if "external_id" in body:
        made = sha256(encode([body["external_id"], body["custody"], note])).hexdigest()
        note = msgspec.structs.replace(note, external=external_field(part.owner, body["external_id"]), creation=made)
    return msgspec.structs.replace(part, custody=body["custody"], seats=held, note=note if note != Note() else None)


def _lesson(body: dict[str, Any]) -> tuple[lifecycle.CreateGame, bytes]:
    plans = [lifecycle.SeatPlan(kind=plan["kind"]) for plan in body["seats"]]
    return lifecycle.lesson(services().codecs.games[body["ruleset"]], body["lesson"], plans)


def _creation(body: dict[str, Any], secret: bytes | None) -> lifecycle.CreateGame:
    """The command of a request. Raises a 422 if it chooses how the game begins, and this service does not allow that."""
    fields: dict[str, Any] = {
        "ruleset": body["ruleset"],
        "seats": tuple(
            lifecycle.SeatPlan(kind=plan["kind"], name=plan.get("name"), level=plan.get("level")) for plan in body["seats"]
        ),
        "options": body.get("options", {}),
        "visibility": body["visibility"],
        "trusted_host": body["trusted_host"],
        "takeback": msgspec.UNSET if body["takeback"] == "never" else body["takeback"],
        "advice": body["advice"] or msgspec.UNSET,
        "clock": body.get("clock", msgspec.UNSET),
        "substitute": body.get("substitute", msgspec.UNSET),
        "rematch_by": msgspec.UNSET if body["rematch_by"] == "players" else body["rematch_by"],
        "rematch_host": body.get("rematch_host", msgspec.UNSET),
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
@operation(
    200,
    "Games",
    operation_id="listGames",
    problems=(401,),
    headers=LINK,
    security=ANY_KEY,
)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, newest first

    Branches and imported games are not listed. A page may have fewer games than asked for, or none, if few games pass the
    filter: continue until `next` is null. With an API key and `mine=true` the list has all games of the key, those that
    changed last first, with more about each; only there `player`, `to_act`, `external_id`, `ids`, `metadata` and
    `updated_since` choose. A game that changes while you page moves to the front, so you may miss it on the pages to come:
    ask again with `updated_since`.
    """
    before = place_of(query["after"]) if "after" in query else None
    statuses: Sequence[Status] = query.get("status", get_args(Status))

    def wanted(summary: GameSummary) -> bool:
        of_ruleset: bool = summary.ruleset == query.get("ruleset", summary.ruleset)
        return of_ruleset and summary.open_seats >= int(query.get("open_seats", 0))

    if query["mine"]:
        own = _own_games(query, statuses, before, wanted)
        following, headers = following_page(own)
        return json_response(GamesAnswer([own_game(*each) for each in own.summaries], following), headers=headers)
    page = services().store.games.page(statuses, before, query["limit"], wanted)
    following, headers = following_page(page)
    return json_response(GamesAnswer([listed_game(each) for each in page.summaries], following), headers=headers)


def _own_games(
    query: dict[str, Any], statuses: Sequence[Status], before: Cursor | None, wanted: Callable[[GameSummary], bool]
) -> Page[tuple[OwnedGame, About]]:
    """Games of the caller's API key. Raises a 401 without one."""
    to_act, since = query.get("to_act"), query.get("updated_since")

    def own(line: OwnedGame, about: About) -> bool:
        return wanted(line) and (
            to_act is None or to_act in [about.player(seat) for seat in line.to_act if seat not in line.bots]
        )

    if to_act is not None:
        statuses = [status for status in statuses if status == "running"]  # In no other does anybody act.
    since_ms = None if since is None else milliseconds(since)
    return own_games(needed_key("Lists of `mine`"), query, statuses, before, since_ms, own)


@blueprint.route("/<game:game>", methods=["GET"])
@blueprint.arguments(GameQuery, location="query", error_status_code=400)
@operation(
    200, "Game", operation_id="getGame", problems=(401, 409), headers=ETAG, security=ANY_TOKEN, conditional=True,
)  # fmt: skip
def get_game(query: dict[str, Any], game: str) -> Response:
    """A game as the caller may see it, now or at any point of its history

    `version` or `turn` asks for an earlier position, which may be cached for an hour. The current turn shows the present
    position, even if nothing was done in it yet. `open=true` shows everything that was hidden, once the game is over.
    `to_act` names the seats that are asked something. The API key of the game sees its notes, too. An unchanged ETag means
    an unchanged answer, unless the store lost commits and new ones took their versions: then `head` differs.
    """
    point = point_of(query, game)
    game_log, about = point.game_log, note_for_caller(point.game_log)
    if about is not None:  # Notes change without a commit.
        point = replace(point, headers=tagged_with_note(point.headers, about.tag))
    known = point.not_modified()
    if known is not None:
        return known
    shown, head, at = point.position()
    past = not query.keys().isdisjoint(("version", "turn"))
    found = representations_of(game_log).game_answer(
        game_log, shown, point.version, head, at, point.viewer, past=past, about=about
    )
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
    done = handler.manage(known_game(game), credentials(), lifecycle.AbandonGame(), if_match())
    return json_response(representations_of(done.game_log).after(done, SPECTATOR), headers=tagged(done.commit.version))


@blueprint.route("/<game:game>/clock", methods=["PUT"])
@blueprint.arguments(RunningClockSchema)
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(
    200, "Game", operation_id="setClock", problems=(401, 403, 409, 412, 413, 415, 422), headers=ETAG,
    parameters=(IF_MATCH,), security=NEEDS_TOKEN,
)  # fmt: skip
def set_clock(body: dict[str, Any], query: dict[str, Any], game: str) -> Response:
    """Stop the clock of a game, or let it run again (host)

    While it is stopped, nobody's time runs, and everybody may act. When it runs again, each seat has the time that was left
    to it.
    """
    handler = services().handler
    done = handler.manage(known_game(game), credentials(), SetClock(running=body["running"]), if_match())
    return json_response(representations_of(done.game_log).after(done, SPECTATOR), headers=tagged(done.commit.version))
