"""Links that hand over a seat: their token is renewed at once, and nothing that goes wrong on the way loses the seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import PHONE, Visitor, elsewhere, reach, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Route

RENEWAL = re.compile(r"/seats/0/token$")


def seated(anne: Visitor) -> tuple[str, str]:
    """A game that Anne has begun, and the token of her seat; her page is closed."""
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".asked.mine").wait_for()
    token = anne.tokens(game)["0"]
    anne.open()
    return game, token


def status(visitor: Visitor, game: str, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return requests.get(f"{visitor.base}/v1/games/{game}/actions", headers=headers, timeout=10).status_code


def kept(visitor: Visitor, game: str) -> dict[str, str]:
    """What the browser keeps of seat 0."""
    found: dict[str, str] = visitor.page.evaluate(
        "game => JSON.parse(localStorage.getItem('tradewinds/game/' + game)).seats[0] ?? {}", game
    )
    return found


def test_the_token_of_a_link_opens_nothing_once_the_link_was_opened(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game, token = seated(anne)
    bart.open(f"/games/{game}#seat=0&token={token}")
    bart.page.locator(".asked.mine").wait_for()
    assert status(bart, game, token) == 401
    assert [*kept(bart, game)] == ["token"]
    assert kept(bart, game)["token"] not in (token, "")
    bart.page.keyboard.press("1")
    reach(bart.page, 4)
    anne.open(f"/games/{game}")
    anne.page.locator(".table.watching").wait_for()
    anne.expected_refusals()


def test_a_link_for_another_device_leaves_the_seat_on_both(visit: Callable[..., Visitor]) -> None:
    anne, phone = visit(), visit(size=PHONE)
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.get_by_label("Links").click()
    link = anne.page.locator("label.option", has_text="another device of yours").locator("input").input_value()
    anne.page.keyboard.press("Escape")
    phone.page.goto(link)
    for device in (phone, anne):
        device.page.locator(".asked.mine").wait_for()
        before = version_of(device.page)
        device.page.keyboard.press("1")
        elsewhere(device.page, before).wait_for()
    assert kept(phone, game) == kept(anne, game)


def test_a_seat_that_went_elsewhere_says_so(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".asked.mine").wait_for()
    bart.open(f"/games/{game}#seat=0&token={anne.tokens(game)['0']}")
    bart.page.locator(".asked.mine").wait_for()
    anne.page.locator(".offers .say", has_text="a link that hands it over was opened elsewhere").wait_for()
    anne.expected_refusals()


def test_a_lost_answer_to_the_renewal_loses_no_seat(visit: Callable[..., Visitor]) -> None:
    """The service has noted the new token, but its answer is lost. The page plays on, and renews when it is loaded again."""
    anne, bart = visit(), visit()
    game, token = seated(anne)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    bart.page.route(RENEWAL, lose)
    bart.open(f"/games/{game}#seat=0&token={token}")
    bart.page.locator(".asked.mine").wait_for()
    assert status(bart, game, token) == 200
    assert set(kept(bart, game)) == {"token", "other"}
    bart.page.unroute(RENEWAL)
    bart.page.reload()
    bart.page.locator(".asked.mine").wait_for()
    assert status(bart, game, token) == 401
    assert status(bart, game, kept(bart, game)["token"]) == 200
    bart.expected_refusals()


@pytest.mark.long
def test_a_lost_answer_to_the_first_use_loses_no_seat(visit: Callable[..., Visitor]) -> None:
    """The first use of the new token has ended the old one, and the page does not know it."""
    anne, bart = visit(), visit()
    game, token = seated(anne)
    used: list[str] = []

    def lose(route: Route) -> None:
        with_new = token not in route.request.headers.get("authorization", "")
        if with_new and len(used) < 4:
            used.append(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    bart.page.route(re.compile(r"/actions(\?|$)"), lose)
    bart.open(f"/games/{game}#seat=0&token={token}")
    bart.page.locator(".asked.mine").wait_for()
    assert status(bart, game, token) == 401
    bart.page.reload()
    bart.page.locator(".asked.mine").wait_for()
    assert wait_until(lambda: [*kept(bart, game)] == ["token"], 5)
    assert status(bart, game, kept(bart, game)["token"]) == 200
    bart.expected_refusals()


def test_a_browser_that_keeps_nothing_says_so_and_shows_the_link_to_keep(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.page.locator(".asked.mine").wait_for()
    assert "token" not in anne.page.url
    link = anne.page.locator(".unkept input").input_value()
    anne.page.keyboard.press("1")
    reach(anne.page, 3)
    bart = visit()
    bart.page.goto(link)
    bart.page.locator(".dock").wait_for()
    assert not bart.page.locator(".unkept").count()
    anne.page.locator(".table.watching").wait_for()
    anne.expected_refusals()
