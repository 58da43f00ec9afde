"""Every answer that tests get over HTTP is checked against the contract, and no test asks in another way."""

from __future__ import annotations

import ast
import http.client
import threading
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import requests

TESTS = Path(__file__).parents[1]
OTHER_LIBRARIES = {"aiohttp", "asyncio", "httpx", "pycurl", "urllib3", "websockets"}
IN_PROCESS = {
    "service/client.py": "checks what it gets",
    "mcp/test_hidden.py": "compares what two worlds tell an agent; the same calls are checked elsewhere",
    "service/test_lean.py": "asks apps of its own, to which the contract means nothing",
    "service/test_reproducible.py": "asks an app of its own whether it is ready",
    "service/test_rulebooks.py": "asks an app with a game that the contract does not have",
    "service/test_exiting_rules.py": "asks apps of its own, to which the contract means nothing",
    "service/test_many_games.py": "measures calls without the time of their check, which follows at the first of each",
    "service/test_logs.py": "breaks the service to see a 500, which the contract does not have",
}
"""Modules that use Flask's own client."""
WITHOUT_A_LIBRARY = {
    **dict.fromkeys(
        ("docs/test_agents.py", *(f"mcp/test_{name}.py" for name in ("answers", "connections", "hidden", "play"))),
        "speaks the Model Context Protocol, whose server asks by the client that tests/clients checks",
    ),
    "cli/test_dev.py": "asks for pages of authors, which are not part of the contract",
    "clients/cutting_proxy.py": "hands bytes on between a client and the service, and cuts them off",
    "clients/test_python.py": "names what the client under test is made of",
    "service/test_exiting_rules.py": "names the CancelledError of asyncio, which it does not use",
    "security/test_slow_and_smuggled.py": "sends what no library would; `exchange` checks the answers",
    "service/test_bad_input.py": "sends what no library would; checks the answer",
    "service/test_gunicorn.py": "sends what no library would; `send` checks the answers",
    "service/test_followers.py": "reads a stream byte by byte; other tests read the same streams with http.client",
    "soak/http.py": "breaks off before there is an answer",
    "soak/proxy.py": "hands bytes on between a client that checks them and the service",
    "soak/follower.py": "reads a stream that is cut; judged by what the log has",
    "support/tradewinds.py": "finds a free port",
    "security/test_logs_and_errors.py": "finds a port where nobody answers",
    "support/concurrent_callers.py": "asks thousands of times; the same calls are checked elsewhere, which takes long",
    "security/test_nothing_is_taken_away.py": "leaves before there is an answer",
    "up/test_up.py": "opens a connection on which nothing is asked",
}


class Wrong(BaseHTTPRequestHandler):
    """Lists games without the headers of other answers."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def wrong() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Wrong)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def with_http_client(place: str, path: str) -> bytes:
    connection = http.client.HTTPConnection(place, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().read()
    finally:
        connection.close()


def with_urllib(place: str, path: str) -> bytes:
    with urllib.request.urlopen(f"http://{place}{path}", timeout=10) as answer:
        text: bytes = answer.read()
        return text


def with_requests(place: str, path: str) -> bytes:
    return requests.get(f"http://{place}{path}", timeout=10).content


@pytest.mark.parametrize("ask", [with_http_client, with_urllib, with_requests])
def test_whoever_asks_is_told_of_a_wrong_answer(wrong: str, ask: Callable[[str, str], bytes]) -> None:
    with pytest.raises(AssertionError, match="GET /v1/games -> 200: lacks"):
        ask(wrong, "/v1/games")
    assert ask(wrong, "/of/somebody/else") == b"[]"


def ways(module: Path) -> Iterator[str]:
    """The libraries and functions with which a module could ask without a check."""
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Import(names):
                yield from OTHER_LIBRARIES & {each.name.partition(".")[0] for each in names}
            case ast.ImportFrom(module=str(name)):
                yield from OTHER_LIBRARIES & {name.partition(".")[0]}
            case ast.Attribute(attr="test_client"):
                yield "test_client"
            case ast.Attribute(value=ast.Name("socket"), attr="socket" | "create_connection"):
                yield "a socket"


def test_no_test_asks_in_a_way_that_is_not_checked() -> None:
    modules = {
        str(each.relative_to(TESTS)): set(ways(each)) for each in TESTS.rglob("*.py") if "node_modules" not in each.parts
    }
    assert {module for module, found in modules.items() if "test_client" in found} == set(IN_PROCESS)
    # Redis has its own protocol.
    plain = {module for module, found in modules.items() if found - {"test_client"} and "redis" not in module}
    assert plain == set(WITHOUT_A_LIBRARY), "use http.client, urllib or requests, whose answers are checked"
