"""Where logs are kept: the contract, and its keeping in Redis streams.

All keys of a game and the indexes of its partition share a hash tag, so one script serves a single Redis and a cluster::

    {0}:g:<game>      stream of commits, entry ids <version>-0, gapless from 1; each has the bytes that its audit head
                      covers (c), the head (h), and a random number (n) by which an append sent twice knows its own commit
    {0}:g:<game>:s    hash: the secret, token hashes ("host", "s<seat>"), "imported" with the time of the import
    {0}:bots          sorted set: games with a bot to act, by the time (ms) when the turn counts as lost
    {0}:over          sorted set: games that are over and not yet in the archive, by the time (ms) of their end
    {0}:feed          short stream: game and version of every commit
    {0}:lines         hash: game -> its line in the list of games
    {0}:<status>      sorted set: public games by creation time, one a status
    {0}:key:<hash>    the game id reserved by the Idempotency-Key of a creation, for ten minutes
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import islice
from os import urandom
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
import redis

from domain.table import Level, SeatKind, Status
from events.envelope import Commit, canonical, unsealed
from events.redis_client import Command, HeldConnections, HeldScript, ReplyLostError

FEED_LENGTH = 10_000
KEY_SECONDS = 600
IMPORT_SECONDS = 600
_CHUNK = 200

Redis: TypeAlias = "redis.Redis"


class LineSeat(msgspec.Struct, frozen=True):
    """`level` is that of a bot."""

    kind: SeatKind
    name: str
    level: Level | None


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What the list of games shows of one. `created_ms` orders the list."""

    id: str
    ruleset: str
    status: Status
    seats: tuple[LineSeat, ...]
    open_seats: int
    created_at: str
    created_ms: int


class Listing(NamedTuple):
    """A change of a game's line; None as status: not in the list."""

    before: str | None
    line: Line


class Slice(NamedTuple):
    """Commits of a game and what stands beside its log."""

    secrets: dict[str, str]
    commits: list[Commit]


class Missed(NamedTuple):
    """The append found another version than expected, or another token: here is what the caller did not know.

    `ours`: the first of these commits is this very append, carried out by a try whose answer was lost with its connection.
    """

    secrets: dict[str, str]
    commits: list[Commit]
    ours: bool


class FeedItem(NamedTuple):
    entry: str
    game: str
    version: int


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One commit and what changes with it in the same atomic step."""

    game: str
    commit: Commit
    text: bytes
    """What the commit's head covers, as it is stored."""
    previous_head: str = ""
    """The audit head that the append must find at the version before; empty for a first commit."""
    token: tuple[str, str] | None = None
    """Field and hash of the caller's token, which must be the stored one; None for callers without a token."""
    secrets: Mapping[str, str] = {}
    """Fields to set beside the log: hashes of new tokens; for the first commit the secret."""
    bot_due: int | None = None
    """When the turn of a bot that is to act counts as lost, in ms."""
    bot_was_due: bool = False
    """Whether a bot was to act before this commit."""
    over_ms: int | None = None
    """When the game ended, in ms, if this commit ends it."""
    listing: Listing | None = None


class UnknownGame(LookupError):
    """There is no game of this id."""

    code = "unknown_game"


class Diverged(Exception):
    """The log is not the one that the caller knows: Redis came back without its last commits (`appendfsync everysec`)."""


class StoreUnavailable(Exception):
    """Redis cannot be reached, or cannot write now; nothing was written."""

    code = "store_unavailable"


class OutcomeUnknown(StoreUnavailable):
    """The connection broke in the middle of an append: whether it was carried out is not known."""

    code = "outcome_unknown"


class Store(Protocol):
    """The contract that tests/events/test_store.py holds every store to."""

    def append(self, request: Append) -> Missed | None:
        """Append at exactly the version before the commit's, or change nothing and say what was missed.

        Raises UnknownGame, and Diverged if that version has another head.
        """
        ...

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """The commits after a version that the caller knows by its head, as far as `last`. Raises UnknownGame, Diverged."""
        ...

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """The commits from `first` to `last`, both included."""
        ...

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        """The game id that belongs to an Idempotency-Key: `game`, unless one was reserved before."""
        ...

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        """Store an imported log under a new id, as a game that is over since then; it appears all at once or not at all."""
        ...

    def lines(
        self, statuses: Sequence[str], before: tuple[int, str] | None, count: int, wanted: Callable[[Line], bool]
    ) -> list[Line]:
        """Public games of some statuses, newest first, older than `before` (creation in ms, id), that are wanted."""
        ...

    def waiting_bots(self) -> int:
        """How many games have a bot to act."""
        ...

    def ping(self) -> None:
        """Raises StoreUnavailable if the store does not answer."""
        ...


def partition_of(game: str) -> str:
    """The partition that a game id names."""
    return game.partition("g")[0]


class RedisStore:
    """The store in Redis 6.2 or newer, single or cluster."""

    def __init__(self, client: redis.Redis | redis.RedisCluster, partitions: int = 1) -> None:
        self.client = client
        self.partitions = partitions
        # Raw replies: a stream read goes from the parser straight into commits.
        client.set_response_callback("XRANGE", _as_is)
        client.set_response_callback("XREVRANGE", _as_is)
        client.set_response_callback("XREAD", _as_is)
        client.set_response_callback("HGETALL", _as_is)
        script = resources.files("events").joinpath("append.lua").read_text()
        self._append: Callable[[Sequence[str], Sequence[Any]], Any]
        self._ask: Callable[..., list[Any]]
        if isinstance(client, redis.Redis):
            held = HeldConnections(client)
            self._append, self._ask = HeldScript(held, client, script), held.ask
        else:
            self._append, self._ask = client.register_script(script), self._ask_cluster

    def append(self, request: Append) -> Missed | None:
        game, commit, listing = request.game, request.commit, request.listing
        tag = f"{{{partition_of(game)}}}"
        stream = f"{tag}:g:{game}"
        left = entered = "lobby"
        line, score = b"", 0
        if listing is not None:
            left, entered = listing.before or listing.line.status, listing.line.status
            line, score = msgspec.json.encode(listing.line), listing.line.created_ms
        caller, token_hash = request.token or ("", "")
        due = request.bot_due if request.bot_due is not None else "" if request.bot_was_due else "-"
        secrets = [part for pair in request.secrets.items() for part in pair]
        indexes = ("bots", "feed", "lines", left, entered, "over")
        keys = (stream, f"{stream}:s", *(f"{tag}:{index}" for index in indexes))
        known, nonce = commit.version - 1, urandom(6)
        over = "" if request.over_ms is None else request.over_ms
        args = (known, game, caller, token_hash, due, FEED_LENGTH, line, score, request.previous_head, over, len(secrets))
        with _Guarded(), _Uncertain():
            reply = self._append(keys, (*args, *secrets, "c", request.text, "h", str(commit.head), "n", nonce))
        if reply[0] == 1:
            return None
        if reply[0] == -1:
            raise UnknownGame(request.game)
        entries = _following(reply[1], known, request.previous_head)
        ours = bool(entries) and entries[0][1][-1] == nonce
        return Missed(_hash(reply[2]), _commits(entries), ours)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        end = "+" if last is None else f"{last}-0"
        with _Guarded():
            secrets, entries = self._ask(("HGETALL", f"{stream}:s"), ("XRANGE", stream, f"{after}-0", end))
        if not secrets:
            raise UnknownGame(game)
        return Slice(_hash(secrets), _commits(_following(entries, after, head)))

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        with _Guarded():
            (entries,) = self._ask(("XRANGE", stream, f"{first}-0", f"{last}-0"))
        return _commits(entries)

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        key = f"{{{partition}}}:key:{key_hash}"
        while True:
            with _Guarded():
                if self.client.set(key, game, nx=True, ex=KEY_SECONDS):
                    return game
                reserved: Any = self.client.get(key)
            if reserved is not None:  # Else it expired between the two.
                return str(reserved.decode())

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        tag = f"{{{partition_of(game)}}}"
        stream = f"{tag}:g:{game}"
        with _Guarded(), _BrokenOff():
            for start in range(0, len(commits), _CHUNK):
                pipe = self.client.pipeline(transaction=True)
                for commit in commits[start : start + _CHUNK]:
                    pipe.xadd(stream, {"c": canonical(commit), "h": str(commit.head)}, id=f"{commit.version}-0")
                # What an import leaves behind that dies halfway goes away by itself.
                pipe.expire(stream, IMPORT_SECONDS)
                pipe.execute()
            pipe = self.client.pipeline(transaction=True)
            pipe.persist(stream)
            pipe.hset(f"{stream}:s", mapping=dict[Any, Any](secrets))
            pipe.zadd(f"{tag}:over", {game: over_ms})
            pipe.execute()

    def lines(
        self, statuses: Sequence[str], before: tuple[int, str] | None, count: int, wanted: Callable[[Line], bool]
    ) -> list[Line]:
        lists = [(partition, status) for partition in range(self.partitions) for status in statuses]
        found = [
            line
            for partition, status in lists
            for line in islice(filter(wanted, self._lines_of(partition, status, before)), count)
        ]
        found.sort(key=lambda line: (line.created_ms, line.id), reverse=True)
        return found[:count]

    def _lines_of(self, partition: int, status: str, before: tuple[int, str] | None) -> Iterator[Line]:
        tag = f"{{{partition}}}"
        top: float | str = "+inf" if before is None else before[0]
        skip = 0
        while True:
            with _Guarded():
                games: Any = self.client.zrevrangebyscore(f"{tag}:{status}", top, "-inf", start=skip, num=_CHUNK)
                texts: Any = self.client.hmget(f"{tag}:lines", games) if games else []
            for text in texts:
                if text is not None:
                    line = msgspec.json.decode(text, type=Line)
                    # Games of the same millisecond are told apart by their ids.
                    if before is None or (line.created_ms, line.id) < before:
                        yield line
            if len(games) < _CHUNK:
                return
            skip += len(games)

    def due_bots(self, now_ms: int, count: int = 100) -> list[str]:
        """Games whose bot's turn counts as lost by now."""
        games: list[str] = []
        with _Guarded():
            for partition in range(self.partitions):
                due: Any = self.client.zrangebyscore(f"{{{partition}}}:bots", "-inf", now_ms, start=0, num=count)
                games.extend(game.decode() for game in due)
        return games

    def postpone_bot(self, game: str, due_ms: int) -> None:
        """A bot's turn is being worked on and counts as lost only from `due_ms` on; nothing if no bot is to act."""
        with _Guarded():
            self.client.zadd(f"{{{partition_of(game)}}}:bots", {game: due_ms}, xx=True)

    def waiting_bots(self) -> int:
        """How many games have a bot to act."""
        with _Guarded():
            return sum(int(self.client.zcard(f"{{{partition}}}:bots")) for partition in range(self.partitions))

    def feed(self, partition: int, after: str, block_ms: int) -> list[FeedItem]:
        """The feed's items after an entry id ("$": from now on), waiting up to `block_ms` for the first."""
        with _Guarded():
            reply: Any = self.client.xread({f"{{{partition}}}:feed": after}, block=block_ms)
        if not reply:
            return []
        # A list of pairs in the older protocol, a map in RESP3.
        streams = reply.values() if isinstance(reply, dict) else [entries for _, entries in reply]
        return [
            FeedItem(entry.decode(), fields[1].decode(), int(fields[3])) for entries in streams for entry, fields in entries
        ]

    def feed_end(self, partition: int) -> str:
        """The entry id of the feed's newest item."""
        with _Guarded():
            newest: Any = self.client.xrevrange(f"{{{partition}}}:feed", count=1)
        return bytes(newest[0][0]).decode() if newest else "0-0"

    def ping(self) -> None:
        with _Guarded():
            self.client.ping()

    def _ask_cluster(self, *commands: Command) -> list[Any]:
        client: Any = self.client
        return [client.execute_command(*command) for command in commands]


_NOT_NOW = re.compile(r"\b(OOM|MISCONF|READONLY|LOADING|BUSY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN)\b")
"""Codes with which Redis says that it cannot serve or write now. Out of a script they come in the middle of the message."""


class _Guarded:
    """Turns what redis-py raises when Redis is away, loading or full into StoreUnavailable."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        away = (
            redis.ConnectionError,
            redis.TimeoutError,
            redis.exceptions.ReadOnlyError,
            redis.exceptions.OutOfMemoryError,
            redis.exceptions.ClusterDownError,
        )
        if isinstance(error, away) or (isinstance(error, redis.ResponseError) and _NOT_NOW.search(str(error))):
            raise StoreUnavailable(str(error)) from error


class _BrokenOff:
    """An import sent twice over a broken connection is refused as out of order; what it left goes away by itself."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, redis.ResponseError) and "equal or smaller" in str(error):
            raise StoreUnavailable(str(error)) from error


class _Uncertain:
    """Tells a write whose reply was lost from one that never began."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ReplyLostError):
            raise OutcomeUnknown(str(error)) from error


def _as_is(reply: Any, **_: Any) -> Any:
    return reply


def _following(entries: list[Any], version: int, head: str) -> list[Any]:
    """The entries after the first, which must be the version that the caller knows. Raises Diverged."""
    if version == 0:
        return entries
    if not entries or entries[0][0] != b"%d-0" % version or entries[0][1][3] != head.encode():
        raise Diverged
    return entries[1:]


def _commits(entries: list[Any]) -> list[Commit]:
    # The script and load_whole write the fields in one order, so they are read by place.
    return unsealed((fields[1], fields[3]) for _, fields in entries)


def _hash(reply: list[bytes] | dict[bytes, bytes]) -> dict[str, str]:
    if isinstance(reply, dict):
        return {name.decode(): value.decode() for name, value in reply.items()}
    return {reply[i].decode(): reply[i + 1].decode() for i in range(0, len(reply), 2)}
