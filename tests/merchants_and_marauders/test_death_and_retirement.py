"""Chapter 19: captains who die or retire. Their successors: test_new_captains."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import PORTS
from domain.merchants_and_marauders.state import to_act

from .defeats import NAVY, PIRATES, assert_turn_of, boarded, next_turn, sunk, two
from .scenario import SKULL, Table, given

LAST_HIT = (1, 1, 1, SKULL)
"""A failed check against a gale, and an X, which hits the Hull."""


def doomed(**position: object) -> Table:
    """Seat 0 is at sea in a gale with one point of Hull left."""
    return given(**{"at_sea": {0: "havana"}, "event": "gale", "damage": {0: ("hull",)}, **position})  # type: ignore[arg-type]


@pytest.mark.rule("MM-354", "MM-355", "MM-356", "MM-I21")
def test_a_captain_whose_hull_is_destroyed_loses_everything_but_points_and_stash() -> None:
    table = doomed(
        ships=("galleon", "sloop"),
        damage={0: ("hull", "hull", "hull")},
        gold=5,
        stash=11,
        points={0: 2},
        cargo=("rum_1", "rum_2"),
        glory={0: ("g28:1", "g29:1")},
        weapons=("chain_shot",),
        specialists=("g44:1",),
        rumor="r02",
        mission="m12",
        bounties={0: {"dutch": 2}},
        modifications={0: ("chasers",)},
    )
    table.when(c.EndTurn(), *LAST_HIT).then(e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0))
    own = table.seat()
    assert (own.points, own.stash) == (2, 11)
    assert (own.captain, own.ship, own.gold, own.mission, own.freight) == (None, None, 0, None, 0)
    assert own.cargo + own.glory + own.specialists + own.rumors + own.weapons == ()
    assert own.bounties == {}
    assert {"rum_1", "rum_2"} <= set(table.state.cargo.discard)
    assert {"g28:1", "g29:1", "g44:1"} <= set(table.state.glory.discard)
    assert ("r02" in table.state.rumor.discard, "m12" in table.state.mission.discard) == (True, True)
    assert set(table.state.modifications) == set(PORTS)
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-354")
def test_who_loses_crew_combat_dies() -> None:
    table = two(npcs=PIRATES)
    table.when(c.ScoutNpc("pirate_sloop"), SKULL)
    table.when(c.Board())
    table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=(1, 1, 1, SKULL, SKULL)).then(
        e.BattleEnded("pirate_sloop", "crew"), e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0), e.CaptainTurnEnded(0)
    )
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-042", "MM-396", "MM-214")
def test_death_ends_the_own_turn_with_nothing_but_its_closing_window() -> None:
    """Seat 1 may announce a card for any turn; neither a storm check nor hiring by deed comes before."""
    table = given(
        seats=3,
        at_sea={0: "havana", 1: "havana"},
        captains=("francis_wright", "joost_verhage", "luc_garrigue"),
        event="storm_1",
        ships=("sloop", "frigate", "sloop"),
        glory={0: ("g43:1",), 1: ("g09:1",)},
        bounties={1: {"spanish": 1}, 2: {"french": 1}},
    )
    attempt = sunk(table, winner=1)
    attempt.then(e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0))
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.React(1, "any_turn")
    assert table.state.turn is not None
    assert table.state.turn.seat == 0
    table.when(c.Pass()).then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))


@pytest.mark.rule("MM-354", "MM-359", "MM-357", "MM-288")
def test_a_captain_may_die_in_anothers_turn_and_is_replaced_in_his_own() -> None:
    table = two(next_captains=("tobias_marsh", "hendrik_slot"), points={1: 3})
    boarded(table, winner=0)
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert_turn_of(table, 0)
    table.when(c.Sail("port_royal")).happens(e.ShipMoved)
    attempt = next_turn(table, 1, f.ChooseShip)
    attempt.then(e.CaptainTurnStarted(1, 2), e.CaptainDrawn(1, "tobias_marsh", redrawn=False))
    assert table.state.captains == ("hendrik_slot",), "the dead one's card is out of the game"
    assert table.seat(1).points == 3


@pytest.mark.rule("MM-354", "MM-303", "MM-333", "MM-K05")
def test_a_captain_may_die_in_port_by_anothers_card() -> None:
    """The hit on destroyed Crew is passed on to the last of the Hull; the turn under way goes on."""
    table = given(
        in_port={1: "port_royal"},
        glory={0: ("g34:1",)},
        damage={1: ("hull", "crew", "crew")},
        modifications={1: ("chasers", "swivel_guns")},
    )
    table.when(c.PlayGlory("g34:1"))
    table.when(c.Choose("crew")).then(e.HitApplied(1, "hull", True, 0, "card"), e.CaptainDied(1, "felipe_de_los_reyes"))
    assert table.top == f.PlaceModification(1)
    table.when(table.legal()[0])
    assert_turn_of(table, 0)
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-283", "MM-354", "MM-355", "MM-I06")
def test_both_may_die_at_once_and_nobody_has_won() -> None:
    table = two(
        ships=("frigate", "frigate"),
        damage={0: ("hull", "hull"), 1: ("hull", "hull")},
        modifications={0: ("chasers", "swivel_guns"), 1: ("chasers", "advanced_rigs")},
    )
    # Three hits against one, all of them X.
    table.when(
        c.ScoutCaptain(1), scout=(SKULL, 1, 1), contest=(SKULL, SKULL, 1, SKULL, 1), hits=(SKULL, SKULL, SKULL, SKULL)
    )
    for _ in range(3):
        table.when(c.AssignX("hull"))
    attempt = table.when(c.AssignX("hull"))
    attempt.then(
        e.BattleEnded(None, "sunk"),
        e.CaptainDied(0, "francis_wright"),
        e.CaptainDied(1, "joost_verhage"),
        e.BelongingsLost(0),
    )
    assert not attempt.count(e.GloryGained)
    assert table.top == f.PlaceModification(0)
    for _ in range(2):
        table.when(table.legal()[0])
    assert table.top == f.PlaceModification(1)
    table.when(table.legal()[0])
    assert set(table.state.modifications) == set(PORTS)
    assert_turn_of(table, 1, f.ChooseShip)
    table.when(c.ChooseShip("sloop"))
    next_turn(table, 0, f.ChooseShip)


@pytest.mark.rule("MM-355")
def test_cards_in_force_end_with_their_captain_and_do_not_serve_the_next() -> None:
    """Both are weather wise in this round; seat 1 is sunk, and its new captain begins his turn in the same round."""
    table = two(ships=("frigate", "sloop"), next_captains=("tobias_marsh",))
    table.after(*(e.EffectBegan(seat, "glory:g35", "round") for seat in (0, 1)))
    sunk(table, winner=0)
    next_turn(table, 1, f.ChooseShip)
    assert [(each.seat, each.source) for each in table.state.lasting] == [(0, "glory:g35")]


@pytest.mark.rule("MM-358", "MM-378", "MM-289")
def test_with_no_captain_left_the_victor_has_his_reward_and_the_game_ends_at_once() -> None:
    """He discards a fifth card; his informer, a card for the end of his turn, is never asked about."""
    wanted, hand = {1: {"dutch": 2}}, ("g09:1", "g28:1", "g29:1", "g01:1")
    table = two(next_captains=(), points={0: 4}, bounties=wanted, glory={0: hand}, modifications={1: ("chasers",)})
    attempt = boarded(table, winner=0)
    attempt.then(e.CaptainDied(1, "joost_verhage"), e.GloryGained(0, "battle", 5))
    assert table.top == f.DiscardToLimit(0, "glory")
    table.when(c.DiscardGlory("g01:1"))
    table.when(c.ClaimReward("dutch")).then(e.RewardClaimed(0, "dutch", 10))
    table.when(c.KeepOwnShip())
    assert table.top == f.Plunder(0, 1)
    over = table.when(c.FinishPlunder())
    over.then(e.BelongingsLost(1), e.StashesShown((0, 0)))
    ended = over.happens(e.GameEnded)
    assert (ended.reason, [(row.seat, row.points) for row in ended.ranking]) == ("captain_deck_empty", [(0, 5), (1, 0)])
    assert not over.count(e.CaptainTurnEnded)
    assert table.state.stack == ()
    assert to_act(table.state) == ()
    table.when(c.EndTurn(), seat=0).refused("game_over")


@pytest.mark.rule("MM-358")
def test_where_nobody_is_to_be_rewarded_the_game_ends_with_the_death() -> None:
    """He is beaten by an NPC, and nobody is asked where his modifications go."""
    table = given(at_sea={0: "havana"}, npcs=PIRATES, modifications={0: ("chasers", "advanced_rigs")}, next_captains=())
    table.when(c.ScoutNpc("pirate_sloop"), SKULL)
    table.when(c.Board())
    lost = table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=(1, 1, 1, SKULL, SKULL))
    lost.then(e.BattleEnded("pirate_sloop", "crew"), e.CaptainDied(0, "francis_wright"))
    assert lost.happens(e.GameEnded).reason == "captain_deck_empty"


@pytest.mark.rule("MM-358")
def test_a_death_in_a_storm_may_end_the_game_too() -> None:
    last = doomed(next_captains=())
    assert last.when(c.EndTurn(), *LAST_HIT).happens(e.GameEnded).reason == "captain_deck_empty"
    more = doomed(next_captains=("tobias_marsh",))
    assert not more.when(c.EndTurn(), *LAST_HIT).count(e.GameEnded)
    assert_turn_of(more, 1)


@pytest.mark.rule("MM-427", "MM-358")
@pytest.mark.parametrize(("left", "over"), [(("tobias_marsh",), True), (("tobias_marsh", "hendrik_slot"), False)])
def test_captains_whom_other_seats_wait_for_do_not_count_as_left(left: tuple[str, ...], over: bool) -> None:
    table = doomed(seats=3, dead=(1,), next_captains=left)
    attempt = table.when(c.EndTurn(), *LAST_HIT)
    assert attempt.count(e.GameEnded) == over
    assert attempt.count(e.CaptainDrawn) == (not over), "at once"
    if not over:
        assert_turn_of(table, 1, f.ChooseShip)
        table.when(c.ChooseShip("sloop"))
        next_turn(table, 2)
        next_turn(table, 0, f.ChooseShip)
        assert table.state.captains == ()


@pytest.mark.rule("MM-427", "MM-283")
def test_two_deaths_at_once_need_two_captains() -> None:
    table = two(ships=("frigate", "frigate"), damage={0: ("hull",) * 2, 1: ("hull",) * 2}, next_captains=("tobias_marsh",))
    table.when(
        c.ScoutCaptain(1), scout=(SKULL, 1, 1), contest=(SKULL, SKULL, 1, SKULL, 1), hits=(SKULL, SKULL, SKULL, SKULL)
    )
    for _ in range(3):
        table.when(c.AssignX("hull"))
    attempt = table.when(c.AssignX("hull"))
    assert attempt.happens(e.GameEnded).reason == "captain_deck_empty"
    assert not attempt.count(e.CaptainDrawn)


@pytest.mark.rule("MM-365", "MM-K07")
def test_a_seat_without_a_captain_still_controls_npcs_and_is_asked_nothing_else() -> None:
    table = given(
        seats=3,
        dead=(1,),
        at_sea={0: "havana"},
        npcs=NAVY,
        glory={2: ("g09:1",)},
        bounties={0: {"french": 1}},
        ships=("frigate", "sloop", "sloop"),
    )
    table.when(c.ScoutNpc("dutch"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, 1, 1))
    assert table.top == f.AssignX(1, 1)
    table.when(c.AssignX("crew"))
    table.when(c.Shoot())
    assert table.top == f.Declare(1, 1)
    table.when(c.Shoot())
    table.when(c.Flee())
    table.when(c.Shoot(), SKULL).then(e.BattleEnded(None, "fled"))
    table.when(c.EndTurn())
    assert table.top == f.React(2, "any_turn")
    assert table.state.turn is not None
    assert table.state.turn.seat == 0
    assert table.legal(1) == []


@pytest.mark.rule("MM-365")
def test_a_seat_without_a_captain_is_no_target_and_no_concern_of_events() -> None:
    table = given(seats=3, dead=(1,), at_sea={0: "havana"}, glory={0: ("g08:1",)}, in_port={2: "basse_terre"})
    table.when(c.ScoutCaptain(1)).refused("target_not_here")
    table.when(c.PlayGlory("g08:1"))
    assert isinstance(table.top, f.Choose)
    assert "1" not in table.top.options
    alone = given(dead=(1,), glory={0: ("g08:1",)})
    alone.when(c.PlayGlory("g08:1")).refused("card_has_no_effect")
    swept = doomed(next_events=("naval_sweep",), npcs={"dutch": ("npc_nl_1", "curacao"), **PIRATES})
    swept.when(c.EndTurn(), *LAST_HIT)
    attempt = next_turn(swept, 0, f.ChooseShip)
    attempt.then(e.EventDrawn("naval_sweep"), e.EventDiscarded("naval_sweep"))
    assert all(move.reason == "letter" for move in attempt.events if isinstance(move, e.NpcMoved))


@pytest.mark.rule("MM-366", "MM-367", "MM-368", "MM-355", "MM-357", "MM-I21")
def test_retiring_discards_all_and_ends_the_turn() -> None:
    table = given(
        next_captains=("tobias_marsh", "hendrik_slot"),
        gold=5,
        stash=11,
        points={0: 2},
        cargo=("rum_1",),
        glory={0: ("g28:1",)},
        weapons=("chain_shot",),
        rumor="r02",
        mission="m07",
        bounties={0: {"dutch": 2}},
        modifications={0: ("chasers", "swivel_guns")},
    )
    table.when(c.Retire()).then(e.CaptainRetired(0, "francis_wright"), e.BelongingsLost(0))
    assert table.top == f.PlaceModification(0)
    table.when(table.legal()[0]).then(e.CaptainTurnEnded(0))
    own = table.seat()
    assert (own.points, own.stash, own.gold, own.ship, own.mission, own.bounties) == (2, 11, 0, None, None, {})
    assert own.cargo + own.glory + own.rumors + own.weapons == ()
    assert_turn_of(table, 1)
    next_turn(table, 0, f.ChooseShip).then(e.CaptainDrawn(0, "tobias_marsh", redrawn=False))
    assert table.state.captains == ("hendrik_slot",)


@pytest.mark.rule("MM-366", "MM-368", "MM-427")
def test_the_refusals_of_retiring_come_in_their_order() -> None:
    entered = given(at_sea={0: "port_royal"}, next_captains=())
    entered.when(c.Retire()).refused("not_started_in_port")
    entered.when(c.EnterPort("open"))
    entered.when(c.Retire()).refused("not_started_in_port")
    left = given(next_captains=())
    left.when(c.Retire()).refused("captain_deck_empty")
    left.when(c.LeavePort())
    left.when(c.Retire()).refused("action_taken")
    waiting = given(seats=3, dead=(2,), next_captains=("tobias_marsh",))
    waiting.when(c.Retire()).refused("captain_deck_empty")
    enough = given(seats=3, dead=(2,), next_captains=("tobias_marsh", "hendrik_slot"))
    enough.when(c.Retire()).happens(e.CaptainRetired)
    assert_turn_of(enough, 1)


@pytest.mark.rule("MM-366")
def test_what_is_no_action_does_not_prevent_retiring() -> None:
    table = given(stash=5, glory={0: ("g01:1",)})
    table.when(c.WithdrawGold(5))
    table.when(c.PlayGlory("g01:1"))
    table.when(c.Retire()).happens(e.CaptainRetired)
    acted = given()
    acted.when(c.OpenPortAction())
    acted.when(c.EndPortAction())
    acted.when(c.Retire()).refused("action_taken")
