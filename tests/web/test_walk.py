"""The walk of a visitor, from the first page to the end of a game: every page and dialog on it can be read by all."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.games import OURS
from tests.support.samples import sampled
from tests.web.browser import PHONE, Visitor
from tests.web.playing import ASKED, OVER, finished
from tests.web.reading import LAPTOP, violations

MERCHANTS = "Merchants of the Caribbean"


def first_page(anne: Visitor) -> None:
    """With a game of one's own, and a hidden one."""
    for _ in range(2):
        anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.open()
    anne.page.locator(".ownline").nth(1).wait_for()
    anne.page.get_by_role("button", name="Hide: ").first.click()
    anne.page.locator(".undo").wait_for()


def form(anne: Visitor) -> None:
    anne.open("/#table")
    anne.page.locator(".terms summary").click()
    anne.page.get_by_label("Clock").select_option("300")


def lobby(anne: Visitor) -> None:
    """Of the host, with the code of an invitation."""
    anne.begin(MERCHANTS, "human", "reserved", "open")
    anne.page.get_by_role("img", name="QR code").wait_for()


def invited(anne: Visitor) -> None:
    anne.begin(MERCHANTS, "human", "reserved")
    link = anne.page.locator(".hosting input").first
    link.wait_for()
    address = link.input_value()
    anne.page.evaluate("localStorage.clear()")
    anne.page.goto("about:blank")
    anne.page.goto(address)
    anne.page.get_by_role("button", name="Sit down in seat 2").wait_for()


def lesson(anne: Visitor) -> None:
    anne.open()
    anne.page.get_by_role("button", name=f"Learn it in three minutes: {MERCHANTS}").click()
    anne.page.locator(".coach .say-so").wait_for()


def table(anne: Visitor) -> None:
    anne.sit("merchants-of-the-caribbean", "human", "human")
    anne.page.locator(ASKED).wait_for()
    anne.page.locator(".offer .choose").first.wait_for()


def question(anne: Visitor) -> None:
    """Whether a bot shall play."""
    table(anne)
    anne.page.get_by_label("Let a bot play for you").first.evaluate("tool => tool.click()")
    anne.page.locator("dialog.asking").wait_for()


def links(anne: Visitor) -> None:
    table(anne)
    anne.page.get_by_label("Links").first.evaluate("tool => tool.click()")
    anne.page.locator("dialog .copying, dialog .btn").first.wait_for()


def end(anne: Visitor) -> None:
    """With what was checked, and how the game swung."""
    anne.open(f"/games/{finished(anne.base, 'merchants-of-the-caribbean', 3, 'greedy')}")
    anne.page.locator(".audit .found").wait_for()
    anne.page.locator(f"{OVER} details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    anne.page.locator(".audit .verdict").first.wait_for()


def rules(anne: Visitor) -> None:
    anne.open("/docs/rules/merchants-of-the-caribbean")


PLACES = [first_page, form, lobby, invited, lesson, question, links, end, rules]


@pytest.mark.parametrize("place", sampled(PLACES, first_page, form, invited, rules), ids=lambda place: place.__name__)
def test_each_place_on_the_way_can_be_read_by_all(visit: Callable[..., Visitor], place: Callable[[Visitor], None]) -> None:
    # Without its policy the browser would ask for the icon of a page that has none.
    anne = visit(size=LAPTOP, bypass_csp=place is not rules, reduced_motion="reduce")
    place(anne)
    assert violations(anne) == []


@pytest.mark.parametrize("ruleset", OURS)
def test_each_guide_can_be_read_by_all(visit: Callable[..., Visitor], ruleset: str) -> None:
    anne = visit(size=LAPTOP, bypass_csp=True, reduced_motion="reduce")
    anne.open(f"/docs/how-to-play/{ruleset}")
    assert violations(anne) == []


@pytest.mark.parametrize("ruleset", OURS)
def test_each_guide_is_one_column_on_a_phone(visit: Callable[..., Visitor], ruleset: str) -> None:
    """Six pictures below each other, each as wide as the page leaves room, and nothing to scroll sideways."""
    anne = visit(size=PHONE)
    anne.open(f"/docs/how-to-play/{ruleset}")
    pictures = anne.page.locator(".steps img")
    sides = pictures.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({left, right}) => [left, right])"
    )
    assert len(sides) == 6
    assert len({(left, right) for left, right in sides}) == 1
    left, right = sides[0]
    assert 0 < left < 24
    assert PHONE[0] - 24 < right < PHONE[0]
    assert anne.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


@pytest.mark.parametrize("page", ["how-to-play/merchants-of-the-caribbean", "signs"])
def test_pages_beside_the_table_have_the_theme_that_was_chosen_there(visit: Callable[..., Visitor], page: str) -> None:
    """Also against the system, whose theme they have until one is chosen."""
    anne = visit(color_scheme="light")

    def letters() -> str:
        anne.open(f"/docs/{page}")
        shown = anne.page.locator("h1").evaluate("each => getComputedStyle(each).color")
        return "dark" if sum(map(int, re.findall(r"\d+", shown))) < 300 else "light"

    def choose(theme: str) -> None:
        anne.open()
        anne.page.get_by_role("button", name="Settings").click()
        anne.page.get_by_label("Light or dark").select_option(theme)

    assert letters() == "dark"
    choose("dark")
    assert letters() == "light"
    anne.page.emulate_media(color_scheme="dark")
    choose("light")
    assert letters() == "dark"
    choose("auto")
    assert letters() == "light"


def test_a_guide_leads_to_a_lesson_and_to_a_game_once(visit: Callable[..., Visitor]) -> None:
    """Going back does not begin another one."""
    anne = visit()
    anne.open("/docs/how-to-play/merchants-of-the-caribbean")
    anne.page.get_by_role("link", name="Try it, 3 minutes").click()
    anne.page.locator(".coach").wait_for()
    anne.open("/docs/how-to-play/merchants-of-the-caribbean")
    anne.page.get_by_role("link", name="Play against a bot").click()
    anne.page.locator(".table").wait_for()
    game = anne.page.url
    anne.page.go_back()
    anne.page.locator(f"a.gameline[href='{game.removeprefix(anne.base)}']").wait_for()
    assert anne.page.url == f"{anne.base}/"


@pytest.mark.threat("T-69")
@pytest.mark.parametrize(
    ("link", "elsewhere"),
    [
        ("play/merchants-of-the-caribbean", "https://elsewhere.example"),
        ("learn/merchants-of-the-caribbean/first-expedition", "https://elsewhere.example"),
        ("learn/merchants-of-the-caribbean/no-such-lesson", ""),
        ("play/chess", ""),
    ],
)
def test_a_link_of_another_site_or_to_what_is_not_there_begins_nothing(
    visit: Callable[..., Visitor], link: str, elsewhere: str
) -> None:
    anne = visit()
    anne.page.goto(f"{anne.base}/#{link}", referer=f"{elsewhere or anne.base}/")
    anne.page.locator(".gamecard").first.wait_for()
    anne.page.wait_for_load_state("networkidle")
    assert anne.page.evaluate("document.referrer") == f"{elsewhere or anne.base}/"
    assert anne.page.url == f"{anne.base}/#{link}"
    assert not [
        address for address in anne.addresses if address.startswith((f"{anne.base}/v1/rulesets/", f"{anne.base}/games/"))
    ]
    assert f"{anne.base}/v1/games" not in anne.addresses, "only the list was asked for"
    assert anne.page.get_by_role("alert").count() == 0
