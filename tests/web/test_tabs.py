"""Several tabs of one browser: one of them streams a game, hidden ones do not, and all agree."""

from __future__ import annotations

import re
from collections.abc import Callable

import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, reach, version_of
from tests.web.playing import HIDE, against_each_other, first_offer, shown_places


def streams(visitor: Visitor) -> int:
    """How many streams a page has opened."""
    visitor.page.evaluate("0")  # Playwright tells of requests while it is called.
    return len([address for address in visitor.addresses if re.search(r"/events\?after=\d+&include=", address)])


def second_tab(first: Visitor, path: str) -> Visitor:
    """Another tab of the same browser."""
    tab = Visitor(first.page.context.new_page(), first.base)
    tab.open(path)
    return tab


def test_one_tab_streams_a_game_and_the_others_hear_from_it(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    other = second_tab(anne, f"/games/{game}")
    other.page.locator(".dock").wait_for()
    other.page.wait_for_timeout(400)
    assert streams(other) == 0
    for _ in range(2):
        first_offer(anne, guest)
        assert wait_until(lambda: version_of(other.page) == version_of(anne.page) == version_of(guest.page), 10)
    assert streams(other) == 0
    anne.page.close()
    assert wait_until(lambda: streams(other) == 1, 10)
    first_offer(other, guest)
    assert wait_until(lambda: version_of(other.page) == version_of(guest.page), 10)


def test_a_watcher_reads_nothing_but_the_stream_while_others_play(visit: Callable[..., Visitor]) -> None:
    """Or a thousand watchers would read the game a thousand times for each move."""
    anne, watcher = visit(), visit()
    game = anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    watcher.open(f"/games/{game}")
    assert wait_until(lambda: streams(watcher) == 1, 10)
    watcher.page.locator(".dock, .watching").first.wait_for()
    before = len(watcher.addresses)
    for _ in range(3):
        first_offer(anne)
        anne.page.locator(".asked.mine, .endband").first.wait_for()
    assert wait_until(lambda: version_of(watcher.page) == version_of(anne.page), 10)
    assert watcher.addresses[before:] == []
    picture = requests.get(f"{anne.base}/v1/games/{game}/picture", timeout=10).json()
    assert version_of(watcher.page) == picture["version"]
    assert shown_places(watcher.page).items() <= {piece["id"]: piece["in"] for piece in picture["pieces"]}.items()
    (asked,) = requests.get(f"{anne.base}/v1/games/{game}?include=asked", timeout=10).json()["asked"]
    assert watcher.status() == asked["text"]


def test_seven_tabs_of_one_game_all_load(visit: Callable[..., Visitor]) -> None:
    """A browser opens six connections to a service, which six streams would take."""
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    tabs = [second_tab(anne, f"/games/{game}") for _ in range(6)]
    for tab in tabs:
        tab.page.locator(".dock").wait_for()
    assert wait_until(lambda: sum(streams(tab) for tab in [anne, *tabs]) >= 1, 10)
    tabs[-1].page.locator(".asked.mine").wait_for()
    tabs[-1].page.locator(".offer .choose").first.click()
    assert wait_until(lambda: len({version_of(tab.page) for tab in [anne, *tabs]}) == 1 and version_of(anne.page) != 1, 10)


def test_a_hidden_tab_ends_its_stream_and_goes_on_when_it_is_shown(visit: Callable[..., Visitor]) -> None:
    anne, watcher = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    watcher.open(f"/games/{game}")
    assert wait_until(lambda: streams(watcher) == 1, 10)
    watcher.page.evaluate(HIDE, True)
    before = version_of(watcher.page)
    anne.page.locator(".offer .choose").first.click()
    reach(anne.page, 3)
    assert (version_of(watcher.page), streams(watcher)) == (before, 1)
    watcher.page.evaluate(HIDE, False)
    assert wait_until(lambda: version_of(watcher.page) == version_of(anne.page), 10)
    watcher.page.locator(".since .telling li").first.wait_for()


def test_a_break_is_said_and_mended(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    against_each_other(anne, guest)
    anne.page.context.set_offline(True)
    guest.page.context.set_offline(True)
    anne.page.context.set_offline(False)
    guest.page.context.set_offline(False)
    first_offer(anne, guest)
    assert wait_until(lambda: version_of(anne.page) == version_of(guest.page), 15)
    anne.complaints.clear()
    guest.complaints.clear()
