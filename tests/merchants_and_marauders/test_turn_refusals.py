"""Decisions D-04 and D-05: every refusal of their tables, in the order in which they are tested.

A position is chosen so that the reasons named later hold as well wherever they can.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.evolve import evolve

from .scenario import Table, given

RULES = files("domain.merchants_and_marauders").joinpath("RULES.md").read_text("utf-8")
TIRED = e.ActionSpent(0, "scout", False, 0)
MOVED = e.ActionSpent(0, "move", False, 2)
MOVED_AND_TIRED = e.ActionSpent(0, "move", False, 0)
SEEN = e.Scouted(0, "merchant:havana", False)
WANTED = {0: {"spanish": 1}}
WAR = [("english", "spanish")]
CALM: Mapping[str, object] = {"event": "doldrums"}
GALE: Mapping[str, object] = {"event": "gale"}
OFF_HAVANA: Mapping[str, object] = {"at_sea": {0: "havana"}}
IN_HAVANA: Mapping[str, object] = {"in_port": {0: "havana"}}
DUTCH: Mapping[str, object] = {"npcs": {"dutch": ("npc_nl_1", "havana")}}


TRIED: dict[str, list[str]] = {}
"""The refusals that a test below brings about, by command, in the order of its cases."""


def refused(command: str, names: tuple[str, ...], cases: list[tuple[object, ...]]) -> pytest.MarkDecorator:
    TRIED[command] = list(dict.fromkeys(str(case[0]) for case in cases))
    return pytest.mark.parametrize(names, cases)


def position(setting: Mapping[str, object], *then: e.Event) -> Table:
    table = given(**setting)  # type: ignore[arg-type]
    for event in then:
        table.state = evolve(table.state, event)
    return table


@pytest.mark.rule("MM-059", "MM-060", "MM-048", "MM-K08")
@refused(
    "sail",
    ("code", "setting", "then", "zone"),
    [
        ("no_actions_left", CALM, MOVED_AND_TIRED, "trinidad"),
        ("in_port", CALM, MOVED, "trinidad"),
        ("not_adjacent", CALM | OFF_HAVANA, MOVED, "trinidad"),
        ("not_adjacent", OFF_HAVANA, MOVED, "havana"),
        ("move_limit_reached", CALM | OFF_HAVANA, MOVED, "nassau"),
    ],
)
def test_sail_is_refused(code: str, setting: Mapping[str, object], then: e.Event, zone: str) -> None:
    position(setting, then).when(c.Sail(zone)).refused(code)


CLOSED: Mapping[str, object] = OFF_HAVANA | {"bounties": WANTED, "wars": WAR}


@pytest.mark.rule("MM-059", "MM-061", "MM-062", "MM-064", "MM-397", "MM-048")
@refused(
    "enter_port",
    ("code", "setting", "then", "means"),
    [
        ("no_actions_left", CALM | IN_HAVANA | {"bounties": WANTED}, MOVED_AND_TIRED, ("open", "gold", "influence")),
        ("in_port", CALM | IN_HAVANA | {"bounties": WANTED}, MOVED, ("open", "gold", "papers")),
        ("no_port_here", CALM | {"at_sea": {0: "caribbean_sea"}}, MOVED, ("open", "gold", "influence", "papers", "event")),
        ("move_limit_reached", CALM | CLOSED, MOVED, ("open", "gold", "influence", "papers", "event")),
        ("port_closed_bounty", CLOSED, MOVED, ("open",)),
        ("port_closed_war", OFF_HAVANA | {"wars": WAR}, MOVED, ("open",)),
        ("cannot_afford", CLOSED | {"gold": 1}, MOVED, ("gold",)),
        ("cannot_afford", OFF_HAVANA | {"gold": 1}, MOVED, ("gold",)),
        ("means_not_available", CLOSED | {"gold": 2}, MOVED, ("gold", "influence", "papers", "event")),
        ("means_not_available", OFF_HAVANA | {"gold": 2}, MOVED, ("gold", "influence", "papers", "event")),
    ],
)
def test_enter_port_is_refused(code: str, setting: Mapping[str, object], then: e.Event, means: tuple[str, ...]) -> None:
    for each in means:
        position(setting, then).when(c.EnterPort(each)).refused(code)  # type: ignore[arg-type]


@pytest.mark.rule("MM-059", "MM-048")
@refused(
    "leave_port",
    ("code", "setting", "then"),
    [
        ("no_actions_left", CALM | OFF_HAVANA, MOVED_AND_TIRED),
        ("at_sea", CALM | OFF_HAVANA, MOVED),
        ("move_limit_reached", CALM, MOVED),
    ],
)
def test_leave_port_is_refused(code: str, setting: Mapping[str, object], then: e.Event) -> None:
    position(setting, then).when(c.LeavePort()).refused(code)


FOUND = (e.Scouted(0, "merchant:havana", True), e.MerchantRevealed("havana", "spanish"))
SPANISH: Mapping[str, object] = {"merchants": {"havana": "spanish"}}


@pytest.mark.rule("MM-071", "MM-072", "MM-073", "MM-046", "MM-147")
@refused(
    "scout_merchant",
    ("code", "setting", "then"),
    [
        ("no_actions_left", GALE | IN_HAVANA | SPANISH, (*FOUND, TIRED)),
        ("in_port", GALE | IN_HAVANA | SPANISH, FOUND),
        ("scouting_forbidden", GALE | OFF_HAVANA | SPANISH, FOUND),
        ("no_merchant_here", OFF_HAVANA | SPANISH, FOUND),
        ("already_scouted", OFF_HAVANA, (SEEN,)),
        ("way_not_available", OFF_HAVANA, ()),
    ],
)
def test_scout_merchant_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.ScoutMerchant("sure_spanish")).refused(code)
    rolled = position(setting, *then)
    if code == "way_not_available":
        rolled.when(c.ScoutMerchant("roll"))
    else:
        rolled.when(c.ScoutMerchant("roll")).refused(code)


AWAY: Mapping[str, object] = {"npcs": {"dutch": ("npc_nl_1", "nassau")}}
SCOUTED_NPC = e.Scouted(0, "npc:dutch", False)


@pytest.mark.rule("MM-071", "MM-072", "MM-073", "MM-046")
@refused(
    "scout_npc",
    ("code", "setting", "then"),
    [
        ("no_actions_left", GALE | IN_HAVANA | AWAY, (SCOUTED_NPC, TIRED)),
        ("in_port", GALE | IN_HAVANA | AWAY, (SCOUTED_NPC,)),
        ("scouting_forbidden", GALE | OFF_HAVANA | AWAY, (SCOUTED_NPC,)),
        ("target_not_here", OFF_HAVANA | AWAY, (SCOUTED_NPC,)),
        ("target_not_here", OFF_HAVANA, ()),
        ("target_not_here", OFF_HAVANA | DUTCH, (e.NpcDefeated("dutch", "npc_nl_1", 0),)),
        ("already_scouted", OFF_HAVANA | DUTCH, (SCOUTED_NPC,)),
    ],
)
def test_scout_npc_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.ScoutNpc("dutch")).refused(code)


SCOUTED_CAPTAIN = e.Scouted(0, "captain:1", False)
PORT_ELSEWHERE: Mapping[str, object] = {"in_port": {0: "nassau", 1: "havana"}}


@pytest.mark.rule("MM-071", "MM-072", "MM-073", "MM-046")
@refused(
    "scout_captain",
    ("code", "setting", "then"),
    [
        ("no_actions_left", GALE | PORT_ELSEWHERE, (SCOUTED_CAPTAIN, TIRED)),
        ("in_port", GALE | PORT_ELSEWHERE, (SCOUTED_CAPTAIN,)),
        ("scouting_forbidden", GALE | {"at_sea": {0: "nassau"}}, (SCOUTED_CAPTAIN,)),
        ("target_not_here", {"at_sea": {0: "nassau"}}, (SCOUTED_CAPTAIN,)),
        ("target_not_here", {"at_sea": {0: "havana", 1: "havana"}, "dead": (1,)}, ()),
        ("target_in_port", OFF_HAVANA, (SCOUTED_CAPTAIN,)),
        ("already_scouted", {"at_sea": {0: "havana", 1: "havana"}}, (SCOUTED_CAPTAIN,)),
    ],
)
def test_scout_captain_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.ScoutCaptain(1)).refused(code)


def test_nobody_scouts_for_himself() -> None:
    position(OFF_HAVANA).when(c.ScoutCaptain(0)).refused("target_not_here")


PORT_USED = (e.PortActionStarted(0, "havana"), e.PortActionEnded(0, "havana"))


@pytest.mark.rule("MM-039")
@refused(
    "open_port_action",
    ("code", "setting", "then"),
    [
        ("no_actions_left", OFF_HAVANA, (*PORT_USED, TIRED)),
        ("at_sea", OFF_HAVANA, PORT_USED),
        ("port_action_used", IN_HAVANA, PORT_USED),
    ],
)
def test_open_port_action_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.OpenPortAction()).refused(code)


COVE_PLAYED = e.RumorPlayed(0, "r06", True, True)


@pytest.mark.rule("MM-124", "MM-400")
@refused(
    "play_rumor",
    ("code", "setting", "then"),
    [
        ("no_actions_left", {}, (TIRED,)),
        ("no_actions_left", {"rumor": "r06"}, (COVE_PLAYED, TIRED)),
        ("no_rumor", {}, ()),
        ("rumor_already_played", {"rumor": "r06"}, (COVE_PLAYED,)),
        ("rumor_already_played", {"rumor": "r06", "at_sea": {0: "old_providence"}}, (COVE_PLAYED,)),
        ("wrong_place", {"rumor": "r22"}, ()),
        ("wrong_place", OFF_HAVANA | {"rumor": "r07"}, ()),
        ("wrong_place", IN_HAVANA | {"rumor": "r07"}, ()),
        ("in_port", IN_HAVANA | {"rumor": "r22"}, ()),
    ],
)
def test_play_rumor_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.PlayRumor()).refused(code)


@pytest.mark.rule("MM-132")
@refused(
    "work_mission",
    ("code", "setting", "then"),
    [
        ("no_actions_left", {}, (TIRED,)),
        ("no_actions_left", {"mission": "m01"}, (TIRED,)),
        ("no_mission", {}, ()),
        ("wrong_place", {"mission": "m01"}, ()),
        ("wrong_place", {"mission": "m14"}, ()),
        ("wrong_place", OFF_HAVANA | {"mission": "m21"}, ()),
        ("wrong_step", {"mission": "m01", "in_port": {0: "bridgetown"}}, ()),
        ("wrong_step", OFF_HAVANA | {"mission": "m20"} | DUTCH, ()),
        ("in_port", {"mission": "m14", "in_port": {0: "st_maarten"}}, ()),
        ("in_port", IN_HAVANA | {"mission": "m21"} | DUTCH, ()),
    ],
)
def test_work_mission_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.WorkMission()).refused(code)


@pytest.mark.rule("MM-400")
@refused(
    "use_cove",
    ("code", "setting", "then"),
    [
        ("no_actions_left", {}, (TIRED,)),
        ("no_rumor", {}, ()),
        ("no_rumor", {"rumor": "r06", "at_sea": {0: "old_providence"}, "gold": 5}, ()),
        ("wrong_place", {"rumor": "r06"}, (COVE_PLAYED,)),
        ("in_port", {"rumor": "r06", "in_port": {0: "old_providence"}}, (COVE_PLAYED,)),
        ("no_gold", {"rumor": "r06", "at_sea": {0: "old_providence"}}, (COVE_PLAYED,)),
    ],
)
def test_use_cove_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.UseCove()).refused(code)


@pytest.mark.rule("MM-208", "MM-212")
@refused(
    "play_glory",
    ("code", "setting", "card"),
    [
        ("not_in_hand", {}, "g04:1"),
        ("wrong_timing", {"glory": {0: ("g04:1",)}}, "g04:1"),
        ("wrong_timing", {"glory": {0: ("g23:1",)}}, "g23:1"),
        ("wrong_timing", {"glory": {0: ("g36:1",)}}, "g36:1"),
        ("condition_not_met", {"glory": {0: ("g06:1",)}}, "g06:1"),
        ("card_has_no_effect", OFF_HAVANA | {"glory": {0: ("g23:1",)}}, "g23:1"),
        ("card_has_no_effect", {"glory": {0: ("g33:1",)}}, "g33:1"),
    ],
)
def test_play_glory_is_refused(code: str, setting: Mapping[str, object], card: str) -> None:
    position(setting).when(c.PlayGlory(card)).refused(code)


@pytest.mark.rule("MM-137")
@refused(
    "withdraw_gold",
    ("code", "setting", "amounts"),
    [
        ("not_home_port", IN_HAVANA | {"stash": 0}, (1, 5, 10, "all")),
        ("not_home_port", {"at_sea": {0: "port_royal"}, "stash": 20}, (1, 5, 10, "all")),
        ("stash_too_small", {"stash": 0}, (1, 5, 10, "all")),
        ("stash_too_small", {"stash": 4}, (5, 10)),
        ("stash_too_small", {"stash": 9}, (10,)),
    ],
)
def test_withdraw_gold_is_refused(
    code: str, setting: Mapping[str, object], amounts: tuple[Literal[1, 5, 10, "all"], ...]
) -> None:
    for amount in amounts:
        position(setting).when(c.WithdrawGold(amount)).refused(code)


@pytest.mark.rule("MM-137")
def test_as_much_is_withdrawn_as_the_stash_holds() -> None:
    for stash, amounts in ((1, (1, "all")), (5, (1, 5, "all")), (10, (1, 5, 10, "all"))):
        legal = [each.amount for each in position({"stash": stash}).legal() if isinstance(each, c.WithdrawGold)]
        assert tuple(legal) == amounts


@pytest.mark.rule("MM-366", "MM-368")
@refused(
    "retire",
    ("code", "setting", "then"),
    [
        ("not_started_in_port", OFF_HAVANA | {"next_captains": ()}, (MOVED,)),
        ("action_taken", {"next_captains": ()}, (MOVED,)),
        ("action_taken", {"next_captains": ()}, (MOVED, e.PortLeft(0, "port_royal"))),
        ("captain_deck_empty", {"next_captains": ()}, ()),
    ],
)
def test_retire_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.Retire()).refused(code)


DECLARED = e.VictoryDeclared(0, 7, 30)


@pytest.mark.rule("MM-369")
@refused(
    "declare_victory",
    ("code", "setting", "then"),
    [
        ("not_enough_glory", {"points": {0: 7}, "stash": 29}, ()),
        # He has declared and then spent from his stash.
        ("not_enough_glory", {"points": {0: 7}, "stash": 30}, (DECLARED, e.GoldWithdrawn(0, 1))),
        ("already_declared", {"points": {0: 7}, "stash": 30}, (DECLARED,)),
    ],
)
def test_declare_victory_is_refused(code: str, setting: Mapping[str, object], then: tuple[e.Event, ...]) -> None:
    position(setting, *then).when(c.DeclareVictory()).refused(code)


@pytest.mark.rule("MM-040")
def test_a_turn_can_always_be_ended() -> None:
    for setting, then in ((OFF_HAVANA, ()), ({}, (TIRED,))):
        position(setting, *then).when(c.EndTurn()).happens(e.CaptainTurnEnded)


# D-04


def carpenter(*damage: str) -> Table:
    """Seat 0 employs a Carpenter, and his turn begins."""
    table = given(specialists=("g36:1",), damage={0: damage}, next_events=("npc_en_1",), at_sea={0: "havana"})
    table.end_round()
    return table


@pytest.mark.rule("MM-K02")
@refused(
    "repair_free",
    ("code", "damage", "location"),
    [
        ("not_damaged", ("hull",), "cargo"),
        ("not_damaged", ("hull",), "crew"),
        ("crew_not_repairable", ("hull", "crew"), "crew"),
    ],
)
def test_repair_free_is_refused(code: str, damage: tuple[str, ...], location: str) -> None:
    carpenter(*damage).when(c.RepairFree(location)).refused(code)


def test_a_carpenter_repairs_one_point_of_any_location_but_crew() -> None:
    table = carpenter("hull", "crew", "masts", "masts")
    assert table.top == f.Carpenter(0)
    assert table.legal() == [c.RepairFree("hull"), c.RepairFree("masts"), c.Pass()]
    table.when(c.RepairFree("masts")).then(e.DamageRepaired(0, "masts", 1, 0))
    assert table.seat().ship is not None
    assert table.seat().ship.now.masts == 1
    assert table.top == f.TakeAction(0)


def test_a_carpenter_may_rest() -> None:
    table = carpenter("hull")
    assert not table.when(c.Pass()).count(e.DamageRepaired)
    assert table.top == f.TakeAction(0)


def test_a_carpenter_with_nothing_to_repair_is_not_asked() -> None:
    assert carpenter("crew").top == f.TakeAction(0)
    assert carpenter().top == f.TakeAction(0)


# The tables


def tables(*decisions: str) -> dict[str, list[str]]:
    """What the tables of these decisions say: for every command its refusals in their order."""
    found: dict[str, list[str]] = {}
    for decision in decisions:
        section = RULES.partition(f"\n**{decision} ")[2].partition("\n**D-")[0]
        for row in re.findall(r"^\| `(\w+)` \|(.*)\|$", section, re.M):
            codes = re.findall(r"`(\w+)`", row[1].rpartition("|")[2])
            if codes:
                found[row[0]] = codes
    return found


def test_every_refusal_of_the_tables_is_tried_in_its_order() -> None:
    assert tables("D-04", "D-05") == TRIED
