"""Before and after a game: invitations, seats that the host opens again, rematches, and playing on from a game of bots."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import Visitor, version_of
from tests.web.playing import against_each_other, finished, first_offer, late_answers, until_over


def invitation(host: Visitor) -> str:
    """The link to a reserved seat that the host's page shows, as a path."""
    host.page.locator(".hosting input").wait_for()
    return host.page.locator(".hosting input").input_value().removeprefix(host.base)


def test_the_invited_sit_down_by_their_link_and_all_play_again(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    bo.open(f"/games/{game}")
    bo.page.locator(".seating .gameline").first.wait_for()
    assert not bo.page.locator(".seating button").count(), "only a link opens a reserved seat"
    bo.open(invitation(anne))
    bo.page.get_by_label("Name").fill("Bo")
    assert "#" not in bo.page.url
    bo.page.get_by_role("button", name="Take your seat").click()
    bo.page.locator(".dock").wait_for()
    until_over(anne, bo)
    for player in (bo, anne):  # Whoever comes second joins the game of the first.
        player.page.get_by_role("button", name="Play again").click()
        player.page.wait_for_url(lambda url: game not in url)
    assert bo.page.url == anne.page.url
    again = requests.get(f"{anne.base}/v1/games/{anne.page.url.rpartition('/')[2]}", timeout=10).json()
    assert again["rematch_of"] == game
    assert [seat["name"] for seat in again["seats"]] == ["Bo", "Anne"]
    first_offer(anne, bo)


def test_a_rematch_is_shown_to_the_others_and_to_watchers(visit: Callable[..., Visitor]) -> None:
    anne, bo, watcher = visit(), visit(), visit()
    game = against_each_other(anne, bo)
    until_over(anne, bo)
    watcher.open(f"/games/{game}")
    watcher.page.locator(".endband").wait_for()
    assert not watcher.page.locator(".again, .endband a").count()
    bo.page.get_by_role("button", name="Play again").click()
    bo.page.wait_for_url(lambda url: game not in url)
    anne.page.get_by_text("Another player wants to play again.").wait_for()
    anne.page.get_by_role("button", name="Join the rematch").click()
    anne.page.wait_for_url(bo.page.url)
    anne.page.locator(".dock").wait_for()
    watcher.page.reload()
    watcher.page.get_by_role("link", name="To the new game").click()
    watcher.page.wait_for_url(bo.page.url)
    first_offer(anne, bo)


def test_the_host_opens_a_seat_again_and_invites_anew(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit()
    anne.begin("Three Chests", "human", "reserved", "open")
    first = invitation(anne)
    bo.open(first)
    bo.page.get_by_role("button", name="Take your seat").click()
    bo.page.locator(".dock").wait_for()
    anne.page.get_by_role("button", name="Free the seat").click()
    bo.page.locator(".dock").wait_for(state="detached")
    freed = anne.page.locator(".seating .gameline").nth(1)  # Another seat is open too, and Bo's page may be ahead of hers.
    freed.get_by_role("button", name="New invitation link").click()
    assert invitation(anne) != first
    bo.open(first)
    bo.page.get_by_role("button", name="Take your seat").click()
    bo.page.locator(".seating .say").wait_for()
    bo.complaints[:] = [each for each in bo.complaints if not re.search(r"status of 40[13]", each)]


@pytest.mark.parametrize("bad", ["rubbish", "twi_" + "x" * 32], ids=["rubbish", "of another seat"])
def test_a_bad_link_takes_no_invitation_away(visit: Callable[..., Visitor], bad: str) -> None:
    anne, bo = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    bo.open(invitation(anne))
    bo.page.locator(".seating .gameline").first.wait_for()
    bo.open(f"/games/{game}#seat=1&invitation={bad}")
    bo.page.get_by_role("button", name="Take your seat").click()
    bo.page.locator(".dock").wait_for()
    bo.complaints[:] = [each for each in bo.complaints if "status of 403" not in each]


def test_a_void_invitation_is_not_shown_until_the_new_one_comes(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.page.add_init_script(late_answers(r"seats/\d+$"))
    anne.begin("Three Chests", "human", "reserved", "open")
    first = invitation(anne)
    seat = anne.page.locator(".seating .gameline").nth(1)
    seat.get_by_role("button", name="Open to anybody").click()
    seat.get_by_text("New invitation link").click()
    seat.get_by_role("button", name="Open to anybody").wait_for()
    assert not seat.locator("input").count()
    anne.page.evaluate("letAnswersCome()")
    assert invitation(anne) != first


def test_whoever_watches_bots_plays_on_as_one_of_them(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = finished(anne.base, "tic-tac-toe", 2)
    anne.open(f"/games/{game}#version=3")
    anne.page.locator(".pastband").get_by_role("button", name="Play on from here").click()
    anne.page.locator(".playon button").nth(1).click()
    anne.page.wait_for_url(lambda url: game not in url)
    anne.page.locator(".dock.seat-2").wait_for()
    anne.page.locator(".asked.mine").wait_for()
    before = version_of(anne.page)
    anne.page.locator(".offer .choose").first.click()
    assert wait_until(lambda: version_of(anne.page) != before, 10)


def test_an_invitation_says_who_invites_to_what_and_with_which_clock(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit()
    anne.open()
    anne.page.evaluate("localStorage.setItem('tradewinds/settings', JSON.stringify({name: 'Anne'}))")
    anne.begin("Merchants of the Caribbean", "human", "reserved")
    bo.open(invitation(anne))
    said = bo.page.locator(".invites")
    said.get_by_text("Anne invites you to Merchants of the Caribbean · 15 to 30 min · no clock").wait_for()
    assert said.get_by_role("link", name="How to play").count() == 1


def test_a_host_who_waits_in_vain_begins_with_a_bot(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    anne.page.get_by_role("button", name="Start with a bot instead").click()
    anne.page.locator(".table:not(:has(.seating))").wait_for()
    seats = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot"]
