"""What the tests of agents share: services, and agents that sit at their tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, cast

import pytest
from mcp import Client
from mcp.types import CallToolResult, TextContent

from cli.mcp.server import served
from tests.support.tradewinds import Tradewinds
from tradewinds_client import Seat
from tradewinds_client import Tradewinds as Service

SHORT = {"target_influence": 3, "expedition_required": False, "starting_seat": 0}
"""Options of a short game of Merchants of the Caribbean."""
CARIBBEAN = "merchants-of-the-caribbean"


class Table:
    """An agent, seen from its host: calls tools, and reads what they say."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(tool, arguments)

    async def found(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured result of a call that succeeds."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return cast("dict[str, Any]", result.structured_content)

    async def text(self, tool: str, **arguments: Any) -> str:
        """What a call that succeeds says."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The one message of a call that does not succeed."""
        result = await self.call(tool, **arguments)
        assert result.is_error, text_of(result)
        return text_of(result)

    async def play(self, chance: Random, moves: int = 10_000) -> dict[str, Any]:
        """Do anything that is offered, until the game is over or so many moves are done."""
        stands = await self.found("wait_for_turn")
        while stands["status"] == "running" and moves > 0:
            if stands["your_turn"]:
                chosen = chance.choice(stands["offers"])["id"]
                acted = await self.call("act", offer=chosen, version=stands["version"])
                if not acted.is_error:
                    stands, moves = cast("dict[str, Any]", acted.structured_content), moves - 1
                    continue
                # A bot that was asked beside this seat has acted.
                assert text_of(acted).startswith(("The game is not at version", "The game has moved on")), text_of(acted)
            stands = await self.found("wait_for_turn")
        return stands


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def agent(url: str, token: str | None = None, patience: float = 5.0) -> AsyncIterator[Table]:
    """An agent whose server is in this process."""
    async with Client(served(url, token, patience)) as client:
        yield Table(client)


@pytest.fixture
def url(hosting_service: Tradewinds) -> str:
    """Address of a whole Tradewinds without limits."""
    return f"http://{hosting_service.settings.address}"


def begun(
    url: str, *seats: str, names: tuple[str, ...] = (), options: dict[str, Any] | None = None
) -> tuple[str, list[Seat]]:
    """A game with these kinds of seats (a level is a bot's), and the seats that are people's."""
    kinds = [{"kind": each} if each in ("human", "open", "reserved") else {"kind": "bot", "level": each} for each in seats]
    named = [{**kind, "name": name} for kind, name in zip(kinds, names, strict=False)] + kinds[len(names) :]
    with Service(url) as service:
        made = service.create_game(CARIBBEAN, named, options=SHORT)
    return made["game"]["id"], Seat.all(made)


def link(url: str, seat: Seat) -> str:
    """The link by which a person hands a seat over."""
    return f"{url}/games/{seat.game}#seat={seat.seat}&token={seat.token}"
