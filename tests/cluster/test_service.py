"""Two instances of the service and two bot workers on one Redis Cluster, with the queue on a Redis of its own."""

from __future__ import annotations

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.redis_cluster import QUICK_MS, Cluster
from tests.faults.retrying_client import Player
from tests.service.server import Stream
from tests.support.tradewinds import Tradewinds, wait_until

RULESET = "merchants-of-the-caribbean"
PARTITIONS = "16"


@pytest.fixture(scope="module")
def instances(shared_cluster: Cluster, redis_server: str) -> Iterator[list[Tradewinds]]:
    """Two starts of `tradewinds up`, each with a web process and a worker; an action counts when a replica has it."""
    shared_cluster.fail_over_after(QUICK_MS)
    shared_cluster.flush()
    places = {"REDIS_URL": shared_cluster.url, "QUEUE_URL": redis_server, "PARTITIONS": PARTITIONS}
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        made = [
            Tradewinds(Path(folder) / name, RATE_LIMIT="off", REDIS_WAIT_REPLICAS="1", LOG_FORMAT="text", **places)
            for name in ("one", "two")
        ]
        try:
            for each in made:
                each.wait_ready()
            yield made
            for each in made:
                each.stop()
        finally:
            for each in made:
                each.close()


def test_what_one_instance_does_the_other_shows(instances: list[Tradewinds]) -> None:
    """A game against a bot, its live stream, lists, audit, export and import, and branches, each over the other instance."""
    one, two = (Player(each.settings.port, seed) for seed, each in enumerate(instances))
    seats = [{"kind": "human"}, {"kind": "bot", "level": "greedy"}]
    created = _done(one, "POST", "/v1/games", {"ruleset": RULESET, "seats": seats, "options": {"round_limit": 12}})
    path = f"/v1/games/{created['game']['id']}"
    me = {"Authorization": f"Bearer {created['seats'][0]['token']}"}
    stream = Stream(two.port, f"{path}/events", token=created["seats"][0]["token"])
    assert [line["id"] for line in _done(two, "GET", "/v1/games?status=running")["items"]] == [created["game"]["id"]]
    acted = 0
    while acted < 3:
        game = _done(two, "GET", path, headers=me)
        if game["to_act"] == [0]:
            offer = _done(one, "GET", f"{path}/actions", headers=me)
            acted += 1
            key = {**me, "Idempotency-Key": f"action-{acted}"}
            accepted = _done(two, "POST", f"{path}/actions", offer["actions"][0]["action"], key)
            again = _done(one, "POST", f"{path}/actions", offer["actions"][0]["action"], key)
            assert (again["version"], again["head"]) == (accepted["version"], accepted["head"])
    _done(one, "PUT", f"{path}/seats/0", {"kind": "bot", "level": "random"}, me)
    stream.rest()
    game = _done(one, "GET", path)
    assert game["status"] == "finished"
    assert [commit["version"] for commit in stream.commits()] == list(range(1, game["version"] + 1))
    assert any(job["status"] == "finished" for job in _done(two, "GET", f"{path}/jobs")["items"])
    assert _done(two, "GET", f"{path}/audit")["ok"]
    branch = _done(two, "POST", f"{path}/branches", {"version": 3})
    assert _done(one, "GET", f"/v1/games/{branch['game']['id']}")["branch_of"]["version"] == 3
    with urllib.request.urlopen(f"http://127.0.0.1:{one.port}{path}/export", timeout=20) as response:
        exported = response.read()
    request = urllib.request.Request(f"http://127.0.0.1:{two.port}/v1/games/import", exported, method="POST")
    request.add_header("Content-Type", "application/x-ndjson")
    with urllib.request.urlopen(request, timeout=20) as response:
        imported = json.load(response)
    assert _done(one, "GET", f"/v1/games/{imported['id']}/audit")["ok"]
    for each in (one, two):
        each.close()


def test_every_acknowledged_action_survives_a_killed_master(instances: list[Tradewinds], shared_cluster: Cluster) -> None:
    """With a replica waited for. Meanwhile there are 503s with Retry-After and nothing else; then all games go on."""
    players = [
        Player(instance.settings.port, 10 * number + seed) for number, instance in enumerate(instances) for seed in (1, 2)
    ]
    for player in players:
        player.start()
    try:
        assert wait_until(lambda: all(len(player.receipts) > 5 for player in players), 30)
        victim = shared_cluster.holder("{0}")
        successor = shared_cluster.replica_of(victim)
        victim.kill()
        # Without its replica nothing can be acknowledged there, until the dead master comes back as the replica.
        assert wait_until(lambda: successor.role == "master", 20)
        victim.start()
        shared_cluster.wait_whole(30)
        before = [len(player.receipts) for player in players]
        assert wait_until(
            lambda: all(len(player.receipts) > count + 5 for player, count in zip(players, before, strict=True)), 30
        )
    finally:
        for player in players:
            player.stop()
    assert not [unexpected for player in players for unexpected in player.unexpected]
    assert all(wait is not None for player in players for wait in player.unavailable)
    for player in players:
        heads = {game: {each["version"]: each["head"] for each in player.log(game)} for game in player.games}
        assert all(heads[receipt.game].get(receipt.version) == receipt.head for receipt in player.receipts)
        player.close()
    assert wait_until(lambda: all(each.get("/readyz") == 200 for each in instances), 5)


def _done(player: Player, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
    status, answer, _ = player.ask(method, path, body, headers)
    assert status in (200, 201), answer
    return answer
