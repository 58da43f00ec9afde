"""The list of a webhook's calls, in pages: also of very many that wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

from events.encryption import make_key
from events.redis_store import keys
from events.redis_store.webhooks import Webhooks
from events.webhooks.hooks import Delivery, Waiting
from tests.service.client import Api
from tests.service.test_api_keys import new_key

NOW = 1_700_000_000_000
MANY = 30_000


class Hook:
    """A webhook with calls that wait, all of them due at the same moment but the last."""

    def __init__(self, api: Api) -> None:
        self.api, self.key = api, new_key(api)
        self.hooks: Webhooks = api.app.extensions["tradewinds"].store.webhooks
        body = {"url": "http://127.0.0.1:9/", "events": ["over"]}
        self.id: str = api.post("/v1/webhooks", body, token=self.key).json["webhook"]["id"]
        self.keys = keys.of_webhook(self.id)

    def fill(self, number: int, past: int = 0) -> list[str]:
        """The games of which calls wait, as they are listed."""
        games = sorted(f"0g{''.join('abcdefghij'[int(digit)] for digit in f'{each:020}')}" for each in range(number))
        one = msgspec.json.encode(Waiting(version=1, mark="", due=NOW - 5, since=NOW - 5))
        client = self.hooks._redis.client
        for first in range(0, number, 1_000):
            some = games[first : first + 1_000]
            client.hset(self.keys.waiting, mapping={f"{game} over": one for game in some})
            client.zadd(self.keys.order, {f"{game} over": NOW + (game == games[-1]) for game in some})
        for each in range(past):
            done = Delivery(
                id=f"past{each}",
                event="over",
                game=games[0],
                version=1,
                status="delivered",
                tries=1,
                at="2023-11-14T22:13:20.000Z",
                detail="",
            )
            client.lpush(self.keys.past, msgspec.json.encode(done))
        return games

    def page(self, after: str | None = None, limit: int | None = None) -> dict[str, Any]:
        query = "&".join(f"{name}={value}" for name, value in (("after", after), ("limit", limit)) if value is not None)
        answer = self.api.get(f"/v1/webhooks/{self.id}/deliveries?{query}", token=self.key)
        page: dict[str, Any] = answer.json
        assert (page["next"] is None) == ("Link" not in answer.headers)
        return page


@pytest.fixture
def hook(make_api: Callable[..., Api], tmp_path: Path) -> Hook:
    make_key(tmp_path / "key")
    return Hook(make_api(webhooks_key_file=str(tmp_path / "key"), webhooks_private="on"))


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 7, 100])
def test_pages_have_what_waits_and_then_what_is_past(hook: Hook, limit: int) -> None:
    games = hook.fill(4, past=3)
    found, after = list[dict[str, Any]](), None
    for _ in range(10):
        page = hook.page(after, limit)
        assert len(page["items"]) <= limit
        found, after = found + page["items"], page["next"]
        if after is None:
            break
    assert [each["game"] for each in found[:4]] == games
    assert {each["at"] for each in found[:3]} == {"2023-11-14T22:13:20.000Z"}, "when it is due, as their order has it"
    assert [each["id"] for each in found[4:]] == ["past2", "past1", "past0"], "the last call first"


def test_a_page_goes_on_where_the_last_call_of_the_one_before_is_done(hook: Hook) -> None:
    games = hook.fill(6)
    page = hook.page(limit=3)
    client = hook.hooks._redis.client
    client.zrem(hook.keys.order, f"{games[0]} over")
    assert [each["game"] for each in hook.page(page["next"])["items"]] == games[3:], "one before it is done"
    client.zrem(hook.keys.order, f"{games[2]} over")
    rest = [each["game"] for each in hook.page(page["next"])["items"]]
    assert rest == [games[1], *games[3:]], "its place is gone: nothing is left out"


@pytest.mark.parametrize(
    "after", ["", "waiting", "waiting.1.x.over", "past.", "past.1000", "past.-1", "7", "waiting.1.-.o;x"]
)
def test_a_place_that_no_page_has_named_is_refused(hook: Hook, after: str) -> None:
    hook.api.refused("GET", f"/v1/webhooks/{hook.id}/deliveries?after={after}", 400, "invalid_query", token=hook.key)
    hook.api.refused("GET", f"/v1/webhooks/{hook.id}/deliveries?limit=101", 400, "invalid_query", token=hook.key)


def test_a_page_of_thirty_thousand_waiting_calls_costs_as_much_as_of_few(hook: Hook) -> None:
    games = hook.fill(MANY)
    began = process_time()
    page = hook.page()
    middle = hook.page(f"waiting.{NOW}.{games[MANY // 2]}.over")
    assert process_time() - began < 0.25, "all of them took a second"
    assert [each["game"] for each in page["items"]] == games[:100]
    assert [each["game"] for each in middle["items"]] == games[MANY // 2 + 1 : MANY // 2 + 101]
