"""Chapter 6.3: ships and special weapons at the shipyard (D-09). Repairs: test_repairs_and_modifications."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import SHIPS, WEAPONS
from domain.merchants_and_marauders.state import Ship, full_values, ship_of
from domain.merchants_and_marauders.values import Locations

from .business import in_port_action
from .defeats import NAVY, assert_turn_of, boarded_npc, next_turn, two
from .scenario import Table, given

BOUGHT = {"sloop": 10, "flute": 10, "frigate": 35, "galleon": 35}
SOLD = {"sloop": 5, "flute": 5, "frigate": 10, "galleon": 10, "man_o_war": 0}


def at_shipyard(**position: object) -> Table:
    table = in_port_action(**position)
    table.when(c.VisitShipyard())
    return table


def leave(table: Table) -> None:
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())


@pytest.mark.rule("MM-103", "MM-104", "MM-106")
@pytest.mark.parametrize("old", list(SOLD))
@pytest.mark.parametrize("new", list(BOUGHT))
def test_a_ship_costs_its_price_less_what_the_old_one_brings(old: str, new: str) -> None:
    table = at_shipyard(ships=(old, "sloop"), gold=40)
    assert table.when(c.BuyShip(new)).happens(e.ShipBought).price == BOUGHT[new] - SOLD[old]
    assert table.seat().gold == 40 - BOUGHT[new] + SOLD[old]
    leave(table)
    next_turn(table, 1)


@pytest.mark.rule("MM-105", "MM-106")
@pytest.mark.parametrize(
    ("old", "modifications", "damage", "value"),
    [
        ("frigate", (), (), 10),
        ("frigate", ("chasers", "long_guns"), (), 12),
        ("frigate", (), ("hull", "cargo", "masts", "cannons"), 6),
        ("frigate", (), ("crew", "crew", "crew"), 10),
        ("frigate", ("extra_hammocks",), (), 11),
        ("galleon", ("chasers",), ("cargo",) * 5, 6),
        ("sloop", (), ("hull", "cargo", "cargo", "masts", "masts", "cannons"), 0),
        ("man_o_war", ("chasers", "long_guns"), (), 0),
    ],
)
def test_modifications_raise_and_damage_but_for_crew_lowers_what_a_ship_brings(
    old: str, modifications: tuple[str, ...], damage: tuple[str, ...], value: int
) -> None:
    table = at_shipyard(ships=(old, "sloop"), gold=10, modifications={0: modifications}, damage={0: damage})
    assert table.when(c.BuyShip("flute")).happens(e.ShipBought).price == 10 - value
    assert table.seat().gold == value


@pytest.mark.rule("MM-104", "MM-105")
def test_gold_comes_back_where_the_old_ship_brings_more() -> None:
    table = at_shipyard(ships=("frigate", "sloop"), modifications={0: ("chasers", "long_guns")})
    table.when(c.BuyShip("sloop")).then(e.ShipBought(0, "sloop", -2, 2))
    assert table.seat().gold == 2


@pytest.mark.rule("MM-107")
@pytest.mark.parametrize(
    ("old", "damage", "new", "crew"),
    [
        ("frigate", ("masts", "hull"), "sloop", 2),
        ("sloop", ("cargo", "crew"), "frigate", 1),
        ("flute", ("crew",), "galleon", 0),
        ("galleon", ("crew",), "galleon", 3),
    ],
)
def test_a_bought_ship_is_undamaged_and_the_crew_moves_over_as_far_as_it_fits(
    old: str, damage: tuple[str, ...], new: str, crew: int
) -> None:
    table = at_shipyard(ships=(old, "sloop"), gold=40, damage={0: damage})
    table.when(c.BuyShip(new))
    assert ship_of(table.state, 0) == Ship(new, replace(full_values(new), crew=crew))


@pytest.mark.rule("MM-107", "MM-110")
def test_everything_else_moves_along_also_to_a_ship_of_the_same_type() -> None:
    table = at_shipyard(
        ships=("frigate", "sloop"),
        gold=30,
        cargo=("rum_1", "rum_2", "rum_3"),
        glory={0: ("g28:1",)},
        weapons=("chain_shot",),
        specialists=("g44:1",),
        rumor="r02",
        mission="m12",
        bounties={0: {"dutch": 2}},
        damage={0: ("masts",)},
    )
    before = table.seat()
    table.when(c.BuyShip("frigate")).happens(e.ShipBought)
    own = table.seat()
    assert own.ship == Ship("frigate", full_values("frigate"))
    for field in ("cargo", "weapons", "specialists", "rumors", "mission", "freight", "bounties"):
        assert getattr(own, field) == getattr(before, field)
    assert set(before.glory) < set(own.glory), "and one for the point"
    assert own.gold == before.gold - 35 + 9


@pytest.mark.rule("MM-108", "MM-333", "MM-I06")
def test_the_modifications_of_the_ship_sold_are_laid_out_at_once() -> None:
    table = at_shipyard(gold=20, modifications={0: ("chasers", "swivel_guns", "advanced_rigs")})
    table.when(c.BuyShip("flute"))
    assert table.top == f.PlaceModification(0)
    assert ship_of(table.state, 0).modifications == ()
    free = {"petite_goave", "nassau", "bridgetown"}
    assert set(table.legal()) == {c.PlaceModification(port) for port in free}
    table.when(c.PlaceModification("nassau"), draws=(2,)).then(e.ModificationReturned(0, "nassau", "advanced_rigs"))
    assert table.when(c.PlaceModification("bridgetown")).count(e.ModificationReturned) == 2
    assert free.isdisjoint(table.state.face_up)
    leave(table)
    next_turn(table, 1)


@pytest.mark.rule("MM-109", "MM-I19")
def test_a_ship_is_bought_only_from_the_supply() -> None:
    full_sea = at_shipyard(seats=4, ships=("sloop",) * 4, gold=90)
    full_sea.when(c.BuyShip("sloop")).refused("ship_not_in_supply")
    one_left = at_shipyard(seats=4, ships=("flute", "sloop", "sloop", "sloop"), gold=90)
    one_left.when(c.BuyShip("sloop")).happens(e.ShipBought)


@pytest.mark.rule("MM-109", "MM-110", "MM-103")
def test_the_refusals_of_buying_a_ship_come_in_their_order() -> None:
    table = at_shipyard(seats=4, ships=("flute", "sloop", "sloop", "sloop"), gold=90)
    table.when(c.BuyShip("sloop"))
    table.when(c.BuyShip("man_o_war")).refused("ship_not_for_sale")
    table.when(c.BuyShip("sloop")).refused("ship_already_bought")
    table.when(c.BuyShip("frigate")).refused("ship_already_bought")
    leave(table)
    next_turn(table, 1)
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("man_o_war")).refused("ship_not_for_sale")
    table.when(c.BuyShip("galleon")).refused("cannot_afford")


@pytest.mark.rule("MM-109")
def test_a_ship_not_in_supply_is_refused_before_its_price_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_shipyard(ships=("sloop", "frigate"))
    monkeypatch.setitem(SHIPS, "frigate", replace(SHIPS["frigate"], cards=1))
    table.when(c.BuyShip("frigate")).refused("ship_not_in_supply")


@pytest.mark.rule("MM-398")
def test_who_came_by_smugglers_night_buys_no_ship_even_at_the_shipyard() -> None:
    """Nothing leads there; the refusal is the last of the table."""
    table = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, event="smugglers_night", gold=10)
    table.when(c.EnterPort("event"))
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard()).refused("activity_forbidden")
    table.after(e.FrameOpened(f.Shipyard(0)))
    table.when(c.BuyShip("galleon")).refused("cannot_afford")
    table.when(c.BuyShip("flute")).refused("activity_forbidden")


@pytest.mark.rule("MM-110")
def test_in_the_next_port_action_another_ship_may_be_bought() -> None:
    table = at_shipyard(gold=90)
    table.when(c.BuyShip("flute"))
    leave(table)
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("sloop")).happens(e.ShipBought)


@pytest.mark.rule("MM-111", "MM-205")
@pytest.mark.parametrize(("first", "second"), [("frigate", "galleon"), ("galleon", "frigate"), ("galleon", "galleon")])
def test_only_the_first_big_ship_earns_a_point_and_its_card(first: str, second: str) -> None:
    table = at_shipyard(gold=90, next_glory=("g30:1",))
    table.when(c.BuyShip(first)).then(e.GloryGained(0, "ship", 1), e.GloryDrawn(0, "g30:1"))
    leave(table)
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    assert not table.when(c.BuyShip(second)).count(e.GloryGained)
    assert table.seat().points == 1


@pytest.mark.rule("MM-111")
def test_small_ships_and_captured_ones_earn_none_and_do_not_count_as_the_first() -> None:
    small = at_shipyard(gold=10)
    assert not small.when(c.BuyShip("flute")).count(e.GloryGained)
    captured = two(npcs=NAVY, ships=("frigate", "sloop"))
    boarded_npc(captured, "dutch")
    assert not captured.when(c.TakeShip()).count(e.GloryGained)
    captured.when(c.FinishLot())
    captured.when(c.Sail("port_royal"))
    captured.when(c.EnterPort("open"))
    next_turn(captured, 1)
    next_turn(captured, 0)
    captured.after(e.GoldChanged(0, 40, "start"))
    captured.when(c.OpenPortAction())
    captured.when(c.VisitShipyard())
    captured.when(c.BuyShip("galleon")).then(e.GloryGained(0, "ship", 2))


@pytest.mark.rule("MM-111", "MM-207")
def test_the_card_for_a_big_ship_may_be_one_too_many() -> None:
    """It is given up even before the old ship's modifications are laid out."""
    hand = ("g01:1", "g02:1", "g05:1", "g10:1")
    table = at_shipyard(gold=40, glory={0: hand}, next_glory=("g30:1",), modifications={0: ("chasers", "swivel_guns")})
    table.when(c.BuyShip("frigate")).then(e.GloryDrawn(0, "g30:1"))
    assert table.top == f.DiscardToLimit(0, "glory")
    table.when(c.DiscardGlory("g28:1")).refused("not_in_hand")
    table.when(c.DiscardGlory("g10:1")).then(e.GloryDiscarded(0, "g10:1"))
    assert table.seat().glory == ("g01:1", "g02:1", "g05:1", "g30:1")
    assert table.top == f.PlaceModification(0)
    table.when(table.legal()[0])
    assert isinstance(table.top, f.Shipyard)


@pytest.mark.rule("MM-112", "MM-I07")
@pytest.mark.parametrize("port", ["port_royal", "havana", "curacao"])
@pytest.mark.parametrize("weapon", list(WEAPONS))
def test_a_special_weapon_costs_three_gold_in_every_port_and_brings_one(port: str, weapon: str) -> None:
    table = at_shipyard(in_port={0: port}, gold=3)
    table.when(c.BuyWeapon(weapon)).then(e.WeaponBought(0, weapon, 3))
    assert (table.seat().gold, table.seat().weapons) == (0, (weapon,))
    leave(table)
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    table.when(c.SellWeapon(weapon)).then(e.WeaponSold(0, weapon, 1))
    assert (table.seat().gold, table.seat().weapons) == (1, ())


@pytest.mark.rule("MM-112", "MM-113")
def test_the_refusals_of_special_weapons_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are four tokens of a type for at most four captains; here there is only one."""
    table = at_shipyard(weapons={0: ("grapeshot",), 1: ("chain_shot",)}, gold=6)
    table.when(c.BuyWeapon("grappling_hooks"))
    table.when(c.SellWeapon("chain_shot")).refused("not_owned")
    table.when(c.SellWeapon("grappling_hooks")).refused("bought_this_action")
    table.when(c.SellWeapon("grapeshot"))
    table.when(c.BuyWeapon("grapeshot"))
    table.when(c.SellWeapon("grapeshot")).refused("bought_this_action")
    for weapon in WEAPONS:
        monkeypatch.setitem(WEAPONS, weapon, replace(WEAPONS[weapon], copies=1))
    assert table.seat().gold == 1
    table.when(c.BuyWeapon("grapeshot")).refused("already_owned")
    table.when(c.BuyWeapon("chain_shot")).refused("weapon_not_in_supply")
    monkeypatch.undo()
    table.when(c.BuyWeapon("chain_shot")).refused("cannot_afford", what="Chain-shot", price=3, available=1)
    leave(table)
    assert_turn_of(table, 0)


@pytest.mark.rule("MM-137")
def test_gold_of_the_stash_can_be_spent_at_the_shipyard_of_the_home_port() -> None:
    table = at_shipyard(stash=4)
    table.when(c.BuyWeapon("grapeshot")).refused("cannot_afford", price=3, available=0)
    table.when(c.WithdrawGold(5)).refused("stash_too_small")
    table.when(c.WithdrawGold("all")).then(e.GoldWithdrawn(0, 4))
    table.when(c.BuyWeapon("grapeshot")).happens(e.WeaponBought)
    table.when(c.WithdrawGold("all")).refused("stash_too_small")
    away = at_shipyard(stash=4, in_port={0: "havana"})
    away.when(c.WithdrawGold(5)).refused("not_home_port")


@pytest.mark.rule("MM-107")
def test_the_full_values_are_those_of_the_new_ship() -> None:
    table = at_shipyard(gold=40, modifications={0: ("extra_cannon_port",)})
    table.when(c.BuyShip("galleon"))
    assert ship_of(table.state, 0).now == Locations(hull=4, cargo=5, masts=4, crew=2, cannons=4)
