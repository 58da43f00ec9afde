"""Fingers: on a phone everything that can be chosen has 44 pixels, and where that overlaps, a tap asks what was meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser import PHONE, Visitor
from tests.web.playing import ASKED_OR_OVER, finished
from tests.web.test_positions import positions, some_drawn

SMALL = """() => {
  const inText = each => getComputedStyle(each).display === 'inline' || each.matches('.named, .sr, .skip');
  const thing = each => each.matches('[data-piece], [data-area], [data-area] *') && each.closest('.board, .seats, .dock');
  return [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !inText(each) && !thing(each))
    .map(each => [each, (each.closest('label') ?? each).getBoundingClientRect()])
    .filter(([each, {width, height}]) => width > 0 && (width < 43.5 || height < 43.5))
    .map(([each, {width, height}]) => `${each.tagName} ${each.className} ${each.innerText}: ${width} x ${height}`);
}"""
"""All controls that a finger may miss; pieces and places, which are larger than they look, are tried by the other test."""
NEAR = """piece => {
  const {left, top, width, height} = piece.getBoundingClientRect();
  if (width >= 44 && height >= 44) return null;
  for (const [right, down] of [[18, 0], [-18, 0], [0, 18], [0, -18]]) {
    const point = [left + width / 2 + right, top + height / 2 + down];
    const there = document.elementFromPoint(...point);
    const frame = '.board, .seats, .dock';
    const may = [...document.querySelectorAll('.legal')].map(each => each.getBoundingClientRect());
    const [x, y] = point, near = box => x > box.left - 44 && x < box.right + 44 && y > box.top - 44 && y < box.bottom + 44;
    if (!there || piece.contains(there) || may.some(near)) continue;
    if (there.closest(frame) !== piece.closest(frame)) continue;
    const control = there.closest('button, a, input, summary');
    if (!control || control.matches('[data-piece], [data-area], .point, [data-area] > button')) return point;
  }
  return null;
}"""
"""A point beside a small piece, within 22 pixels of its middle; far from what may be done."""
TAP = """([x, y]) => document.elementFromPoint(x, y).dispatchEvent(
  new PointerEvent('click', {bubbles: true, cancelable: true, pointerType: 'touch', clientX: x, clientY: y, detail: 1}))"""
"""The click of a finger at a point. A browser may move a real tap to another control near by, which it thinks was meant."""
TRIED = 4


def on_a_phone(visit: Callable[..., Visitor]) -> Visitor:
    return visit(size=PHONE, has_touch=True, reduced_motion="reduce")


@some_drawn
def test_every_control_of_a_phone_has_44_pixels(visit: Callable[..., Visitor], ruleset: str) -> None:
    """In play, on each of the tabs, and at the end."""
    anne = on_a_phone(visit)
    faults: list[tuple[str, Any]] = []
    _, kinds, more = positions(anne, ruleset)[0]
    anne.sit(ruleset, *kinds, more={**more, "advice": True, "takeback": "consent"})
    anne.page.locator(ASKED_OR_OVER).first.wait_for()
    for tab in anne.page.locator(".tabs button").all():
        tab.click()
        faults += [(tab.inner_text(), each) for each in anne.page.evaluate(SMALL)]
    anne.open(f"/games/{finished(anne.base, ruleset, len(kinds))}")
    anne.page.locator(".endband .headline").first.wait_for()
    faults += [("end", each) for each in anne.page.evaluate(SMALL)]
    assert faults == []


def test_every_control_of_the_first_page_has_44_pixels(visit: Callable[..., Visitor]) -> None:
    anne = on_a_phone(visit)
    anne.sit("tic-tac-toe", "human", "random")
    anne.open()
    anne.page.locator(".gamecard").first.wait_for()
    assert anne.page.evaluate(SMALL) == []


@pytest.mark.parametrize("ruleset", ["merchants-and-marauders", "pirates-of-maracaibo"])
def test_a_tap_beside_a_small_piece_finds_it(visit: Callable[..., Visitor], ruleset: str) -> None:
    """At once if nothing else lies there, and else in a menu of all that does."""
    anne = on_a_phone(visit)
    _, kinds, more = positions(anne, ruleset)[0]
    anne.sit(ruleset, *kinds, more=more)
    page = anne.page
    page.locator(ASKED_OR_OVER).first.wait_for()
    pieces = [each.get_attribute("data-piece") for each in page.locator(".board button[data-piece]:not(.legal)").all()]
    tried = 0
    for piece in pieces[:: max(1, len(pieces) // 40)]:
        found = page.locator(f'.board button[data-piece="{piece}"]').first
        found.scroll_into_view_if_needed()
        point, name = found.evaluate(NEAR), found.get_attribute("aria-label") or ""
        if point is None:
            continue
        page.evaluate(TAP, point)
        page.locator(".menu", has_text=name).or_(
            page.locator("dialog .inspected", has_text=name.partition(",")[0])
        ).wait_for()
        page.keyboard.press("Escape")
        page.locator(".menu, dialog").wait_for(state="detached")
        tried += 1
        if tried == TRIED:
            return
    raise AssertionError(f"only {tried} small pieces could be tried")


def test_the_menu_of_the_bar_closes_by_escape_beside_it_and_with_another_tab(visit: Callable[..., Visitor]) -> None:
    anne = on_a_phone(visit)
    anne.begin("Tic-tac-toe", "human", "bot:random")
    page = anne.page
    page.locator(".asked.mine").wait_for()
    fold, menu, keys = page.locator(".tool.fold"), page.locator(".bar .tools"), page.keyboard
    for leave in (
        lambda: keys.press("Escape"),
        lambda: page.locator(".what").tap(),
        lambda: page.locator(".tabs button").last.tap(),
    ):
        fold.tap()
        menu.wait_for()
        leave()
        menu.wait_for(state="hidden")
    # A dialog that was opened from it closes alone.
    fold.tap()
    menu.get_by_role("button", name="Settings").tap()
    page.locator("dialog[open] select").first.wait_for()
    keys.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert menu.is_visible()
    keys.press("Escape")
    menu.wait_for(state="hidden")
    assert fold.evaluate("fold => fold === document.activeElement")
