"""Programs in the arena: any client of the service plays a seat; whatever one does wrong is told and counted."""

from __future__ import annotations

import logging
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from cli.arena.hosted import play
from cli.arena.own_service import failures
from cli.arena.report import Report
from cli.arena.tally import Hosting, Match, Played
from cli.main import main
from policies.plugged import log
from telemetry import logs
from tests.examples.client_path import CLIENT_PATH, EXAMPLES, ROOT
from tests.support.games import OURS
from tests.support.play import MERCHANTS
from tests.support.tradewinds import wait_until

ASK = """
import json, os, sys, time, urllib.error, urllib.request, uuid
URL, GAME, SEAT, TOKEN = (os.environ["TRADEWINDS_" + name] for name in ("URL", "GAME", "SEAT", "TOKEN"))
def ask(method, path, body=None, **headers):
    headers |= {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + "/v1/games/" + GAME + path, data, headers, method=method)
    try:
        return 0, json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)
def turn():
    while int(SEAT) not in (game := ask("GET", "")[1])["to_act"] and game["status"] == "running":
        time.sleep(0.02)
    return game
"""


def program(*lines: str) -> str:
    """The command of a program that asks by `ask` and waits by `turn`."""
    return shlex.join([sys.executable, "-c", "\n".join([ASK, *lines])])


def played(
    url: str, command: str, *others: str, seconds: int = 60, number: int = 0, ruleset: str = MERCHANTS, **options: Any
) -> Played:
    hosting = Hosting({"mine": command}, url, None, seconds)
    chosen = {"round_limit": 1, "starting_seat": 0, **options} if ruleset == MERCHANTS else options
    return play(Match(ruleset, ("mine", *(others or ("random",))), chosen, 0, 0.3, None, True, hosting), number)


def test_a_small_tournament_as_the_page_says_and_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "bots.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (block,) = [each for each in blocks if "--program" in each]
    command = block.partition("\n")[2].replace("/tmp/", f"{tmp_path}/").replace("\\\n", " ")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    # A setting of the operator is none of the arena's own service.
    environment = {"PATH": os.environ["PATH"], "ANONYMOUS": "off", **CLIENT_PATH}
    done = subprocess.run(
        ["sh", "-e"], input=command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert " Elo " in done.stdout

    # All games are played now, so this run needs no service.
    monkeypatch.chdir(tmp_path)
    again = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert again.exit_code == 0, again.output
    found = msgspec.json.decode(again.stdout, type=Report)
    assert [(each.name, each.games, each.troubles) for each in found.entrants] == [
        ("greedy", 4, {}),
        ("random", 4, {}),
        ("mine", 4, {}),
    ]
    assert found.met == ((0, 2, 2), (2, 0, 2), (2, 2, 0))
    assert all(each.seconds > 0 for each in found.entrants)
    files = sorted((tmp_path / "arena").iterdir())
    assert len(files) == len((tmp_path / "arena.ndjson").read_bytes().splitlines()) == 6
    set_up = re.compile(rb'"deck_order":\[[^]]*\]')
    deals = {match[0] for file in files if "mine" in file.name for match in [set_up.search(file.read_bytes())] if match}
    assert len(deals) == 1
    for file in files:
        assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0


@pytest.mark.parametrize("ruleset", OURS)
def test_a_program_that_crashes_loses_its_seat(running_service: str, ruleset: str) -> None:
    game = played(running_service, program("sys.exit(f'It broke with {TOKEN}.')"), number=1, ruleset=ruleset)
    assert (game.shares, game.troubles, game.scores) == ((0.0, 1.0), ({"crashed": 1}, {}), ())
    assert game.said == ("mine ended too early, with status 1: It broke with tw_[hidden].",)


def test_where_a_program_crashes_in_each_game_the_others_play_on(running_service: str) -> None:
    seats = ["--seats", "greedy,random,broken", "--program", "broken=false", "--table", "2", "--games", "2"]
    result = CliRunner().invoke(
        main, ["arena", *seats, "--url", running_service, "--options", '{"round_limit": 1}', "--json"]
    )
    assert result.exit_code == 0, result.output
    found = msgspec.json.decode(result.stdout, type=Report)
    assert found.met == ((0, 2, 2), (2, 0, 2), (2, 2, 0))
    assert found.beaten[2] == (0, 0, 0)
    assert [each.troubles for each in found.entrants] == [{}, {}, {"crashed": 4}]
    assert found.said == ("broken ended too early, with status 1",)


def test_when_a_run_of_several_processes_is_killed_no_program_plays_on(running_service: str, tmp_path: Path) -> None:
    hanging = program(f"open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w')", "time.sleep(1000)")
    command = ["arena", "--seats", "greedy,mine", "--program", f"mine={hanging}", "--url", running_service, "--jobs", "2"]
    with subprocess.Popen([sys.executable, "-m", "cli.main", *command], stderr=subprocess.DEVNULL) as running:
        assert wait_until(lambda: len([*tmp_path.iterdir()]) == 2, 60)
        running.kill()
    assert wait_until(lambda: not any(Path(f"/proc/{each.name}/exe").exists() for each in tmp_path.iterdir()), 10)


def test_at_a_larger_table_a_bot_plays_on_for_a_program_that_leaves(running_service: str) -> None:
    game = played(running_service, program("turn()"), "random", "random")
    assert (game.shares[0], game.troubles) == (0.0, ({"left": 1}, {}, {}))
    assert game.turns == 3
    assert game.said == ("mine ended too early, with status 0",)


def test_a_program_that_never_answers_loses_on_time_and_is_ended(running_service: str, tmp_path: Path) -> None:
    hanging = program(f"print(os.getpid(), file=open({str(tmp_path / 'pid')!r}, 'w'))", "time.sleep(1000)")
    game = played(running_service, hanging, seconds=1)
    assert (game.shares, game.troubles, game.said) == ((0.0, 1.0), ({"late": 1}, {}), ())
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_program_that_answers_nonsense_is_refused_and_goes_on(running_service: str) -> None:
    nonsense = program(
        "turn()",
        "for body in ({'offer': 'sing'}, {'type': 'hire_person', 'card': 'x'}, [1], {}):",
        "    assert 400 <= ask('POST', '/actions', body)[0] < 500",
        "assert ask('POST', '/actions/try', {'offer': 'sing'})[0] == 422  # A question.",
        "while (game := turn())['status'] == 'running':",
        "    if offers := ask('GET', '/actions')[1]['actions']:",
        "        ask('POST', '/actions', offers[-1]['action'])",
    )
    game = played(running_service, nonsense)
    assert (game.troubles, game.said) == (({"refused": 4}, {}), ())
    assert game.scores != ()


def test_a_program_that_plays_for_another_seat_is_refused(running_service: str) -> None:
    meddling = program(
        "other = 1 - int(SEAT)",
        "assert ask('PUT', f'/seats/{other}', {'kind': 'bot', 'level': 'random'})[0] == 403",
        "assert ask('POST', '/resign', **{'Tradewinds-Seat': str(other)})[0] in (400, 403)",
        "TOKEN = 'tw_' + 'a' * 40",
        "assert ask('POST', '/actions', {'type': 'reveal_card'})[0] == 401",
    )
    game = played(running_service, meddling)
    assert game.shares == (0.0, 1.0)
    assert game.troubles[1] == {}
    assert game.troubles[0] == {"left": 1, "refused": 3}


def test_a_program_that_lets_a_bot_play_for_it_is_found(running_service: str) -> None:
    lazy = program(
        "assert ask('PUT', f'/seats/{SEAT}', {'kind': 'bot', 'level': 'greedy'})[0] == 0",
        "while ask('GET', '')[1]['status'] == 'running': time.sleep(0.02)",
    )
    assert played(running_service, lazy).troubles == ({"replaced": 1}, {})


AGENT = """
import asyncio, os, random, sys
from mcp import Client, StdioServerParameters

async def main():
    started = StdioServerParameters(command=sys.executable, args=["-m", "cli.main", "mcp"], env=dict(os.environ))
    async with Client(started) as table:
        result = await table.call_tool("take_seat", {})
        while not result.structured_content["offers"]:
            result = await table.call_tool("wait_for_turn", {})
        version = result.structured_content["version"]
        for wrong in ("I would rather sing", "end_turn", 99):
            assert (await table.call_tool("act", {"offer": wrong, "version": version})).is_error
        assert (await table.call_tool("act", {"offer": 1, "version": version - 1})).is_error
        await table.call_tool("why_not", {"action": "may I sing?"})
        while result.structured_content["status"] == "running":
            offers, version = (result.structured_content[name] for name in ("offers", "version"))
            asked = {"offer": random.choice(offers)["id"], "version": version} if offers else {}
            result = await table.call_tool("act" if offers else "wait_for_turn", asked)

asyncio.run(main())
"""


def test_an_agent_finds_its_seat_and_its_illegal_choices_are_counted(
    running_service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{CLIENT_PATH['PYTHONPATH']}")
    game = played(running_service, shlex.join([sys.executable, "-c", AGENT]))
    assert (game.troubles, game.said) == (({"refused": 3}, {}), ())
    assert game.decisions[0] > 0


def test_failures_of_policies_are_counted_in_the_logs_of_the_own_service(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    said = [(log.name, "mine failed"), ("another", "no failure"), (log.name, "mine failed")]
    records = [logging.makeLogRecord({"name": name, "msg": text, "levelno": logging.WARNING}) for name, text in said]
    lines = [*map(logs.Json().format, records), "words of a library"]
    for number in (1, 2):
        (tmp_path / "logs" / f"worker-{number}.log").write_text("\n".join(lines))
    assert failures(tmp_path) == {"mine failed": 4}


def test_an_arena_whose_service_is_away_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.arena.hosted.PATIENCE", 0.1)
    args = ["arena", "--seats", "mine,random", "--program", "mine=true", "--games", "1", "--url", "http://127.0.0.1:9"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 1
    assert f"The game {MERCHANTS}-0-mine-random-0 cannot be played on http://127.0.0.1:9" in result.stderr
