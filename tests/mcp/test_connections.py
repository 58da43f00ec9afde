"""Connections that are lost, hosts that leave, many agents on one seat: what was sent happens once, and nothing is left."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time

import pytest
from click.testing import CliRunner
from mcp import Client

from cli.main import main
from cli.mcp.server import served
from tests.clients.cutting_proxy import cutting
from tests.mcp.conftest import Table, agent, begun, link, text_of
from tests.support.tradewinds import PROGRAM
from tradewinds_client import Tradewinds


def test_a_move_whose_answer_is_lost_is_made_once(url: str) -> None:
    async def losing() -> None:
        _, (seat,) = begun(url, "human", "random")
        with cutting(url) as connection:
            async with agent(link(connection.url, seat)) as table:
                version = (await table.found("take_seat"))["version"]
                connection.lose = [b"POST /v1/games/"]
                acted = await table.found("act", offer=1, version=version)
                assert connection.lose == []
        assert acted["version"] == version + 1

    asyncio.run(losing())


def test_a_service_that_is_away_is_told_and_found_again(url: str) -> None:
    async def waiting() -> None:
        _, (seat,) = begun(url, "human", "random")
        with cutting(url) as connection:
            async with agent(link(connection.url, seat), patience=0.3) as table:
                await table.found("take_seat")
                connection.lose = [b"GET "] * 100
                began = time.monotonic()
                assert (await table.refused("look")).startswith("The service does not answer.")
                assert time.monotonic() - began < 5
                connection.lose = []
                assert (await table.found("look"))["your_turn"]

    asyncio.run(waiting())


def test_ten_agents_on_one_seat_make_each_move_once_and_are_told(url: str) -> None:
    async def crowd() -> None:
        _, (seat, _) = begun(url, "human", "human")
        servers = [Client(served(link(url, seat), None)) for _ in range(10)]
        tables = [Table(await each.__aenter__()) for each in servers]
        try:
            versions = [(await each.found("take_seat"))["version"] for each in tables]
            results = await asyncio.gather(*(each.call("act", offer=1, version=versions[0]) for each in tables))
            done = [each for each in results if not each.is_error]
            assert len(done) == 1
            late = [text_of(each) for each in results if each.is_error]
            assert len(late) == 9
            moved = (
                "The game has moved on, so nothing was done",
                f"The game is not at version {versions[0]}, so nothing was done",
            )
            assert all(said.startswith(moved) for said in late), late
            assert done[0].structured_content is not None
            assert done[0].structured_content["version"] == versions[0] + 1
            assert (await tables[0].found("look"))["version"] == versions[0] + 1
        finally:
            for each in reversed(servers):
                await each.__aexit__(None, None, None)

    asyncio.run(crowd())


def test_a_wait_is_bounded_ends_with_the_turn_and_leaves_nothing_when_cancelled(url: str) -> None:
    async def waiting() -> None:
        _, (seat, other) = begun(url, "human", "human")
        tasks, threads = len(asyncio.all_tasks()), threading.active_count()
        async with agent(link(url, other)) as table:
            await table.found("take_seat")
            began = time.monotonic()
            assert not (await table.found("wait_for_turn", seconds=1))["your_turn"]
            assert 1 <= time.monotonic() - began < 10
            before = len(asyncio.all_tasks())
            left = asyncio.create_task(table.call("wait_for_turn", seconds=50))
            await asyncio.sleep(0.3)
            left.cancel()
            await asyncio.gather(left, return_exceptions=True)
            await asyncio.sleep(0.1)
            assert len(asyncio.all_tasks()) == before
            long = asyncio.create_task(table.found("wait_for_turn", seconds=50))
            await asyncio.sleep(0.2)
            with Tradewinds(url) as service:
                service.resign(seat)
            assert (await long)["status"] == "finished"
        assert len(asyncio.all_tasks()) == tasks
        assert threading.active_count() == threads

    asyncio.run(waiting())


def test_a_host_that_leaves_in_the_middle_of_a_wait_ends_the_process(url: str) -> None:
    _, (_, waiting) = begun(url, "human", "human")
    command = [*PROGRAM, "mcp", "--url", link(url, waiting)]
    call = '{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "%s", "arguments": {%s}}}\n'
    greeting = (
        '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
        '"capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}\n'
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'
    )
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(greeting + call % (2, "take_seat", ""))
        process.stdin.flush()
        assert '"name":"tradewinds"' in process.stdout.readline()
        assert "You hold a seat." in process.stdout.readline()
        process.stdin.write(call % (3, "wait_for_turn", '"seconds": 50'))
        process.stdin.flush()
        began = time.monotonic()
        process.stdin.close()
        assert process.wait(20) == 0
        assert time.monotonic() - began < 15


def test_the_command_says_what_is_wrong_with_its_address() -> None:
    done = CliRunner().invoke(main, ["mcp", "--url", "here"])
    assert done.exit_code == 2
    assert done.stderr.endswith("Error: 'here' is no address; it begins with http:// or https://.\n")


@pytest.mark.parametrize("missing", ["mcp", "tradewinds_client"])
def test_the_command_says_what_is_missing_without_the_extra(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(_: str) -> None:
        raise ModuleNotFoundError(name=missing)

    monkeypatch.setattr("cli.extras.import_module", without)
    done = CliRunner().invoke(main, ["mcp"])
    assert (done.exit_code, done.stderr) == (1, f"Error: {missing} is missing: install the extra `mcp` (docs/agents.md).\n")
