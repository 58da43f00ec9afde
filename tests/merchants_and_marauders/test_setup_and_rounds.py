"""Chapters 2, 3, 19 and 20: setting up, rounds, new captains and the end."""

from __future__ import annotations

import pytest

from domain.game import Malformed
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.ending import ranking
from domain.merchants_and_marauders.legal import asked
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup

from .scenario import SKULL, Dice, Table, given


def laid_out(seats: int = 3) -> Table:
    return Table(setup(Options(), seats, Dice([])).state)


@pytest.mark.rule("MM-001", "MM-K28")
def test_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(Malformed) as refusal:
            setup(Options(), seats, Dice([]))
        assert refusal.value.code == "player_count_not_allowed"
    with pytest.raises(Malformed) as refusal:
        setup(Options(windows="never"), 2, Dice([]))  # type: ignore[arg-type]
    assert refusal.value.code == "invalid_setting"


@pytest.mark.rule("MM-019", "MM-020", "MM-021", "MM-022", "MM-023", "MM-024", "MM-029", "MM-I03", "MM-I05", "MM-I22")
def test_the_map_is_laid_out() -> None:
    state = laid_out().state
    assert len(state.demand) == len(state.modifications) == 16
    assert len(state.demand_pool) == 8
    assert len(state.merchants) == 17
    assert not state.merchant_track
    assert not state.face_up
    assert len(state.missions) == 2
    assert not state.npcs
    assert not state.wars
    for seat in state.seats:
        assert seat.captain is not None
        assert (seat.points, seat.stash, seat.bounties, seat.weapons, seat.ship) == (0, 0, {}, (), None)


@pytest.mark.rule("MM-025", "MM-026", "MM-027", "MM-028", "MM-K01", "MM-K29")
def test_ships_are_chosen_in_secret_and_revealed_together() -> None:
    table = laid_out()
    assert asked(table.state) == (0, 1, 2)
    table.when(c.ChooseShip("frigate"), seat=1).refused("not_a_starting_ship")
    table.when(c.ChooseShip("flute"), seat=1)
    table.when(c.ChooseShip("sloop"), seat=1).refused("already_chosen")
    table.when(c.ChooseShip("sloop"), seat=0)
    attempt = table.when(c.ChooseShip("sloop"), seat=2)
    attempt.has(attempt.happens(e.CaptainsRevealed), attempt.happens(e.TurnOrderDrawn), e.RoundStarted(1))
    assert attempt.happens(e.TurnOrderDrawn).seats == (0, 1, 2)
    assert attempt.count(e.GloryDrawn) >= 3
    assert [seat.gold for seat in table.state.seats] == [10, 10, 10]
    assert all(seat.in_port for seat in table.state.seats)


@pytest.mark.rule("MM-002", "MM-030", "MM-044")
def test_a_round_is_an_event_and_a_turn_of_every_seat() -> None:
    table = given(next_events=("npc_en_1",))
    table.when(c.EndTurn())
    table.when(c.EndTurn()).has(
        e.RoundEnded(1), e.RoundStarted(2), e.EventDrawn("npc_en_1"), e.NpcAnnounced("english", "npc_en_1")
    )
    assert not table.state.npcs
    table.when(c.EndTurn())
    table.when(c.EndTurn()).has(e.NpcPlaced("english", "npc_en_1", "port_royal", "frigate"), e.RoundEnded(2))


@pytest.mark.rule("MM-034", "MM-035", "MM-257", "MM-258")
def test_a_war_makes_naval_ships_men_o_war() -> None:
    table = given(next_events=("war_1",), npcs={"spanish": ("npc_es_1", "havana")})
    table.when(c.EndTurn())
    attempt = table.when(c.EndTurn())
    war = attempt.happens(e.WarStarted)
    assert table.state.wars == (war.nations,)
    changed = [event.npc for event in attempt.events if isinstance(event, e.NpcShipChanged)]
    assert changed == (["spanish"] if "spanish" in war.nations else [])
    assert table.state.event_discard[-1] == "war_1"


@pytest.mark.rule("MM-054")
def test_a_pirate_hunt_adds_to_bounties_up_to_five() -> None:
    table = given(next_events=("pirate_hunt_en_nl",), bounties={0: {"english": 5, "french": 1}, 1: {"dutch": 2}})
    table.when(c.EndTurn())
    table.when(c.EndTurn()).has(e.BountyChanged(1, "dutch", 1, 3))
    assert table.seat(0).bounties == {"english": 5, "french": 1}


@pytest.mark.rule("MM-045", "MM-043", "MM-412")
def test_a_storm_hits_who_ends_his_turn_at_sea() -> None:
    table = given(at_sea={0: "havana"}, event="storm_1")
    # Three checks of three dice; the first and the last fail.
    table.when(c.EndTurn(), 1, 1, 1, SKULL, SKULL, 1, 1, 1, 1, 1, 2).has(
        e.HitApplied(0, "hull", False, 1, "storm"), e.HitApplied(0, "masts", False, 1, "storm"), e.CaptainTurnEnded(0)
    )
    port = given(event="storm_1")
    assert not port.when(c.EndTurn()).count(e.CheckRolled)


@pytest.mark.rule("MM-042", "MM-354", "MM-355", "MM-356", "MM-396")
def test_death_in_the_own_turn_ends_it() -> None:
    table = given(
        at_sea={0: "havana"}, event="gale", damage={0: ("hull",)}, gold=5, stash=11, points={0: 2}, cargo=("rum_1",)
    )
    table.when(c.EndTurn(), 1, 1, 1, SKULL).has(
        e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0), e.CaptainTurnEnded(0)
    )
    own = table.seat()
    assert (own.points, own.stash, own.gold, own.cargo, own.ship) == (2, 11, 0, (), None)
    assert "rum_1" in table.state.cargo.discard


@pytest.mark.rule("MM-359", "MM-360", "MM-362", "MM-363")
def test_a_new_captain_takes_ten_gold_from_the_stash_as_far_as_it_holds() -> None:
    table = given(gold=1, stash=4, next_events=("npc_en_1",))
    table.when(c.Retire()).has(e.CaptainRetired(0, "francis_wright"), e.CaptainTurnEnded(0))
    table.when(c.EndTurn())
    assert table.top == f.ChooseShip(0)
    attempt = table.when(c.ChooseShip("flute"))
    attempt.has(e.GoldMovedFromStash(0, 4))
    assert (table.seat().gold, table.seat().stash) == (10, 0)
    assert table.seat().ship is not None
    assert attempt.count(e.GloryDrawn) == 1


@pytest.mark.rule("MM-366", "MM-367", "MM-368")
def test_a_captain_retires_only_in_port_before_any_action() -> None:
    sea = given(at_sea={0: "havana"})
    sea.when(c.Retire()).refused("not_started_in_port")
    table = given()
    table.when(c.OpenPortAction())
    table.when(c.EndPortAction())
    table.when(c.Retire()).refused("action_taken")


@pytest.mark.rule("MM-369", "MM-371", "MM-372", "MM-138")
def test_stash_points_may_be_declared_and_the_round_is_played_out() -> None:
    table = given(points={0: 7}, stash=39)
    table.when(c.DeclareVictory()).has(e.VictoryDeclared(0, 7, 39))
    table.when(c.DeclareVictory()).refused("already_declared")
    table.when(c.EndTurn())
    ended = table.when(c.EndTurn()).happens(e.GameEnded)
    assert ended.reason == "glory"
    assert ended.ranking[0].seat == 0
    short = given(points={0: 4}, stash=99)
    short.when(c.DeclareVictory()).refused("not_enough_glory")


@pytest.mark.rule("MM-370", "MM-I21")
def test_ten_points_on_the_track_declare_by_themselves() -> None:
    table = given(points={0: 9}, at_sea={0: "caribbean_sea"}, rumor="r01")
    table.when(c.PlayRumor(), SKULL, 1, 1).has(e.GloryGained(0, "rumor", 10), e.VictoryDeclared(0, 10, 0))


@pytest.mark.rule("MM-374", "MM-375", "MM-376", "MM-428")
def test_the_track_decides_then_the_stash() -> None:
    table = given(seats=3, points={0: 7, 1: 8, 2: 8}, stash=50)
    ranked = ranking(table.state, by_glory=True)
    assert [(row.seat, row.place, row.compared) for row in ranked] == [(0, 1, True), (1, 2, False), (2, 2, False)]
    tied = given(seats=2, points={0: 10, 1: 11})
    assert [row.seat for row in ranking(tied.state, by_glory=True)] == [1, 0]
    shared = given(seats=2, points={0: 10, 1: 10})
    assert [row.place for row in ranking(shared.state, by_glory=True)] == [1, 1]
