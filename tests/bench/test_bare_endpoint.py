"""What the benchmarks measure the service against runs as the service does."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from bench.load import Load
from bench.serving import HOST, web_server


def test_the_bare_endpoint_runs_under_the_services_gunicorn(redis_url: str) -> None:
    with web_server(redis_url, "bench.bare_endpoint:create_app()") as server:
        append = urllib.request.Request(f"http://{HOST}:{server.port}/append/stream/0", b"{}", method="POST")
        with urllib.request.urlopen(append, timeout=20) as answer:
            assert (answer.status, answer.read()) == (201, b'{"version":1}')
        with pytest.raises(urllib.error.HTTPError, match="409"):
            urllib.request.urlopen(append, timeout=20)


def test_a_run_ends_early_when_the_server_is_faster_than_expected(redis_url: str) -> None:
    # Given a server, and far fewer requests than it answers in the time of a run.
    with web_server(redis_url, "bench.bare_endpoint:create_app()") as server:
        load = Load(server, connections=2)
        for stream in ("a", "b", "c"):
            load.add(_append(stream, place) for place in range(40))

        # When they run out, then the run ends, counts what was answered, and the next one is given more.
        expected = load.enough(1.0)
        run = load.run(seconds=20.0, warm_up=0.0)
        assert 80 <= load.answered <= 120
        assert load.left == 120 - load.answered
        assert 0 < run.rate < 20_000
        assert load.enough(1.0) == max(expected, int(2 * run.rate))


def _append(stream: str, place: int) -> bytes:
    head = f"POST /append/{stream}/{place} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 2\r\n\r\n"
    return head.encode() + b"{}"
