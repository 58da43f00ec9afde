"""The content files: counts, names that refer to each other, the words of the cards, the layouts and the track."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import domain.pirates_of_maracaibo as package
import domain.pirates_of_maracaibo.content as cards
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import scoring, setup, state
from domain.pirates_of_maracaibo.content import (
    AREAS,
    BANDS,
    BURIED,
    EDGES,
    FIGUREHEADS,
    IMPROVEMENTS,
    ISLANDS,
    JORDAN_SLOTS,
    JORDAN_TRACK,
    LAYOUTS,
    LOCATIONS,
    NAMES,
    POSEIDON,
    QUESTS,
    RESIDENCES,
    RETIREMENT_FROM,
    RETIREMENT_TILE,
    RUBY_MARKET,
    SECTIONS,
    SLOTS,
    SOLO_CARDS,
    STANDARD_RAID_ACTIONS,
    STORAGE,
    TIER_ONE_IMPROVEMENTS,
    TIER_ONE_LOCATIONS,
    TIER_TWO,
    TILES,
    TRACK,
    TRACK_END,
    TRACK_START,
    VALUE_TILES,
    Effect,
    raw,
    value_of,
)
from domain.pirates_of_maracaibo.decisions import buying as sea_cards
from domain.pirates_of_maracaibo.decisions import gulf
from domain.pirates_of_maracaibo.effects import OPS
from domain.pirates_of_maracaibo.effects.counters import COUNTERS
from domain.pirates_of_maracaibo.jordan import score as jordan_score
from domain.pirates_of_maracaibo.texts.boards import solo_card
from domain.pirates_of_maracaibo.values import DIE_COLOURS, TREASURE_OF, TREASURES
from tests.support.content import only_shown, unread
from tests.support.rule_tables import differences

from .scenario import given

SCORING = {"score_vp_per", "score_vp_per_treasure_set", "score_vp_per_quest_group"}


def effects_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every effect of a data file, at any depth."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for part in value.values():
            yield from effects_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from effects_in(part)


ALL_EFFECTS = [effect for name in NAMES for effect in effects_in(raw(name))]


# Counts


@pytest.mark.rule("PM-002", "PM-003", "PM-004", "PM-005", "PM-006")
def test_how_many_cards_there_are() -> None:
    assert (len(TIER_ONE_IMPROVEMENTS), len(RESIDENCES), len(TIER_ONE_LOCATIONS)) == (22, 12, 8)
    assert Counter("location" if card in LOCATIONS else "improvement" for card in TIER_TWO) == {
        "improvement": 37,
        "location": 4,
    }
    assert (len(IMPROVEMENTS), len(LOCATIONS)) == (59, 12)
    assert (len(QUESTS), len(FIGUREHEADS)) == (25, 12)
    assert Counter(tile.treasure for tile in VALUE_TILES) == dict.fromkeys(TREASURES, 2)


@pytest.mark.rule("PM-007", "PM-009", "PM-015", "PM-016")
def test_the_boards() -> None:
    assert [(island.treasure, island.start_markers) for island in ISLANDS] == [(kind, 4) for kind in TREASURES]
    assert [value_of(markers) for markers in range(9)] == [2, 2, 2, 3, 3, 4, 4, 5, 5]
    assert BANDS[-1].max_markers is None
    assert [section.slots for section in SECTIONS.values()] == [6, 5, 4, 3]
    assert Counter(slot.section for slot in SLOTS.values()) == {1: 6, 2: 5, 3: 4, 4: 3}
    assert list(AREAS) == list(TREASURES)
    for area in AREAS.values():
        assert (len(area.storage_bonus_spaces), len(area.buried_spaces)) == (2, 4)
    assert (len(TILES), len(POSEIDON), len(RUBY_MARKET)) == (5, 4, 6)
    assert (len(JORDAN_SLOTS), list(JORDAN_TRACK)) == (15, [1, 2, 3, 4])
    assert Counter(card.deck for card in SOLO_CARDS.values()) == {"A": 6, "B": 6}


@pytest.mark.rule("PM-008")
def test_the_three_dice_and_their_treasures() -> None:
    assert TREASURE_OF == {"yellow": "gold", "green": "emerald", "white": "pearl"}
    assert raw("components")["raiding_dice"] == list(DIE_COLOURS)
    table = given(sea={"c1r1": "L1"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    rolled = table.when(c.TakeAction(0), 1, 6, 3).happens(e.DiceRolled)
    assert rolled.dice == {"yellow": 1, "green": 6, "white": 3}


@pytest.mark.rule("PM-011", "PM-012")
def test_an_improvement_is_of_one_of_three_types() -> None:
    assert Counter(card.type for card in IMPROVEMENTS.values()).keys() == {"crew", "equipment", "ship"}
    assert not set(IMPROVEMENTS) & set(SLOTS)


@pytest.mark.rule("PM-235")
def test_no_slot_carries_income() -> None:
    assert not any("income" in slot for slot in raw("ship_board")["slots"])


def test_lightning_marks_the_improvements_with_immediate_effects() -> None:
    assert all(card.lightning == bool(card.immediate) for card in IMPROVEMENTS.values())
    assert all(line.op in SCORING for card in IMPROVEMENTS.values() for line in card.endgame)


@pytest.mark.rule("PM-083", "PM-080")
def test_each_residence_has_four_spots() -> None:
    assert {(card.token_spots, card.first_builder_vp) for card in RESIDENCES.values()} == {(4, 2)}


@pytest.mark.rule("PM-096")
def test_tier_two_locations_show_no_treasure_value_symbol() -> None:
    assert sum(card.has_treasure_value_symbol for card in LOCATIONS.values() if card.tier == 1) == 6
    assert not any(card.has_treasure_value_symbol or card.ruby_supply for card in LOCATIONS.values() if card.tier == 2)


def test_the_constants_are_those_of_the_components() -> None:
    parts: Mapping[str, Any] = raw("components")
    assert tuple(parts["start_doubloons"]) == setup.START_DOUBLOONS
    assert parts["tier_1_deck"] == {
        "improvements": setup.IMPROVEMENTS_IN_SEA,
        "residences": setup.RESIDENCES_IN_SEA,
        "locations": len(TIER_ONE_LOCATIONS),
    }
    assert (parts["min_players"], parts["max_players"], parts["rounds"]) == (setup.FEWEST, setup.MOST, state.ROUNDS)
    assert parts["ignore_card_doubloons"] == sea_cards.IGNORE_DOUBLOONS
    assert (gulf.GULF_RAID.power_bonus, gulf.GULF_EXPLORE.movement) == (
        parts["gulf"]["raid_bonus"],
        parts["gulf"]["explore_movement"],
    )
    assert parts["maracaibo"] == {"vp": gulf.MARACAIBO_VP, "upgrade": 1}
    assert parts["endgame"] == {
        "vp_per_river": jordan_score.VP_PER_RIVER,
        "doubloons_per_vp": scoring.DOUBLOONS_PER_VP,
        "vp_per_buried_treasure": scoring.VP_PER_BURIED,
        "six_scoring_quests_bonus": jordan_score.MANY_QUESTS_VP,
    }
    costs = {effect["cost"] for effect in ALL_EFFECTS if effect["op"] == "gain_figurehead"}
    assert costs == {parts["figurehead_cost"]} == {raw("figureheads")["cost"]}
    surcharges = {
        effect["surcharge"]
        for effect in ALL_EFFECTS
        if effect.get("type") in ("crew", "equipment") and "surcharge" in effect
    }
    assert surcharges == {parts["remote_crew_equipment_surcharge"]}


# Names


def test_names_are_unique_but_for_one_space_of_the_track() -> None:
    kinds = [IMPROVEMENTS, LOCATIONS, RESIDENCES, QUESTS, SLOTS, TILES, FIGUREHEADS, STORAGE, BURIED, POSEIDON]
    kinds += [RUBY_MARKET, SOLO_CARDS, TRACK]
    counted = Counter(name for kind in kinds for name in kind)
    counted.update(slot.id for slot in JORDAN_SLOTS)
    counted.update(action.key for action in STANDARD_RAID_ACTIONS)
    assert {name for name, times in counted.items() if times > 1} == {"B4"}


def test_every_name_in_an_effect_exists() -> None:
    for effect in ALL_EFFECTS:
        if effect["op"].startswith("solo_"):
            continue
        assert set(effect.get("types", ())) <= {*TREASURES, "die_colour"}
        assert effect.get("island", "any") in ("any", *TREASURES)
        assert effect.get("colour", "green") in DIE_COLOURS
        if effect["op"] == "acquire_improvement":
            assert effect["type"] in ("crew", "equipment", "ship")
        if effect["op"] in ("gain_vp_per", "income_doubloons_per"):
            assert effect["counter"] in COUNTERS
        if effect["op"] in SCORING and "counter" in effect:
            assert effect["counter"] in {*COUNTERS, "scoring_quests"}
    needs = [need for quest in QUESTS.values() for line in (quest.top, quest.bottom) for need in line.needs]
    assert {need.counter for need in needs} <= COUNTERS.keys()


# The words of the cards


def vocabulary() -> dict[str, set[str]]:
    """What the description of the data says: for every op its parameters."""
    text = (files(package) / "data" / "README.md").read_text()
    words: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`[^|]*) \| ([^|]*) \| [^|]* \|$", text[text.index("## Ops") :], re.MULTILINE):
        ops, parameters = (re.findall(r"`(\w+)`", cell) for cell in row)
        for op in ops:
            words[op] = set(parameters) - {"any"}
    return words


def test_every_op_is_described_known_and_used() -> None:
    words = vocabulary()
    assert {effect["op"] for effect in ALL_EFFECTS} == set(words)
    ongoing = {
        effect.op
        for effects in (
            *(card.ongoing for card in (*IMPROVEMENTS.values(), *FIGUREHEADS.values())),
            *(slot.effects for slot in SLOTS.values() if slot.kind == "ongoing"),
        )
        for effect in effects
    }
    assert set(words) == {*OPS, "choose_one"} | ongoing | SCORING | {op for op in words if op.startswith("solo_")}


def test_an_effect_has_the_parameters_of_its_op_and_no_others() -> None:
    """A parameter that no field takes would be lost without a word."""
    words = vocabulary()
    fields = set(Effect.__struct_fields__)
    for effect in ALL_EFFECTS:
        parameters = set(effect) - {"op", "key", "text", "source", "sourced_fields", "id"}
        assert parameters <= words[effect["op"]], effect
        if not effect["op"].startswith("solo_"):
            assert parameters <= fields
            optional = {"max", "cost", "count", "same_type"}
            assert words[effect["op"]] - parameters <= optional, effect


def test_every_counter_is_described_and_counted() -> None:
    text = (files(package) / "data" / "README.md").read_text()
    described = set(re.findall(r"`(\w+)`", text[text.index("Counters:") :].split(". ")[0]))
    assert described == {*COUNTERS, "scoring_quests"}


# The layouts


@pytest.mark.rule("PM-043", "PM-022", "PM-I01")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_pairs_that_touch_are_those_whose_edges_meet(layout: str) -> None:
    """A card is two half rows high."""
    drawn = next(each for each in raw("layouts")["layouts"] if each["id"] == layout)
    top = {space["id"]: (space["column"], space["top_half_rows"]) for space in drawn["spaces"]}

    def touch(one: str, other: str) -> bool:
        columns, rows = top[one][0] - top[other][0], abs(top[one][1] - top[other][1])
        return rows == 2 if columns == 0 else abs(columns) == 1 and rows < 2

    sea = LAYOUTS[layout]
    assert {space: set(near) for space, near in sea.adjacency.items()} == {
        one: {other for other in top if touch(one, other)} for one in top
    }
    assert len(top) == len({*top.values()}) == 27
    for space, near in sea.adjacency.items():
        assert all(space in sea.adjacency[other] for other in near)
    assert {island["treasure"] for island in drawn["islands"]} == set(TREASURES)
    for island in drawn["islands"]:
        cells = drawn["columns"][island["column"] - 1]
        assert cells["cells"][island["row"] - 1] == island["treasure"][0].upper()
        assert island["top_half_rows"] == 2 * (island["row"] - 1) + cells["offset_half_cards"]
        assert (island["column"], island["top_half_rows"]) not in top.values()
    for number, column in enumerate(drawn["columns"], 1):
        rows = [space["row"] for space in drawn["spaces"] if space["column"] == number]
        assert rows == [row for row, cell in enumerate(column["cells"], 1) if cell == "c"]


@pytest.mark.rule("PM-044", "PM-048")
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=lambda layout: layout.id)
def test_ships_start_at_any_card_of_the_first_column_and_leave_from_any_of_the_last(layout: Any) -> None:
    columns: dict[int, list[str]] = {}
    for space in layout.spaces:
        columns.setdefault(space.column, []).append(space.id)
    assert list(columns) == list(range(1, layout.last_column + 1))
    assert list(layout.start_to) == columns[1]
    assert list(layout.gulf_from) == columns[layout.last_column]


def test_jordan_can_raid_by_every_solo_card() -> None:
    """So where it has nothing else to do in range of the Gulf, it raids there (PM-284, PM-288)."""
    assert all(any(main.op == "solo_raid_location" for main in card.main) for card in SOLO_CARDS.values())


def test_the_text_of_a_solo_card_says_what_its_actions_are() -> None:
    texts = {card["id"]: card["text"] for card in raw("solo_cards")["cards"]}
    assert texts == {card: solo_card(card) for card in SOLO_CARDS}


# The track


@pytest.mark.rule("PM-013", "PM-014")
def test_the_track_is_a_one_way_graph_with_four_forks() -> None:
    assert {name for edge in EDGES for name in (edge.from_, edge.to)} == set(TRACK)
    after = {space: [edge.to for edge in EDGES if edge.from_ == space] for space in TRACK}
    before = {space: [edge.from_ for edge in EDGES if edge.to == space] for space in TRACK}
    assert [space for space in TRACK if not before[space]] == [TRACK_START]
    assert [space for space in TRACK if not after[space]] == [TRACK_END]
    assert sum(len(onward) == 2 for onward in after.values()) == 4
    assert sum(len(back) == 2 for back in before.values()) == 4
    # Every edge leads on in the order of the file, so there is no way round.
    order = list(TRACK)
    for space, onward in after.items():
        assert len(onward) <= 2
        assert all(order.index(other) > order.index(space) for other in onward)
    for fork in (onward for onward in after.values() if len(onward) == 2):
        assert {TRACK[space].branch for space in fork} == {"upper", "lower"}
    assert RETIREMENT_TILE not in TRACK
    assert RETIREMENT_FROM in TRACK


def test_the_readme_of_the_files_lists_what_no_rule_reads() -> None:
    assert unread(cards) == only_shown(cards)


def test_every_figure_of_the_files_stands_in_the_tables_of_the_cards() -> None:
    folder = Path(str(files(package)))
    assert differences((folder / "CARDS.md").read_text("utf-8"), folder / "data") == []
