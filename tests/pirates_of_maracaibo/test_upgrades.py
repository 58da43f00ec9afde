"""Chapter 14: Upgrades of the ship board."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import SECTIONS, SLOTS

from .scenario import Table, given

UPGRADE, TWO_UPGRADES = "space:D4", "improvement:I57"
TEN = ["U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "U9", "U10"]


def upgrading(source: str = UPGRADE, **position: Any) -> Table:
    table = given(**position)
    table.effects(source)
    assert isinstance(table.top, f.Upgrade)
    return table


def slots(table: Table) -> set[str]:
    return {command.slot for command in table.legal() if isinstance(command, c.PlaceUpgrade)}


@pytest.mark.rule("PM-174", "PM-179", "PM-V17", "PM-C12")
def test_an_upgrade_covers_an_empty_slot_whose_benefit_follows_at_once() -> None:
    table = upgrading()
    table.when(c.PlaceUpgrade("U1")).then(e.UpgradePlaced(0, "U1"), e.DoubloonsChanged(0, 3, "slot:U1"))
    assert table.seat().upgrades == ("U1",)
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-179")
def test_an_ongoing_slot_works_from_then_on() -> None:
    table = upgrading()
    assert table.when(c.PlaceUpgrade("U4")).count(e.EffectsOpened) == 0
    table.effects("buried:HGB3")
    assert table.top == f.Explore(0, 3)


@pytest.mark.rule("PM-175", "PM-C13", "PM-V35")
def test_an_upgrade_is_optional() -> None:
    table = upgrading()
    table.when(c.Decline()).then(e.EffectSkipped(0, "upgrade_ship", "declined"))
    assert table.seat().upgrades == ()


@pytest.mark.rule("PM-015", "PM-176", "PM-177", "PM-424", "PM-I11")
@pytest.mark.parametrize(("section", "line", "slot"), [(2, 2, "U7"), (3, 6, "U12"), (4, 10, "U16")])
def test_a_line_asks_for_upgrades_anywhere_on_the_board(section: int, line: int, slot: str) -> None:
    assert SECTIONS[section].requires_upgrades == line
    beyond = {name for name, each in SLOTS.items() if each.section >= section}
    short = upgrading(upgrades=TEN[: line - 1])
    short.when(c.PlaceUpgrade(slot)).refused("line_not_reached")
    assert not slots(short) & beyond
    reached = upgrading(upgrades=TEN[:line])
    assert slots(reached) & beyond == {name for name in beyond if SLOTS[name].section == section} - set(TEN[:line])
    reached.when(c.PlaceUpgrade(slot)).then(e.UpgradePlaced(0, slot))


@pytest.mark.rule("PM-177")
def test_upgrades_beyond_a_line_count_for_the_next_one() -> None:
    """Two left of the first line and four between the first and the second."""
    table = upgrading(upgrades=["U1", "U2", "U7", "U8", "U9", "U10"])
    table.when(c.PlaceUpgrade("U14")).then(e.UpgradePlaced(0, "U14"))


@pytest.mark.rule("PM-E21", "PM-424", "PM-C12")
def test_slot_u7_needs_two_upgrades() -> None:
    upgrading(upgrades=["U1"]).when(c.PlaceUpgrade("U7")).refused("line_not_reached", needed=2, upgrades=1)
    upgrading(upgrades=["U1", "U2"]).when(c.PlaceUpgrade("U7")).then(e.UpgradePlaced(0, "U7"))


@pytest.mark.rule("PM-178", "PM-C12")
def test_a_slot_is_used_once() -> None:
    table = upgrading(upgrades=["U1", "U2"])
    table.when(c.PlaceUpgrade("U1")).refused("slot_filled")
    table.when(c.PlaceUpgrade("U19")).refused("unknown_slot")
    table.when(c.PlaceUpgrade("J1")).refused("unknown_slot")
    assert slots(table) == {"U3", "U4", "U5", "U6", "U7", "U8", "U9", "U10", "U11"}


@pytest.mark.rule("PM-180", "PM-171", "PM-414", "PM-415")
@pytest.mark.parametrize(
    ("slot", "effect", "doubloons"), [("U8", "place_black_market_tile", 1), ("U6", "gain_figurehead", 2)]
)
def test_a_benefit_whose_cost_cannot_be_paid_is_lost(slot: str, effect: str, doubloons: int) -> None:
    table = upgrading(upgrades=["U3", "U4"], doubloons=doubloons)
    table.when(c.PlaceUpgrade(slot)).then(e.UpgradePlaced(0, slot), e.EffectSkipped(0, effect, "nothing_to_do"))
    assert table.seat().upgrades == ("U3", "U4", slot)
    assert table.seat().doubloons == doubloons
    able = upgrading(upgrades=["U3", "U4"], doubloons=doubloons + 1)
    able.when(c.PlaceUpgrade(slot))
    assert able.decision in ("place_tile", "figurehead")


@pytest.mark.rule("PM-180")
@pytest.mark.parametrize(("slot", "effect"), [("U8", "place_black_market_tile"), ("U6", "gain_figurehead")])
def test_a_benefit_whose_cost_is_not_paid_is_lost(slot: str, effect: str) -> None:
    table = upgrading(upgrades=["U3", "U4"])
    table.when(c.PlaceUpgrade(slot))
    table.when(c.Decline()).then(e.EffectSkipped(0, effect, "declined"))
    assert table.seat().upgrades == ("U3", "U4", slot)
    assert table.seat().doubloons == 10


@pytest.mark.rule("PM-181", "PM-413")
def test_with_all_slots_filled_an_upgrade_does_nothing() -> None:
    everything = [*SLOTS]
    table = given(upgrades=everything)
    table.effects(UPGRADE).then(e.EffectSkipped(0, "upgrade_ship", "nothing_to_do"))
    assert table.decision == "end_turn"
    last = upgrading(TWO_UPGRADES, upgrades=everything[:-1])
    last.when(c.PlaceUpgrade("U18")).then(e.VpGained(0, 5, "slot:U18"), e.EffectSkipped(0, "upgrade_ship", "nothing_to_do"))


@pytest.mark.rule("PM-182", "PM-074", "PM-407")
def test_the_second_upgrade_comes_after_the_benefit_of_the_first_and_may_be_given_up() -> None:
    table = upgrading(TWO_UPGRADES)
    table.when(c.PlaceUpgrade("U5"))
    assert table.top == f.GainQuest(0, 1)
    table.when(c.TakeQuest("deck"))
    assert table.top == f.Upgrade(0, 1)
    table.when(c.PlaceUpgrade("U1"))
    assert table.decision == "end_turn"
    none = upgrading(TWO_UPGRADES)
    none.when(c.Decline())
    assert none.decision == "end_turn"
    assert none.seat().upgrades == ()


@pytest.mark.rule("PM-012", "PM-168")
def test_ship_improvements_are_no_upgrades() -> None:
    table = upgrading(improvements=["I17", "I18", "I22"])
    table.when(c.PlaceUpgrade("U7")).refused("line_not_reached")
