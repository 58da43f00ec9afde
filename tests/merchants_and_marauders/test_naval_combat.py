"""Chapter 13: contests, hits, boarding, escape, and how a battle ends."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .fights import FOUND, against, at_havana, duel, hits, play_on
from .scenario import SKULL

ONE_EACH = (SKULL, SKULL, 1, SKULL, 1, 1)
"""A contest that seat 0 wins with two successes; with one Cannon both Sloops deal one hit."""
BOTH_HULLS = {0: ("hull",), 1: ("hull",)}


@pytest.mark.rule("MM-270")
@pytest.mark.parametrize(
    ("ships", "dice"),
    [
        (("sloop", "galleon"), (4, 3)),
        (("galleon", "sloop"), (3, 4)),
        (("galleon", "frigate"), (3, 4)),
        (("sloop", "flute"), (4, 3)),
        (("sloop", "frigate"), (3, 3)),
        (("frigate", "man_o_war"), (3, 3)),
        (("sloop", "sloop"), (3, 3)),
    ],
)
def test_a_ship_nimbler_by_two_rolls_one_die_more(ships: tuple[str, str], dice: tuple[int, int]) -> None:
    rolled = at_havana(1, ships=ships).when(c.ScoutCaptain(1), *FOUND).happens(e.ContestRolled)
    assert (len(rolled.aggressor), len(rolled.defender)) == dice


@pytest.mark.rule("MM-271")
def test_without_masts_a_ship_rolls_one_die_however_nimble_it_is() -> None:
    table = at_havana(1, ships=("sloop", "galleon"), damage={0: ("masts", "masts")})
    assert len(table.when(c.ScoutCaptain(1), *FOUND).happens(e.ContestRolled).aggressor) == 1
    damaged = at_havana(1, ships=("sloop", "galleon"), damage={0: ("masts",)})
    assert len(damaged.when(c.ScoutCaptain(1), *FOUND).happens(e.ContestRolled).aggressor) == 4


@pytest.mark.rule("MM-269", "MM-272", "MM-273")
@pytest.mark.parametrize(
    ("own", "other", "winner", "by"),
    [
        ((SKULL, 1, 1), (4, 4, 4), 0, "successes"),
        ((4, 4, 4), (SKULL, 1, 1), 1, "successes"),
        ((SKULL, 2, 2), (SKULL, 3, 2), 1, "sum"),
        ((SKULL, 4, 2), (SKULL, 3, 2), 0, "sum"),
        ((SKULL, 4, 1), (SKULL, 3, 2), None, "none"),
        ((4, 4, 4), (1, 1, 1), None, "none"),
    ],
)
def test_more_successes_win_then_the_sum_if_there_are_any(
    own: tuple[int, ...], other: tuple[int, ...], winner: int | None, by: str
) -> None:
    attempt = at_havana(1).when(c.ScoutCaptain(1), *FOUND, *own, *other)
    attempt.then(e.ContestRolled(1, own, other, ANY), e.ContestDecided(winner, by))  # type: ignore[arg-type]


@pytest.mark.rule("MM-274", "MM-275", "MM-300")
@pytest.mark.parametrize(
    ("own", "other", "damage", "counted"),
    [
        # The winner deals his Cannons, whatever he rolled; the other one hit for each success, at most his Cannons.
        ((SKULL, 1, 1), (1, 1, 1), (), (3, 0)),
        ((SKULL, SKULL, SKULL), (SKULL, SKULL, 1), (), (3, 2)),
        ((SKULL, SKULL, 1), (SKULL, SKULL, SKULL), (), (2, 3)),
        ((SKULL, SKULL, SKULL), (1, 1, 1), ("cannons",), (2, 0)),
        ((SKULL, SKULL, 1), (SKULL, SKULL, SKULL), ("cannons", "cannons"), (1, 3)),
        ((SKULL, SKULL, SKULL), (1, 1, 1), ("cannons", "cannons", "cannons"), (0, 0)),
        ((SKULL, 1, 1), (SKULL, SKULL, 1), ("cannons", "cannons", "cannons"), (0, 3)),
        # Nobody wins, so each success is a hit.
        ((SKULL, SKULL, 2), (SKULL, SKULL, 2), (), (2, 2)),
    ],
)
def test_hits_are_counted_by_cannons_and_successes(
    own: tuple[int, ...], other: tuple[int, ...], damage: tuple[str, ...], counted: tuple[int, int]
) -> None:
    table = at_havana(1, ships=("frigate", "frigate"), damage={0: damage})
    table.when(c.ScoutCaptain(1), *FOUND, *own, *other, 1, 1, 1, 1, 1, 1).then(e.HitsCounted(*counted))


@pytest.mark.rule("MM-275", "MM-276")
def test_a_shooter_hits_whatever_the_other_does_who_deals_nothing() -> None:
    boarded = duel(ships=("frigate", "frigate"))
    boarded.when(c.Board())
    boarded.when(c.Shoot(), contest=(SKULL, SKULL, SKULL, SKULL, SKULL, 1), hits=(1, 1)).then(
        e.ContestDecided(0, "successes"), e.HitsCounted(0, 2)
    )
    fleeing = duel(ships=("frigate", "frigate"))
    fleeing.when(c.Flee())
    fleeing.when(c.Shoot(), contest=(SKULL, SKULL, 1, SKULL, 1, 1), hits=(1,)).then(
        e.ContestDecided(0, "successes"), e.HitsCounted(0, 1)
    )
    both = duel(ships=("frigate", "frigate"))
    both.when(c.Board())
    both.when(c.Flee(), SKULL, 1, 1, SKULL, SKULL, 1).then(e.ContestDecided(1, "successes"), e.HitsCounted(0, 0))


@pytest.mark.rule("MM-277")
def test_both_sides_fire_with_the_cannons_they_had_when_the_round_was_decided() -> None:
    table = at_havana(1)
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=ONE_EACH, hits=(4, 1))
    attempt.then(
        e.HitsCounted(1, 1),
        e.LocationsRolled(0, (4,), ("cannons",), "guns"),
        e.LocationsRolled(1, (1,), ("cargo",), "guns"),
        e.HitApplied(1, "cannons", False, 0, "battle"),
        e.HitApplied(0, "cargo", False, 1, "battle"),
    )


@pytest.mark.rule("MM-283", "MM-302", "MM-277", "MM-282", "MM-284")
def test_two_ships_that_sink_together_leave_no_winner() -> None:
    table = duel(*ONE_EACH, SKULL, SKULL, damage=BOTH_HULLS)
    table.when(c.AssignX("hull"))
    attempt = table.when(c.AssignX("hull"))
    attempt.then(
        e.HitApplied(1, "hull", False, 0, "battle"),
        e.HitApplied(0, "hull", False, 0, "battle"),
        e.BattleEnded(None, "sunk"),
        e.CaptainDied(0, "francis_wright"),
        e.CaptainDied(1, "odette_lancelin"),
        e.BelongingsLost(0),
        e.BelongingsLost(1),
        e.CaptainTurnEnded(0),
    )
    assert not attempt.count(e.GloryGained)
    assert table.top == f.ChooseShip(1)
    play_on(table)


@pytest.mark.rule("MM-282", "MM-284", "MM-289", "MM-042")
def test_a_defender_who_sinks_his_attacker_wins_and_ends_his_turn() -> None:
    table = duel(SKULL, 1, 1, SKULL, SKULL, 1, 1, SKULL, damage=BOTH_HULLS, bounties={0: {"dutch": 2}})
    assert table.top == f.AssignX(0, 0)
    table.when(c.AssignX("hull")).then(
        e.BattleEnded(1, "sunk"), e.CaptainDied(0, "francis_wright"), e.GloryGained(1, "battle", 1)
    )
    # The reward for a pirate is asked after the glory point, before anything else goes on.
    assert table.top == f.ClaimReward(1, 0)
    table.when(c.ClaimReward("dutch")).then(
        e.RewardClaimed(1, "dutch", 10), e.BelongingsLost(0), e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2)
    )
    assert table.top == f.TakeAction(1)
    play_on(table)
    assert table.top == f.ChooseShip(0)


@pytest.mark.rule("MM-282", "MM-288", "MM-359")
def test_a_captain_killed_in_the_turn_of_another_comes_back_in_his_own() -> None:
    table = duel(SKULL, SKULL, 1, 1, 1, 1, SKULL, damage=BOTH_HULLS)
    table.when(c.AssignX("hull")).then(e.BattleEnded(0, "sunk"), e.CaptainDied(1, "odette_lancelin"))
    assert table.top == f.TakeAction(0)
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    table.when(c.EndTurn())
    assert table.top == f.ChooseShip(1)
    play_on(table)


@pytest.mark.rule("MM-285", "MM-278", "MM-288")
def test_naval_combat_goes_on_until_somebody_boards() -> None:
    table = duel()
    for number in range(3, 6):
        table.when(c.Shoot())
        table.when(c.Board()).then(e.ContestDecided(None, "none"), e.CombatRoundStarted(number))
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=(SKULL, SKULL, 1, SKULL, 1, 1), hits=(1,), crew=(SKULL, SKULL, 1, 1, 1))
    attempt.then(
        e.HitsCounted(0, 1),
        e.HitApplied(0, "cargo", False, 1, "battle"),
        e.Boarded(0),
        e.CrewRoundRolled(1, (0, 0, 1), (1, 1), 2, 0, ANY),
        e.BattleEnded(0, "crew"),
    )
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-279")
def test_a_boarder_who_is_sunk_by_the_hits_of_the_round_does_not_board() -> None:
    table = duel(damage={0: ("hull",)})
    table.when(c.Board())
    table.when(c.Shoot(), contest=ONE_EACH, hits=(SKULL,))
    attempt = table.when(c.AssignX("hull"))
    attempt.then(e.BattleEnded(1, "sunk"), e.CaptainDied(0, "francis_wright"), e.GloryGained(1, "battle", 1))
    assert not attempt.count(e.Boarded)
    assert not attempt.count(e.CrewRoundRolled)
    play_on(table)


@pytest.mark.rule("MM-279", "MM-417")
def test_a_boarder_who_lost_his_last_crew_fights_on_at_sea() -> None:
    table = duel(damage={0: ("crew",)})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=ONE_EACH, hits=(3,))
    attempt.then(e.ContestDecided(0, "successes"), e.HitApplied(0, "crew", False, 0, "battle"), e.CombatRoundStarted(3))
    assert not attempt.count(e.Boarded)
    assert table.top == f.Declare(0, 0)
    assert table.legal() == [c.Shoot(), c.Flee()]


@pytest.mark.rule("MM-280", "MM-281")
def test_a_captain_escapes_only_from_an_opponent_without_successes() -> None:
    table = duel()
    table.when(c.Shoot())
    attempt = table.when(c.Flee(), SKULL, 1, 1, SKULL, SKULL, 1)
    attempt.then(e.ContestDecided(1, "successes"), e.CombatRoundStarted(3))
    assert not attempt.count(e.BattleEnded)
    table.when(c.Shoot())
    attempt = table.when(c.Flee(), 1, 1, 1, SKULL, SKULL, 1)
    attempt.then(e.ContestDecided(1, "successes"), e.BattleEnded(None, "fled"))
    assert not attempt.count(e.GloryGained)
    assert table.seat(0).zone == table.seat(1).zone == "havana"
    assert not table.seat(0).in_port
    assert not table.seat(1).in_port
    play_on(table)


@pytest.mark.rule("MM-280", "MM-278")
def test_who_did_not_win_the_contest_neither_escapes_nor_boards() -> None:
    table = duel()
    table.when(c.Flee())
    # A tie of nothing: nobody wins, although the opponent rolled no success.
    attempt = table.when(c.Board(), 1, 1, 1, 1, 1, 1)
    attempt.then(e.ContestDecided(None, "none"), e.CombatRoundStarted(3))
    table.when(c.Flee())
    attempt = table.when(c.Board(), SKULL, SKULL, 1, SKULL, 1, 1)
    attempt.then(e.ContestDecided(0, "successes"), e.CombatRoundStarted(4))
    assert not attempt.count(e.Boarded)


@pytest.mark.rule("MM-284", "MM-336")
def test_who_wins_at_sea_gets_a_point_and_its_card_but_nothing_of_the_loser() -> None:
    table = duel(SKULL, SKULL, 1, 1, 1, 1, SKULL, damage=BOTH_HULLS, weapons={1: ("grapeshot",)}, next_glory=("g05:1",))
    attempt = table.when(c.AssignX("hull"))
    attempt.then(e.GloryGained(0, "battle", 1), e.GloryDrawn(0, "g05:1"), e.BelongingsLost(1))
    assert not attempt.count(e.PlunderTaken)
    assert not table.seat(0).weapons
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-284")
def test_an_npc_that_wins_gets_nothing_and_is_repaired() -> None:
    table = against("pirate_sloop", SKULL, 1, 1, SKULL, SKULL, 1, 2, SKULL, damage={0: ("hull",)})
    attempt = table.when(c.AssignX("hull"))
    attempt.then(
        e.HitApplied("pirate_sloop", "masts", False, 1, "battle"),
        e.BattleEnded("pirate_sloop", "sunk"),
        e.CaptainDied(0, "francis_wright"),
        e.NpcShipChanged("pirate_sloop", "sloop"),
        e.BelongingsLost(0),
    )
    assert not attempt.count(e.GloryGained)
    assert table.state.npcs["pirate_sloop"].now.masts == 2
    play_on(table)


@pytest.mark.rule("MM-255")
def test_an_npc_is_repaired_after_a_battle_that_nobody_won() -> None:
    table = against("dutch", SKULL, 1, 1, 1, 1, 1, 4)
    table.when(c.Flee())
    table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1).then(e.BattleEnded(None, "fled"), e.NpcShipChanged("dutch", "frigate"))
    assert table.state.npcs["dutch"].now.cannons == 3


@pytest.mark.rule("MM-283", "MM-225", "MM-255")
def test_an_npc_that_sinks_with_its_enemy_is_out_until_the_end_of_the_round() -> None:
    table = against("pirate_sloop", *ONE_EACH, SKULL, SKULL, damage={0: ("hull",), "pirate_sloop": ("hull",)})
    assert table.top == f.AssignX(1, 1)
    table.when(c.AssignX("hull"))
    attempt = table.when(c.AssignX("hull"))
    attempt.then(
        e.BattleEnded(None, "sunk"),
        e.CaptainDied(0, "francis_wright"),
        e.NpcDefeated("pirate_sloop", "npc_ps_1", 0),
        e.BelongingsLost(0),
    )
    assert not attempt.count(e.GloryGained)
    assert hits(attempt) == [("pirate_sloop", "hull"), (0, "hull")]
    play_on(table)
    assert "pirate_sloop" not in table.state.npcs
