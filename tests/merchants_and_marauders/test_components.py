"""Chapter 1: components, the map, dice and checks."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.cards.targets import damaged
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    DEMAND_TOKENS,
    DIRECTIONS,
    EVENT_CARDS,
    GLORY,
    GLORY_INSTANCES,
    LOCATIONS,
    MERCHANT_TOKENS,
    MISSIONS,
    MODIFICATION_TOKENS,
    NATIONS,
    PIRATES,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
)
from domain.merchants_and_marauders.content.map import distances
from domain.merchants_and_marauders.effects import CARRY_OUT, PICKED
from domain.merchants_and_marauders.state import afloat, full_values
from domain.merchants_and_marauders.state.modifiers import roll, successes

from .scenario import SKULL, Dice, given


@pytest.mark.rule("MM-003")
def test_the_decks_and_merchants_have_their_numbers() -> None:
    sizes = [len(each) for each in (EVENT_CARDS, GLORY_INSTANCES, CAPTAINS, CARGO, RUMORS, MISSIONS)]
    assert sizes == [34, 70, 16, 64, 25, 25]
    assert [ship.cards for ship in SHIPS.values()] == [4] * 5
    assert Counter(MERCHANT_TOKENS) == {"spanish": 5, "english": 4, "french": 4, "dutch": 4}


@pytest.mark.rule("MM-004")
def test_the_tokens_have_their_numbers() -> None:
    assert set(Counter(DEMAND_TOKENS).values()) == {3}
    assert len(DEMAND_TOKENS) == 24
    assert set(Counter(MODIFICATION_TOKENS).values()) == {2}
    assert len(MODIFICATION_TOKENS) == 16
    assert {weapon.id: weapon.copies for weapon in WEAPONS.values()} == {
        "grappling_hooks": 4,
        "chain_shot": 4,
        "grapeshot": 4,
    }


@pytest.mark.rule("MM-005")
def test_there_are_eight_goods_with_eight_cards_each() -> None:
    goods = Counter(card.good for card in CARGO.values())
    assert set(goods) == {"cocoa", "food", "rum", "spices", "sugar", "tobacco", "textiles", "wood"}
    assert set(goods.values()) == {8}
    assert {port.nation for port in PORTS.values()} == {"english", "spanish", "french", "dutch"}
    assert set(NATIONS) == {"english", "spanish", "french", "dutch"}
    assert PIRATES == ("pirate_sloop", "pirate_frigate")


@pytest.mark.rule("MM-006")
def test_every_zone_but_the_caribbean_sea_has_a_port_of_its_nation() -> None:
    assert len(ZONES) == 17
    assert [zone.id for zone in ZONES.values() if zone.port is None] == ["caribbean_sea"]
    assert ZONES["caribbean_sea"].nation is None
    for port in PORTS.values():
        assert ZONES[port.zone].port == port.id
        assert ZONES[port.zone].nation == port.nation
    assert Counter(port.nation for port in PORTS.values()) == {"spanish": 6, "english": 5, "french": 3, "dutch": 2}


@pytest.mark.rule("MM-007")
def test_borders_are_symmetric_and_carry_opposite_letters() -> None:
    for zone in ZONES.values():
        for letter, other in zone.borders.items():
            opposite = DIRECTIONS[(DIRECTIONS.index(letter) + 4) % 8]
            assert ZONES[other].borders[opposite] == zone.id
        assert len(set(zone.borders.values())) == len(zone.borders)
    assert set(distances("havana")) == set(ZONES)


@pytest.mark.rule("MM-008", "MM-011")
def test_two_of_six_faces_are_skulls_and_at_least_one_die_is_rolled() -> None:
    assert roll(Dice([1, 2, 3, 4, SKULL]), 5) == (1, 2, 3, 4, 0)

    class Face:
        def __init__(self, face: int) -> None:
            self.face = face

        def below(self, limit: int) -> int:
            assert limit == 6
            return self.face

    assert [successes(roll(Face(face), 1)) for face in range(6)] == [0, 0, 0, 0, 1, 1]
    assert len(roll(Dice([1]), -3)) == 1


@pytest.mark.rule("MM-009")
def test_captains_have_skills_a_home_port_of_their_nation_and_one_ability() -> None:
    for captain in CAPTAINS.values():
        assert PORTS[captain.home_port].nation == captain.nation
        assert all(
            1 <= value <= 4 for value in (captain.seamanship, captain.scouting, captain.leadership, captain.influence)
        )
        assert captain.ability
        assert captain.effects


@pytest.mark.rule("MM-012")
def test_ships_have_their_values() -> None:
    values = {
        ship.id: (ship.toughness, ship.cargo, ship.crew, ship.cannons, ship.maneuverability) for ship in SHIPS.values()
    }
    assert values == {
        "sloop": (2, 2, 2, 1, 4),
        "flute": (3, 4, 1, 1, 2),
        "frigate": (3, 3, 3, 3, 3),
        "galleon": (4, 5, 4, 4, 1),
        "man_o_war": (5, 3, 5, 5, 2),
    }
    assert all(ship.hull == ship.masts == ship.toughness for ship in SHIPS.values())


def test_every_effect_that_is_carried_out_once_can_be_carried_out() -> None:
    listed = [card.effects for card in GLORY.values() if card.kind == "action"]
    for rumor in RUMORS.values():
        listed += [rumor.effects, rumor.on_fail]
    for mission in MISSIONS.values():
        listed += [mission.reward, *(step.on_fail for step in mission.steps)]
    ops = {effect.op for effects in listed for effect in effects}
    assert ops <= set(CARRY_OUT)
    assert set(PICKED) <= set(CARRY_OUT)


@pytest.mark.rule("MM-013", "MM-172")
def test_a_location_below_its_full_value_is_damaged_and_one_at_0_destroyed() -> None:
    """Damage can be repaired; only what is destroyed keeps a captain from raiding."""
    ship = full_values("frigate")
    assert (ship.hull, ship.cargo, ship.masts, ship.crew, ship.cannons) == (3, 3, 3, 3, 3)
    for place in LOCATIONS:
        whole = given(ships=("frigate", "sloop"), at_sea={0: "havana"})
        assert damaged(whole.state, 0, LOCATIONS) == []
        for hits in (1, 2, 3) if place != "hull" else (1, 2):
            table = given(ships=("frigate", "sloop"), at_sea={0: "havana"}, damage={0: (place,) * hits})
            assert getattr(afloat(table.state, 0), place) == 3 - hits
            assert damaged(table.state, 0, LOCATIONS) == [place]
            attempt = table.when(c.ScoutMerchant("roll"), SKULL)
            assert attempt.count(e.MerchantLetGo) == (hits == 3)


@pytest.mark.rule("MM-013", "MM-293")
def test_a_location_is_told_to_be_destroyed_when_its_last_point_goes() -> None:
    table = given(at_sea={0: "havana"}, event="storm_1")
    told = table.when(c.EndTurn(), 1, 1, 1, 2, 1, 1, 1, 2, SKULL).events
    assert [event for event in told if isinstance(event, e.HitApplied | e.LocationDestroyed)] == [
        e.HitApplied(0, "masts", False, 1, "storm"),
        e.HitApplied(0, "masts", False, 0, "storm"),
        e.LocationDestroyed(0, "masts"),
    ]


@pytest.mark.rule("MM-011", "MM-010")
def test_a_reroll_stands_also_when_it_is_worse() -> None:
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")}, glory={0: ("g03:1",)})
    table.when(c.ScoutNpc("dutch"), SKULL, SKULL, 1)
    table.when(c.Announce("g03:1"))
    table.when(c.PlayAnnounced(), 1, 2, 3).then(e.Scouted(0, "npc:dutch", False))


@pytest.mark.rule("MM-010")
def test_a_check_may_ask_for_more_successes() -> None:
    for dice, passed in (((SKULL, 1, 1), False), ((SKULL, SKULL, 1), True)):
        table = given(at_sea={0: "st_maarten"}, mission="m14")
        rolled = table.when(c.WorkMission(), *dice).happens(e.CheckRolled)
        assert (rolled.needed, rolled.success) == (2, passed)
