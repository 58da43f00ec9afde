"""Chapter 10: glory cards of crew combat, and the one against hits."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import GLORY

from .business import Covered
from .fights import FOUND, against, at_havana, duel, hits
from .scenario import SKULL, Attempt, Table, given
from .test_glory_cards_battle import CARDS as IN_NAVAL_COMBAT
from .test_glory_cards_port import CARDS as IN_PORT
from .test_glory_cards_raid import CARDS as IN_RAIDS
from .test_glory_cards_turn import CARDS as IN_THE_TURN
from .test_glory_cards_turn import played

CARDS = Covered()
WON = (SKULL, 1, 1, 1, 1, 1)
"""The contest with which seat 0 boards."""
CALM = (1, 1, 1, 1, 1)
"""A crew combat round of Leadership 3 and 2 without hits."""
FRIGATES = ("frigate", "frigate")


def test_every_action_card_has_a_test() -> None:
    actions = {card.id for card in GLORY.values() if card.kind == "action"}
    assert actions == IN_THE_TURN | IN_PORT | IN_RAIDS | IN_NAVAL_COMBAT | CARDS


def boarded(*dice: int, **position: Any) -> tuple[Table, Attempt]:
    """Seat 0, with Leadership 3, boards the ship of seat 1, with Leadership 2."""
    table = duel(**position)
    table.when(c.Board())
    return table, table.when(c.Shoot(), *WON, *dice)


# Before and in crew combat


@CARDS.by("g20")
@pytest.mark.rule("MM-265", "MM-309")
def test_primed_pistols_take_a_crew_before_the_first_round() -> None:
    table, attempt = boarded(glory={0: ("g20:1",)})
    assert not attempt.count(e.CrewRoundRolled)
    assert table.top == f.React(0, "crew_before_first_round")
    shot = played(table, "g20:1", *CALM)
    shot.then(e.HitApplied(1, "crew", False, 1, "battle"), e.CrewRoundRolled(1, (1, 1, 1), (1, 1), 0, 0, ANY))
    # The last Crew decides the fight; the boarded side has windows too.
    weak, _ = boarded(glory={1: ("g20:1",)}, damage={0: ("crew",)})
    assert weak.top == f.React(1, "crew_before_first_round")
    lost = played(weak, "g20:1")
    lost.then(e.HitApplied(0, "crew", False, 0, "battle"), e.BattleEnded(1, "crew"))
    assert not lost.count(e.CrewRoundRolled)


@CARDS.by("g20")
@pytest.mark.rule("MM-422")
def test_primed_pistols_work_on_npc_ships_and_on_guards() -> None:
    table = against("pirate_frigate", glory={0: ("g20:1",)})
    table.when(c.Board())
    table.when(c.Shoot(), *WON)
    played(table, "g20:1").then(e.HitApplied("pirate_frigate", "crew", False, 2, "battle"))
    guards = given(at_sea={0: "havana"}, rumor="r22", glory={0: ("g20:1",)})
    guards.when(c.PlayRumor(), SKULL, SKULL, SKULL)
    guards.when(c.Accept())
    played(guards, "g20:1").then(e.CardCrewHit(2))


@pytest.mark.rule("MM-212", "MM-308")
def test_primed_pistols_need_a_crew_to_shoot_at() -> None:
    table = at_havana(1, windows="uniform", glory={0: ("g20:1",)}, damage={1: ("crew", "crew")})
    table.when(c.ScoutCaptain(1))
    table.when(c.Pass(), *FOUND)
    while isinstance(table.top, f.React):
        table.when(c.Pass())
    table.when(c.Board())
    table.when(c.Shoot())
    table.when(c.Pass(), *WON)
    while table.top != f.React(0, "crew_before_first_round"):
        table.when(c.Pass())
    table.when(c.Announce("g20:1")).refused("card_has_no_effect")


@CARDS.by("g19")
@pytest.mark.rule("MM-K20")
def test_a_last_stand_rolls_two_dice_more_in_one_round() -> None:
    table, _ = boarded(glory={0: ("g19:1",)})
    assert table.top == f.React(0, "crew_before_roll")
    attempt = played(table, "g19:1", 1, 1, 1, 1, SKULL, 1, 1, SKULL, 1, 1, 1, 1)
    attempt.then(
        e.CrewRoundRolled(1, (1, 1, 1, 1, 0), (1, 1), 1, 0, ANY),
        e.CrewRoundRolled(2, (0, 1, 1), (1, 1), 1, 0, ANY),
        e.BattleEnded(0, "crew"),
    )


@CARDS.by("g21")
@pytest.mark.rule("MM-311")
def test_a_parley_buys_the_end_of_the_fight_from_the_enemy() -> None:
    table, _ = boarded(SKULL, 1, 1, 1, 1, gold=6, glory={0: ("g21:1",)})
    assert table.top == f.React(0, "crew_after_round")
    attempt = played(table, "g21:1")
    attempt.then(e.GoldChanged(0, -5, "card"), e.GoldChanged(1, 5, "card"), e.BattleEnded(None, "card"))
    assert not attempt.count(e.CrewRoundRolled) + attempt.count(e.GloryGained) + attempt.count(e.CaptainDied)
    assert (table.seat(0).gold, table.seat(1).gold) == (1, 5)
    assert table.top == f.TakeAction(0)


@CARDS.by("g21")
def test_an_npc_takes_the_gold_of_a_parley_out_of_the_game() -> None:
    table = against("pirate_frigate", gold=5, glory={0: ("g21:1",)})
    table.when(c.Board())
    table.when(c.Shoot(), *WON)
    attempt = played(table, "g21:1")
    attempt.then(e.GoldChanged(0, -5, "card"), e.BattleEnded(None, "card"))
    assert attempt.count(e.GoldChanged) == 1
    assert table.seat().gold == 0


@pytest.mark.rule("MM-212")
def test_a_parley_must_be_paid() -> None:
    table, _ = boarded(*CALM, *CALM, gold=4, glory={0: ("g21:1",)})
    assert not isinstance(table.top, f.React), "nobody who cannot pay is asked"
    poor = at_havana(1, windows="uniform", gold=4, glory={0: ("g21:1",)})
    poor.when(c.ScoutCaptain(1))
    poor.when(c.Pass(), *FOUND)
    while isinstance(poor.top, f.React):
        poor.when(c.Pass())
    poor.when(c.Board())
    poor.when(c.Shoot())
    poor.when(c.Pass(), *WON)
    while poor.top != f.React(0, "crew_after_round"):
        poor.when(c.Pass())
    poor.when(c.Announce("g21:1")).refused("condition_not_met")


# Hits


@CARDS.by("g22")
@pytest.mark.rule("MM-411", "MM-K19")
def test_braced_timbers_cancel_the_first_hit_of_the_volley_that_reaches_the_hull() -> None:
    # Three hits: Cargo, X and Cannons; the Cannons are destroyed already.
    table = duel(SKULL, 1, 1, 1, 1, 1, 1, SKULL, 4, ships=FRIGATES, glory={1: ("g22:1",)}, damage={1: ("cannons",) * 3})
    table.when(c.AssignX("hull"))
    assert table.top == f.React(1, "hit_received")
    attempt = played(table, "g22:1")
    # The hit passed on comes first in the volley, the X last.
    attempt.then(
        e.HitApplied(1, "cargo", False, 2, "battle"),
        e.HitCancelled(1, "hull", "card"),
        e.HitApplied(1, "hull", False, 2, "battle"),
    )


@CARDS.by("g22")
@pytest.mark.rule("MM-411", "MM-209", "MM-410")
def test_two_braced_timbers_need_two_hull_hits() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, SKULL, SKULL, 1, ships=FRIGATES, glory={1: ("g22:1", "g22:2")})
    table.when(c.AssignX("hull"))
    table.when(c.AssignX("hull"))
    played(table, "g22:1")
    assert hits(played(table, "g22:2")) == [(1, "cargo")]
    assert table.hull(1) == 3
    single = duel(SKULL, 1, 1, 1, 1, 1, SKULL, 1, 1, ships=FRIGATES, glory={1: ("g22:1", "g22:2")})
    single.when(c.AssignX("hull"))
    # Nothing is left for the second one, so nobody is asked for it.
    assert hits(played(single, "g22:1")) == [(1, "cargo"), (1, "cargo")]
    assert single.seat(1).glory == ("g22:2",)


@CARDS.by("g22")
@pytest.mark.rule("MM-411", "MM-412")
def test_braced_timbers_work_in_raids_and_storms() -> None:
    raid = given(
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        glory={0: ("g22:1",)},
        next_cargo=("cocoa_7", "food_8", "cocoa_1"),
    )
    raid.when(c.ScoutMerchant("roll"), SKULL)
    raid.when(c.RaidAs("english"), 1, 1, 1)
    assert raid.top == f.React(0, "hit_received")
    # All hits of a raid are one volley.
    assert hits(played(raid, "g22:1")) == [(0, "hull")]
    storm = given(at_sea={0: "havana"}, event="storm_1", glory={0: ("g22:1",)})
    storm.when(c.EndTurn(), storm=(1, 1, 1), hits=(SKULL,))
    assert storm.top == f.React(0, "hit_received")
    # Each hit of a storm is a volley of its own: the next one falls.
    attempt = played(storm, "g22:1", 1, 1, 1, SKULL, SKULL)
    attempt.then(e.HitCancelled(0, "hull", "card"), e.HitApplied(0, "hull", False, 1, "storm"))


@pytest.mark.rule("MM-411", "MM-212")
@pytest.mark.parametrize(
    ("located", "damage", "reaches"),
    [
        ((1,), (), False),
        ((1, 1, 1), (), False),
        ((1, 1, 1, 1), (), True),
        ((2,), ("masts",) * 3, True),
        ((2, 2), ("masts",) * 2, True),
    ],
)
def test_braced_timbers_are_announced_only_against_hits_that_reach_the_hull(
    located: tuple[int, ...], damage: tuple[str, ...], reaches: bool
) -> None:
    cannons = ("cannons",) * (5 - len(located))
    table = at_havana(
        1, windows="uniform", ships=("man_o_war", "frigate"), glory={1: ("g22:1",)}, damage={0: cannons, 1: damage}
    )
    table.when(c.ScoutCaptain(1), *FOUND)
    table.when(c.Pass())
    table.when(c.Pass(), SKULL, SKULL, SKULL)
    table.when(c.Pass(), *located)
    table.when(c.Pass())
    assert table.top == f.React(1, "hit_received")
    if reaches:
        table.when(c.Announce("g22:1"))
    else:
        table.when(c.Announce("g22:1")).refused("card_has_no_effect")


@CARDS.by("g22")
@pytest.mark.rule("MM-411")
def test_braced_timbers_cancel_the_hit_that_powder_adds() -> None:
    position = {"mission": "m13", "glory": {0: ("g22:1",)}, "next_cargo": ("food_1", "cocoa_1", "cocoa_4")}
    table = given(ships=("flute", "sloop"), at_sea={0: "havana"}, merchants={"havana": "english"}, **position)  # type: ignore[arg-type]
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1)
    assert table.top == f.React(0, "hit_received")
    played(table, "g22:1").then(e.HitApplied(0, "cargo", False, 3, "raid"), e.HitCancelled(0, "hull", "card"))
    assert table.hull() == 3
