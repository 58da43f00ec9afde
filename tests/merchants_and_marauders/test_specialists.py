"""Chapter 10: specialists, how each card is hired and what each type does."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import GLORY, GLORY_INSTANCES, glory_card
from domain.merchants_and_marauders.state import turn_of
from domain.merchants_and_marauders.state.modifiers import maneuverability

from .business import Covered, in_port_action
from .fights import FOUND, at_havana, duel, hits
from .scenario import SKULL, Table, given

HIRED = Covered()
"""Cards of which a test proves the hiring."""
AT_WORK = Covered()
"""Types of which a test proves the effect."""
WON = (SKULL, 1, 1, 1, 1, 1)
PRICES = {"g36": 6, "g38": 8, "g40": 8, "g42": 7, "g44": 7, "g46": 8, "g48": 9, "g50": 9}
"""Of the cards that are hired for gold."""


@pytest.mark.rule("MM-215")
def test_every_specialist_has_a_test() -> None:
    cards = {card.id: card.specialist for card in GLORY.values() if card.kind == "specialist"}
    assert set(cards) == HIRED
    assert set(cards.values()) == AT_WORK
    assert len(AT_WORK) == 8
    assert sum(glory_card(card).kind == "specialist" for card in GLORY_INSTANCES) == 16


# Hired for gold


@pytest.mark.rule("MM-216", "MM-217", "MM-219")
@pytest.mark.parametrize("card", HIRED.each(PRICES))
def test_a_specialist_is_hired_for_gold_in_a_port_action(card: str) -> None:
    price = PRICES[card]
    table = in_port_action(gold=price, glory={0: (f"{card}:1", "g01:1")})
    table.when(c.HireSpecialist(f"{card}:1")).then(e.SpecialistHired(0, f"{card}:1", price))
    assert (table.seat().gold, table.seat().glory, table.seat().specialists) == (0, ("g01:1",), (f"{card}:1",))
    poor = in_port_action(gold=price - 1, glory={0: (f"{card}:1",)})
    poor.when(c.HireSpecialist(f"{card}:1")).refused("cannot_afford")
    assert not given(gold=price, glory={0: (f"{card}:1",)}).state.seats[0].specialists


@pytest.mark.rule("MM-218", "MM-I18")
def test_hiring_for_gold_is_refused_in_the_order_of_the_table() -> None:
    hand = ("g01:1", "g38:1", "g39:1", "g41:1")
    table = in_port_action(gold=7, glory={0: hand}, specialists=("g37:1",))
    table.when(c.HireSpecialist("g40:1")).refused("not_in_hand")
    table.when(c.HireSpecialist("g01:1")).refused("not_a_specialist")
    table.when(c.HireSpecialist("g38:1")).refused("cannot_afford")
    table.when(c.HireSpecialist("g41:1")).refused("hired_by_deed_only")
    rich = in_port_action(gold=20, glory={0: (*hand[1:], "g36:1")}, specialists=("g37:1",))
    rich.when(c.HireSpecialist("g36:1")).refused("already_employed")
    rich.when(c.HireSpecialist("g38:1")).then(e.SpecialistHired(0, "g38:1", 8))
    # The second one of a type is refused for that, although it is hired by deed.
    rich.when(c.HireSpecialist("g39:1")).refused("already_employed")
    assert rich.seat().specialists == ("g37:1", "g38:1")


@pytest.mark.rule("MM-081")
def test_hiring_is_no_activity() -> None:
    table = in_port_action(gold=9, cargo=("rum_1",), glory={0: ("g48:1",)})
    table.when(c.HireSpecialist("g48:1"))
    assert isinstance(table.top, f.PortMenu)
    assert not table.top.used
    assert c.StartSelling() in table.legal()


# Hired by deed


def at_the_end(table: Table) -> Table:
    """The captain ends his turn."""
    table.when(c.EndTurn())
    return table


def twice_damaged(card: str, done: bool) -> Table:
    return given(damage={0: ("masts", "cargo") if done else ("masts", "masts")[:1]}, glory={0: (card,)})


def three_hits(card: str, done: bool) -> Table:
    """In one battle, over two rounds; of four hits on two ships none is enough."""
    if not done:
        table = at_havana(1, 2, seats=3, ships=("flute",) * 3, glory={0: (card,)})
        for other in (1, 2):
            table.when(c.ScoutCaptain(other), *FOUND, SKULL, 1, 1, *(1,) * 20)
            table.when(c.Shoot())
            table.when(c.Shoot(), SKULL, 1, 1, *(1,) * 20)
            table.when(c.Flee())
            table.when(c.Shoot(), SKULL, 1, 1)
        assert turn_of(table.state).most_hits == 2
        return table
    table = duel(SKULL, 1, 1, 1, 1, 1, 1, 3, 4, ships=("frigate", "frigate"), glory={0: (card,)})
    table.when(c.Flee())
    table.when(c.Shoot(), SKULL, 1, 1)
    return table


def three_cannons(card: str, done: bool) -> Table:
    return given(ships=("frigate", "sloop"), damage={} if done else {0: ("cannons",)}, glory={0: (card,)})


def lost_crew(card: str, done: bool) -> Table:
    table = given(
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        next_cargo=("cocoa_3" if done else "cocoa_2", "cocoa_1", "cocoa_4"),
        damage={} if done else {0: ("crew",)},
        glory={0: (card,)},
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1)
    table.when(c.FinishLot())
    return table


def scouted_something(card: str, done: bool) -> Table:
    table = given(at_sea={0: "havana"}, glory={0: (card,)})
    table.when(c.ScoutMerchant("roll"), *(FOUND if done else (1, 1, 1)))
    table.when(c.LetGo() if done else c.Decline())
    return table


def won_crew_combat(card: str, done: bool) -> Table:
    """Not won by sinking the enemy."""
    if not done:
        table = duel(SKULL, 1, 1, 1, 1, 1, SKULL, damage={1: ("hull",)}, glory={0: (card,)})
        table.when(c.AssignX("hull")).then(e.BattleEnded(0, "sunk"))
        return table
    table = duel(glory={0: (card,)})
    table.when(c.Board())
    table.when(c.Shoot(), contest=WON, crew=(SKULL, SKULL, 1, 1, 1))
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    return table


def sold_three(card: str, done: bool) -> Table:
    table = in_port_action(cargo=("rum_1", "rum_2", "wood_1"), demand={"port_royal": "sugar"}, glory={0: (card,)})
    table.when(c.StartSelling())
    for sold in ("rum_1", "rum_2", "wood_1")[: 3 if done else 2]:
        table.when(c.AddToSale(sold))
    table.when(c.FinishSale())
    table.when(c.EndPortAction())
    return table


def moved_thrice(card: str, done: bool) -> Table:
    table = given(at_sea={0: "havana"}, glory={0: (card,)})
    for zone in ("nassau", "havana", "tortuga")[: 3 if done else 2]:
        table.when(c.Sail(zone))
    return table


DEEDS = {
    "g37": twice_damaged,
    "g39": three_hits,
    "g41": three_cannons,
    "g43": lost_crew,
    "g45": scouted_something,
    "g47": won_crew_combat,
    "g49": sold_three,
    "g51": moved_thrice,
}


@pytest.mark.rule("MM-216", "MM-217", "MM-043")
@pytest.mark.parametrize("card", HIRED.each(DEEDS))
def test_a_specialist_is_hired_by_deed_at_the_end_of_the_own_turn(card: str) -> None:
    instance = f"{card}:1"
    table = at_the_end(DEEDS[card](instance, True))
    assert table.top == f.HireByDeed(0)
    gold = table.seat().gold
    table.when(c.HireSpecialist(instance)).then(e.SpecialistHired(0, instance, 0), e.CaptainTurnEnded(0))
    assert (table.seat().specialists, table.seat().gold) == ((instance,), gold)
    assert instance not in table.seat().glory


@pytest.mark.rule("MM-217", "MM-K26")
@pytest.mark.parametrize("card", DEEDS)
def test_without_the_deed_nobody_joins(card: str) -> None:
    table = DEEDS[card](f"{card}:1", False)
    assert table.top == f.TakeAction(0)
    table.when(c.EndTurn()).then(e.CaptainTurnEnded(0))
    assert not table.seat().specialists


@pytest.mark.rule("MM-217")
def test_hiring_by_deed_is_refused_in_the_order_of_the_table() -> None:
    hand = ("g37:1", "g38:1", "g45:1", "g01:1")
    table = given(windows="uniform", damage={0: ("masts", "cargo")}, glory={0: hand}, specialists=("g36:1",), gold=9)
    table.when(c.EndTurn())
    assert table.top == f.HireByDeed(0)
    table.when(c.HireSpecialist("g39:1")).refused("not_in_hand")
    table.when(c.HireSpecialist("g01:1")).refused("not_a_specialist")
    # Hired for gold, and by a deed that was not done.
    table.when(c.HireSpecialist("g38:1")).refused("condition_not_met")
    table.when(c.HireSpecialist("g45:1")).refused("condition_not_met")
    table.when(c.HireSpecialist("g37:1")).refused("already_employed")
    table.when(c.Pass())
    assert table.seat().glory == hand


@pytest.mark.rule("MM-K26", "MM-K25")
def test_in_uniform_windows_everyone_who_holds_a_card_is_asked_for_deeds() -> None:
    table = given(windows="uniform", glory={0: ("g01:1",)}, seats=2)
    table.when(c.EndTurn())
    assert table.top == f.HireByDeed(0)
    assert table.legal() == [c.Pass()]
    table.when(c.Pass())
    empty = given(windows="uniform", seats=2)
    empty.when(c.EndTurn()).then(e.CaptainTurnEnded(0))
    # The last card of the hand has joined.
    one = given(windows="uniform", ships=("frigate", "sloop"), glory={0: ("g41:1",)})
    one.when(c.EndTurn())
    one.when(c.HireSpecialist("g41:1")).then(e.CaptainTurnEnded(0))


@pytest.mark.rule("MM-K26", "MM-218")
def test_one_after_the_other_may_be_hired_by_deed() -> None:
    table = given(
        ships=("frigate", "sloop"),
        at_sea={0: "havana"},
        damage={0: ("masts", "cargo")},
        glory={0: ("g37:1", "g41:1", "g01:1")},
    )
    table.when(c.EndTurn())
    assert not table.when(c.HireSpecialist("g37:1")).count(e.CaptainTurnEnded)
    assert table.top == f.HireByDeed(0)
    table.when(c.HireSpecialist("g41:1")).then(e.CaptainTurnEnded(0))
    assert table.seat().specialists == ("g37:1", "g41:1")


@pytest.mark.rule("MM-396", "MM-043")
def test_nobody_is_hired_by_a_captain_who_is_dead_and_hiring_comes_before_the_storm() -> None:
    dead = duel(1, 1, 1, SKULL, 1, 1, SKULL, damage={0: ("hull", "masts")}, glory={0: ("g37:1", "g43:1")})
    dead.when(c.AssignX("hull")).then(e.CaptainDied(0, "francis_wright"))
    dead.when(c.DeclineReward()).then(e.CaptainTurnEnded(0))
    assert not dead.seat().specialists
    table = given(at_sea={0: "havana"}, event="storm_1", damage={0: ("masts", "cargo")}, glory={0: ("g37:1",)})
    assert not table.when(c.EndTurn()).count(e.CheckRolled)
    table.when(c.HireSpecialist("g37:1")).then(
        e.SpecialistHired(0, "g37:1", 0), e.CheckRolled(0, "seamanship", (1, 1, 1), 1, False, "storm")
    )


# At work


@AT_WORK.by("carpenter")
@pytest.mark.rule("MM-219", "MM-041")
@pytest.mark.parametrize("card", ["g36:1", "g37:1"])
def test_a_carpenter_repairs_a_point_at_the_start_of_each_turn(card: str) -> None:
    table = given(specialists={1: (card,)}, damage={1: ("hull", "masts", "crew")})
    table.when(c.EndTurn())
    assert table.top == f.Carpenter(1)
    assert set(table.legal()) == {c.RepairFree("hull"), c.RepairFree("masts"), c.Pass()}
    table.when(c.RepairFree("hull")).then(e.DamageRepaired(1, "hull", 1, 0))
    assert table.top == f.TakeAction(1)
    sound = given(specialists={1: (card,)}, damage={1: ("crew",)})
    sound.when(c.EndTurn())
    assert sound.top == f.TakeAction(1)


@AT_WORK.by("carpenter")
@pytest.mark.parametrize("card", ["g36:1", "g37:1"])
@pytest.mark.parametrize("location", ["hull", "cargo", "masts", "cannons"])
def test_a_carpenter_repairs_every_location_but_the_crew(card: str, location: str) -> None:
    table = given(ships=("sloop", "frigate"), specialists={1: (card,)}, damage={1: (location,)})
    table.when(c.EndTurn())
    assert table.legal() == [c.RepairFree(location), c.Pass()]


@AT_WORK.by("gunner_captain")
@pytest.mark.parametrize("card", ["g38:1", "g39:1"])
def test_a_gunner_captain_rolls_one_location_die_again_once_in_a_round(card: str) -> None:
    table = duel(*WON, 1, 1, 1, ships=("frigate", "frigate"), specialists=(card,))
    assert table.top == f.Reroll(0, 0, "gunner_captain", "location", most=1)
    table.when(c.RerollMarked()).refused("nothing_marked")
    table.when(c.MarkDie(1))
    table.when(c.MarkDie(2)).refused("die_limit_reached")
    attempt = table.when(c.RerollMarked(), 3)
    attempt.then(e.LocationSet(0, 1, "crew", "gunner_captain"))
    assert hits(attempt) == [(1, "cargo"), (1, "crew"), (1, "cargo")]
    table.when(c.Shoot())
    table.when(c.Shoot(), contest=WON, hits=(1, 1, 1))
    assert table.top == f.Reroll(0, 0, "gunner_captain", "location", most=1)
    assert hits(table.when(c.KeepDice()))[0] == (1, "cargo")


@AT_WORK.by("master_gunner")
@pytest.mark.rule("MM-275")
@pytest.mark.parametrize("card", ["g40:1", "g41:1"])
@pytest.mark.parametrize(
    ("contest", "lost_cannons", "dealt"),
    [
        ((SKULL, 1, 1, SKULL, SKULL, 1), 0, 2),
        ((SKULL, 1, 1, SKULL, 1, 1), 0, 2),
        ((1, 1, 1, SKULL, 1, 1), 0, 1),
        ((SKULL, SKULL, SKULL, SKULL, SKULL, SKULL), 0, 3),
        ((SKULL, 1, 1, 1, 1, 1), 1, 2),
        ((1, 1, 1, SKULL, 1, 1), 3, 0),
    ],
    ids=["lost", "tied", "lost without a success", "no more than cannons", "won", "no cannons"],
)
def test_a_master_gunner_deals_a_hit_more_when_the_contest_is_not_won(
    card: str, contest: tuple[int, ...], lost_cannons: int, dealt: int
) -> None:
    table = at_havana(1, ships=("frigate", "sloop"), specialists=(card,), damage={0: ("cannons",) * lost_cannons})
    attempt = table.when(c.ScoutCaptain(1), *FOUND, *contest, *(2,) * 9)
    assert attempt.happens(e.HitsCounted).aggressor == dealt


@AT_WORK.by("surgeon")
@pytest.mark.parametrize("card", ["g42:1", "g43:1"])
def test_a_surgeon_cancels_one_crew_hit_of_a_battle_or_raid(card: str) -> None:
    table = given(
        ships=("frigate", "sloop"),
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        next_cargo=("cocoa_3", "food_4", "rum_4"),
        specialists=(card,),
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1).then(e.HitApplied(0, "cargo", False, 2, "raid"))
    assert table.top == f.HitResponse(0, "crew")
    table.when(c.Absorb("surgeon")).then(e.HitCancelled(0, "crew", "surgeon"), e.HitApplied(0, "crew", False, 2, "raid"))


@AT_WORK.by("surgeon")
def test_a_surgeon_is_at_hand_again_in_the_next_battle_but_not_in_a_storm() -> None:
    table = at_havana(1, 2, seats=3, ships=("flute", "frigate", "frigate"), specialists=("g42:1",), event="storm_1")
    for other in (1, 2):
        table.when(c.ScoutCaptain(other), *FOUND, 1, 1, 1, SKULL, 1, 1, 3)
        assert table.top == f.HitResponse(0, "crew")
        table.when(c.Absorb("surgeon"))
        table.when(c.Flee())
        table.when(c.Shoot(), SKULL, 1, 1)
    table.when(c.EndTurn(), 1, 1, 1, 3, *(SKULL,) * 6).then(e.HitApplied(0, "crew", False, 0, "storm"))


@AT_WORK.by("lookout")
@pytest.mark.parametrize("card", ["g44:1", "g45:1"])
def test_a_lookout_rolls_a_die_more_for_scouting(card: str) -> None:
    table = given(at_sea={0: "havana"}, specialists=(card,))
    assert len(table.when(c.ScoutMerchant("roll")).happens(e.CheckRolled).dice) == 4


@AT_WORK.by("master_at_arms")
@pytest.mark.parametrize("card", ["g46:1", "g47:1"])
def test_a_master_at_arms_rolls_a_die_more_in_every_round_of_crew_combat(card: str) -> None:
    table = duel(specialists=(card,))
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, crew=(1, 1, 1, 1, 1, 1, SKULL, SKULL, 1, 1, 1, 1))
    rounds = [event for event in attempt.events if isinstance(event, e.CrewRoundRolled)]
    assert [len(each.aggressor) for each in rounds] == [4, 4]


@AT_WORK.by("purser")
@pytest.mark.rule("MM-093", "MM-219")
@pytest.mark.parametrize("card", ["g48:1", "g49:1"])
def test_a_purser_sells_each_demanded_card_for_a_gold_more(card: str) -> None:
    table = in_port_action(cargo=("rum_1", "rum_2", "wood_1"), demand={"port_royal": "rum"}, specialists=(card,))
    table.when(c.StartSelling())
    for sold in ("rum_1", "rum_2", "wood_1"):
        table.when(c.AddToSale(sold))
    assert table.when(c.FinishSale()).happens(e.GoodsSold).gold == 7 + 7 + 3


@AT_WORK.by("purser")
@pytest.mark.rule("MM-219")
def test_a_specialist_works_from_the_moment_of_hiring() -> None:
    table = in_port_action(gold=9, cargo=("rum_1",), demand={"port_royal": "rum"}, glory={0: ("g48:1",)})
    table.when(c.HireSpecialist("g48:1"))
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    assert table.when(c.FinishSale()).happens(e.GoodsSold).gold == 7


@AT_WORK.by("sailing_master")
@pytest.mark.rule("MM-219", "MM-190", "MM-270")
@pytest.mark.parametrize("card", ["g50:1", "g51:1"])
def test_a_sailing_master_counts_wherever_maneuverability_is_used(card: str) -> None:
    # Frigates of Maneuverability 3: against a Flute's 2 the bonus needs one more.
    table = duel(1, 1, 1, 1, 1, 1, 1, ships=("frigate", "flute"), specialists=(card,))
    assert maneuverability(table.state, 0) == 4
    table.when(c.Shoot())
    assert len(table.when(c.Shoot()).happens(e.ContestRolled).aggressor) == 4
    raid = given(
        ships=("frigate", "sloop"),
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        next_cargo=("cocoa_1", "cocoa_4", "cocoa_5"),
        specialists=(card,),
    )
    raid.when(c.ScoutMerchant("roll"), SKULL)
    assert raid.when(c.RaidAs("english"), 1, 1, 1).happens(e.RaidEnded).outcome == "success"
