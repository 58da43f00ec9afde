"""Chapter 4: moving, and how actions are spent."""

from __future__ import annotations

from typing import Literal

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.state import is_pirate

from .scenario import SKULL, given


@pytest.mark.rule("MM-059", "MM-060", "MM-038")
def test_each_move_is_one_action_and_a_port_leads_only_to_its_zone() -> None:
    table = given()
    table.when(c.Sail("havana")).refused("in_port")
    table.when(c.LeavePort()).then(
        e.ActionSpent(0, "move", False, 2),
        e.PortLeft(0, "port_royal"),
    )
    table.when(c.Sail("trinidad")).refused("not_adjacent")
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", False, 1), e.ShipMoved(0, "port_royal", "havana"))
    table.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", False, 0), e.PortEntered(0, "havana", "open"))
    table.when(c.LeavePort()).refused("no_actions_left")


@pytest.mark.rule("MM-040")
def test_unused_actions_are_lost_with_the_turn() -> None:
    table = given()
    table.when(c.EndTurn()).then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))
    assert table.state.turn is not None
    assert table.state.turn.actions == 3


@pytest.mark.rule("MM-060")
def test_a_damaged_ship_moves_like_any_other() -> None:
    table = given(at_sea={0: "havana"}, damage={0: ("masts", "masts")})
    table.when(c.Sail("nassau")).then(e.ShipMoved(0, "havana", "nassau"))


@pytest.mark.rule("MM-061", "MM-063")
def test_a_port_is_closed_to_those_its_nation_wants_but_never_the_home_port() -> None:
    table = given(at_sea={0: "bridgetown"}, bounties={0: {"english": 1}})
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    home = given(at_sea={0: "port_royal"}, bounties={0: {"english": 1}})
    home.when(c.EnterPort("open")).then(e.PortEntered(0, "port_royal", "open"))


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
    table.when(c.EnterPort("gold")).then(e.GoldChanged(0, -2, "entry"), e.PortEntered(0, "port_royal", "gold"))
    poor = given(captains=captains, at_sea={0: "port_royal"}, bounties=wanted, gold=1)
    poor.when(c.EnterPort("gold")).refused("cannot_afford")
    poor.when(c.EnterPort("influence"), SKULL, 1, 1).then(e.PortEntered(0, "port_royal", "influence"))
    free = given(captains=captains, at_sea={0: "port_royal"}, gold=9)
    free.when(c.EnterPort("gold")).refused("means_not_available")


@pytest.mark.rule("MM-065")
def test_a_failed_influence_check_spends_the_move_and_war_stays_closed() -> None:
    captains = ("dominique_de_richery", "felipe_de_los_reyes")
    table = given(captains=captains, at_sea={0: "port_royal"}, bounties={0: {"english": 1}}, gold=2)
    attempt = table.when(c.EnterPort("influence"), 1, 2, 3)
    assert not attempt.count(e.PortEntered)
    assert not table.seat().in_port
    table.when(c.EnterPort("gold")).then(e.PortEntered(0, "port_royal", "gold"))
    war = given(
        captains=captains, at_sea={0: "port_royal"}, bounties={0: {"english": 1}}, gold=9, wars=[("english", "french")]
    )
    war.when(c.EnterPort("gold")).refused("means_not_available")


@pytest.mark.rule("MM-066")
def test_who_is_in_a_port_that_closes_stays_but_cannot_come_back() -> None:
    table = given(in_port={0: "havana"}, bounties={0: {"spanish": 1}})
    table.when(c.OpenPortAction()).then(e.PortActionStarted(0, "havana"))
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open")).refused("port_closed_bounty")


@pytest.mark.rule("MM-399")
def test_papers_open_one_closed_port() -> None:
    table = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, glory={0: ("g05:1",)})
    table.when(c.EnterPort("papers")).refused("means_not_available")
    table.when(c.PlayGlory("g05:1")).then(e.GloryPlayed(0, "g05:1"))
    table.when(c.EnterPort("papers")).then(e.PortEntered(0, "havana", "papers"))
    table.when(c.OpenPortAction())
    assert c.VisitShipyard() in table.legal()


@pytest.mark.rule("MM-067", "MM-083", "MM-297", "MM-I08")
def test_what_does_not_fit_is_given_up_when_leaving_port() -> None:
    table = given(cargo=("rum_1", "rum_2", "rum_3", "food_1"))
    table.when(c.LeavePort())
    assert table.top == f.DiscardToLimit(0, "cargo")
    table.when(c.DiscardCargo("rum_2"))
    table.when(c.DiscardCargo("food_1")).then(e.CargoDiscarded(0, ("food_1",), "limit"))
    assert table.seat().cargo == ("rum_1", "rum_3")
    assert table.state.cargo.discard[-2:] == ("rum_2", "food_1")
    assert isinstance(table.top, f.TakeAction)


@pytest.mark.rule("MM-K08", "MM-213", "MM-211")
def test_a_free_move_is_used_first_and_goes_on_after_the_last_action() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1",)})
    table.when(c.PlayGlory("g01:1"))
    assert table.state.turn is not None
    assert table.state.turn.actions == 3
    assert "g01:1" in table.state.glory.discard
    table.when(c.Sail("nassau")).then(e.ActionSpent(0, "move", True, 3))
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", False, 2))
    for zone in ("nassau", "havana"):
        table.when(c.Sail(zone))
    table.when(c.Sail("nassau")).refused("no_actions_left")
    tired = given(at_sea={0: "havana"}, glory={0: ("g01:1", "g02:1")})
    for zone in ("nassau", "havana", "nassau"):
        tired.when(c.Sail(zone))
    tired.when(c.PlayGlory("g02:1"))
    # This one serves for ports alone.
    tired.when(c.Sail("havana")).refused("no_actions_left")
    tired.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", True, 0))
    tired.when(c.LeavePort()).then(e.ActionSpent(0, "move", True, 0))
    tired.when(c.EnterPort("open")).refused("no_actions_left")
    tired.when(c.PlayGlory("g01:1"))
    tired.when(c.Sail("havana")).then(e.ActionSpent(0, "move", True, 0))


@pytest.mark.rule("MM-142", "MM-143")
def test_the_reef_of_bridgetown_hits_big_ships() -> None:
    table = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"})
    table.when(c.EnterPort("open"), 1, 1, 1).then(e.HitApplied(0, "hull", False, 2, "reef"))
    safe = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"})
    assert not safe.when(c.EnterPort("open"), SKULL, 1, 1).count(e.HitApplied)
    small = given(at_sea={0: "bridgetown"})
    assert not small.when(c.EnterPort("open"), 1, 1, 1).count(e.CheckRolled)
    weak = given(ships=("frigate", "sloop"), at_sea={0: "bridgetown"}, damage={0: ("hull", "hull")})
    weak.when(c.EnterPort("open"), 1, 1, 1).then(e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0))


@pytest.mark.rule("MM-069", "MM-238", "MM-247")
def test_entering_a_zone_lets_hostile_npcs_scout() -> None:
    table = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"spanish": 1}}, at_sea={0: "nassau"})
    attempt = table.when(c.Sail("havana"), SKULL, 1)
    attempt.then(e.Scouted("spanish", "captain:0", True), e.BattleStarted("spanish", 0, 1))
    missed = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"spanish": 1}}, at_sea={0: "nassau"})
    missed.when(c.Sail("havana"), 1, 1).then(e.Scouted("spanish", "captain:0", False))
    assert isinstance(missed.top, f.TakeAction)
    friendly = given(npcs={"spanish": ("npc_es_1", "havana")}, at_sea={0: "nassau"})
    assert not friendly.when(c.Sail("havana")).count(e.CheckRolled)
    port = given(npcs={"spanish": ("npc_es_1", "havana")}, bounties={0: {"french": 1}}, at_sea={0: "havana"})
    assert not port.when(c.EnterPort("open")).count(e.CheckRolled)


@pytest.mark.rule("MM-060", "MM-059")
def test_the_ways_lead_from_zone_to_zone_and_between_a_zone_and_its_port() -> None:
    """All Moves that are legal, for a whole ship and for one with nothing left but its Hull."""

    def moves(damage: tuple[str, ...], **position: object) -> list[c.Command]:
        table = given(ships=("sloop", "sloop"), damage={0: damage}, **position)  # type: ignore[arg-type]
        return [each for each in table.legal() if isinstance(each, c.Sail | c.EnterPort | c.LeavePort)]

    wreck = ("cargo", "cargo", "masts", "masts", "crew", "crew", "cannons", "hull")
    for damage in ((), wreck):
        at_havana = [c.Sail("nassau"), c.Sail("tortuga"), c.Sail("port_royal"), c.EnterPort("open")]
        assert moves(damage, at_sea={0: "havana"}) == at_havana
        assert moves(damage, in_port={0: "havana"}) == [c.LeavePort()]
        assert len(moves(damage, at_sea={0: "caribbean_sea"})) == 7


@pytest.mark.rule("MM-014", "MM-061", "MM-198")
def test_a_captain_is_wanted_by_the_nations_of_his_bounties_alone() -> None:
    """One bounty makes a pirate; without the last one he is honest again."""
    for bounties, closed in (({"spanish": 1}, True), ({"dutch": 5}, False)):
        table = given(at_sea={0: "havana"}, bounties={0: bounties})
        assert is_pirate(table.seat())
        attempt = table.when(c.EnterPort("open"))
        if closed:
            attempt.refused("port_closed_bounty")
        else:
            attempt.then(e.PortEntered(0, "havana", "open"))
    cleared = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}})
    cleared.state = evolve(cleared.state, e.BountyChanged(0, "spanish", -1, 0))
    assert not is_pirate(cleared.seat())
    cleared.when(c.EnterPort("open")).then(e.PortEntered(0, "havana", "open"))


@pytest.mark.rule("MM-063")
def test_the_home_port_is_open_to_the_wanted_and_in_war() -> None:
    """Iñigo Valdivieso's is Cartagena."""
    captains = ("inigo_valdivieso", "francis_wright")
    bounties = {0: {"spanish": 5}}
    table = given(captains=captains, at_sea={0: "cartagena"}, bounties=bounties)
    table.when(c.EnterPort("open")).then(e.PortEntered(0, "cartagena", "open"))
    other = given(captains=captains, at_sea={0: "havana"}, bounties=bounties)
    other.when(c.EnterPort("open")).refused("port_closed_bounty")


@pytest.mark.rule("MM-062")
def test_war_closes_the_ports_of_the_enemy_and_no_others() -> None:
    war = [("spanish", "dutch"), ("english", "french")]
    for zone, closed in (("tortuga", True), ("havana", False), ("curacao", False), ("nassau", False)):
        attempt = given(at_sea={0: zone}, wars=war).when(c.EnterPort("open"))
        if closed:
            attempt.refused("port_closed_war")
        else:
            assert attempt.count(e.PortEntered) == 1


@pytest.mark.rule("MM-064", "MM-065", "MM-397")
def test_only_port_royal_takes_gold_or_influence_and_only_for_a_bounty() -> None:
    captains = ("dominique_de_richery", "felipe_de_los_reyes")
    elsewhere = given(captains=captains, at_sea={0: "nassau"}, bounties={0: {"english": 1}}, gold=9)
    elsewhere.when(c.EnterPort("gold")).refused("means_not_available")
    elsewhere.when(c.EnterPort("influence")).refused("means_not_available")
    war = [("english", "french")]
    for bounties in ({}, {"english": 1}):
        at_war = given(captains=captains, at_sea={0: "port_royal"}, bounties={0: bounties}, gold=9, wars=war)
        at_war.when(c.EnterPort("gold")).refused("means_not_available")
        at_war.when(c.EnterPort("influence")).refused("means_not_available")


@pytest.mark.rule("MM-065", "MM-064")
def test_influence_may_be_tried_again_with_another_action() -> None:
    captains = ("dominique_de_richery", "felipe_de_los_reyes")
    table = given(captains=captains, at_sea={0: "port_royal"}, bounties={0: {"english": 1}}, gold=1)
    for left in (2, 1):
        table.when(c.EnterPort("influence"), 1, 2, 3).then(
            e.ActionSpent(0, "move", False, left), e.CheckRolled(0, "influence", (1, 2, 3), 1, False, "entry")
        )
    table.when(c.EnterPort("influence"), SKULL, 2, 3).then(e.PortEntered(0, "port_royal", "influence"))
    assert table.seat().gold == 1
    table.when(c.LeavePort()).refused("no_actions_left")


@pytest.mark.rule("MM-066")
def test_a_war_that_closes_a_port_lets_those_inside_stay_and_act() -> None:
    table = given(in_port={0: "havana"}, next_events=("war_1", "npc_en_1"))
    table.end_round((3, 2, 1)).then(e.WarStarted(("english", "spanish")))
    table.when(c.OpenPortAction()).then(e.PortActionStarted(0, "havana"))
    assert {c.StartBuying(), c.VisitShipyard()} <= set(table.legal())
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open")).refused("port_closed_war")


@pytest.mark.rule("MM-397")
def test_papers_serve_only_while_the_port_is_closed() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g05:1",)})
    table.when(c.PlayGlory("g05:1"))
    table.when(c.EnterPort("papers")).refused("means_not_available")
    table.when(c.EnterPort("open")).then(e.PortEntered(0, "havana", "open"))


@pytest.mark.rule("MM-399", "MM-016")
@pytest.mark.parametrize("means", ["gold", "influence"])
def test_who_paid_or_talked_his_way_in_may_do_everything(means: Literal["gold", "influence"]) -> None:
    table = given(
        captains=("dominique_de_richery", "felipe_de_los_reyes"),
        at_sea={0: "port_royal"},
        bounties={0: {"english": 1}},
        gold=9,
        cargo=("rum_1",),
        damage={0: ("crew",)},
        laid_out=("m22", "m01"),
    )
    table.when(c.EnterPort(means), SKULL, 1, 1).then(e.PortEntered(0, "port_royal", means))
    table.when(c.OpenPortAction())
    everything = {c.StartSelling(), c.StartBuying(), c.VisitShipyard(), c.StartRecruiting(), c.SeekRumor()}
    assert {*everything, c.ClaimMission("m22")} <= set(table.legal())


@pytest.mark.rule("MM-399", "MM-016")
def test_papers_open_a_port_closed_by_war_too_and_once_only() -> None:
    table = given(at_sea={0: "havana"}, wars=[("english", "spanish")], glory={0: ("g05:1",)})
    table.when(c.PlayGlory("g05:1"))
    table.when(c.EnterPort("papers")).then(e.PortEntered(0, "havana", "papers"))
    table.when(c.LeavePort())
    table.when(c.EnterPort("papers")).refused("means_not_available")


@pytest.mark.rule("MM-067")
def test_only_so_much_is_given_up_that_the_rest_fits_the_damaged_hold() -> None:
    cards = ("rum_1", "food_1", "sugar_1")
    table = given(cargo=cards, damage={0: ("cargo",)})
    table.when(c.LeavePort())
    assert table.top == f.DiscardToLimit(0, "cargo")
    assert table.legal() == [c.DiscardCargo(card) for card in cards]
    table.when(c.DiscardCargo("food_1"))
    table.when(c.DiscardCargo("rum_1"))
    assert table.seat().cargo == ("sugar_1",)
    assert table.state.cargo.discard[-2:] == ("food_1", "rum_1")
    fitting = given(cargo=cards[:2])
    fitting.when(c.LeavePort())
    assert isinstance(fitting.top, f.TakeAction)


@pytest.mark.rule("MM-068", "MM-067")
def test_freight_takes_its_spaces_before_cargo() -> None:
    """A Flute holds 4: silver takes 2 of them."""
    cards = ("rum_1", "food_1", "sugar_1")
    table = given(ships=("flute", "sloop"), mission="m02", cargo=cards)
    table.when(c.LeavePort())
    assert table.legal() == [c.DiscardCargo(card) for card in cards]
    table.when(c.DiscardCargo("food_1"))
    assert isinstance(table.top, f.TakeAction)
    assert (table.seat().cargo, table.seat().mission, table.seat().freight) == (("rum_1", "sugar_1"), "m02", 2)


@pytest.mark.rule("MM-069", "MM-245")
def test_what_does_not_fit_is_given_up_before_a_fight() -> None:
    """The pirates that found the captain leaving port wait until his cargo fits."""
    table = given(cargo=("rum_1", "food_1", "sugar_1"), npcs={"pirate_sloop": ("npc_ps_1", "port_royal")})
    attempt = table.when(c.LeavePort(), SKULL, 1, 1)
    attempt.then(e.Scouted("pirate_sloop", "captain:0", True))
    assert not attempt.count(e.BattleStarted)
    table.when(c.DiscardCargo("rum_1")).then(e.BattleStarted("pirate_sloop", 0, 1))


@pytest.mark.rule("MM-070")
def test_any_number_of_ships_may_lie_in_a_zone_or_port() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana"), "spanish": ("npc_es_1", "havana")}
    table = given(seats=4, at_sea={0: "nassau", 1: "havana"}, in_port={2: "havana", 3: "havana"}, npcs=npcs)
    table.when(c.Sail("havana")).then(e.ShipMoved(0, "nassau", "havana"))
    table.when(c.EnterPort("open")).then(e.PortEntered(0, "havana", "open"))
    assert {(seat.zone, seat.in_port) for seat in table.state.seats} == {("havana", True), ("havana", False)}
