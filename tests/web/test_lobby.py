"""The first page: whose move it is in the games of this browser, and small pictures of games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
import requests

from tests.support.tradewinds import wait_until
from tests.web.browser import DESKTOP, LAPTOP, PHONE, Visitor
from tests.web.playing import HIDE, against_each_other, finished, first_offer, until_over

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_the_games_of_a_browser_say_whose_move_it_is(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    if guest.page.locator(".asked.mine").count():
        first_offer(guest)
    anne.page.locator(".asked.mine").wait_for()
    for player in (anne, guest):
        player.open()
    mine = anne.page.locator(f"a.gameline.mine[href='/games/{game}']", has_text="Your move")
    mine.wait_for()
    assert "to act" not in mine.inner_text(), "whoever is asked is not told of in the third person"
    guest.page.locator(f"a.gameline[href='/games/{game}']", has_text="Anne to act").wait_for()
    assert not guest.page.locator(".gameline.mine").count()


def test_the_first_page_hears_of_moves_and_does_not_ask_for_them(visit: Callable[..., Visitor]) -> None:
    anne, guest = visit(), visit()
    game = against_each_other(anne, guest)
    waiting, acting = (anne, guest) if guest.page.locator(".asked.mine").count() else (guest, anne)
    waiting.open()
    line = waiting.page.locator(f"a.gameline[href='/games/{game}']")
    line.filter(has_text="to act").wait_for()
    read = f"{waiting.base}/v1/games/{game}"
    waiting.page.evaluate(HIDE, True)  # Hidden for a while: no stream, so it hears of nothing.
    first_offer(acting)
    assert not waiting.page.locator(".gameline.mine").count()
    waiting.page.evaluate(HIDE, False)
    waiting.page.locator(".gameline.mine", has_text="Your move").wait_for()
    assert waiting.addresses.count(read) == 2, "the game is read once for each commit that was heard of"
    assert len([address for address in waiting.addresses if address.endswith("/v1/feed")]) == 2


def test_games_are_pictured_as_they_come_into_view(visit: Callable[..., Visitor]) -> None:
    anne = visit(size=(360, 640))
    game = finished(anne.base, "tic-tac-toe", 2)
    anne.open()
    line = anne.page.locator(f"a.gameline[href='/games/{game}']")
    line.locator(".thumb").wait_for(state="attached")
    pictures = f"/v1/games/{game}/picture"
    assert not [address for address in anne.addresses if address.endswith(pictures)]
    line.scroll_into_view_if_needed()
    line.locator(".thumb .piece-of").nth(4).wait_for(state="attached")
    assert wait_until(lambda: len([address for address in anne.addresses if address.endswith(pictures)]) == 1, 5)
    assert anne.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_bots_are_watched_by_one_click(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open()
    anne.page.get_by_role("button", name="Watch bots play: Tic-tac-toe").click()
    anne.page.locator(".table.watching").wait_for()
    anne.page.locator(".board [data-piece]").first.wait_for()


@pytest.mark.parametrize("size", [(1366, 630), (390, 844), (844, 390)], ids=["low", "phone", "phone on its side"])
def test_the_first_page_begins_with_a_game_that_can_be_played(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    anne = visit(size=size)
    anne.open()
    play = anne.page.get_by_role("button", name="Play against a bot").first
    play.wait_for()
    box = play.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]


def test_a_game_without_a_guide_says_so_and_is_played(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open()
    card = anne.page.locator(".gamecard", has_text="Tic-tac-toe")
    card.get_by_text("Nobody has written yet how this game is played.").wait_for()
    assert anne.page.locator(".gamecard", has_text="Maracaibo").get_by_text("Nobody has written").count() == 0
    card.get_by_role("button", name="Play against a bot").click()
    anne.page.locator(".asked.mine").wait_for()
    anne.page.locator(".offer .choose").first.click()


@pytest.mark.parametrize("game", ["Merchants of the Caribbean", "Merchants & Marauders", "Pirates of Maracaibo"])
def test_the_form_of_a_new_game_speaks_no_words_of_programs(visit: Callable[..., Visitor], game: str) -> None:
    anne = visit()
    anne.open("/#table")
    anne.page.locator("label.choice", has_text=game).click()
    anne.page.locator(".terms summary").click()
    options = anne.page.locator(".options")
    said = [*options.locator("small, legend, b").all_inner_texts(), *options.locator("option").all_text_contents()]
    assert said
    found = [text for text in said if re.search(r"\b[A-Z]{2}-\w*\d|_|[a-z]-\d|`|\bfrom 0\b|\(chapter", text)]
    assert found == []
    if game == "Merchants of the Caribbean":
        begins = options.locator("label", has_text="Starting seat").locator("option").all_text_contents()
        assert begins == ["Random", "Seat 1", "Seat 2"], "the seats of the table"


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_form_of_a_new_game_stays_in_its_frame(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """With all that is unfolded: sentences about options are the longest words of the page."""
    anne = visit(size=size)
    anne.open("/#table/merchants-and-marauders")
    anne.page.locator(".terms summary").click()
    anne.page.locator(".options select").first.wait_for()
    assert anne.page.locator(".newgame").evaluate("form => form.scrollWidth - form.clientWidth") <= 0
    assert anne.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_form_counts_what_differs_from_the_rules_and_names_seats_of_the_table(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open("/#table")
    form = anne.page.locator("form.newgame")
    form.locator("label.choice", has_text="Merchants of the Caribbean").click()
    changes = form.locator(".terms summary")
    changes.click()
    assert "as usual" in changes.inner_text()
    jester = form.get_by_label("Jester pays")
    jester.uncheck()
    assert "1 changed" in changes.inner_text()
    jester.check()
    assert "as usual" in changes.inner_text(), "what was set back is no change"
    fewer, more = form.locator(".seatcount button").first, form.locator(".seatcount button").last
    more.click()
    begins = form.locator("label", has_text="Starting seat").locator("select")
    begins.select_option("Seat 3")
    assert "1 changed" in changes.inner_text()
    fewer.click()
    assert "as usual" in changes.inner_text(), "a seat that is gone does not begin"
    assert begins.input_value() == "random"
    with anne.page.expect_response("**/v1/games") as begun:
        form.locator("button[type=submit]").click()
    assert begun.value.status == 201
    assert begun.value.request.post_data_json["options"] == {"jester_pays_active_on_empty_harbour": True}


def test_the_form_offers_styles_of_bots_and_says_how_they_play(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    anne.open("/#table/merchants-and-marauders")
    row = anne.page.locator(".seatrow").nth(1)
    row.locator("select").select_option("bot:greedy")
    assert row.locator("small").count() == 0
    row.locator("select").select_option("bot:greedy:raider")
    assert row.locator("small").inner_text() == "Hunts merchants, and trades little."
    with anne.page.expect_response("**/v1/games") as begun:
        anne.page.locator("button[type=submit]").click()
    assert begun.value.status == 201
    assert begun.value.request.post_data_json["seats"][1]["level"] == "greedy:raider"


def test_the_form_shows_what_holds_unless_changed(visit: Callable[..., Visitor]) -> None:
    """Also where that depends on the deck, until the player has chosen."""
    anne = visit()
    anne.open("/#table")
    anne.page.locator("label.choice", has_text="Merchants of the Caribbean").click()
    anne.page.locator(".terms summary").click()
    expedition, jester = (anne.page.get_by_label(name) for name in ("Expedition required", "Jester pays"))
    points, deck = anne.page.get_by_label("Target influence"), anne.page.locator(".options select").first
    assert (expedition.is_checked(), jester.is_checked()) == (True, True)
    assert points.get_attribute("placeholder") == "10, as usual"
    deck.select_option("port-royal-120")
    assert (expedition.is_checked(), jester.is_checked()) == (False, False)
    assert points.get_attribute("placeholder") == "12, as usual"
    expedition.check()
    points.fill("8")
    deck.select_option("merchants-110")
    deck.select_option("port-royal-120")
    assert (expedition.is_checked(), jester.is_checked(), points.input_value()) == (True, False, "8")
    with anne.page.expect_response("**/v1/games") as begun:
        anne.page.locator("button[type=submit]").click()
    chosen = {"deck": "port-royal-120", "expedition_required": True, "target_influence": 8}
    assert begun.value.request.post_data_json["options"] == chosen


def test_own_games_say_with_whom_and_how_they_ended_and_can_be_hidden(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = against_each_other(anne, bart)
    until_over(anne, bart)
    anne.open()
    line = anne.page.locator(".ownline", has=anne.page.locator(f"a[href='/games/{game}']"))
    line.locator(".mute", has_text=re.compile("with .*You (won|lost)|with .*Nobody wins")).wait_for()
    assert not line.get_by_role("button", name="Delete").count(), "another person sat there"
    line.get_by_role("button", name="Hide").click()
    line.wait_for(state="detached")
    anne.page.get_by_role("button", name="Undo").click()
    line.wait_for()
    line.get_by_role("button", name="Hide").click()
    anne.page.reload()
    anne.page.get_by_role("button", name="One hidden game").click()
    line.get_by_role("button", name="Show again").click()
    assert not anne.page.get_by_role("button", name="hidden game").count()


def test_a_game_without_other_persons_is_deleted_after_a_question(visit: Callable[..., Visitor]) -> None:
    anne = visit()
    game = anne.begin("Tic-tac-toe", "human", "bot:random")
    anne.open()
    line = anne.page.locator(".ownline", has=anne.page.locator(f"a[href='/games/{game}']"))
    line.get_by_role("button", name="Delete").click()
    anne.page.locator("dialog.asking button", has_text="No").click()
    line.get_by_role("button", name="Delete").click()
    anne.page.locator("dialog.asking button[value=yes]").click()
    line.wait_for(state="detached")
    assert anne.page.evaluate("game => localStorage.getItem('tradewinds/game/' + game)", game) is None
    assert requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["status"] == "abandoned"


def test_the_end_is_told_from_the_side_of_who_looks(visit: Callable[..., Visitor]) -> None:
    anne, bart = visit(), visit()
    game = against_each_other(anne, bart)
    until_over(anne, bart)
    outcome = requests.get(f"{anne.base}/v1/games/{game}", timeout=10).json()["outcome"]
    for seat, player in enumerate((anne, bart)):
        told = player.page.locator(".endband .headline strong").inner_text()
        wanted = "You won" if seat in outcome["winners"] else "You lost" if outcome["winners"] else "Nobody wins"
        assert told.startswith(wanted)
        because = outcome["because"] or f"{outcome['reason'].replace('_', ' ').capitalize()}."
        assert because in player.page.locator(".endband .headline p").inner_text()


def test_the_form_steps_over_numbers_of_seats_that_cannot_play(visit: Callable[..., Visitor]) -> None:
    anne = visit()

    def two_or_four(route: Route) -> None:
        listed = route.fetch().json()
        for each in listed["items"]:
            each["seats"] = {"min": 2, "max": 4, "allowed": [2, 4]}
        route.fulfill(json=listed)

    anne.page.route("**/v1/rulesets", two_or_four)
    anne.open("/#table")
    form = anne.page.locator("form.newgame")
    fewer, more = form.locator(".seatcount button").first, form.locator(".seatcount button").last
    assert "2 or 4 seats" in form.locator("label.choice").first.inner_text()
    assert fewer.is_disabled()
    assert form.locator(".seatrow").count() == 2
    more.click()
    assert form.locator(".seatrow").count() == 4
    assert more.is_disabled()
    fewer.click()
    assert form.locator(".seatrow").count() == 2


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_games_of_lists_have_room_for_their_words(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """Beside the picture, and above what can be done."""
    anne = visit(size=size)
    anne.sit("pirates-of-maracaibo", "human", "human")
    anne.sit("merchants-of-the-caribbean", "human", "human", more={"visibility": "public"})
    anne.open()
    for part in (".own", ".lists"):
        box = anne.page.locator(f"{part} .gameline:has(.thumb) > .line").first.bounding_box()
        assert box is not None
        assert box["width"] >= 130, part


def test_only_games_in_which_one_has_a_part_are_ones_own(visit: Callable[..., Visitor]) -> None:
    """Not one that was only watched, nor one whose invitation somebody else has used."""
    anne, bo, late = visit(), visit(), visit()
    game = anne.begin("Tic-tac-toe", "human", "reserved")
    link = anne.page.locator(".hosting input").first.input_value()
    for guest in (bo, late):
        guest.page.goto(link)
        guest.page.locator(".seating .btn.main").wait_for()
    bo.page.locator(".seating .btn.main").click()
    bo.page.locator(".dock").wait_for()
    late.page.reload()
    late.page.locator(".table").wait_for()
    for visitor, own in ((anne, 1), (bo, 1), (late, 0)):
        visitor.open()
        visitor.page.locator(".gamecards").wait_for()
        assert visitor.page.locator(f".ownline a[href='/games/{game}']").count() == own


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_whoever_makes_a_table_is_told_so_and_sees_all_games_in_one_line_each(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    anne = visit(size=size)
    anne.open()
    assert anne.page.locator(".welcome h1").inner_text() == "Sit down and play"
    anne.page.get_by_role("link", name="Make a table").click()
    anne.page.locator(".choice").first.wait_for()
    assert anne.page.locator(".welcome h1").inner_text() == "Make a table"
    lines = anne.page.locator(".choice small").evaluate_all("all => all.map(each => each.clientHeight)")
    assert len(set(lines)) == 1, "what is said of a game wraps nowhere"
