"""What the tests of the clients share."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import requests

from tests.support.keys import new_key
from tests.support.tradewinds import Tradewinds, wait_until


class Host(NamedTuple):
    """A service, and an API key of it."""

    url: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def finished(self, ruleset: str = "tic-tac-toe") -> str:
        """A game of this key that bots have played to its end."""
        seats = [{"kind": "bot", "level": "random"}] * 2
        body = {"ruleset": ruleset, "seats": seats}
        game: str = requests.post(f"{self.url}/v1/games", json=body, headers=self.headers, timeout=20).json()["game"]["id"]
        assert wait_until(lambda: self.get(f"games/{game}")["status"] == "finished", 30)
        return game

    def get(self, path: str) -> Any:
        answer = requests.get(f"{self.url}/v1/{path}", headers=self.headers, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def commits(self, game: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"games/{game}/events?limit=1000")["items"]
        return found


@pytest.fixture
def host(hosting_service: Tradewinds) -> Host:
    """The service, with a key of this test's own."""
    return Host(f"http://{hosting_service.settings.address}", new_key(hosting_service))
