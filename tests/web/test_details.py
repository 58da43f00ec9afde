"""Details that players noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import requests

from tests.web.browser import Visitor, elsewhere, version_of
from tests.web.test_flow import settle_on

MOVING = (
    "() => document.getAnimations().filter(each => !(each instanceof CSSTransition) && each.playState === 'running').length"
)


def play_until(visitor: Visitor, there: Callable[[], bool]) -> None:
    """Choose the first offer until the position is as wanted."""
    page = visitor.page
    page.locator(".offer").first.wait_for()
    for _ in range(40):
        if there():
            return
        before = version_of(page)
        page.keyboard.press("1")
        elsewhere(page, before).wait_for()
        page.locator(".offer").first.wait_for()
    raise AssertionError("no such position came about")


@pytest.mark.parametrize("game", ["merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"])
def test_what_ends_something_says_so_where_it_lies(visit: Callable[..., Visitor], game: str) -> None:
    """Nobody would guess from the name of a place or a piece that a click ends what is going on there."""
    anne = visit()
    anne.sit(game, "human", "random")
    does = anne.page.locator(".legal .key.does")
    play_until(anne, lambda: does.count() > 0)
    offers = [" ".join(each.split()) for each in anne.page.locator(".offer .choose:has(.i)").all_text_contents()]
    for said in does.all_text_contents():
        assert any(offer.startswith(said.replace(" ", "", 1)) for offer in offers), (said, offers)
    assert all(
        each.inner_text() == each.locator(".does").inner_text() for each in anne.page.locator(".point:has(.does)").all()
    )


@pytest.mark.parametrize("hurry", ["click", "key"])
def test_whoever_clicks_or_presses_a_key_waits_for_no_motion(visit: Callable[..., Visitor], hurry: str) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    settle_on(anne, "Motion", "slow")
    anne.page.locator(".asked.mine").wait_for()
    anne.page.keyboard.press("1")
    anne.page.wait_for_function(MOVING)
    anne.page.locator(".bar").click() if hurry == "click" else anne.page.keyboard.press("Shift")
    assert not anne.page.evaluate(MOVING)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (360, 740)], ids=["upright tablet", "tablet", "phone"])
def test_what_ends_a_turn_is_in_sight(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """However long the list above it is."""
    anne = visit(size=size)
    anne.sit("merchants-and-marauders", "human", "random")
    page = anne.page
    play_until(
        anne, lambda: page.locator(".offers > .list .offer").count() > 3 and page.locator(".offers > .last").count() > 0
    )
    end = page.locator(".offers > .last .choose").last.bounding_box()
    assert end is not None
    assert end["y"] + end["height"] <= size[1] - (58 if size[0] < 761 else 0)


def test_a_zone_of_the_chart_says_why_nobody_can_sail_there_now(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.sit("merchants-and-marauders", "human", "random")

    def refused() -> list[str]:
        """The zones to which the rules refuse to let the player sail now."""
        actions = f"{anne.base}/v1/games/{game}/actions?unavailable=true"
        found = requests.get(actions, headers=anne.right(game, 0), timeout=10).json()["unavailable"]
        return [each["targets"][0] for each in found if each["label"].startswith("Sail to")]

    play_until(anne, lambda: bool(refused()))
    anne.page.locator(f".mm-zone[data-area='{refused()[0]}'] .point").click()
    anne.page.locator("dialog .cannot", has_text="Sail to").wait_for()


def test_what_a_player_misses_is_a_grey_row_among_the_offers(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.sit("merchants-and-marauders", "human", "random")

    def missed() -> list[str]:
        actions = f"{anne.base}/v1/games/{game}/actions?unavailable=true"
        found = requests.get(actions, headers=anne.right(game, 0), timeout=10).json()["unavailable"]
        return [each["label"] for each in found if each["missed"]]

    play_until(anne, lambda: bool(missed()))
    anne.page.locator(".offers .list > .off").first.wait_for()
    assert anne.page.locator(".offers .list > .off b").all_inner_texts() == missed()
    assert all(reason.strip() for reason in anne.page.locator(".offers .off small").all_inner_texts())
    assert not anne.page.locator(".offers .off button").count(), "nobody can choose it"


def test_new_tokens_are_no_news_for_players(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.sit("tic-tac-toe", "human", "human")  # By a link, whose token the page replaces.
    anne.page.locator(".log li li").first.wait_for()
    commits = requests.get(f"{anne.base}/v1/games/{game}/events", timeout=10).json()["items"]
    (renewal,) = (each for each in commits if [event["type"] for event in each["events"]] == ["tokens_renewed"])
    assert renewal["text"] == ""
    assert "token" not in anne.page.locator(".log").inner_text().lower()
