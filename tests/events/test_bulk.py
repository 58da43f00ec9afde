"""An export of many games has one of their logs in memory at a time."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Iterator
from random import Random

import pytest

from events.archive import bulk
from events.commands.handler import CommandHandler
from events.envelope import Commit
from events.store_types import Cursor, GameSummary, Page, Slice
from tests.support.play import HUMAN, MERCHANTS, Match

GAMES = 10_000


class Commits(list[Commit]):
    """The commits of a log, whose end can be noticed."""


class Kept:
    """Many games that are over, all with the same commits; it counts the logs that are in memory."""

    def __init__(self, commits: list[Commit]) -> None:
        self._commits = commits
        self.held = self.most = 0

    def page(self, after: Cursor | None, count: int) -> Page[GameSummary]:
        assert count <= bulk.PAGE
        begin = GAMES if after is None else after[0]
        places = [(place, str(place)) for place in range(begin - 1, max(0, begin - count) - 1, -1)]
        found = [
            GameSummary(
                id=game, ruleset=MERCHANTS, status="finished", seats=(), open_seats=0, created_at="", created_ms=place
            )
            for place, game in places
        ]
        return Page(found, places[-1] if places[-1][0] else None, places)

    def read(self, game: str) -> Slice:
        commits = Commits(self._commits)
        self.held += 1
        self.most = max(self.most, self.held)
        weakref.finalize(commits, self._gone)
        return Slice({}, commits)

    def _gone(self) -> None:
        self.held -= 1


@pytest.fixture
def kept(process: Callable[[], CommandHandler]) -> Kept:
    return Kept(Match.create(process(), HUMAN, HUMAN, options={"round_limit": 1}).play(Random(1)).commits)


def exported(kept: Kept) -> Iterator[bulk.Line]:
    return bulk.lines(kept.page, kept.read, None, GAMES)


def test_ten_thousand_games_are_exported_one_log_at_a_time(kept: Kept) -> None:
    count, last = 0, b""
    for line in exported(kept):
        count, last = count + 1, line.text
    assert kept.most == 1
    assert (count, json.loads(last)) == (GAMES + 1, {"games": GAMES, "next": None})


def test_whoever_leaves_in_the_middle_leaves_no_log_behind(kept: Kept) -> None:
    stream = exported(kept)
    for _ in range(3):
        next(stream)
    del stream
    assert kept.held == 0
