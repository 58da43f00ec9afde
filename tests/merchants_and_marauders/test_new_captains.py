"""Chapter 19: the captain who follows on one that died or retired (D-01, D-02)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import SHIPS
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import Ship, full_values
from domain.merchants_and_marauders.view.redactions import redact

from .defeats import assert_turn_of, next_turn
from .scenario import Attempt, Dice, Table, given

PIRATE_AT_ST_JOHN = {"pirate_sloop": ("npc_ps_1", "st_john")}
NEXT = ("tobias_marsh", "hendrik_slot", "luc_garrigue")
"""The first is at home in St. John, the second in St. Maarten, the third in Basse-Terre."""


def retired(**position: object) -> Table:
    """Seat 0 has retired, and its next turn begins."""
    table = given(**{"next_captains": NEXT, **position})  # type: ignore[arg-type]
    table.when(c.Retire())
    table.when(c.EndTurn())
    return table


@pytest.mark.rule("MM-359", "MM-360")
@pytest.mark.parametrize("ship", ["sloop", "flute"])
def test_a_new_captain_is_set_up_as_at_the_start_and_plays_his_turn(ship: str) -> None:
    table = retired(next_glory=("g30:1",), ships=("frigate", "sloop"), damage={0: ("hull",)})
    assert_turn_of(table, 0, f.ChooseShip)
    assert table.seat().captain == "tobias_marsh"
    assert set(table.legal()) == {c.ChooseShip("sloop"), c.ChooseShip("flute")}
    table.when(c.ChooseShip(ship)).then(
        e.ShipChosen(0, ship), e.CaptainSetUp(0, "tobias_marsh", ship, "st_john"), e.GloryDrawn(0, "g30:1")
    )
    own = table.seat()
    assert own.ship == Ship(ship, full_values(ship))
    assert (own.zone, own.in_port, own.glory, own.gold) == ("st_john", True, ("g30:1",), 10)
    assert_turn_of(table, 0)
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    table.when(c.OpenPortAction()).happens(e.PortActionStarted)
    table.when(c.EndPortAction())
    table.when(c.LeavePort()).then(e.PortLeft(0, "st_john"))


@pytest.mark.rule("MM-362", "MM-I13")
@pytest.mark.parametrize(("stash", "given_by_the_bank"), [(0, 10), (4, 6), (9, 1), (10, 0), (17, 0)])
def test_the_bank_gives_what_the_stash_lacks_of_ten_gold_and_the_stash_stays(stash: int, given_by_the_bank: int) -> None:
    table = retired(stash=stash)
    table.when(c.ChooseShip("sloop")).then(e.GoldChanged(0, given_by_the_bank, "new_captain", covered=True))
    assert (table.seat().gold, table.seat().stash) == (given_by_the_bank, stash)
    if stash:
        table.when(c.WithdrawGold("all"))
        assert (table.seat().gold, table.seat().stash) == (given_by_the_bank + stash, 0), "he is at home"


@pytest.mark.rule("MM-362", "MM-385", "MM-386")
def test_nobody_learns_from_the_start_of_a_new_captain_what_the_stash_holds() -> None:
    def seen(stash: int) -> list[e.Event | None]:
        attempt: Attempt = retired(stash=stash).when(c.ChooseShip("sloop"))
        return [redact(event, 1) for event in attempt.events]

    assert seen(0) == seen(4) == seen(25)


@pytest.mark.rule("MM-363", "MM-137")
def test_the_stash_is_at_the_new_home_port() -> None:
    table = retired(stash=30)
    table.when(c.ChooseShip("sloop"))
    table.when(c.WithdrawGold(5)).then(e.GoldWithdrawn(0, 5))
    table.after(e.PortLeft(0, "st_john"), e.ShipMoved(0, "st_john", "port_royal"), e.PortEntered(0, "port_royal", "open"))
    table.when(c.WithdrawGold(1)).refused("not_home_port")


@pytest.mark.rule("MM-364", "MM-111")
def test_the_new_captain_may_buy_a_big_ship_for_glory_again() -> None:
    table = given(gold=35, next_captains=NEXT)
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("frigate")).then(e.GloryGained(0, "ship", 1))
    table.when(c.LeaveShipyard())
    table.when(c.EndPortAction())
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.Retire())
    next_turn(table, 0, f.ChooseShip)
    table.when(c.ChooseShip("sloop"))
    table.after(e.GoldChanged(0, 30, "start"))
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("frigate")).then(e.GloryGained(0, "ship", 2))


@pytest.mark.rule("MM-361", "MM-426")
def test_with_a_pirate_in_his_home_zone_a_captain_may_be_rejected_once() -> None:
    """The rejected one is not among the cards drawn from, and is shuffled back then."""
    npcs = {**PIRATE_AT_ST_JOHN, "pirate_frigate": ("npc_pf_1", "st_maarten")}
    table = retired(npcs=npcs)
    assert_turn_of(table, 0, f.NewCaptain)
    assert table.legal() == [c.KeepCaptain(), c.RedrawCaptain()]
    table.when(c.RedrawCaptain(), draws=(0, 0)).then(
        e.CaptainDrawn(0, "hendrik_slot", redrawn=True, deck=table.state.captains)
    )
    assert table.seat().captain == "hendrik_slot"
    assert sorted(table.state.captains) == ["luc_garrigue", "tobias_marsh"]
    assert_turn_of(table, 0, f.ChooseShip)
    table.when(c.ChooseShip("sloop"))
    assert table.seat().zone == "st_maarten", "though a pirate is there too"
    orders = set()
    for draw in (0, 1):
        again = retired(npcs=npcs)
        again.when(c.RedrawCaptain(), draws=(draw,))
        orders.add(again.state.captains)
    assert len(orders) == 2, "shuffled"


@pytest.mark.rule("MM-361")
def test_the_first_captain_may_be_kept() -> None:
    table = retired(npcs=PIRATE_AT_ST_JOHN)
    table.when(c.KeepCaptain())
    assert table.seat().captain == "tobias_marsh"
    assert table.state.captains == NEXT[1:]
    assert_turn_of(table, 0, f.ChooseShip)
    for npcs in ({}, {"english": ("npc_en_1", "st_john")}, {"pirate_sloop": ("npc_ps_1", "basse_terre")}):
        assert_turn_of(retired(npcs=npcs), 0, f.ChooseShip)


@pytest.mark.rule("MM-361", "MM-426", "MM-427")
def test_the_last_captain_is_kept_unasked_and_refusals_come_in_order() -> None:
    table = retired(npcs=PIRATE_AT_ST_JOHN, next_captains=NEXT[:1])
    assert_turn_of(table, 0, f.ChooseShip)
    table.after(e.FrameOpened(f.NewCaptain(0)))
    table.when(c.RedrawCaptain()).refused("captain_deck_empty")
    table.after(e.FrameChanged(f.NewCaptain(0, redrawn=True)))
    table.when(c.RedrawCaptain()).refused("already_redrawn")


@pytest.mark.rule("MM-426")
def test_the_only_other_captain_is_drawn_when_one_is_rejected() -> None:
    """Were the rejected one shuffled back first, he could come again."""
    npcs = {**PIRATE_AT_ST_JOHN, "pirate_frigate": ("npc_pf_1", "st_maarten")}
    for draw in (0, 1):
        table = retired(npcs=npcs, next_captains=NEXT[:2])
        table.when(c.RedrawCaptain(), draws=(draw,))
        assert table.seat().captain == "hendrik_slot"
        assert table.state.captains == ("tobias_marsh",)
        assert_turn_of(table, 0, f.ChooseShip)  # He must be kept, though a pirate is in his home zone too.


@pytest.mark.rule("MM-360")
def test_the_refusals_of_a_new_captains_ship_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are four cards of a type for at most four captains; here there is only one Sloop, and seat 1 has it."""
    table = retired()
    monkeypatch.setitem(SHIPS, "sloop", replace(SHIPS["sloop"], cards=1))
    monkeypatch.setitem(SHIPS, "frigate", replace(SHIPS["frigate"], cards=0))
    table.when(c.ChooseShip("frigate")).refused("not_a_starting_ship")
    table.when(c.ChooseShip("sloop")).refused("ship_not_in_supply")
    assert table.legal() == [c.ChooseShip("flute")]


@pytest.mark.rule("MM-025", "MM-K10")
def test_the_refusals_of_the_first_ships_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(setup(Options(), 2, Dice(())).state)
    table.when(c.ChooseShip("flute"), seat=1)
    table.when(c.ChooseShip("galleon"), seat=1).refused("not_a_starting_ship")
    table.when(c.ChooseShip("sloop"), seat=1).refused("already_chosen")
    monkeypatch.setitem(SHIPS, "flute", replace(SHIPS["flute"], cards=1))
    table.when(c.ChooseShip("flute"), seat=1).refused("ship_not_in_supply")
    table.when(c.ChooseShip("flute"), seat=0).refused("ship_not_in_supply")
