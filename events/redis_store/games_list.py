"""Lists of games, merged from the indexes of all partitions: of the public games, and of those of an API key."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha1
from heapq import merge
from importlib import resources
from itertools import groupby, islice
from typing import Any, Generic, TypeVar

import msgspec

from events.errors import OtherNote, TooMuchMetadata, UnknownGame
from events.identity import hashed_partition, partition_of, timestamp
from events.log_throttle import LogThrottle
from events.redis_store import keys
from events.redis_store.connections import Command, Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.store_types import METADATA_COUNT, About, Cursor, GameSummary, KeyGames, Listed, Note, OwnedGame, Page

log = logging.getLogger(__name__)

Read = TypeVar("Read")

LOOKED_AT = 1_000
"""Games that one call looks at: a filter that few games pass must not make it read all of them."""
_CHUNK = 200


class GamesList:
    """Public games, newest first. Each commit that changes a game's seats or status keeps it up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._lines = _Lines(redis, GameSummary)

    def page(
        self,
        statuses: Sequence[str],
        before: Cursor | None,
        count: int,
        wanted: Callable[[GameSummary], bool],
        since_ms: int | None = None,
    ) -> Page[GameSummary]:
        """Games of some statuses, older than `before` and not older than `since_ms`, that are wanted: at most `count` of
        them, as `_Merged.page`."""
        lists = [
            keys.games_by_status(partition, status) for partition in range(self._redis.partitions) for status in statuses
        ]
        return _Merged(self._redis, lists, since_ms).page(before, count, self._summaries_of, wanted)

    def _summaries_of(self, games: Sequence[str]) -> dict[str, GameSummary]:
        return self._lines.decoded(self._lines.read([(keys.summaries, games)])[0])


class OwnedGames:
    """The games of API keys, the one that changed last first. Each commit keeps them up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._lines = _Lines(redis, OwnedGame)
        scripts = resources.files("events.redis_store")
        text = scripts.joinpath("about.lua").read_text() + scripts.joinpath("note.lua").read_text()
        self._note = Script(redis.connections, text)

    def page(
        self,
        owner: str,
        statuses: Sequence[str],
        before: Cursor | None,
        count: int,
        wanted: Callable[[tuple[OwnedGame, About]], bool],
        since_ms: int | None = None,
    ) -> Page[tuple[OwnedGame, About]]:
        """Games of a key in some statuses that changed before `before`, and at `since_ms` or later, with what the key's
        holder has noted about them; as `_Merged.page`."""
        lists = [
            keys.owned_by_status(partition, owner, status)
            for partition in range(self._redis.partitions)
            for status in statuses
        ]
        return _Merged(self._redis, lists, since_ms).page(before, count, self._noted, wanted)

    def use(self, owner: str) -> KeyGames:
        """How many games a key has. Raises StoreUnavailable."""
        lists = [
            (status, keys.owned_by_status(partition, owner, status))
            for partition in range(self._redis.partitions)
            for status in keys.STATUSES
        ]
        counts = self._redis.each([(key, ("ZCARD", key)) for _, key in lists])
        newest = self._redis.each([(key, ("ZREVRANGE", key, 0, 0, "WITHSCORES")) for _, key in lists])
        found = dict.fromkeys(keys.STATUSES, 0)
        for (status, _), count in zip(lists, counts, strict=True):
            found[status] += count
        last = max((ms for reply in newest for ms, _ in scored(reply)), default=None)
        acted_at = None if last is None else timestamp(datetime.fromtimestamp(last / 1000, UTC))
        return KeyGames(**found, acted_at=acted_at)

    def about(self, games: Sequence[str]) -> dict[str, About]:
        """The notes on each of these games. Raises StoreUnavailable."""
        (found,) = self._lines.read([(keys.about, games)])
        return {game: _about(text) for game, text in found.items()}

    def is_under_way(self, owner: str, game: str) -> bool:
        """Whether a game is running and belongs to a key; it may be asleep. Raises StoreUnavailable."""
        key = keys.owned_by_status(partition_of(game), owner, "running")
        (score,) = self._redis.each([(key, ("ZSCORE", key, game))])
        return score is not None

    def lines(self, games: Sequence[str]) -> dict[str, tuple[OwnedGame, About]]:
        """The lines of these games that have one, with what is noted. Raises StoreUnavailable."""
        return self._noted(games)

    def note(self, game: str, note: Note, *, tag: str = "", forgotten_ms: int | None = None) -> About:
        """Change what is noted about a game; the whole of it afterwards.

        `tag`: that of the note to be changed, empty for any. `forgotten_ms`: the time (ms), if this forgets a person. Raises
        UnknownGame if it was deleted, OtherNote, TooMuchMetadata, StoreUnavailable.
        """
        partition = partition_of(game)
        noting = (keys.about(partition), keys.secrets(keys.log(game)), keys.removed(partition))
        forgotten = "" if forgotten_ms is None else forgotten_ms
        with redis_errors():
            ((done, *found),) = self._note(noting, (game, msgspec.json.encode(note), forgotten, tag, METADATA_COUNT))
        if done == -1:
            raise TooMuchMetadata
        if done == -2:
            raise OtherNote(_tag(found[0]))
        if done == 0:
            raise UnknownGame(game)
        return _about(found[0])

    def named(self, field: str) -> str | None:
        """The game with an external id, by `external_field`. Raises StoreUnavailable."""
        key = keys.external(hashed_partition(field, self._redis.partitions))
        (game,) = self._redis.each([(key, ("HGET", key, field))])
        return None if game is None else str(game.decode())

    def among(
        self,
        owner: str,
        games: Sequence[str],
        statuses: Sequence[str],
        before: Cursor | None,
        count: int,
        wanted: Callable[[tuple[OwnedGame, About]], bool],
        since_ms: int | None = None,
    ) -> Page[tuple[OwnedGame, About]]:
        """As `page`, of these games only. Those of other keys are not found."""
        asked = [(game, keys.owned_by_status(partition_of(game), owner, status)) for game in {*games} for status in statuses]
        scores = self._redis.each([(key, ("ZSCORE", key, game)) for game, key in asked])
        # A game that changes its status meanwhile may be found twice.
        places = {(int(float(score)), game) for (game, _), score in zip(asked, scores, strict=True) if score is not None}
        lines = self._noted([game for _, game in places])
        found: list[tuple[OwnedGame, About]] = []
        kept: list[Cursor] = []
        for place in sorted(places, reverse=True):
            line = lines.get(place[1])
            late = (before is not None and place >= before) or (since_ms is not None and place[0] < since_ms)
            if late or line is None or not wanted(line):
                continue
            if len(found) == count:
                return Page(found, kept[-1], kept)
            found.append(line)
            kept.append(place)
        return Page(found, None, kept)

    def _noted(self, games: Sequence[str]) -> dict[str, tuple[OwnedGame, About]]:
        lines, notes = self._lines.read([(keys.owned, games), (keys.about, games)])
        return {game: (line, _about(notes[game])) for game, line in self._lines.decoded(lines).items()}


def _about(text: bytes | None) -> About:
    found = About() if text is None else msgspec.json.decode(text, type=About)
    return msgspec.structs.replace(found, tag=_tag(text or b""))


def _tag(stored: bytes) -> str:
    """The tag of a note as it is stored; `note.lua` makes the same."""
    return sha1(stored).hexdigest()


class _Lines(Generic[Listed]):
    """Reads the lines of games, which are in a hash for each partition."""

    def __init__(self, redis: GamesRedis, kind: type[Listed]) -> None:
        self._redis = redis
        self._kind = kind
        self._throttle = LogThrottle()

    def read(self, wanted: Sequence[tuple[Callable[[str], str], Sequence[str]]]) -> list[dict[str, bytes | None]]:
        """For each kind of key what its hashes have of these games, in one round trip. Raises StoreUnavailable."""
        commands: list[tuple[str, Command]] = []
        asked: list[tuple[int, list[str]]] = []
        for place, (key_of, games) in enumerate(wanted):
            partitions: dict[str, list[str]] = {}
            for game in games:
                partitions.setdefault(key_of(partition_of(game)), []).append(game)
            commands += [(key, ("HMGET", key, *members)) for key, members in partitions.items()]
            asked += [(place, members) for members in partitions.values()]
        found: list[dict[str, bytes | None]] = [{} for _ in wanted]
        for (place, members), reply in zip(asked, self._redis.each(commands), strict=True):
            found[place].update(zip(members, reply, strict=True))
        return found

    def decoded(self, texts: dict[str, bytes | None]) -> dict[str, Listed]:
        """The lines that can be read: a damaged one must not hide the others."""
        found = {}
        for game, text in texts.items():
            try:
                if text is not None:
                    found[game] = msgspec.json.decode(text, type=self._kind)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                if self._throttle.is_due(game):
                    log.error("the summary of %s in the list of games is damaged: %s", game, error)
        return found


class _Merged:
    """The games of several sorted sets, those with the highest score first."""

    def __init__(self, redis: GamesRedis, lists: Sequence[str], least: int | None = None) -> None:
        self._redis = redis
        self._lists = lists
        self._least = "-inf" if least is None else str(least)

    def page(
        self,
        before: Cursor | None,
        count: int,
        read: Callable[[Sequence[str]], dict[str, Read]],
        wanted: Callable[[Read], bool],
    ) -> Page[Read]:
        """What `read` finds of the games after the place `before` and is wanted: at most `count` of them.

        Where few are wanted a page ends after LOOKED_AT games were looked at, with fewer games or none. Raises
        StoreUnavailable.
        """
        found: list[Read] = []
        kept: list[Cursor] = []
        newest = self._newest(before, count)
        looked_at = 0
        at_once = min(_CHUNK, count + 1)  # One more shows whether there is a next page.
        while places := list(islice(newest, at_once)):
            lines = read([game for _, game in places])
            for place in places:
                line = lines.get(place[1])
                if line is None or not wanted(line):
                    continue
                if len(found) == count:
                    return Page(found, kept[-1], kept)
                found.append(line)
                kept.append(place)
            looked_at += len(places)
            if looked_at >= LOOKED_AT:
                return Page(found, places[-1], kept)
            if len(places) < at_once:
                break
            if at_once < _CHUNK:
                # Few games pass the filter, so read larger pieces from here on: the pieces of a short page would cost one
                # round trip each.
                newest, at_once = self._newest(places[-1], LOOKED_AT), _CHUNK
        return Page(found, None, kept)

    def _newest(self, before: Cursor | None, count: int) -> Iterator[Cursor]:
        # If there are many lists, a page needs only a few games of each.
        chunk = min(_CHUNK, 2 * count // self._redis.partitions + 10)
        top = "+inf" if before is None else str(before[0])
        firsts = self._redis.each([(key, self._piece(key, top, 0, chunk)) for key in self._lists])
        each = (self._ids(key, top, chunk, first) for key, first in zip(self._lists, firsts, strict=True))
        merged = merge(*each, reverse=True)
        # A game that changes its status meanwhile may be read in both lists.
        return (place for place, _ in groupby(merged) if before is None or place < before)

    def _ids(self, key: str, top: str, chunk: int, reply: Any) -> Iterator[Cursor]:
        """The games of one list; `reply` has the first of them."""
        skip = 0
        while True:
            games = scored(reply)
            # Games of the same millisecond are ordered by their ids, in Redis as here.
            yield from games
            if len(games) < chunk:
                return
            skip, chunk = skip + chunk, min(_CHUNK, 2 * chunk)
            (reply,) = self._redis.each([(key, self._piece(key, top, skip, chunk))])

    def _piece(self, key: str, top: str, skip: int, count: int) -> Command:
        return ("ZREVRANGEBYSCORE", key, top, self._least, "WITHSCORES", "LIMIT", skip, count)


def scored(reply: Any) -> list[tuple[int, str]]:
    """Scores and members in a reply: a flat list in the older protocol, pairs in RESP3."""
    if reply and not isinstance(reply[0], list):
        reply = zip(reply[::2], reply[1::2], strict=True)
    return [(int(float(score)), member.decode()) for member, score in reply]
