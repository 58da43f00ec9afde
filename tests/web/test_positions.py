"""Each game at positions of every kind: readable for all, wide enough for a phone, and silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import requests

from tests.support.games import GAMES
from tests.support.samples import long_only, sampled
from tests.web.browser import Visitor
from tests.web.playing import ASKED_OR_OVER, finished, shown_places, without_pictures
from tests.web.reading import violations

DRAWN = [name for name, game in GAMES.items() if game.drawing is not None]
each_drawn = pytest.mark.parametrize("ruleset", DRAWN)
some_drawn = pytest.mark.parametrize("ruleset", sampled(DRAWN, "pirates-of-maracaibo", "three-chests"))
WIDTHS = (320, 480, 760, 1024, 1180, 1680, 2560)
"""From the narrowest phone to a wide screen, at both sides of where the layout changes."""


def positions(visitor: Visitor, ruleset: str) -> list[tuple[str, list[str], dict[str, str]]]:
    """The beginning of a game and its scenarios: a name, the seats, all of people, and what else the request has."""
    told = requests.get(f"{visitor.base}/v1/rulesets/{ruleset}", timeout=10).json()
    beginning = ("beginning", ["human"] * max(2, told["seats"]["min"]), dict[str, str]())
    return [
        beginning,
        *((each["name"], ["human"] * each["seats"], {"scenario": each["name"]}) for each in told["scenarios"]),
    ]


@each_drawn
@pytest.mark.parametrize("every", [5, long_only(1)])
def test_every_position_can_be_read_by_all(visit: Callable[..., Visitor], ruleset: str, every: int) -> None:
    """At its beginning, in `every` so-many-th scenario, at the end, in the past, and on the first page that lists it; light
    and dark, on a laptop and on a phone; and nothing scrolls sideways on any."""
    anne = visit(bypass_csp=True, reduced_motion="reduce")
    faults: list[Any] = []

    def look(where: str) -> None:
        faults.extend((where, *each) for each in violations(anne))
        for width in WIDTHS:
            anne.page.set_viewport_size({"width": width, "height": 800})
            wide = anne.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                faults.append((where, "scrolls sideways", width, wide))

    for name, kinds, more in positions(anne, ruleset)[::every]:
        anne.sit(ruleset, *kinds, more=more)
        anne.page.locator(ASKED_OR_OVER).first.wait_for()
        look(name)
    seats = len(positions(anne, ruleset)[0][1])
    anne.open(f"/games/{finished(anne.base, ruleset, seats)}")
    anne.page.locator(".endband").wait_for()
    look("end")
    anne.page.keyboard.press("[")
    anne.page.locator(".pastband").wait_for()
    look("past")
    anne.open()
    anne.page.locator(".gamecard").first.wait_for()
    look("first page")
    assert faults == []


def test_the_first_page_never_scrolls_sideways(visit: Callable[..., Visitor]) -> None:
    """Whatever players are called."""
    anne = visit()
    long = [{"kind": "human", "name": "Bartholomewtheterribleoftheseas"}] * 2
    anne.create("tic-tac-toe", {"seats": long})
    anne.create("tic-tac-toe", {"seats": [long[0], {"kind": "open"}]})
    anne.open()
    anne.page.locator(".gamecard").first.wait_for()
    anne.page.get_by_text(long[0]["name"]).first.wait_for()
    for width in WIDTHS:
        anne.page.set_viewport_size({"width": width, "height": 800})
        assert anne.page.evaluate("document.documentElement.scrollWidth") <= width


@some_drawn
def test_what_others_hide_is_nowhere_in_the_page(visit: Callable[..., Visitor], ruleset: str) -> None:
    """Neither the id nor the name of a card that only another seat sees."""
    anne = visit()
    for _, kinds, more in positions(anne, ruleset):
        made = anne.create(ruleset, {"seats": [{"kind": kind} for kind in kinds], **more})
        game, address = made["game"]["id"], f"{anne.base}/v1/games/{made['game']['id']}"
        tokens = [{"Authorization": f"Bearer {each['token']}"} for each in made["seats"]]
        pictures = [requests.get(f"{address}/picture", headers=right, timeout=10).json()["pieces"] for right in tokens]
        faces = requests.get(f"{address}/board", timeout=10).json()["faces"]
        told = requests.get(f"{address}?include=asked", headers=tokens[0], timeout=10).text
        told += requests.get(f"{address}/events", headers=tokens[0], timeout=10).text
        told += requests.get(f"{address}/actions", headers=tokens[0], timeout=10).text
        mine = {piece["id"] for piece in pictures[0]}
        hidden = [piece for picture in pictures[1:] for piece in picture if piece["id"] not in mine]
        known = {faces[piece["face"]]["name"] for piece in pictures[0] if piece.get("face")}
        names = {faces[piece["face"]]["name"] for piece in hidden if piece.get("face")}
        told += "".join(f"{name}\n" for name in known)  # The name of a Quest may be a part of another's.
        anne.open(f"/games/{game}#seat=0&token={made['seats'][0]['token']}")
        anne.page.locator(".dock").wait_for(state="attached")
        assert set(shown_places(anne.page)) <= mine
        page = anne.page.locator(".table").evaluate("table => table.outerHTML")
        assert not [piece["id"] for piece in hidden if f'"{piece["id"]}"' in page]
        assert not [name for name in names if name not in told and re.search(rf"\b{re.escape(name)}\b", page)]


@pytest.mark.parametrize("drawn", [True, False])
def test_names_of_players_are_text_and_change_nothing_around_them(visit: Callable[..., Visitor], drawn: bool) -> None:
    markup, arabic = "<img src=x onerror=alert(1)>", "\u05d0\u05d1\u05d2 (1)"
    anne = visit()
    if not drawn:
        without_pictures(anne)
    seats = [{"kind": "human", "name": markup}, {"kind": "bot", "level": "random", "name": arabic}]
    anne.sit("merchants-of-the-caribbean", "human", "random", more={"seats": seats})
    assert anne.page.locator("img").count() == 0
    assert anne.page.locator(".dock", has_text=markup).count()
    name = anne.page.locator(".seats h2 span", has_text=arabic).first
    assert name.evaluate("name => getComputedStyle(name).unicodeBidi") in ("isolate", "plaintext", "isolate-override")
