"""People at the table: they play, look back, try something else, and check."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
import requests

from tests.support.games import GAMES
from tests.support.samples import sampled
from tests.web.browser import Visitor, at, elsewhere, version_of
from tests.web.playing import SECRET, without_pictures

if TYPE_CHECKING:
    from playwright.sync_api import Route

DRAWN = [game for game in GAMES.values() if game.drawing is not None]
ASKED_OR_OVER = ".asked.mine, .endband"
some_drawn = pytest.mark.parametrize(
    "title",
    sampled([game.title for game in DRAWN], "Merchants & Marauders", "Three Chests"),
    ids=[game.name for game in DRAWN],
)


def play_to_the_end(visitor: Visitor, most: int = 400) -> None:
    """Choose the first offer by keyboard until the game is over."""
    page = visitor.page
    for _ in range(most):
        page.locator(ASKED_OR_OVER).first.wait_for()
        if page.locator(".endband").count():
            return
        before = version_of(page)
        page.keyboard.press("1")
        elsewhere(page, before).wait_for()
    raise AssertionError("the game does not end")


def test_a_game_is_played_by_keyboard_from_the_first_page_to_its_end(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    assert re.search("wins|Nobody", anne.status())


def test_a_game_is_played_by_clicks_on_the_board_alone(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    page = anne.page
    while True:
        page.locator(ASKED_OR_OVER).first.wait_for()
        if page.locator(".endband").count():
            break
        before = version_of(page)
        page.locator(".board .spot.legal .point").first.click()
        elsewhere(page, before).wait_for()
    assert page.locator(".board .token").count() >= 5


def test_a_game_that_is_not_drawn_is_played_by_its_view_and_offers(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    without_pictures(anne)
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".tree").wait_for()
    play_to_the_end(anne)
    assert not [address for address in anne.addresses if address.endswith(f"{game}/board")]


def test_the_ruler_shows_any_version_as_it_was_and_goes_back_to_now(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    page = anne.page
    newest = int(page.locator(".ruler input").get_attribute("max") or 0)
    for version in range(newest - 1, 0, -1):
        page.keyboard.press("[")
        at(page, version).wait_for()
        picture = requests.get(f"{anne.base}/v1/games/{game}/picture?version={version}", timeout=10).json()
        shown = {each.get_attribute("data-piece") for each in page.locator(".board [data-piece]").all()}
        assert shown == {piece["id"] for piece in picture["pieces"]}
        assert not page.locator(".board .legal").count()
    page.keyboard.press("End")
    page.locator(".pastband").wait_for(state="detached")


def test_another_move_is_tried_from_the_past_in_a_game_of_its_own(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    anne.page.keyboard.press("[")
    anne.page.locator(".pastband").get_by_role("button", name="Try it from here").click()
    anne.page.wait_for_url(lambda url: "/games/" in url and game not in url)
    anne.page.locator(".table").wait_for()
    play_to_the_end(anne)


def test_a_finished_game_is_checked_in_the_browser_with_its_receipts(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    anne.page.locator(".audit summary", has_text="How it was checked").click()
    anne.page.locator(".verdict").wait_for()
    verdict = anne.page.locator(".verdict").inner_text()
    assert re.search(r"[1-9] receipts that this browser kept agree", verdict)
    assert "The commitment is the one" in verdict


def test_a_changed_log_does_not_pass_the_check(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)

    def change(route: object) -> None:
        lines = route.fetch().text().splitlines()  # type: ignore[attr-defined]
        commit = json.loads(lines[1])
        lines[1] = json.dumps({**commit, "at": commit["at"][:-2] + ("0Z" if commit["at"][-2] != "0" else "1Z")})
        route.fulfill(body="\n".join(lines) + "\n")  # type: ignore[attr-defined]

    anne.page.route(re.compile("/export$"), change)
    anne.page.reload()
    anne.page.locator(".audit [role=alert]").wait_for()
    assert "first bad commit: 2" in anne.page.locator(".audit").inner_text()


def test_tokens_are_in_no_address(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    kept = anne.page.evaluate("JSON.stringify(localStorage)")
    tokens = re.findall(r"tw_[\w-]+", kept)
    assert tokens
    assert not [address for address in anne.addresses if any(token in address for token in tokens)]
    assert anne.page.context.cookies() == []
    assert {address.split("/")[2] for address in anne.addresses} == {anne.base.partition("//")[2]}


def test_somebody_takes_an_open_seat_and_both_see_each_other_play(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "open")
    bart.open(f"/games/{game}")
    bart.page.locator(".seating .btn.main").click()
    for player in (anne, bart, anne, bart, anne):
        player.page.locator(".asked.mine").wait_for()
        before = version_of(player.page)
        player.page.keyboard.press("1")
        elsewhere(player.page, before).wait_for()
    for player in (anne, bart):
        player.page.locator(".board .token").nth(4).wait_for()


@some_drawn
def test_hidden_cards_of_others_are_nowhere_in_the_page(visit: Callable[..., Visitor], title: str) -> None:
    """The page of a spectator names no piece that the spectator's picture has not."""
    anne, watcher = visit(), visit()
    game = anne.begin(title)
    for _ in range(4):
        if anne.page.locator(".asked.mine").count():
            anne.page.keyboard.press("1")
        anne.page.wait_for_timeout(200)
    watcher.open(f"/games/{game}")
    watcher.page.locator(".table .board").wait_for()
    version, shown = watcher.page.evaluate(
        "() => [document.querySelector('.table').dataset.version, "
        "[...document.querySelectorAll('[data-piece]')].map(({dataset}) => dataset.piece)]"
    )
    picture = requests.get(f"{anne.base}/v1/games/{game}/picture?version={version}", timeout=10).json()
    assert shown
    assert {*shown} <= {piece["id"] for piece in picture["pieces"]}


def test_two_players_at_one_browser_never_see_each_others_cards(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Three Chests", "human", "human", "bot:random")
    page = anne.page
    for _ in range(4):
        curtain = page.locator(".curtain button")
        page.locator(".curtain, .asked.mine, .endband").first.wait_for()
        if curtain.count():
            assert page.locator("[data-piece]").count() == 0
            curtain.click()
        page.locator(".asked.mine").wait_for()
        seat = int(page.locator(".dock .pennant text").first.text_content() or 0) - 1
        hands = {number: anne.own_cards(game, number) for number in (0, 1)}
        shown = {each.get_attribute("data-piece") for each in page.locator("[data-piece]").all()}
        assert not shown & (hands[1 - seat] - hands[seat])
        before = version_of(page)
        page.keyboard.press("1")
        page.locator(".curtain").or_(elsewhere(page, before)).first.wait_for()


def test_a_link_hands_over_a_seat_and_its_token_leaves_the_address(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    kept = json.loads(anne.page.evaluate("localStorage.getItem('tradewinds/game/' + location.pathname.split('/')[2])"))
    bart.open(f"/games/{game}#seat=0&token={kept['seats']['0']['token']}")
    bart.page.locator(".asked.mine").wait_for()
    assert bart.page.url == f"{bart.base}/games/{game}"
    assert not [address for address in bart.addresses[1:] if "tw_" in address]


def test_a_link_to_a_position_shows_it(visit: Callable[..., Visitor]) -> None:
    anne, watcher = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    play_to_the_end(anne)
    watcher.open(f"/games/{game}#version=3")
    watcher.page.locator(".pastband").wait_for()
    assert version_of(watcher.page) == 3


def test_a_card_that_covers_a_space_of_the_sea_stands_for_it(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Pirates of Maracaibo", "human", "bot:random")
    page = anne.page
    for _ in range(6):
        page.locator(".asked.mine").wait_for()
        if page.locator(".pm-card.legal").count():
            break
        before = version_of(page)
        page.keyboard.press("1")
        elsewhere(page, before).wait_for()
    before = version_of(page)
    page.locator(".pm-card.legal").first.click()
    sailed = elsewhere(page, before)
    sailed.or_(page.get_by_role("button", name="all", exact=True)).first.wait_for()
    assert not page.locator("dialog").count()


def test_a_game_is_drawn_by_its_own_module(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    anne.page.locator('[data-area="harbour"]').wait_for()
    assert {
        name
        for address in anne.addresses
        if "/games/merchants-of-the-caribbean/" in address
        for name in [address.rpartition("/")[2]]
    } == {
        "table.js",
        "table.css",
    }


def test_a_module_that_fails_is_replaced_by_the_generic_drawing(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    broken = "export default { Board: () => { throw new Error('torn sail'); } };"
    anne.page.route(
        "**/games/merchants-of-the-caribbean/table.js",
        lambda route: route.fulfill(content_type="text/javascript", body=broken),
    )
    anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    anne.page.locator('[data-area="harbour"]').wait_for()
    assert len(anne.complaints) == 1
    assert "torn sail" in anne.complaints.pop()


def test_a_thing_with_several_offers_opens_a_menu_of_them(visit: Callable[..., Visitor]) -> None:
    anne = visit()

    def all_at_one_cell(route: Route) -> None:
        answer = route.fetch()
        offers = answer.json()
        for offer in offers["actions"]:
            offer["targets"] = ["cell/4"]
        route.fulfill(response=answer, json=offers)

    # Given offers that are all about one cell.
    anne.page.route(
        "**/actions?*", lambda route: all_at_one_cell(route) if route.request.method == "GET" else route.continue_()
    )
    anne.begin("Tic-tac-toe", "human", "bot:random")
    cell = anne.page.locator('[data-area="cell/4"] .point')
    menu = anne.page.get_by_role("menu")

    # When it is opened with the keyboard, then Escape closes it, and the cell has the focus again.
    cell.focus()
    anne.page.keyboard.press("Enter")
    assert menu.get_by_role("menuitem").count() == 9
    anne.page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    assert cell.evaluate("cell => cell === document.activeElement")

    # When the second of them is chosen, then it is done.
    anne.page.keyboard.press("Enter")
    anne.page.keyboard.press("ArrowDown")
    anne.page.keyboard.press("Enter")
    anne.page.locator('[data-piece="mark/1"]').wait_for()


def test_an_offer_says_once_what_it_does_and_shows_its_figures(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    address = next(each for each in anne.addresses if each.endswith("/effects.js"))

    def beyond(label: str, text: str) -> str:
        """What the list shows of a text below its label."""
        said: str = anne.page.evaluate(
            "([address, offer]) => import(address).then(({ saidMore }) => saidMore(offer))",
            [address, {"label": label, "text": text}],
        )
        return said

    assert beyond("Take no more cards", "Take no more cards.") == ""
    assert beyond("Loot the Galleon: 2 coins, strength 4", "Loot the Galleon: you draw 2 coins.") == "You draw 2 coins."
    assert beyond("Repel the Flute", "Repel the Flute (1 coin, strength 1): you have strength 1.") == "You have strength 1."
    assert beyond("Slot 1.2: Tile", "Place an Upgrade on slot 2.") == "Place an Upgrade on slot 2."
    shown = anne.page.evaluate(
        "address => import(address).then(({ effects }) => ["
        "{coins: -4, price: 3, fee: 1, risk: .17, on_success: {influence: 1}, later: {gold: -2}},"
        "{coins: 2, price: 0, fee: 1, income: 3}, {gold: -2, actions: -1, bounties: 1, crew: 1}, {gold: -3, stash: 3},"
        "{keeping_busts: true, later: {quests: -1}}].map((preview) => effects(preview, null)))",
        address,
    )
    assert all("later" not in each["name"] for offer in shown for each in offer), "its figure says when"
    assert [[(each.get("sign"), each["text"], each.get("look", "")) for each in offer] for offer in shown] == [
        [
            ("tag", "4", "price"),
            (None, "+1 if it works", "plus"),
            ("tag", "2 later", "price"),
            ("triangle-alert", "17 %", "minus"),
        ],
        [("tag", "1", "price"), (None, "+3", "plus")],
        [("tag", "2", "price"), (None, "1", ""), (None, "+1", "minus"), (None, "+1", "plus")],
        [(None, "\N{MINUS SIGN}3", "minus"), (None, "+3", "plus")],
        [(None, "\N{MINUS SIGN}1 later", "minus"), ("triangle-alert", "keeping busts", "minus")],
    ]


@some_drawn
def test_a_table_leads_to_how_its_game_is_played_and_to_its_rules(visit: Callable[..., Visitor], title: str) -> None:
    anne = visit()
    anne.begin(title)
    told = requests.get(f"{anne.base}/v1/rulesets", timeout=10).json()["items"]
    game = next(each for each in told if each["title"] == title)
    for name, address in (("How to play", game["how_to_play"]), ("Rules", game["rules"])):
        links = anne.page.get_by_role("link", name=name, exact=True)
        assert [link.get_attribute("href") for link in links.all()] == ([address] if address else [])
        assert not address or requests.get(anne.base + address, timeout=10).status_code == 200


@pytest.mark.parametrize("width", [320, 360, 759])
def test_a_phone_shows_question_board_own_things_and_offers_at_once(visit: Callable[..., Visitor], width: int) -> None:
    """Also where it is told what a bot has done before."""
    anne = visit((width, 640))
    anne.sit("merchants-of-the-caribbean", "greedy", "human", more=SECRET)
    anne.page.locator(".asked.mine").wait_for()
    anne.page.locator(".since").wait_for(state="attached")
    for part in (".asked", ".board", ".dock", ".offer", ".tabs"):
        box = anne.page.locator(part).first.bounding_box()
        assert box is not None, part
        assert box["height"] > 20, part
        assert box["y"] + min(box["height"], 40) <= 640, part
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= width, part

    # Each tab shows its part alone, and can be hit with a thumb.
    tabs = anne.page.locator(".tabs button")
    for name, part in (("Players", ".seats .panel"), ("Log", ".log"), ("Replay", ".ruler"), ("Table", ".offers")):
        tab = tabs.filter(has_text=name)
        box = tab.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        tab.click()
        assert anne.page.locator(part).first.is_visible()
        assert anne.page.locator(".log").is_visible() == (name == "Log")
