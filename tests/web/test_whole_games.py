"""Games played to their end in the browser, and seen again from the first turn to the last."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import requests

from tests.support.samples import long_only, sampled
from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, at, version_of
from tests.web.playing import (
    ASKED,
    OVER,
    RULER,
    Way,
    by_clicks,
    by_keys,
    drag,
    finished,
    move,
    play_to_the_end,
    shown_places,
)  # fmt: skip

MERCHANTS, MARAUDERS, MARACAIBO = "merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"
WHOLE: list[tuple[Way, str, tuple[str, ...], dict[str, Any]]] = [
    (by_keys, MERCHANTS, ("human", "greedy"), {}),
    (by_clicks, MERCHANTS, ("human", "greedy"), {"options": {"target_influence": 5, "expedition_required": False}}),
    (by_keys, MARAUDERS, ("human", "random"), {"scenario": "last-round"}),
    (by_clicks, MARAUDERS, ("human", "greedy"), {}),
    (by_keys, MARACAIBO, ("human",), {}),
    (by_clicks, MARACAIBO, ("human", "random"), {}),
    (by_clicks, MARACAIBO, ("human",), {"scenario": "jordans-turn"}),
]
TAKES_LONG = [WHOLE[3], *WHOLE[-2:]]
each_whole = pytest.mark.parametrize(
    ("way", "ruleset", "kinds", "more"),
    [long_only(*case) if case in TAKES_LONG else case for case in WHOLE],
    ids=[f"{game}-{len(kinds)}-{way.__name__}" for way, game, kinds, _ in WHOLE],
)
REPLAYED = [long_only(MERCHANTS, 2), long_only(MARAUDERS, 2), long_only(MARACAIBO, 2), (MARACAIBO, 1)]


@each_whole
def test_a_game_is_played_to_its_end(
    visit: Callable[..., Visitor], way: Way, ruleset: str, kinds: tuple[str, ...], more: dict[str, Any]
) -> None:
    anne = visit(reduced_motion="reduce")
    game = anne.sit(ruleset, *kinds, more=more)
    assert play_to_the_end(anne, way) > 1
    outcome = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["outcome"]
    scores = [int(each.inner_text()) for each in anne.page.locator(f"{OVER} .parts .total b").all()]
    assert scores == [*outcome["scores"], *[each["score"] for each in outcome["opponents"]]]
    assert "Your move" not in f"{anne.page.title()} {anne.page.locator('body').text_content()}"


@pytest.mark.parametrize(("ruleset", "seats"), REPLAYED)
def test_the_ruler_shows_each_turn_as_it_was(visit: Callable[..., Visitor], ruleset: str, seats: int) -> None:
    watcher = visit(reduced_motion="reduce")
    game = finished(watcher.base, ruleset, seats)
    address = f"{watcher.base}/v1/games/{game}"
    board = requests.get(f"{address}/board", timeout=10).json()
    piles = {area["id"] for area in board["areas"] if area["kind"] == "pile"}
    watcher.open(f"/games/{game}")
    page = watcher.page
    page.locator(OVER).wait_for()
    for turn in requests.get(f"{address}/turns", timeout=10).json()["items"][:-1]:
        drag(page, turn["last_version"])
        at(page, turn["last_version"]).wait_for()
        told = requests.get(f"{address}/picture?turn={turn['turn']}", timeout=10).json()
        places = {piece["id"]: piece["in"] for piece in told["pieces"]}
        shown = shown_places(page)
        assert shown == {piece: places.get(piece) for piece in shown}
        drawn = {piece for piece, place in places.items() if place not in piles}  # Of a pile the top is enough.
        assert wait_until(lambda drawn=drawn: not undrawn(page, drawn), 10), undrawn(page, drawn)  # type: ignore[misc]


def undrawn(page: Any, pieces: set[str]) -> set[str]:
    """The pieces that a page does not show. In the place of dice it shows the last roll and what it meant, once that
    was read: the same dice, or those that said where their hits fell."""
    missing = pieces - set(shown_places(page))
    dice = {piece for piece in missing if "/die/" in piece}
    return missing - dice if page.locator(".rolled .die").count() else missing


def test_a_ruler_dragged_fast_shows_where_it_was_let_go(visit: Callable[..., Visitor]) -> None:
    """Answers that come late, and in any order, take the handle nowhere."""
    watcher = visit()
    game = finished(watcher.base, MERCHANTS, 2)
    watcher.open(f"/games/{game}")
    page, chance = watcher.page, Random(1)
    page.locator(OVER).wait_for()
    page.route(re.compile(r"version=\d+$"), lambda route: (page.wait_for_timeout(chance.randrange(80)), route.continue_()))
    most = int(page.locator(RULER).get_attribute("max") or 0)
    for version in [*range(most - 1, 1, -most // 30), 40]:
        drag(page, version)
        assert int(page.locator(RULER).input_value()) == version
    at(page, 40).wait_for()
    page.wait_for_timeout(300)
    assert version_of(page) == int(page.locator(RULER).input_value()) == 40


@pytest.mark.parametrize("ruleset", sampled([MERCHANTS, MARAUDERS, MARACAIBO], MARACAIBO))
def test_another_move_is_tried_from_a_position_of_the_past(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit(reduced_motion="reduce")
    game = anne.sit(ruleset, "human", "random")
    page, chance = anne.page, Random(5)
    for _ in range(3):
        move(anne, by_keys, chance)
    page.locator(ASKED).wait_for()
    version = version_of(page) - 1
    page.keyboard.press("[")
    page.locator(".pastband").get_by_role("button", name="Try it from here").click()
    page.wait_for_url(lambda url: "/games/" in url and game not in url)
    page.locator(ASKED).wait_for()
    branch = page.url.rpartition("/")[2].partition("#")[0]
    origin = requests.get(f"{anne.base}/v1/games/{branch}", timeout=10).json()["branch_of"]
    assert (origin["game"], origin["version"]) == (game, version)
    move(anne, by_keys, chance)
