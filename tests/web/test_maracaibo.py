"""The table of Pirates of Maracaibo, drawn by its own module, at prepared positions and in the middle of games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import requests

from tests.support.samples import long_only
from tests.support.tradewinds import Tradewinds, tradewinds
from tests.web.browser import PHONE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Route

TITLE = "pirates-of-maracaibo"
MODULES = (
    "fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement",
)  # fmt: skip
SECRET = bytes(range(32)).hex()
"""All that is random follows from it, so each run sees the same games."""
KEPT = """([game, seat, old]) => {
  const token = JSON.parse(localStorage.getItem(`tradewinds/game/${game}`))?.seats[seat]?.token;
  return token !== old && token;
}"""
SHOWN = "selector => [...document.querySelectorAll(`[${selector}]`)].map(each => each.getAttribute(selector))"


@pytest.fixture(scope="module")
def site(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tradewinds]:
    """A service that begins games with prepared positions."""
    folder: Path = tmp_path_factory.mktemp("tradewinds")
    with tradewinds(folder, RATE_LIMIT="off", REPRODUCIBLE="on") as service:
        yield service


class Match:
    """A game, played over HTTP and looked at in the browser."""

    def __init__(self, base: str, seats: int = 1, **fields: Any) -> None:
        plan = {"ruleset": TITLE, "seats": [{"kind": "human"}] * seats, "secret": SECRET}
        made = requests.post(f"{base}/v1/games", json={**plan, **fields}, timeout=20)
        assert made.status_code == 201, made.text
        self.id = made.json()["game"]["id"]
        self.url = f"{base}/v1/games/{self.id}"
        self.tokens = {each["seat"]: each["token"] for each in made.json()["seats"]}

    def headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    @property
    def asked(self) -> int:
        seat: int = requests.get(self.url, timeout=10).json()["to_act"][0]
        return seat

    def offers(self) -> tuple[list[dict[str, Any]], str]:
        answer = requests.get(f"{self.url}/actions", headers=self.headers(self.asked), timeout=10)
        return answer.json()["actions"], answer.headers["ETag"]

    def play(self, moves: int, dice: random.Random) -> None:
        """Random moves that end no round as long as there are others."""
        for _ in range(moves):
            if requests.get(self.url, timeout=10).json()["status"] != "running":
                return
            offers, tag = self.offers()
            quiet = [each for each in offers if not each["id"].endswith(("gulf", "maracaibo"))] or offers
            headers = {**self.headers(self.asked), "If-Match": tag}
            answer = requests.post(
                f"{self.url}/actions", headers=headers, json={"offer": dice.choice(quiet)["id"]}, timeout=10
            )
            assert answer.status_code == 201, answer.text

    def picture(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = requests.get(f"{self.url}/picture", headers=self.headers(seat), timeout=10).json()
        return found

    def board(self) -> dict[str, Any]:
        found: dict[str, Any] = requests.get(f"{self.url}/board", timeout=10).json()
        return found

    def seen_by(self, visitor: Visitor, seat: int) -> None:
        visitor.open(f"/games/{self.id}#seat={seat}&token={self.tokens[seat]}")
        visitor.page.locator(".pm-board").wait_for()
        # Whoever opens a seat's link renews its token.
        kept = visitor.page.wait_for_function(KEPT, arg=[self.id, seat, self.tokens[seat]])
        self.tokens[seat] = kept.json_value()


def on_page(visitor: Visitor, attribute: str) -> list[str]:
    found: list[str] = visitor.page.evaluate(SHOWN, attribute)
    return found


def check_drawn(visitor: Visitor, match: Match, seat: int) -> None:
    """Every area and every piece is on the page once, but for cards below the top of a pile."""
    board, picture = match.board(), match.picture(seat)
    piles = {area["id"] for area in board["areas"] if area["kind"] == "pile"}
    pieces = on_page(visitor, "data-piece")
    assert len(set(pieces)) == len(pieces)
    assert {each["id"] for each in picture["pieces"] if each["in"] not in piles} <= set(pieces)
    assert set(pieces) <= {each["id"] for each in picture["pieces"]}
    areas = on_page(visitor, "data-area")
    assert len(set(areas)) == len(areas)
    assert {area["id"] for area in board["areas"]} == set(areas)


def check_offers(visitor: Visitor, match: Match) -> None:
    """A click on what each offer is most about opens the offer or its menu; nothing lies over it."""
    page = visitor.page
    offers, _ = match.offers()
    for target in dict.fromkeys(offer["targets"][0] for offer in offers if offer["targets"]):
        thing = page.locator(f'[data-piece="{target}"], [data-area="{target}"]').first
        button = thing if thing.evaluate("each => each.tagName") == "BUTTON" else thing.locator("button").first
        button.click(timeout=6000)
        chosen = [offer for offer in offers if offer["targets"] and offer["targets"][0] == target]
        page.locator(".offer.armed" if len(chosen) == 1 else ".menu").first.wait_for(state="attached", timeout=6000)
        page.keyboard.press("Escape")


def ask_first(visitor: Visitor) -> None:
    """Offers wait for a second click."""
    box = visitor.page.locator(".opts input[type=checkbox]").first
    if not box.is_checked():
        box.check()


@pytest.mark.parametrize(("scenario", "seats"), [("raid", 2), ("exploring", 3), ("jordans-turn", 1), ("last-round", 2)])
def test_all_of_a_prepared_position_is_drawn_and_can_be_clicked(
    visit: Callable[..., Visitor], scenario: str, seats: int
) -> None:
    anne = visit()
    match = Match(anne.base, seats, scenario=scenario)
    seat = match.asked
    match.seen_by(anne, seat)
    check_drawn(anne, match, seat)
    ask_first(anne)
    check_offers(anne, match)


@pytest.mark.parametrize(("seats", "layout"), [(1, "standard"), long_only(2, "long_channel"), (4, "strait")])
def test_all_is_drawn_with_every_module_and_number_of_seats(visit: Callable[..., Visitor], seats: int, layout: str) -> None:
    anne = visit()
    match = Match(anne.base, seats, options={**dict.fromkeys(MODULES, True), "layout": layout})
    match.play(40, random.Random(seats))
    seat = match.asked
    match.seen_by(anne, seat)
    check_drawn(anne, match, seat)
    ask_first(anne)
    check_offers(anne, match)


def test_cards_figures_and_places_are_those_of_the_board(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    match = Match(anne.base, 2)
    match.play(2, random.Random(1))
    match.seen_by(anne, match.asked)
    page, board = anne.page, match.board()
    faces, areas = board["faces"], {area["id"]: area for area in board["areas"]}
    for piece in match.picture(match.asked)["pieces"]:
        face = faces.get(piece.get("face"), {})
        facts = dict(map(tuple, face.get("facts", ())))
        if "cost" in facts and areas[piece["in"]].get("in") == "sea":
            assert page.locator(f'[data-piece="{piece["id"]}"] .pm-is-cost').inner_text() == f"{facts['cost']}"
    for kind in ("gold", "emerald", "pearl"):
        island = page.locator(f'[data-area="island/{kind}"]')
        assert island.locator("button").get_attribute("aria-label") == f"{kind.capitalize()} island, Markers 4, VP each 3"
    left = {name: page.locator(f'[data-area="{name}"]').bounding_box()["x"] for name in ("start", "c1r1", "c2r1", "gulf")}  # type: ignore[index]
    assert left["start"] < left["c1r1"] < left["c2r1"] < left["gulf"]


def test_an_island_with_a_single_marker_is_drawn(visit: Callable[..., Visitor]) -> None:
    """Pictures leave out counts of one."""
    anne = visit()
    match = Match(anne.base, 2)

    def with_one(route: Route) -> None:
        answer = route.fetch()
        game = answer.json()
        for piece in game["picture"]["pieces"]:
            if piece["id"] == "island/gold/markers":
                del piece["count"]
        route.fulfill(response=answer, json=game)

    anne.page.route("**/*include=picture*", with_one)
    match.seen_by(anne, match.asked)
    assert anne.page.locator('[data-piece="island/gold/markers"] .pm-count').inner_text() == "1"


def test_the_track_goes_from_left_to_right_with_its_branches_apart(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    match = Match(anne.base, 2)
    match.seen_by(anne, match.asked)
    at = {
        space: anne.page.locator(f'[data-area="track/{space}"]').bounding_box()
        for space in ("S", "A2", "A3u", "A3l", "A6", "B4", "D11", "END")
    }
    x, y = ({space: round(box[axis]) for space, box in at.items() if box} for axis in ("x", "y"))
    assert sorted(x, key=lambda space: (x[space], y[space])) == ["S", "A2", "A3u", "A3l", "A6", "B4", "D11", "END"]
    assert y["A3u"] < y["S"] == y["A6"] == y["END"] < y["A3l"]


def test_dice_are_named_and_fall_only_where_motion_is_wanted(visit: Callable[..., Visitor]) -> None:
    for motion, falls in (("no-preference", "pm-fall"), ("reduce", "none")):
        anne = visit(reduced_motion=motion)
        match = Match(anne.base, 2, scenario="raid")
        # Another raid is rolled: the prepared one has its die chosen.
        dice = random.Random(5)
        for _ in range(60):
            if any(offer["id"].startswith("choose_die") for offer in match.offers()[0]):
                break
            match.play(1, dice)
        seat = match.asked
        match.seen_by(anne, seat)
        rolled = [each for each in match.picture(seat)["pieces"] if each["id"].startswith("die/")]
        assert rolled
        for die in rolled:
            shown = anne.page.locator(f'[data-piece="{die["id"]}"]')
            pips = die["facts"][0][1]
            assert shown.get_attribute("aria-label") == f"{die['id'].partition('/')[2].capitalize()} die: {pips}"
            assert shown.locator("circle").count() == pips
            assert shown.locator("svg").evaluate("each => getComputedStyle(each).animationName") == falls


def test_a_space_says_what_it_gives(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    match = Match(anne.base, 2)
    match.seen_by(anne, match.asked)
    anne.page.locator('[data-area="track/A1"]').click()
    assert "Gain 2 doubloons." in anne.page.locator(".inspected").inner_text()


def test_nothing_of_the_sea_lies_beside_a_phone(visit: Callable[..., Visitor]) -> None:
    anne = visit(PHONE)
    match = Match(anne.base, 4, options=dict.fromkeys(MODULES, True))
    match.play(30, random.Random(2))
    match.seen_by(anne, match.asked)
    assert anne.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    check_drawn(anne, match, match.asked)


TOLD = """() => {
  window.told = {};
  setInterval(() => {
    const bar = document.querySelector('.bar .asked.passing');
    if (bar) told[bar.innerText.trim()] = bar.querySelector('.pennant') !== null;
  }, 20);
}"""
"""Notes what is told, and whether a flag of a player stands before it."""


def test_what_jordan_does_bears_no_flag_of_a_player(visit: Callable[..., Visitor]) -> None:
    anne = visit(hasty=False)
    anne.sit(TITLE, "human", more={"scenario": "jordans-turn"})
    anne.page.locator(".offer .choose").first.wait_for()
    anne.page.evaluate(TOLD)
    anne.page.locator(".offer .choose").last.click()
    anne.page.wait_for_function("() => Object.keys(told).some(each => each.startsWith('Jordan sails'))")
    flags = [flag for text, flag in anne.page.evaluate("told").items() if text.startswith("Jordan")]
    assert flags
    assert not any(flags)
