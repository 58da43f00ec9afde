"""The store in Redis streams.

All keys of a game and the indexes of its partition share a hash tag, so one script serves a single Redis and a cluster::

    {0}:g:<game>      stream of commits, entry ids <version>-0, gapless from 1; each has the bytes that its audit head
                      covers (c), the 32 bytes of the head (h), and a random number (n) by which an append sent twice
                      knows its own commit
    {0}:g:<game>:s    hash: the secret, token hashes ("host", "s<seat>"), "imported" with the time of the import
    {0}:bots          sorted set: games with a bot to act, or an answer that was ordered, by the time (ms) when that
                      counts as lost
    {0}:over          sorted set: games that are over and not yet in the archive, by the time (ms) of their end
    {0}:feed          short stream: game, version and the beginning of the head of every commit
    {0}:lines         hash: game -> its line in the list of games
    {0}:<status>      sorted set: public games by creation time, one a status
    {0}:key:<hash>    the game id reserved by the Idempotency-Key of a creation, for ten minutes
    {0}:sync          empty; written before waiting until the replicas have everything before it
    {0}:partitions    in partition 0: how many partitions there are
    {0}:archive       in partition 0: the id of the archive's folder, once there is one (events/archiving.py)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from os import urandom
from typing import Any

import msgspec
import redis

from events.envelope import Commit, canonical, in_hex, unsealed, whole
from events.games_list import GamesList, scored
from events.redis_cluster import ClusterConnections, LateCluster
from events.redis_connections import Command, Connections, HeldConnections, HeldScript
from events.redis_errors import BrokenOff, Guarded, Sound, Uncertain
from events.store import (
    Append,
    CommitsMissing,
    Diverged,
    Known,
    Line,
    LogDamaged,
    Missed,
    NotReplicated,
    OutcomeUnknown,
    Page,
    PartitionsLowered,
    Place,
    Slice,
    StoreUnavailable,
    UnknownGame,
    partition_of,
)

FEED_LENGTH = 10_000
KEY_SECONDS = 600
IMPORT_SECONDS = 600
LONGEST_WAIT_MS = 120_000
"""More than any bot's turn is given before it counts as lost."""
_CHUNK = 200


class RedisStore:
    """The store in Redis 6.2 or newer, single or cluster.

    With `wait_replicas` a write counts only when so many replicas have it; they are given `wait_ms` for that.
    """

    def __init__(
        self,
        client: redis.Redis | redis.RedisCluster | LateCluster,
        partitions: int = 1,
        *,
        wait_replicas: int = 0,
        wait_ms: int = 1_000,
    ) -> None:
        self._client = client
        self.partitions = partitions
        self._replicas = wait_replicas
        self._wait: tuple[Command, ...] = (("WAIT", wait_replicas, wait_ms),) if wait_replicas else ()
        self._connections: Connections
        if isinstance(client, redis.Redis):
            self._connections = HeldConnections(client)
        else:
            self._connections = ClusterConnections(client.client if isinstance(client, LateCluster) else lambda: client)
        self._list = GamesList(self._each, partitions)
        script = resources.files("events").joinpath("append.lua").read_text()
        self._append = HeldScript(self._connections, script, at_once=wait_replicas > 0)

    @property
    def client(self) -> redis.Redis | redis.RedisCluster:
        """For commands that are not sent often. Raises redis.ConnectionError while a cluster is away."""
        return self._client.client() if isinstance(self._client, LateCluster) else self._client

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
        with Guarded(), Uncertain(), Sound(game):
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
        return Missed(fields_of(reply[2]), commits_of(game, entries), ours)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        end = "+" if last is None else f"{last}-0"
        with Guarded(), Sound(game):
            # The secrets last: they are to be at least as new as the commits, so that a token ends with its last commit.
            entries, secrets = self._connections.ask(
                stream, ("XRANGE", stream, f"{after}-0", end), ("HGETALL", f"{stream}:s")
            )
        if not secrets:
            raise UnknownGame(game)
        return Slice(fields_of(secrets), commits_of(game, _following(entries, after, head)))

    def read_all(self, known: Sequence[Known]) -> list[Slice | LogDamaged | None]:
        """What logs have beyond what is known of them, in one go; None for one that has not what is known, or is gone."""
        streams = [f"{{{partition_of(each.game)}}}:g:{each.game}" for each in known]
        commits = [("XRANGE", stream, f"{each.version}-0", "+") for stream, each in zip(streams, known, strict=True)]
        beside = [("HGETALL", f"{stream}:s") for stream in streams]
        replies = self._connections.each([*zip(streams, commits, strict=True), *zip(streams, beside, strict=True)])
        return [
            _slice(secrets, entries, each)
            for each, entries, secrets in zip(known, replies[: len(known)], replies[len(known) :], strict=True)
        ]

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        stream = f"{{{partition_of(game)}}}:g:{game}"
        wanted = ("XRANGE", stream, f"{first}-0", f"{last}-0")
        with Guarded(), Sound(game):
            (entries,) = self._connections.ask(stream, wanted)
        found = commits_of(game, entries)
        if not whole(found, first, last):
            # Once more, with what tells whether the log ends before the last of them.
            with Guarded(), Sound(game):
                entries, newest = self._connections.ask(stream, wanted, ("XREVRANGE", stream, "+", "-", "COUNT", 1))
            end = int(newest[0][0].partition(b"-")[0]) if newest else 0
            found = complete(game, commits_of(game, entries), first, last, end)
        return found

    def secure(self, game: str) -> None:
        if self._wait:
            # A connection waits for its own writes only, and replicas get all writes in their order.
            key = f"{{{partition_of(game)}}}:sync"
            try:
                with Guarded():
                    _, *replicas = self._connections.write(key, ("SET", key, ""), *self._wait)
            except StoreUnavailable as error:
                raise OutcomeUnknown(str(error)) from error  # What is to be secured has been written.
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
        with Guarded(), BrokenOff():
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
        return self._list.page(statuses, before, count, wanted)

    def _each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to commands, each with its key; all or none."""
        replies = self._connections.each(commands)
        with Guarded():
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return replies

    def due_bots(self, now_ms: int, count: int = 100) -> list[str]:
        """Games whose bot's turn counts as lost by now, or only so late that the clock that said so must have been wrong."""
        return self._bots_to_act([("-inf", now_ms), (now_ms + LONGEST_WAIT_MS, "+inf")], count)

    def soonest_bots(self, count: int) -> list[str]:
        """Games with a bot to act, of each partition those whose turn counts as lost soonest."""
        return self._bots_to_act([("-inf", "+inf")], count)

    def _bots_to_act(self, ranges: Sequence[tuple[int | str, int | str]], count: int) -> list[str]:
        keys = [f"{{{partition}}}:bots" for partition in range(self.partitions)]
        replies = self._connections.each(
            [(key, ("ZRANGEBYSCORE", key, *range_, "LIMIT", 0, count)) for range_ in ranges for key in keys]
        )
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
        """The last commit of each of these games that has a log here, in one go; where it cannot be read, none."""
        streams = [f"{{{partition_of(game)}}}:g:{game}" for game in games]
        replies = self._each([(stream, ("XREVRANGE", stream, "+", "-", "COUNT", 1)) for stream in streams])
        found = []
        for game, entries in zip(games, replies, strict=True):
            with suppress(LogDamaged):
                found += commits_of(game, entries)
        return found

    def waiting_bots(self) -> int:
        """How many games have a bot to act."""
        keys = [f"{{{partition}}}:bots" for partition in range(self.partitions)]
        return sum(self._each([(key, ("ZCARD", key)) for key in keys]))

    def overdue(self, before_ms: int) -> tuple[int, int | None]:
        """How many games were over by then and are still here, and when, in ms, the first of them ended."""
        keys = [f"{{{partition}}}:over" for partition in range(self.partitions)]
        first = ("-inf", before_ms, "WITHSCORES", "LIMIT", 0, 1)
        counts = self._each([(key, ("ZCOUNT", key, "-inf", before_ms)) for key in keys])
        oldest = self._each([(key, ("ZRANGEBYSCORE", key, *first)) for key in keys])
        return sum(counts), min((ended for reply in oldest for ended, _ in scored(reply)), default=None)

    def feed_end(self, partition: int) -> bytes:
        """The entry id of the feed's newest item."""
        with Guarded():
            key = f"{{{partition}}}:feed"
            (newest,) = self._connections.ask(key, ("XREVRANGE", key, "+", "-", "COUNT", 1))
        return bytes(newest[0][0]) if newest else b"0-0"

    def node(self, key: str) -> redis.Redis:
        """The client of the server that a key is on, as far as that is known. Raises StoreUnavailable."""
        with Guarded():  # It may be that no node holds its slot.
            client: Any = self.client
            if isinstance(client, redis.Redis):
                return client
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


def _following(entries: list[Any], version: int, head: str) -> list[Any]:
    """The entries after the first, which must be the version that the caller knows. Raises Diverged."""
    if version == 0:
        return entries
    if not entries or entries[0][0] != b"%d-0" % version or head_of(entries[0]) != head:
        raise Diverged
    return entries[1:]


def _slice(secrets: Any, entries: Any, known: Known) -> Slice | LogDamaged | None:
    try:
        with Guarded(), Sound(known.game):
            for reply in (secrets, entries):
                if isinstance(reply, Exception):
                    raise reply
        if not secrets:
            return None
        return Slice(fields_of(secrets), commits_of(known.game, _following(entries, known.version, known.head)))
    except Diverged:
        return None
    except LogDamaged as error:
        return error


def commits_of(game: str, entries: Sequence[Any]) -> list[Commit]:
    """The commits in entries of a stream. Raises LogDamaged."""
    try:
        # The script and load_whole write the fields in one order, so they are read by place.
        return unsealed((fields[1], fields[3]) for _, fields in entries)
    except Exception as error:  # An entry that was changed can be anything; which error that makes does not matter.
        if len(entries) == 1:
            raise LogDamaged(game, f"entry {entries[0][0].decode()} is no commit") from error
    # One by one, to name the bad one.
    return [commit for entry in entries for commit in commits_of(game, [entry])]


def complete(game: str, commits: list[Commit], first: int, last: int, end: int) -> list[Commit]:
    """The commits of a range, if they are all there, out of a log that ends with version `end`.

    Raises CommitsMissing if it ends before they do, LogDamaged.
    """
    if whole(commits, first, last):
        return commits
    if end < last and whole(commits, first, first + len(commits) - 1):
        raise CommitsMissing(f"{game} has not all of the versions {first} to {last} any more")
    raise LogDamaged(game, f"of the versions {first} to {last} some are missing")


def head_of(entry: Any) -> str:
    """The head of a commit's entry; empty where it has none."""
    fields = entry[1]
    try:
        return in_hex(fields[3]) if len(fields) > 3 else ""
    except UnicodeDecodeError:
        return ""


def fields_of(reply: list[bytes] | dict[bytes, bytes]) -> dict[str, str]:
    if isinstance(reply, dict):
        return {name.decode(): value.decode() for name, value in reply.items()}
    return {reply[i].decode(): reply[i + 1].decode() for i in range(0, len(reply), 2)}
