"""Create a game of Last Stick over HTTP, play it to its end, and look back at it."""

from __future__ import annotations

import sys

from events.settings import Settings
from service.app import create_app


def main(redis_url: str) -> None:
    client = create_app(Settings(redis_url=redis_url, rate_limit="off")).test_client()
    titles = {each["ruleset"]: each["title"] for each in client.get("/v1/rulesets").json["items"]}
    assert titles["last-stick"] == "Last Stick"
    body = {"ruleset": "last-stick", "seats": [{"kind": "human"}] * 3, "options": {"sticks": 7}}
    created = client.post("/v1/games", json=body).json
    game = "/v1/games/" + created["game"]["id"]
    tokens = {each["seat"]: each["token"] for each in created["seats"]}
    while (state := client.get(game).json)["to_act"]:
        caller = {"Authorization": f"Bearer {tokens[state['to_act'][0]]}"}
        chosen = client.get(f"{game}/actions", headers=caller).json["actions"][-1]
        assert chosen["text"].startswith("Take ")
        headers = {**caller, "If-Match": f'"{state["version"]}"'}
        assert client.post(f"{game}/actions", json=chosen["action"], headers=headers).status_code == 201
    assert state["status"] == "finished"
    assert state["outcome"]["reason"] == "last_stick"
    assert client.get(f"{game}/audit").json["ok"]
    assert client.get(f"{game}?version=2").json["view"]["sticks"] == 4
    assert len(client.get(f"{game}/export").text.splitlines()) == state["version"]


if __name__ == "__main__":
    main(sys.argv[1])
