"""Chapter 3: storms, doldrums and trade winds, drawn from the deck."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .event_cards import Exercised, drawn
from .scenario import SKULL, given

WEATHER = Exercised()


# Storms


@WEATHER("storm_1", "storm_2")
@pytest.mark.rule("MM-045", "MM-036", "MM-412")
def test_a_storm_makes_three_checks_each_with_its_hit_before_the_next(card: str) -> None:
    table, attempt = drawn(card, at_sea={0: "bridgetown"})
    assert attempt.happens(e.EventInForce) == e.EventInForce(card, ())
    attempt = table.when(c.EndTurn(), 1, 2, 3, SKULL, SKULL, 1, 1, 4, 4, 4, 2)
    told = [event for event in attempt.events if isinstance(event, e.CheckRolled | e.HitApplied)]
    assert told == [
        e.CheckRolled(0, "seamanship", (1, 2, 3), 1, False, "storm"),
        e.HitApplied(0, "hull", False, 1, "storm"),
        e.CheckRolled(0, "seamanship", (SKULL, 1, 1), 1, True, "storm"),
        e.CheckRolled(0, "seamanship", (4, 4, 4), 1, False, "storm"),
        e.HitApplied(0, "masts", False, 1, "storm"),
    ]
    # Felipe is in port.
    assert not table.when(c.EndTurn()).count(e.CheckRolled)
    assert table.state.event is None
    assert not table.when(c.EndTurn()).count(e.CheckRolled)


@WEATHER("gale")
@pytest.mark.rule("MM-045", "MM-046")
def test_a_gale_makes_one_check_and_forbids_scouting_for_the_round(card: str) -> None:
    table, _ = drawn(card, seats=3, at_sea={0: "nassau", 1: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")})
    table.when(c.Sail("havana"))
    for scout in (c.ScoutMerchant("roll"), c.ScoutNpc("dutch"), c.ScoutCaptain(1)):
        table.when(scout).refused("scouting_forbidden")
    attempt = table.when(c.EndTurn(), storm=(1, 2, 3), hits=(4,))
    assert [event for event in attempt.events if isinstance(event, e.CheckRolled)] == [
        e.CheckRolled(0, "seamanship", (1, 2, 3), 1, False, "storm")
    ]
    attempt.then(e.HitApplied(0, "cannons", False, 0, "storm"))
    table.when(c.EndTurn(), SKULL, 1, 1)
    # Seat 2 is in port.
    assert not table.when(c.EndTurn()).count(e.CheckRolled)
    assert {c.ScoutMerchant("roll"), c.ScoutNpc("dutch"), c.ScoutCaptain(1)} <= set(table.legal())


@pytest.mark.rule("MM-046", "MM-238")
def test_in_a_gale_no_npc_scouts() -> None:
    position = {"at_sea": {0: "havana"}, "bounties": {0: {"dutch": 1}}, "npcs": {"dutch": ("npc_nl_1", "havana")}}
    table, attempt = drawn("gale", **position)
    assert not attempt.count(e.CheckRolled)
    table.when(c.Sail("nassau"))
    assert not table.when(c.Sail("havana")).count(e.CheckRolled)
    drawn("doldrums", **position)[1].then(e.CheckRolled("dutch", "scouting", (1, 1), 1, False, "npc_scouting"))


@pytest.mark.rule("MM-045", "MM-290")
@pytest.mark.parametrize(("face", "location"), [(1, "cargo"), (2, "masts"), (3, "crew"), (4, "cannons"), (SKULL, "hull")])
def test_a_location_die_says_where_a_storm_hits(face: int, location: str) -> None:
    table, _ = drawn("gale", at_sea={0: "bridgetown"})
    hit = table.when(c.EndTurn(), storm=(1, 1, 1), hits=(face,)).happens(e.HitApplied)
    assert (hit.side, hit.location, hit.source) == (0, location, "storm")


@pytest.mark.rule("MM-045", "MM-303", "MM-043")
def test_a_storm_may_sink_a_ship() -> None:
    """After the second hit on the Hull no further check is made."""
    table, _ = drawn("storm_1", at_sea={0: "bridgetown"})
    attempt = table.when(c.EndTurn(), 1, 1, 1, SKULL, 1, 1, 1, SKULL)
    assert attempt.count(e.CheckRolled) == 2
    attempt.then(e.HitApplied(0, "hull", False, 0, "storm"), e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0))


@pytest.mark.rule("MM-047", "MM-016")
def test_who_ignores_storms_is_spared_their_checks_but_not_the_ban_of_a_gale() -> None:
    quiroga = ("baltasar_quiroga", "francis_wright")
    table, _ = drawn("gale", captains=quiroga, at_sea={0: "bridgetown", 1: "nassau"})
    table.when(c.ScoutMerchant("roll")).refused("scouting_forbidden")
    assert not table.when(c.EndTurn()).count(e.CheckRolled)
    # The other captain is not spared.
    assert table.when(c.EndTurn(), SKULL).count(e.CheckRolled) == 1
    wise = given(next_events=("gale", "npc_en_1"), at_sea={0: "bridgetown"}, glory={0: ("g35:1",)})
    wise.end_round()
    assert wise.top == f.React(0, "event")
    wise.when(c.Announce("g35:1"))
    wise.when(c.PlayAnnounced())
    wise.when(c.ScoutMerchant("roll")).refused("scouting_forbidden")
    assert not wise.when(c.EndTurn()).count(e.CheckRolled)


@pytest.mark.rule("MM-K17")
def test_only_a_storm_asks_for_cards_against_it() -> None:
    table, _ = drawn("doldrums", glory={0: ("g35:1",)})
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-034")
def test_a_storm_is_answered_after_its_icons() -> None:
    table = given(next_events=("gale",), glory={0: ("g35:1",)}, npcs={"english": ("npc_en_1", "trinidad")})
    table.end_round().then(e.EventDrawn("gale"), e.NpcMoved("english", "trinidad", "basse_terre", "letter"))
    assert table.top == f.React(0, "event")


# Moving


@WEATHER("doldrums")
@pytest.mark.rule("MM-048", "MM-036")
@pytest.mark.parametrize("first", [c.Sail("nassau"), c.EnterPort("open")])
def test_doldrums_allow_one_move_of_any_kind(card: str, first: c.Command) -> None:
    table, _ = drawn(card, at_sea={0: "havana"}, glory={0: ("g01:1", "g02:1")})
    table.when(c.PlayGlory("g01:1"))
    table.when(c.PlayGlory("g02:1"))
    # Free moves are moves.
    table.when(first).then(e.ActionSpent(0, "move", True, 3))
    if table.seat().in_port:
        table.when(c.LeavePort()).refused("move_limit_reached")
    else:
        table.when(c.Sail("havana")).refused("move_limit_reached")
        table.when(c.EnterPort("open")).refused("move_limit_reached")
    # Every captain has one.
    table.when(c.EndTurn())
    table.when(c.LeavePort())
    table.when(c.Sail("tortuga")).refused("move_limit_reached")
    table.when(c.EndTurn())
    table.when(c.LeavePort() if table.seat().in_port else c.Sail("havana"))
    table.when(c.Sail("tortuga")).then(e.ActionSpent(0, "move", False, 1))


@WEATHER("trade_winds")
@pytest.mark.rule("MM-049", "MM-K08", "MM-I20")
def test_trade_winds_make_the_first_move_between_zones_free(card: str) -> None:
    table, _ = drawn(card, at_sea={0: "havana"})
    table.when(c.Sail("nassau")).then(e.ActionSpent(0, "move", True, 3, by_wind=True))
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", False, 2))
    table.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", False, 1))
    table.when(c.LeavePort()).then(e.ActionSpent(0, "move", False, 0))
    table.when(c.Sail("nassau")).refused("no_actions_left")
    table.when(c.EndTurn())
    # The other captain has his own, also when his actions are used.
    table.when(c.OpenPortAction())
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open"))
    table.when(c.LeavePort()).refused("no_actions_left")
    table.when(c.EndTurn())
    table.when(c.Sail("nassau")).then(e.ActionSpent(0, "move", False, 2))


@pytest.mark.rule("MM-049", "MM-K08")
def test_the_free_move_of_trade_winds_is_left_when_the_actions_are_used() -> None:
    table, _ = drawn("trade_winds", at_sea={0: "havana"}, npcs={"english": ("npc_en_1", "havana")})
    table.when(c.EnterPort("open"))
    table.when(c.LeavePort())
    table.when(c.ScoutNpc("english"), 1, 1, 1)
    table.when(c.EnterPort("open")).refused("no_actions_left")
    table.when(c.Sail("nassau")).then(e.ActionSpent(0, "move", True, 0, by_wind=True))
