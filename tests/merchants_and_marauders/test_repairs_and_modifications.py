"""Chapter 6.3: repairs and ship modifications at the shipyard (D-09), and St. John (D-10)."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.decisions import ANSWERS
from domain.merchants_and_marauders.state import ship_of

from .business import in_port_action
from .defeats import next_turn
from .scenario import Table

ALL = ("hull", "cargo", "masts", "cannons")


def at_shipyard(**position: object) -> Table:
    table = in_port_action(**position)
    table.when(c.VisitShipyard())
    return table


@pytest.mark.rule("MM-114", "MM-I10")
@pytest.mark.parametrize("location", ALL)
def test_a_repair_costs_two_gold_a_point_and_stops_at_the_full_value(location: str) -> None:
    table = at_shipyard(ships=("frigate", "sloop"), gold=9, damage={0: (location, location)})
    for left in (7, 5):
        table.when(c.Repair(location)).then(e.DamageRepaired(0, location, 1, 2))
        assert table.seat().gold == left
    table.when(c.Repair(location)).refused("not_damaged")
    assert getattr(ship_of(table.state, 0).now, location) == 3


@pytest.mark.rule("MM-114", "MM-322")
def test_the_full_value_is_that_with_modifications() -> None:
    table = at_shipyard(gold=9, modifications={0: ("extra_cannon_port",)}, damage={0: ("cannons", "cannons")})
    table.when(c.Repair("cannons"))
    table.when(c.Repair("cannons"))
    assert ship_of(table.state, 0).now.cannons == 2
    table.when(c.Repair("cannons")).refused("not_damaged")


@pytest.mark.rule("MM-114", "MM-156")
def test_the_refusals_of_repairs_come_in_their_order() -> None:
    """At Petit-Goâve pirates may not repair."""
    forbidden = at_shipyard(in_port={0: "petite_goave"}, bounties={0: {"dutch": 1}}, damage={0: ("masts", "crew")})
    forbidden.when(c.Repair("crew")).refused("crew_not_repairable")
    forbidden.when(c.Repair("hull")).refused("not_damaged")
    forbidden.when(c.Repair("masts")).refused("repair_forbidden")
    poor = at_shipyard(damage={0: ("masts",)}, gold=1)
    poor.when(c.Repair("crew")).refused("crew_not_repairable")
    poor.when(c.Repair("masts")).refused("cannot_afford")


@pytest.mark.rule("MM-115", "MM-082")
def test_only_the_modification_in_the_port_can_be_bought_and_then_there_is_none() -> None:
    table = at_shipyard(gold=7)
    assert [command for command in table.legal() if isinstance(command, c.BuyModification)] == [c.BuyModification()]
    table.when(c.BuyModification()).then(e.ModificationBought(0, "extended_cargo_hold", "port_royal", 3))
    assert table.seat().gold == 4
    assert ship_of(table.state, 0).modifications == ("extended_cargo_hold",)
    assert ship_of(table.state, 0).now.cargo == 3
    assert "port_royal" not in table.state.modifications
    assert "port_royal" not in table.state.face_up
    table.when(c.BuyModification()).refused("no_modification_here")
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)
    next_turn(table, 0)
    assert not table.when(c.OpenPortAction()).count(e.ModificationRevealed)
    table.when(c.VisitShipyard())
    table.when(c.BuyModification()).refused("no_modification_here")


@pytest.mark.rule("MM-115", "MM-333", "MM-388")
def test_a_modification_laid_down_here_lies_face_down_until_the_next_port_action() -> None:
    table = at_shipyard(gold=20, in_port={0: "havana"}, modifications={0: ("reinforced_hull", "chasers")})
    table.when(c.BuyShip("flute"))
    table.when(c.PlaceModification("havana"), draws=(0,)).then(e.ModificationReturned(0, "havana", "reinforced_hull"))
    table.when(c.BuyModification()).refused("no_modification_here")
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.OpenPortAction()).then(e.ModificationRevealed("havana", "reinforced_hull"))
    table.when(c.VisitShipyard())
    table.when(c.BuyModification()).happens(e.ModificationBought)


@pytest.mark.rule("MM-116", "MM-117")
def test_the_refusals_of_modifications_come_in_their_order() -> None:
    """Each position is refused for the later reasons too."""
    none_here = at_shipyard(ships=("galleon", "sloop"), modifications={0: ("extended_cargo_hold",)})
    none_here.when(c.BuyModification()).refused("no_modification_here")
    owned = at_shipyard(
        ships=("galleon", "sloop"), modifications={0: ("extended_cargo_hold",)}, in_port={0: "old_providence"}
    )
    owned.when(c.BuyModification()).refused("already_owned")
    useless = at_shipyard(ships=("galleon", "sloop"))
    useless.when(c.BuyModification()).refused("modification_no_effect")
    poor = at_shipyard(gold=2)
    poor.when(c.BuyModification()).refused("cannot_afford")


@pytest.mark.rule("MM-117")
@pytest.mark.parametrize(
    ("port", "ship", "useful"),
    [
        ("port_royal", "galleon", False),
        ("port_royal", "man_o_war", True),
        ("cartagena", "man_o_war", False),
        ("cartagena", "galleon", True),
        ("basse_terre", "man_o_war", False),
        ("basse_terre", "galleon", True),
        ("bridgetown", "sloop", True),
    ],
)
def test_a_value_at_its_limit_of_five_is_not_raised(port: str, ship: str, useful: bool) -> None:
    table = at_shipyard(ships=(ship, "sloop"), in_port={0: port}, gold=3)
    attempt = table.when(c.BuyModification())
    if useful:
        attempt.happens(e.ModificationBought)
    else:
        attempt.refused("modification_no_effect")


@pytest.mark.rule("MM-118")
def test_there_is_no_way_to_sell_a_modification_on_its_own() -> None:
    assert set(ANSWERS[f.Shipyard]) == {
        c.BuyShip,
        c.Repair,
        c.BuyWeapon,
        c.SellWeapon,
        c.BuyModification,
        c.RefreshHull,
        c.WithdrawGold,
        c.LeaveShipyard,
    }
    position = {"modifications": {0: ("chasers",)}, "weapons": ("grapeshot",), "damage": {0: ("hull",)}, "gold": 9}
    for command in at_shipyard(**position).legal():
        table = at_shipyard(**position)
        table.when(command)
        assert isinstance(command, c.BuyShip) or "chasers" in ship_of(table.state, 0).modifications


@pytest.mark.rule("MM-119")
@pytest.mark.parametrize("port", ["port_royal", "havana"])
def test_a_flipped_reinforced_hull_is_turned_up_for_three_gold_in_any_port(port: str) -> None:
    table = at_shipyard(in_port={0: port}, gold=4, modifications={0: ("reinforced_hull",)})
    table.after(e.ModificationFlipped(0, "reinforced_hull", False))
    table.when(c.RefreshHull()).then(e.GoldChanged(0, -3, "refresh"), e.ModificationFlipped(0, "reinforced_hull", True))
    assert (table.seat().gold, ship_of(table.state, 0).flipped) == (1, ())
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)


@pytest.mark.rule("MM-119")
def test_the_refusals_of_refreshing_come_in_their_order() -> None:
    at_shipyard().when(c.RefreshHull()).refused("not_owned")
    table = at_shipyard(gold=2, modifications={0: ("reinforced_hull",)})
    table.when(c.RefreshHull()).refused("not_flipped")
    table.after(e.ModificationFlipped(0, "reinforced_hull", False))
    table.when(c.RefreshHull()).refused("cannot_afford")


# St. John

FITTED = ("extra_cannon_port", "extended_cargo_hold", "chasers")


def at_st_john(**position: object) -> Table:
    return at_shipyard(**{"in_port": {0: "st_john"}, "ships": ("frigate", "sloop"), **position})


@pytest.mark.rule("MM-160")
def test_a_modification_costs_one_gold_at_st_john() -> None:
    table = at_st_john(gold=1)
    table.when(c.BuyModification()).then(e.ModificationBought(0, "long_guns", "st_john", 1))


@pytest.mark.rule("MM-160", "MM-161", "MM-425")
def test_each_modification_may_move_to_the_new_ship_and_adds_no_sale_price() -> None:
    """The Galleon costs 35; the Frigate brings 10, and 1 for the token sold with it; moving the two others costs 2."""
    table = at_st_john(gold=40, modifications={0: FITTED})
    table.when(c.BuyShip("galleon")).then(e.ShipBought(0, "galleon", 35 - 10 - 3, 3))
    assert table.top == f.TransferModifications(0, sale=13)
    table.when(c.Transfer("chasers")).then(e.ModificationMoved(0, "chasers", 2))
    table.when(c.Transfer("extra_cannon_port"))
    ship = ship_of(table.state, 0)
    assert ship.modifications == ("chasers", "extra_cannon_port")
    assert (ship.now.cannons, ship.now.cargo) == (5, 5)
    assert table.seat().gold == 40 - 35 + (10 + 1) - 2
    table.when(c.FinishTransfer())
    table.when(c.PlaceModification("cartagena")).then(e.ModificationReturned(0, "cartagena", "extended_cargo_hold"))
    assert isinstance(table.top, f.Shipyard)
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)


@pytest.mark.rule("MM-425", "MM-106", "MM-161")
@pytest.mark.parametrize(
    ("ship", "damage", "tokens", "prices"),
    [
        ("man_o_war", (), ("chasers",), [1]),
        ("sloop", (), ("chasers",), [2]),
        ("sloop", ("hull", "cargo", "cargo", "masts", "masts", "cannons"), ("chasers",), [1]),
        ("sloop", ("hull", "cargo", "cargo", "masts", "masts", "cannons"), ("chasers", "advanced_rigs"), [2, 1]),
        ("flute", ("hull", "hull", "cargo", "cargo", "cargo", "masts", "masts", "cannons"), ("chasers",), [1]),
    ],
    ids=["a Man-o-War brings nothing", "5 + 1", "5 + 1 - 6", "5 + 2 - 6", "5 + 1 - 8"],
)
def test_only_what_was_paid_for_a_modification_that_moves_is_given_back(
    ship: str, damage: tuple[str, ...], tokens: tuple[str, ...], prices: list[int]
) -> None:
    table = at_st_john(gold=40, ships=(ship, "sloop"), damage={0: damage}, modifications={0: tokens})
    table.when(c.BuyShip("frigate"))
    before = table.seat().gold
    paid = [table.when(c.Transfer(token)).happens(e.ModificationMoved).price for token in tokens]
    assert paid == prices
    assert table.seat().gold == before - sum(prices)


@pytest.mark.rule("MM-425")
def test_what_was_not_paid_for_moves_for_a_single_gold() -> None:
    """The Flute costs 10, and the Man-o-War brings nothing."""
    table = at_st_john(gold=11, ships=("man_o_war", "sloop"), modifications={0: ("chasers", "advanced_rigs")})
    table.when(c.BuyShip("flute"))
    table.when(c.Transfer("chasers"))
    assert table.seat().gold == 0
    table.when(c.Transfer("advanced_rigs")).refused("cannot_afford")


@pytest.mark.rule("MM-160", "MM-333")
def test_what_does_not_move_is_laid_out() -> None:
    table = at_st_john(gold=40, modifications={0: FITTED})
    table.when(c.BuyShip("galleon"))
    table.when(c.FinishTransfer())
    assert table.top == f.PlaceModification(0)
    assert ship_of(table.state, 0).modifications == ()
    for _ in range(2):
        table.when(table.legal()[0])
    assert isinstance(table.top, f.Shipyard)
    assert set(table.state.modifications) == set(table.state.demand)


@pytest.mark.rule("MM-160")
def test_when_all_have_moved_nothing_is_left_to_lay_out() -> None:
    table = at_st_john(gold=40, modifications={0: ("chasers",)})
    table.when(c.BuyShip("sloop"))
    assert not table.when(c.Transfer("chasers")).count(e.ModificationReturned)
    assert isinstance(table.top, f.Shipyard)
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)


@pytest.mark.rule("MM-160", "MM-117", "MM-425")
def test_the_refusals_of_moving_come_in_their_order() -> None:
    table = at_st_john(gold=25, modifications={0: FITTED})
    table.when(c.BuyShip("galleon"))
    table.when(c.Transfer("extra_cannon_port"))
    assert table.seat().gold == 1
    table.when(c.Transfer("extra_cannon_port")).refused("not_owned")
    table.when(c.Transfer("swivel_guns")).refused("not_owned")
    table.when(c.Transfer("extended_cargo_hold")).refused("modification_no_effect")
    table.when(c.Transfer("chasers")).refused("cannot_afford")
    table.when(c.WithdrawGold(1)).refused("not_home_port")
    assert table.legal() == [c.FinishTransfer()], "asked all the same"


@pytest.mark.rule("MM-425", "MM-137")
def test_the_gold_for_moving_may_come_from_the_stash_at_home() -> None:
    table = at_st_john(captains=("tobias_marsh", "luc_garrigue"), gold=24, stash=1, modifications={0: ("chasers",)})
    table.when(c.BuyShip("galleon"))
    table.when(c.WithdrawGold(5)).refused("stash_too_small")
    assert table.seat().gold == 0
    table.when(c.WithdrawGold(1))
    table.when(c.Transfer("chasers")).refused("cannot_afford")
    richer = at_st_john(captains=("tobias_marsh", "luc_garrigue"), gold=25, stash=1, modifications={0: ("chasers",)})
    richer.when(c.BuyShip("galleon"))
    richer.when(c.Transfer("chasers")).refused("cannot_afford")
    richer.when(c.WithdrawGold(1))
    richer.when(c.Transfer("chasers")).happens(e.ModificationMoved)


@pytest.mark.rule("MM-160", "MM-108")
def test_elsewhere_modifications_do_not_move() -> None:
    table = at_shipyard(gold=40, modifications={0: ("chasers", "swivel_guns")})
    table.when(c.BuyShip("frigate"))
    assert table.top == f.PlaceModification(0)
