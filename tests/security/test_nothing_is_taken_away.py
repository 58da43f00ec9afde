"""Many more callers than there is room for, some of whom go away in the middle: afterwards all is as it was before.

Each bounded thing of a web process is tried on the service as it is run. tests/service/test_killed_callers.py does the same
inside of one process, where callers can be killed at any moment.
"""

from __future__ import annotations

import http.client
import json
import re
import resource
import socket
import string
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from events.redis_store.connections import POOLED_CONNECTIONS, WAIT_SECONDS
from tests.service.requests_of import RULESET, SEATS
from tests.support.concurrent_callers import HOST, SECONDS, Call, ask_all, besides, go_away
from tests.support.process import held_by
from tests.support.samples import long_only
from tests.support.tradewinds import Tradewinds, tradewinds, wait_until

AT_ONCE = 40
ROOM = 20
"""Followers that there is room for."""
CONNECTIONS = 100
"""That the web process takes at once."""
POOL = 64
"""Connections to Redis that it makes at most besides those it holds."""
SPARE = 6
"""Connections that other processes, such as the one that watches over Redis and has its log rewritten, may have open at one
of two moments."""
FREE_MEMORY = 40 * 2**20
"""What a process may take more after thousands of calls, for its caches. The threads of as many would take more."""
JSON = {"Content-Type": "application/json"}
NEW_GAME = json.dumps({"ruleset": RULESET, "seats": SEATS}).encode()


@pytest.fixture(scope="module", params=["archive", long_only("no archive")])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tradewinds]:
    limits = {"MAX_FOLLOWERS": f"{ROOM}", "WORKER_CONNECTIONS": f"{CONNECTIONS}", "RATE_LIMIT": "off", "BOT_WORKERS": "0"}
    off = {"ARCHIVE_DIR": "off"} if request.param == "no archive" else {}
    with tradewinds(tmp_path_factory.mktemp("running"), **limits, **off) as service:
        yield service


class Used(NamedTuple):
    """What the web process holds on to."""

    threads: int
    connections: int
    """To Redis; also the few of other processes."""
    files: int
    """Descriptors of anything else, less the connections of other processes."""
    memory: int


def used(running: Tradewinds) -> Used:
    with running.redis() as redis:
        connections = redis.info("clients")["connected_clients"]
    threads, files, memory = held_by(web_process(running))
    return Used(threads, connections, files - connections, memory)


@pytest.fixture(scope="module")
def first(running: Tradewinds) -> Used:
    """What it held before all tests: nothing may add up from one to the next."""
    files = used(running).files
    with running.redis() as redis:
        redis.client_pause(1_000)  # So that all who ask need a connection at the same time.
        ask_all(running.settings.port, [new_game(), *unknown_games(2 * AT_ONCE, Random(0))], AT_ONCE)
    return used(running)._replace(files=files)


@pytest.fixture
def as_before(running: Tradewinds, first: Used) -> Iterator[int]:
    """The one web process, which in the end holds what it held at first, answers as before and is ready."""
    pid = web_process(running)
    port = running.settings.port
    yield pid
    assert wait_until(lambda: is_as_before(first, used(running)), SECONDS), (first, used(running))
    assert web_process(running) == pid
    assert ask_all(port, [new_game() for _ in range(AT_ONCE)], AT_ONCE) == {(201, ""): AT_ONCE}
    assert ask_all(port, unknown_games(AT_ONCE, Random(1)), AT_ONCE) == {(404, "unknown_game"): AT_ONCE}
    assert ask_all(port, [Call("/readyz")], 1) == {(200, ""): 1}


def is_as_before(first: Used, now: Used) -> bool:
    return (
        now.threads == first.threads
        and now.connections <= POOLED_CONNECTIONS + POOL + SPARE
        and now.files <= first.files + SPARE
        and now.memory <= first.memory + FREE_MEMORY
    )


def web_process(running: Tradewinds) -> int:
    (pid,) = [pid for pid, command in running.below().items() if "gunicorn" in command and pid != running.pid_of("web")]
    return pid


def new_game(key: str | None = None) -> Call:
    return Call("/v1/games", "POST", NEW_GAME, JSON if key is None else {**JSON, "Idempotency-Key": key})


def unknown_games(count: int, chance: Random) -> list[Call]:
    return [Call("/v1/games/0g" + "".join(chance.choices(string.ascii_lowercase, k=20))) for _ in range(count)]


def created(running: Tradewinds) -> str:
    """The address of a new game."""
    sent = urllib.request.Request(f"http://{running.settings.address}/v1/games", NEW_GAME, JSON)
    with urllib.request.urlopen(sent, timeout=SECONDS) as answer:
        return str(answer.headers["Location"])


@pytest.mark.threat("T-33")
def test_thousands_of_look_ups_of_unknown_games_are_all_answered(running: Tradewinds, as_before: int) -> None:
    port, threads = running.settings.port, held_by(as_before).threads
    answers, _ = besides(
        lambda: ask_all(port, unknown_games(2_000, Random(2)), AT_ONCE),
        lambda: go_away(port, unknown_games(300, Random(3)), AT_ONCE, Random(4)),
    )
    assert answers == {(404, "unknown_game"): 2_000}
    assert held_by(as_before).threads == threads


@pytest.mark.threat("T-33")
def test_repeated_creations_are_never_turned_away(running: Tradewinds, as_before: int) -> None:
    at_once = 12
    calls = [new_game(f"{number // at_once:032}") for number in range(25 * at_once)]
    assert ask_all(running.settings.port, calls, at_once) == {(201, ""): len(calls)}


@pytest.mark.threat("T-33")
def test_audits_beyond_those_that_may_wait_are_told_so_and_keep_no_place(running: Tradewinds, as_before: int) -> None:
    port, audit = running.settings.port, Call(f"{created(running)}/audit")
    answers, _ = besides(
        lambda: ask_all(port, [audit] * 300, AT_ONCE), lambda: go_away(port, [audit] * 100, AT_ONCE, Random(5))
    )
    assert set(answers) == {(200, ""), (503, "busy")}
    assert ask_all(port, [audit] * 30, 1) == {(200, ""): 30}


@pytest.mark.threat("T-35")
def test_followers_who_go_away_leave_their_places(running: Tradewinds, as_before: int) -> None:
    port, events = running.settings.port, f"{created(running)}/events"
    stream, poll = Call(events, headers={"Accept": "text/event-stream"}), Call(f"{events}?after=1&wait=1")
    polls, _ = besides(
        lambda: ask_all(port, [poll] * 3 * ROOM, ROOM),
        lambda: go_away(port, [stream, Call(f"{events}?after=1&wait=2")] * 100, AT_ONCE, Random(6), 0.2),
    )
    assert set(polls) <= {(200, ""), (503, "no_place_to_follow")}
    assert no_streams(running)
    # Who leaves a long poll leaves the place when the wait is over.
    assert wait_until(lambda: ask_all(port, [poll] * ROOM, ROOM) == {(200, ""): ROOM}, SECONDS)
    with ExitStack() as stack:
        assert [opened(stack, port, stream) for _ in range(ROOM + 3)] == [200] * ROOM + [503] * 3
    assert no_streams(running)


def no_streams(running: Tradewinds) -> bool:
    """Whether all streams end in time. A stream notices that its client is gone when it sends a sign of life."""
    return wait_until(lambda: streams(running) == 0, SECONDS, every=0.5)


def streams(running: Tradewinds) -> float:
    with urllib.request.urlopen(f"http://{running.settings.address}/metrics", timeout=SECONDS) as answer:
        (found,) = re.findall(r"^tradewinds_streams (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found)


def opened(stack: ExitStack, port: int, call: Call) -> int:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    stack.callback(connection.close)
    connection.request(call.method, call.path, headers=dict(call.headers))
    return connection.getresponse().status


@pytest.mark.threat("T-34")
def test_connections_that_are_broken_off_make_room_for_others(running: Tradewinds, as_before: int) -> None:
    port = running.settings.port
    halves = [b"", b"GET /v1/ga", b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"]
    with ExitStack() as stack:
        for number in range(2 * CONNECTIONS):
            connection = stack.enter_context(socket.create_connection((HOST, port), timeout=SECONDS))
            connection.sendall(halves[number % len(halves)])
    go_away(port, [new_game(), Call("/v1/games"), Call("/v1/rulesets")] * 100, AT_ONCE, Random(7))
    answers = ask_all(port, [Call("/v1/games")] * 200, AT_ONCE)
    assert answers == {(200, ""): 200}


@pytest.mark.threat("T-34")
def test_connections_to_redis_come_back_though_it_stood_still(running: Tradewinds, as_before: int) -> None:
    port, game = running.settings.port, Call(created(running))
    with running.redis() as redis:
        redis.client_pause(1_000 * (WAIT_SECONDS + 2))  # Longer than callers wait for a connection.
        answers, _ = besides(
            lambda: ask_all(port, [game] * 400, AT_ONCE), lambda: go_away(port, [game] * 200, AT_ONCE, Random(8), 0.2)
        )
        assert set(answers) == {(200, ""), (503, "busy")}
        assert ask_all(port, [game] * 100, AT_ONCE) == {(200, ""): 100}


@pytest.mark.threat("T-33")
def test_where_no_thread_can_be_started_those_that_are_there_go_on(running: Tradewinds, as_before: int) -> None:
    port, audit = running.settings.port, Call(f"{created(running)}/audit")
    unlimited = resource.prlimit(as_before, resource.RLIMIT_AS)
    pages = int(Path(f"/proc/{as_before}/statm").read_text().split()[0])
    # Less is left than the stack of one more thread takes.
    resource.prlimit(as_before, resource.RLIMIT_AS, (pages * resource.getpagesize() + 4 * 2**20, unlimited[1]))
    try:
        answers = ask_all(port, [*unknown_games(200, Random(9)), *[audit] * 20], 5)
        assert answers == {(404, "unknown_game"): 200, (200, ""): 20}
    finally:
        resource.prlimit(as_before, resource.RLIMIT_AS, unlimited)
