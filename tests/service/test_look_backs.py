"""Looking back: what the decisions of a seat cost, once the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
import redis

from domain.game import Bots, Question
from events.bot_queue import BotQueue
from events.games.look_backs import LookBack, LookBacks
from events.settings import Settings
from policies.budget import Limit
from policies.chance import Chance
from policies.simple import greedy
from service.app import create_app
from tests.service.client import Api, Game
from tests.service.conftest import Clock, close, each_long_game
from tests.service.contract import Contract
from tests.support.changed import changed
from tests.support.games import GAMES, RULESET
from tradewinds.installed import Installed, installed
from workers import jobs, looking_back

MARAUDERS = "merchants-and-marauders"
"""Its bots do not search, so what they think of an action is known exactly."""
Work = Callable[[], None]
UNASKED = {"status": "unasked", "decisions": 0, "done": 0, "costly": []}


def look_back(game: Game, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = game.get("/look-back", seat).json
    return found


def ask(game: Game, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = game.call("POST", "/look-back", seat, expect=202).json
    return found


def over(api: Api, ruleset: str = MARAUDERS, steps: int = 40) -> Game:
    """A game that was abandoned after so many random actions."""
    game = api.create(ruleset)
    game.play(steps)
    game.abandon()
    return game


def played(api: Api, ruleset: str = MARAUDERS, steps: int = 10, worst: int | None = 4, **more: Any) -> tuple[Game, int]:
    """A game in which seat 0 has made so many decisions as `greedy` would, but for the worst one, and its version."""
    game, rules = api.create(ruleset, **more), GAMES[ruleset]
    repository, made, blunder = api.app.extensions["tradewinds"].handler.repository, 0, 0
    while made < steps:
        state = repository.load(game.id).session.state
        (seat, *_) = rules.rules.to_act(state)
        legal, view = rules.rules.legal_commands(state, seat), rules.gate.view(state, seat)
        chosen = greedy(Question(rules, view, seat, legal), Chance(Random(made)), Limit(None))
        if seat == 0 and len(legal) > 1:
            if made == worst:
                chosen = min(legal, key=lambda each: rules.bots.evaluate(view, 0, each))
                blunder = game.version
            made += 1
        offer = next(each for each in game.legal(seat)["actions"] if each["id"] == looking_back.offer_id(chosen))
        game.act(seat, offer["action"])
    return game, blunder


def test_the_worst_decision_leads_and_what_a_bot_would_do_cost_nothing(api: Api, work: Work) -> None:
    game, blunder = played(api)
    assert look_back(game) == {"seat": 0, "measure": "value", **UNASKED}
    game.refused("POST", "/look-back", 409, "game_not_over", by=0)
    game.abandon()
    assert ask(game)["status"] == "queued"
    work()
    found = look_back(game)
    assert (found["status"], found["measure"], found["seat"]) == ("finished", "value", 0)
    assert found["done"] == found["decisions"] >= 10
    (costly,) = found["costly"]
    assert costly["version"] == blunder
    assert costly["cost"] > 0
    assert costly["given"]["id"] != costly["better"]["id"]
    assert all(costly[which][said] for which in ("given", "better") for said in ("label", "text"))
    assert isinstance(costly["better"]["preview"], dict)


@each_long_game
def test_at_most_three_decisions_are_named_the_costliest_first(
    api: Api, work: Work, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    monkeypatch.setattr(looking_back, "CHECK_SECONDS", 0.05)
    game = over(api, ruleset)
    ask(game)
    work()
    found = look_back(game)
    own = [each for each in game.lines() if (each["actor"], each["seat"]) == ("player", 0) and each["version"] > 1]
    assert found["status"] == "finished"
    assert found["decisions"] == len(own)
    costs = [each["cost"] for each in found["costly"]]
    assert len(costs) <= 3
    assert costs == sorted(costs, reverse=True)
    assert {each["version"] + 1 for each in found["costly"]} <= {each["version"] for each in own}
    for each in found["costly"]:
        assert each["turn"] == next(line["turn"] for line in own if line["version"] == each["version"] + 1)


def test_a_repeat_finds_the_same_job(api: Api, work: Work) -> None:
    game, queue = over(api, MARAUDERS), api.app.extensions["tradewinds"].queue
    assert ask(game) == ask(game) == look_back(game)
    assert len(queue) == 1
    ask(game, 1)
    assert len(queue) == 2, "another seat has a job of its own"
    work()
    assert ask(game) == look_back(game)
    assert look_back(game)["seat"] == 0
    assert look_back(game, 1)["seat"] == 1
    assert len(queue) == 0


def test_nobody_but_the_seat_sees_what_its_decisions_cost(api: Api) -> None:
    game = over(api, MARAUDERS)
    for method in ("GET", "POST"):
        game.refused(method, "/look-back", 401, "unauthorized")
        game.refused(method, "/look-back", 403, "token_lacks_right", by="host")
    ask(game, 0)
    assert look_back(game, 1)["status"] == "unasked"


@pytest.fixture
def indifferent(places: dict[str, Any], clock: Clock, contract: Contract) -> Iterator[Api]:
    """A service whose one game was made by somebody who wrote no `evaluate`."""
    game = changed(GAMES[MARAUDERS], bots={"evaluate": Bots.evaluate})
    packages = Installed(MappingProxyType({MARAUDERS: game}), installed().origins)
    app = create_app(Settings(**places, rate_limit="off"), packages=packages, clock=clock)
    yield Api(app, contract)
    close(app)


def test_a_game_whose_bots_value_nothing_says_so(indifferent: Api) -> None:
    game = over(indifferent, MARAUDERS)
    assert look_back(game) == {"seat": 0, "measure": "none", **UNASKED}
    problem = game.refused("POST", "/look-back", 409, "not_rated", by=0)
    assert problem["detail"] == "The bots of Merchants & Marauders value no action, so nobody can say what one cost."


def test_what_was_taken_back_was_no_decision(api: Api, work: Work) -> None:
    game, chance = api.create(RULESET, takeback="own"), Random(1)
    while game.state(0)["takeback_now"]["to_version"] is None:
        game.step(chance)
    made = [each["version"] for each in game.lines() if (each["actor"], each["seat"]) == ("player", 0)]
    assert made[-1] == game.version
    game.call("POST", "/takeback", 0, headers={"If-Match": f'"{game.version}"'}, expect=201)
    game.abandon()
    ask(game)
    work()
    assert look_back(game)["decisions"] == len(made) - 1


def test_a_job_leaves_the_rest_to_the_next_one_while_others_wait(
    api: Api, work: Work, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over(api, MARAUDERS)
    ask(game)
    work()
    whole, records = look_back(game), []
    queue = api.app.extensions["tradewinds"].queue
    queue.drop_all(game.id)
    queue.connection.delete(*queue.connection.scan_iter("rq:job:*"))

    def passing(services: jobs.BotServices) -> int:
        clock.advance(milliseconds=100)
        return int(clock.now.timestamp() * 1000)

    def noted(looks: LookBacks, game: str, seat: int, known: LookBack, now_ms: int, ruleset: str | None = None) -> LookBack:
        records.append(known)
        return put(looks, game, seat, known, now_ms, ruleset)

    put = LookBacks.put
    monkeypatch.setattr(jobs.BotServices, "now_ms", passing)
    monkeypatch.setattr(BotQueue, "others_wait", lambda queue, alone: True)
    monkeypatch.setattr(LookBacks, "put", noted)
    ask(game)
    work()
    assert look_back(game) == whole
    assert len(records) > 3
    seen = [each.done for each in records[1:]]
    assert seen == sorted(seen)


def test_a_job_that_stopped_goes_on_when_it_is_asked_for_again(api: Api, work: Work, clock: Clock) -> None:
    game, queue = over(api, MARAUDERS), api.app.extensions["tradewinds"].queue
    ask(game)
    clock.advance(seconds=90)
    assert look_back(game)["status"] == "queued", "it waits, however long"
    for each in queue.queues:
        each.empty()  # The worker was killed, or the queue was lost.
    assert look_back(game)["status"] == "failed"
    assert ask(game)["status"] == "queued"
    work()
    assert look_back(game)["status"] == "finished"


def test_nothing_of_it_outlives_the_game(api: Api, work: Work) -> None:
    game, services = over(api, MARAUDERS), api.app.extensions["tradewinds"]
    ask(game)
    services.deleter.delete(game.id)
    work()
    assert [*services.queue.connection.scan_iter("tradewinds:look-back:*")] == []


def test_a_queue_that_is_away_is_told(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(looks: LookBacks, game: str, seat: int) -> LookBack:
        raise redis.BusyLoadingError

    game = over(api, MARAUDERS)
    monkeypatch.setattr(LookBacks, "read", fails)
    for method in ("GET", "POST"):
        game.refused(method, "/look-back", 503, "store_unavailable", by=0)
