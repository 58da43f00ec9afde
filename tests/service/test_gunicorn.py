"""The service behind gunicorn and its greenlets: what never reaches the service, and what stays open for long."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from service.problems import all_codes
from tests.service.contract import PROBLEM, Contract, Sent
from tests.service.server import SECONDS, Stream, request
from tests.support import over_http
from tests.support.games import GAMES, RULESET
from tests.support.tradewinds import Tradewinds

JSON = b"Host: x\r\nContent-Type: application/json\r\n"
BROKEN = {
    "long line": (414, b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"),
    "long header": (431, b"GET /livez HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 9000 + b"\r\n\r\n"),
    "many headers": (431, b"GET /livez HTTP/1.1\r\n" + b"".join(b"A%d: x\r\n" % n for n in range(200)) + b"\r\n"),
    "header's name": (400, b"GET /livez HTTP/1.1\r\nHost: x\r\nA b: x\r\n\r\n"),
    "header's value": (400, b"GET /livez HTTP/1.1\r\nHost: x\r\nA: \x00\r\n\r\n"),
    "folded": (400, b"GET /livez HTTP/1.1\r\nHost: x\r\nA: x\r\n y\r\n\r\n"),
    "length": (400, b"POST /v1/games HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
    "negative length": (400, b"POST /v1/games HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
    "two lengths": (400, b"POST /v1/games HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    "chunk": (400, b"POST /v1/games HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
    "chunk's end": (400, b"POST /v1/games HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n"),
    "unknown coding": (400, b"POST /v1/games HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    "coding": (400, b"POST /v1/games HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n"),
    "method": (400, b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n"),
    "TLS": (400, b"\x16\x03\x01\x02\x00\r\n\r\n"),
    "version": (400, b"GET / HTTP/9.9\r\nHost: x\r\n\r\n"),
    "expectation": (400, b"POST /v1/games HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n"),
    "bytes": (400, b"GET /v1/games/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n"),
    "large": (413, b"POST /v1/games HTTP/1.1\r\n" + JSON + b"Content-Length: 99999999\r\n\r\n{"),
}


def send(running: Tradewinds, raw: bytes, last: bool = False) -> tuple[int, dict[str, str], bytes]:
    """Send bytes, the last ones or not; status, headers and body of the answer."""
    with socket.create_connection((running.settings.host, running.settings.port), timeout=SECONDS) as connection:
        connection.sendall(raw)
        if last:
            connection.shutdown(socket.SHUT_WR)
        file = connection.makefile("rb")
        head = b"".join(iter(file.readline, b"\r\n"))
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines()[1:])
        body = file.read(int(headers["Content-Length"]))
    over_http.check(Sent("POST", "/", {}), head + b"\r\n" + body)
    return int(head.split()[1]), headers, body


@pytest.mark.threat("T-27")
@pytest.mark.parametrize(("status", "raw"), BROKEN.values(), ids=BROKEN)
def test_broken_requests_get_a_problem_too(running: Tradewinds, contract: Contract, status: int, raw: bytes) -> None:
    found, headers, body = send(running, raw)
    problem = json.loads(body)
    assert (found, headers["Content-Type"]) == (status, PROBLEM)
    contract.validate({"$ref": "#/components/schemas/Problem"}, problem, repr(raw[:30]))
    assert problem["status"] == status
    assert problem["code"] in all_codes(GAMES.values())
    assert problem["detail"].endswith(".")


def test_a_file_of_a_library_comes_after_its_head(running: Tradewinds) -> None:
    status, headers, body = send(running, b"GET /docs/try/swagger-ui.css HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (status, headers["Content-Type"]) == (200, "text/css; charset=utf-8")
    assert len(body) == int(headers["Content-Length"]) > 10_000


def test_the_date_of_an_answer_is_that_of_its_second(running: Tradewinds) -> None:
    dates = []
    for _ in range(2):
        before = int(time.time())
        date = parsedate_to_datetime(send(running, b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")[1]["Date"]).timestamp()
        assert before <= date <= time.time()
        dates.append(date)
        time.sleep(1.01)
    assert dates[0] < dates[1]


def test_every_operation_tells_what_answers_an_address_or_headers_that_are_too_long(contract: Contract) -> None:
    for path, methods in contract.paths.items():
        documented = [spec["responses"].keys() for spec in methods.values() if isinstance(spec, dict)]
        assert all({"414", "431"} <= each for each in documented), path


@pytest.mark.threat("T-28")
def test_bodies_in_chunks_are_taken_up_to_the_limit(running: Tradewinds) -> None:
    body = json.dumps({"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}]}).encode()
    head = b"POST /v1/games HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n"

    def chunks(*parts: bytes) -> bytes:
        return head + b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"

    assert send(running, chunks(body[:20], body[20:]))[0] == 201
    status, _, problem = send(running, chunks(*[b" " * 50_000] * 3))
    assert (status, json.loads(problem)["code"]) == (413, "too_large")


@pytest.mark.parametrize(("path", "kind"), [("", JSON), ("/import", JSON.replace(b"json", b"x-ndjson"))])
def test_a_body_that_breaks_off_is_told_so(running: Tradewinds, path: str, kind: bytes) -> None:
    """It may break off where a shorter one would be whole."""
    head = f"POST /v1/games{path} HTTP/1.1\r\nContent-Length: 4\r\n".encode()
    status, _, problem = send(running, head + kind + b"\r\n{}\n", last=True)
    assert (status, json.loads(problem)["code"]) == (400, "bad_request")
    assert "did not arrive completely" in json.loads(problem)["detail"]


def test_long_polls_wait_side_by_side(running: Tradewinds, address: str) -> None:
    created = post(address, "/v1/games", {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "open"}]})
    path, port = f"/v1/games/{created['game']['id']}", running.settings.port
    with ThreadPoolExecutor(8) as pool:
        polls = [pool.submit(request, port, f"{path}/events?after=1&wait=20") for _ in range(8)]
        time.sleep(0.3)
        assert request(port, "/livez")[0] == 200, "the one process answers others meanwhile"
        assert not any(poll.done() for poll in polls)
        began = time.monotonic()
        post(address, f"{path}/seats/1/claim", {})
        pages = [poll.result(SECONDS)[1] for poll in polls]
    assert time.monotonic() - began < 10
    assert [[each["version"] for each in page["items"]] for page in pages] == [[2]] * 8


def post(address: str, path: str, body: Any, **headers: str) -> Any:
    sent = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(sent, timeout=SECONDS) as answer:
        return json.load(answer)


def test_many_follow_live_while_the_game_is_played(running: Tradewinds, address: str) -> None:
    created = post(address, "/v1/games", {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}]})
    path, port = f"/v1/games/{created['game']['id']}", running.settings.port
    tokens = [each["token"] for each in created["seats"]]
    streams = [Stream(port, f"{path}/events", token) for token in (*tokens, None) for _ in range(10)]
    for stream in streams:
        stream.until(1)
    for _ in range(5):
        seat = request(port, path)[1]["to_act"][0]
        bearer = {"Authorization": f"Bearer {tokens[seat]}"}
        listed = request(port, f"{path}/actions", bearer)[1]
        action, tag = listed["actions"][0]["action"], f'"{listed["version"]}"'
        post(address, f"{path}/actions", action, **bearer, **{"If-Match": tag})
        for stream in streams:
            stream.until(listed["version"] + 1)
    abandon = urllib.request.Request(
        address + path, method="DELETE", headers={"Authorization": f"Bearer {created['host_token']}"}
    )
    urllib.request.urlopen(abandon, timeout=SECONDS).close()
    history = request(port, f"{path}/events")[1]["items"]
    for stream in streams:
        assert stream.rest()[-1]["event"] == "over"
        assert [each["version"] for each in stream.commits()] == [each["version"] for each in history]
    assert request(port, f"{path}/audit")[1]["ok"]
