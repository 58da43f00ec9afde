"""Where logs are kept: the contract, and its keeping in Redis streams.

All keys of a game and the indexes of its partition share a hash tag, so one script serves a single Redis and a cluster::

    {0}:g:<game>      stream of commits, entry ids <version>-0, gapless from 1; each has the bytes that its audit head
                      covers (c), the 32 bytes of the head (h), and a random number (n) by which an append sent twice
                      knows its own commit
    {0}:g:<game>:s    hash: the secret, token hashes ("host", "s<seat>"), "imported" with the time of the import
    {0}:bots          sorted set: games with a bot to act, by the time (ms) when the turn counts as lost
    {0}:over          sorted set: games that are over and not yet in the archive, by the time (ms) of their end
    {0}:feed          short stream: game and version of every commit
    {0}:lines         hash: game -> its line in the list of games
    {0}:<status>      sorted set: public games by creation time, one a status
    {0}:key:<hash>    the game id reserved by the Idempotency-Key of a creation, for ten minutes
    {0}:sync          empty; written before waiting until the replicas have everything before it
    {0}:partitions    in partition 0: how many partitions there are
    {0}:archive       in partition 0: the id of the archive's folder, once there is one (events/archiving.py)
"""

from __future__ import annotations

import re
from binascii import hexlify
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from importlib import resources
from itertools import groupby, islice
from os import urandom
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
import redis

from domain.table import Level, SeatKind, Status
from events.envelope import Commit, canonical, unsealed
from events.redis_cluster import ClusterConnections
from events.redis_connections import Command, Connections, HeldConnections, HeldScript, ReplyLostError

FEED_LENGTH = 10_000
KEY_SECONDS = 600
IMPORT_SECONDS = 600
LOOKED_AT = 2_000
"""Lines of the list of games that one call looks at; a filter that few pass must not read all of it."""
_CHUNK = 200
_HEAD_BYTES = 32

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


class Known(NamedTuple):
    """As far as a log is known: a version and its head."""

    game: str
    version: int
    head: str


Place: TypeAlias = tuple[int, str]
"""Where a game stands in the lists: its creation in ms, and its id."""


class Page(NamedTuple):
    """Lines of the list of games, and the place after which the next page begins; None if there is none."""

    lines: list[Line]
    next: Place | None


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


class NotReplicated(OutcomeUnknown):
    """What was appended is stored, but not in time on as many replicas as are asked for: a failover may lose it."""


class PartitionsLowered(Exception):
    """There are games in partitions beyond the number that is set now."""

    def __init__(self, recorded: int) -> None:
        super().__init__(f"the games here are spread over {recorded} partitions")
        self.recorded = recorded


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

    def secure(self, game: str) -> None:
        """Wait until all that is stored of a game is on as many replicas as are asked for. Raises NotReplicated."""
        ...

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        """The game id that belongs to an Idempotency-Key: `game`, unless one was reserved before."""
        ...

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        """Store an imported log under a new id, as a game that is over since then; it appears all at once or not at all."""
        ...

    def lines(self, statuses: Sequence[str], before: Place | None, count: int, wanted: Callable[[Line], bool]) -> Page:
        """Public games of some statuses, newest first, older than `before`, that are wanted: at most `count` of them.

        Where few are wanted a page ends after so many lines as one call looks at, with fewer games or none.
        """
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
    """The store in Redis 6.2 or newer, single or cluster.

    With `wait_replicas` a write counts only when so many replicas have it; they are given `wait_ms` for that.
    """

    def __init__(
        self,
        client: redis.Redis | redis.RedisCluster,
        partitions: int = 1,
        *,
        wait_replicas: int = 0,
        wait_ms: int = 1_000,
    ) -> None:
        self.client = client
        self.partitions = partitions
        self._replicas = wait_replicas
        self._wait: tuple[Command, ...] = (("WAIT", wait_replicas, wait_ms),) if wait_replicas else ()
        self._connections: Connections = (
            HeldConnections(client) if isinstance(client, redis.Redis) else ClusterConnections(client)
        )
        self._append = HeldScript(self._connections, resources.files("events").joinpath("append.lua").read_text())

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
        # While a slot moves to another node, a command is refused if any of its keys is not there. So a key that this commit
        # does not touch, which may not even exist, is not named; the log stands in its place.
        bots = f"{tag}:bots" if due != "-" else stream
        listed = (f"{tag}:lines", f"{tag}:{left}", f"{tag}:{entered}") if listing is not None else (stream, stream, stream)
        ended = f"{tag}:over" if request.over_ms is not None else stream
        keys = (stream, f"{stream}:s", bots, f"{tag}:feed", *listed, ended)
        known, nonce = commit.version - 1, urandom(6)
        previous, head = bytes.fromhex(request.previous_head), bytes.fromhex(str(commit.head))
        over = "" if request.over_ms is None else request.over_ms
        args = (known, game, caller, token_hash, due, FEED_LENGTH, line, score, previous, over, len(secrets))
        with Guarded(), _Uncertain():
            reply, *replicas = self._append(keys, (*args, *secrets, "c", request.text, "h", head, "n", nonce), *self._wait)
        if reply[0] == 1:
            self._check(replicas)
            return None
        if reply[0] == -1:
            raise UnknownGame(request.game)
        entries = _following(reply[1], known, request.previous_head)
        ours = bool(entries) and entries[0][1][-1] == nonce
        if ours:
            self.secure(game)
        return Missed(fields_of(reply[2]), _commits(entries), ours)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        end = "+" if last is None else f"{last}-0"
        with Guarded():
            # The secrets last: they are to be at least as new as the commits, so that a token ends with its last commit.
            entries, secrets = self._connections.ask(
                stream, ("XRANGE", stream, f"{after}-0", end), ("HGETALL", f"{stream}:s")
            )
        if not secrets:
            raise UnknownGame(game)
        return Slice(fields_of(secrets), _commits(_following(entries, after, head)))

    def read_all(self, known: Sequence[Known]) -> list[Slice | None]:
        """What logs have beyond what is known of them, in one go; None for one that has not what is known, or is gone."""
        streams = [f"{{{partition_of(each.game)}}}:g:{each.game}" for each in known]
        commits = [("XRANGE", stream, f"{each.version}-0", "+") for stream, each in zip(streams, known, strict=True)]
        beside = [("HGETALL", f"{stream}:s") for stream in streams]
        replies = self._each([*zip(streams, commits, strict=True), *zip(streams, beside, strict=True)])
        return [
            _slice(secrets, entries, each)
            for each, entries, secrets in zip(known, replies[: len(known)], replies[len(known) :], strict=True)
        ]

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        with Guarded():
            (entries,) = self._connections.ask(stream, ("XRANGE", stream, f"{first}-0", f"{last}-0"))
        return _commits(entries)

    def secure(self, game: str) -> None:
        if self._wait:
            # A connection waits for its own writes only, and replicas get all writes in their order.
            key = f"{{{partition_of(game)}}}:sync"
            with Guarded(), _Uncertain():
                _, *replicas = self._connections.write(key, ("SET", key, ""), *self._wait)
            self._check(replicas)

    def _check(self, replicas: Sequence[int]) -> None:
        """Raises NotReplicated if the answer to WAIT, where there is one, is too low."""
        if replicas and replicas[0] < self._replicas:
            raise NotReplicated(f"{replicas[0]} of {self._replicas} replicas had it in time")

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        key = f"{{{partition}}}:key:{key_hash}"
        while True:
            with Guarded():
                if self.client.set(key, game, nx=True, ex=KEY_SECONDS):
                    return game
                reserved: Any = self.client.get(key)
            if reserved is not None:  # Else it expired between the two.
                return str(reserved.decode())

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        tag = f"{{{partition_of(game)}}}"
        stream = f"{tag}:g:{game}"
        with Guarded(), _BrokenOff():
            for start in range(0, len(commits), _CHUNK):
                pipe = self.client.pipeline(transaction=True)
                for commit in commits[start : start + _CHUNK]:
                    fields = {"c": canonical(commit), "h": bytes.fromhex(str(commit.head))}
                    pipe.xadd(stream, dict[Any, Any](fields), id=f"{commit.version}-0")
                # What an import leaves behind that dies halfway goes away by itself.
                pipe.expire(stream, IMPORT_SECONDS)
                pipe.execute()
            pipe = self.client.pipeline(transaction=True)
            pipe.persist(stream)
            pipe.hset(f"{stream}:s", mapping=dict[Any, Any](secrets))
            pipe.zadd(f"{tag}:over", {game: over_ms})
            pipe.execute()
        self.secure(game)

    def lines(self, statuses: Sequence[str], before: Place | None, count: int, wanted: Callable[[Line], bool]) -> Page:
        found: list[Line] = []
        newest = self._newest(statuses, before, count)
        looked_at = 0
        while places := list(islice(newest, min(_CHUNK, count))):
            for line in filter(wanted, self._lines_of([game for _, game in places])):
                if len(found) == count:
                    return Page(found, (found[-1].created_ms, found[-1].id))
                found.append(line)
            looked_at += len(places)
            if looked_at >= LOOKED_AT:
                return Page(found, places[-1])
        return Page(found, None)

    def _lines_of(self, games: Sequence[str]) -> Iterator[Line]:
        partitions: dict[str, list[str]] = {}
        for game in games:
            partitions.setdefault(f"{{{partition_of(game)}}}:lines", []).append(game)
        replies = self._each([(key, ("HMGET", key, *members)) for key, members in partitions.items()])
        texts: dict[str, bytes | None] = {}
        for members, reply in zip(partitions.values(), replies, strict=True):
            texts.update(zip(members, reply, strict=True))
        for game in games:
            text = texts[game]
            if text is not None:
                yield msgspec.json.decode(text, type=Line)

    def _newest(self, statuses: Sequence[str], before: Place | None, count: int) -> Iterator[Place]:
        """The games of all partitions in some statuses, newest first."""
        keys = [f"{{{partition}}}:{status}" for partition in range(self.partitions) for status in statuses]
        # Of many lists a page needs but a few of each.
        chunk = min(_CHUNK, 2 * count // self.partitions + 10)
        top = "+inf" if before is None else str(before[0])
        firsts = self._each([(key, _page(key, top, 0, chunk)) for key in keys])
        merged = merge(*(self._ids(key, top, chunk, first) for key, first in zip(keys, firsts, strict=True)), reverse=True)
        # A game that moves to another list while they are read may be met in both.
        return (place for place, _ in groupby(merged) if before is None or place < before)

    def _ids(self, key: str, top: str, chunk: int, reply: Any) -> Iterator[Place]:
        """Creation and id of the games of one list, of which the first are known."""
        skip = 0
        while True:
            games = _scored(reply)
            # Games of the same millisecond are told apart by their ids, in Redis as here.
            yield from games
            if len(games) < chunk:
                return
            skip, chunk = skip + chunk, min(_CHUNK, 2 * chunk)
            (reply,) = self._each([(key, _page(key, top, skip, chunk))])

    def _each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to commands, each with its key; all or none."""
        replies = self._connections.each(commands)
        with Guarded():
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return replies

    def due_bots(self, now_ms: int, count: int = 100) -> list[str]:
        """Games whose bot's turn counts as lost by now."""
        keys = [f"{{{partition}}}:bots" for partition in range(self.partitions)]
        replies = self._connections.each([(key, ("ZRANGEBYSCORE", key, "-inf", now_ms, "LIMIT", 0, count)) for key in keys])
        failed = [reply for reply in replies if isinstance(reply, Exception)]
        if len(failed) == len(replies):
            with Guarded():
                raise failed[0]
        # A part of a cluster that is down must not stop the bots of the others.
        return [game.decode() for reply in replies if not isinstance(reply, Exception) for game in reply]

    def postpone_bot(self, game: str, due_ms: int) -> None:
        """A bot's turn is being worked on and counts as lost only from `due_ms` on; nothing if no bot is to act."""
        with Guarded():
            self.client.zadd(f"{{{partition_of(game)}}}:bots", {game: due_ms}, xx=True)

    def newest(self, games: Sequence[str]) -> list[Commit]:
        """The last commit of each of these games that has a log here, in one go."""
        streams = [f"{{{partition_of(game)}}}:g:{game}" for game in games]
        replies = self._each([(stream, ("XREVRANGE", stream, "+", "-", "COUNT", 1)) for stream in streams])
        return [commit for entries in replies for commit in _commits(entries)]

    def waiting_bots(self) -> int:
        """How many games have a bot to act."""
        keys = [f"{{{partition}}}:bots" for partition in range(self.partitions)]
        return sum(self._each([(key, ("ZCARD", key)) for key in keys]))

    def feed_end(self, partition: int) -> bytes:
        """The entry id of the feed's newest item."""
        with Guarded():
            key = f"{{{partition}}}:feed"
            (newest,) = self._connections.ask(key, ("XREVRANGE", key, "+", "-", "COUNT", 1))
        return bytes(newest[0][0]) if newest else b"0-0"

    def node(self, key: str) -> redis.Redis:
        """The client of the server that a key is on, as far as that is known. Raises StoreUnavailable."""
        client: Any = self.client
        if isinstance(client, redis.Redis):
            return client
        with Guarded():  # It may be that no node holds its slot.
            node: redis.Redis = client.get_redis_connection(client.get_node_from_key(key))
        return node

    def ping(self) -> None:
        # As long as a part of a cluster answers, the games there can be played.
        keys = [f"{{{partition}}}:sync" for partition in range(self.partitions)]
        replies = self._connections.each([(key, ("GET", key)) for key in keys])
        if all(isinstance(reply, Exception) for reply in replies):
            with Guarded():
                raise replies[0]

    def check_partitions(self) -> None:
        """Record how many partitions there are. Raises PartitionsLowered if there were more: their games would be lost."""
        with Guarded():
            recorded: Any = self.client.get("{0}:partitions")
            if recorded is not None and int(recorded) > self.partitions:
                raise PartitionsLowered(int(recorded))
            self.client.set("{0}:partitions", self.partitions)


_NOT_NOW = re.compile(r"\b(OOM|MISCONF|READONLY|LOADING|BUSY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN)\b")
"""Codes with which Redis says that it cannot serve or write now. Out of a script they come in the middle of the message."""


class Guarded:
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
            redis.exceptions.RedisClusterException,  # No node, or none for the slot.
            redis.exceptions.AskError,  # A slot that is being moved, or a node of a cluster where one Redis was expected.
            redis.exceptions.TryAgainError,
        )
        if isinstance(error, away) or (isinstance(error, redis.ResponseError) and _NOT_NOW.search(str(error))):
            elsewhere = isinstance(error, redis.exceptions.AskError)
            # After a few redirections in a cluster; at once where a node of one was taken for a single Redis.
            says = f"the key is at another node of a cluster: {error}" if elsewhere else str(error)
            raise StoreUnavailable(says) from error


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


def _page(key: str, top: str, skip: int, count: int) -> Command:
    return ("ZREVRANGEBYSCORE", key, top, "-inf", "WITHSCORES", "LIMIT", skip, count)


def _scored(reply: Any) -> list[tuple[int, str]]:
    """Score and member of a reply: flat in the older protocol, in pairs in RESP3."""
    if reply and not isinstance(reply[0], list):
        reply = zip(reply[::2], reply[1::2], strict=True)
    return [(int(float(score)), member.decode()) for member, score in reply]


def _following(entries: list[Any], version: int, head: str) -> list[Any]:
    """The entries after the first, which must be the version that the caller knows. Raises Diverged."""
    if version == 0:
        return entries
    if not entries or entries[0][0] != b"%d-0" % version or head_of(entries[0]) != head.encode():
        raise Diverged
    return entries[1:]


def _slice(secrets: Any, entries: list[Any], known: Known) -> Slice | None:
    if not secrets:
        return None
    try:
        return Slice(fields_of(secrets), _commits(_following(entries, known.version, known.head)))
    except Diverged:
        return None


def _commits(entries: list[Any]) -> list[Commit]:
    # The script and load_whole write the fields in one order, so they are read by place.
    return unsealed((entry[1][1], head_of(entry)) for entry in entries)


def head_of(entry: Any) -> bytes:
    """The head of a commit's entry in hex, as which the first version stored it."""
    head: bytes = entry[1][3]
    return hexlify(head) if len(head) == _HEAD_BYTES else head


def fields_of(reply: list[bytes] | dict[bytes, bytes]) -> dict[str, str]:
    if isinstance(reply, dict):
        return {name.decode(): value.decode() for name, value in reply.items()}
    return {reply[i].decode(): reply[i + 1].decode() for i in range(0, len(reply), 2)}
