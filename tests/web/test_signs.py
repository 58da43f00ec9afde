"""What the signs mean: the dialog that `?` opens, and the names that signs say to whoever points at them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import requests

from tests.support.games import OURS
from tests.support.samples import sampled
from tests.web.browser import Visitor
from tests.web.playing import without_pictures
from tests.web.reading import violations
from tests.web.test_positions import each_drawn, positions

each_of_ours = pytest.mark.parametrize("ruleset", OURS)
NAMELESS = """() => [...document.querySelectorAll('.table svg.i')]
  .filter(each => each.checkVisibility() && !each.closest('[title]') && !each.querySelector('title'))
  .filter(each => !each.closest('button, p, h2, h3, summary, .point, .brand')?.innerText.trim())
  .map(each => each.parentElement.outerHTML)"""
"""Signs that neither say their names nor stand beside words."""
LOOKS = """names => names.map(name => {
  const keys = ['color', 'backgroundColor', 'backgroundImage', 'borderTopStyle', 'borderRadius'];
  const looks = each => keys.map(key => getComputedStyle(each)[key]).join();
  const [shown] = document.querySelectorAll(`dialog ${name}`);
  const there = [...document.querySelectorAll(`.table > main ${name}`)];
  return [name, there.length, there.map(looks).includes(looks(shown))];
})"""
"""Whether samples look like what they stand for, which is at the table."""


def sit(visitor: Visitor, ruleset: str, scenario: str = "beginning") -> str:
    (kinds, more) = next((kinds, more) for name, kinds, more in positions(visitor, ruleset) if name == scenario)
    made = visitor.sit(ruleset, *kinds, more=more)
    visitor.page.locator(".offer").first.wait_for()
    return made


def ask(visitor: Visitor) -> None:
    """Open the dialog, and wait for its lists."""
    visitor.page.keyboard.press("?")
    visitor.page.locator("dialog .every li").first.wait_for()


@each_of_ours
def test_every_sign_of_the_board_has_its_name_behind_the_question_mark(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    made = sit(anne, ruleset)
    ask(anne)
    words = requests.get(f"{anne.base}/v1/games/{made}/board", timeout=10).json()["words"]
    shown = " ".join(anne.page.locator(".of-games section:visible li").all_inner_texts())
    assert [each["name"] for each in words.values() if each.get("icon") and each["name"] not in shown] == []
    keys = " ".join(anne.page.locator(".keyslist .key").all_inner_texts())
    assert {"1", "u", "Escape", "?"} <= set(keys.split())


@each_of_ours
def test_the_signs_of_all_games_are_one_choice_away(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    sit(anne, ruleset)
    ask(anne)
    told = requests.get(f"{anne.base}/v1/rulesets/{ruleset}", timeout=10).json()
    titles = anne.page.locator(".of-games h2:visible")
    assert titles.all_inner_texts() == [told["title"]]
    anne.page.get_by_role("button", name="All games").click()
    assert {told["title"], "Merchants & Marauders", "Pirates of Maracaibo"} <= set(titles.all_inner_texts())
    anne.page.get_by_role("button", name="This game").click()
    assert titles.all_inner_texts() == [told["title"]]


@each_of_ours
def test_two_cards_are_drawn_as_the_table_draws_them_with_the_names_of_their_signs(
    visit: Callable[..., Visitor], ruleset: str
) -> None:
    anne = visit()
    made = sit(anne, ruleset)
    ask(anne)
    board = requests.get(f"{anne.base}/v1/games/{made}/board", timeout=10).json()
    cards = anne.page.locator(".explained")
    assert cards.count() == 2
    own = {"merchants-of-the-caribbean": "mc-card", "merchants-and-marauders": "mm-", "pirates-of-maracaibo": "pm-"}[ruleset]
    for card in cards.all():
        drawn = card.locator("[data-piece]")
        face = board["faces"][drawn.get_attribute("data-piece").removeprefix("sign/")]  # type: ignore[union-attr]
        assert own in (drawn.get_attribute("class") or "")
        names = card.locator(".named li span").all_inner_texts()
        assert names == [board["words"][key]["name"] for key, _ in face["facts"]]
        for sign in drawn.locator("svg[aria-label]").all():
            assert sign.get_attribute("aria-label") in [word["name"] for word in board["words"].values()]


def test_a_game_without_cards_or_without_a_drawing_shows_none(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    sit(anne, "tic-tac-toe")
    ask(anne)
    assert anne.page.locator("dialog .cards-of").count() == 0
    without_pictures(anne)
    anne.page.reload()
    anne.page.locator(".offer").first.wait_for()
    ask(anne)
    assert anne.page.locator("dialog .cards-of").count() == 0


def test_the_samples_of_every_table_look_as_what_they_stand_for(visit: Callable[..., Visitor]) -> None:
    """At a table where a person may do something, and gains, pays and risks something by it."""
    anne = visit()
    sit(anne, "merchants-of-the-caribbean", "others-take")
    ask(anne)
    looks = anne.page.evaluate(LOOKS, [".key:not(.plain)", ".chip.plus", ".offer.off"])
    assert [(name, True) for name, there, _ in looks if there] == [(name, alike) for name, there, alike in looks if there]
    assert looks[0][1], "an offer has a key"


@pytest.mark.parametrize("size", [(1366, 630), (1024, 600), (390, 844)], ids=str)
@each_of_ours
def test_the_dialog_fits_its_window(visit: Callable[..., Visitor], ruleset: str, size: tuple[int, int]) -> None:
    """On a laptop all but the list of the game is in sight; on a phone its parts stand below each other."""
    anne = visit(size=size)
    sit(anne, ruleset)
    ask(anne)
    assert anne.page.evaluate("(each => each.scrollWidth <= each.clientWidth)(document.querySelector('dialog'))")
    parts = (".every", ".of-games", ".cards-of", ".keyslist")
    places: list[Any] = [anne.page.locator(f"dialog {name}").bounding_box() for name in parts]
    if size[0] < 760:
        places[2:] = reversed(places[2:])  # The cards are last.
        assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(places))
        return
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(places[:3]))
    assert all(each["y"] + each["height"] <= size[1] for each in places)
    hidden = (
        "name => { const {scrollHeight, clientHeight} = document.querySelector(name); return scrollHeight - clientHeight; }"
    )
    assert anne.page.evaluate(hidden, "dialog .every") <= 0
    assert anne.page.evaluate(hidden, "dialog .cards-of") <= 0


@pytest.mark.parametrize("ruleset", sampled(OURS, "pirates-of-maracaibo"))
def test_the_dialog_can_be_read_by_all(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit(bypass_csp=True, reduced_motion="reduce")
    sit(anne, ruleset)
    ask(anne)
    assert violations(anne) == []


def test_escape_closes_it_and_the_focus_goes_back(visit: Callable[..., Visitor]) -> None:
    """Meanwhile no key chooses what lies behind it."""
    anne = visit()
    sit(anne, "merchants-of-the-caribbean")
    button = anne.page.get_by_role("button", name="Signs", exact=True)
    button.focus()
    anne.page.keyboard.press("Enter")
    anne.page.locator("dialog .every").wait_for()
    for name in ("Close", "This game", "All games"):
        anne.page.get_by_role("dialog").get_by_role("button", name=name).wait_for()
    before = anne.page.locator(".table").get_attribute("data-version")
    anne.page.keyboard.press("1")
    anne.page.keyboard.press("Escape")
    anne.page.locator("dialog").wait_for(state="detached")
    assert anne.page.locator(".table").get_attribute("data-version") == before
    assert button.evaluate("each => each === document.activeElement")


def test_a_service_that_cannot_be_reached_is_told(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    sit(anne, "tic-tac-toe")
    anne.page.route("**/docs/signs", lambda route: route.abort())
    anne.page.keyboard.press("?")
    anne.page.locator("dialog [role=status]", has_text="cannot be reached").wait_for()
    anne.complaints.clear()


@each_drawn
def test_every_sign_on_the_table_says_its_name_to_whoever_points_at_it(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit()
    sit(anne, ruleset)
    assert anne.page.evaluate(NAMELESS) == []
