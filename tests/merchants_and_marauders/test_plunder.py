"""Chapter 18: what a beaten captain or a naval ship leaves to the winner of crew combat. Ships: test_claimed_ships."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .defeats import NAVY, PIRATES, assert_turn_of, boarded, boarded_npc, next_turn, sunk, two
from .scenario import SKULL, Table

HAND = ("g28:1", "g29:1")
CARGO = ("rum_1", "wood_1")
WANTED = {1: {"spanish": 1}}
"""So that the attack brings seat 0 no bounty, and beating him no reward."""


def laden(loser: int = 1, **position: object) -> Table:
    """The loser has 7 gold on board, 13 in the stash, cargo, glory cards, a rumor, a mission, a weapon and a specialist."""
    table = two(
        **{
            "laid_out": ("m07", "m12"),
            "weapons": {loser: ("chain_shot",)},
            "specialists": {loser: ("g44:1",)},
            "glory": {loser: HAND},
            **position,
        }
    )
    return table.after(
        e.GoldChanged(loser, 20, "start"),
        e.GoldStashed(loser, 13),
        e.RumorDrawn(loser, "r02"),
        e.OfferDrawn(loser, CARGO, ()),
        e.CargoTaken(loser, CARGO, (), "cargo"),
        e.MissionClaimed(loser, "m07", 0),
        e.MissionLaidOut("m08", "san_juan"),
    )


def at_plunder(table: Table, winner: int = 0) -> Table:
    boarded(table, winner=winner)
    table.when(c.KeepOwnShip())
    assert table.top == f.Plunder(winner, 1 - winner)
    return table


@pytest.mark.rule("MM-338", "MM-339", "MM-342")
def test_the_winner_gets_the_gold_and_takes_what_he_wants() -> None:
    table = laden()
    boarded(table, winner=0)
    table.when(c.KeepOwnShip()).then(e.PlunderTaken(0, 1, "gold", amount=7))
    assert set(table.legal()) == {
        c.TakeWeapon("chain_shot"),
        *(c.TakeGlory(card) for card in HAND),
        c.TakeRumor(),
        c.TakeSpecialist("g44:1"),
        c.FinishPlunder(),
    }
    table.when(c.TakeWeapon("chain_shot"))
    table.when(c.TakeGlory("g29:1"))
    table.when(c.TakeRumor())
    table.when(c.TakeSpecialist("g44:1"))
    table.when(c.FinishPlunder())
    assert table.top == f.BuyLot(0, "plunder", 0)
    table.when(c.TakeCard("wood_1"))
    table.when(c.FinishLot()).then(e.CargoTaken(0, ("wood_1",), ("rum_1",), "plunder"), e.BelongingsLost(1))
    winner, loser = table.seat(0), table.seat(1)
    assert (winner.gold, winner.weapons, winner.rumors, winner.specialists) == (7, ("chain_shot",), ("r02",), ("g44:1",))
    assert "g29:1" in winner.glory
    assert winner.cargo == ("wood_1",)
    assert (loser.gold, loser.stash) == (0, 13)
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-341", "MM-339", "MM-340", "MM-355")
def test_what_is_not_taken_is_discarded() -> None:
    table = at_plunder(laden())
    table.when(c.FinishPlunder())
    table.when(c.FinishLot())
    assert {*HAND, "g44:1"} <= set(table.state.glory.discard)
    assert set(CARGO) <= set(table.state.cargo.discard)
    assert "r02" in table.state.rumor.discard
    assert "m07" in table.state.mission.discard
    loser = table.seat(1)
    assert (loser.glory, loser.cargo, loser.rumors, loser.mission, loser.weapons, loser.specialists) == (
        (),
        (),
        (),
        None,
        (),
        (),
    )
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-336", "MM-355")
def test_a_sunk_ship_gives_neither_plunder_nor_itself() -> None:
    table = laden(ships=("frigate", "sloop"))
    attempt = sunk(table, winner=0)
    attempt.then(e.BattleEnded(0, "sunk"), e.BelongingsLost(1))
    assert not attempt.count(e.PlunderTaken)
    assert (table.seat(0).gold, table.seat(0).cargo, table.seat(0).weapons) == (0, (), ())
    assert set(CARGO) <= set(table.state.cargo.discard)
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-336")
def test_a_sunk_naval_ship_gives_neither_cards_nor_gold() -> None:
    table = two(npcs=NAVY, ships=("frigate", "sloop"))
    table.when(c.ScoutNpc("dutch"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, SKULL, SKULL))
    for _ in range(3):
        attempt = table.when(c.AssignX("hull"))
    attempt.then(e.BattleEnded(0, "sunk"))
    assert table.seat().gold == 0
    assert_turn_of(table, 0)


@pytest.mark.rule("MM-337", "MM-342")
def test_the_boarded_one_may_win_and_plunder_in_anothers_turn() -> None:
    table = at_plunder(laden(0, bounties=WANTED), winner=1)
    assert table.seat(1).gold == 7
    table.when(c.TakeGlory("g28:1"))
    table.when(c.FinishPlunder())
    table.when(c.TakeCard("rum_1"))
    table.when(c.FinishLot())
    assert table.seat(1).cargo == ("rum_1",)
    assert table.seat(0).stash == 13
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-337")
def test_a_defender_who_boards_plunders_too() -> None:
    table = laden(0, bounties=WANTED)
    table.when(c.ScoutCaptain(1), SKULL)
    table.when(c.Shoot())
    table.when(c.Board(), contest=(1, 1, 1, SKULL, 1), crew=(1, 1, 1, SKULL, SKULL)).then(
        e.Boarded(1), e.BattleEnded(1, "crew")
    )
    table.when(c.KeepOwnShip()).then(e.PlunderTaken(1, 0, "gold", amount=7))


@pytest.mark.rule("MM-338", "MM-339")
def test_the_refusals_of_plunder_come_in_their_order() -> None:
    table = at_plunder(
        laden(weapons={0: ("chain_shot", "grapeshot"), 1: ("chain_shot",)}, specialists={0: ("g45:1",), 1: ("g44:1",)})
    )
    table.when(c.TakeWeapon("grapeshot")).refused("not_available")
    table.when(c.TakeWeapon("chain_shot")).refused("already_owned")
    table.when(c.TakeGlory("g30:1")).refused("not_available")
    table.when(c.TakeSpecialist("g45:1")).refused("not_available")
    table.when(c.TakeSpecialist("g44:1")).refused("already_employed")
    table.when(c.TakeRumor())
    table.when(c.TakeRumor()).refused("not_available")
    table.when(c.FinishPlunder())
    table.when(c.FinishLot())
    assert "g44:1" in table.state.glory.discard
    assert table.seat().weapons == ("chain_shot", "grapeshot")


@pytest.mark.rule("MM-341", "MM-207", "MM-I16")
def test_with_a_fifth_glory_card_one_is_given_up_before_anything_else() -> None:
    table = laden(glory={0: ("g01:1", "g02:1", "g05:1", "g10:1"), 1: HAND}, next_glory=("g30:1",), cargo=("food_1",))
    boarded(table, winner=0).then(e.GloryGained(0, "battle", 1), e.GloryDrawn(0, "g30:1"))
    assert table.top == f.DiscardToLimit(0, "glory")
    table.when(c.DiscardGlory("g28:1")).refused("not_in_hand")
    table.when(c.DiscardCargo("wood_1")).refused("not_your_card")
    table.when(c.DiscardCargo("food_1")).refused("not_over_limit")
    table.when(c.DiscardGlory("g02:1")).then(e.GloryDiscarded(0, "g02:1"))
    table.when(c.KeepOwnShip())
    table.when(c.TakeGlory("g28:1"))
    assert table.top == f.DiscardToLimit(0, "glory")
    assert table.legal(1) == []
    table.when(c.DiscardGlory("g28:1"))
    assert table.top == f.Plunder(0, 1), "the one just taken may be given up again"
    table.when(c.TakeGlory("g29:1"))
    table.when(c.DiscardGlory("g30:1"))
    assert table.seat().glory == ("g01:1", "g05:1", "g10:1", "g29:1")


@pytest.mark.rule("MM-207", "MM-K05", "MM-I16")
def test_a_defender_who_won_gives_up_his_fifth_card_in_anothers_turn() -> None:
    hand = ("g01:1", "g02:1", "g05:1", "g10:1")
    table = two(glory={1: hand}, bounties=WANTED, next_glory=("g30:1",))
    boarded(table, winner=1).then(e.GloryGained(1, "battle", 1), e.GloryDrawn(1, "g30:1"))
    assert table.top == f.DiscardToLimit(1, "glory")
    table.when(c.DiscardGlory("g30:1"))
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert table.seat(1).glory == hand
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-341", "MM-123", "MM-I17")
@pytest.mark.parametrize("kept", ["r05", "r02"])
def test_of_two_rumors_one_is_kept_before_anything_else(kept: str) -> None:
    table = at_plunder(laden(rumor="r05"))
    table.when(c.TakeRumor()).then(e.PlunderTaken(0, 1, "rumor", items=("r02",)))
    assert table.top == f.ChooseRumor(0)
    table.when(c.KeepRumor("r07")).refused("not_in_hand")
    returned = table.when(c.KeepRumor(kept)).happens(e.RumorReturned)
    assert {returned.card, kept} == {"r05", "r02"}
    assert table.seat().rumors == (kept,)
    assert returned.card in table.state.rumor.cards
    assert table.top == f.Plunder(0, 1)


@pytest.mark.rule("MM-341", "MM-I24", "MM-400")
def test_a_rumor_that_was_played_and_kept_lies_open_with_the_winner_too() -> None:
    table = laden(rumor="r05")
    table.after(e.RumorReturned(1, "r02", ("r02", *table.state.rumor.cards), was_open=False))
    table.after(e.RumorDrawn(1, "r06"), e.RumorPlayed(1, "r06", True, True))
    at_plunder(table)
    table.when(c.TakeRumor())
    table.when(c.KeepRumor("r06"))
    table.when(c.FinishPlunder())
    table.when(c.FinishLot())
    assert table.seat().open_rumor == "r06"
    table.when(c.PlayRumor()).refused("rumor_already_played")


@pytest.mark.rule("MM-338", "MM-400")
def test_an_open_rumor_of_the_loser_moves_with_its_card_alone() -> None:
    table = laden()
    table.after(e.RumorReturned(1, "r02", ("r02", *table.state.rumor.cards), was_open=False))
    table.after(e.RumorDrawn(1, "r06"), e.RumorPlayed(1, "r06", True, True))
    at_plunder(table)
    table.when(c.TakeWeapon("chain_shot"))
    assert [seat.open_rumor for seat in table.state.seats] == [None, "r06"]
    table.when(c.TakeRumor())
    assert [seat.open_rumor for seat in table.state.seats] == ["r06", None]


@pytest.mark.rule("MM-338", "MM-400", "MM-381")
@pytest.mark.parametrize(("kept", "still_open"), [("r06", "r06"), ("r02", None)])
def test_a_covered_rumor_taken_beside_an_open_one_stays_covered(kept: str, still_open: str | None) -> None:
    table = laden(rumor="r06").after(e.RumorPlayed(0, "r06", True, True))
    at_plunder(table)
    table.when(c.TakeRumor())
    assert table.top == f.ChooseRumor(0)
    assert (table.seat().rumors, table.seat().open_rumor) == (("r06", "r02"), "r06")
    table.when(c.KeepRumor(kept))
    assert (table.seat().rumors, table.seat().open_rumor) == ((kept,), still_open)


@pytest.mark.rule("MM-341", "MM-I08")
def test_cargo_is_taken_as_far_as_it_fits_and_own_cargo_may_make_room() -> None:
    table = at_plunder(laden(cargo=("food_1", "food_2")))
    table.when(c.FinishPlunder())
    table.when(c.TakeCard("rum_1")).refused("no_cargo_space")
    table.when(c.DropCargo("food_1"))
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("wood_1")).refused("no_cargo_space")
    table.when(c.FinishLot())
    assert table.seat().cargo == ("food_2", "rum_1")
    assert {"food_1", "wood_1"} <= set(table.state.cargo.discard)


@pytest.mark.rule("MM-343", "MM-345", "MM-346")
def test_a_naval_ship_taken_gives_three_cards_and_their_gold_but_no_point_for_it() -> None:
    table = two(npcs=NAVY, ships=("frigate", "sloop"), next_cargo=("cocoa_8", "food_8", "rum_8"), cargo=("wood_1",))
    boarded_npc(table, "dutch")
    attempt = table.when(c.KeepOwnShip())
    attempt.then(e.GoldChanged(0, 15, "plunder"))
    assert not attempt.count(e.GloryGained)
    assert table.seat().points == 1, "that of the battle"
    assert table.seat().offer_open
    assert {command for command in table.legal() if isinstance(command, c.TakeCard)} == {
        c.TakeCard("cocoa_8"),
        c.TakeCard("food_8"),
        c.TakeCard("rum_8"),
    }
    table.when(c.TakeCard("rum_8"))
    table.when(c.TakeCard("food_8"))
    table.when(c.TakeCard("cocoa_8")).refused("no_cargo_space")
    table.when(c.FinishLot())
    assert table.seat().cargo == ("wood_1", "rum_8", "food_8")
    assert_turn_of(table, 0)


@pytest.mark.rule("MM-344", "MM-345")
@pytest.mark.parametrize(("hits", "left"), [(1, ("cocoa_8", "rum_8")), (2, ("rum_8",)), (3, ())])
def test_each_cargo_hit_costs_one_of_the_cards_at_random_but_no_gold(hits: int, left: tuple[str, ...]) -> None:
    table = two(
        npcs=NAVY,
        ships=("frigate", "sloop"),
        next_cargo=("cocoa_8", "food_8", "rum_8"),
        damage={"dutch": ("cargo",) * hits},
    )
    boarded_npc(table, "dutch")
    attempt = table.when(c.KeepOwnShip(), draws=(1,))
    attempt.then(e.GoldChanged(0, 15, "plunder"))
    assert set(attempt.happens(e.OfferDamaged).cards) == {"cocoa_8", "food_8", "rum_8"} - set(left)
    if left:
        assert table.seat().offer == left
        table.when(c.FinishLot())
    assert {"cocoa_8", "food_8", "rum_8"} <= set(table.state.cargo.discard)
    assert table.seat().cargo == ()
    assert not table.seat().offer_open, "or everybody would see the cards that he sets aside for his next sale"
    assert_turn_of(table, 0)


@pytest.mark.rule("MM-347")
def test_pirate_ships_carry_nothing() -> None:
    table = two(npcs=PIRATES, ships=("frigate", "sloop"))
    boarded_npc(table, "pirate_frigate")
    attempt = table.when(c.KeepOwnShip())
    assert not attempt.count(e.OfferDrawn)
    assert not attempt.count(e.GoldChanged)
    assert table.seat().gold == 15, "the reward"
    assert_turn_of(table, 0)
