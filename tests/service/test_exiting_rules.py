"""A game whose rules try to end the process: callers get an answer, and the other games go on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NoReturn

import gevent
import pytest

from events.settings import Settings
from service.app import create_app
from service.lean import LeanFlask
from tests.service.client import Api
from tests.service.conftest import Clock, close
from tests.service.contract import Contract
from tests.support.games import RULESET
from tradewinds.installed import Installed, installed

EXITING = "tic-tac-toe"
ENDS = [SystemExit(3), asyncio.CancelledError(), gevent.Timeout(), GeneratorExit()]


class Ends:
    """What the functions of the game raise; None: they do what they should."""

    now: BaseException | None = None


def ending(ends: Ends, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        if ends.now is not None:
            raise ends.now
        return function(*args)

    return call


@pytest.fixture
def ends() -> Ends:
    return Ends()


@pytest.fixture
def api(places: dict[str, Any], clock: Clock, contract: Contract, ends: Ends) -> Iterator[Api]:
    here = installed()
    game = here.games[EXITING]
    functions = ("decide", "check", "legal_commands")
    endings: dict[str, Any] = {each: ending(ends, getattr(game.rules, each)) for each in functions}
    rules = replace(game.rules, **endings)
    games = {**here.games, EXITING: replace(game, rules=rules)}
    packages = Installed(MappingProxyType(games), here.origins)
    app = create_app(Settings(**places, rate_limit="off"), packages=packages, clock=clock)
    yield Api(app, contract)
    close(app)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_rules_that_exit_are_answered_and_other_games_go_on(api: Api, ends: Ends, end: BaseException) -> None:
    broken, sound = api.create(EXITING, "human", "human"), api.create(RULESET, "human", "human")
    version, action = broken.version, broken.legal(0)["actions"][0]["action"]
    ends.now = end
    caller = {"Authorization": f"Bearer {broken.tokens[0]}"}
    answers = [
        api.http.post(f"{broken.path}/actions", json=action, headers={**caller, "If-Match": f'"{version}"'}),
        api.http.post(f"{broken.path}/actions/try", json=action, headers=caller),
        api.http.get(f"{broken.path}/actions", headers=caller),
    ]
    for answer in answers:
        assert answer.status_code == 500
        assert answer.get_json(force=True)["code"] in ("internal_error", "log_damaged")
        assert type(end).__name__ not in answer.text
    sound.play(3)
    ends.now = None
    assert broken.version == version, "nothing was half done"
    broken.act(0, action)


@pytest.mark.parametrize("end", [KeyboardInterrupt(), gevent.GreenletExit()], ids=lambda end: type(end).__name__)
def test_the_end_of_the_process_or_the_greenlet_is_no_fault(end: BaseException) -> None:
    app = LeanFlask("ending")

    def view() -> NoReturn:
        raise end

    app.add_url_rule("/", "view", view)
    with pytest.raises(type(end)):
        app.test_client().get("/")


def test_an_exit_is_an_error_of_its_request_only() -> None:
    app = LeanFlask("exiting")
    app.add_url_rule("/", "view", sys.exit)
    app.register_error_handler(Exception, lambda error: (type(error).__name__, 500))
    answer = app.test_client().get("/")
    assert (answer.status_code, answer.text) == (500, "Exited")
