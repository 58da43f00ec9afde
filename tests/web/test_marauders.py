"""The drawing module of Merchants & Marauders: what a position has is on the page, and what may be done can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.games import names
from domain.drawing import Picture, Piece
from domain.merchants_and_marauders.content import NPCS, ZONES
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.view import view
from tests.merchants_and_marauders.test_drawing_offers import played
from tests.support.samples import long_only
from tests.web.browser import DESKTOP, PHONE, Visitor

PLAYED = ((4, 11, 700), (3, 5, 500), (2, 8, 500))
"""Seats, seed and commands of the games whose positions are drawn."""
TABLET = (820, 1180)
DRAWN = (Path(__file__).parent / "drawn.js").read_text()


SEEN = {"a bounty", "a war", "price", "dice", "raid", "battle"}
"""What positions of `decisions` have, so that its drawing is looked at."""


def looked_at(visitor: Visitor, positions: list[dict[str, Any]]) -> tuple[list[str], set[str]]:
    """What is wrong with the drawings of these positions, and what was in them."""
    boards = {seats: as_json(DRAWING.board(GAME.rules.resolve(Options(), seats), names(seats))) for seats in (2, 3, 4)}
    visitor.open()
    given = {"ruleset": GAME.name, "boards": boards, "positions": positions}
    faults, seen = visitor.page.evaluate(DRAWN.partition("*/")[2], given)
    return faults, set(seen)


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def position(name: str, seats: int, seat: int, picture: Picture, targets: list[str]) -> dict[str, Any]:
    return {"name": name, "seats": seats, "seat": seat, "picture": as_json(picture), "targets": targets}


@cache
def decisions() -> list[dict[str, Any]]:
    """A position for each kind of command, as the seat that may give it sees it."""
    return list(_decisions())


def _decisions() -> Iterator[dict[str, Any]]:
    known: set[type] = set()
    for seats, seed, commands in PLAYED:
        for step in played(Options(), seats, seed, commands):
            kinds = {type(command) for command in step.legal}
            if not kinds <= known:
                seen = view(step.before, step.seat)
                aims = [DRAWING.targets(seen, step.seat, command)[0] for command in step.legal]
                name = f"{seats} seats, {', '.join(sorted(kind.__name__ for kind in kinds - known))}"
                known |= kinds
                yield position(name, seats, step.seat, DRAWING.picture(seen, step.seat), list(dict.fromkeys(aims)))


@pytest.mark.parametrize("size", [long_only(DESKTOP), long_only(TABLET), PHONE], ids=["desktop", "tablet", "phone"])
def test_positions_are_drawn_whole_and_all_that_may_be_done_can_be_clicked(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    assert len(decisions()) > 30
    faults, seen = looked_at(visit(size), decisions())
    assert faults == []
    assert seen >= SEEN


@pytest.mark.parametrize("ships", [long_only(6), 10])
def test_ships_that_share_a_zone_lie_side_by_side(visit: Callable[..., Visitor], ships: int) -> None:
    """In each zone, captains first; the others lie where a game left them."""
    fleet: list[tuple[str, dict[str, Any]]] = [(f"ship/{seat}", {"seat": seat}) for seat in range(4)]
    fleet += [(f"npc/{npc}", {"colour": "dutch"}) for npc in NPCS]
    *_, last = played(Options(), 4, 11, 60)
    picture = DRAWING.picture(view(last.after, 0), 0)
    rest = [piece for piece in picture.pieces if piece.id not in dict(fleet[:ships])]
    crowds = []
    for zone in ZONES:
        crowd = [Piece(id=each, inside=zone, name="Sloop", **whose) for each, whose in fleet[:ships]]
        crowds.append(position(zone, 4, 0, Picture(pieces=(*rest, *crowd), facts=picture.facts), [zone]))
    assert looked_at(visit(), crowds)[0] == []


@pytest.mark.parametrize("size", [(1366, 700), (1280, 585), (1024, 600)])
def test_the_heading_of_a_late_round_is_cut_at_no_side(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """With a war and many other captains it has more than a line."""
    anne = visit(size)
    anne.sit(GAME.name, "human", "human", more={"scenario": "last-round"})
    anne.page.locator(".mm-way .legal").first.wait_for()
    lines = anne.page.locator(".mm-strip").evaluate("""strip => {
      const {left, right} = strip.getBoundingClientRect();
      const boxes = [...strip.children].map(each => each.getBoundingClientRect());
      return boxes.filter(box => box.left < left || box.right > right).length ? 0 : new Set(boxes.map(({top}) => top)).size;
    }""")
    assert lines > 1


@pytest.mark.parametrize("size", [(390, 844), PHONE])
def test_own_cards_have_a_line_of_their_own_on_a_phone(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    """Beside the captain they were cut in the middle of their words."""
    anne = visit(size=size)
    anne.sit("merchants-and-marauders", "human", "human")
    anne.page.locator(".mm-papers").wait_for(state="attached")
    assert anne.page.locator(".mm-papers").evaluate("each => each.parentElement.clientWidth - each.offsetWidth") <= 4
    assert anne.page.locator(".mm-papers").evaluate("each => each.scrollWidth - each.clientWidth") <= 0
