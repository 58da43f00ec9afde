"""Lessons: a coach points at what to do, plays for the others, and leads whoever does something else back or on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import requests

from tests.support.games import GAMES
from tests.support.samples import long_only
from tests.web.browser import PHONE, SECONDS, Visitor, elsewhere, version_of
from tests.web.test_fit import measured

LESSONS = [(game.name, name) for game in GAMES.values() for name in game.lessons]
MERCHANTS = "Merchants of the Caribbean"
WINDOWS = [(1366, 630), (1024, 600), (911, 512), (844, 390), (740, 360), (683, 384), (390, 844), PHONE]
"""Those in which there is least room for a coach."""
SCROLLED = ("out of sight", "nothing of what offers act on")
"""Not faults of a lesson: what a step speaks of is in sight before the first offers, and what those act on."""
HIDDEN = """() => {
  const coach = document.querySelector('.coach'), hidden = [];
  const named = each => each.dataset.piece ?? each.dataset.area ?? each.innerText.slice(0, 40);
  // What is left of a box after all that cut it.
  const seen = each => {
    let {left, top, right, bottom} = each.getBoundingClientRect();
    for (let at = each.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible' && at !== document.documentElement) continue;
      const frame = at.getBoundingClientRect();
      [left, top] = [Math.max(left, frame.left, 0), Math.max(top, frame.top, 0)];
      [right, bottom] = [Math.min(right, frame.right, innerWidth), Math.min(bottom, frame.bottom, innerHeight)];
    }
    return {left, top, right, bottom, share: Math.max(0, right - left) * Math.max(0, bottom - top)
      / each.getBoundingClientRect().width / each.getBoundingClientRect().height};
  };
  const all = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
  const taught = all('[data-taught]'), offers = all('.offer:not(.off)').slice(0, 3), over = coach.getBoundingClientRect();
  for (const each of [...taught, ...offers]) {
    const {left, top, right, bottom} = seen(each);
    const wide = Math.min(right, over.right) - Math.max(left, over.left);
    const high = Math.min(bottom, over.bottom) - Math.max(top, over.top);
    if (Math.min(wide, high, right - left, bottom - top) > 2) hidden.push(`the coach covers ${named(each)}`);
  }
  // What is to be done is in sight: the offer, and something that the step speaks of.
  const [choice] = all('.choose[data-taught]'), things = taught.filter(each => each !== choice);
  if (choice && seen(choice).share < .9) hidden.push(`out of sight: ${named(choice)}`);
  if (things.length && !things.some(each => seen(each).share > .4)) hidden.push(`out of sight: ${named(things[0])}`);
  for (const each of all('.coach :is(.say-so, .go button, .go a)')) {
    if (seen(each).share < .98 || each.scrollWidth > each.clientWidth + 1) hidden.push(`cut: ${named(each)}`);
    if (!each.matches('p') && Math.min(each.offsetWidth, each.offsetHeight) < 43) hidden.push(`small: ${named(each)}`);
  }
  return hidden;
}"""
"""What the coach covers, what is not in sight of what a step speaks of, and what is cut of the coach itself."""


def learn(visitor: Visitor, title: str, lesson: str) -> str:
    """Open a lesson from the first page; returns the id of its game."""
    visitor.open()
    card = visitor.page.locator(".gamecard", has_text=title)
    first = next(iter(next(game for game in GAMES.values() if game.title == title).lessons.values())).title == lesson
    card.get_by_role("button", name="Learn it in" if first else lesson).click()
    visitor.page.locator(".coach .say-so").wait_for()
    return visitor.page.url.partition("/games/")[2].partition("#")[0]


def step_of(visitor: Visitor) -> str:
    return visitor.page.locator(".coach .head .mute").inner_text()


def next_step(visitor: Visitor, before: str) -> None:
    """Wait until another step is shown."""
    visitor.page.wait_for_function(
        "before => ![before, undefined].includes(document.querySelector('.coach .head .mute')?.textContent)", arg=before
    )


@pytest.mark.parametrize(("ruleset", "name"), LESSONS, ids=[name for _, name in LESSONS])
@pytest.mark.parametrize("every", [8, long_only(1)])
def test_a_lesson_is_played_to_its_end_as_it_says(
    visit: Callable[..., Visitor], ruleset: str, name: str, every: int
) -> None:
    """In small windows, too, all that a step speaks of is in sight beside what it says. `every`: a step is looked at in each
    so-many-th window, the next step in those beside them."""
    anne, game, hidden = visit(reduced_motion="reduce"), GAMES[ruleset], []
    lesson = game.lessons[name]
    learn(anne, game.title, lesson.title)
    for number, step in enumerate(lesson.steps, 1):
        told = anne.page.locator(".coach .say-so")
        told.get_by_text(step.text, exact=True).wait_for()
        assert step_of(anne) == f"Step {number} of {len(lesson.steps)}"
        if step.at:
            anne.page.locator(":is([data-piece], [data-area])[data-taught]").first.wait_for(state="attached")
        for window in WINDOWS[number % every :: every]:
            anne.page.set_viewport_size({"width": window[0], "height": window[1]})
            faults = measured(anne.page, SCROLLED)
            hidden += [f"step {number} at {window}: {each}" for each in anne.page.evaluate(HIDDEN) + faults]
        if number < len(lesson.steps):
            anne.page.locator(".coach .go .main:enabled").click()
            next_step(anne, f"Step {number} of {len(lesson.steps)}")
    anne.page.get_by_role("button", name="Play for real").click()
    anne.page.locator(".table:not(:has(.coach)) .asked").wait_for()
    assert hidden == []


def test_a_lesson_is_learnt_by_keys_and_said_aloud(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    learn(anne, MERCHANTS, "From the first card to an expedition")
    for key in "12":  # Reveal, then stop.
        before = step_of(anne)
        anne.page.locator(".asked.mine").wait_for()
        anne.page.keyboard.press(key)
        next_step(anne, before)
    said = anne.page.locator(".coach [aria-live=polite]")
    assert "Loot the Pinace" in said.inner_text()
    assert anne.page.locator(".coach").get_attribute("aria-labelledby") == "lesson"
    assert anne.page.locator(".offer .choose[data-taught]").count() == 1


def test_a_small_window_leaves_the_offer_out_of_the_button_that_shows_it(visit: Callable[..., Visitor]) -> None:
    anne = visit(PHONE)
    learn(anne, MERCHANTS, "From the first card to an expedition")
    anne.page.locator(".asked.mine").wait_for()
    assert anne.page.locator(".coach .go .main").inner_text() == "Show me", "no colon, as the offer is left out"
    assert anne.page.get_by_role("link", name="Leave").count() == 1, "a sign still has its name"


def test_who_does_something_else_may_and_is_led_back(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = learn(anne, MERCHANTS, "From the first card to an expedition")
    anne.page.locator(".asked.mine").wait_for()
    step = step_of(anne)
    anne.page.keyboard.press("1")
    next_step(anne, step)
    before = version_of(anne.page)
    anne.page.keyboard.press("1")  # It says to stop, and a second card is turned up.
    elsewhere(anne.page, before).wait_for()
    anne.page.locator(".coach [aria-live=polite]", has_text="That is allowed, too.").wait_for()
    anne.page.get_by_role("button", name="Back to the lesson").click()
    anne.page.locator(".coach .say-so", has_text="a bust. Today you are careful: stop.").wait_for()
    assert game not in anne.page.url
    assert step_of(anne) == "Step 2 of 16"
    anne.page.locator(".offer .choose[data-taught]").wait_for()


def test_who_does_something_else_may_go_on_that_way(visit: Callable[..., Visitor]) -> None:
    """The others go on by themselves where the lesson has no part for them."""
    anne = visit()
    learn(anne, MERCHANTS, "From the first card to an expedition")
    for _ in range(2):
        before = version_of(anne.page)
        anne.page.locator(".asked.mine").wait_for()
        anne.page.keyboard.press("1")
        elsewhere(anne.page, before).wait_for()
    anne.page.locator(".coach.strayed").wait_for()
    for _ in range(4):  # Stop, take, and come to another turn of one's own.
        before = version_of(anne.page)
        anne.page.locator(".asked.mine").wait_for()
        anne.page.locator(".offer .choose").last.click()
        elsewhere(anne.page, before).wait_for()
    anne.page.locator(".asked.mine").wait_for()
    assert not anne.page.locator(".say[role=alert]").count()


def test_a_lesson_is_no_game_of_anybody(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = learn(anne, MERCHANTS, "From the first card to an expedition")
    anne.open()
    anne.page.locator(".gamecard").first.wait_for()
    assert not anne.page.locator(f"a[href='/games/{game}']").count()
    assert game not in [each["id"] for each in requests.get(f"{anne.base}/v1/games", timeout=SECONDS).json()["items"]]


def test_a_lesson_that_a_newer_version_broke_says_so(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = learn(anne, MERCHANTS, "From the first card to an expedition")
    anne.page.evaluate(
        "game => { const key = 'tradewinds/game/' + game, kept = JSON.parse(localStorage.getItem(key));"
        " kept.lesson.name = 'of-another-version'; localStorage.setItem(key, JSON.stringify(kept)); }", game,
    )  # fmt: skip
    anne.page.reload()
    anne.page.locator(".coach", has_text="This lesson does not go on").wait_for()
    anne.page.locator(".offers .offer").first.wait_for()
