"""docs/agents.md: its program plays a game, its settings for a host start the server, and its table has every tool."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

from cli.mcp.server import served
from tests.docs.generated import ROOT

TEXT = (ROOT / "docs" / "agents.md").read_text()
CLIENT = str(ROOT / "clients" / "python")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return str(found)


def folder_of_a_reader(folder: Path) -> Path:
    """A folder with the program where a reader has it."""
    program = folder / ".venv" / "bin" / "tradewinds"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT}:{CLIENT} exec {sys.executable} -m cli.main "$@"\n')
    program.chmod(0o755)
    return program


def test_the_program_plays_a_game_to_its_end(running_service: str, tmp_path: Path) -> None:
    folder_of_a_reader(tmp_path)
    program = block("python").replace("http://127.0.0.1:8000", running_service)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert "The game is over: " in done.stdout, done.stdout + done.stderr


def test_the_settings_of_a_host_start_the_server(running_service: str, tmp_path: Path) -> None:
    program = folder_of_a_reader(tmp_path)
    settings = json.loads(block("json").replace("http://127.0.0.1:8000", running_service))["mcpServers"]["tradewinds"]
    command = settings["command"].replace("/path/to/tradewinds/.venv/bin/tradewinds", str(program))

    async def listing() -> None:
        started = StdioServerParameters(command=command, args=settings["args"], env=dict(os.environ))
        async with Client(started) as client:
            assert not (await client.call_tool("list_games", {})).is_error

    asyncio.run(listing())


def test_the_table_has_every_tool() -> None:
    tools = [each.name for each in asyncio.run(served("http://localhost", None).list_tools())]
    assert sorted(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)) == sorted(tools)
