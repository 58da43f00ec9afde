"""What is left out of Flask is not missed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import MethodNotAllowed

from service import lean
from service.lean import LONGEST, LeanFlask
from tests.service.client import Api

ADDRESSES = [
    "/",
    "/a/x",
    "/a/x/1",
    "/a/x/-1",
    "/a/x/1/",
    "/a/x/1/b",
    "//a/x",
    "/a//x",
    "/nowhere",
    "/a/%C3%A9",
    "/a/" + "x" * 200,
]
METHODS = ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "get"]


def with_routes(app: Flask) -> Flask:
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    app.add_url_rule("/", "root", lambda: "root")
    app.add_url_rule("/a/<name>", "name", lambda name: name)
    app.add_url_rule("/a/<name>/<int:number>", "number", lambda name, number: f"{name} {number}", methods=["GET", "POST"])
    return app


@pytest.fixture
def app() -> LeanFlask:
    return with_routes(LeanFlask("lean"))  # type: ignore[return-value]


def matched(app: Flask, address: str, method: str) -> object:
    with app.test_request_context(address, method=method):
        error = request.routing_exception
        if isinstance(error, MethodNotAllowed):
            return error.code, sorted(error.valid_methods or ())
        return error.code if error is not None else (request.endpoint, request.view_args)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", METHODS)
def test_addresses_lead_where_they_do_in_flask_the_first_time_and_later(app: LeanFlask, address: str, method: str) -> None:
    usual = matched(with_routes(Flask("usual", static_folder=None)), address, method)
    assert [matched(app, address, method) for _ in range(3)] == [usual] * 3


def test_a_view_that_changes_its_values_changes_no_later_ones(app: LeanFlask) -> None:
    for _ in range(2):
        with app.test_request_context("/a/x"):
            assert request.view_args == {"name": "x"}
            request.view_args["name"] = "y"


def test_what_leads_nowhere_or_is_long_is_not_remembered(app: LeanFlask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lean, "REMEMBERED", 10)
    for number in range(25):
        matched(app, f"/a/{number}", "GET")
        matched(app, f"/nowhere/{number}", "GET")
        matched(app, "/a/" + str(number) * LONGEST, "GET")
        assert 0 < len(app._known) <= 10
    assert all(path.startswith("/a/") and len(path) <= LONGEST for _, path in app._known)


@pytest.mark.parametrize("host", ["a.example:8000", "[::1]", "a b", "a/b", "\xff", ""])
def test_hosts_are_taken_as_flask_takes_them(app: LeanFlask, host: str) -> None:
    usual = with_routes(Flask("usual", static_folder=None))
    app.add_url_rule("/host", "host", lambda: request.host)
    usual.add_url_rule("/host", "host", lambda: request.host)
    first, second, wanted = (each.test_client().get("/host", headers={"Host": host}) for each in (app, app, usual))
    assert first.status_code == second.status_code == wanted.status_code
    assert first.data == second.data == wanted.data


def test_hooks_that_there_are_are_called(app: LeanFlask) -> None:
    seen: list[str] = []
    app.before_request(lambda: seen.append("before"))
    app.teardown_request(lambda error: seen.append("torn down"))
    app.teardown_appcontext(lambda error: seen.append("context torn down"))
    app.test_client().get("/")
    assert seen == ["before", "torn down", "context torn down"]


def test_hooks_after_requests_are_called_for_other_origins_and_own_blueprints(app: LeanFlask) -> None:
    for name in ("plain", "marked"):
        blueprint = Blueprint(name, __name__)
        blueprint.add_url_rule(f"/{name}", name, lambda: "")
        if name == "marked":
            blueprint.after_request(lambda response: _add(response, "of the blueprint"))
        app.register_blueprint(blueprint)
    app.after_request(lambda response: _add(response, "of the app"))
    hooks = {
        (name, origin): app.test_client()
        .get(f"/{name}", headers={"Origin": origin} if origin else {})
        .headers.getlist("Hook")
        for name in ("plain", "marked")
        for origin in ("", "https://a.example")
    }
    assert hooks["plain", ""] == []
    assert hooks["plain", "https://a.example"] == ["of the app"]
    assert hooks["marked", ""] == hooks["marked", "https://a.example"] == ["of the blueprint", "of the app"]


def _add(response: Response, hook: str) -> Response:
    response.headers.add("Hook", hook)
    return response


def test_the_only_hook_after_every_request_is_the_one_that_needs_an_origin(make_api: Callable[..., Api]) -> None:
    """Another one would not be called for requests without an Origin."""
    hooks = make_api().app.after_request_funcs[None]
    assert [hook.__module__ for hook in hooks] == ["flask_cors.extension"]
