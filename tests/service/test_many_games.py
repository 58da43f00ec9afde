"""Ten thousand games of a key: every page of its list and of its results comes within 200 ms."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from tests.service.client import Api
from tests.service.test_api_keys import new_key
from tests.support.games import RULESET

GAMES = 10_000
LIMIT = 0.2
"""Seconds, of the best of three calls: the machine has other things to do."""
PAGES = (
    "/v1/games?mine=true&limit=100",
    "/v1/games?mine=true&limit=100&status=running,lobby",
    "/v1/games?mine=true&limit=100&player=p7",
    "/v1/games?mine=true&limit=100&to_act=p7",
    "/v1/games?mine=true&limit=100&metadata[season]=3",
    "/v1/games?mine=true&limit=100&metadata[season]=none",
    "/v1/games?mine=true&external_id=g77",
    "/v1/results?limit=100",
    "/v1/results?limit=100&player=p8",
    "/v1/results?limit=100&metadata[season]=4",
    "/v1/results?limit=1000",
)


@pytest.mark.long
def test_each_page_of_ten_thousand_games_comes_within_its_time(make_api: Callable[..., Api], redis_url: str) -> None:
    api = make_api(redis_url)
    key = new_key(api)
    ids = [_game(api, key, number) for number in range(GAMES)]
    slow = {}
    for page in (*PAGES, f"/v1/games?mine=true&limit=100&ids={','.join(ids[:: GAMES // 100])}"):
        api.get(page, token=key)
        best = min(_seconds(api, page, key) for _ in range(3))
        print(f"{best * 1000:6.1f} ms {page[:70]}")
        if best > LIMIT:
            slow[page] = best
    assert not slow


def _game(api: Api, key: str, number: int) -> str:
    """A game; every second one is over at once."""
    seats = [{"kind": "human", "player": f"p{(number + seat) % 50}"} for seat in range(2)]
    notes = {"metadata": {"season": f"{number % 20}"}, "external_id": f"g{number}"}
    body = {"ruleset": RULESET, "seats": seats, "custody": True, **notes}
    game: str = api.post("/v1/games", body, token=key).json["game"]["id"]
    if number % 2:
        headers = {"Tradewinds-Seat": "0", "If-Match": '"1"'}
        api.post(f"/v1/games/{game}/resign", {}, token=key, headers=headers)
    return game


def _seconds(api: Api, page: str, key: str) -> float:
    client, headers = api.app.test_client(), {"Authorization": f"Bearer {key}"}
    began = perf_counter()
    assert client.get(page, headers=headers).status_code == 200
    return perf_counter() - began
