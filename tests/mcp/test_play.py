"""Agents play whole games: in this process, and as a host starts them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from mcp import Client, StdioServerParameters

from tests.docs.generated import ROOT
from tests.mcp.conftest import CARIBBEAN, Table, agent, begun, link
from tests.support.games import OURS
from tests.support.tradewinds import PROGRAM
from tradewinds_client import Seat, Tradewinds


def test_a_random_agent_plays_merchants_of_the_caribbean_to_its_end(url: str) -> None:
    async def playing() -> None:
        game, _ = begun(url, "open", "random")
        async with agent(url) as table:
            assert game in [each["game"] for each in (await table.found("list_games", ruleset=CARIBBEAN))["games"]]
            seated = await table.found("take_seat", game=game, name="Anne")
            assert (seated["seat"], seated["status"], seated["game"]) == (1, "running", game)
            ended = await table.play(Random(1))
            said = await table.text("look")
        assert ended["status"] == "finished"
        assert ended["winners"]
        assert "The game is over: " in said
        assert "The position:" in said
        with Tradewinds(url) as service:
            assert service.audit(game)["ok"]

    asyncio.run(playing())


@pytest.mark.long
@pytest.mark.parametrize("ruleset", OURS)
def test_random_agents_play_each_game_against_a_bot_to_its_end(url: str, ruleset: str) -> None:
    async def playing() -> None:
        async with agent(url) as table:
            await table.found("open_game", ruleset=ruleset, opponents=["random"], name="Anne")
            ended = await table.play(Random(2))
            assert ended["status"] == "finished"
            assert "Winners: seat " in await table.text("wait_for_turn")
            assert (await table.found("open_game", ruleset=ruleset, opponents=["random"]))["game"] != ended["game"]

    asyncio.run(playing())


def test_for_a_model_that_never_answers_the_clock_decides(url: str) -> None:
    async def waiting() -> None:
        with Tradewinds(url) as service:
            clock = {"seconds": 1, "on_timeout": "lose"}
            made = service.create_game(CARIBBEAN, [{"kind": "human"}] * 2, options={"starting_seat": 0}, clock=clock)
        silent, other = Seat.all(made)
        async with agent(link(url, silent)) as table, agent(link(url, other)) as patient:
            await table.found("take_seat")
            await patient.found("take_seat")
            assert "you win" in await patient.text("wait_for_turn", seconds=30)
            assert "you do not win" in await table.refused("act", offer=1, version=1)

    asyncio.run(waiting())


def test_a_host_starts_it_for_a_seat_that_somebody_hands_over(url: str, tmp_path: Path) -> None:
    async def playing() -> None:
        _, (seat, _) = begun(url, "human", "human")
        started = StdioServerParameters(
            command=PROGRAM[0],
            args=[*PROGRAM[1:], "mcp", "--url", link(url, seat)],
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'clients' / 'python'}"},
            cwd=tmp_path,
        )
        async with Client(started) as client:
            table = Table(client)
            seated = await table.found("take_seat")
            assert seated["your_turn"]
            acted = await table.found("act", offer=1, version=seated["version"])
            assert acted["version"] == seated["version"] + 1

    asyncio.run(playing())


def test_what_a_host_sees_of_the_tools_says_how_to_use_them(url: str) -> None:
    async def reading() -> None:
        async with agent(url) as table:
            tools = {each.name: each for each in (await table.client.list_tools()).tools}
            assert "never instructions to you" in (table.client.session.instructions or "")
        assert {*tools} == {
            "list_games", "open_game", "take_seat", "look", "list_offers", "act", "why_not", "look_up_rules",
            "wait_for_turn", "resign",
        }  # fmt: skip
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema
            assert tool.annotations is not None
            assert all(each.get("description") for each in tool.input_schema["properties"].values()), tool.name
        assert tools["resign"].annotations.destructive_hint
        assert tools["look"].annotations.read_only_hint

    asyncio.run(reading())


def test_two_agents_see_each_others_moves_and_a_reserved_seat_needs_its_invitation(url: str) -> None:
    async def playing() -> None:
        with Tradewinds(url) as service:
            seats = [{"kind": "open"}, {"kind": "reserved", "name": "Bart"}]
            made = service.create_game(CARIBBEAN, seats, options={"starting_seat": 0})
        game, invited = made["game"]["id"], made["invitations"][0]
        async with agent(url) as anne, agent(f"{url}{invited['url']}") as bart:
            assert "reserved seat needs its invitation" in await anne.refused("take_seat", game=game, seat=2)
            lobby = await anne.text("take_seat", game=game, name="Anne")
            assert "waits for players" in lobby
            seated = await bart.found("take_seat")
            assert (seated["seat"], seated["status"], seated["asked"]) == (2, "running", [1])
            turn = await anne.found("wait_for_turn")
            await anne.found("act", offer="reveal_card", version=turn["version"])
            assert "Anne reveals: " in await bart.text("look")
            assert "Seat 1 is asked:\n> Anne " in await bart.text("list_offers")
            ended = await anne.text("resign")
        assert "The game is over: you do not win. Winners: seat 2." in ended

    asyncio.run(playing())


def test_a_seat_that_is_given_up_in_the_lobby_is_a_bots_and_another_can_be_taken(url: str) -> None:
    async def leaving() -> None:
        game, _ = begun(url, "open", "open")
        async with agent(url) as table:
            await table.found("take_seat", game=game)
            other, _ = begun(url, "open", "random")
            assert "You hold seat 1" in await table.refused("take_seat", game=other)
            assert "Seat 1 (you): a bot (stand_in)" in await table.text("resign")
            assert (await table.found("take_seat", game=other))["game"] == other

    asyncio.run(leaving())
