"""Pictures of the table for the documentation, from a real browser: `python -m tests.web.screenshots` writes docs/table/."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.docs.generated import ROOT
from tests.support.tradewinds import tradewinds
from tests.web.browser import DESKTOP, PHONE, Visitor, chromium

FOLDER = ROOT / "docs" / "table"
NAMES = {
    "Merchants of the Caribbean": "merchants-of-the-caribbean",
    "Merchants & Marauders": "merchants-and-marauders",
    "Pirates of Maracaibo": "pirates-of-maracaibo",
}
"""The names of the pictures, by the titles of the games."""


def take(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(600)
    visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
    print(f"docs/table/{name}.jpg")


def play(visitor: Visitor, moves: int) -> None:
    """Give the first offer so many times."""
    for _ in range(moves):
        if visitor.page.locator(".asked.mine").count():
            visitor.page.keyboard.press("1")
        visitor.page.wait_for_timeout(250)
    visitor.page.locator(".asked.mine, .endband").first.wait_for()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off") as service,
        chromium() as browser,
    ):

        def visitor(size: tuple[int, int], scheme: str = "light") -> Visitor:
            page = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme).new_page()
            return Visitor(page, f"http://{service.settings.address}")

        anne = visitor(DESKTOP)
        for title, name in NAMES.items():
            anne.begin(title, "human", "bot:greedy")
            play(anne, 22)
            take(anne, name)
        anne.page.emulate_media(color_scheme="dark")
        take(anne, "pirates-of-maracaibo-dark")
        anne.page.emulate_media(color_scheme="light")
        anne.open()
        anne.page.locator(".newgame").wait_for()
        take(anne, "lobby")
        anne.page.locator("button", has_text="Watch bots play: Merchants of the Caribbean").click()
        anne.page.locator(".table").wait_for()
        anne.page.wait_for_timeout(8000)
        take(anne, "replay")
        anne.page.keyboard.press("End")
        anne.page.locator(".endband summary", has_text="Check this game").click()
        anne.page.locator(".audit button").click()
        anne.page.locator(".verdict").wait_for()
        take(anne, "end")
        phone = visitor(PHONE, "dark")
        phone.begin("Merchants of the Caribbean", "human", "bot:greedy")
        play(phone, 8)
        take(phone, "phone")


if __name__ == "__main__":
    main()
