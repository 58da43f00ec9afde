"""Settings that change how the table moves, how fast it goes along, and what it asks for once more."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from tests.web.browser import Visitor, elsewhere, version_of
from tests.web.playing import SECRET, by_keys, move

MERCHANTS = "merchants-of-the-caribbean"
CHOOSE = "more => localStorage.setItem('tradewinds/settings', JSON.stringify(more))"
MOVES = """window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.dataset.piece) moves.push(options.duration);
  return animate.call(this, frames, options);
};"""
"""Notes how long each move of a piece takes."""


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
    elsewhere(page, before).wait_for()
