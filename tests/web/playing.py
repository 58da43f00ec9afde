"""People who play whole games in a browser: one has only keys, another only clicks on what is drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, elsewhere, secret, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

OVER = ".endband"
ASKING = "dialog.asking"
ASKED = ".asked.mine"
ASKED_OR_OVER = f"{ASKED}, {OVER}"
DRAWN = ":is([data-piece].legal, button.legal, [data-area].legal .point:enabled, .legal.covered [data-piece]):visible"
"""All that can be clicked on because something may be done with it."""
FREE = """thing => {
  const {x, y, width, height} = thing.getBoundingClientRect();
  for (const down of [.5, .2, .8, .05, .95]) for (const right of [.5, .2, .8, .05, .95]) {
    const point = [x + width * right, y + height * down];
    if (thing.contains(document.elementFromPoint(...point))) return point;
  }
}"""
"""A point of an element that nothing else lies over."""
SECRET = {"secret": "11" * 32}
"""One deal in all tests that name it; a test that names none has a deal of its own."""
RULER = ".ruler input"

LATE = """window.sending = 0;
const answers = new Promise((done) => { window.letAnswersCome = done; });
window.fetch = ((real) => async (path, more) => {
  const sent = more?.method && more.method !== 'GET' && new RegExp(PATH).test(path);
  if (sent) sending++;
  const answer = await real(path, more);
  if (sent) await answers;
  if (sent) setTimeout(() => sending--);
  return answer;
})(fetch);"""

Way = Callable[["Page", Random], None]


def by_keys(page: Page, chance: Random) -> None:
    """Press the key of one of the first nine offers."""
    page.keyboard.press(f"{1 + chance.randrange(min(9, page.locator('.offer .choose').count()))}")


def by_clicks(page: Page, chance: Random) -> None:
    """Click something that is drawn, where nothing else lies over it, and if several things may be done with it, one of the
    menu."""
    things = page.locator(DRAWN).all()
    chance.shuffle(things)
    for thing in things:
        thing.scroll_into_view_if_needed()
        point = thing.evaluate(FREE)
        if point:
            page.mouse.click(*point)
            break
    else:
        raise AssertionError(f"nothing can be clicked: {page.locator('.offer .choose').all_inner_texts()}")
    items = page.locator(".menu [role=menuitem]")
    if items.count():
        items.nth(chance.randrange(items.count())).click()


def move(visitor: Visitor, way: Way, chance: Random) -> bool:
    """Do something as soon as something is asked, and wait until it is done; False if the game is over."""
    page = visitor.page
    page.locator(ASKED_OR_OVER).first.wait_for()
    page.locator(f".offer .choose, {OVER}").first.wait_for()
    if page.locator(OVER).count():
        return False
    before, step = version_of(page), 0
    sure = page.locator(f"{ASKING} .btn.main")  # What cannot be undone is asked first.
    while step is not None:  # Where much may be done, it is first chosen with what.
        further = page.locator(", ".join(f'.offers[data-step="{step + more}"]' for more in (1, 2, 3)))
        way(page, chance)
        elsewhere(page, before).or_(sure).or_(further).first.wait_for()
        step = int(further.get_attribute("data-step") or 0) if further.count() else None
    if sure.count():
        sure.click()
    elsewhere(page, before).wait_for()
    return True


def play_to_the_end(visitor: Visitor, way: Way, most: int = 400) -> int:
    """Play until the game is over; returns the number of moves."""
    chance, moves = Random(5), 0
    while move(visitor, way, chance):
        moves += 1
        assert moves < most, "the game does not end"
    return moves


def shown_places(page: Page) -> dict[str, str]:
    """The pieces that are drawn anywhere on the page, with their areas."""
    found: list[list[str]] = page.locator("[data-piece]").evaluate_all(
        "all => all.map(({dataset}) => [dataset.piece, dataset.in])"
    )
    return dict(found)  # type: ignore[arg-type]


def drag(page: Page, version: int) -> None:
    """Move the handle of the ruler, as a mouse that is not let go yet does."""
    page.locator(RULER).evaluate(
        "(ruler, to) => { ruler.value = to; ruler.dispatchEvent(new Event('input', {bubbles: true})); }", f"{version}"
    )


def without_pictures(visitor: Visitor) -> None:
    """All games are ones that nobody draws for this visitor: no answer and no event has a picture."""
    visitor.page.route(
        re.compile("include=picture,asked"),
        lambda route: route.continue_(url=route.request.url.replace("include=picture,asked", "include=asked")),
    )


def finished(base: str, ruleset: str, seats: int, level: str = "random", names: Sequence[str] = ()) -> str:
    """A whole game of bots that is over; returns its id. `names` are those of the bots."""
    bots = [{"kind": "bot", "level": level, **({"name": names[seat]} if names else {})} for seat in range(seats)]
    body = {"ruleset": ruleset, "seats": bots, "secret": secret()}
    made = requests.post(f"{base}/v1/games", json=body, timeout=10).json()
    game: str = made["game"]["id"]
    assert wait_until(lambda: requests.get(f"{base}/v1/games/{game}", timeout=10).json()["status"] == "finished", 60)
    return game


HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""What a browser does when a tab goes to the back; there is no way to do it from outside."""


def late_answers(path: str) -> str:
    """A script that keeps back the answers to what is sent to such addresses, but not the news of it, until the page is told
    to `letAnswersCome()`; `sending` counts those that have not come. `path` is a regular expression."""
    return LATE.replace("PATH", json.dumps(path))


def against_each_other(anne: Visitor, bart: Visitor) -> str:
    """A game of two people in two browsers, which Anne begins and whose second seat Bart takes; returns its id when one of
    them is asked, and knows it."""
    game = anne.begin("Tic-tac-toe", "human", "open")
    bart.open(f"/games/{game}")
    bart.page.locator(".seating .btn.main").click()
    anne.page.locator(".offers").wait_for()
    bart.page.locator(".dock").wait_for()
    assert wait_until(lambda: any(each.page.locator(ASKED).count() for each in (anne, bart)), 10)
    return game


def first_offer(*players: Visitor) -> None:
    """Let whoever is asked choose the first offer, and wait until that page shows it."""
    assert wait_until(lambda: any(player.page.locator(".asked.mine").count() for player in players), 10)
    player = next(player for player in players if player.page.locator(".asked.mine").count())
    before = version_of(player.page)
    player.page.locator(".offer .choose").first.click()
    elsewhere(player.page, before).wait_for()


def until_over(*players: Visitor) -> None:
    """Play the first offers until every page shows the end: one page hears of the last move before another."""

    def seen(selector: str) -> list[int]:
        return [player.page.locator(selector).count() for player in players]

    while not all(seen(".endband")):
        assert wait_until(lambda: all(seen(".endband")) or any(seen(".asked.mine")), 10)
        if any(seen(".asked.mine")):
            first_offer(*players)
