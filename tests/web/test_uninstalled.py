"""The pages of a service that no longer has a game which was played there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import requests

from tests.support.tradewinds import Tradewinds, free_port
from tests.web.browser import DESKTOP, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ALL, LEFT = "tic-tac-toe,merchants-of-the-caribbean", "merchants-of-the-caribbean"


def test_the_page_of_a_game_that_is_uninstalled_says_so_and_offers_its_record(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    page = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}).new_page()
    service = Tradewinds(tmp_path, port, RATE_LIMIT="off", REPRODUCIBLE="on", GAMES=ALL, BOT_WORKERS="0")
    try:
        service.wait_ready()
        anne = Visitor(page, f"http://{service.settings.address}")
        running = anne.begin("Tic-tac-toe", "human", "bot:random")
        made = anne.create("tic-tac-toe", {"seats": [{"kind": "human"}] * 2})
        over, host = made["game"]["id"], {"Authorization": f"Bearer {made['host_token']}"}
        requests.delete(f"{anne.base}/v1/games/{over}", headers=host, timeout=10).raise_for_status()
    finally:
        service.stop()
        service.close()

    service = Tradewinds(tmp_path, port, RATE_LIMIT="off", REPRODUCIBLE="on", GAMES=LEFT, BOT_WORKERS="0")
    try:
        service.wait_ready()
        anne.open(f"/games/{running}")
        said = page.get_by_role("alert")
        said.wait_for()
        assert said.inner_text() == (
            "Tic-tac-toe is not installed here any more, so it cannot be shown, and goes on when it is."
        )
        anne.open(f"/games/{over}")
        page.get_by_role("link", name="Save the record").wait_for()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save the record").click()
        assert '"game_created"' in Path(saved.value.path()).read_text()
        anne.open()
        page.locator(".games, .lobby").first.wait_for()
        assert "Tic-tac-toe" in page.locator("main").inner_text()
    finally:
        service.stop()
        service.close()
        page.context.close()
