"""Requests that never end, and requests that two readers would read differently, against the service behind gunicorn."""

from __future__ import annotations

import json
import random
import re
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import gevent.socket
import pytest

from service.up.web_worker import SEND_BUFFER, Connection
from tests.security.conftest import REQUEST_TIMEOUT
from tests.service.contract import Sent
from tests.support import over_http
from tests.support.games import RULESET
from tests.support.tradewinds import Tradewinds, wait_until

PATIENCE = 15.0
HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def connect(service: Tradewinds) -> socket.socket:
    return socket.create_connection((service.settings.host, service.settings.port), timeout=PATIENCE)


def rest(connection: socket.socket) -> bytes:
    """All that comes until the service closes the connection."""
    received = b""
    try:
        while part := connection.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def exchange(service: Tradewinds, raw: bytes) -> bytes:
    with connect(service) as connection:
        connection.sendall(raw)
        answer = rest(connection)
    over_http.check(Sent("POST", "/", {}), answer)
    return answer


def trickle(connection: socket.socket, data: bytes) -> float:
    """Send a byte now and then until the service has had enough; how long that took."""
    began = time.monotonic()
    connection.settimeout(0.2)
    for place in range(len(data)):
        try:
            connection.sendall(data[place : place + 1])
            if connection.recv(65536) is not None:
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - began


@pytest.mark.threat("T-45")
def test_headers_that_come_byte_by_byte_are_given_up(impatient: Tradewinds) -> None:
    with connect(impatient) as connection:
        assert trickle(connection, b"GET /livez HTTP/1.1\r\nX-Slow: " + b"x" * 300) < PATIENCE


@pytest.mark.threat("T-45")
@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Length: 300\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n12c\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;ext=",
    ],
    ids=["length", "chunk", "chunk's head"],
)
def test_bodies_that_come_byte_by_byte_are_given_up(impatient: Tradewinds, raw: bytes) -> None:
    with connect(impatient) as connection:
        connection.sendall(raw)
        assert REQUEST_TIMEOUT * 0.8 < trickle(connection, b"x" * 300) < PATIENCE


def test_a_body_that_stops_is_told_so(impatient: Tradewinds) -> None:
    began = time.monotonic()
    answer = exchange(impatient, HEAD + b"Content-Length: 300\r\n\r\n{")
    assert time.monotonic() - began < PATIENCE
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"did not arrive completely, or not in time" in answer


@pytest.mark.threat("T-45")
def test_an_answer_that_nobody_reads_is_given_up(impatient: Tradewinds) -> None:
    with connect(impatient) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # More answers than the kernel keeps for a client that does not read.
        connection.settimeout(0.2)
        began = time.monotonic()
        request = f"GET /v1/rulesets/{RULESET} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 50
        try:
            while time.monotonic() - began < PATIENCE:
                try:
                    connection.sendall(request)
                except TimeoutError:
                    time.sleep(0.1)
        except OSError:
            pass
        assert time.monotonic() - began < PATIENCE, "the service still waits"


def queued(port: int) -> int:
    """Bytes that the kernel has at a port for clients who do not take them, whether the connections were closed or not."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(fields[4].partition(":")[0], 16) for fields in lines if int(fields[1].partition(":")[2], 16) == port)


@pytest.mark.threat("T-45")
def test_the_kernel_keeps_little_of_answers_that_nobody_reads_and_not_for_long(impatient: Tradewinds) -> None:
    port, sleepers = impatient.settings.port, 20
    with ExitStack() as connections:
        for _ in range(sleepers):
            connection = connections.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect((impatient.settings.host, port))
            connection.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n")  # Some 900 KB.
        kept = []
        assert wait_until(lambda: kept.append(queued(port)) or max(kept) > 0 == kept[-1], PATIENCE)
    assert max(kept) < sleepers * 3 * SEND_BUFFER


def pieces_of(monkeypatch: pytest.MonkeyPatch, at_once: int = SEND_BUFFER) -> list[bytes]:
    """The pieces that connections send from now on; the kernel takes this many bytes at once."""
    given: list[bytes] = []

    def send(_: object, data: bytes, flags: int) -> int:
        given.append(bytes(data[:at_once]))
        return len(given[-1])

    monkeypatch.setattr(gevent.socket.socket, "send", send)
    monkeypatch.setattr(gevent.socket.socket, "sendall", lambda _, data, flags: given.append(bytes(data)))
    return given


@pytest.mark.parametrize("at_once", [1000, SEND_BUFFER])
def test_an_answer_may_take_as_long_as_its_pieces_are_taken_in_time(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    given = pieces_of(monkeypatch, at_once)
    accepted, client = socket.socketpair()
    with client, Connection(accepted) as connection:
        for length in (0, 1, SEND_BUFFER, SEND_BUFFER + 1, 3 * SEND_BUFFER):
            data = random.Random(length).randbytes(length)
            connection.sendall(data)
            assert b"".join(given) == data
            assert all(len(piece) <= SEND_BUFFER for piece in given)
            given.clear()


def test_the_head_of_an_answer_goes_out_with_its_body_or_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    given = pieces_of(monkeypatch)
    accepted, client = socket.socketpair()
    with client, Connection(accepted) as connection:
        with connection.answering():
            connection.sendall(b"head ")
            assert not given
            connection.sendall(b"first ")
            connection.sendall(b"second")
        with connection.answering():
            connection.sendall(b"no body")
        with pytest.raises(ZeroDivisionError), connection.answering():
            raise ZeroDivisionError
        connection.sendall(b"what went wrong")
        with connection.answering():
            connection.sendall(b"an answer that failed")
            connection.close()
    assert given == [b"head first ", b"second", b"no body", b"what went wrong"]


def test_many_slow_clients_do_not_keep_others_waiting(impatient: Tradewinds) -> None:
    """One after the other they would take five minutes; twenty answers beside them take less than ten of them would."""
    slow = [connect(impatient) for _ in range(300)]
    try:
        for number, connection in enumerate(slow):
            connection.sendall(HEAD + b"Content-Length: 9\r\n\r\n{" if number % 2 else b"GET /livez HTTP/1.1\r\nX: ")
        began = time.monotonic()
        assert {impatient.get("/livez", PATIENCE) for _ in range(20)} == {200}
        assert time.monotonic() - began < 10 * REQUEST_TIMEOUT
    finally:
        for connection in slow:
            connection.close()


INSIDE = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
SMUGGLED = {
    "length and coding": HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "coding and length": HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + INSIDE,
    "two lengths": HEAD + b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + INSIDE,
    "list of lengths": HEAD + b"Content-Length: 2, 40\r\n\r\n{}" + INSIDE,
    "signed length": HEAD + b"Content-Length: +2\r\n\r\n{}" + INSIDE,
    "length of other digits": HEAD + "Content-Length: ²\r\n\r\n{}".encode("latin-1") + INSIDE,
    "unknown coding": HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "two codings": HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + INSIDE,
    "coding twice": HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "space before the colon": HEAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "vertical tab": HEAD + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "folded": HEAD + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "lone feeds": HEAD.replace(b"\r\n", b"\n") + b"Content-Length: 2\n\n{}" + INSIDE,
    "null": HEAD + b"Content-Length: 2\x00\r\n\r\n{}" + INSIDE,
    "chunk's sign": HEAD + b"Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n" + INSIDE,
    "chunk's 0x": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n" + INSIDE,
    "chunk's extension": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\n{}\r\n0\r\n\r\n" + INSIDE,
    "trailing length": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 9\r\n\r\n" + INSIDE,
    "old version": HEAD.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INSIDE,
    "two hosts": b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" + INSIDE,
    "underscored": b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent_Length: 40\r\nContent-Length: 0\r\n\r\n",
}


@pytest.mark.threat("T-29")
@pytest.mark.parametrize("raw", SMUGGLED.values(), ids=SMUGGLED)
def test_what_could_be_read_in_two_ways_is_refused_and_the_connection_closed(impatient: Tradewinds, raw: bytes) -> None:
    answer = exchange(impatient, raw)
    assert answer.count(b"HTTP/1.1 ") <= 1, answer
    assert not answer or answer.split()[1] >= b"400", answer
    assert b"smuggled" not in answer


def test_of_two_requests_that_come_together_each_is_answered(impatient: Tradewinds) -> None:
    plain = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
    posted = HEAD + b"Content-Length: 2\r\n\r\n{}"
    answer = exchange(impatient, plain + posted + plain.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [b"200", b"422", b"200"]


@pytest.mark.threat("T-42")
@pytest.mark.parametrize(
    "header",
    [
        b"SCRIPT_NAME: /livez",
        b"SCRIPT_NAME: /x",
        b"PATH_INFO: /livez",
        b"X-Forwarded-Proto: https",
        b"X-Forwarded-Host: evil.example",
        b"X-Forwarded-Prefix: /evil",
        b"X-Original-URL: /livez",
        b"X-HTTP-Method-Override: DELETE",
        b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings",
        b"X-Accel-Redirect: /etc/passwd",
    ],
    ids=lambda header: header.split(b":")[0].decode(),
)
def test_no_header_changes_what_is_asked_for(impatient: Tradewinds, header: bytes) -> None:
    raw = b"GET /v1/nothing HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n"
    raw += b"\r\n" if b"Connection" in header else b"Connection: close\r\n\r\n"
    answer = exchange(impatient, raw)
    assert answer.startswith(b"HTTP/1.1 404 "), answer
    assert b"evil" not in answer
    problem = json.loads(answer.rpartition(b"\r\n\r\n")[2])
    assert problem["code"] == "not_found"
