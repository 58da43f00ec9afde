"""Create a game of Last Stick over HTTP, play it to its end, and look back at it."""

from __future__ import annotations

import sys

from events.settings import Settings
from service.app import create_app
from tests.service.client import Api
from tests.service.contract import Contract


def main(redis_url: str) -> None:
    app = create_app(Settings(redis_url=redis_url, rate_limit="off"))
    api = Api(app, Contract(app))
    titles = {each["ruleset"]: each["title"] for each in api.get("/v1/rulesets").json["items"]}
    assert titles["last-stick"] == "Last Stick"
    game = api.create("last-stick", *["human"] * 3, options={"sticks": 7})
    while (state := game.state())["to_act"]:
        seat = state["to_act"][0]
        chosen = game.legal(seat)["actions"][-1]
        assert chosen["text"].startswith("Take ")
        game.act(seat, chosen["action"])
    assert state["status"] == "finished"
    assert state["outcome"]["reason"] == "last_stick"
    assert game.get("/audit").json["ok"]
    assert game.state(version=2)["view"]["sticks"] == 4
    assert len(game.lines("/export")) == state["version"]


if __name__ == "__main__":
    main(sys.argv[1])
