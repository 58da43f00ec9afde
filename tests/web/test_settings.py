"""Settings that change how the table moves, how fast it goes along, and what it asks for once more."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor
from tests.web.playing import HIDE, SECRET, by_keys, move, version_of

MERCHANTS = "merchants-of-the-caribbean"
CHOOSE = "more => localStorage.setItem('tradewinds/settings', JSON.stringify(more))"
MOVES = """window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.dataset.piece) moves.push(options.duration);
  return animate.call(this, frames, options);
};"""
"""Notes how long each move of a piece takes."""
VERSIONS = """() => {
  const place = document.querySelector('.what p');
  window.versions = [];
  new MutationObserver(() => versions.push(Number(/\\d+$/.exec(place.textContent)[0])))
    .observe(place, {childList: true, characterData: true, subtree: true});
}"""
"""Notes each version that the page shows."""

NO_STREAM = """window.fetch = ((real) => (path, more) =>
  (more?.headers?.Accept === 'text/event-stream' ? new Promise(() => {}) : real(path, more)))(fetch)"""
"""A page that comes back reads what it missed at once; a stream may bring it in pieces."""


def test_pieces_move_as_fast_as_chosen_or_not_at_all(visit: Callable[..., Visitor]) -> None:
    """What the system prefers counts until something is chosen here."""
    anne, chance = visit(), Random(4)
    anne.page.add_init_script(MOVES)
    anne.sit(MERCHANTS, "human", "greedy", more=SECRET)

    def taken(motion: str, system: Any) -> set[int]:
        """The durations of the moves in some turns."""
        anne.page.evaluate(CHOOSE, {"motion": motion})
        anne.page.emulate_media(reduced_motion=system)
        anne.page.evaluate("moves.length = 0")
        for _ in range(3):
            move(anne, by_keys, chance)
        return set(anne.page.evaluate("moves"))

    assert taken("auto", "no-preference") == {220}
    assert taken("auto", "reduce") == set()
    assert taken("slow", "reduce") == {700}
    assert taken("off", "no-preference") == set()
    assert taken("normal", "reduce") == {220}


@pytest.mark.parametrize(
    ("pace", "waiting", "each"), [("at once", 2, False), ("normal", 2, True), ("normal", 4, False), ("slow", 4, True)]
)
def test_versions_that_wait_are_shown_one_by_one_or_skipped(
    visit: Callable[..., Visitor], pace: str, waiting: int, each: bool
) -> None:
    watcher = visit()
    people = [{"kind": "human"}] * 2
    made = watcher.create(MERCHANTS, {"seats": people, **SECRET})
    address = f"{watcher.base}/v1/games/{made['game']['id']}"
    rights = {each["seat"]: {"Authorization": f"Bearer {each['token']}"} for each in made["seats"]}

    # Given a watcher who looks elsewhere, when others move meanwhile,
    watcher.open(f"/games/{made['game']['id']}")
    watcher.page.locator(".table.watching .board").wait_for()
    watcher.page.evaluate(CHOOSE, {"pace": pace})
    before = version_of(watcher.page)
    watcher.page.evaluate(HIDE, True)
    watcher.page.evaluate(VERSIONS)
    watcher.page.evaluate(NO_STREAM)
    for _ in range(waiting):
        seat = requests.get(address, timeout=10).json()["to_act"][0]
        offers = requests.get(f"{address}/actions", headers=rights[seat], timeout=10).json()
        headers = {**rights[seat], "If-Match": f'"{offers["version"]}"'}
        body = {"offer": offers["actions"][0]["id"]}
        requests.post(f"{address}/actions", json=body, headers=headers, timeout=10).raise_for_status()

    # then each version is shown to whoever comes back, or the last one at once.
    watcher.page.evaluate(HIDE, False)
    assert wait_until(lambda: version_of(watcher.page) == before + waiting, 15)
    expected = [*range(before + 1, before + waiting + 1)] if each else [before + waiting]
    assert watcher.page.evaluate("versions") == expected


def test_only_what_passes_or_ends_is_asked_for_once_more(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.page.add_init_script(f"({CHOOSE})({{confirm: 'ends'}})")
    anne.sit(MERCHANTS, "human", "greedy", more=SECRET)
    page = anne.page
    stop = page.locator(".offer .choose", has_text=re.compile("stop|no more", re.IGNORECASE))
    yes = page.get_by_role("button", name="Do it")

    # Given cards in the harbour: to reveal another one takes one key.
    for _ in range(20):
        page.locator(".asked.mine").wait_for()
        page.locator(".offer").first.wait_for()
        if stop.count():
            break
        assert move(anne, by_keys, Random(1))
    before = version_of(page)

    # To stop, it takes a yes.
    stop.first.click()
    yes.wait_for()
    assert version_of(page) == before
    page.keyboard.press("Escape")
    yes.wait_for(state="detached")
    assert version_of(page) == before
    stop.first.click()
    yes.click()
    page.locator(".what p", has_not_text=re.compile(rf"version {before}$")).wait_for()
