"""Clocks on the page: they run by the time of the service, and the host stops them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.browser import Visitor

AN_HOUR_AHEAD = "() => { const now = Date.now; Date.now = () => now() + 3600e3; }"
LEFT = ".clock"


def with_a_clock(visitor: Visitor) -> None:
    """Begin a game of two people at one browser, each with five minutes for an answer."""
    visitor.open("/#table")
    page = visitor.page
    page.locator("label.choice", has_text="Tic-tac-toe").click()
    page.locator(".seatrow select").nth(1).select_option("human")
    page.locator(".terms summary").click()
    page.locator("label.option", has_text="How long a player may take").locator("select").select_option(label="5 minutes")
    page.locator("label.option", has_text="When the time is over").locator("select").select_option(label="The game ends")
    page.locator("button[type=submit]").click()
    page.locator(".curtain button").click()
    page.locator(".asked.mine").wait_for()


def test_a_clock_runs_by_the_time_of_the_service_and_the_host_stops_it(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.page.add_init_script(f"({AN_HOUR_AHEAD})()")
    with_a_clock(anne)
    page = anne.page
    left = page.locator(LEFT)
    left.wait_for()
    before = left.inner_text()
    assert re.search(r"^(5:00|4:[345]\d)$", before), before
    page.wait_for_function("before => document.querySelector('.clock').textContent !== before", arg=before)
    assert left.count() == 1, "only the time of whoever is asked runs"
    page.get_by_label("Stop the clock").click()
    page.locator(".asked", has_text="The clock is stopped").wait_for()
    assert not left.count()
    page.get_by_label("Let the clock run").click()
    left.wait_for()


def test_a_watcher_sees_the_clock_of_each_player_in_turn(visit: Callable[..., Visitor]) -> None:
    anne, watcher = visit(), visit()
    with_a_clock(anne)
    watcher.open(anne.page.url.removeprefix(anne.base))
    watcher.page.locator(f".panel.now {LEFT}").wait_for()
    name = watcher.page.locator(".panel.now .name").inner_text()
    anne.page.keyboard.press("1")
    watcher.page.locator(".panel.now .name", has_not_text=name).wait_for()
    watcher.page.locator(f".panel.now {LEFT}").wait_for()
    assert watcher.page.locator(LEFT).count() == 1


@pytest.mark.parametrize("ruleset", ["merchants-of-the-caribbean", "merchants-and-marauders", "pirates-of-maracaibo"])
def test_ones_own_clock_is_seen_in_every_window(visit: Callable[..., Visitor], ruleset: str) -> None:
    """Where the own line has no room for a name, the clock stands for the pennant."""
    anne = visit()
    anne.sit(ruleset, "human", "human", more={"clock": {"seconds": 600, "on_timeout": "bot"}})
    anne.page.locator(".dock .clock").wait_for()
    hidden = []
    for width, height in ((1366, 630), (1024, 600), (911, 512), (844, 390), (683, 384), (820, 1180), (390, 844)):
        anne.page.set_viewport_size({"width": width, "height": height})
        seen = anne.page.locator(".dock .clock").evaluate(
            """clock => { const {left, right, top, bottom} = clock.getBoundingClientRect();
            return [left + 1, right - 1].every(x => clock.contains(document.elementFromPoint(x, (top + bottom) / 2))); }"""
        )
        hidden += [] if seen else [f"{width} x {height}"]
    assert hidden == []
