"""Ordinary requests are read at once, and all requests as gunicorn reads them."""

from __future__ import annotations

from timeit import repeat
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from hypothesis import given, settings
from hypothesis import strategies as st

from service.up import gunicorn_conf
from service.up.request_head import LONGEST, ORDINARY, OrdinaryRequest

PEER = ("192.0.2.1", 4711)
ACTION = (
    b"POST /v1/games/g_1/actions?include=picture HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nAuthorization: Bearer abc\r\n"
    b'Content-Type: application/json\r\nIf-Match: "12"\r\nContent-Length: 2\r\n\r\n{}'
)

ODD = (
    b"",
    b" ",
    b"  ",
    b"\t",
    b"\r\n",
    b"\n",
    b"\r",
    b"\0",
    b"\x7f",
    b"\xff",
    b"#",
    b"?",
    b"//",
    b"_",
    b":",
    b"%2e",
    b"a" * 99,
)
odd = st.sampled_from(ODD)
odd_words = st.lists(odd | st.just(b"v"), max_size=4).map(b"".join)
methods = st.sampled_from([b"GET", b"POST", b"get", b"BREW", b"G", b"OPTIONS", b"CONNECT", b""])
targets = st.lists(st.sampled_from([b"/", b"a", b"http://h/", b"*", b"[", *ODD]), max_size=5).map(b"".join)
versions = st.sampled_from([b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/1.1 ", b"http/1.1"])
NAMES = (b"Host", b"host", b"Content-Length", b"Transfer-Encoding", b"Expect", b"Content-Type", b"X-Forwarded-Proto")
VALUES = (b"0", b"1", b"chunked", b"100-continue", b"https", b"close", b'"1", "2"')
headers = st.tuples(
    st.sampled_from(NAMES) | odd_words,
    st.sampled_from([b": ", b":", b" : ", b":  ", b""]),
    st.sampled_from(VALUES) | odd_words,
    st.sampled_from([b"\r\n"] * 9 + [b"\n", b" \r\n"]),
).map(b"".join)
spaces = st.just(b" ") | odd
ends = st.just(b"\r\n")
heads = st.tuples(methods, spaces, targets, spaces, versions, ends, st.lists(headers, max_size=5).map(b"".join), ends)


def configured() -> Config:
    config = Config()
    config.set("forwarded_allow_ips", gunicorn_conf.forwarded_allow_ips)
    config.set("forwarder_headers", gunicorn_conf.forwarder_headers)
    return config


CONFIG = configured()


def read(kind: type[Request], *pieces: bytes) -> dict[str, Any] | str:
    """What a request says, with what is left for the next one, or why it is refused."""
    unreader = IterUnreader(list(pieces))
    try:
        request = kind(CONFIG, unreader, PEER)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    parts = ("method", "uri", "path", "query", "fragment", "version", "headers", "scheme", "must_close", "trailers")
    body = type(request.body.reader).__name__
    found = {part: getattr(request, part) for part in parts}
    return {**found, "body": body, "closes": request.should_close(), "left": unreader.read()}


def differ(*pieces: bytes) -> bool:
    return read(OrdinaryRequest, *pieces) != read(Request, *pieces)


@settings(max_examples=1500)
@given(st.tuples(heads.map(b"".join), st.sampled_from([b"", b"{}", ACTION])).map(b"".join))
def test_any_request_is_read_as_gunicorn_reads_it(data: bytes) -> None:
    assert not differ(data)


@given(st.integers(1, len(ACTION)))
def test_a_request_in_two_pieces_is_read_as_one(at: int) -> None:
    assert not differ(ACTION[:at], ACTION[at:])


@pytest.mark.parametrize(
    "header",
    [
        b"Expect: 100-continue",
        b"Host: again",
        b"Content-Length: 3",
        b"Transfer-Encoding: chunked",
        b"X-Bad_Name: v",
        b"X : v",
        b"X: ",
        b"X:v",
        b"X:\tv",
        b"X: \xff",
        b"X: v\r\n folded",
        b"X: " + b"v" * 5000,
        b"\r\n".join([b"X%d: v" % number for number in range(200)]),
    ],
    ids=lambda header: header[:20].decode("latin-1"),
)
def test_headers_that_gunicorn_looks_at_twice(header: bytes) -> None:
    head, _, body = ACTION.partition(b"\r\n\r\n")

    assert not differ(head + b"\r\n" + header + b"\r\n\r\n" + body)


def test_an_ordinary_request_is_not_taken_apart_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Request, "parse", lambda *_: pytest.fail("line by line"))

    found = read(OrdinaryRequest, ACTION + ACTION)

    assert isinstance(found, dict)
    assert (found["method"], found["path"], found["query"]) == ("POST", "/v1/games/g_1/actions", "include=picture")
    assert dict(found["headers"])["IF-MATCH"] == '"12"'


@pytest.mark.threat("T-47")
@pytest.mark.parametrize("again", [b"v", b"v ", b" ", b"v\r\nX: ", b"X"], ids=repr)
def test_what_looks_ordinary_for_long_is_refused_quickly(again: bytes) -> None:
    """The pattern looks at each byte a few times, not at each pair of them: twice as many take twice the time."""
    almost = ACTION.partition(b"\r\n\r\n")[0] + b"\r\nX: v" + again * LONGEST

    def seconds(length: int) -> float:
        return min(repeat(lambda: ORDINARY.match(almost, 0, length), number=5, repeat=10))

    assert seconds(LONGEST) < 8 * seconds(LONGEST // 4)
    assert not differ(almost + b"\x00\r\n\r\n")
