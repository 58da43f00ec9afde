"""Three whole games, played as a person plays: from the first page on, by clicks on what lies on the table, without the
interface. `python -m tests.web.whole_games` writes their pictures into docs/whole-games, with a page for each game.

`python -m tests.web.whole_games pirates-of-maracaibo` plays only that one.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from tests.docs.generated import ROOT
from tests.support.tradewinds import tradewinds
from tests.web.browser import Visitor, chromium, version_of
from tests.web.playing import ASKED, FREE, OVER

if TYPE_CHECKING:
    from playwright.sync_api import Locator

FOLDER = ROOT / "docs" / "whole-games"
WINDOW = (1366, 700)
TITLES = {
    "merchants-of-the-caribbean": "Merchants of the Caribbean",
    "merchants-and-marauders": "Merchants & Marauders",
    "pirates-of-maracaibo": "Pirates of Maracaibo",
}
DECISIONS, MOMENTS = 3, 3
"""At most so many pictures of own decisions after the first one, and of what happened."""
EVERY = 14
"""Own decisions between two pictures."""
MOST_MOVES, SECONDS = 600, 30
ENDING = ".offer:is(.end, .pass)"
"""Offers that end something."""


@dataclass
class Album:
    """The pictures of a game, each with a sentence."""

    ruleset: str
    sentences: list[str] = field(default_factory=list)

    def take(self, visitor: Visitor, sentence: str) -> None:
        self.sentences.append(sentence)
        file = FOLDER / f"{self.ruleset}-{len(self.sentences):02}.jpg"
        visitor.page.screenshot(path=file, type="jpeg", quality=62)
        print(f"{file.relative_to(ROOT)}: {sentence}", flush=True)

    def write(self) -> None:
        """The page of the game, beside its pictures."""
        lines = [f"# A whole game: {TITLES[self.ruleset]}\n", "Played from the first page on by clicks alone.\n"]
        for number, sentence in enumerate(self.sentences, 1):
            lines += [f"{sentence}\n", f"![{sentence}]({self.ruleset}-{number:02}.jpg)\n"]
        (FOLDER / f"{self.ruleset}.md").write_text("\n".join(lines))


def chosen(visitor: Visitor, chance: Random) -> Locator:
    """The offer that a person takes: rather one that brings something, and seldom one that only ends something."""
    offers = visitor.page.locator(".offer:not(.off)").filter(has=visitor.page.locator(".choose"))
    gains = offers.filter(has=visitor.page.locator(".chip.gain"))
    others = offers.filter(has_not=visitor.page.locator(ENDING)).and_(visitor.page.locator(f".offer:not({ENDING})"))
    kinds = [each for each in (gains, others, offers) if each.count()]
    some = kinds[0] if chance.random() < 0.6 else chance.choice(kinds)
    return some.nth(chance.randrange(some.count()))


def act(visitor: Visitor, chance: Random) -> None:
    """Click the piece or place that bears the number of an offer, or the offer where none can be clicked on."""
    page, offer = visitor.page, chosen(visitor, chance)
    number, verb = offer.locator(".key").first.inner_text().strip(), offer.locator("b").first.inner_text().strip()
    for thing in (
        page.locator(":is(.board, .dock, .seats) .legal").filter(has_text=re.compile(rf"\b{re.escape(number)}\b")).all()
    ):
        thing.scroll_into_view_if_needed()
        badge = thing.locator(".key").filter(has_text=re.compile(rf"^\s*{re.escape(number)}\s*$"))
        point = (badge.first if badge.count() else thing).evaluate(FREE)
        if not badge.count() or not point:
            continue
        page.mouse.click(*point)
        items = page.locator(".menu [role=menuitem]")
        if items.count():
            items.filter(has_text=verb).or_(items).first.click()
        return
    offer.locator(".choose").click()


def told(visitor: Visitor, album: Album, seen: set[str]) -> bool:
    """Wait until something is asked or the game is over, with pictures of moments on the way; whether it goes on."""
    page, until = visitor.page, monotonic() + SECONDS
    ready = page.locator(f"{ASKED}:visible, {OVER}")
    while monotonic() < until:
        ribbon = page.locator(".stage .moment")
        if ribbon.count():
            title = ribbon.first.inner_text().split("\n")[0].strip()
            if len(seen) < MOMENTS and title not in seen:
                seen.add(title)
                page.wait_for_timeout(700)
                album.take(visitor, f"What must not be missed: {title}")
        if page.locator(".table.playing").count():
            page.keyboard.press(" ")
        elif ready.count() and page.locator(f".offer .choose, {OVER}").count():
            return not page.locator(OVER).count()
        page.wait_for_timeout(60)
    raise AssertionError(f"nothing is asked: {page.locator('.bar .asked').inner_text()}")


def whole(visitor: Visitor, ruleset: str) -> Album:
    """Play a game to its end."""
    album, page, chance, seen = Album(ruleset), visitor.page, Random(4), set[str]()
    title = TITLES[ruleset]
    visitor.open()
    page.locator(".gamecard").nth(2).wait_for()
    album.take(visitor, "The first page: one click begins a game against a bot.")
    page.get_by_role("button", name=f"Play against a bot: {title}").click()
    page.locator(".dock").wait_for(state="attached")
    pictures, moves = 0, 0
    while told(visitor, album, seen):
        if moves == 0 or (moves % EVERY == 0 and pictures < DECISIONS):
            pictures += moves > 0
            page.wait_for_timeout(300)
            if not told(visitor, album, seen):  # What a bot did at the same time is played first.
                break
            asked = page.locator(".bar .asked").inner_text().replace("\n", " ").strip()
            album.take(visitor, f"Decision {moves + 1}. {asked}")
        before = version_of(page)
        act(visitor, chance)
        sure = page.locator("dialog.asking .btn.main")
        page.wait_for_function(
            "before => document.querySelector('dialog.asking, .endband') || "
            "Number(document.querySelector('.table')?.dataset.version) !== before",
            arg=before,
        )
        if sure.count():
            sure.click()
        moves += 1
        assert moves < MOST_MOVES, "the game does not end"
    page.locator(f"{OVER} .curves").first.wait_for()
    page.locator(".audit .found").wait_for()
    page.wait_for_timeout(800)
    headline = ". ".join(page.locator(f"{OVER} .headline").inner_text().split("\n\n"))
    album.take(visitor, f"The end, after {moves} decisions. {headline}")
    page.locator(".swing").first.scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    album.take(visitor, "Points over turns, and the turns that gained most.")
    page.get_by_role("button", name="Look back").click()
    page.locator(".lookback li, .lookback [role=status] .i").first.wait_for(timeout=120_000)
    page.locator(".lookback").scroll_into_view_if_needed()
    album.take(visitor, "Looking back at own decisions.")
    look = page.locator(".lookback li button")
    if look.count():
        look.first.click()
        page.locator(".pastband").wait_for()
        page.wait_for_timeout(400)
        album.take(visitor, "The position before the decision that cost most.")
    return album


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="tradewinds-") as data,
        tradewinds(Path(data), RATE_LIMIT="off", REPRODUCIBLE="on") as service,
        chromium() as browser,
    ):
        for ruleset in wanted or TITLES:
            context = browser.new_context(viewport={"width": WINDOW[0], "height": WINDOW[1]}, color_scheme="light")
            visitor = Visitor(context.new_page(), f"http://{service.settings.address}", hasty=False)
            for old in FOLDER.glob(f"{ruleset}-*.jpg"):
                old.unlink()
            whole(visitor, ruleset).write()
            context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
