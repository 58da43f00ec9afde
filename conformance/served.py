"""Plays a game over HTTP in this process, on a Redis of its own, with a bot; then audits, branches, exports and verifies."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from redis import Redis
from werkzeug.test import TestResponse

from conformance.playing import hold, seats_of
from domain import session
from domain.game import AnyGame
from domain.kit.seats import smallest_table
from events.bot_queue import BotQueue
from events.games.audit import audit
from events.log.codec import Codecs
from events.log.exported import read_lines
from events.redis_store.client import connect
from events.settings import Settings
from events.store.event_store import EventStore
from service.app import create_app
from service.openapi.document import document
from service.openapi.offered import offered
from service.up.alone import redis_alone
from tradewinds.installed import Installed
from tradewinds.packages import Package
from workers.jobs import BotServices, play_turns

LONGEST = 5_000
"""Actions."""
BRANCHED_AFTER = 3
"""Actions."""


class Served:
    """A service that has this game and no other."""

    def __init__(self, game: AnyGame, settings: Settings, redis: Redis) -> None:
        self.game = game
        packages = offered(Installed({game.name: game}, {game.name: Package(game.title, str(game.version))}))
        hold(not packages.refused, str(packages.trouble))
        self.app = create_app(settings, packages=packages, store=EventStore(redis), queue=BotQueue(redis))
        services = self.app.extensions["tradewinds"]
        self.bots = BotServices(services.handler, services.store, services.queue, budget=0.05)
        self.client = self.app.test_client()

    def ask(self, method: str, path: str, status: int, token: str | None = None, **request: Any) -> TestResponse:
        """The answer, which must have this status."""
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **request.pop("headers", {})}
        answer = self.client.open(path, method=method, headers=headers, **request)
        hold(answer.status_code == status, f"{method} {path} answers {answer.status_code}: {answer.text}")
        return answer

    def create(self) -> tuple[str, dict[int, str]]:
        """The address of a new game of people and, where there is a second seat, a bot; and the tokens of the people."""
        others = smallest_table(seats_of(self.game)) - 1
        seats = [*[{"kind": "human"}] * max(1, others), *[{"kind": "bot", "level": "greedy"}] * min(1, others)]
        created = self.ask("POST", "/v1/games", 201, json={"ruleset": self.game.name, "seats": seats}).get_json()
        tokens = {each["seat"]: each["token"] for each in created["seats"]}
        return f"/v1/games/{created['game']['id']}", tokens

    def play(self, address: str, tokens: dict[int, str], most: int, chance: random.Random) -> dict[str, Any]:
        """At most this many actions of people; the bots play in between. The game after them."""
        acted = 0
        while True:
            self._play_bots(address)
            now: dict[str, Any] = self.ask("GET", address, 200).get_json()
            asked = [seat for seat in now["to_act"] if seat in tokens]
            if acted == most or not asked:
                return now
            token = tokens[asked[0]]
            offers = self.ask("GET", f"{address}/actions", 200, token).get_json()["actions"]
            action = chance.choice(offers)["action"]
            tag = {"If-Match": f'"{now["version"]}"'}
            self.ask("POST", f"{address}/actions/try", 200, token, json=action, headers=tag)
            self.ask("POST", f"{address}/actions", 201, token, json=action, headers=tag)
            acted += 1

    def _play_bots(self, address: str) -> None:
        game = address.rpartition("/")[2]
        game_log = self.bots.handler.repository.load(game)
        for seat in session.bots_to_act(game_log.game, game_log.session)[:1]:
            play_turns(self.bots, game, game_log.version, seat, 1)


@contextmanager
def served(game: AnyGame) -> Iterator[Served]:
    """The service with this game, on a Redis that ends with it. Raises UpError where there is none to run."""
    with TemporaryDirectory(prefix="tradewinds-") as folder:
        settings = Settings(data_dir=Path(folder), rate_limit="off", redis_appendfsync="everysec")
        (settings.data_dir / "redis").mkdir()
        with redis_alone(settings), closing(connect(settings.games_redis)) as redis:
            yield Served(game, settings, redis)


def it_is_played_over_http(game: AnyGame) -> None:
    """The game is listed, created, played to its end by people and bots, and its contract can be written."""
    with served(game) as service:
        _play_over_http(game, service)


def _play_over_http(game: AnyGame, served: Served) -> None:
    lost = _lost_references(document(served.app))
    hold(not lost, f"the contract refers to {sorted(lost)}, which it does not have")
    shown = served.ask("GET", "/v1/rulesets", 200).get_json()["items"]
    hold([each["ruleset"] for each in shown] == [game.name], "the game is not listed")
    served.ask("GET", f"/v1/rulesets/{game.name}", 200)
    address, tokens = served.create()
    over = served.play(address, tokens, LONGEST, random.Random(1))
    hold(over["status"] == "finished", f"after {LONGEST} actions the game is not over")
    found = served.ask("GET", f"{address}/audit", 200).get_json()
    hold(found["ok"] and not found["truncated"], f"the audit finds: {found['problem']}")
    for path in ("?turn=1", "?version=2", "?open=true", "/turns", "/events", "/diff?from=1&to=2"):
        served.ask("GET", f"{address}{path}", 200)
    file = served.ask("GET", f"{address}/export", 200).data
    verified = audit(Codecs({game.name: game}), read_lines(file.splitlines(keepends=True)))
    hold(verified.ok and not verified.truncated, f"the exported file is not sound: {verified.problem}")
    changed = json.loads(file.splitlines()[1])
    changed["at"] = "2001-01-01T00:00:00.000Z"
    lines = file.splitlines(keepends=True)
    forged = [lines[0], json.dumps(changed).encode() + b"\n", *lines[2:]]
    hold(not audit(Codecs({game.name: game}), read_lines(forged)).ok, "a changed file passes for a sound one")
    imported = served.ask("POST", "/v1/games/import", 201, data=file, content_type="application/x-ndjson").get_json()
    hold(imported["outcome"] == over["outcome"], "an imported game ends otherwise")


def _lost_references(contract: dict[str, Any]) -> set[str]:
    """The schemas that the contract refers to and does not have."""
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(contract)))
    return found - set(contract["components"]["schemas"])


def a_branch_goes_on(game: AnyGame) -> None:
    """A branch from the middle of a game is played to its end and passes the audit; its parent goes on."""
    with served(game) as service:
        _branch(service, random.Random(2))


def _branch(served: Served, chance: random.Random) -> None:
    address, tokens = served.create()
    now = served.play(address, tokens, BRANCHED_AFTER, chance)
    if now["status"] != "running":
        return
    made = served.ask("POST", f"{address}/branches", 201, json={"version": now["version"]}).get_json()
    branch = f"/v1/games/{made['game']['id']}"
    over = served.play(branch, {each["seat"]: each["token"] for each in made["seats"]}, LONGEST, chance)
    hold(over["status"] == "finished", "a branch does not come to an end")
    hold(served.ask("GET", f"{branch}/audit", 200).get_json()["ok"], "the audit of a branch finds a fault")
    hold(served.ask("GET", address, 200).get_json()["version"] == now["version"], "a branch changes its parent")


SERVED = (it_is_played_over_http, a_branch_goes_on)
"""The promises of a game that is served."""
