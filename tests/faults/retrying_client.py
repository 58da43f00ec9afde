"""A well-behaved client: each action has its own key and is sent until it is answered."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

PATIENCE_SECONDS = 40.0
RETRY_SECONDS = 0.1


class GaveUp(Exception):
    """No answer, for so long that the service counts as dead."""


@dataclass(frozen=True)
class Receipt:
    """The answer to an acknowledged action, and when it came."""

    game: str
    version: int
    head: str
    command: dict[str, Any]
    at: float


@dataclass
class Player:
    """Plays both seats of one game after the other at random, until stopped; keeps every receipt."""

    port: int
    seed: int
    games: list[str] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    unavailable: list[str | None] = field(default_factory=list)
    """The Retry-After of every 503."""
    unexpected: list[str] = field(default_factory=list)
    replayed: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._connection: http.client.HTTPConnection | None = None
        self._tokens: dict[int, str] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name=f"player {self.seed}")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop after the answer to the action under way. What is asked later opens a new connection."""
        self._stop.set()
        self._thread.join()
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """The first answer other than "not now" to a repeated request."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        content = None if body is None else json.dumps(body)
        while time.monotonic() < deadline:
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                self._connection.request(method, path, content, {"Content-Type": "application/json", **(headers or {})})
                response = self._connection.getresponse()
                answer = json.loads(response.read())
            except (OSError, http.client.HTTPException, ValueError):
                if self._connection is not None:
                    self._connection.close()
                self._connection = None
            else:
                if response.status != 503:
                    return response.status, answer, response.headers
                self.unavailable.append(response.headers["Retry-After"])
            time.sleep(RETRY_SECONDS)
        raise GaveUp(path)

    def log(self, game: str) -> list[dict[str, Any]]:
        """Every commit of a game as a spectator sees it."""
        commits: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            status, page, _ = self.ask("GET", f"/v1/games/{game}/events?after={after}&limit=1000")
            assert status == 200, page
            commits += page["items"]
            after = page["next"]
        return commits

    def _play(self) -> None:
        while not self._stop.is_set():
            game = self._create()
            self.games.append(game)
            while not self._stop.is_set():
                to_act = self.ask("GET", f"/v1/games/{game}")[1].get("to_act")
                if not to_act:
                    break
                self._act(game, to_act[0])

    def _create(self) -> str:
        body = {"ruleset": "merchants-of-the-caribbean", "seats": [{"kind": "human"}, {"kind": "human"}]}
        status, created, _ = self.ask("POST", "/v1/games", body, {"Idempotency-Key": uuid.uuid4().hex})
        assert status == 201, created
        self._tokens = {seat["seat"]: seat["token"] for seat in created["seats"]}
        game: str = created["game"]["id"]
        return game

    def _act(self, game: str, seat: int) -> None:
        mine = {"Authorization": f"Bearer {self._tokens[seat]}"}
        _, legal, _ = self.ask("GET", f"/v1/games/{game}/actions", headers=mine)
        if not legal.get("actions"):
            return
        command = self._random.choice(legal["actions"])["action"]
        guards = {"If-Match": f'"{legal["version"]}"', "Idempotency-Key": uuid.uuid4().hex}
        status, answer, headers = self.ask("POST", f"/v1/games/{game}/actions", command, {**mine, **guards})
        if status == 201:
            self.replayed += headers.get("Idempotency-Replayed") == "true"
            self.receipts.append(Receipt(game, answer["version"], answer["head"], command, time.monotonic()))
        else:
            self.unexpected.append(f"{status} {answer}")
