"""The service dies in the middle of a game and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.support.tradewinds import Tradewinds, free_port
from tests.web.browser import DESKTOP, Visitor, version_of
from tests.web.playing import by_keys, move

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def killed_at_last(folder: Path, port: int) -> Iterator[Tradewinds]:
    """A service that is killed, with all its processes, when its block ends."""
    running = Tradewinds(folder, port, RATE_LIMIT="off", REPRODUCIBLE="on")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def test_a_game_goes_on_when_the_service_was_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    port, chance = free_port(), Random(2)
    page = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}).new_page()
    with killed_at_last(tmp_path, port) as service:
        anne = Visitor(page, f"http://{service.settings.address}")
        anne.begin("Merchants of the Caribbean", "human", "bot:random")
        for _ in range(3):
            move(anne, by_keys, chance)
        page.locator(".asked.mine").wait_for()
        before = version_of(page)
    page.locator(".asked", has_text="Reconnecting").wait_for()
    with killed_at_last(tmp_path, port):
        page.locator(".asked", has_not_text="Reconnecting").wait_for()
        assert version_of(page) >= before
        for _ in range(3):
            move(anne, by_keys, chance)
        assert version_of(page) > before
    assert not [said for said in anne.complaints if "ERR_" not in said and not said.startswith("Failed to load resource")]
    page.context.close()
