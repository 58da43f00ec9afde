"""Boards and pictures: what a person at the table would see, in its place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.drawing import check_board, check_picture
from domain.drawing import Picture, Piece
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import (
    BURIED,
    EDGES,
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    RESIDENCES,
    RUBY_MARKET,
    SLOTS,
    SOLO_CARDS,
    STORAGE,
    TILES,
)
from domain.pirates_of_maracaibo.drawing.board import board
from domain.pirates_of_maracaibo.drawing.picture import picture
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import resolve
from domain.pirates_of_maracaibo.state import State
from domain.pirates_of_maracaibo.view import open_view, view
from tradewinds import Play

from .scenario import Table, ended, given
from .solo import solo
from .test_any_game import MODULES
from .test_jordan_upgrades import ROW, upgrading
from .test_skirmish import skirmish

NAMES = ("Anne", "Bart", "Cy", "Di")
ALL_MODULES = dict.fromkeys(MODULES, True)


def seen(table: Table, seat: int | None = 0) -> Picture:
    return picture(view(table.state, seat), seat)


def pieces(table: Table, area: str, seat: int | None = 0) -> list[Piece]:
    return [piece for piece in seen(table, seat).pieces if piece.inside == area]


def ids(table: Table, area: str, seat: int | None = 0) -> list[str]:
    return [piece.id for piece in pieces(table, area, seat)]


def the(table: Table, name: str, seat: int | None = 0) -> Piece:
    return next(piece for piece in seen(table, seat).pieces if piece.id == name)


# The sea


def test_a_card_lies_on_its_space_by_its_own_id() -> None:
    table = given(sea={"c1r1": "I5", "c1r2": ""})
    assert the(table, "I5").inside == "c1r1"
    assert pieces(table, "c1r2") == [Piece(id="c1r2/card", inside="c1r2", face="open_water")]


def test_a_card_that_is_bought_keeps_its_id() -> None:
    table = given(sea={"c1r1": "I5"}, doubloons=50)
    table.all_of(c.SailTo("c1r1"), c.AcquireImprovement())
    assert the(table, "I5", 1).inside == "seat/0/improvements"
    assert "I5" not in ids(table, "c1r1")


@pytest.mark.rule("PM-333", "PM-349", "PM-392")
def test_a_card_face_down_shows_its_back_and_doubloons_only() -> None:
    table = given(modules=["fog_of_war_locations"], sea={"c1r1": "L1"}, value_tiles={"L1": "gold"})
    assert pieces(table, "c1r1") == [
        Piece(id="c1r1/card", inside="c1r1", name="Location", down=True, facts=(("doubloons", 1),))
    ]


@pytest.mark.rule("PM-342")
def test_the_top_of_the_tier_two_deck_is_shown_where_it_lies_face_up() -> None:
    table = given(modules=["fog_of_war_improvements"], next_cards=["I30"])
    assert ids(table, "tier_two") == ["I30", "tier_two/cards"]
    assert ids(given(next_cards=["I30"]), "tier_two") == ["tier_two/cards"]


def test_a_location_holds_its_value_tile_and_the_black_market_tile_on_it() -> None:
    table = given(sea={"c1r1": "L1"}, value_tiles={"L1": "gold"}, tiles={1: {"B3": "L1"}})
    assert ids(table, "c1r1") == ["L1", "c1r1/value", "seat/1/B3"]
    assert "seat/1/B3" not in ids(table, "seat/1/tiles")
    assert len(ids(table, "seat/1/tiles")) == 4


def test_a_residence_holds_the_tokens_of_its_builders() -> None:
    table = given(sea={"c1r1": "R1"}, built={"R1": [1, 0]})
    first, second = pieces(table, "c1r1")[1:]
    assert (first.face, first.marks, second.face, second.marks) == ("token/1", ("first_builder",), "token/0", ())


def test_ships_and_explorers_are_where_they_sailed_and_walked() -> None:
    table = given(at={1: "c3r1"}, explorers={0: "A6"})
    assert (the(table, "ship/0").inside, the(table, "ship/0").marks) == ("start", ("on_turn",))
    assert (the(table, "ship/1").inside, the(table, "ship/1").marks) == ("c3r1", ())
    assert [the(table, f"explorer/{seat}").inside for seat in (0, 1)] == ["track/A6", "track/S"]


def test_who_reached_maracaibo_first_is_marked() -> None:
    table = given(seats=3, number=3, at={0: "gulf"})
    table.quiet_turn("maracaibo")
    assert [the(table, f"ship/{seat}").marks for seat in (0, 1, 2)] == [("first_in_maracaibo",), ("on_turn",), ()]


@pytest.mark.rule("PM-246")
def test_an_island_says_what_its_treasures_are_worth() -> None:
    table = given(islands={"gold": 7, "pearl": 0})
    assert the(table, "island/gold/markers").count == 7
    assert seen(table).facts["island/gold"] == (("markers", 7), ("value", 5))
    assert ids(table, "island/pearl") == []


@pytest.mark.rule("PM-014")
def test_the_four_rivers_of_the_track_are_shown_where_they_are_crossed() -> None:
    areas = board(resolve(Options(), 2), NAMES[:2]).areas
    track = {area.id: dict(area.facts).get("beyond_river") for area in areas if area.inside == "track"}
    assert {space: river for space, river in track.items() if river} == {
        f"track/{space}": number for number, space in enumerate(("A6", "B4", "C5", "D4"), start=1)
    }


# Boards of seats


def test_treasures_lie_on_their_spaces_of_the_hideout() -> None:
    table = given(stored=["gold:plain", "gold:plain", "HES1"], buried=["HPB2"])
    assert the(table, "seat/0/gold:plain/treasure").count == 2
    assert [(piece.inside, piece.face) for piece in seen(table).pieces if piece.id.endswith("/treasure")] == [
        ("seat/0/gold:plain", "gold"),
        ("seat/0/HES1", "emerald"),
        ("seat/0/HPB2", "pearl"),
    ]
    assert dict(seen(table).facts["seat/0"])["buried"] == 1


def test_a_picture_is_the_same_however_the_state_was_stored() -> None:
    table = given(
        modules=["rubies"], stored=["pearl:plain", "gold:plain"], buried=["HPB2", "HGB1"], ruby_market=["RM5", "RM1"]
    )
    stored = msgspec.json.decode(msgspec.json.encode(table.state, order="deterministic"), type=State)
    assert picture(view(stored, 0), 0) == seen(table)


def test_poseidon_brings_buried_spaces_of_its_own() -> None:
    first, *others = POSEIDON
    table = given(figurehead="FG", buried=[f"{first}:gold"])
    assert ids(table, "seat/0/figurehead") == ["FG", f"seat/0/{first}", *[f"seat/0/{space}" for space in others]]
    assert the(table, f"seat/0/{first}").marks == ("holds_gold",)


def test_upgrades_cover_their_slots() -> None:
    table = given(upgrades=["U1", "U3"])
    (covering,) = pieces(table, "seat/0/U3")
    assert board(table.state.options, NAMES[:2]).faces[covering.face or ""].name == "Upgrade: +1 power"
    assert ids(table, "seat/0/U2") == []


@pytest.mark.rule("PM-386")
def test_quests_are_shown_to_their_seat_and_counted_by_others() -> None:
    table = given(quests=["Q1", "Q2"])
    assert ids(table, "seat/0/quests", 0) == ["Q1", "Q2"]
    for other in (1, None):
        (hidden,) = pieces(table, "seat/0/quests", other)
        assert (hidden.down, hidden.count, hidden.face) == (True, 2, None)


def test_income_is_counted_by_icons() -> None:
    facts = dict(seen(given(improvements=["I1", "I2"])).facts["seat/0"])
    assert (facts["income_doubloons"], facts["income_vp"]) == (5, 0)


# Raids


def test_a_raid_shows_its_dice_then_its_power_and_what_was_used() -> None:
    table = given(sea={"c1r1": "L1"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    table.when(c.TakeAction(0), 6, 3, 2)
    dice = [(piece.id, piece.facts) for piece in pieces(table, "raid") if piece.id.startswith("die/")]
    assert dice == [("die/yellow", (("pips", 6),)), ("die/green", (("pips", 3),)), ("die/white", (("pips", 2),))]
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"))
    assert the(table, "pool/1").facts == (("power", 5),)
    assert the(table, "raid/std_vp").marks == ("used",)
    assert [piece.id for piece in pieces(table, "raid") if piece.id.startswith("die/")] == [each for each, _ in dice]


@pytest.mark.rule("PM-351")
def test_the_dice_of_a_combat_show_who_rolled_what_until_the_next_roll() -> None:
    table, _ = skirmish(4, 3)
    for viewer in (0, 1, None):
        assert [(die.id, die.seat, die.facts) for die in pieces(table, "dice", viewer)] == [
            ("die/0", 0, (("pips", 4),)),
            ("die/1", 1, (("pips", 3),)),
        ]
    assert dict(seen(table).facts["dice"]) == {"rolled_for": "Combat"}


@pytest.mark.rule("PM-315")
def test_jordans_die_lies_there_after_its_turn() -> None:
    table = upgrading(1, figurehead_market=["FB", "FE", "FI"])
    table.jordan_acts(5)
    assert [(die.id, die.face, die.seat, die.facts) for die in pieces(table, "dice")] == [
        ("die/jordan", "die", None, (("pips", 5),))
    ]
    assert dict(seen(table).facts["dice"]) == {"rolled_for": "Figurehead"}


@pytest.mark.rule("PM-318")
def test_of_rolls_that_jordan_repeats_the_last_one_is_drawn() -> None:
    table = upgrading(5, sea=ROW)
    table.jordan_acts(6, 2)
    assert the(table, "die/jordan").facts == (("pips", 2),)


# Modules


def test_a_ruby_on_the_market_says_whose_it_was() -> None:
    table = given(modules=["rubies"], ruby_market=["RM2"], rubies={1: 3})
    assert pieces(table, "RM2") == [Piece(id="RM2/ruby", inside="RM2", face="ruby/0", seat=0)]
    assert the(table, "seat/1/rubies").count == 3


def test_a_ruby_that_jordan_sold_is_of_no_seat() -> None:
    table = solo(modules=["rubies"]).after(e.RubyGained("jordan"), e.RubySold("jordan", "RM2"))
    assert pieces(table, "RM2") == [Piece(id="RM2/ruby", inside="RM2", face="ruby/jordan")]


def test_a_location_with_rubies_shows_them_with_the_module_only() -> None:
    for modules, shown in ((["rubies"], ["L3", "c1r1/rubies"]), ([], ["L3"])):
        assert ids(given(modules=modules, sea={"c1r1": "L3"}), "c1r1") == shown


@pytest.mark.rule("PM-377")
def test_the_retirement_tile_is_on_the_track_with_the_module_only() -> None:
    for retirement in (True, False):
        areas = {area.id for area in board(resolve(Options(retirement=retirement), 2), NAMES[:2]).areas}
        assert ("track/RDT" in areas) is retirement


@pytest.mark.rule("PM-359", "PM-360")
def test_quest_hunters_show_the_harder_line_alone_at_twice_its_points() -> None:
    faces = board(resolve(Options(quest_hunters=True), 2), NAMES[:2]).faces
    hard = QUESTS["Q1"].bottom
    assert faces["Q1"].facts == (("hard", 2 * hard.vp),)
    assert faces["Q1"].name == f"{hard.needs[0].at_least} doubloons of income"


def test_places_and_cards_say_in_figures_what_they_give() -> None:
    drawn = board(resolve(Options(), 2), NAMES[:2])
    areas, faces = {area.id: area.facts for area in drawn.areas}, {name: face.facts for name, face in drawn.faces.items()}
    assert areas["track/A1"] == (("doubloons", 2),)
    assert areas["seat/1/U16"] == (("power", "+2"), ("open_from", 10))
    assert areas["seat/0/HPS1"] == (("doubloons", 1), ("vp", 1))
    assert faces["L4"] == (("quest", 1), ("bury", 1)), "both"
    assert faces["L5"] == (("explore", 3), ("or", ""), ("doubloons", 4)), "one of them"
    assert faces["I20"] == (("cost", 5), ("end_vp", 4), ("power", -2), ("vp", 3)), "the price before what it buys"
    assert faces["R5"] == (("cost", 12), ("first", 2), ("end_vp", "4 per Crew"))


# Jordan


@pytest.mark.rule("PM-272")
def test_jordan_has_its_boards_cards_and_level() -> None:
    table = solo(
        improvements={"jordan": ["I3"]},
        upgrades={"jordan": ["J1", "J2"]},
        stored={"jordan": ["gold:plain", "gold:plain"]},
        quests={"jordan": ["Q5"]},
        track=3,
        b_cards=2,
    )
    assert dict(seen(table).facts["jordan"])["b_cards"] == 2
    assert the(table, "jordan/marker").inside == "jordan/step/3"
    assert [area for area in ("jordan/J1", "jordan/J2", "jordan/J3") if ids(table, area)] == ["jordan/J1", "jordan/J2"]
    assert ids(table, "jordan/improvements") == ["I3"]
    assert the(table, "jordan/gold").count == 2
    assert [(piece.down, piece.count) for piece in pieces(table, "jordan/quests")] == [(True, 1)]
    assert [piece.count for piece in pieces(table, "jordan/deck")] == [6]


def test_a_solo_card_turned_up_lies_open_and_says_what_jordan_does() -> None:
    table = solo({"c1r1": "L1"}, cards=["SA1"])
    table.jordan_acts(1, 1, 1, 1)
    assert ids(table, "jordan/shown") == ["SA1"]
    text = board(table.state.options, ["Anne"]).faces["SA1"].text
    assert text.startswith("Raid at a Location. Otherwise buy an Improvement (Crew, Equipment or Ship).")


# The end


@pytest.mark.rule("PM-248")
def test_the_final_scoring_adds_up_and_quests_lie_open() -> None:
    table = ended(quests={0: ["Q15"], 1: ["Q2"]}, rivers={0: [1, 2, 3]})
    for score in table.state.result.scores if table.state.result else ():
        *parts, (word, total) = seen(table, None).facts[f"seat/{score.who}/score"]
        assert word == "total"
        assert sum(vp for _, vp in parts if isinstance(vp, int)) == total == score.total
    assert [the(table, quest, None).facts for quest in ("Q15", "Q2")] == [
        (("scored", QUESTS["Q15"].bottom.vp),),
        (("scored", 0),),
    ]
    assert any("winner" in piece.marks for piece in pieces(table, "maracaibo"))


# Boards


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.rule("PM-043")
def test_spaces_that_touch_lie_side_by_side_on_the_map(layout: str) -> None:
    areas = {area.id: area for area in board(resolve(Options(layout=layout), 2), NAMES[:2]).areas}  # type: ignore[arg-type]
    spaces = [space.id for space in LAYOUTS[layout].spaces]
    boxes = {space: areas[space].at or (0, 0, 0, 0) for space in spaces}
    for one in spaces:
        assert {other for other in spaces if other != one and beside(boxes[one], boxes[other])} == set(
            LAYOUTS[layout].adjacency[one]
        )


def beside(one: Any, other: Any) -> bool:
    """Whether two boxes share more than a corner, but for the gaps between them."""
    (x, y, width, height), (u, v, wide, high) = one, other
    across, down = min(x + width, u + wide) - max(x, u), min(y + height, v + high) - max(y, v)
    return bool((across > -1 and down > 1) or (across > 1 and down > -1))


def test_a_space_of_the_track_lies_as_far_on_as_the_longest_way_to_it() -> None:
    data: Any = GAME.content()
    distance = {space["id"]: space["distance"] for space in data["exploration_track"]["spaces"]}
    assert distance["S"] == 0
    for space in distance:
        before = [distance[edge.from_] for edge in EDGES if edge.to == space]
        assert distance[space] == (max(before) + 1 if before else 0)


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_a_board(layout: str, seats: int) -> None:
    options = resolve(Options(layout=layout, **ALL_MODULES), seats)  # type: ignore[arg-type]
    check_board(board(options, ["A" * 60, *NAMES[1:seats]]), seats)


# Everything


KNOWN = {
    *IMPROVEMENTS,
    *LOCATIONS,
    *RESIDENCES,
    *QUESTS,
    *FIGUREHEADS,
    *TILES,
    *SLOTS,
    *STORAGE,
    *BURIED,
    *POSEIDON,
    *RUBY_MARKET,
    *SOLO_CARDS,
}
NOT_DRAWN = {
    "seen": "Solo cards that were shuffled back: people may remember them, but nothing on the table shows them",
    "stack": "processes and decisions, which offers and their targets show",
    "decision": "the innermost of them",
    "explorer": "a space of the track, which may have the id of a tile; the Explorer is drawn on it",
}


def mentioned(value: Any) -> set[str]:
    """The ids of the content anywhere in a view, but in fields that are not drawn."""
    if isinstance(value, dict):
        drawn = {key: each for key, each in value.items() if key not in NOT_DRAWN}
        return {key for key in drawn if key in KNOWN}.union(*map(mentioned, drawn.values()))
    if isinstance(value, list):
        return set().union(*map(mentioned, value))
    return {value} & KNOWN if isinstance(value, str) else set()


def drawn(found: Picture) -> set[str]:
    words = [word for piece in found.pieces for word in (piece.id, piece.inside, piece.face or "")]
    return {part for word in words for part in word.replace(":", "/").split("/")}


KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "solo": (1, {"b_cards": 3}),
    "solo with all modules": (1, {"b_cards": 6, **ALL_MODULES}),
    "two in the strait": (2, {"layout": "strait"}),
    "three with all modules": (3, {"layout": "long_channel", **ALL_MODULES}),
    "four with hidden Locations": (4, {"layout": "grid", "fog_of_war_locations": True, "rubies": True}),
}
kinds = pytest.mark.parametrize(("seats", "options"), KINDS.values(), ids=KINDS.keys())


@kinds
def test_whatever_a_view_names_is_drawn(seats: int, options: dict[str, Any]) -> None:
    """In a game of greedy bots, at every position and at the end, for each viewer in turn."""
    play = Play.new(GAME, seats, seed=seats, options=options, names=NAMES[:seats])
    plan = board(play.options, play.names)
    while play.to_act:
        viewer = (None, *range(seats))[play.version % (seats + 1)]
        look = play.view(viewer)
        found = picture(look, viewer)
        check_picture(found, plan)
        missing = mentioned(msgspec.to_builtins(look)) - drawn(found)
        assert not missing
        play = play.after(play.bot("greedy", play.to_act[0]), play.to_act[0])
    everything = open_view(play.state)
    found = picture(everything, None)
    check_picture(found, plan)
    assert mentioned(msgspec.to_builtins(everything)) <= drawn(found)
