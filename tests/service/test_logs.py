"""Logs: a line an event, found by its request, and never a line that somebody outside has made up."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from events.settings import Settings
from service.app import create_app
from telemetry.deferred import DEFERRED
from telemetry.logs import FIELDS, Json, Text, bound, formatter
from tests.service.client import Api
from tests.support.games import RULESET

EVIL = "a\nb\r\x1b[31m\x9b2J\u2028\u202e\ud800 é"
LOG = logging.getLogger("tradewinds.test")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def written() -> Iterator[Callable[[logging.Formatter], io.StringIO]]:
    """Sends everything that is logged to a stream in some form."""
    root, before = logging.getLogger(), logging.getLogger().level
    handlers: list[logging.Handler] = []

    def to(form: logging.Formatter) -> io.StringIO:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(form)
        handlers.append(handler)
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        return stream

    yield to
    root.setLevel(before)
    for handler in handlers:
        root.removeHandler(handler)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    DEFERRED.flush()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_has_a_line_an_event_with_its_fields(written: Callable[[logging.Formatter], io.StringIO]) -> None:
    stream = written(Json())
    with bound(request_id="r-1", game=None):
        LOG.warning("so %s", "far", extra={FIELDS: {"status": 201, "ms": 1.5}})
    (line,) = lines(stream)
    assert line.pop("time").endswith("Z")
    expected = {"level": "warning", "logger": "tradewinds.test", "message": "so far", "request_id": "r-1"}
    assert line == {**expected, "status": 201, "ms": 1.5}


@pytest.mark.parametrize("form", [Json(), Text()], ids=["json", "text"])
def test_nobody_can_write_a_line_of_their_own(form: logging.Formatter) -> None:
    # Not below the root: what pytest captures there it could not send on, as half a surrogate pair is no UTF-8.
    stream, log = io.StringIO(), logging.Logger("apart")
    log.addHandler(handler := logging.StreamHandler(stream))
    handler.setFormatter(form)
    try:
        raise ValueError(EVIL)
    except ValueError:
        log.exception("%s", EVIL, extra={FIELDS: {"game": EVIL}})
    text = stream.getvalue()
    started = [line for line in text.split("\n") if line and not line.startswith("    ")]
    assert len(started) == 1
    assert text.replace("\n", "").replace("é", "").isascii()
    assert text.replace("\n", "").isprintable()


def test_text_is_for_terminals_unless_json_is_asked_for() -> None:
    assert isinstance(formatter("auto", Terminal()), Text)
    assert isinstance(formatter("auto", io.StringIO()), Json)
    assert isinstance(formatter("text", io.StringIO()), Text)
    assert isinstance(formatter("json", Terminal()), Json)


def test_an_access_is_one_line_that_names_the_request_and_no_token(
    api: Api, written: Callable[[logging.Formatter], io.StringIO]
) -> None:
    game = api.create(RULESET)
    seat = game.state()["to_act"][0]
    action = game.legal(seat)["actions"][0]["action"]
    stream = written(Json())
    game.act(seat, action, headers={"If-Match": '"1"', "X-Request-Id": "mine-1"})
    game.call("POST", "/actions", seat, json=action, headers={"If-Match": '"1"', "X-Request-Id": "mine-2"}, expect=412)
    api.get("/livez")
    accepted, refused = lines(stream)
    assert accepted.pop("ms") > 0
    assert accepted.pop("time")
    assert accepted == {
        "level": "info", "logger": "tradewinds.access", "message": "POST actions.act 201", "request_id": "mine-1",
        "method": "POST", "operation": "actions.act", "status": 201, "game": game.id, "version": 2,
    }  # fmt: skip
    assert (refused["request_id"], refused["status"], refused["code"]) == ("mine-2", 412, "stale_version")
    for token in game.tokens.values():
        assert token not in stream.getvalue()


def test_what_is_not_a_plain_request_id_is_not_logged(api: Api, written: Callable[[logging.Formatter], io.StringIO]) -> None:
    stream = written(Json())
    answered = api.get("/v1/games", headers={"X-Request-Id": 'x","level":"error'})
    (line,) = lines(stream)
    assert line["request_id"] == answered.headers["X-Request-Id"]
    assert line["level"] == "info"


def test_unhandled_errors_have_the_request_and_one_line(
    redis_url: str, written: Callable[[logging.Formatter], io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(redis_url=redis_url))
    stream = written(Json())

    def broken(*_: object) -> None:
        raise RuntimeError("broken\nfor good")

    monkeypatch.setattr(app.extensions["tradewinds"].store.games, "page", broken)
    assert app.test_client().get("/v1/games", headers={"X-Request-Id": "mine"}).status_code == 500
    error, access = lines(stream)
    assert (error["level"], error["request_id"], access["status"], access["code"]) == (
        "error",
        "mine",
        500,
        "internal_error",
    )
    assert "RuntimeError" in error["exception"]


def test_a_gunicorn_of_the_service_logs_in_its_form() -> None:
    program = (
        "from gunicorn.config import Config; import service.up.gunicorn_conf as conf;"
        "conf.logger_class(Config()).error('Listening at: %s', 'here')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    line = json.loads(done.stderr.splitlines()[-1])
    assert (line["logger"], line["message"]) == ("gunicorn.error", "Listening at: here")
