"""What the benchmarks measure the service against runs as the service does."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from bench.serving import HOST, web_server


def test_the_bare_endpoint_runs_under_the_services_gunicorn(redis_url: str) -> None:
    with web_server(redis_url, "bench.bare_endpoint:create_app()") as server:
        append = urllib.request.Request(f"http://{HOST}:{server.port}/append/stream/0", b"{}", method="POST")
        with urllib.request.urlopen(append, timeout=20) as answer:
            assert (answer.status, answer.read()) == (201, b'{"version":1}')
        with pytest.raises(urllib.error.HTTPError, match="409"):
            urllib.request.urlopen(append, timeout=20)
