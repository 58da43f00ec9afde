"""Maps without labels and choices in steps, in games that bring no drawing module."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.docs.generated import ROOT
from tests.support.samples import long_only
from tests.support.tradewinds import Tradewinds, tradewinds
from tests.web.browser import DESKTOP, Visitor, at, elsewhere, version_of
from tests.web.conftest import OPERATOR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page, Route

MARKET = "tests/conformance/planted/lantern_market.py"
AIMS = """        case Exchange(target=target) | Name(target=target):
            return [f"seat/{target}"]
"""
AIMS_OF_THREE = """        case Exchange(target=target):
            return [f"seat/{target}"]
        case Name(target=target, card=card):
            hand = view.seats[seat].hand
            assert isinstance(hand, tuple)
            unheld = [each for each in range(LOWEST, HIGHEST + 1) if each not in hand]
            return [f"card/{hand[unheld.index(card) % len(hand)]}", f"seat/{target}"]
"""
"""A guess is about a card of the hand, and then about a seat."""
FACE = 'name=f"Card {card}")'
FACE_WITH_IMAGE = 'name=f"Card {card}", image="lantern")'
LANTERN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="13" r="8" fill="#e0a030"/>'
    '<path d="M9 4h6v2H9z" fill="#604020"/></svg>'
)
POINTS = "[tradewinds.games]\nhedgerow = tests.web.games.hedgerow:GAME\nlantern-market = market_in_steps:GAME\n"
SECRET = "11" * 32
LOW, TALL = (1366, 630), (390, 844)
BARS, BEDS = ".chart.plain .spot.as-bar", ".chart.plain .spot.as-box"
HEDGES = [
    {"type": "plant_hedge", "column": 3, "row": 6, "lies": "across"},
    {"type": "plant_hedge", "column": 2, "row": 3, "lies": "along"},
]


@pytest.fixture(scope="module")
def site(browser: Browser) -> Iterator[Tradewinds]:
    """A service with two games that are installed beside the others."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        package = Path(folder, "package")
        info = package / "maps-1.0.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: maps\nVersion: 1.0.0\n")
        (info / "entry_points.txt").write_text(POINTS)
        text = (ROOT / MARKET).read_text()
        for old, new in ((AIMS, AIMS_OF_THREE), (FACE, FACE_WITH_IMAGE)):
            assert old in text
            text = text.replace(old, new)
        (package / "market_in_steps.py").write_text(text)
        (package / "images").mkdir()
        (package / "images" / "lantern.svg").write_text(LANTERN)
        with tradewinds(
            Path(folder), RATE_LIMIT="off", REPRODUCIBLE="on", ADMIN_KEY=OPERATOR, PYTHONPATH=f"{package}:{ROOT}"
        ) as service:
            yield service


def seated(anne: Visitor, ruleset: str, seats: int, actions: Sequence[object] = (), **more: object) -> Page:
    """A game at the seat that is asked. The contract of tests has no such games: this asks by the browser, unchecked."""
    ask, games = anne.page.request, f"{anne.base}/v1/games"
    made = ask.post(games, data={"ruleset": ruleset, "seats": [{"kind": "human"}] * seats, **more}).json()
    game, tokens = made["game"]["id"], {each["seat"]: each["token"] for each in made["seats"]}
    asked = made["game"]["to_act"]
    for number, action in enumerate(actions):
        headers = {"Authorization": f"Bearer {tokens[asked[0]]}", "Idempotency-Key": f"{game}-action-{number}"}
        answer = ask.post(f"{games}/{game}/actions", data=action, headers=headers)
        assert answer.status == 201, answer.text()
        asked = answer.json()["game"]["to_act"]
    anne.open(f"/games/{game}#seat={asked[0]}&token={tokens[asked[0]]}")
    anne.page.locator(".asked.mine").wait_for()
    anne.page.locator(".offers .choose").first.wait_for()
    return anne.page


def garden(anne: Visitor) -> Page:
    """A race in which each player has planted a hedge."""
    return seated(anne, "hedgerow", 2, HEDGES)


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("size", [long_only(LOW), TALL, DESKTOP], ids=("low", "phone", "desktop"))
def test_a_race_on_81_beds_is_in_sight_whole_and_square(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = garden(visit(size))
    chart, board = box_of(page, ".chart.plain"), box_of(page, "#board")
    assert chart["width"] == pytest.approx(chart["height"], abs=1)
    assert chart["width"] >= 0.8 * min(board["width"], board["height"])
    inside = page.locator("#board").evaluate(
        "board => [board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight]"
    )
    assert max(inside) <= 1
    assert page.locator(BEDS).count() == 81
    visible = page.locator(f"{BARS} .key:visible, {BEDS} .point > span:not(.key):visible")
    assert visible.count() == 0  # Neither names nor keys where they do not fit.


def test_a_hedge_fills_its_places_and_pawns_have_the_colours_of_their_seats(visit: Callable[..., Visitor]) -> None:
    page = garden(visit(LOW))
    for bar in page.locator(f"{BARS}:has([data-piece])").all():
        assert dict(bar.locator("[data-piece]").bounding_box() or {}) == pytest.approx(dict(bar.bounding_box() or {}), abs=1)
    assert page.locator(f"{BARS} [data-piece]").count() == 3 * len(HEDGES)
    of_pawn = page.locator('[data-piece="pawn/0"] .i').evaluate("icon => getComputedStyle(icon).stroke")
    of_pennant = page.locator(".dock .pennant .flag").evaluate("flag => getComputedStyle(flag).fill")
    assert of_pawn == of_pennant == "rgb(179, 84, 30)"


@pytest.mark.parametrize("size", [TALL, (3600, 2900)], ids=("small", "large"))
def test_a_pawn_stands_in_the_middle_of_its_bed(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = garden(visit(size))
    bed, pawn = box_of(page, f'{BEDS}:has([data-piece="pawn/0"])'), box_of(page, '[data-piece="pawn/0"] .i')
    assert bed["width"] > 130 or size == TALL
    for start, length in (("x", "width"), ("y", "height")):
        assert pawn[start] + pawn[length] / 2 == pytest.approx(bed[start] + bed[length] / 2, abs=1)


def test_who_points_at_a_place_sees_the_whole_hedge_and_plants_it(visit: Callable[..., Visitor]) -> None:
    page = garden(visit(LOW))
    before = version_of(page)
    page.locator('[data-area="way/e3-e4"] .point').hover()
    aimed = page.locator(".spot.aimed")
    assert sorted(aimed.evaluate_all("all => all.map(each => each.dataset.area)")) == ["corner/e3", "way/e3-e4", "way/f3-f4"]
    page.locator('[data-area="way/e3-e4"] .point').click()
    at(page, before + 1).wait_for()
    assert page.locator('[data-area="way/f3-f4"] [data-piece]').count() == 1


def test_a_finger_in_a_bed_means_no_hedge_beside_it(visit: Callable[..., Visitor]) -> None:
    page = garden(visit(TALL, has_touch=True))
    before = version_of(page)
    box = box_of(page, '[data-area="e2"]')
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    elsewhere(page, before).wait_for()
    assert page.locator('[data-area="e2"] [data-piece="pawn/0"]').count() == 1


def test_a_finger_in_the_middle_of_a_gap_means_its_hedge_and_else_chooses(
    visit: Callable[..., Visitor],
) -> None:
    page = garden(visit(TALL, has_touch=True))
    box = box_of(page, '[data-area="way/e3-e4"]')
    middle = box["x"] + box["width"] / 2
    page.touchscreen.tap(middle, box["y"] + 1)
    choices = page.locator(".menu button")
    choices.first.wait_for()
    assert not [each for each in choices.all_inner_texts() if each.strip().startswith("Show")]
    page.keyboard.press("Escape")
    choices.first.wait_for(state="detached")
    before = version_of(page)
    page.touchscreen.tap(middle, box["y"] + box["height"] / 2)
    elsewhere(page, before).wait_for()
    assert page.locator('[data-area="way/e3-e4"] [data-piece]').count() == 1


def rows(page: Page) -> list[str]:
    return page.locator(".offers .choose > b").all_inner_texts()


def market(anne: Visitor) -> Page:
    """A turn in which 23 things may be done: cards, then seats, then guesses."""
    return seated(anne, "lantern-market", 3, secret=SECRET)


def test_many_offers_are_chosen_in_steps_by_keys(visit: Callable[..., Visitor]) -> None:
    page = market(visit(LOW))
    many = page.locator(".choose", has=page.get_by_text("10 choices")).first
    many.wait_for()  # What puts many into steps is loaded when they are there.
    before, first = version_of(page), rows(page)
    assert len(first) == 5
    assert [row.startswith("Card ") for row in first] == [False, False, False, True, True]
    page.keyboard.press(many.locator(".key").inner_text())
    assert [row.removeprefix("Seat ").isdigit() for row in rows(page)] == [True, True]
    assert "Chosen: Card" in page.get_by_role("status").filter(has_text="Chosen").inner_text()
    page.keyboard.press("Escape")
    assert rows(page) == first
    page.keyboard.press(many.locator(".key").inner_text())
    page.keyboard.press("2")
    guesses = rows(page)
    assert len(guesses) == 5
    assert all("has the" in guess for guess in guesses)
    page.keyboard.press("1")
    elsewhere(page, before).wait_for()
    assert page.locator(".log").get_by_text("says that").count() == 1


def test_steps_are_clicked_at_the_things_and_read_out(visit: Callable[..., Visitor]) -> None:
    page = market(visit(LOW))
    before = version_of(page)
    card = page.locator(".choose", has=page.get_by_text("10 choices")).first.locator("b").inner_text()
    page.locator(".dock [data-piece].legal", has_text=card).click()
    assert page.locator(".dock .aimed").get_by_text(card).count() == 1
    page.locator(".seats .own.legal").last.click(position={"x": 4, "y": 4})
    page.locator(".offers .choose").nth(1).focus()
    page.keyboard.press("Enter")
    elsewhere(page, before).wait_for()


def test_cards_show_the_images_of_their_game(visit: Callable[..., Visitor]) -> None:
    page = market(visit(LOW))
    image = page.locator(".dock [data-piece] img").first
    image.wait_for()
    assert image.get_attribute("src") == "/images/lantern-market/lantern.svg"
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


def test_a_coloured_space_is_filled_whether_it_may_be_chosen_or_not(visit: Callable[..., Visitor]) -> None:
    anne = visit()

    def coloured(route: Route) -> None:
        board = route.fetch().json()
        colours = {name: {"light": value, "dark": value} for name, value in (("red", "#ff0000"), ("blue", "#0000ff"))}
        for number, spot in enumerate(each for each in board["areas"] if each["kind"] == "spot"):
            spot.update(label=False, colour=(None, "red", "blue")[number % 3])
        route.fulfill(json={**board, "colours": {**board["colours"], **colours}})

    anne.page.route(re.compile("/board$"), coloured)
    page = seated(anne, "tic-tac-toe", 2)
    grounds = "spots => spots.map(each => getComputedStyle(each).backgroundColor)"
    assert page.locator(".spot.legal").count() == 9
    assert len(set(page.locator(".spot").evaluate_all(grounds))) == 3
    page.keyboard.press("[")
    page.locator(".pastband").wait_for()
    assert page.locator(".spot.legal").count() == 0
    assert len(set(page.locator(".spot").evaluate_all(grounds))) == 3
