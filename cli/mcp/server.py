"""The server: the tools of an agent, over standard input and output."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, Tool
from pydantic import ValidationError

from cli.mcp.agent import Agent
from cli.mcp.links import Link, service_of
from cli.mcp.texts import NOTICE, clean
from tradewinds_client import AsyncTradewinds
from tradewinds_client.errors import TradewindsError

INSTRUCTIONS = f"""Play a board game to its end. Take a seat (list_games, then take_seat; or open_game). Then repeat:
wait_for_turn, choose one of the offers, act with its number or id and the version. The list of offers is complete: nothing
else is legal. look shows the position, look_up_rules the rules, why_not the reason of a refusal. Seats count from 1.
{NOTICE}"""
AT_ONCE = 16
"""The most calls that are answered at the same time."""
PATIENCE = 15.0
"""Seconds for which a call tries again while the service is away."""


class Server(MCPServer[None]):
    """Serves one agent, which holds at most one seat."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(
            "tradewinds",
            title="Tradewinds",
            instructions=INSTRUCTIONS,
            version=version("tradewinds"),
            lifespan=self._serving,
            log_level="WARNING",
        )
        self.agent, self._busy = agent, 0
        for tool, hints in agent.tools():
            self.add_tool(tool, annotations=hints)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """The result of a tool. Raises ToolError with one message that says what would be right."""
        tools = {each.name: each for each in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"There is no tool {clean(name)!r}; there are {', '.join(tools)}.")
        if unknown := sorted(arguments.keys() - tools[name].input_schema["properties"].keys()):
            raise ToolError(f"{name} does not take {', '.join(map(clean, unknown))}. {_form(tools[name])}")
        if self._busy >= AT_ONCE:
            raise ToolError(f"{AT_ONCE} calls are under way: wait for their results before you call again.")
        self._busy += 1
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(f"{_wrong(cause)} {_form(tools[name])}") from None
            if isinstance(cause, TradewindsError):
                raise ToolError(self.agent.told(cause)) from None
            if isinstance(cause, ToolError):
                raise cause from None
            raise
        finally:
            self._busy -= 1

    @asynccontextmanager
    async def _serving(self, _: MCPServer[None]) -> AsyncIterator[None]:
        async with self.agent.service:
            yield


def served(url: str, token: str | None, patience: float = PATIENCE) -> Server:
    """The server for a service, or for what a link names. Raises ValueError if the URL is no address, or nothing says which
    game a seat's token is for."""
    start, key = Link.of(url), None
    if token is not None and token.startswith("twk_"):
        key = token
    elif token is not None:
        if start.game is None:
            raise ValueError("The token of a seat needs the link of its game as --url: http://…/games/0g…")
        start = replace(start, token=token)
    return Server(Agent(AsyncTradewinds(service_of(url), key, patience=patience), start))


def serve(url: str, token: str | None) -> None:
    """Serve on standard input and output until the host leaves. Raises ValueError as `served` does."""
    served(url, token).run()


def _wrong(error: ValidationError) -> str:
    """What is wrong with the arguments, in a sentence each."""
    return " ".join(f"{'.'.join(map(str, each['loc'][:1]))}: {clean(each['msg'])}." for each in error.errors())


def _form(tool: Tool) -> str:
    """The arguments of a tool in words."""
    needed = tool.input_schema.get("required", [])
    taken = [
        f"{name}{'' if name in needed else ' (may be left out)'}: {part.get('description', '')}"
        for name, part in tool.input_schema["properties"].items()
    ]
    return f"{tool.name} takes {' '.join(taken)}" if taken else f"{tool.name} takes nothing."
