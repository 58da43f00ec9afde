"""What goes wrong at the table: bad links, lost tokens, a service that is away, and answers that come too late."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, at, reach, version_of
from tests.web.conftest import OPERATOR
from tests.web.playing import ASKED, ASKED_OR_OVER, HIDE, against_each_other, first_offer

if TYPE_CHECKING:
    from playwright.sync_api import Route


SYMBOLS_FOUND = """() => {
  const shown = [...document.querySelectorAll('#page use')].map((use) => use.getAttribute('href'));
  return shown.length > 20 && shown.every((id) => document.querySelector(`symbol${id}`));
}"""


def test_a_link_with_a_wrong_token_takes_no_seat_away(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    before = anne.tokens(game)
    for link in ("seat=0&token=tw_wrong", "seat=7&token=tw_wrong"):
        anne.page.goto("about:blank")
        anne.open(f"/games/{game}#{link}")
        anne.page.locator(".asked.mine").wait_for()
        assert "hands over no seat" in anne.page.locator(".offers .say").inner_text()
        assert anne.tokens(game) == before
    anne.expected_refusals()


def test_a_link_opened_in_the_tab_of_its_game_leaves_no_token_in_the_address(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    bart.open(f"/games/{game}")
    bart.page.locator(".table.watching").wait_for()
    bart.open(f"/games/{game}#seat=0&token={anne.tokens(game)['0']}")
    bart.page.locator(".asked.mine").wait_for()
    assert bart.page.url == f"{bart.base}/games/{game}"


def test_a_browser_whose_token_was_replaced_while_it_was_away_can_watch(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = against_each_other(anne, visit())
    mine = {"Authorization": f"Bearer {anne.tokens(game)['0']}"}
    anne.open()
    for body in ({"kind": "bot", "level": "random"}, {"kind": "human"}):
        requests.put(f"{anne.base}/v1/games/{game}/seats/0", json=body, headers=mine, timeout=10).raise_for_status()
    anne.open(f"/games/{game}")
    anne.page.locator(".table.watching .board").wait_for()
    assert "does not play the seat any more" in anne.page.locator(".offers .say").inner_text()
    anne.expected_refusals()


def called(visitor: Visitor) -> str:
    """All that the page says, also to those who do not see it."""
    return f"{visitor.page.title()} {visitor.page.locator('body').text_content()}"


def test_a_seat_given_to_a_bot_is_taken_back(visit: Callable[..., Visitor]) -> None:
    """Until then nobody calls its player, neither on the page nor aloud."""
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    if guest.page.locator(ASKED).count():
        first_offer(guest)
    anne.page.locator(ASKED).wait_for()
    assert "Your move" in called(anne)
    for _ in range(3):
        before = anne.tokens(game)["0"]
        anne.page.get_by_label("Let a bot play for you").click()
        anne.page.get_by_role("button", name="Let it play").click()
        back = anne.page.get_by_label("Take the seat back")
        back.wait_for()
        assert wait_until(lambda: "Your move" not in called(anne), 10)
        back.click()
        anne.page.get_by_label("Let a bot play for you").wait_for()
        anne.page.wait_for_timeout(300)  # A stream that the old token opened has ended by now.
        assert anne.tokens(game)["0"] != before
        assert not anne.page.locator(".offers .say").count()
    anne.expected_refusals()


def test_nothing_lies_before_the_first_version(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.keyboard.press("1")
    reach(anne.page, 3)
    anne.page.locator(ASKED_OR_OVER).first.wait_for()
    for version in range(version_of(anne.page) - 1, 0, -1):
        anne.page.keyboard.press("[")
        at(anne.page, version).wait_for()
    anne.page.keyboard.press("[")
    anne.page.wait_for_timeout(300)
    assert version_of(anne.page) == 1


def test_the_page_comes_back_when_what_it_could_not_read_can_be_read(visit: Callable[..., Visitor]) -> None:
    """The stream goes on, but the position and the offers after a move are refused at first."""
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if len(refused) < 2 and route.request.method == "GET":
            refused.append(route.request.url)
            route.fulfill(status=500, json={"detail": "broken"})
        else:
            route.continue_()

    anne.page.locator(".asked.mine").wait_for()
    anne.page.route(re.compile(r"/actions(\?|$)"), refuse)
    anne.page.keyboard.press("1")
    reach(anne.page, 3)
    anne.page.locator(".offer .choose").first.wait_for()
    assert len(refused) == 2
    anne.expected_refusals()


def test_what_is_asked_ahead_is_asked_once_and_again_where_it_was_lost(visit: Callable[..., Visitor]) -> None:
    """While the modules of the page load, the game is asked for, and all that is read with it."""
    anne = visit()
    game = anne.begin("Merchants of the Caribbean", "human", "bot:random")
    anne.page.locator(ASKED).wait_for()
    paths = [f"/games/{game}?include=picture,asked", f"/games/{game}/board", f"/games/{game}/actions?unavailable=true"]
    sent: list[str] = []
    anne.page.on("request", lambda request: sent.append(request.url.partition("/v1")[2]))
    anne.page.reload()
    anne.page.locator(ASKED).wait_for()
    assert [sent.count(path) for path in [*paths, "/rulesets/merchants-of-the-caribbean"]] == [1, 1, 1, 1]
    anne.page.wait_for_function(SYMBOLS_FOUND)
    anne.page.route("**/main.js", lambda route: route.abort())
    with anne.page.expect_request(f"**/v1{paths[2]}"):
        anne.page.reload()
    anne.page.unroute("**/main.js")
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        path = route.request.url.partition("/v1")[2]
        if path in lost:
            route.continue_()
        else:
            lost.append(path)
            route.abort()

    for path in paths:
        anne.page.route(re.compile(re.escape(path) + "$"), lose_once)
    anne.page.reload()
    anne.page.locator(ASKED).wait_for(timeout=20_000)
    anne.page.locator(".offers button").first.wait_for()
    assert set(lost) == set(paths)
    anne.expected_refusals()


def test_a_position_that_comes_late_is_not_shown_to_the_next_player(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Three Chests", "human", "human", "bot:random")
    page = anne.page
    anne.sit_down()
    page.keyboard.press("1")
    page.locator(".curtain button").click()
    page.locator(".who").wait_for()
    seat = int(page.locator(".who").input_value())
    held: list[Any] = []
    page.route(re.compile(r"version=1$"), lambda route: held.append(route))
    page.get_by_label("First position").click()
    page.wait_for_timeout(200)
    page.locator(".who").select_option(str(1 - seat))
    page.locator(".curtain button").click()
    page.locator(f".dock.seat-{2 - seat}").wait_for()
    for route in held:
        route.continue_()
    page.wait_for_timeout(400)
    hidden = anne.own_cards(game, seat) - anne.own_cards(game, 1 - seat)
    shown = {each.get_attribute("data-piece") for each in page.locator("[data-piece]").all()}
    assert held
    assert not shown & hidden
    assert not page.locator(".pastband").count()


def test_a_page_says_that_its_game_was_deleted_and_asks_no_more(visit: Callable[..., Visitor]) -> None:
    """On the tab that streams, on a hidden one of the same browser, on the page of another player, and on a new page."""
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    hidden = Visitor(anne.page.context.new_page(), anne.base)
    hidden.open(f"/games/{game}")
    hidden.page.locator(".dock").wait_for()
    hidden.page.evaluate(HIDE, True)
    operator = {"Authorization": f"Bearer {OPERATOR}"}
    requests.delete(f"{anne.base}/v1/admin/games/{game}", headers=operator, timeout=10).raise_for_status()
    for each in (anne, guest, hidden):
        each.page.get_by_role("alert").filter(has_text="has deleted this game").wait_for()
        assert not each.page.locator("[data-piece], .offer").count()
    anne.open(f"/games/{game}")
    anne.page.get_by_role("alert").filter(has_text="deleted").wait_for()
    anne.open()
    anne.page.locator(".gamecard").first.wait_for()
    assert not anne.page.locator(f"a[href='/games/{game}']").count()
    for each in (anne, guest):
        each.expected_refusals()
