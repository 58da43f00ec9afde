"""Before and after a game: invitations, seats that the host opens again, rematches, and playing on from a game of bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
import requests

from tests.support.samples import long_only
from tests.support.tradewinds import wait_until
from tests.web.browser import DESKTOP, LAPTOP, PHONE, Visitor, version_of
from tests.web.playing import against_each_other, finished, first_offer, late_answers, until_over


def invitation(host: Visitor) -> str:
    """The link to a reserved seat that the host's page shows, as a path."""
    host.page.locator(".hosting input").first.wait_for()
    return host.page.locator(".hosting input").first.input_value().removeprefix(host.base)


def test_an_invitation_is_shown_as_a_code_that_holds_its_link(visit: Callable[..., Visitor]) -> None:
    import zxingcpp  # Only where the table is tested.

    anne = visit()
    anne.begin("Tic-tac-toe", "human", "reserved")
    link = f"{anne.base}{invitation(anne)}"
    asked: list[str] = []
    anne.page.on("request", lambda request: asked.append(request.url))
    code = anne.page.get_by_role("img", name="QR code")
    code.wait_for()
    dark = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", code.locator("path").get_attribute("d") or "")]
    side = max(max(place) for place in dark) + 1
    modules = np.full((side + 8, side + 8), 255, np.uint8)
    for x, y in dark:
        modules[y + 4, x + 4] = 0
    assert [each.text for each in zxingcpp.read_barcodes(np.kron(modules, np.ones((4, 4), np.uint8)))] == [link]
    secret = link.partition("invitation=")[2]
    assert secret
    assert not [each for each in asked if secret in each or anne.base not in each]
    anne.page.locator(".hosting").get_by_role("button", name="QR").first.click()
    code.wait_for(state="detached")


def test_the_host_copies_and_shares_an_invitation(visit: Callable[..., Visitor]) -> None:
    anne = visit(permissions=["clipboard-read", "clipboard-write"])
    anne.page.add_init_script("navigator.share = async given => { window.given = given.url; }")
    anne.begin("Tic-tac-toe", "human", "reserved")
    link = f"{anne.base}{invitation(anne)}"
    anne.page.locator(".hosting .copying button").first.click()
    anne.page.locator(".hosting .copying").get_by_text("Copied").first.wait_for()
    assert anne.page.evaluate("navigator.clipboard.readText()") == link
    anne.page.locator(".hosting").get_by_role("button", name="Share").first.click()
    assert anne.page.evaluate("given") == link


def test_an_address_too_long_for_a_code_is_told_so(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.begin("Tic-tac-toe", "human", "reserved")
    anne.page.get_by_role("img", name="QR code").wait_for()
    [file] = {address for address in anne.addresses if address.endswith("/links.js")}
    shown = anne.page.evaluate(
        """async ([file, sizes]) => {
          const {code} = await import(file), Code = await code();
          return sizes.map(size => Code({title: 'Link', address: 'https://a.example/' + 'a'.repeat(size)}).props.children);
        }""",
        [file, [3000]],
    )
    assert shown == ["The link is too long for a QR code: copy it."]


def test_the_invited_sit_down_by_their_link_and_all_play_again(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    bo.open(f"/games/{game}")
    bo.page.locator(".seating .gameline").first.wait_for()
    assert not bo.page.locator(".seating .btn.main").count(), "only a link opens a reserved seat"
    bo.open(invitation(anne))
    bo.page.get_by_label("Name").fill("Bo")
    assert "#" not in bo.page.url
    bo.page.locator(".sit .btn.main").click()
    bo.page.locator(".dock").wait_for()
    until_over(anne, bo)
    for player in (bo, anne):  # Whoever comes second joins the game of the first.
        player.page.get_by_role("button", name="Rematch").click()
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
    assert not watcher.page.locator(".again, .endband a:not([download])").count()
    bo.page.get_by_role("button", name="Rematch").click()
    bo.page.wait_for_url(lambda url: game not in url)
    anne.page.get_by_text("Another player wants a rematch.").wait_for()
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
    bo.page.locator(".sit .btn.main").click()
    bo.page.locator(".dock").wait_for(state="attached")
    anne.page.get_by_role("button", name="Free the seat").click()
    bo.page.locator(".dock").wait_for(state="detached")
    freed = anne.page.locator(".seating .gameline").nth(1)  # Another seat is open too, and Bo's page may be ahead of hers.
    freed.get_by_role("button", name="New invitation link").click()
    assert invitation(anne) != first
    bo.open(first)
    bo.page.locator(".sit .btn.main").click()
    bo.page.locator(".seating .say").wait_for()
    bo.complaints[:] = [each for each in bo.complaints if not re.search(r"status of 40[13]", each)]


@pytest.mark.parametrize("size", [long_only(DESKTOP), PHONE], ids=["desktop", "phone"])
def test_whoever_comes_by_a_used_invitation_is_told_so(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    anne, bo, late = visit(), visit(), visit(size=size)
    anne.begin("Three Chests", "human", "reserved", "open")
    link = invitation(anne)
    bo.open(link)
    bo.page.locator(".sit .btn.main").click()
    bo.page.locator(".dock").wait_for(state="attached")
    late.open(link)
    told = "The seat of this invitation is taken already, so you watch."
    late.page.locator(".seating .say", has_text=told).wait_for()
    bo.open(link)
    bo.page.locator(".dock").wait_for(state="attached")
    assert not bo.page.get_by_text("is taken already").count(), "it is Bo's own"


@pytest.mark.parametrize("bad", [long_only("rubbish"), "twi_" + "x" * 32], ids=["rubbish", "of another seat"])
def test_a_bad_link_takes_no_invitation_away(visit: Callable[..., Visitor], bad: str) -> None:
    anne, bo = visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    bo.open(invitation(anne))
    bo.page.locator(".seating .gameline").first.wait_for()
    bo.open(f"/games/{game}#seat=1&invitation={bad}")
    bo.page.locator(".sit .btn.main").click()
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
    said.get_by_role("heading", name="Merchants of the Caribbean").wait_for()
    assert re.sub(r"\s+", " ", said.locator(".from").inner_text()) == "1 Anne invites you to"
    facts = [each.split("\n") for each in said.locator(".facts3 li").all_inner_texts()]
    assert facts == [["15 to 30 min", "easy"], ["No clock", "stop and go on when you like"], ["2 seats", "Anne, you"]]
    assert said.get_by_role("link", name="How to play").count() == 1
    assert bo.page.locator("aside .foryou").inner_text().endswith("This seat is for you")
    lesson = said.get_by_role("link", name="Learn it, 3 min")
    with bo.page.context.expect_page() as opened:
        lesson.click()
    opened.value.locator(".coach").wait_for()


WIDER = """() => [...document.querySelectorAll('.seating, .seating .panel, .invites, .invites *, .seating aside *')]
  .filter(each => each.checkVisibility() && !each.matches('input') && each.clientWidth)
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.className)"""
"""Parts of an invitation that are wider than their frames."""


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_widest_name_leaves_an_invitation_whole(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """For host and guest alike, so that the guest sees where to sit down."""
    host, guest = visit(size=size), visit(size=size)
    host.open()
    host.page.evaluate("localStorage.setItem('tradewinds/settings', JSON.stringify({name: 'W'.repeat(40)}))")
    host.begin("Merchants of the Caribbean", "human", "reserved")
    guest.open(invitation(host))
    guest.page.locator(".from", has_text="W" * 40).wait_for()
    assert host.page.evaluate(WIDER) == []
    assert guest.page.evaluate(WIDER) == []
    box = guest.page.get_by_role("button", name="Sit down").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size[0]


def test_whoever_only_watches_may_still_sit_down(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit(size=PHONE)
    anne.begin("Tic-tac-toe", "human", "reserved")
    bo.open(invitation(anne))
    bo.page.locator(".invites").get_by_text("No account.").wait_for()
    bo.page.get_by_role("button", name="Only watch").click()
    bo.page.get_by_role("heading", name="Seat 2 is still empty").wait_for()
    assert not bo.page.locator(".sit").count()
    bo.page.get_by_role("button", name="Take a seat").click()
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.locator(".sit .btn.main").click()
    bo.page.locator(".dock").wait_for()


def test_host_and_guest_are_told_the_rules_that_the_host_changed(visit: Callable[..., Visitor]) -> None:
    anne, bo, usual = visit(), visit(), visit()
    options = {"target_influence": 8, "starting_seat": 0, "expedition_required": False}
    anne.page.route(
        "**/v1/games", lambda route: route.continue_(post_data={**route.request.post_data_json, "options": options})
    )
    anne.begin("Merchants of the Caribbean", "human", "reserved")
    bo.open(invitation(anne))
    for player in (anne, bo):
        told = player.page.locator(".seating").get_by_text("Not as usual")
        assert told.inner_text() == "Not as usual: Expedition required: no · Starting seat: Seat 1 · Target influence: 8"
    usual.begin("Merchants of the Caribbean", "human", "reserved")
    invitation(usual)
    assert not usual.page.get_by_text("Not as usual").count()


def test_a_host_who_waits_in_vain_begins_with_a_bot(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    anne.page.get_by_role("button", name="Start with a bot instead").click()
    anne.page.locator(".table:not(:has(.seating))").wait_for()
    seats = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot"]
    assert seats[1]["name"] == f"{seats[1]['level'].capitalize()} bot", "it is called by what it is"
    assert anne.page.locator(".seats .panel .name").inner_text() == seats[1]["name"]


def test_everybody_sees_since_when_the_table_waits(visit: Callable[..., Visitor]) -> None:
    anne, bo = visit(), visit(timezone_id="Asia/Tokyo", locale="en-GB")
    game = anne.begin("Tic-tac-toe", "human", "open")
    bo.open(f"/games/{game}")
    made = datetime.fromisoformat(requests.get(f"{bo.base}/v1/games/{game}", timeout=10).json()["created_at"])
    there = made.astimezone(timezone(timedelta(hours=9)))
    said = bo.page.locator(".seating aside .end").inner_text()
    assert said == f"waits since {there:%a} {there:%H:%M}"
    assert anne.page.locator(".seating aside .end").inner_text().startswith("waits since ")
