"""Hidden things dealt anew: the seat cannot tell the deal from the true game."""

from __future__ import annotations

import pytest

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.bots.determinize import determinize
from domain.merchants_and_marauders.content import DEMAND_TOKENS, MERCHANT_TOKENS, glory_card
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import open_view, view
from tradewinds.testing import Chance

from .fights import at_havana
from .invariants import check_all
from .scenario import SKULL, Table, given


def step(state: State, chance: Chance) -> State:
    """Any legal command of the seat asked first."""
    seat = to_act(state)[0]
    legal = [command for command in legal_commands(state, seat) if not isinstance(command, c.Retire)]
    return decide(state, seat, legal[chance.below(len(legal))], chance).state


def same_to(seat: int | None, state: State, dealt: State) -> None:
    assert view(dealt, seat) == view(state, seat)
    assert to_act(dealt) == to_act(state)
    if seat is not None:
        assert legal_commands(dealt, seat) == legal_commands(state, seat)
    if state.round:
        check_all(dealt)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("open_gold", [False, True])
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_a_deal_looks_to_the_seat_like_the_true_game_and_can_be_played_on(windows: str, open_gold: bool, seats: int) -> None:
    options = Options(windows=windows, open_gold=open_gold)  # type: ignore[arg-type]
    chance, other = Chance(seats), Chance(100)
    state = setup(options, seats, chance).state
    while to_act(state):
        if other.below(8) == 0:
            seat = (None, *range(seats))[other.below(seats + 1)]
            dealt = determinize(view(state, seat), seat, other)
            same_to(seat, state, dealt)
            for _ in range(other.below(6)):
                if to_act(dealt):
                    dealt = step(dealt, other)
                    if dealt.round:
                        check_all(dealt)
        state = step(state, chance)
    for seat in (None, 0):
        same_to(seat, state, determinize(view(state, seat), seat, other))
    assert open_view(determinize(open_view(state), None, other)) == open_view(state)


def test_deals_differ() -> None:
    state = setup(Options(), 3, Chance(1)).state
    for _ in range(200):
        state = step(state, Chance(2))
    deals = [determinize(view(state, 0), 0, Chance(seed)) for seed in range(3)]
    assert len({repr(deal) for deal in deals}) == 3
    assert determinize(view(state, 0), 0, Chance(0)) == deals[0]


def deals(table: Table, seat: int | None, number: int = 20) -> list[State]:
    """Deals that this seat may take for the position, each of which it does."""
    found = [determinize(view(table.state, seat), seat, Chance(seed)) for seed in range(number)]
    for dealt in found:
        same_to(seat, table.state, dealt)
    return found


@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_deals_in_battles_and_plunder(seat: int | None, windows: str) -> None:
    hands = {0: ("g14:1", "g19:1", "g22:1"), 1: ("g14:2", "g18:1", "g20:1"), 2: ("g12:1", "g22:2")}
    modifications = {0: ("chasers", "long_guns"), 1: ("swivel_guns", "reinforced_hull")}
    for seed in range(4):
        table = at_havana(
            1, 2, seats=3, ships=("frigate",) * 3, glory=hands, modifications=modifications, windows=windows, rumor="r02"
        )
        table.after(e.RumorDrawn(1, "r03"), e.OfferDrawn(1, ("wood_2",), ()), e.CargoTaken(1, ("wood_2",), (), "cargo"))
        chance, other = Chance(seed), Chance(seed)
        state = decide(table.state, 0, c.ScoutCaptain(1), chance).state
        for _ in range(60):
            same_to(seat, state, determinize(view(state, seat), seat, other))
            state = step(state, chance)


def test_a_covered_card_is_of_its_window_and_a_shown_card_stays_with_its_owner() -> None:
    table = given(
        seats=3, glory={1: ("g09:1", "g22:1"), 2: ("g09:2", "g01:1")}, bounties={0: {"dutch": 1}}, windows="uniform"
    )
    table.when(c.EndTurn())
    table.when(c.Announce("g09:1"))
    for dealt in deals(table, 0):
        covered = dealt.seats[1].announced
        assert covered in dealt.seats[1].glory
        assert glory_card(covered or "").timing == "any_turn"
    table.when(c.Announce("g09:2"))
    table.when(c.WithdrawCard())
    for dealt in deals(table, 0):
        assert "g09:1" in dealt.seats[1].glory
        assert dealt.seats[2].announced == "g09:2", "no other one of the kind is left"
    table.when(c.WithdrawCard())
    for dealt in deals(table, None):
        assert "g09:1" in dealt.seats[1].glory
        assert "g09:2" in dealt.seats[2].glory


def test_who_is_asked_where_only_holders_are_can_play_a_card() -> None:
    table = given(seats=3, glory={1: ("g09:1", "g22:1")}, bounties={0: {"dutch": 1}})
    table.when(c.EndTurn())
    assert table.top == f.React(1, "any_turn")
    for dealt in deals(table, 0):
        assert [command for command in legal_commands(dealt, 1) if isinstance(command, c.Announce)]


def test_a_merchant_that_was_found_lies_on_the_track() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "dutch"})
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    for dealt in deals(table, 1):
        assert dealt.merchant_track == ("dutch",)
        assert sorted([*dealt.merchants.values(), "dutch"]) == sorted(MERCHANT_TOKENS)
        assert sorted([*dealt.demand.values(), *dealt.demand_pool]) == sorted(DEMAND_TOKENS)


@pytest.mark.parametrize("open_gold", [False, True])
def test_a_lot_of_another_can_be_paid_and_his_offer_holds_no_good_in_demand(open_gold: bool) -> None:
    table = given(
        gold=3,
        in_port={0: "cartagena"},
        demand={"cartagena": "cocoa"},
        next_cargo=("food_1", "food_2", "food_3", "rum_1", "rum_2", "rum_3"),
        open_gold=open_gold,
    )
    for command in (c.OpenPortAction(), c.StartBuying(), c.TakeCard("food_1"), c.TakeCard("rum_1"), c.TakeCard("rum_2")):
        table.when(command)
    for dealt in deals(table, 1):
        own = dealt.seats[0]
        assert not [card for card in (*own.offer, *own.lot) if card.startswith("cocoa")]
        assert decide(dealt, 0, c.FinishLot(), Chance(1)).state.seats[0].gold >= 0


def test_a_lot_for_sale_is_of_the_cargo_on_board() -> None:
    table = given(cargo=("rum_1", "rum_2", "wood_1"))
    for command in (c.OpenPortAction(), c.StartSelling(), c.AddToSale("wood_1"), c.AddToSale("rum_2")):
        table.when(command)
    for dealt in deals(table, 1):
        assert set(dealt.seats[0].lot) < set(dealt.seats[0].cargo)
        check_all(decide(dealt, 0, c.FinishSale(), Chance(1)).state)


def test_a_rumor_that_lies_open_is_dealt_to_its_owner() -> None:
    table = given(at_sea={0: "old_providence"}, rumor="r06")
    table.when(c.PlayRumor(), SKULL, SKULL, SKULL, SKULL)
    table.after(e.RumorDrawn(0, "r02"), e.FrameOpened(f.ChooseRumor(0)))
    for dealt in deals(table, 1):
        assert "r06" in dealt.seats[0].rumors
        assert {command.rumor for command in legal_commands(dealt, 0) if isinstance(command, c.KeepRumor)} == {
            *dealt.seats[0].rumors
        }


def test_tokens_of_one_ship_are_of_different_types() -> None:
    table = given(modifications={0: ("chasers", "swivel_guns", "long_guns")}, in_port={0: "nassau"})
    table.when(c.Retire())
    assert view(table.state, 0).seats[0].returning == Hidden(3)
    found = deals(table, 0, 40)
    assert all(len(set(dealt.seats[0].returning)) == 3 for dealt in found)
    assert len({frozenset(dealt.seats[0].returning) for dealt in found}) > 1


def test_captains_out_of_the_game_are_not_dealt_again() -> None:
    table = given(seats=3, dead=(2,), in_port={0: "nassau"})
    gone = set(view(table.state, None).captains_gone)
    assert len(gone) == 1
    for dealt in deals(table, 1):
        assert gone.isdisjoint(dealt.captains)


def test_nobody_has_gold_before_the_captains_are_revealed() -> None:
    table = Table(setup(Options(), 3, Chance(3)).state)
    table.state = decide(table.state, 1, c.ChooseShip("flute"), Chance(1)).state
    found = deals(table, 0)
    assert {(own.gold, own.stash) for dealt in found for own in dealt.seats} == {(0, 0)}
    assert {dealt.seats[1].ship is not None for dealt in found} == {True}
    assert {dealt.seats[2].ship is not None for dealt in found} == {False}
    assert len({dealt.seats[1].captain for dealt in found}) > 1
