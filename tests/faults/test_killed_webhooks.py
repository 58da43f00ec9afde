"""A process that calls webhooks is killed between any two of its steps: every event arrives, under one id, and in order."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from domain.session import lifecycle
from events.encryption import Cipher, make_key
from events.redis_store.client import connect
from events.store.event_store import EventStore
from events.store_types import OwnersPart
from events.webhooks.hooks import KeptHook, new_secret
from tests.faults.webhook_forks import Forks, forks
from tests.support.games import CODECS
from tests.support.play import HUMAN, MERCHANTS, OPEN, Match, handler_on
from tests.support.tradewinds import wait_until
from tests.workers.receiver import Receiver, receiving

AT = "2026-01-02T03:04:05.000Z"
NEVER = 0


@pytest.fixture
def store(redis_url: str) -> Iterator[EventStore]:
    client = connect(redis_url)
    yield EventStore(client)
    client.close()


def hooked(store: EventStore, receiver: Receiver, key_file: Path) -> tuple[str, str]:
    """A webhook of a new key: the key's id, and the signing secret."""
    make_key(key_file)
    owner, secret = store.api_keys.create("a league", AT)[0].id, new_secret()
    sealed = base64.b64encode(Cipher.from_file(key_file).encrypted(secret.encode(), "wh1")).decode()
    store.webhooks.add(
        KeptHook(
            id="wh1", url=receiver.url, events=("seat_claimed", "turn", "over"), created_at=AT, owner=owner, secret=sealed
        )
    )
    return owner, secret


def claimed(store: EventStore, owner: str) -> Match:
    """A game in which a seat was just claimed and a player asked."""
    handler = handler_on(store, CODECS)
    plan = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    match = Match(handler, handler.new_games.create(plan, None, None, OwnersPart(owner=owner)))
    match.claim(1)
    return match


def finish(process: Forks, redis: Redis) -> None:
    """Have everything delivered, as after the thirty seconds for which a killed process has a webhook for itself."""
    redis.delete("{0}:hooks:wh1:lease")
    assert not process.killed_before(NEVER)
    for key in ("{0}:outbox", "{0}:hooks:wh1", "{0}:hooks:wh1:order", "{0}:hooks:due"):
        assert not redis.exists(key), key


@pytest.mark.threat("T-37")
def test_a_webhook_process_that_is_killed_at_any_step_loses_nothing(
    store: EventStore, redis_url: str, tmp_path: Path
) -> None:
    """Every other time the game ends before the next process goes on with the calls."""
    expected: dict[str, set[str]] = {}
    with receiving() as receiver, Redis.from_url(redis_url) as redis, forks(redis_url, tmp_path / "key") as process:
        owner, secret = hooked(store, receiver, tmp_path / "key")
        step, killed = 0, True
        while killed:
            step += 1
            match = claimed(store, owner)
            expected[match.id] = {"seat_claimed", "over" if step % 2 else "turn"}
            killed = process.killed_before(step)
            if step % 2:
                match.manage("host", lifecycle.AbandonGame())
            finish(process, redis)
        assert step > 20, "before and after each command to Redis, and each call"
        heard: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
        for message, told in zip(receiver.ids(), receiver.told(secret), strict=True):
            heard[told["data"]["game"]].append((told["type"], told["data"]["version"], message))
    for game, events in expected.items():
        assert events <= {event for event, _, _ in heard[game]}, "told at least once"
        versions = [version for _, version, _ in heard[game]]
        assert versions == sorted(versions), "in order"
        assert len({event for event, _, _ in heard[game]}) == len({message for _, _, message in heard[game]}), "with one id"
    repeated = sum(len(each) - len({*each}) for each in ([message for *_, message in calls] for calls in heard.values()))
    assert repeated >= 2, "a call is repeated where nobody noted that it had arrived"


def test_a_webhook_process_that_is_to_stop_ends_its_call_first(store: EventStore, redis_url: str, tmp_path: Path) -> None:
    with receiving() as receiver:
        owner, _ = hooked(store, receiver, tmp_path / "key")
        receiver.hold.clear()
        for _ in range(3):
            claimed(store, owner)
        settings = {"REDIS_URL": redis_url, "WEBHOOKS_KEY_FILE": str(tmp_path / "key"), "WEBHOOKS_PRIVATE": "on"}
        command = [sys.executable, "-m", "cli.main", "webhooks"]
        with subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True) as process:
            assert wait_until(lambda: len(receiver.calls) == 1, 30)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            receiver.hold.set()
            said = process.communicate(timeout=30)[1]
        assert process.returncode == 0
        assert "Traceback" not in said
        assert [each.status for each in store.webhooks.past("wh1")] == ["delivered"] * len(receiver.calls)
        assert len(store.webhooks.waiting("wh1")) == 6 - len(receiver.calls)
