"""No tool tells what the seat may not know: two games that differ in that only give the same results, word for word."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from flask import Flask
from mcp import Client

from cli.mcp.agent import Agent
from cli.mcp.links import Link
from cli.mcp.server import Server
from tests.leaks.compare_http import Unchecked
from tests.service.twins import World, twins
from tests.support.games import OURS
from tradewinds_client import AsyncTradewinds


class InThisProcess(httpx.AsyncBaseTransport):
    """Sends requests to an app without a network."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        asked = {"method": request.method, "headers": [*request.headers.items()], "data": await request.aread()}
        answer = self.client.open(request.url.raw_path.decode(), **asked)
        return httpx.Response(answer.status_code, headers=[*answer.headers.items()], content=answer.data)


class OfWorld(AsyncTradewinds):
    """The client of a service in this process."""

    def __init__(self, app: Flask) -> None:
        super().__init__("http://localhost", patience=0)
        self.app = app

    async def __aenter__(self) -> AsyncTradewinds:
        self.http = httpx.AsyncClient(transport=InThisProcess(self.app))
        return self


@pytest.fixture
def worlds(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    unchecked: Any = Unchecked()
    made = World(redis_url, 0, unchecked, monkeypatch), World(redis_url, 1, unchecked, monkeypatch)
    yield made
    for world in made:
        world.end()


async def told(world: World, game: str, token: str, other: str) -> list[Any]:
    """What every tool says to a seat, to one that has none, and what comes of the seat's first offer."""
    results: list[Any] = []
    async with Client(Server(Agent(OfWorld(world.app), Link(game, None, token)))) as client:

        async def call(tool: str, **arguments: Any) -> Any:
            result = await client.call_tool(tool, arguments)
            results.append((tool, result.is_error, result.content, result.structured_content))
            return result.structured_content

        await call("list_games")
        await call("take_seat", game=game)
        stands = await call("take_seat")
        for tool in ("look", "list_offers", "why_not", *(["wait_for_turn"] if stands["your_turn"] else [])):
            await call(tool)
        for action in (other, "everything that is not possible", *(each["id"] for each in stands["offers"][:3])):
            await call("why_not", action=action)
            await call("act", offer=action, version=stands["version"] - 1)
        await call("act", offer=other, version=stands["version"])
        await call("look_up_rules", query="what is hidden from whom")
    return results


@pytest.mark.threat("T-74")
@pytest.mark.parametrize("ruleset", OURS)
@pytest.mark.parametrize("viewer", [0, 1])
def test_two_games_that_a_seat_cannot_tell_apart_are_told_alike(
    worlds: tuple[World, World], ruleset: str, viewer: int
) -> None:
    both = twins(worlds, ruleset, viewer, 40, 5)
    token = both.game.tokens[viewer]
    other = {"merchants-of-the-caribbean": "hire_person:priest-1"}.get(ruleset, "end_turn")
    one, twin = (asyncio.run(told(world, both.game.id, token, other)) for world in worlds)
    assert len(one) >= 12
    assert sum(not refused for _, refused, *_ in one) >= 8
    assert one == twin


def test_what_another_seat_is_told_of_its_own_hand_differs(worlds: tuple[World, World]) -> None:
    both = twins(worlds, "pirates-of-maracaibo", 0, 40, 5)
    one, twin = (asyncio.run(told(world, both.game.id, both.game.tokens[1], "end_turn")) for world in worlds)
    assert one != twin
