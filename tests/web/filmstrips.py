"""What people see happen, as strips of pictures: `make filmstrips` writes docs/table/film-*.jpg.

A bust, a round of a battle, a raid, a combat of Pirates of Maracaibo and a turn of Jordan, a picture every 200 milliseconds.
"""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import requests

from tests.docs.generated import ROOT
from tests.support.tradewinds import tradewinds, wait_until
from tests.web.browser import Visitor, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "docs" / "table"
SIZE = (1280, 680)
EVERY = 0.2
"""Seconds between two pictures."""
COLUMNS, WIDE, QUALITY = 3, 480, 42
NAMES = ("Anne", "Bartholomew", "Calico Jack")
SECRET = "22" * 32
SHEET = (
    "<style>body{margin:0;font:12px sans-serif;display:grid;gap:3px;background:#888;"
    f"grid-template-columns:repeat({COLUMNS},{WIDE}px)}}figure{{margin:0;background:#fff}}figcaption{{padding:1px 4px}}"
    f"img{{display:block;width:{WIDE}px}}</style>"
)

Scene = list[dict[str, Any]]


def filmed(page: Page, begin: Callable[[], None], pictures: int) -> list[bytes]:
    """A picture every so often from what begins, each the last one that the browser had drawn by then."""
    session = page.context.new_cdp_session(page)
    frames: list[tuple[float, bytes]] = []

    def drawn(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", drawn)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "maxWidth": 2 * WIDE, "maxHeight": 2 * WIDE})
    page.wait_for_timeout(300)
    begin()
    page.locator(".table.playing .asked.passing").wait_for()
    page.wait_for_timeout(50)
    first = frames[-1][0] - EVERY
    page.wait_for_timeout(1000 * (pictures + 1) * EVERY)
    session.send("Page.stopScreencast")
    return [[data for at, data in frames if at <= first + EVERY * tick][-1] for tick in range(pictures)]


def write(browser: Browser, name: str, pictures: list[bytes]) -> None:
    """The pictures on one sheet, with their times."""
    cells = "".join(
        f"<figure><figcaption>{EVERY * tick:.1f} s</figcaption>"
        f'<img src="data:image/jpeg;base64,{base64.b64encode(data).decode()}"></figure>'
        for tick, data in enumerate(pictures)
    )
    page = browser.new_page(viewport={"width": COLUMNS * (WIDE + 3) - 3, "height": 300})
    page.set_content(SHEET + cells)
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"film-{name}.jpg", type="jpeg", quality=QUALITY, full_page=True)
    page.close()
    print(f"docs/table/film-{name}.jpg")


def bust(visitor: Visitor) -> Callable[[], None]:
    seats = [{"kind": "human", "name": name} for name in NAMES]
    visitor.sit("merchants-of-the-caribbean", more={"seats": seats, "scenario": "bust"})
    reveal = visitor.page.locator(".offer .choose", has_text="eveal").first
    reveal.wait_for()
    return reveal.click


def replayed(ruleset: str, seats: int, wanted: Callable[[Scene], bool]) -> Callable[[Visitor], Callable[[], None]]:
    """The replay of a commit of bots, as soon as they have played one that is wanted."""

    def staged(visitor: Visitor) -> Callable[[], None]:
        bots = [{"kind": "bot", "level": "greedy", "name": name} for name in NAMES[:seats]]
        game = visitor.create(ruleset, {"seats": bots, "secret": SECRET})["game"]["id"]
        address = f"{visitor.base}/v1/games/{game}/events"
        found: list[int] = []

        def played() -> bool:
            after = found[-1] if found else 1
            items = requests.get(f"{address}?after={after}&limit=100&include=scene", timeout=30).json()["items"]
            found.extend(commit["version"] for commit in items)
            hits = [commit["version"] for commit in items if wanted(commit["scene"])]
            found.extend(hits[:1])
            return bool(hits)

        assert wait_until(played, 240), f"no such commit of {ruleset}"
        status = f"{visitor.base}/v1/games/{game}"
        assert wait_until(lambda: requests.get(status, timeout=30).json()["status"] == "finished", 240)
        visitor.open(f"/games/{game}#version={found[-1] - 1}")
        visitor.page.locator(".pastband").wait_for()
        visitor.page.wait_for_timeout(800)
        return visitor.page.get_by_role("button", name="Play from here").click

    return staged


def has(kind: str, **wanted: str) -> Callable[[Scene], bool]:
    """Whether a scene has a beat of a kind with words like these."""
    return lambda scene: any(
        beat["beat"] == kind and all(re.search(words, str(beat.get(field))) for field, words in wanted.items())
        for beat in scene
    )


FILMS: dict[str, tuple[Callable[[Visitor], Callable[[], None]], int]] = {
    "bust": (bust, 15),
    "battle": (replayed("merchants-and-marauders", 3, has("roll", what="^Contest")), 45),
    "raid": (replayed("merchants-and-marauders", 3, has("moment", title="raid fail|Raid fail", weight="2")), 45),
    "combat": (replayed("pirates-of-maracaibo", 2, has("roll")), 15),
    "jordan": (replayed("pirates-of-maracaibo", 1, has("turn", by="jordan")), 15),
}


def main() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off", REPRODUCIBLE="on") as service,
        chromium() as browser,
    ):
        for name, (staged, pictures) in FILMS.items():
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
            visitor = Visitor(context.new_page(), f"http://{service.settings.address}", hasty=False)
            write(browser, name, filmed(visitor.page, staged(visitor), pictures))
            context.close()


if __name__ == "__main__":
    main()
