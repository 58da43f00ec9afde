"""Games whose rules are not installed any more: listed, exported once they are over, and left alone otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from events.games.audit import audit
from events.log.exported import read_lines
from events.settings import Settings
from service.app import create_app
from telemetry.metrics import BOT_TURNS_PASSED_ON
from tests.service.client import Api, Game
from tests.service.conftest import close
from tests.service.contract import NDJSON, Contract
from tests.service.test_api_keys import new_key
from tests.support.damaged import key_of
from tests.support.endpoints import places, requests
from tests.support.games import CODECS, GAMES, RULESET
from tradewinds.installed import Installed, installed
from workers.jobs import BotServices, sweep, use
from workers.main import BotWorker

Clock = Any


@pytest.fixture
def without(places: dict[str, Any], contract: Contract, clock: Clock) -> Iterator[Api]:
    """A service on the same Redis that has every game but one."""
    others = MappingProxyType({name: game for name, game in GAMES.items() if name != RULESET})
    app = create_app(Settings(**places, rate_limit="off"), packages=Installed(others, installed().origins), clock=clock)
    yield Api(app, contract)
    close(app)


def seen_by(without: Api, game: Game) -> Game:
    """The game at that service."""
    found = Game(without, {"game": {"id": game.id, "ruleset": RULESET}, "host_token": game.tokens["host"], "seats": []})
    found.tokens = game.tokens
    return found


def test_a_game_is_listed_and_every_call_that_needs_its_rules_is_refused(api: Api, without: Api) -> None:
    key = new_key(api)
    game = api.create(RULESET, token=key)
    game.tokens["key"] = key
    assert [each["id"] for each in without.get("/v1/games").json["items"]] == [game.id]
    there = seen_by(without, game)
    for each in requests(there, "reads game", "changes game", at=places(game)):
        problem = each.send(there, expect=503, code="ruleset_not_installed").get_json(force=True)
        assert problem["params"] == {"ruleset": RULESET}, each
    assert api.get(f"/v1/games/{game.id}").json["status"] == "running"


def test_a_game_that_is_over_is_exported_as_it_is(finished: Callable[[str], Game], without: Api) -> None:
    game = finished(RULESET)
    file = without.get(f"/v1/games/{game.id}/export").data
    assert file == game.get("/export").data
    assert audit(CODECS, read_lines(file.splitlines(keepends=True))).ok


def test_its_file_is_not_imported(finished: Callable[[str], Game], without: Api) -> None:
    file = finished(RULESET).get("/export").data
    without.refused("POST", "/v1/games/import", 422, "ruleset_not_installed", data=file, content_type=NDJSON)


def test_a_log_with_a_gap_is_not_exported_as_if_it_were_whole(
    finished: Callable[[str], Game], without: Api, redis: Any
) -> None:
    game = finished(RULESET)
    redis.xdel(key_of(game.id), "2-0")
    without.refused("GET", f"/v1/games/{game.id}/export", 500, "log_damaged")


def test_no_new_one_is_created_and_the_contract_does_not_have_it(without: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 2}
    assert without.refused("POST", "/v1/games", 422, "invalid_body", json=body)
    names = without.get("/openapi.json").json["components"]["schemas"]["NewGame"]
    assert RULESET not in names["discriminator"]["mapping"]


def test_its_turns_wait_for_a_worker_that_has_it(
    api: Api, without: Api, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    # Given two games with a bot to act, and a worker that does not have their rules.
    games = [api.create(RULESET, "random", "human", options={"starting_seat": 0}).id for _ in range(2)]
    here, there = api.app.extensions["tradewinds"], without.app.extensions["tradewinds"]
    bots = BotServices(there.handler, there.store, there.queue, 0.02, clock=clock)
    passed_on = BOT_TURNS_PASSED_ON.labels(RULESET)._value.get()

    # When it takes all turns, and sweeps for hours.
    take_all(bots, BotWorker(there.queue.connection, there.codecs.games))
    for _ in range(100):
        clock.advance(seconds=61)
        assert sweep(bots) == 0

    # Then each turn was passed on once, which is said once, and nothing waits where this worker would take it again.
    assert BOT_TURNS_PASSED_ON.labels(RULESET)._value.get() - passed_on == 2
    assert [record.message for record in caplog.records if record.levelname in ("ERROR", "WARNING")] == [
        f"{RULESET} is not installed here: its bots' turns wait for a worker that has it"
    ]
    assert len(there.queue) == 0
    assert {job.status for game in games for job in there.queue.jobs(game)} == {"queued"}

    # When a worker begins that has the rules, then it takes them at once.
    services = BotServices(here.handler, here.store, here.queue, 0.02, clock=clock)
    take_all(services, BotWorker(here.queue.connection, here.codecs.games))
    assert all(here.handler.repository.load(game).version > 1 for game in games)


def test_a_worker_without_the_game_finds_its_lost_turns_too(api: Api, without: Api, clock: Clock) -> None:
    """It may be the one that sweeps."""
    game = api.create(RULESET, "random", "human", options={"starting_seat": 0}).id
    here, there = api.app.extensions["tradewinds"], without.app.extensions["tradewinds"]
    for queue in here.queue.queues:
        queue.empty()
    clock.advance(seconds=61)
    sweep(BotServices(there.handler, there.store, there.queue, 0.02, clock=clock))
    services = BotServices(here.handler, here.store, here.queue, 0.02, clock=clock)
    take_all(services, BotWorker(here.queue.connection, here.codecs.games))
    assert here.handler.repository.load(game).version > 1


def take_all(services: BotServices, worker: BotWorker) -> None:
    """All jobs that wait where this worker looks."""
    use(services)
    while (taken := worker.dequeue_job_and_maintain_ttl(None)) is not None:
        worker.perform_job(*taken)


def test_offline_commands_say_so(tmp_path: Any, finished: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.ndjson"
    file.write_bytes(finished(RULESET).get("/export").data.replace(RULESET.encode(), b"another-game"))
    for command, doing in (("verify", "checked"), ("replay", "replayed")):
        result = CliRunner().invoke(main, [command, str(file)])
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: the file cannot be {doing}: the game 'another-game' is not installed here")


def test_a_truncated_file_of_it_is_not_called_bad(
    tmp_path: Any, finished: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = finished(RULESET).get("/export").data.replace(RULESET.encode(), b"another-game")
    lines = whole.splitlines(keepends=True)
    file = tmp_path / "game.ndjson"
    for content, what in (
        (b"".join(lines[:5]) + lines[5][:40], "commit 6: the file ends in the middle of it"),
        (b"".join(lines[:5]), "the log ends after version 5, before the game is over"),
    ):
        file.write_bytes(content)
        result = CliRunner().invoke(main, ["verify", str(file)])
        assert result.exit_code == 2
        assert result.stderr == (
            f"TRUNCATED: {what}; the commits before that cannot be checked (ruleset_not_installed): "
            "the game 'another-game' is not installed here\n"
        )


def test_a_list_of_its_games_can_be_asked_for(api: Api, without: Api) -> None:
    game, _ = api.create(RULESET), api.create("pirates-of-maracaibo")
    assert [each["id"] for each in without.get(f"/v1/games?ruleset={RULESET}").json["items"]] == [game.id]
    assert without.get("/v1/games?ruleset=never-installed").json["items"] == []
    for bad in ("No%20Name", "a" * 65, ""):
        without.refused("GET", f"/v1/games?ruleset={bad}", 400, "invalid_query")


def test_its_file_is_given_to_nobody_with_an_invalid_token(finished: Callable[[str], Game], without: Api) -> None:
    game = finished(RULESET)
    address = f"/v1/games/{game.id}/export"
    for token in ("A" * 43, "no token"):
        without.refused("GET", address, 401, "unauthorized", headers={"Authorization": f"Bearer {token}"})
    without.refused("GET", address, 401, "unauthorized", headers={"Authorization": "Basic x"})
    for token in (game.tokens["host"], game.tokens[0]):
        assert without.get(address, headers={"Authorization": f"Bearer {token}"}).data == game.get("/export").data
