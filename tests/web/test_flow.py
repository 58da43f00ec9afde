"""How the table goes along with its player: calls, news, reasons, late actions, slips of the hand, settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, at, elsewhere, version_of
from tests.web.playing import HIDE, SECRET, against_each_other, first_offer, late_answers

if TYPE_CHECKING:
    pass

LISTENING = """() => {
  const voice = document.querySelector('p.sr');
  window.told = [];
  const noted = new MutationObserver(() => told.push(voice.textContent));
  noted.observe(voice, {childList: true, characterData: true, subtree: true});
}"""
"""Writes down what a screen reader would say."""
NOTED = """window.called = [];
window.Notification = class {
  static requestPermission() { return Promise.resolve('granted'); }
  constructor(title, more) { called.push(title + '|' + more.body); }
  close() {}
};"""
"""Notifications of the system cannot be seen from here, so the page gets some that write down what they say."""


DEAF = """window.real = fetch;
window.fetch = (path, more) => (/events/.test(path) ? Promise.reject(new TypeError()) : real(path, more));"""
"""Keeps the news of a game from a page."""

REVEALS = ("merchants-of-the-caribbean", "human", "human")
"""With SECRET a game whose first player can reveal some cards without a bust."""


def last_line(visitor: Visitor) -> str:
    """What the log says last."""
    return visitor.page.locator(".log li li").last.inner_text()


def settle_on(visitor: Visitor, title: str, choice: str) -> None:
    """Choose in the panel of settings."""
    visitor.page.get_by_label("Settings").click()
    visitor.page.locator(".preferences label", has_text=title).locator("select").select_option(label=choice)
    visitor.page.keyboard.press("Escape")


def test_a_hidden_page_calls_its_player(visit: Callable[..., Visitor]) -> None:
    """By title and icon, and by a notification where these are wished; nothing of that when it is no turn of theirs."""
    anne, guest = visit(), visit()
    anne.page.add_init_script(NOTED)
    against_each_other(anne, guest)
    anne.page.get_by_label("Settings").click()
    anne.page.get_by_label("Notification when").check()
    anne.page.keyboard.press("Escape")
    if anne.page.locator(".asked.mine").count():
        first_offer(anne)
    guest.page.locator(".asked.mine").wait_for()
    assert anne.page.evaluate("called") == []
    assert "icon-turn" not in (anne.page.locator("link[rel=icon]").get_attribute("href") or "")
    other = Visitor(anne.page.context.new_page(), anne.base)  # It hears of the move, and tells the hidden tab.
    other.open(anne.page.url.removeprefix(anne.base))
    other.page.locator(".dock").wait_for()
    anne.page.evaluate(HIDE, True)
    first_offer(guest)
    assert wait_until(lambda: len(anne.page.evaluate("called")) == 1, 15)
    assert anne.page.evaluate("called")[0].startswith("Your move · Tic-tac-toe|You place a mark")
    assert anne.page.title().startswith("● Your move")
    assert "icon-turn" in (anne.page.locator("link[rel=icon]").get_attribute("href") or "")


def test_whoever_comes_back_is_told_and_shown_what_happened(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    if guest.page.locator(".asked.mine").count():
        first_offer(guest)
    anne.page.locator(".asked.mine").wait_for()
    first_offer(anne)
    anne.open()
    first_offer(guest)
    anne.open(f"/games/{game}")
    anne.page.locator(".since").wait_for()
    card = anne.page.locator(".since .telling", has_text="Bartholomew")
    assert card.locator("li").all_inner_texts() == [re.sub("^Bartholomew m", "M", last_line(guest))]
    anne.page.get_by_role("button", name="Watch it").click()
    anne.page.locator(".pastband").wait_for()
    anne.page.locator(".pastband").wait_for(state="detached")
    assert version_of(anne.page) == version_of(guest.page)
    card.locator("li button").click()  # It leads to the newest position.
    assert version_of(anne.page) == version_of(guest.page)
    anne.page.get_by_role("button", name="all turns").click()
    assert anne.page.locator(".log .newfrom + li").inner_text() == last_line(guest)


def test_an_action_that_comes_too_late_is_not_sent_again(visit: Callable[..., Visitor]) -> None:
    """While a player chooses, somebody hands the other seat to a bot: the page says so, and asks again."""
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    late, early = (anne, guest) if anne.page.locator(".asked.mine").count() else (guest, anne)
    early_seat = 0 if early is anne else 1
    late.page.evaluate(DEAF)
    late.page.evaluate(HIDE, True)  # Which ends the stream that was open.
    mine = {"Authorization": f"Bearer {early.tokens(game)[str(early_seat)]}"}
    body = {"kind": "bot", "level": "random"}
    requests.put(f"{anne.base}/v1/games/{game}/seats/{early_seat}", json=body, headers=mine, timeout=10).raise_for_status()
    late.page.evaluate(
        "setTimeout(() => { window.fetch = window.real; }, 0); document.querySelector('.offer .choose').click()"
    )
    late.page.locator(".offers .say", has_text="moved on").wait_for()
    late.page.locator(".meanwhile li").first.wait_for()
    late.page.locator(".offer .choose").first.wait_for()
    version = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"]
    late.page.wait_for_timeout(500)
    assert requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"] == version, "nothing is resent"
    late.page.locator(".offer .choose").first.click()
    late.page.locator(".meanwhile").wait_for(state="detached")
    for each in (anne, guest):
        each.expected_refusals()


def test_the_next_action_needs_no_answer_to_the_last_one(visit: Callable[..., Visitor]) -> None:
    """The stream may bring what came of an action before its answer comes, which then takes nothing away."""
    anne = visit()
    anne.page.add_init_script(late_answers("actions$"))
    anne.sit(*REVEALS, more=SECRET)
    anne.sit_down()
    page = anne.page
    for _ in range(2):
        first_offer(anne)
    assert page.evaluate("sending") == 2
    page.evaluate("letAnswersCome()")
    page.wait_for_function("() => !sending")
    page.locator(".offer .choose[aria-disabled=false]").first.wait_for()
    first_offer(anne)


def test_a_late_refusal_says_nothing_of_the_next_action(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.page.add_init_script(late_answers("actions$"))
    game = anne.sit(*REVEALS, more=SECRET)
    anne.sit_down()
    page = anne.page
    address = f"{anne.base}/v1/games/{game}/actions"
    # Given an action that is refused, since another device of the player was faster,
    page.route(
        address,
        lambda route: (
            requests.post(
                address,
                data=route.request.post_data,
                headers={name: route.request.headers[name] for name in ("authorization", "if-match", "content-type")},
                timeout=10,
            ).raise_for_status(),
            route.continue_(),
        ),
        times=1,
    )
    first_offer(anne)
    # when the refusal comes after the next action was sent,
    first_offer(anne)
    page.evaluate("letAnswersCome()")
    page.wait_for_function("() => !sending")
    page.wait_for_timeout(300)
    # then nothing is said of it, and the player goes on.
    assert not page.locator(".offers .say").count()
    first_offer(anne)
    anne.expected_refusals()


def test_a_key_that_is_held_down_sends_one_action(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.sit(*REVEALS, more=SECRET)
    anne.sit_down()
    page = anne.page
    for hold in ("1", "Enter"):
        before = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"]
        page.locator(".offer .choose[aria-disabled=false]").first.focus()
        for _ in range(5):  # Each but the first is one that repeats.
            page.keyboard.down(hold)
            page.wait_for_timeout(150)
        page.keyboard.up(hold)
        at(page, before + 1).wait_for()
        assert requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["version"] == before + 1
        page.locator(".offer .choose[aria-disabled=false]").first.wait_for()


def test_the_second_click_of_a_double_click_does_nothing(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.sit(*REVEALS, more=SECRET)
    anne.sit_down()
    before = version_of(anne.page)
    offer = anne.page.locator(".offer .choose").first
    offer.click()
    at(anne.page, before + 1).wait_for()
    offer.evaluate("offer => offer.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 2}))")
    anne.page.wait_for_timeout(300)
    assert version_of(anne.page) == before + 1
    offer.click()
    at(anne.page, before + 2).wait_for()


def test_settings_last_and_hold(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    settle_on(anne, "Motion", "off")
    settle_on(anne, "Light or dark", "dark")
    settle_on(anne, "Ask before sending", "always")
    anne.page.reload()
    anne.page.locator(".asked.mine").wait_for()
    assert anne.page.evaluate("({...document.documentElement.dataset})") == {"theme": "dark", "motion": "off"}
    before = version_of(anne.page)
    anne.page.keyboard.press("1")
    anne.page.get_by_role("button", name="Do it").wait_for()
    assert version_of(anne.page) == before
    anne.page.keyboard.press("Enter")
    elsewhere(anne.page, before).wait_for()


def test_things_and_seats_say_why_something_cannot_be_done(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "human")
    page = anne.page
    for _ in range(2):
        anne.sit_down()
        page.keyboard.press("1")
        page.locator(".curtain").wait_for()
    anne.sit_down()
    page.locator(".board .spot:not(.legal) > .point").first.click()
    page.locator("dialog .cannot", has_text="This cell has a mark").wait_for()
    page.keyboard.press("Escape")
    page.locator(".cannot summary").click()
    page.locator(".cannot li", has_text="This cell has a mark").first.wait_for()


def test_a_refusal_leads_to_its_rule(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    page = anne.page
    page.locator(".asked.mine").wait_for()
    if not page.locator(".offers .rules a").count():  # The bot began and left a Ship: nothing else is to be taken.
        first_offer(anne)
        page.locator(".asked.mine").wait_for()
    links = [page.locator(".offers .rules a").first, page.get_by_label("Rules", exact=True)]
    for address in [link.get_attribute("href") or "" for link in links]:
        path, _, rule = address.partition("#")
        assert f'id="{rule}"' in requests.get(anne.base + path, timeout=10).text if rule else path
        assert requests.get(anne.base + path, timeout=10).status_code == 200


def test_several_rules_of_a_refusal_are_told_apart_and_apart_from_each_other(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.sit("merchants-of-the-caribbean", *["human"] * 3, more={"scenario": "bust"})
    links = anne.page.locator(".offer.off").first.locator(".rules a")
    links.first.wait_for()
    rules = [(each.get_attribute("href") or "").partition("#")[2] for each in links.all()]
    assert len(rules) > 1
    assert links.all_text_contents() == ["Why?", *rules[1:]]
    assert [each.get_attribute("aria-label") for each in links.all()] == [f"Why? {rule}" for rule in rules]
    boxes = [each.bounding_box() or {} for each in links.all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))


def test_a_card_named_in_the_log_is_shown_and_each_move_and_turn_is_opened(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Merchants of the Caribbean", "human", "bot:greedy")
    page = anne.page
    for _ in range(3):
        page.locator(".asked.mine").wait_for()
        before = version_of(anne.page)
        page.keyboard.press("1")
        elsewhere(page, before).wait_for()
    name = page.locator(".log .named:not(.place)").first
    name.wait_for()
    called = name.inner_text()
    name.click()
    assert called in page.locator("dialog .inspected").inner_text()
    page.keyboard.press("Escape")
    page.locator(".log .to").nth(1).click()
    page.locator(".pastband").wait_for()
    page.locator(".log h3 .entry").first.click()
    at(page, 1).wait_for()


def test_a_game_is_played_by_keyboard_without_losing_the_focus_and_told_once(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "bot:random")
    page = anne.page
    page.locator(".asked.mine").wait_for()
    page.evaluate(LISTENING)
    for _ in range(2):
        page.locator(".offer .choose").first.focus()
        before = version_of(anne.page)
        page.keyboard.press("Enter")
        elsewhere(page, before).wait_for()
        page.locator(".asked.mine, .endband").first.wait_for()
        page.wait_for_timeout(200)
        assert page.evaluate("document.activeElement !== document.body")
    told = page.evaluate("told.join(' / ')")
    assert "cell" in told.lower() or "mark" in told.lower(), told
    assert told.count("Your move") <= 2


def test_nothing_of_a_covered_seat_stays_in_memory(visit: Callable[..., Visitor]) -> None:
    """The page itself must not know the hand of who sat there: its store and document are searched for it."""
    anne = visit()
    game = anne.begin("Three Chests", "human", "human", "bot:random")
    page = anne.page
    anne.sit_down()
    seat = int(page.locator(".who").input_value())
    hand = anne.own_cards(game, seat)
    page.locator(".who").select_option(str(1 - seat))
    page.locator(".curtain button").wait_for()
    held = page.evaluate("document.documentElement.outerHTML + JSON.stringify(localStorage)")
    assert not [card for card in hand if f'"{card}"' in held]
    assert not page.locator("[data-piece]").count()


def test_a_curtain_has_the_colours_of_the_game(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    colours = {name: {"light": value, "dark": value} for name, value in (("first", "#010203"), ("second", "#040506"))}
    anne.page.route(
        re.compile("/board$"),
        lambda route: route.fulfill(json={**route.fetch().json(), "colours": colours, "seats": [*colours]}),
    )
    anne.begin("Tic-tac-toe", "human", "human")
    pennant = anne.page.locator(".curtain .pennant.seat-1")
    assert pennant.evaluate("each => getComputedStyle(each).color") == "rgb(1, 2, 3)"


def test_no_link_lifts_the_curtain_between_two_who_play_here(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Merchants & Marauders", "human", "human")
    held = "&".join(f"token={token}" for token in anne.tokens(game).values())
    anne.page.goto("about:blank")
    anne.open(f"/games/{game}#seat=0&{held}&shared=1&uncovered=1")
    anne.page.locator(".curtain").wait_for()


def test_whoever_holds_all_seats_changes_between_them_without_a_curtain(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    made = anne.create("merchants-and-marauders", {"seats": [{"kind": "human"}] * 2, **SECRET})
    held = "&".join(f"token={each['token']}" for each in made["seats"])
    page, asked = anne.page, set()
    page.add_init_script(
        "new MutationObserver(() => { if (document.querySelector('.curtain')) window.covered = true; })"
        ".observe(document, {subtree: true, childList: true});"
    )
    anne.open(f"/games/{made['game']['id']}#seat=0&{held}&shared=1&uncovered=1")
    for _ in range(3):
        page.locator(".asked.mine").wait_for()
        asked.add(page.locator(".who").input_value())
        before = version_of(page)
        page.keyboard.press("1")
        elsewhere(page, before).wait_for()
    page.locator(".asked.mine").wait_for()
    assert asked == {"0", "1"}
    other = page.locator(".who option:not(:checked)").get_attribute("value")
    page.locator(".who").select_option(other)
    page.locator(f".dock.seat-{int(other or 0) + 1}").wait_for()
    page.reload()
    page.locator(".asked.mine").wait_for()
    assert page.evaluate("window.covered") is None
