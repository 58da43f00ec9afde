"""What is logged and answered when things go wrong tells no secret, and cannot be made to say what did not happen."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.identity import new_token
from service.up.start import CannotStartError, up
from telemetry.logs import Json, Text
from tests.security.test_slow_and_smuggled import exchange
from tests.service.client import Api, Game
from tests.service.contract import NDJSON
from tests.support.games import RULESET
from tests.support.tradewinds import Tradewinds, wait_until

KEY = "a-key-of-thirty-two-letters-or-more"
SEED = "seed-that-nobody-may-know"
PASSWORD = "pass-word-of-redis"


def call(service: Tradewinds, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """A request and its answer as JSON."""
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(
        f"http://{service.settings.address}{path}", data, {"Content-Type": "application/json", **headers}, method=method
    )
    try:
        with urllib.request.urlopen(sent, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def logged(service: Tradewinds) -> str:
    """All that the service has logged, in every process."""
    return "".join(file.read_text(errors="replace") for file in sorted(Path(service.settings.data_dir).glob("logs/*")))


@pytest.mark.threat("T-65")
def test_no_token_key_seed_or_secret_is_logged_whatever_goes_wrong(impatient: Tradewinds) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]
    _, created = call(impatient, "POST", "/v1/games", {"ruleset": RULESET, "seats": seats}, **{"Idempotency-Key": KEY})
    game = f"/v1/games/{created['game']['id']}"
    _, claimed = call(impatient, "POST", f"{game}/seats/1/claim", {"client_seed": SEED}, **{"Idempotency-Key": KEY[::-1]})
    tokens = [created["host_token"], created["seats"][0]["token"], claimed["token"]]
    with impatient.redis() as redis:
        secret = redis.hget(f"{{0}}:g:{created['game']['id']}:s", "secret").decode()  # type: ignore[union-attr]
    host, seat, _ = ({"Authorization": f"Bearer {token}"} for token in tokens)
    for headers in (host, seat, {"Authorization": f"Basic {tokens[0]}"}, {"Authorization": tokens[0]}):
        for path in ("", "/actions", "/events", f"?token={tokens[1]}", "/audit", f"/{tokens[1]}", "/export/x"):
            call(impatient, "GET", game + path, **headers)
        call(impatient, "POST", f"{game}/actions", {"type": "reveal_card", "x": tokens[1]}, **headers, **{"If-Match": "1"})
        call(impatient, "POST", f"{game}/actions", {"type": tokens[1]}, **headers, **{"Idempotency-Key": KEY})
    for broken in (
        f"Authorization Bearer {tokens[0]}", f"Authorization: Bearer {tokens[0]}\x00", f"{tokens[0]} : x",
    ):  # fmt: skip
        exchange(impatient, f"GET {game} HTTP/1.1\r\nHost: x\r\n{broken}\r\n\r\n".encode())
    exchange(impatient, f"GET {game}?{tokens[0]} nonsense HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    redis_pid = impatient.pid_of("redis")
    assert redis_pid is not None
    os.kill(redis_pid, signal.SIGSTOP)
    os.kill(redis_pid, signal.SIGKILL)
    for headers in (host, seat):
        call(impatient, "GET", game, **headers)
        call(impatient, "PUT", f"{game}/seats/0", {"kind": "bot", "level": "greedy"}, **headers)
    assert wait_until(lambda: impatient.get("/readyz") == 200, 30)
    call(impatient, "DELETE", game, **host)
    said = logged(impatient)
    assert "store" in said
    assert game.rpartition("/")[2] in said, "the log tells of the game at all"
    for hidden in (*tokens, secret, SEED, KEY, KEY[::-1]):
        assert hidden not in said
        assert hidden[4:24] not in said


LINES = "line\r\n2026-01-01 00:00:00 CRITICAL forged\x1b[2J\x1b]0;title\x07\u2028\x9b31m"


@pytest.mark.threat("T-64")
@pytest.mark.parametrize("form", [Json(), Text()], ids=["json", "text"])
def test_what_comes_from_outside_starts_no_line_and_steers_no_terminal(form: logging.Formatter) -> None:
    try:
        raise ValueError(LINES)
    except ValueError:
        trace = sys.exc_info()
    for place, error in ((LINES, None), ("plain", trace)):
        record = logging.LogRecord("a", logging.ERROR, __file__, 1, "asked for %s", (place,), error)
        record.fields = {"path": LINES}
        written = form.format(record)
        assert not [each for each in written if not each.isprintable() and each != "\n"]
        if error is None:
            assert "\n" not in written
        assert not [line for line in written.splitlines() if line.startswith("2026-01-01 00:00:00 CRITICAL")]
    if isinstance(form, Json):
        assert json.loads(form.format(record))["message"] == "asked for plain"


@pytest.mark.parametrize("form", [Json(), Text()], ids=["json", "text"])
def test_a_token_is_left_out_of_whatever_is_logged(form: logging.Formatter) -> None:
    token = new_token()
    try:
        raise KeyError(token)
    except KeyError:
        trace = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, __file__, 1, "header %r", (f"Authorization {token}",), trace)
    record.fields = {"token": token}
    assert token[5:] not in form.format(record)


@pytest.mark.threat("T-64")
def test_odd_requests_write_whole_lines_of_the_log_only(impatient: Tradewinds) -> None:
    forged = "%0d%0a%7b%22level%22%3a%22forged%22%7d"
    for path in (f"/v1/games/{forged}", f"/v1/games?after={forged}", "/v1/%1b%5b2J", f"/{forged}"):
        exchange(
            impatient,
            f"GET {path} HTTP/1.1\r\nHost: x\r\nUser-Agent: \x1b[31m\r\nConnection: close\r\n\r\n".encode("latin-1"),
        )
        raw = f'GET {path} HTTP/1.1\r\nHost: x\r\nUser-Agent: {{"a": "b\r\nX-Request-Id: a\tb\r\n'
        exchange(impatient, f"{raw}Connection: close\r\n\r\n".encode())
    # What is raised in a thread of gevent's pool gevent itself would print.
    file = b'{"version": "\x1b[31m{\\"level\\": \\"forged\\"}"}\n'
    head = f"POST /v1/games/import HTTP/1.1\r\nHost: x\r\nContent-Type: {NDJSON}\r\nContent-Length: {len(file)}\r\n"
    assert b" 422 " in exchange(impatient, f"{head}Connection: close\r\n\r\n".encode() + file)
    lines = Path(impatient.settings.data_dir, "logs", "web.log").read_text().splitlines()
    assert len(lines) > 10
    for line in lines:
        assert json.loads(line)["level"] in ("debug", "info", "warning", "error", "critical"), line


@pytest.mark.threat("T-66")
def test_an_error_of_the_service_tells_its_caller_nothing(api: Api, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError(f"at {__file__}: {game.tokens[0]}")

    monkeypatch.setattr(api.app.extensions["tradewinds"].handler.store, "commits", fail)
    response = api.http.get(f"{game.path}/events")
    assert response.status_code == 500
    problem = response.get_json(force=True)
    assert problem["code"] == "internal_error"
    assert set(problem) == {"type", "title", "status", "detail", "code"}
    for leak in ("Traceback", "RuntimeError", ".py", game.tokens[0], os.getcwd()):
        assert leak not in response.text


@pytest.mark.threat("T-65")
@pytest.mark.parametrize(
    "url",
    [
        "redis://user:{password}@127.0.0.1:{port}/0",
        "redis://:{password}/x@127.0.0.1:{port}/0",
        "redis://127.0.0.1:{port}/0?password={password}",
        "rediss://:{password}@[::1/0",
        "http://:{password}@127.0.0.1:{port}",
    ],
)
def test_the_password_of_redis_is_never_told(tmp_path: Path, url: str) -> None:
    from events.settings import Settings

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        with pytest.raises(CannotStartError) as refused:
            up(
                Settings(data_dir=tmp_path, port=0, redis_url=url.format(password=PASSWORD, port=port)),
                say=print,
            )
    assert PASSWORD not in str(refused.value)
    assert PASSWORD[:8] not in str(refused.value)


@pytest.mark.threat("T-67")
def test_headers_of_pages_let_nothing_in_from_elsewhere(api: Api) -> None:
    for path in ("/", "/docs/", "/docs/problems", "/docs/rules", "/docs/try/", "/docs/try/oauth2-redirect.html"):
        headers = api.get(path).headers
        policy = dict(each.strip().split(" ", 1) for each in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["base-uri"] == policy["form-action"] == "'none'"
        assert "unsafe" not in policy["script-src"]
        assert "unsafe-eval" not in headers["Content-Security-Policy"]
        assert "*" not in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.threat("T-69")
def test_pages_of_other_origins_get_no_credentials_of_the_browser(make_api: Callable[..., Api]) -> None:
    for origins in ("*", "https://play.example"):
        for origin in ("https://play.example", "https://evil.example", "null"):
            headers = make_api(cors_origins=origins).get("/v1/games", headers={"Origin": origin}).headers
            assert "Access-Control-Allow-Credentials" not in headers
            assert "Set-Cookie" not in headers
            if origins != "*":
                assert headers.get("Access-Control-Allow-Origin") == ("https://play.example" if "play" in origin else None)
