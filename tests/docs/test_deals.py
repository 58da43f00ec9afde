"""docs/fairness.md suffices to deal each game's set-up again: `deals` was written from it alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.service.client import Api
from tests.service.conftest import *  # noqa: F403 (every fixture it has, whichever those are)

from .deals import differing

CARIBBEAN, MARAUDERS, MARACAIBO = "merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"
FOG = {"fog_of_war_improvements": True, "fog_of_war_locations": True}
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    *((CARIBBEAN, seats, {"deck": deck}) for deck in ("merchants-110", "port-royal-120") for seats in (2, 3)),
    (CARIBBEAN, 5, {"deck": "port-royal-120", "starting_seat": 3}),
    *((MARAUDERS, seats, {}) for seats in (2, 3, 4)),
    *((MARACAIBO, seats, {}) for seats in (2, 3, 4)),
    *((MARACAIBO, 1, {"b_cards": b}) for b in (0, 3, 6)),
    (MARACAIBO, 4, {**FOG, "quest_hunters": True}),
    *(
        (MARACAIBO, 3, {"break_location_clusters": True, "layout": layout})
        for layout in ("standard", "grid", "strait", "long_channel")
        for _ in range(3)
    ),
)


@pytest.fixture
def played(api: Api) -> Callable[[str, int, dict[str, Any]], tuple[list[Any], Any]]:
    """An exported game, in which all have chosen what they begin with, and the content of its ruleset, as HTTP has them."""

    def play(ruleset: str, seats: int, options: dict[str, Any]) -> tuple[list[Any], Any]:
        game = api.create(ruleset, *["human"] * (seats - 1), "open", options=options)
        game.claim(seats - 1, client_seed="naïve \N{SAILBOAT} seed")
        for _ in range(4 * seats if ruleset == MARAUDERS else 0):
            game.play(1)
        game.abandon()
        lines = [json.loads(line) for line in game.get("/export").text.splitlines()]
        return lines, api.get(f"/v1/rulesets/{ruleset}").json["content"]

    return play


@pytest.mark.parametrize(("ruleset", "seats", "options"), TABLES)
def test_every_draw_of_the_set_up_is_as_the_text_says(
    played: Callable[..., Any], ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    commits, content = played(ruleset, seats, options)
    assert differing(commits, content) == []
    if ruleset == MARAUDERS:
        assert any(event["type"] == "turn_order_drawn" for commit in commits for event in commit["events"])


def test_another_deal_is_found(played: Callable[..., Any]) -> None:
    for ruleset, field in ((CARIBBEAN, "deck_order"), (MARAUDERS, "rumor_deck"), (MARACAIBO, "quest_deck")):
        commits, content = played(ruleset, 2, {})
        (dealt,) = (event[field] for commit in commits for event in commit["events"] if event["type"] == "game_set_up")
        one, other = Random(1).sample(range(len(dealt)), 2)
        dealt[one], dealt[other] = dealt[other], dealt[one]
        assert differing(commits, content) == [field]
