"""History: commits as pages, lines and live streams; turns; differences between two versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import jsonpatch
import msgspec
from flask import Response, request

from domain.game import Rejected
from domain.session.results import ladder
from domain.session.rights import Actor
from domain.values import Figure
from events.commands.intents import Bearer, Caller
from events.envelope import Commit
from events.errors import CommitsMissing, StoreUnavailable
from events.games.game_log import GameLog, Position
from events.games.log_errors import view_errors
from events.games.standing import Shares, StandingPoint, as_seen, figures, revealed, standing
from service import compression
from service.channels import CHUNK_BYTES
from service.http import (
    accepted_of,
    caller_of,
    credentials,
    encode,
    json_response,
    must_be_over,
    open_game,
    seat_of,
    services,
)
from service.limits import HARD_WORK, follower_address
from service.openapi.operations import ANY_TOKEN, ETAG, LAST_EVENT_ID, LINK, operation
from service.openapi.streams import EVENT_STREAM, NDJSON, events, lines
from service.parsing import Blueprint
from service.points import commits_seen
from service.problems import refuse
from service.representations.built import representations_of, to_json
from service.representations.commits import DiffAnswer, PatchOperation, StandingAnswer, TurnsAnswer
from service.schemas.queries import DiffQuery, EventsQuery, StandingQuery, TurnsQuery
from service.server_sent import EVENTS, rewound, stream
from service.tags import UNCHANGING, not_modified, tagged
from service.viewer import Viewer
from telemetry.metrics import STREAMS

blueprint = Blueprint("history", __name__, url_prefix="/v1/games", description="Replaying and following")

EVENT_ID = re.compile(r"[0-9]{1,16}\Z")
LINES = ".lines"
"""The suffix of the ETag of a history as lines, which differs from the ETag of a page."""
PIECE_SECONDS = 8.0
"""The average time that clients may take for each piece of a long text, once `REQUEST_TIMEOUT` is used up."""
PIECE = 100
"""Commits that are read and rendered at once, which takes a few milliseconds."""


@blueprint.route("/<game:game>/events", methods=["GET"])
@blueprint.arguments(EventsQuery, location="query", error_status_code=400)
@operation(
    200, "Commits", operation_id="listEvents", problems=(401, 406, 409), headers={**ETAG, **LINK}, security=ANY_TOKEN,
    parameters=(LAST_EVENT_ID,), conditional=True,
    more_content={
        NDJSON: lines("Commit", "Every commit after `after`, one JSON object a line"),
        EVENT_STREAM: events("GameStreamEvent", EVENTS),
    },
)  # fmt: skip
def list_events(query: dict[str, Any], game: str) -> Response:
    """History as the caller may see it

    By default one page. `Accept: application/x-ndjson` returns the whole history, one commit a line. `Accept:
    text/event-stream` follows the game live until it is over, and resumes after `Last-Event-ID`. `wait` delays a page until
    there is a commit to show. A page with a `next` never changes, and may be cached for an hour. With `include` each commit
    counts as ten towards the caller's limit of histories.
    """
    wanted = accepted_of(["application/json", NDJSON, EVENT_STREAM])
    game_log, caller = open_game(game)
    if query["open"]:
        must_be_over(game_log.session)
    after = query["after"]
    if wanted == EVENT_STREAM:
        return _stream(game_log, caller, query)
    if wanted == NDJSON:
        return _all_lines(game_log, _viewer(caller, query), after)
    if query["wait"] and after >= game_log.version:
        game_log = _wait(game_log, after, query["wait"])
        caller = caller_of(game_log)  # The token may have been replaced meanwhile.
    return _page(game_log, _viewer(caller, query), query)


def _viewer(caller: Actor | None, query: dict[str, Any]) -> Viewer:
    return Viewer(seat_of(caller), query["open"]).including(query)


# A game_log advances while a request waits for the store: each answer uses the version at which it began.


def _page(game_log: GameLog, viewer: Viewer, query: dict[str, Any]) -> Response:
    position, after = game_log.position, query["after"]
    last = min(position.version, after + query["limit"])
    following = last if after < last < position.version else None
    headers = tagged(position.version, viewer.seat, revealed=viewer.revealed)
    if following is not None:
        same = {name: request.args[name] for name in ("open", "include") if name in request.args}
        more = {"after": following, "limit": query["limit"], **same}
        headers["Link"] = f'</v1/games/{game_log.id}/events?{urlencode(more)}>; rel="next"'
        headers |= UNCHANGING
    known = not_modified(headers)
    if known is not None:
        return known
    items = list(commits_seen(game_log, in_pieces(game_log.id, after, position, last, viewer.weight), viewer))
    return json_response(representations_of(game_log).page_type(items=items, next=following), headers=headers)


def _wait(game_log: GameLog, after: int, seconds: int) -> GameLog:
    """The game once it has a commit after a version, or when the time is over."""
    deadline = monotonic() + seconds
    hub = services().hub
    with hub.following(game_log, _address()) as follower:
        while True:
            game_log, ended = follower.channel.game_log, follower.channel.ended or hub.closed
            if follower.channel.deleted is not None:
                raise follower.channel.deleted
            remaining = deadline - monotonic()
            if (
                game_log.version > after
                or remaining <= 0
                or game_log.session.over
                or follower.rewound() is not None
                or ended
            ):
                return game_log
            follower.wait(remaining)


def _all_lines(game_log: GameLog, viewer: Viewer, after: int) -> Response:
    position = game_log.position
    headers = tagged(position.version, viewer.seat, revealed=viewer.revealed, form=LINES)
    known = not_modified(headers)
    if known is not None:
        return known
    pieces = in_pieces(game_log.id, after, position, weight=viewer.weight)
    return ndjson(map(encode, commits_seen(game_log, pieces, viewer)), headers)


def in_pieces(game: str, after: int, position: Position, last: int | None = None, weight: int = 1) -> Iterator[list[Commit]]:
    """The commits after a version up to a position, or up to `last` before it, as pieces of a history that others wait for.

    They count towards the caller's limit, each as `weight`. Each piece is read from the store when it is needed, which lets
    all others of this process go on. Raises a 429, CommitsMissing, LogDamaged.
    """
    last, newest = position.version if last is None else last, position.head.hex()
    services().limits.spend_reading(weight * (last - after))
    for first in range(after + 1, last + 1, PIECE):
        commits = services().store.commits(game, first, min(last, first + PIECE - 1))
        if commits[-1].version == position.version and commits[-1].head != newest:
            raise CommitsMissing(f"{game} has other commits now than when it was opened")
        yield commits


def ndjson(lines: Iterable[bytes], headers: dict[str, str]) -> Response:
    """Lines of a history, all of them or a problem: without its length a part of them may look like the whole.

    Over HTTP/1.0, which reverse proxies speak, an answer without one ends where the connection does.
    """
    parts = (line + b"\n" for line in lines)
    if compression.allowed():
        text, headers = compression.gzipped(parts), compression.packed(headers)
    else:
        text = b"".join(parts)
    patience = services().settings.request_timeout
    return Response(_while_read(text, patience), content_type=NDJSON, headers={**headers, "Content-Length": str(len(text))})


def _while_read(text: bytes, patience: float) -> Iterator[bytes]:
    """A long text in pieces, each with time to be read. Raises TimeoutError where the whole takes too long: it is held in
    memory for as long."""
    ends = monotonic() + patience
    for start in range(0, len(text), CHUNK_BYTES):
        if monotonic() > ends:
            raise TimeoutError("the text was not read in time")
        yield text[start : start + CHUNK_BYTES]
        ends += PIECE_SECONDS


def _last_event() -> int | None:
    """The version after which an interrupted stream goes on."""
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return None
    if not EVENT_ID.match(header):
        raise refuse("invalid_header", "Last-Event-ID must be a version, as the stream's ids are.")
    return int(header)


def _stream(game_log: GameLog, caller: Actor | None, query: dict[str, Any]) -> Response:
    credential, last, position = credentials(), _last_event(), game_log.position
    if last is not None and last == position.version and position.session.over:
        # Browsers reconnect for ever unless they are refused.
        raise Rejected("game_over", "The game is over, and every commit has been sent.")
    after = query["after"] if last is None else last
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    if after > position.version:
        # Redis lost commits that were sent. Nobody knows which earlier ones are unchanged, so the client starts again at 0.
        return Response(rewound(0), content_type=EVENT_STREAM, headers=headers)
    viewer = _viewer(caller, query)
    services().limits.spend_reading(viewer.weight * (position.version - after))
    hub = services().hub
    follower = hub.join(game_log, _address())
    STREAMS.inc()

    def leave() -> None:
        if hub.leave(follower):
            STREAMS.dec()

    still_valid = _validity(credential, caller)

    def events() -> Iterator[bytes]:
        try:
            yield from stream(hub, follower, still_valid, viewer, after)
        finally:
            leave()

    response = Response(events(), content_type=EVENT_STREAM, headers=headers)
    # A generator that was never begun, as for HEAD, never reaches its `finally`.
    response.call_on_close(leave)
    return response


def _validity(credential: Caller, caller: Actor | None) -> Callable[[GameLog], bool]:
    """Whether what the caller has sent still says that it is this one."""
    if isinstance(credential, Bearer):
        token_hash = credential.hash
        return lambda game_log: token_hash is None or game_log.caller(token_hash) == caller
    key, keys = credential.key, services().store.api_keys

    def is_valid(game_log: GameLog) -> bool:
        try:
            return keys.is_valid(key)
        except StoreUnavailable:
            return True  # Nothing new is sent meanwhile.

    return is_valid


def _address() -> str | None:
    return follower_address(request.environ, services().settings.trusted_proxies)


@blueprint.route("/<game:game>/turns", methods=["GET"])
@blueprint.arguments(TurnsQuery, location="query", error_status_code=400)
@operation(
    200, "Turns", operation_id="listTurns", problems=(401,), headers={**ETAG, **LINK}, security=ANY_TOKEN, conditional=True
)
def list_turns(query: dict[str, Any], game: str) -> Response:
    """Index for a replay slider: every turn in which something was done

    Each turn has its first and last version, for `?version=`, and its events in words. A turn that has just begun is not
    listed yet; `?turn=` shows its present position.
    """
    game_log, caller = open_game(game)
    position, viewer = game_log.position, Viewer(seat_of(caller))
    listed = game_log.turns(position.version, query.get("after", -1))
    shown = listed[: query["limit"]]
    following = shown[-1].turn if len(shown) < len(listed) else None
    headers = tagged(position.version, viewer.seat)
    if following is not None:
        headers["Link"] = f'</v1/games/{game_log.id}/turns?after={following}&limit={query["limit"]}>; rel="next"'
    known = not_modified(headers)
    if known is not None:
        return known
    pieces = in_pieces(game_log.id, shown[0].first - 1, position, shown[-1].last) if shown else ()
    return json_response(
        TurnsAnswer(representations_of(game_log).turns(game_log, pieces, viewer), following), headers=headers
    )


@blueprint.route("/<game:game>/diff", methods=["GET"])
@blueprint.arguments(DiffQuery, location="query", error_status_code=400)
@operation(200, "Diff", operation_id="diff", problems=(401,), headers=ETAG, security=ANY_TOKEN, conditional=True)
def diff(query: dict[str, Any], game: str) -> Response:
    """The difference between two versions, as JSON Patch on the caller's view and as text

    `patch` (RFC 6902) turns the caller's view at `from` into the view at `to`. `text` has the events in between in words; it
    is empty if `to` is the earlier version. The answer never changes, and may be cached for an hour.
    """
    game_log, caller = open_game(game)
    position, representations = game_log.position, representations_of(game_log)
    games, viewer = services().games, Viewer(seat_of(caller))
    first, last = query["from_"], query["to"]
    headers = {**tagged(max(first, last), viewer.seat), **UNCHANGING}
    known = not_modified(headers) if max(first, last) <= position.version else None
    if known is not None:
        return known
    views = [
        to_json(representations.view(game_log, games.session_at(game_log, version), viewer)) for version in (first, last)
    ]
    operations = msgspec.convert(jsonpatch.make_patch(views[0], views[1]).patch, list[PatchOperation])
    pieces = in_pieces(game_log.id, first, position, last)
    told = [each.text for each in commits_seen(game_log, pieces, viewer) if each.text]
    return json_response(DiffAnswer(first, last, operations, told), headers=headers)


@blueprint.route("/<game:game>/standing", methods=["GET"])
@blueprint.arguments(StandingQuery, location="query", error_status_code=400)
@operation(
    200, "Standing", operation_id="getStanding", problems=(401,), headers={**ETAG, **LINK}, security=ANY_TOKEN,
    conditional=True,
)  # fmt: skip
def read_standing(query: dict[str, Any], game: str) -> Response:
    """Each seat's estimated share of the victory

    A game that is over has a point for every version. A running game has one for the end of each turn and one for the
    present position, estimated from what the caller sees: hidden things are dealt at random several times, and the shares
    are the mean over these deals. The estimate is the one that the bots use; at the end of a game it is exact. Once the game
    is over each point also has what everybody would have scored then, and `ladder` says which criterion decided.
    """
    game_log, caller = open_game(game)
    position = game_log.position
    over = position.session.over
    seat = None if over else seat_of(caller)
    versions = range(1, position.version + 1) if over else [turn.last for turn in game_log.turns(position.version)]
    listed = [version for version in versions if version > query["after"]]
    shown = listed[: query["limit"]]
    following = shown[-1] if len(shown) < len(listed) else None
    headers = tagged(position.version, seat, revealed=over)
    if following is not None:
        headers["Link"] = f'</v1/games/{game_log.id}/standing?after={following}&limit={query["limit"]}>; rel="next"'
    known = not_modified(headers)
    if known is not None:
        return known
    services().limits.spend(HARD_WORK)
    shares = revealed(game_log.game) if over else as_seen(game_log.game, game_log.id, seat)
    points, counts = _points(game_log, position, query["after"], shown, shares, over=over)
    if following is not None:
        return json_response(StandingAnswer(points, following, [], []), headers=headers)
    with view_errors(game_log.id):
        rungs = ladder(game_log.game, position.session)
    return json_response(StandingAnswer(points, following, counts, rungs), headers=headers)


def _points(
    game_log: GameLog, position: Position, after: int, versions: Sequence[int], shares: Shares, *, over: bool
) -> tuple[list[StandingPoint], list[Figure]]:
    """The standing at these versions, which come after `after`, and what was counted until the last of them, if they begin
    with the game's first one and it is over."""
    if not versions:
        return [], []
    before = services().games.session_at(game_log, after) if after else None
    commits = [commit for piece in in_pieces(game_log.id, after, position, versions[-1]) for commit in piece]

    def computed() -> tuple[list[StandingPoint], list[Figure]]:
        told = [*zip(commits, game_log.events(commits), strict=True)]
        counts = figures(game_log, told) if over and not after else []
        return standing(game_log, before, told, frozenset(versions), shares, over=over), counts

    return services().computations(computed)
