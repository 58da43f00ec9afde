"""A few things of a position as SVG: what guides show of their steps."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from domain.drawing import Area, Board, Colour, Face, Picture, Piece, Word
from domain.vignettes import Figure, Part, Row, Say, Seal, Shown, Stack, Thing, silhouettes_of, vignette_svg
from tradewinds.drawings import drawing_problem

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board(
    areas=(
        Area(id="sea", kind="map", name="The sea", box=(0, 0, 100, 50), links=(("port", "cape"), ("cape", "rock"))),
        Area(id="port", kind="spot", name="Port", inside="sea", at=(0, 0, 20, 20), icon="anchor"),
        Area(id="cape", kind="spot", name="Cape", inside="sea", at=(25, 0, 20, 20), facts=(("coins", 3),)),
        Area(id="rock", kind="spot", name="Rock", inside="sea", at=(80, 0, 20, 20)),
    ),
    faces={
        "sloop": Face(kind="ship", name="Sloop", colour="red", facts=(("coins", 2), ("strength", "skull"))),
        "cook": Face(
            kind="person", name="Cook", icon="wine", facts=(("cost", 4),), text="Feeds all. " + "Cooks and cooks. " * 20
        ),
        "six": Face(kind="die", name="6"),
    },
    words={"coins": Word("Coins", "coins"), "strength": Word("Strength", "swords"), "cost": Word("Cost", "tag")},
    colours={"red": Colour("#a32014", "#ff9c8c")},
    groups=(),
)
PICTURE = Picture(
    pieces=(
        Piece(id="sloop:1", inside="port", face="sloop", seat=0),
        Piece(id="die/0", inside="port", face="six"),
        Piece(id="pile", inside="port", down=True),
        Piece(id="bounty", inside="port", name="Bounty", icon="badge"),
    ),
    facts={},
)
SILHOUETTES = {"sloop": '<path d="M1 2h3"/>', "lattice": '<path d="M9 9h9"/>'}


def drawn(*things: Thing) -> str:
    svg = vignette_svg(BOARD, PICTURE, things, SILHOUETTES)
    assert drawing_problem(svg) is None
    return svg


def words(svg: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_card_has_its_name_its_figures_and_whole_sentences_of_its_text() -> None:
    shown = words(drawn(Shown(id="cook")))
    assert {"Cook", "4"} <= {*shown}
    text = " ".join(shown)
    assert "Feeds all." in text
    assert text.count("Cooks and cooks.") == text.count("Cooks"), "no sentence is cut"
    assert 0 < text.count("Cooks") < 20


def test_a_ship_is_drawn_by_the_silhouette_of_its_name_in_the_colours_of_both_themes() -> None:
    svg = drawn(Shown(id="sloop:1"))
    assert SILHOUETTES["sloop"] in svg
    assert "--c-red:#a32014" in svg
    assert "--c-red:#ff9c8c" in svg.partition("prefers-color-scheme:dark")[2]
    assert "skull" not in words(svg), "it is a sign"


def test_a_card_face_down_shows_its_back_alone() -> None:
    svg = drawn(Shown(id="pile"))
    assert SILHOUETTES["lattice"] in svg
    assert words(svg) == []
    assert 'class="back"' in vignette_svg(BOARD, PICTURE, (Shown(id="pile"),), {}), "without silhouettes too"


def test_things_stand_between_words_under_each_other_and_joined() -> None:
    row = Row((Shown(id="sloop:1", key="1"), Seal("2\u00d7"), Shown(id="bounty", ring="bad")))
    assert words(drawn(row, Say("or"), Stack((Figure(word="coins", value="+5"), Shown(id="die/0"))))) == [
        *("Sloop", "2", "1", "Bounty", "2\u00d7", "or", "+5", "6"),
    ]


def test_a_wide_row_is_scaled_to_the_drawing() -> None:
    one, many = (drawn(*[Shown(id="cook")] * count) for count in (1, 8))
    assert "scale(1)" in one
    assert "scale(0.4" in many
    assert ET.fromstring(one).attrib["viewBox"] == ET.fromstring(many).attrib["viewBox"]


def test_a_part_of_a_map_shows_what_lies_in_sight_and_the_way() -> None:
    part = Part(
        area="sea",
        box=(0, 0, 50, 26),
        ships={"sloop:1": "sloop"},
        route=("port", "cape"),
        keys={"cape": "2"},
        without=("die",),
    )
    svg = drawn(part)
    assert {"Port", "Cape", "3", "2", "1"} <= {*words(svg)}, "spots, a figure, a key, and the flag of seat 1"
    assert "Rock" not in words(svg)
    assert svg.count("stroke-dasharray") == 1, "the line between what is in sight"
    assert "6" not in words(svg)


@pytest.mark.parametrize(
    "thing", [Shown(id="nobody"), Figure(word="nothing"), Part(area="port", box=(0, 0, 9, 9), route=("far", "away"))]
)
def test_what_is_not_there_is_an_error(thing: Thing) -> None:
    with pytest.raises(KeyError):
        drawn(thing)


def test_silhouettes_are_the_symbols_of_a_sprite() -> None:
    sprite = (
        '<svg><symbol id="s-sloop" viewBox="0 0 64 48"><path d="M0 0"/></symbol><symbol id="i-x" viewBox="0 0 1 1"/></svg>'
    )
    assert silhouettes_of(sprite) == {"sloop": '<path d="M0 0"/>'}
