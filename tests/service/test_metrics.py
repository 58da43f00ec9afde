"""What a scrape tells of the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from events.errors import StoreUnavailable
from events.redis_store.bots import BotIndex
from tests.service.client import Api
from tests.service.conftest import Clock
from tests.support.games import RULESET


def test_a_part_of_a_cluster_that_is_away_is_no_redis_that_is_away(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tradewinds_redis_up 1.0" in api.get("/metrics").text

    def partly(index: BotIndex) -> int:
        raise StoreUnavailable("one node is away")

    monkeypatch.setattr(BotIndex, "__len__", partly)
    text = api.get("/metrics").text
    assert "tradewinds_redis_up 1.0" in text
    assert "tradewinds_bots_waiting" not in text, "what cannot be told is not told"


def test_games_with_a_running_clock_are_counted(api: Api) -> None:
    def told() -> dict[str, float]:
        lines = (line.split() for line in api.get("/metrics").text.splitlines())
        return {line[0]: float(line[1]) for line in lines if line[0] in wanted}

    wanted = ("tradewinds_clocks_running", "tradewinds_most_overdue_clock_seconds")
    running, stopped, _ = (api.create(RULESET, clock=clock) for clock in ({"seconds": 60}, {"seconds": 60}, {"seconds": 60}))
    api.create(RULESET)
    stopped.call("PUT", "/clock", "host", json={"running": False}, expect=200)
    assert told() == {"tradewinds_clocks_running": 2, "tradewinds_most_overdue_clock_seconds": 0}
    running.abandon()
    assert told() == {"tradewinds_clocks_running": 1, "tradewinds_most_overdue_clock_seconds": 0}


def test_what_waits_for_the_archive_is_told_where_there_is_one(
    make_api: Callable[..., Api], clock: Clock, tmp_path: Path
) -> None:
    def told(api: Api) -> dict[str, float]:
        lines = (line.split() for line in api.get("/metrics").text.splitlines())
        return {name: float(value) for name, value in (line for line in lines if len(line) == 2) if "to_archive" in name}

    api = make_api(archive_dir=str(tmp_path), archive_after=900)
    running, *over = (api.create(RULESET) for _ in range(3))
    assert told(api) == {"tradewinds_games_to_archive": 0, "tradewinds_oldest_game_to_archive_seconds": 0}
    for game in over:
        api.call("DELETE", game.path, token=game.tokens["host"], expect=200)
        clock.advance(seconds=60)
    clock.advance(seconds=900)
    assert running.version == 1
    assert told(api) == {"tradewinds_games_to_archive": 2, "tradewinds_oldest_game_to_archive_seconds": 120}
    assert told(make_api(archive_dir="off")) == {}
