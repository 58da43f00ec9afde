"""The chat bot, against a whole Tradewinds with webhooks: several people play by it, and it is killed in the middle."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

from events.redis_store.api_keys import ApiKeys
from events.redis_store.games_redis import GamesRedis
from tests.examples.test_bots import EXAMPLES
from tests.support.tradewinds import Tradewinds, free_port, tradewinds, wait_until

CHANNEL = "42"


class Bot:
    """A start of the bot, and what it has posted."""

    def __init__(self, service: str, key: str, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.posts: list[dict[str, str]] = []
        self.process = subprocess.Popen(
            [sys.executable, str(EXAMPLES / "chat_bot.py"), service, str(port)],
            env={**os.environ, "KEY": key},
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        assert wait_until(self._answers, 20)

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.posts += (json.loads(line) for line in iter(self.process.stdout.readline, ""))

    def _answers(self) -> bool:
        try:
            return requests.post(f"{self.url}/hook", b"{}", headers={"webhook-timestamp": "1"}, timeout=5).status_code == 401
        except requests.ConnectionError:
            return False

    def says(self, player: str, text: str) -> str:
        """What it answers to somebody."""
        said = {"channel": CHANNEL, "player": player, "text": text}
        return str(requests.post(f"{self.url}/chat", json=said, timeout=20).text)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reading.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def bot(service: str, key: str, port: int) -> Iterator[Bot]:
    started = Bot(service, key, port)
    try:
        yield started
    finally:
        started.kill()


def new_key(running: Tradewinds) -> str:
    with running.redis() as client:
        return ApiKeys(GamesRedis(client, 1)).create("a chat", "2026-01-02T03:04:05.000Z")[1]


def turn(posts: list[dict[str, str]]) -> str:
    """The player whose turn the channel was told of last."""
    named: list[str] = re.findall(r"@(\w+)", posts[-1]["text"])
    return named[-1]


def move(bot: Bot) -> None:
    """The one whose turn it is does the first that is offered; until the channel is told of somebody's turn again."""
    known = len(bot.posts)
    player = turn(bot.posts)
    for _ in range(40):
        offered = bot.says(player, "moves")
        if not offered.startswith("do "):
            break
        bot.says(player, offered.splitlines()[0])
    assert wait_until(lambda: len(bot.posts) > known, 20)


def test_people_play_by_a_chat_bot_that_is_restarted_and_keeps_nothing(tmp_path: Path) -> None:
    with tradewinds(tmp_path, WEBHOOK_WORKERS="1", WEBHOOKS_PRIVATE="on", RATE_LIMIT="off") as running:
        service, key, port = f"http://{running.settings.address}", new_key(running), free_port()
        with bot(service, key, port) as first:
            assert first.says("ann", "play tic-tac-toe bob").endswith("begins.")
            assert wait_until(lambda: bool(first.posts), 20)
            assert {each["channel"] for each in first.posts} == {CHANNEL}
            waiting = ({"ann", "bob"} - {turn(first.posts)}).pop()
            assert "not your turn" in first.says(waiting, "moves")
            move(first)
            game = first.posts[-1]["text"].partition(":")[0]
            headers = {"Authorization": f"Bearer {key}"}
            hooks = requests.get(f"{service}/v1/webhooks", headers=headers, timeout=10).json()["items"]
            deliveries = f"{service}/v1/webhooks/{hooks[0]['id']}/deliveries"
            assert wait_until(lambda: requests.get(deliveries, headers=headers, timeout=10).json()["items"] != [], 20)
        # While the bot is away somebody plays by other means.
        state = requests.get(f"{service}/v1/games/{game}", timeout=10).json()
        as_seat = {**headers, "Tradewinds-Seat": str(state["to_act"][0])}
        path = f"{service}/v1/games/{game}/actions"
        offer = requests.get(path, headers=as_seat, timeout=10).json()["actions"][0]["id"]
        done = {**as_seat, "If-Match": f'"{state["version"]}"'}
        assert requests.post(path, json={"offer": offer}, headers=done, timeout=10).status_code == 201
        with bot(service, key, port) as second:
            assert wait_until(lambda: bool(second.posts), 20), "it tells what it has missed"
            while "is over" not in second.posts[-1]["text"]:
                move(second)
            told = [each["text"] for each in (*first.posts, *second.posts)]
            assert len([text for text in told if "is over" in text]) == 1
