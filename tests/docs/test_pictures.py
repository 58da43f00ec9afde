"""A board and a picture of any game as SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from tests.docs.guides import GUIDES, guides_folder, step_drawn
from tests.docs.pictures import FOLDER, PICTURES, drawn

TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_shows_every_area_and_every_piece_by_its_name(name: str) -> None:
    """Of a pile the piece on top."""
    svg, board, picture = drawn(name)
    shown = " ".join(each.text or "" for each in ET.fromstring(svg).iter(TEXT))
    piles = {area.id for area in board.areas if area.kind == "pile"}
    tops = {piece.inside: piece for piece in picture.pieces if piece.inside in piles}.values()
    pieces = [*tops, *(piece for piece in picture.pieces if piece.inside not in piles)]
    names = [piece.name or (board.faces[piece.face].name if piece.face else "face down") for piece in pieces]
    missing = {thing for thing in (*names, *(area.name for area in board.areas)) if " ".join(thing.split()) not in shown}
    assert not missing


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_leaves_the_drawing(name: str) -> None:
    svg, _, _ = drawn(name)
    root = ET.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())

    def inside(element: ET.Element, x: float, y: float) -> bool:
        if moved := re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
            x, y = x + float(moved[1]), y + float(moved[2])
        if element.tag == TEXT:
            return 0 <= x + float(element.attrib["x"]) < width and 0 < y + float(element.attrib["y"]) < height
        return all(inside(each, x, y) for each in element)

    assert inside(root, 0, 0)


@pytest.mark.parametrize("ruleset", GUIDES)
def test_a_guide_shows_pictures_of_the_game_as_it_is_now(ruleset: str) -> None:
    folder = guides_folder(ruleset)
    assert {file.stem: file.read_text() for file in folder.glob("*.svg")} == {
        name: step_drawn(ruleset, name) for name in GUIDES[ruleset]
    }
    shown = re.findall(r"!\[[^]]{20,}\]\(howto/(\S+)\.svg\)$", (folder.parent / "HOWTO.md").read_text(), re.MULTILINE)
    assert sorted(shown) == sorted(GUIDES[ruleset])


def test_every_picture_of_the_documents_is_one_that_make_pictures_writes() -> None:
    assert {file.stem for file in FOLDER.glob("*.svg")} == set(PICTURES)
