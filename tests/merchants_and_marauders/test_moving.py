"""Chapter 4: moving, and how actions are spent."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, given


@pytest.mark.rule("MM-059", "MM-060", "MM-038")
def test_each_move_is_one_action_and_a_port_leads_only_to_its_zone() -> None:
    table = given()
    table.when(c.Sail("havana")).refused("in_port")
    table.when(c.LeavePort()).has(
        e.ActionSpent(0, "move", False, 2),
        e.PortLeft(0, "port_royal"),
    )
    table.when(c.Sail("trinidad")).refused("not_adjacent")
    table.when(c.Sail("havana")).has(e.ActionSpent(0, "move", False, 1), e.ShipMoved(0, "port_royal", "havana"))
    table.when(c.EnterPort("open")).has(e.ActionSpent(0, "move", False, 0), e.PortEntered(0, "havana", "open"))
    table.when(c.LeavePort()).refused("no_actions_left")


@pytest.mark.rule("MM-040")
def test_unused_actions_are_lost_with_the_turn() -> None:
    table = given()
    table.when(c.EndTurn()).has(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))
    assert table.state.turn is not None
    assert table.state.turn.actions == 3


@pytest.mark.rule("MM-060")
def test_a_damaged_ship_moves_like_any_other() -> None:
    table = given(at_sea={0: "havana"}, damage={0: ("masts", "masts")})
    table.when(c.Sail("nassau")).has(e.ShipMoved(0, "havana", "nassau"))


@pytest.mark.rule("MM-061", "MM-063")
def test_a_port_is_closed_to_those_its_nation_wants_but_never_the_home_port() -> None:
    table = given(at_sea={0: "bridgetown"}, bounties={0: {"english": 1}})
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    home = given(at_sea={0: "port_royal"}, bounties={0: {"english": 1}})
    home.when(c.EnterPort("open")).has(e.PortEntered(0, "port_royal", "open"))


@pytest.mark.rule("MM-062")
def test_a_port_is_closed_in_war() -> None:
    table = given(at_sea={0: "havana"}, wars=[("english", "spanish")])
    table.when(c.EnterPort("open")).refused("port_closed_war")


@pytest.mark.rule("MM-064", "MM-397")
def test_the_wanted_enter_port_royal_by_gold_or_influence() -> None:
    captains = ("dominique_de_richery", "felipe_de_los_reyes")
    wanted = {0: {"english": 2}}
    table = given(captains=captains, at_sea={0: "port_royal"}, bounties=wanted, gold=2)
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    table.when(c.EnterPort("gold")).has(e.GoldChanged(0, -2, "entry"), e.PortEntered(0, "port_royal", "gold"))
    poor = given(captains=captains, at_sea={0: "port_royal"}, bounties=wanted, gold=1)
    poor.when(c.EnterPort("gold")).refused("not_enough_gold")
    poor.when(c.EnterPort("influence"), SKULL, 1, 1).has(e.PortEntered(0, "port_royal", "influence"))
    free = given(captains=captains, at_sea={0: "port_royal"}, gold=9)
    free.when(c.EnterPort("gold")).refused("means_not_available")


@pytest.mark.rule("MM-065")
def test_a_failed_influence_check_spends_the_move_and_war_stays_closed() -> None:
    captains = ("dominique_de_richery", "felipe_de_los_reyes")
    table = given(captains=captains, at_sea={0: "port_royal"}, bounties={0: {"english": 1}}, gold=2)
    attempt = table.when(c.EnterPort("influence"), 1, 2, 3)
    assert not attempt.count(e.PortEntered)
    assert not table.seat().in_port
    table.when(c.EnterPort("gold")).has(e.PortEntered(0, "port_royal", "gold"))
    war = given(
        captains=captains, at_sea={0: "port_royal"}, bounties={0: {"english": 1}}, gold=9, wars=[("english", "french")]
    )
    war.when(c.EnterPort("gold")).refused("means_not_available")


@pytest.mark.rule("MM-066")
def test_who_is_in_a_port_that_closes_stays_but_cannot_come_back() -> None:
    table = given(in_port={0: "havana"}, bounties={0: {"spanish": 1}})
    table.when(c.OpenPortAction()).has(e.PortActionStarted(0, "havana"))
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open")).refused("port_closed_bounty")


@pytest.mark.rule("MM-399")
def test_papers_open_one_closed_port() -> None:
    table = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, glory={0: ("g05:1",)})
    table.when(c.EnterPort("papers")).refused("means_not_available")
    table.when(c.PlayGlory("g05:1")).has(e.GloryPlayed(0, "g05:1"))
    table.when(c.EnterPort("papers")).has(e.PortEntered(0, "havana", "papers"))
    table.when(c.OpenPortAction())
    assert c.VisitShipyard() in table.legal()


@pytest.mark.rule("MM-056", "MM-398")
def test_smugglers_night_opens_ports_to_pirates_for_trade_and_recruiting() -> None:
    table = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, event="smugglers_night", gold=9, cargo=("rum_1",))
    table.when(c.EnterPort("event")).has(e.PortEntered(0, "havana", "event"))
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard()).refused("activity_forbidden")
    table.when(c.SeekRumor()).refused("activity_forbidden")
    assert {c.StartSelling(), c.StartBuying()} <= set(table.legal())
    honest = given(at_sea={0: "havana"}, event="smugglers_night", wars=[("english", "spanish")])
    honest.when(c.EnterPort("event")).refused("means_not_available")


@pytest.mark.rule("MM-067", "MM-083", "MM-297", "MM-I08")
def test_what_does_not_fit_is_given_up_when_leaving_port() -> None:
    table = given(cargo=("rum_1", "rum_2", "rum_3", "food_1"))
    table.when(c.LeavePort())
    assert table.top == f.DiscardToLimit(0, "cargo")
    table.when(c.DiscardCargo("rum_2"))
    table.when(c.DiscardCargo("food_1")).has(e.CargoDiscarded(0, ("food_1",), "limit"))
    assert table.seat().cargo == ("rum_1", "rum_3")
    assert table.state.cargo.discard[-2:] == ("rum_2", "food_1")
    assert isinstance(table.top, f.TakeAction)


@pytest.mark.rule("MM-048")
def test_doldrums_allow_one_move() -> None:
    table = given(at_sea={0: "havana"}, event="doldrums", glory={0: ("g01:1",)})
    table.when(c.PlayGlory("g01:1"))
    table.when(c.Sail("nassau")).has(e.ActionSpent(0, "move", True, 3))
    table.when(c.Sail("havana")).refused("move_limit_reached")


@pytest.mark.rule("MM-049", "MM-K08")
def test_trade_winds_pay_for_the_first_move_between_zones() -> None:
    table = given(event="trade_winds")
    table.when(c.LeavePort()).has(e.ActionSpent(0, "move", False, 2))
    table.when(c.Sail("havana")).has(e.ActionSpent(0, "move", True, 2, by_wind=True))
    table.when(c.Sail("nassau")).has(e.ActionSpent(0, "move", False, 1))


@pytest.mark.rule("MM-K08", "MM-213", "MM-211")
def test_a_free_move_is_used_first_and_goes_on_after_the_last_action() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1",)})
    table.when(c.PlayGlory("g01:1"))
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    assert "g01:1" in table.state.glory.discard
    table.when(c.Sail("nassau")).has(e.ActionSpent(0, "move", True, 3))
    table.when(c.Sail("havana")).has(e.ActionSpent(0, "move", False, 2))


@pytest.mark.rule("MM-142", "MM-143")
def test_the_reef_of_bridgetown_hits_big_ships() -> None:
    table = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"})
    table.when(c.EnterPort("open"), 1, 1, 1).has(e.HitApplied(0, "hull", False, 2, "reef"))
    safe = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"})
    assert not safe.when(c.EnterPort("open"), SKULL, 1, 1).count(e.HitApplied)
    small = given(at_sea={0: "bridgetown"})
    assert not small.when(c.EnterPort("open"), 1, 1, 1).count(e.CheckRolled)
    weak = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"}, damage={0: ("hull", "hull")})
    weak.when(c.EnterPort("open"), 1, 1, 1).has(e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0))


@pytest.mark.rule("MM-069", "MM-238", "MM-247")
def test_entering_a_zone_lets_hostile_npcs_scout() -> None:
    table = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"spanish": 1}}, at_sea={0: "nassau"})
    attempt = table.when(c.Sail("havana"), SKULL, 1)
    attempt.has(e.Scouted("spanish", "captain:0", True), e.BattleStarted("spanish", 0, 1))
    missed = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"spanish": 1}}, at_sea={0: "nassau"})
    missed.when(c.Sail("havana"), 1, 1).has(e.Scouted("spanish", "captain:0", False))
    assert isinstance(missed.top, f.TakeAction)
    friendly = given(npcs={"spanish": ("npc_es_1", "havana")}, at_sea={0: "nassau"})
    assert not friendly.when(c.Sail("havana")).count(e.CheckRolled)
    port = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"french": 1}}, at_sea={0: "havana"})
    assert not port.when(c.EnterPort("open")).count(e.CheckRolled)
