"""Second thoughts on the page: asked for, answered, struck out in the log, and stepped over."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, version_of
from tests.web.playing import first_offer


def two(visit: Callable[..., Visitor], takeback: str) -> tuple[Visitor, Visitor]:
    """Anne and Bo at one game, whoever begins first."""
    anne, bo = visit(), visit()
    seats = [{"kind": "human", "name": name} for name in ("Anne", "Bo")]
    made = anne.create("tic-tac-toe", {"seats": seats, "takeback": takeback})
    for seat, player in enumerate((anne, bo)):
        player.open(f"/games/{made['game']['id']}#seat={seat}&token={made['seats'][seat]['token']}")
        player.page.locator(".dock").wait_for()
        player.page.wait_for_function("() => !location.hash")
    first, second = (anne, bo) if made["game"]["to_act"] == [0] else (bo, anne)
    first.page.locator(".asked.mine").wait_for()
    assert wait_until(lambda: version_of(anne.page) == version_of(bo.page), 10)  # Each has renewed the token of its link.
    return first, second


def pieces(visitor: Visitor) -> int:
    return visitor.page.locator(".board [data-piece]").count()


def test_a_player_takes_a_move_back_and_replays_step_over_it(visit: Callable[..., Visitor]) -> None:
    first, second = two(visit, "own")
    button = first.page.get_by_role("button", name="Take back")
    assert button.is_disabled(), "there is nothing to take back yet"
    assert first.page.locator(".takeback", has_text="You have done nothing yet").count()
    first_offer(first)
    button.click()
    first.page.locator(".asked.mine").wait_for()
    for player in (first, second):
        player.page.locator(".log .undone").wait_for()
        player.page.locator(".board [data-piece]").wait_for(state="detached")
    assert wait_until(button.is_disabled, 10)
    now = version_of(first.page)
    first.page.keyboard.press("[")
    first.page.locator(".pastband").wait_for()
    assert version_of(first.page) == now - 2, "what was taken back is not shown again"
    first.page.keyboard.press("]")
    first.page.locator(".pastband").wait_for(state="detached")
    first_offer(first)
    assert pieces(first) == 1


def test_others_are_asked_whether_a_player_may_take_back(visit: Callable[..., Visitor]) -> None:
    first, second = two(visit, "consent")
    first_offer(first)
    first_offer(second)
    first.page.locator(".board [data-piece]").nth(1).wait_for()  # Asked before, it would name a version that is gone.
    for answer in ("Decline", "Agree"):
        first.page.get_by_role("button", name="Take back").click()
        first.page.locator(".takeback", has_text="must agree").wait_for()
        second.page.locator(".takeback.asked-of", has_text="asks to take a move back").wait_for()
        second.page.get_by_role("button", name=answer).click()
        second.page.locator(".takeback.asked-of").wait_for(state="detached")
        first.page.locator(".takeback", has_text="must agree").wait_for(state="detached")
    first.page.locator(".log .undone").nth(1).wait_for()
    first.page.locator(".board [data-piece]").first.wait_for(state="detached")
    assert "declined the takeback" in first.page.locator(".log").inner_text()


def test_a_game_in_which_nothing_is_taken_back_offers_it_to_nobody(visit: Callable[..., Visitor]) -> None:
    first, _ = two(visit, "never")
    first_offer(first)
    assert not first.page.get_by_role("button", name="Take back").count()


def test_second_thoughts_have_keys(visit: Callable[..., Visitor]) -> None:
    first, second = two(visit, "consent")
    first_offer(first)
    first_offer(second)
    first.page.locator(".board [data-piece]").nth(1).wait_for()  # Asked before, it would name a version that is gone.
    for key in ("n", "y"):
        first.page.keyboard.press("u")
        first.page.locator(".takeback", has_text="must agree").wait_for()
        second.page.locator(".takeback.asked-of").wait_for()
        second.page.keyboard.press(key)
        second.page.locator(".takeback.asked-of").wait_for(state="detached")
        first.page.locator(".takeback", has_text="must agree").wait_for(state="detached")
    assert "declined the takeback" in first.page.locator(".log").inner_text()
    first.page.locator(".log .undone").nth(1).wait_for()
    first.page.locator(".board [data-piece]").first.wait_for(state="detached")
    first.page.keyboard.press("?")
    first.page.locator(".keyslist").wait_for()
    assert first.page.locator(".keyslist span", has_text="take").count() == 2
