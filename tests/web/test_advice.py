"""What a bot would play: asked for by a player, in games that allow it, and shown at the offers and on the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import requests

from tests.web.browser import Visitor

ASK = re.compile("What would .* play")


def ranking(visitor: Visitor, game: str, level: str) -> list[dict[str, Any]]:
    """How the service ranks the offers of the seat that is asked."""
    address = f"{visitor.base}/v1/games/{game}"
    right = visitor.right(game, requests.get(address, timeout=10).json()["to_act"][0])
    answer = requests.get(f"{address}/actions?advise={level}", headers=right, timeout=30).json()
    found: list[dict[str, Any]] = answer["advice"]["ranking"]
    return found


def test_a_player_asks_what_a_bot_would_play(visit: Callable[..., Visitor]) -> None:
    """By a click and by its key. The best offer is marked in the list and on the board until the player moves."""
    anne = visit()
    game = anne.sit("tic-tac-toe", "human", "human", more={"advice": True})
    page = anne.page
    page.locator(".asked.mine").wait_for()
    page.locator(".log", has_text="may be asked for advice").wait_for()
    page.get_by_label("Who is asked for advice").select_option("greedy")
    for ask in (lambda: page.get_by_role("button", name=ASK).click(), lambda: page.keyboard.press("a")):
        ask()
        page.locator(".advice [role=status]", has_text="greedy").wait_for()
        assert page.locator(".offer .rank").count() == len(ranking(anne, game, "greedy")) == 9
        best = page.locator(".offer", has=page.get_by_label("choice number 1"))
        assert best.count() == 1
        assert page.locator(".board .advised .key", has_text="\u2605").count() == 1
        label = best.locator("b").first.inner_text()
        assert label in page.locator(".advice [role=status]").inner_text()
        page.get_by_label("Who is asked for advice").select_option("random")
        page.locator(".rank").first.wait_for(state="detached")
        page.get_by_label("Who is asked for advice").select_option("greedy")
    page.keyboard.press("a")
    page.locator(".rank").first.wait_for()
    page.locator(".offer .choose").first.click()
    page.locator(".asked.mine").wait_for(state="detached")
    assert not page.locator(".rank, .advised, .advice").count()


def test_a_game_that_allows_no_advice_offers_none(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "human")
    anne.sit_down()
    assert not anne.page.get_by_role("button", name=ASK).count()
    anne.page.keyboard.press("a")
    anne.page.keyboard.press("1")  # Which would come after an answer, had there been a question.
    anne.page.locator(".curtain").wait_for()
    assert not [address for address in anne.addresses if "advise" in address]


def test_the_form_offers_advice_and_everybody_is_told(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    anne.open("/#table")
    anne.page.locator("label.choice", has_text="Tic-tac-toe").click()
    anne.page.locator(".terms summary").click()
    assert not anne.page.get_by_label("Advice").is_checked()
    anne.page.get_by_label("Advice").check()
    anne.page.locator(".seatrow select").nth(1).select_option("open")
    anne.page.locator("button[type=submit]").click()
    anne.page.locator(".seating").wait_for()
    game = anne.page.url.rpartition("/")[2]
    assert requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["advice"] is True
    guest.open(f"/games/{game}")
    guest.page.locator(".seating", has_text="may ask what a bot would do").wait_for()
