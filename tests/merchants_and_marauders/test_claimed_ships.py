"""Chapters 17 and 18: ships claimed after boarding, and the modifications of lost ships."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import MODIFICATION_TOKENS, PORTS, SHIPS
from domain.merchants_and_marauders.state import ship_of, ship_supply
from domain.merchants_and_marauders.values import Locations

from .defeats import NAVY, assert_turn_of, boarded, boarded_npc, next_turn, sunk, two
from .scenario import SKULL, Table, given

STRONG = ("frigate", "sloop")


def assert_one_in_every_port(table: Table) -> None:
    """MM-I06 with no ship that has any."""
    assert set(table.state.modifications) == set(PORTS)
    assert Counter(table.state.modifications.values()) == Counter(MODIFICATION_TOKENS)


@pytest.mark.rule("MM-348", "MM-349")
@pytest.mark.parametrize(("own", "crew"), [("sloop", 2), ("galleon", 3)])
def test_a_naval_ship_may_be_claimed_and_keeps_its_damage_but_for_the_crew(own: str, crew: int) -> None:
    """The Crew moves over, cut to that of the claimed ship."""
    table = two(npcs=NAVY, ships=(own, "sloop"), damage={"dutch": ("hull", "cannons", "masts", "cannons", "crew")})
    # Against a Frigate the Galleon is two points slower, so that the Frigate rolls one die more.
    boarded_npc(table, "dutch")
    assert table.top == f.ClaimShip(0, "dutch")
    assert table.legal() == [c.TakeShip(), c.KeepOwnShip()]
    now = Locations(hull=2, cargo=3, masts=2, crew=crew, cannons=1)
    table.when(c.TakeShip()).then(e.ShipClaimed(0, "dutch", "frigate", now))
    ship = ship_of(table.state, 0)
    assert (ship.type, ship.now, ship.modifications) == ("frigate", now, ())
    table.when(c.FinishLot())
    next_turn(table, 1)


@pytest.mark.rule("MM-348")
def test_the_own_ship_may_be_kept() -> None:
    table = two(npcs=NAVY, ships=STRONG, damage={0: ("masts",)})
    boarded_npc(table, "dutch")
    before = ship_of(table.state, 0)
    assert not table.when(c.KeepOwnShip()).count(e.ShipClaimed)
    assert ship_of(table.state, 0) == before


@pytest.mark.rule("MM-348", "MM-350", "MM-I19")
def test_with_a_captains_ship_everything_is_claimed_but_the_modifications() -> None:
    table = two(
        ships=("galleon", "frigate"),
        gold=6,
        cargo=("rum_1", "rum_2"),
        weapons=("chain_shot",),
        specialists=("g44:1",),
        glory={0: ("g28:1",)},
        rumor="r02",
        mission="m12",
        modifications={0: ("advanced_rigs",)},
    )
    boarded(table, winner=0)
    before = table.seat()
    table.when(c.TakeShip()).happens(e.ShipClaimed)
    own = table.seat()
    assert own.ship is not None
    assert (own.ship.type, own.ship.modifications) == ("frigate", ())
    assert own.returning == (), "it lies in the only free port"
    for field in ("gold", "cargo", "weapons", "specialists", "glory", "rumors", "mission", "freight"):
        assert getattr(own, field) == getattr(before, field)
    assert ship_supply(table.state, "galleon") == 4
    assert ship_supply(table.state, "frigate") == 3
    assert table.seat(1).ship is None


@pytest.mark.rule("MM-349", "MM-351")
@pytest.mark.parametrize(("damage", "cargo"), [((), 2), (("cargo",), 1), (("cargo",) * 3, 0)])
def test_a_claimed_ship_loses_its_modifications_and_not_its_damage(damage: tuple[str, ...], cargo: int) -> None:
    table = two(ships=STRONG, modifications={1: ("extended_cargo_hold", "extra_cannon_port")}, damage={1: damage})
    boarded(table, winner=0)
    claimed = table.when(c.TakeShip()).happens(e.ShipClaimed)
    assert claimed.now == Locations(hull=2, cargo=cargo, masts=2, crew=2, cannons=1)


@pytest.mark.rule("MM-351", "MM-424", "MM-333", "MM-I06", "MM-K07")
def test_winners_lay_out_tokens_after_the_claim_losers_after_the_plunder() -> None:
    table = two(
        ships=STRONG,
        modifications={0: ("chasers", "extra_hammocks"), 1: ("advanced_rigs", "chasers")},
    ).after(e.WeaponGained(1, "grapeshot"))
    boarded(table, winner=0)
    free = set(PORTS) - set(table.state.modifications)
    assert len(free) == 4
    table.when(c.TakeShip())
    assert table.top == f.PlaceModification(0)
    assert set(table.legal()) == {c.PlaceModification(port) for port in free}
    table.when(c.PlaceModification("st_john")).refused("port_has_modification")
    for port in sorted(free)[:2]:
        assert table.seat(1).returning == ("advanced_rigs", "chasers"), "of the claimed ship, and not laid out yet"
        table.when(c.PlaceModification(port)).happens(e.ModificationReturned)
    assert table.top == f.Plunder(0, 1)
    table.when(c.TakeWeapon("grapeshot"))
    table.when(c.FinishPlunder())
    assert table.top == f.PlaceModification(1), "the beaten seat is asked, though its captain is dead"
    assert table.seat(1).captain is None
    assert set(table.legal()) == {c.PlaceModification(port) for port in sorted(free)[2:]}
    assert table.when(c.PlaceModification(sorted(free)[3])).count(e.ModificationReturned) == 2, "the last is no choice"
    assert_one_in_every_port(table)
    assert table.state.face_up == (), "all lie face down"
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-351")
def test_the_loser_lays_out_his_modifications_where_his_ship_is_not_claimed() -> None:
    table = two(modifications={1: ("advanced_rigs", "chasers")})
    boarded(table, winner=0)
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert table.top == f.PlaceModification(1)
    table.when(table.legal()[0])
    assert_one_in_every_port(table)
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-333")
@pytest.mark.parametrize(("draw", "token"), [(0, "chasers"), (1, "extra_hammocks"), (2, "swivel_guns")])
def test_which_token_of_a_sunk_ship_goes_to_the_chosen_port_is_random(draw: int, token: str) -> None:
    table = two(ships=("sloop", "frigate"), modifications={0: ("chasers", "extra_hammocks", "swivel_guns")})
    sunk(table, winner=1)
    table.when(c.DeclineReward())
    assert table.top == f.PlaceModification(0)
    port = next(iter(table.legal()))
    assert isinstance(port, c.PlaceModification)
    table.when(port, draws=(draw,)).then(e.ModificationReturned(0, port.port, token))
    table.when(table.legal()[0])
    assert_one_in_every_port(table)
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-334", "MM-I06")
def test_there_is_a_port_for_every_token() -> None:
    types = ("extra_hammocks", "advanced_rigs", "extended_cargo_hold", "chasers", "extra_cannon_port", "swivel_guns")
    table = given(at_sea={0: "havana"}, event="gale", damage={0: ("hull",)}, modifications={0: types, 1: types})
    table.when(c.EndTurn(), storm=(1, 1, 1), hits=(SKULL,)).then(e.CaptainDied(0, "francis_wright"))
    while table.top == f.PlaceModification(0):
        assert len(table.legal()) == 6 + len(table.seat(0).returning)
        table.when(table.legal()[-1])
    assert len(table.state.modifications) == 10
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-352")
def test_the_ship_is_claimed_before_cargo_is_taken_so_that_its_capacity_counts() -> None:
    table = two(ships=("sloop", "flute"), cargo=("rum_1", "rum_2"))
    table.after(
        e.OfferDrawn(1, ("wood_1", "wood_2", "wood_3"), ()), e.CargoTaken(1, ("wood_1", "wood_2", "wood_3"), (), "cargo")
    )
    boarded(table, winner=0)
    table.when(c.TakeShip()).then(e.PlunderTaken(0, 1, "gold", amount=0))
    table.when(c.FinishPlunder())
    for card in ("wood_1", "wood_2"):
        table.when(c.TakeCard(card))
    table.when(c.TakeCard("wood_3")).refused("no_cargo_space")
    table.when(c.FinishLot())
    assert len(table.seat().cargo) == 4


@pytest.mark.rule("MM-353")
def test_a_ship_can_be_claimed_only_if_a_card_of_its_type_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """With four cards of a type and four captains there always is one; here there is only one Frigate."""
    monkeypatch.setitem(SHIPS, "frigate", replace(SHIPS["frigate"], cards=1))
    none_left = two(npcs=NAVY, ships=("galleon", "frigate"))
    attempt = boarded_npc(none_left, "dutch")
    assert not attempt.count(e.ShipClaimed)
    assert none_left.top == f.BuyLot(0, "plunder", 0), "keeping the own ship is no choice"
    own = two(npcs=NAVY, ships=STRONG)
    boarded_npc(own, "dutch")
    own.when(c.TakeShip()).happens(e.ShipClaimed)
    captains = two(ships=("galleon", "frigate"))
    boarded(captains, winner=0)
    captains.when(c.TakeShip()).happens(e.ShipClaimed)


@pytest.mark.rule("MM-353")
def test_a_ship_without_a_card_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = two(npcs=NAVY, ships=("galleon", "frigate"))
    boarded_npc(table, "dutch")
    assert table.top == f.ClaimShip(0, "dutch")
    monkeypatch.setitem(SHIPS, "frigate", replace(SHIPS["frigate"], cards=1))
    table.when(c.TakeShip()).refused("ship_not_in_supply")


@pytest.mark.rule("MM-423", "MM-352", "MM-I08")
def test_cargo_beyond_the_capacity_of_a_claimed_ship_is_given_up_first() -> None:
    table = two(
        ships=("galleon", "sloop"),
        cargo=("rum_1", "rum_2", "rum_3", "rum_4"),
        glory={0: ("g28:1",)},
        modifications={0: ("chasers", "extra_hammocks")},
    )
    boarded(table, winner=0)
    table.when(c.TakeShip())
    assert table.top == f.DiscardToLimit(0, "cargo")
    table.when(c.DiscardGlory("g29:1")).refused("not_in_hand")
    table.when(c.DiscardGlory("g28:1")).refused("not_over_limit")
    table.when(c.DiscardCargo("wood_1")).refused("not_your_card")
    assert table.foreseen(c.DiscardCargo("rum_2")) == {"cargo": -1, "later": {"cargo": -1}}
    table.when(c.DiscardCargo("rum_2")).then(e.CargoDiscarded(0, ("rum_2",), "limit"))
    assert table.foreseen(c.DiscardCargo("rum_3")) == {"cargo": -1}
    table.when(c.DiscardCargo("rum_3"))
    assert table.seat().cargo == ("rum_1", "rum_4")
    assert table.top == f.PlaceModification(0), "then the modifications, then the plunder"
    table.when(table.legal()[0])
    assert table.top == f.Plunder(0, 1)


@pytest.mark.rule("MM-423", "MM-135")
@pytest.mark.parametrize(("damage", "mission"), [((), "m02"), (("cargo",), None)])
def test_freight_that_does_not_fit_a_claimed_ship_is_lost_with_its_mission(
    damage: tuple[str, ...], mission: str | None
) -> None:
    table = two(ships=("galleon", "sloop"), mission="m02", cargo=("rum_1", "rum_2"), damage={1: damage})
    boarded(table, winner=0)
    attempt = table.when(c.TakeShip())
    assert attempt.count(e.MissionLost) == (mission is None)
    assert table.seat().mission == mission
    room = 1 if mission is None else 0
    assert table.top == f.DiscardToLimit(0, "cargo")
    for card in ("rum_1", "rum_2")[: 2 - room]:
        table.when(c.DiscardCargo(card))
    assert table.top == f.Plunder(0, 1)
    assert len(table.seat().cargo) == room


@pytest.mark.rule("MM-335")
@pytest.mark.parametrize(("modifications", "fitted"), [((), True), (("extended_cargo_hold",), False)])
def test_a_modification_from_any_port_is_turned_up_and_stays_if_it_cannot_be_fitted(
    modifications: tuple[str, ...], fitted: bool
) -> None:
    table = given(in_port={0: "tortuga"}, rumor="r10", modifications={0: modifications})
    table.when(c.OpenPortAction())
    table.when(c.PlayRumor(), SKULL)
    assert isinstance(table.top, f.Choose)
    assert set(table.top.options) == set(table.state.modifications), "only where a token lies"
    attempt = table.when(c.Choose("old_providence"))
    attempt.then(e.ModificationRevealed("old_providence", "extended_cargo_hold"))
    assert attempt.count(e.ModificationGained) == fitted
    assert ("old_providence" in table.state.modifications) is not fitted
    assert ("old_providence" in table.state.face_up) is not fitted
    assert "extended_cargo_hold" in ship_of(table.state, 0).modifications


@pytest.mark.rule("MM-335")
def test_a_modification_that_lies_open_is_taken_as_it_is() -> None:
    table = given(in_port={0: "tortuga"}, rumor="r10")
    table.when(c.OpenPortAction()).happens(e.ModificationRevealed)
    table.when(c.PlayRumor(), SKULL)
    attempt = table.when(c.Choose("tortuga"))
    attempt.then(e.ModificationGained(0, "reinforced_hull", "tortuga"))
    assert not attempt.count(e.ModificationRevealed)
    assert "tortuga" not in table.state.face_up
    table.when(c.EndPortAction())
    next_turn(table, 1)
