"""The content files: every id is known, every word is of the vocabulary, every figure is the one the rules use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import domain.merchants_and_marauders.content as cards
from domain.merchants_and_marauders import captains, decide, raids, rounds, setup, state, trade
from domain.merchants_and_marauders.battle.aftermath import REWARDS
from domain.merchants_and_marauders.battle.hits import DIE
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    DIRECTIONS,
    EVENT_CARDS,
    GLORY,
    GOODS,
    LOCATIONS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
    content,
    raw,
)
from domain.merchants_and_marauders.npcs import ship_type_of
from tests.support.content import only_shown, unread
from tests.support.rule_tables import differences

from .scenario import SKULL, given

FILES = ("zones", "ports", "ships", "captains", "cargo", "events", "glory", "missions", "rumors", "signs", "tokens")
README = files("domain.merchants_and_marauders").joinpath("data", "README.md").read_text("utf-8")


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a file, also those inside others."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from objects(each)


DATA = [each for name in FILES for each in objects(raw(name))]
EFFECTS = [each for each in DATA if "op" in each]


def table(heading: str) -> dict[str, str]:
    """Name and second column of each row of a table of the README."""
    section = README.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.M)
    assert rows, heading
    return dict(rows)


def words(column: str) -> set[str]:
    """The names in a column, without the values in brackets."""
    return set(re.findall(r"`(\w+)", re.sub(r"\(.*?\)", "", column)))


# The vocabulary

COMMON = {"op", "on", "if", "who", "limit", "optional", "duration", "cost"}


def test_every_op_is_told_and_used() -> None:
    assert {effect["op"] for effect in EFFECTS} == set(table("Ops"))


def test_every_effect_has_only_the_parameters_of_its_op() -> None:
    told = {op: words(parameters) for op, parameters in table("Ops").items()}
    for effect in EFFECTS:
        whose = {"npc"} if effect.get("who") == "npc_naval" else set()
        assert set(effect) - COMMON - whose <= told[effect["op"]] | words(meaning(effect["op"])), effect


def meaning(op: str) -> str:
    found = re.search(rf"^\| `{op}` \| .*? \| (.*) \|$", README, re.M)
    assert found is not None
    return found[1]


def test_every_timing_is_told_and_used() -> None:
    used = {each["on"] for each in EFFECTS if "on" in each} | {card.timing for card in GLORY.values()}
    used |= {card.hire.when for card in GLORY.values() if card.hire is not None}
    assert used == set(table("Timings"))


def test_every_condition_is_told_and_used_with_its_parameters() -> None:
    told = table("Conditions")
    conditions = [each for each in DATA if "cond" in each]
    assert {each["cond"] for each in conditions} == set(told)
    for each in conditions:
        assert set(each) - {"cond"} == words(told[each["cond"]]), each


def test_every_subject_is_told() -> None:
    subjects = set(table("Subjects (`who`, `target`)"))
    assert {each["who"] for each in EFFECTS if "who" in each} <= subjects
    targets = {each["target"] for each in EFFECTS if each["op"] == "hit"}
    assert targets <= subjects


def test_every_requirement_and_step_of_a_mission_is_told_with_its_parameters() -> None:
    requirements, steps = table("Mission requirements"), table("Mission steps")
    for mission in raw("missions")["missions"]:  # type: ignore[union-attr]
        for each in mission["requirements"]:  # type: ignore[index,call-overload]
            assert set(each) - {"type"} == words(requirements[each["type"]])
        for each in mission["steps"]:  # type: ignore[index,call-overload]
            assert set(each) - {"type"} <= words(steps[each["type"]])
    used = {need.type for mission in MISSIONS.values() for need in mission.requirements}
    assert used == set(requirements)
    used = {step.type for mission in MISSIONS.values() for step in mission.steps}
    used |= {option.type for mission in MISSIONS.values() for step in mission.steps for option in step.options}
    assert used == set(steps)


def test_durations_and_limits_are_of_the_vocabulary() -> None:
    durations = {each["duration"] for each in EFFECTS if "duration" in each}
    assert durations <= {"combat_round", "port_action", "captain_turn", "round", "lasting"}
    assert {card.duration for card in EVENT_CARDS.values()} == {"instant", "round", "lasting", "in_play"}
    periods = {each["limit"]["per"] for each in EFFECTS if "limit" in each}
    assert periods <= {"captain_turn", "port_action", "combat_round", "battle", "raid", "battle_or_raid"}


# Ids

SPECIALISTS = {card.specialist for card in GLORY.values() if card.specialist}
SKILLS = {"seamanship", "scouting", "leadership", "influence"}
KNOWN: dict[str, set[str]] = {
    "zone": {*ZONES, "any_with_naval_npc"},
    "port": {*PORTS, "this"},
    "ports": {*PORTS, "random"},
    "from_port": {*PORTS},
    "home_port": {*PORTS},
    "start_zone": {*ZONES},
    "at_zone": {*ZONES},
    "at": {"this_port"},
    "nation": {*NATIONS, "choice", "of_port"},
    "at_nation": {*NATIONS},
    "commits_nation": {*NATIONS},
    "npc": {*NPCS, "naval_here"},
    "npcs": {*NPCS},
    "good": {*GOODS, "choice_from_pool"},
    "ships": {*SHIPS},
    "skill": SKILLS,
    "locations": {*LOCATIONS},
    "forbidden": {*LOCATIONS},
    "types": {*SPECIALISTS, "any"},
    "specialist": SPECIALISTS,
    "dir": {*DIRECTIONS},
    "tags": {"npc", "storm"},
}
"""What the fields of this name may hold, alone or in a list."""


def strings(value: Any) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def test_every_id_named_is_one_that_there_is() -> None:
    remembered = {each["as"] for each in EFFECTS if "as" in each}
    for each in DATA:
        for field, value in each.items():
            named = set(strings(value))
            assert field not in KNOWN or named <= KNOWN[field] | remembered, (field, value)


def test_locations_of_hits_and_cards_are_locations() -> None:
    assert {each["location"] for each in EFFECTS if "location" in each} <= {*LOCATIONS, "die", "choice"}
    assert {card.location for card in CARGO.values()} <= {*LOCATIONS, None}
    assert all((card.icon == "hit") == (card.location is not None) for card in CARGO.values())


def test_what_is_drawn_at_random_for_an_event_is_used_by_it() -> None:
    for card in EVENT_CARDS.values():
        drawn = [effect.as_ for effect in card.effects if effect.op == "draw_random"]
        used = {value for effect in card.effects for value in (effect.good, effect.pair)}
        used |= {condition.zone for effect in card.effects for condition in effect.if_}
        assert set(drawn) <= used
    fleet = EVENT_CARDS["treasure_fleet"].effects[0].from_
    assert len(fleet) == 5
    assert all(ZONES[zone].nation == "spanish" for zone in fleet)


def test_ids_are_unique_and_every_entry_tells_its_source() -> None:
    for name in FILES[:-2]:
        entries = raw(name)[name]
        assert isinstance(entries, list)
        assert len({entry["id"] for entry in entries}) == len(entries)  # type: ignore[index,call-overload]
        assert {entry["source"] for entry in entries} <= {"sourced", "reconstructed"}  # type: ignore[index,call-overload]
        assert re.search(rf"^\| {name}\.json \| `{name}` \| .*\b{len(entries)}\b", README, re.M), name


def test_ports_and_zones_name_each_other_and_captains_live_in_ports_of_their_nation() -> None:
    assert {port.zone for port in PORTS.values()} == {zone.id for zone in ZONES.values() if zone.port}
    assert Counter(captain.nation for captain in CAPTAINS.values()) == dict.fromkeys(NATIONS, 4)
    assert all(rumor.where.id in ({"zone": ZONES, "port": PORTS}[rumor.where.kind]) for rumor in RUMORS.values())


# Figures


@pytest.mark.rule("MM-003")
def test_the_cards_are_as_many_as_the_file_of_tokens_says() -> None:
    counts = tokens("card_counts")
    assert (
        counts.items()
        >= {
            "events": len(EVENT_CARDS),
            "glory": sum(card.copies for card in GLORY.values()),
            "captains": len(CAPTAINS),
            "cargo": len(CARGO),
            "ships": sum(ship.cards for ship in SHIPS.values()),
            "rumors": len(RUMORS),
            "missions": len(MISSIONS),
        }.items()
    )
    kinds = Counter(card.kind for card in EVENT_CARDS.values())
    assert kinds == {"npc": 14, "global": 20}
    assert all(len(card.icons) == (3 if card.kind == "global" else 0) for card in EVENT_CARDS.values())
    copies = Counter(dict.fromkeys(("action", "specialist"), 0))
    for card in GLORY.values():
        copies[card.kind] += card.copies
    assert copies == {"action": 54, "specialist": 16}


def test_the_cards_say_once_what_the_rules_do_once() -> None:
    """One free Move, one check against fever, one zone of a sweep."""
    (wind,), (fever,) = EVENT_CARDS["trade_winds"].effects, EVENT_CARDS["fever"].effects
    (sweep,) = EVENT_CARDS["naval_sweep"].effects
    assert (wind.n, fever.times, sweep.zones) == (1, 1, 1)


def tokens(key: str) -> dict[str, Any]:
    listed = raw("tokens")["tokens"]
    assert isinstance(listed, dict)
    found = listed[key]
    assert isinstance(found, dict)
    return found


def test_the_limits_shown_are_those_that_are_kept() -> None:
    limits = tokens("limits")
    assert limits["glory_hand"] == decide.GLORY_LIMIT
    assert (limits["seats_min"], limits["seats_max"]) == (setup.FEWEST, setup.MOST)
    assert limits["start_gold"] == captains.START_GOLD
    assert limits["actions_per_turn"] == state.Turn(0, 1).actions
    assert limits["cargo_in_port"] == state.CARGO_IN_PORT
    track = tokens("glory_track")
    assert track["goal"] == state.GOAL
    rich = state.Seat(stash=999)
    assert track["max_from_stash"] == state.stash_points(rich)
    assert state.stash_points(state.Seat(stash=track["gold_per_stash_point"])) == 1
    assert tokens("merchant_track")["refill_at"] == rounds.REFILL_AT
    assert tokens("npc_rewards").items() >= REWARDS.items()
    assert tokens("merchant")["total"] == sum(tokens("merchant")["counts"].values())
    assert tokens("demand")["total"] == sum(tokens("demand")["counts"].values())
    assert trade.OFFER == 6
    assert raids.RAID_GLORY_FROM == 12


@pytest.mark.rule("MM-008", "MM-290")
def test_the_dice_shown_are_those_that_are_rolled() -> None:
    assert tokens("dice")["faces"] == ["1", "2", "3", "4", "skull", "skull"]
    shown = raw("ships")["hit_location_die"]
    assert shown == {"skull" if face == SKULL else str(face): place for face, place in DIE.items()}


@pytest.mark.rule("MM-221")
def test_npc_ships_are_of_the_types_shown() -> None:
    shown = raw("ships")["npc_ships"]
    assert isinstance(shown, dict)
    peace, war = given().state, given(wars=[("english", "spanish"), ("french", "dutch")]).state
    for npc in NPCS:
        naval = npc in NATIONS
        assert ship_type_of(peace, npc) == shown["naval" if naval else npc]
        assert ship_type_of(war, npc) == shown["naval_at_war" if naval else npc]


def test_everything_is_there_for_drawing() -> None:
    shown = content()
    assert isinstance(shown, dict)
    assert tuple(shown) == FILES
    assert len(MODIFICATIONS) == 8
    assert len(WEAPONS) == 3


def test_the_readme_of_the_files_lists_what_no_rule_reads() -> None:
    assert unread(cards) == only_shown(cards)


def test_every_figure_of_the_files_stands_in_the_tables_of_the_cards() -> None:
    folder = Path(str(files("domain.merchants_and_marauders")))
    assert differences((folder / "CARDS.md").read_text("utf-8"), folder / "data") == []


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"op": "limit_action", "on": ""}, "events"),
        ({"op": "free_action", "on": "", "who": "each_captain"}, "events"),
        ({"op": "auto_success", "on": "scout_merchant"}, "zones"),
        ({"op": "invisible_to", "on": ""}, "zones"),
        ({"op": "hit", "on": "hit_received"}, "missions"),
        ({"op": "check", "on": "captain_turn_end"}, "events"),
        ({"op": "repair", "on": "captain_turn_start"}, "glory"),
    ],
)
def test_the_rules_look_for_an_effect_only_where_cards_of_its_kind_can_be(fields: dict[str, str], name: str) -> None:
    """The rules do not ask for these effects without an event in force, specialists, rules of the zone, or freight."""
    having = {
        each: [
            effect for effect in objects(raw(each)) if all(effect.get(field, "") == value for field, value in fields.items())
        ]
        for each in FILES
    }
    assert [each for each, effects in having.items() if effects] == [name]
