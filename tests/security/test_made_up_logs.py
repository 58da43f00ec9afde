"""Imports as a side door: logs that somebody made up neither get in nor cost the service its memory or time."""

from __future__ import annotations

import copy
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis

from cli.arena.matches import Match, play
from domain import fairness
from domain.session import lifecycle
from domain.session.rights import HOST, VISITOR, Actor
from events.envelope import Commit, exported_line, sealed
from events.games.game_log import GameLog
from events.settings import Settings
from service.offload import MOST_COMPUTATIONS_WAITING, Offload, computations
from service.problems import Refused
from service.resources import proof
from tests.docs.generated import ROOT
from tests.service.client import Api
from tests.service.conftest import snapshot
from tests.service.contract import NDJSON
from tests.support.games import OURS, RULESET, codec_of
from tests.support.tradewinds import wait_until


@pytest.mark.threat("T-26")
@pytest.mark.parametrize("ruleset", OURS)
def test_no_number_in_a_made_up_log_makes_a_fold_endless(ruleset: str) -> None:
    command = [sys.executable, "-m", "tests.security.fold_limits", ruleset]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module", params=OURS)
def log(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """The commits of a whole game, with the secret that was published."""
    match = Match(request.param, ("random", "random"), {}, 1, 0.1, None, True)
    return [json.loads(line) for line in play(match, 0).log.splitlines()]


def sealed_anew(log: list[dict[str, Any]]) -> bytes:
    """The file with a chain of heads that fits it, as anybody can make one who knows the secret."""
    secret, head, lines = bytes.fromhex(log[-1]["events"][-1]["secret"]), fairness.GENESIS, []
    for commit in log:
        plain = {name: value for name, value in commit.items() if name != "head"}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        head = fairness.next_head(head, secret, commit["version"], text)
        lines.append(json.dumps({**plain, "head": head.hex()}).encode())
    return b"\n".join(lines)


def test_a_log_sealed_anew_is_taken_as_it_is(api: Api, log: list[dict[str, Any]]) -> None:
    api.call("POST", "/v1/games/import", data=sealed_anew(log), content_type=NDJSON, expect=201)


@pytest.mark.threat("T-25")
@pytest.mark.parametrize(
    "name", ["x" * 65, "a\nb", "\x1b[31m", "a\x00b", "\u2028", "\u202eevE", "x" * 10**5], ids=lambda each: repr(each)[:9]
)
def test_an_import_is_no_way_around_what_a_name_may_be(api: Api, log: list[dict[str, Any]], name: str) -> None:
    forged = copy.deepcopy(log)
    forged[0]["command"]["seats"][0]["name"] = forged[0]["events"][0]["seats"][0]["name"] = name
    problem = api.refused("POST", "/v1/games/import", 422, "export_invalid", data=sealed_anew(forged), content_type=NDJSON)
    assert problem["params"] == {"first_bad": 1}


@pytest.mark.threat("T-25")
@pytest.mark.parametrize("at", ["2026-02-30T00:00:00.000Z", "9999-99-99T99:99:99.999Z", "2026-01-01T24:00:01.000Z"])
def test_an_import_bears_times_that_there_are(api: Api, log: list[dict[str, Any]], at: str) -> None:
    forged = copy.deepcopy(log)
    forged[1]["at"] = at
    problem = api.refused("POST", "/v1/games/import", 422, "export_invalid", data=sealed_anew(forged), content_type=NDJSON)
    assert problem["params"] == {"first_bad": 2}


@pytest.mark.threat("T-24")
def test_an_import_cannot_pass_itself_off_as_decided_by_older_rules(api: Api, log: list[dict[str, Any]]) -> None:
    for version in (0, -1, 10**6):
        forged = [{**commit, "ruleset_version": version} for commit in copy.deepcopy(log)]
        for commit in forged:
            for event in commit["events"]:
                if "ruleset_version" in event:
                    event["ruleset_version"] = version
        api.refused("POST", "/v1/games/import", 422, "export_invalid", data=sealed_anew(forged), content_type=NDJSON)


@pytest.mark.threat("T-24")
def test_a_branch_is_refused_before_the_rules_are_asked_about_its_position(
    api: Api, log: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("it was audited")

    monkeypatch.setattr(proof, "audit", never)
    forged = copy.deepcopy(log)
    forged[0]["command"] = {"type": "branch_game", "parent": "0gaaaaaaaaaaaaaaaaaaaa", "version": 1}
    api.refused("POST", "/v1/games/import", 409, "branch_not_importable", data=sealed_anew(forged), content_type=NDJSON)


@pytest.mark.threat("T-24")
def test_what_imports_take_is_taken_from_no_other_game(api: Api, log: list[dict[str, Any]], redis: Redis) -> None:
    """A file may bear the id of a game that is being played here: that one does not change, nor is it shown."""
    game = api.create(log[0]["ruleset"], *["human"] * 2)
    forged = copy.deepcopy(log)
    forged[0]["events"][0]["id"] = game.id
    before = snapshot(redis)
    api.refused("POST", "/v1/games/import", 422, "export_invalid", data=sealed_anew(forged), content_type=NDJSON)
    taken = api.call("POST", "/v1/games/import", data=sealed_anew(log), content_type=NDJSON, expect=201).json
    after = snapshot(redis)
    assert taken["id"] not in (game.id, log[0]["events"][0]["id"])
    assert taken["imported"] is True
    assert {key: value for key, value in after.items() if game.id.encode() in key} == {
        key: value for key, value in before.items() if game.id.encode() in key
    }
    assert taken["id"] not in api.get("/v1/games").text


# What they cost


@pytest.mark.threat("T-26")
def test_audits_and_imports_are_done_one_at_a_time_and_few_wait() -> None:
    going, done = threading.Event(), threading.Event()
    at_once: list[int] = []
    busy = 0
    long_work, callers = computations(), MOST_COMPUTATIONS_WAITING + 1

    def compute() -> None:
        nonlocal busy
        busy += 1
        at_once.append(busy)
        going.set()
        done.wait(10)
        busy -= 1

    with ThreadPoolExecutor(callers) as pool:
        asked = [pool.submit(long_work, compute) for _ in range(callers)]
        going.wait(10)
        assert wait_until(lambda: long_work._waiting._value == 0, 10)
        with pytest.raises(Refused) as refused:
            long_work(compute)
        done.set()
        for each in asked:
            each.result(10)
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert int(refused.value.headers["Retry-After"]) > 0
    assert at_once == [1] * callers
    long_work(compute)


def test_an_import_is_folded_beside_the_loop_too(
    api: Api, log: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, folded = False, []
    apply = GameLog.apply

    def computed(_: Offload, compute: Callable[[], Any]) -> Any:
        nonlocal beside
        beside = True
        try:
            return compute()
        finally:
            beside = False

    def watched(game_log: GameLog, *taken: Any) -> None:
        folded.append(beside)
        apply(game_log, *taken)

    monkeypatch.setattr(Offload, "__call__", computed)
    monkeypatch.setattr(GameLog, "apply", watched)
    api.call("POST", "/v1/games/import", data=sealed_anew(log), content_type=NDJSON, expect=201)
    assert folded == [True]


def largest(size: int) -> tuple[bytes, int]:
    """A log that is in order, as long as a file may be: a host gives a seat to this bot and that one, over and over."""
    game = OURS[RULESET]
    codec, secret, lines = codec_of(RULESET), bytes(32), list[bytes]()
    dealer, head, table = lifecycle.Dealer(secret, "0gaaaaaaaaaaaaaaaaaaaa"), fairness.GENESIS, None

    def take(actor: Actor, command: Any) -> None:
        nonlocal head, table
        version = len(lines) + 1
        if table is None:
            decided = lifecycle.create(game, command, dealer)
        else:
            decided = lifecycle.decide(game, table, actor, command, dealer, version)
        plain = Commit(
            version=version, command_id="", actor=actor.role, seat=None, at="2026-01-01T00:00:00.000Z", ruleset=RULESET,
            ruleset_version=game.version, command=codec.encode(command), events=codec.encode(decided.events),
        )  # fmt: skip
        commit, _ = sealed(plain, head, secret)
        head, table = bytes.fromhex(str(commit.head)), decided.state
        lines.append(exported_line(commit) + b"\n")

    seats = (lifecycle.SeatPlan(kind="human"), lifecycle.SeatPlan(kind="open"))
    take(VISITOR, lifecycle.CreateGame(ruleset=RULESET, seats=seats))
    length = len(lines[0])
    while length < size - 1_000:
        take(HOST, lifecycle.HandToBot(seat=0, level="greedy" if len(lines) % 2 else "random"))
        length += len(lines[-1])
    take(HOST, lifecycle.AbandonGame())
    return b"".join(lines), len(lines)


@pytest.mark.threat("T-26")
def test_an_import_of_the_largest_size_leaves_the_service_answering(running_service: str) -> None:
    most = Settings().max_body_bytes
    file, commits = largest(most)
    assert most - 1_000 < len(file) <= most
    assert commits > 20_000
    address = running_service.partition("//")[2]
    _asked(address, "GET", "/livez")  # What holds answers to the contract reads it with the first, which takes a while.
    with ThreadPoolExecutor(2) as pool:
        sent = [pool.submit(_asked, address, "POST", "/v1/games/import", file) for _ in range(2)]
        slowest = 0.0
        while not all(each.done() for each in sent):
            began = time.monotonic()
            assert _asked(address, "GET", "/livez")[0] == 200
            slowest = max(slowest, time.monotonic() - began)
        for each in sent:
            status, answer = each.result()
            assert (status, json.loads(answer)["version"]) == (201, commits)
    assert slowest < 3


def _asked(address: str, method: str, path: str, file: bytes | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address, timeout=120)
    connection.request(method, path, file, {"Content-Type": NDJSON})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content
