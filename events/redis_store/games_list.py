"""The list of games, merged from the indexes of all partitions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import groupby, islice
from typing import Any

import msgspec

from events.identity import partition_of
from events.log_throttle import LogThrottle
from events.redis_store import keys
from events.redis_store.connections import Command
from events.redis_store.games_redis import GamesRedis
from events.store_types import Cursor, GameSummary, Page

log = logging.getLogger(__name__)

LOOKED_AT = 2_000
"""Games that one call looks at: a filter that few games pass must not make it read all of them."""
_CHUNK = 200


class GamesList:
    """Public games, newest first. Each commit that changes a game's seats or status keeps it up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._throttle = LogThrottle()

    def page(
        self, statuses: Sequence[str], before: Cursor | None, count: int, wanted: Callable[[GameSummary], bool]
    ) -> Page:
        """Games of some statuses, older than `before`, that are wanted: at most `count` of them.

        Where few are wanted a page ends after LOOKED_AT games were looked at, with fewer games or none. Raises
        StoreUnavailable.
        """
        found: list[GameSummary] = []
        newest = self._newest(statuses, before, count)
        looked_at = 0
        at_once = min(_CHUNK, count + 1)  # One more shows whether there is a next page.
        while places := list(islice(newest, at_once)):
            for summary in filter(wanted, self._summaries_of([game for _, game in places])):
                if len(found) == count:
                    return Page(found, (found[-1].created_ms, found[-1].id))
                found.append(summary)
            looked_at += len(places)
            if looked_at >= LOOKED_AT:
                return Page(found, places[-1])
            if len(places) < at_once:
                break
            if at_once < _CHUNK:
                # Few games pass the filter, so read larger pieces from here on: the pieces of a short page would cost one
                # round trip each.
                newest, at_once = self._newest(statuses, places[-1], LOOKED_AT), _CHUNK
        return Page(found, None)

    def _summaries_of(self, games: Sequence[str]) -> Iterator[GameSummary]:
        partitions: dict[str, list[str]] = {}
        for game in games:
            partitions.setdefault(keys.summaries(partition_of(game)), []).append(game)
        replies = self._redis.each([(key, ("HMGET", key, *members)) for key, members in partitions.items()])
        texts: dict[str, bytes | None] = {}
        for members, reply in zip(partitions.values(), replies, strict=True):
            texts.update(zip(members, reply, strict=True))
        for game in games:
            text = texts[game]
            if text is not None and (summary := self._decoded(game, text)) is not None:
                yield summary

    def _decoded(self, game: str, text: bytes) -> GameSummary | None:
        """None for a damaged summary: it must not hide the others."""
        try:
            return msgspec.json.decode(text, type=GameSummary)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if self._throttle.is_due(game):
                log.error("the summary of %s in the list of games is damaged: %s", game, error)
            return None

    def _newest(self, statuses: Sequence[str], before: Cursor | None, count: int) -> Iterator[Cursor]:
        """The games of all partitions in some statuses, newest first."""
        lists = [
            keys.games_by_status(partition, status) for partition in range(self._redis.partitions) for status in statuses
        ]
        # If there are many lists, a page needs only a few games of each.
        chunk = min(_CHUNK, 2 * count // self._redis.partitions + 10)
        top = "+inf" if before is None else str(before[0])
        firsts = self._redis.each([(key, _page(key, top, 0, chunk)) for key in lists])
        merged = merge(*(self._ids(key, top, chunk, first) for key, first in zip(lists, firsts, strict=True)), reverse=True)
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
            (reply,) = self._redis.each([(key, _page(key, top, skip, chunk))])


def _page(key: str, top: str, skip: int, count: int) -> Command:
    return ("ZREVRANGEBYSCORE", key, top, "-inf", "WITHSCORES", "LIMIT", skip, count)


def scored(reply: Any) -> list[tuple[int, str]]:
    """Scores and members in a reply: a flat list in the older protocol, pairs in RESP3."""
    if reply and not isinstance(reply[0], list):
        reply = zip(reply[::2], reply[1::2], strict=True)
    return [(int(float(score)), member.decode()) for member, score in reply]
