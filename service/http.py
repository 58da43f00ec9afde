"""Reading requests and writing answers, the same way everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

import msgspec
from flask import Response, current_app, request
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.exceptions import ClientDisconnected
from werkzeug.wsgi import get_content_length

from domain.game import Rejected
from domain.session import Session
from domain.session.rights import Actor, Forbidden
from events import identity
from events.archive.bulk import cursor_text
from events.bot_queue import BotQueue
from events.commands.handler import CommandHandler
from events.commands.intents import Bearer, Caller, KeyHolder
from events.commands.new_games import NewGames
from events.commands.renewals import Renewals
from events.errors import InvalidKey, StoreUnavailable, Unauthorized, UnknownGame
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import GAME_ID, KEY_PREFIX
from events.log.codec import Codecs
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.settings import Settings
from events.store.event_store import EventStore
from events.store_types import About, OwnersPart, Page
from service import compression, tags
from service.limits import RateLimits
from service.offload import Offload
from service.png import Rasterizer
from service.problems import Refused, refuse
from service.rulebooks import Rulebook
from service.showcases import Showcase
from service.streaming import Hub
from telemetry.instrumentation import Instrumentation

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_GAME_ID = re.compile(GAME_ID)
TOKEN = re.compile(rf"{identity.TOKEN}\Z")
SEAT_NUMBER = re.compile(r"[0-9]\Z")
KEY = re.compile(r"[!-~]{1,200}\Z")
OPEN_KEY_LENGTH = 32
JSON_BYTES = 64 * 1024
"""The largest JSON body. Typical bodies are under 100 bytes; the limit bounds parsing time."""

encode = msgspec.json.Encoder(order="deterministic").encode
"""Sorts mappings, so that every process writes the same bytes: values from memory and from the log differ in their order."""

# Headers are read from the environ, which the hot path passes on: each access to Flask's proxies costs a microsecond.


@dataclass(frozen=True)
class Services:
    """The services that the endpoints use; the app factory makes them once."""

    settings: Settings
    store: EventStore
    codecs: Codecs
    games: GameRepository
    handler: CommandHandler
    new_games: NewGames
    renewals: Renewals
    now: Callable[[], datetime]
    queue: BotQueue
    hub: Hub
    limits: RateLimits
    watch: Instrumentation
    computations: Offload
    rasterizer: Rasterizer
    deleter: Deleter
    forgetter: Forgetter
    rulebooks: Mapping[str, Rulebook]
    """Of the games that ship their rules."""
    showcases: Mapping[str, Showcase]


def services() -> Services:
    """The services of the current app."""
    found: Services = current_app.extensions["tradewinds"]
    return found


def rules_refusing(ruleset: str, code: str, command: str = "") -> tuple[str, ...]:
    """Addresses of the rules that say when a game refuses with this code; of a command, by its tag, where they name it."""
    book = services().rulebooks.get(ruleset)
    return () if book is None else book.refusing(code, command)


class JsonResponse(Response):
    """A response that skips werkzeug's corrections of headers: its body has a known length, and its addresses are ASCII."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        return self.headers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST":
            return super().__call__(environ, start_response)  # A HEAD request gets the headers only.
        start_response(self.status, self.headers.to_wsgi_list())
        return cast("list[bytes]", self.response)


def accepted_of(kinds: Sequence[str]) -> str:
    """The one of these kinds of content that the caller likes best, the first of them if it says nothing. Parameters do not
    count: whoever asks for `application/json; charset=utf-8` gets JSON. Raises a 406."""
    asked = [(kind.partition(";")[0].rstrip(), quality) for kind, quality in request.accept_mimetypes]
    wanted = MIMEAccept(asked or [("*/*", 1)]).best_match(kinds)
    if wanted is None:
        raise refuse("not_acceptable", f"Ask for {' or '.join(filter(None, (', '.join(kinds[:-1]), kinds[-1])))}.")
    return wanted


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer from a typed value."""
    data = encode(value)
    if len(data) >= compression.WORTH_IT and compression.allowed():
        data, headers = compression.gzipped([data]), compression.packed(headers or {})
    return JsonResponse(data, status, headers, content_type="application/json")


def acting_seat(game: str, refusal: str) -> tuple[GameLog, int]:
    """The game, and the seat whose token was sent. Raises UnknownGame, Unauthorized, Forbidden with this sentence."""
    game_log, caller = open_game(game)
    if caller is None:
        raise Unauthorized
    if caller.seat is None:
        raise Forbidden("token_lacks_right", refusal)
    return game_log, caller.seat


def naming_seat(refusal: Rejected, game: str) -> Rejected:
    """The refusal of a key that has not said for which seat it acts says how, in a game with custody; others are as they
    were."""
    sent, known = request.environ.get("HTTP_TRADEWINDS_SEAT"), services().games.cached(game)
    lacks = isinstance(refusal, Forbidden) and refusal.code == "token_lacks_right"
    if not lacks or sent is not None or known is None or not known.custody or known.owner != api_key():
        return refusal
    held = ", ".join(map(str, known.in_custody)) or "none"
    how = f"A key names the seat for which it acts by the header `Tradewinds-Seat`, from 0; in its custody are: {held}."
    return Forbidden(refusal.code, f"{refusal.message} {how}")


def following_page(page: Page[Any]) -> tuple[str | None, dict[str, str]]:
    """The cursor of the next page of a list of games, and the headers that lead to it."""
    if page.next is None:
        return None, {}
    following = cursor_text(page.next)
    link = f'<{request.path}?{urlencode({**request.args.to_dict(), "after": following})}>; rel="next"'
    return following, {"Link": link}


def replayed(was: bool) -> dict[str, str]:
    """The header that marks a repeated request."""
    return {"Idempotency-Replayed": "true"} if was else {}


def bearer(environ: WSGIEnvironment | None = None) -> str | None:
    """The caller's token, None if there is none. Raises Unauthorized for any other kind of authorization."""
    header: str | None = (environ or request.environ).get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not TOKEN.match(token):
        raise Unauthorized
    return token


def credentials(environ: WSGIEnvironment | None = None) -> Caller:
    """What the caller sends to say who it is: a token, an API key, or nothing.

    Raises Unauthorized, InvalidKey, Forbidden, a 400.
    """
    environ = environ or request.environ
    token = bearer(environ)
    if token is None or not token.startswith(KEY_PREFIX):
        if token is not None and "HTTP_TRADEWINDS_SEAT" in environ:
            detail = "Tradewinds-Seat goes with an API key; a token of a seat speaks for that seat alone."
            raise Forbidden("token_lacks_right", detail)
        return Bearer(token)
    return KeyHolder(services().store.api_keys.verify(token), _seat_spoken_for(environ))


def _seat_spoken_for(environ: WSGIEnvironment) -> int | None:
    header: str | None = environ.get("HTTP_TRADEWINDS_SEAT")
    if header is None:
        return None
    if not SEAT_NUMBER.match(header):
        raise refuse("invalid_header", "Tradewinds-Seat must be the number of a seat, from 0.")
    return int(header)


def api_key() -> str | None:
    """The id of the caller's API key; None without one. Raises InvalidKey."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    is_key = scheme.lower() == "bearer" and token.startswith(KEY_PREFIX)
    return services().store.api_keys.verify(token) if is_key else None


def needed_key(what: str) -> str:
    """The id of the caller's API key. Raises a 401 without one; `what` says in the plural what needs it."""
    found = api_key()
    if found is None:
        detail = f"{what} need an API key: send 'Authorization: Bearer twk_…'. The operator of the service makes keys."
        raise refuse("key_required", detail, headers={"WWW-Authenticate": 'Bearer realm="tradewinds"'})
    return found


def note_for_caller(game_log: GameLog) -> About | None:
    """The notes on a game for the holder of its API key; None for all other callers. Raises InvalidKey."""
    if game_log.owner is None or api_key() != game_log.owner:
        return None
    return services().store.owned.about([game_log.id])[game_log.id]


def note_after_change(game_log: GameLog) -> About | None:
    """The same once a change was made, which nothing may turn into a refusal: neither a token that the change did not need,
    nor a store that has gone away."""
    try:
        return note_for_caller(game_log)
    except (InvalidKey, StoreUnavailable):
        return None


def creators_part() -> OwnersPart | None:
    """That a new game belongs to the caller's API key; None if none was sent. Raises a 401 if new games need a key."""
    found = needed_key("New games") if services().settings.anonymous == "off" else api_key()
    return None if found is None else OwnersPart(owner=found)


def if_match(environ: WSGIEnvironment | None = None) -> int | None:
    """The version in If-Match, from the tag of any answer: a seat may act on what it saw as a spectator."""
    header: str | None = (environ or request.environ).get("HTTP_IF_MATCH")
    if header is None:
        return None
    version = tags.version_of(header)
    if version is None:
        raise refuse("invalid_header", 'If-Match must name one version in double quotes, like "12".')
    return version


def idempotency_key(least: int = 1, environ: WSGIEnvironment | None = None) -> str | None:
    """The Idempotency-Key, at least `least` characters long."""
    header: str | None = (environ or request.environ).get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return None
    if not KEY.match(header) or len(header) < least:
        raise refuse("invalid_header", f"Idempotency-Key must have {least} to 200 visible ASCII characters.")
    return header


def json_body(environ: WSGIEnvironment | None = None) -> bytes:
    """The body, which must be declared as JSON."""
    environ = environ or request.environ
    if environ.get("CONTENT_TYPE") != "application/json" and request.mimetype != "application/json":
        raise refuse("unsupported_media_type", "Send the body as Content-Type: application/json.")
    return body("A body of JSON", JSON_BYTES, environ)


def body(what: str, most: int, environ: WSGIEnvironment | None = None) -> bytes:
    """The body, of at most `most` bytes; `what` names it in a 413.

    A chunked body has no length in advance: reading stops silently at the limit.
    """
    environ = environ or request.environ
    length = get_content_length(environ)
    if length and length > most:
        raise _too_large(what, most)
    try:
        if length and "wsgi.input_terminated" in environ:
            # Read at once; werkzeug's stream, which counts up to the limit, takes three times as long.
            data: bytes = environ["wsgi.input"].read(length)
            if len(data) < length:
                raise ClientDisconnected
        else:
            request.max_content_length = most
            data = request.get_data(cache=False)
    except (ClientDisconnected, OSError, ValueError):
        raise refuse("bad_request", "The body did not arrive completely, or not in time.") from None
    except Exception as error:  # Each server has its own errors for a body that is cut off or badly framed.
        raise refuse("bad_request", f"The body cannot be read: {error}.") from None
    if not environ.get("CONTENT_LENGTH") and len(data) >= most:
        raise _too_large(what, most)
    return data


def _too_large(what: str, most: int) -> Refused:
    return refuse("too_large", f"{what} may have at most {most} bytes.")


def known_game(game: str) -> str:
    """A well-formed game id in an existing partition. Raises UnknownGame for anything else."""
    if not _GAME_ID.fullmatch(game) or int(game.partition("g")[0]) >= services().store.partitions:
        raise UnknownGame(game)
    return game


def open_game(game: str, upto: int | None = None) -> tuple[GameLog, Actor | None]:
    """The game as it is now, or at least up to a version, and the caller: None for a spectator.

    Raises UnknownGame, Unauthorized.
    """
    game_log = services().games.load(known_game(game), upto)
    return game_log, caller_of(game_log)


def caller_of(game_log: GameLog) -> Actor | None:
    """As whom the caller sees the game: None for a spectator. The first use of a token that a seat has brought ends the one
    before.

    Raises Unauthorized, Forbidden.
    """
    sent = credentials()
    caller = sent.viewer(game_log)
    if sent.hash is not None:
        services().renewals.take_up(game_log, sent.hash)
    return caller


def seat_of(caller: Actor | None) -> int | None:
    """The seat through whose eyes the caller sees the game; hosts and spectators see no hidden thing."""
    return None if caller is None else caller.seat


def must_be_over(shown: Session[Any]) -> None:
    """Only a game that is over is shown with nothing hidden."""
    if not shown.over:
        raise Rejected("game_not_over", "Hidden things are shown only when the game is over.")
