"""Chapter 6.6: the steps of every mission, and what it pays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import MISSIONS

from .business import Covered, in_port_action
from .scenario import SKULL, Attempt, Table, given

DONE = Covered()


def pays(attempt: Attempt, card: str, *reward: e.Event) -> None:
    """The reward, then the point; the mission is discarded."""
    attempt.then(*reward, e.MissionCompleted(0, card), e.GloryGained(0, "mission", 1))


def gold(amount: int) -> e.GoldChanged:
    return e.GoldChanged(0, amount, "mission")


# Visits


@pytest.mark.rule("MM-132", "MM-134", "MM-404")
@pytest.mark.parametrize(("card", "port", "reward"), [("m01", "bridgetown", 12), ("m24", "st_john", 4)])
@DONE.by("m01", "m24")
def test_a_visit_is_done_when_a_port_action_is_opened(card: str, port: str, reward: int) -> None:
    table = given(in_port={0: port}, mission=card, next_glory=("g01:1", "g44:1", "g36:1"))
    attempt = table.when(c.OpenPortAction())
    hired = [e.SpecialistHired(0, "g44:1", 0, from_hand=False)] if card == "m24" else []
    pays(attempt, card, e.PortActionStarted(0, port), *hired, gold(reward))
    assert (table.seat().mission, table.seat().gold, table.seat().points) == (None, reward, 1)
    assert card in table.state.mission.discard
    assert table.top == f.PortMenu(0, port)


@pytest.mark.rule("MM-132")
@pytest.mark.parametrize("ports", [("havana", "caracas"), ("caracas", "havana")])
@DONE.by("m08")
def test_m08_asks_for_two_visits_in_any_order(ports: Sequence[str]) -> None:
    first, second = ports
    table = given(in_port={0: first}, mission="m08")
    table.when(c.OpenPortAction()).then(e.MissionAdvanced(0, "m08", 0, (first,)))
    again = given(in_port={0: first}, mission="m08").after(e.MissionAdvanced(0, "m08", 0, (first,)))
    assert not again.when(c.OpenPortAction()).count(e.MissionAdvanced)
    last = given(in_port={0: second}, mission="m08").after(e.MissionAdvanced(0, "m08", 0, (first,)))
    pays(last.when(c.OpenPortAction()), "m08", gold(14))


# Deliveries


@pytest.mark.rule("MM-132", "MM-134", "MM-406")
@pytest.mark.parametrize(
    ("card", "good", "port", "reward"),
    [
        ("m03", "sugar", "curacao", 15),
        ("m05", "rum", "tortuga", 16),
        ("m17", "cocoa", "basse_terre", 15),
        ("m18", "tobacco", "havana", 14),
        ("m19", "spices", "port_royal", 14),
        ("m25", "textiles", "caracas", 15),
    ],
)
@DONE.by("m03", "m05", "m17", "m18", "m19", "m25")
def test_a_delivery_gives_up_the_first_cards_of_the_good(card: str, good: str, port: str, reward: int) -> None:
    held = (f"{good}_3", "wood_1", f"{good}_2", f"{good}_1")
    table = in_port_action(in_port={0: port}, mission=card, cargo=held, demand={port: "wood"})
    given_up = (f"{good}_1", f"{good}_2")
    pays(table.when(c.WorkMission()), card, e.CargoDiscarded(0, given_up, "mission"), gold(reward))
    assert table.seat().cargo == (f"{good}_3", "wood_1")
    assert (table.seat().gold, table.seat().points) == (reward, 1)
    short = in_port_action(in_port={0: port}, mission=card, cargo=held[:2])
    short.when(c.WorkMission()).refused("goods_missing")


@DONE.by("m04")
def test_m04_pays_in_gold_and_a_modification() -> None:
    table = in_port_action(in_port={0: "st_john"}, mission="m04", cargo=("wood_1", "wood_2"))
    table.when(c.WorkMission()).then(e.CargoDiscarded(0, ("wood_1", "wood_2"), "mission"), gold(10))
    assert table.seat().points == 0
    port = next(port for port, token in table.state.modifications.items() if token == "chasers")
    pays(table.when(c.Choose(port)), "m04", e.ModificationGained(0, "chasers", port))


@pytest.mark.parametrize("before", ["rum", "tobacco"])
def test_m18_makes_havana_demand_tobacco(before: str) -> None:
    table = in_port_action(in_port={0: "havana"}, mission="m18", cargo=("tobacco_1", "tobacco_2"), demand={"havana": before})
    attempt = table.when(c.WorkMission())
    assert attempt.count(e.DemandReplaced) == (before == "rum")
    assert table.state.demand["havana"] == "tobacco"


def test_m18_leaves_the_demand_if_the_pool_has_no_tobacco() -> None:
    elsewhere = {"havana": "rum", "nassau": "tobacco", "caracas": "tobacco", "tortuga": "tobacco"}
    table = in_port_action(in_port={0: "havana"}, mission="m18", cargo=("tobacco_1", "tobacco_2"), demand=elsewhere)
    pays(table.when(c.WorkMission()), "m18", gold(14))
    assert table.state.demand["havana"] == "rum"


@pytest.mark.rule("MM-131", "MM-134")
@pytest.mark.parametrize(
    ("card", "spaces", "port", "reward"),
    [("m02", 2, "cartagena", 18), ("m12", 1, "old_providence", 16), ("m13", 2, "trinidad", 17)],
)
@DONE.by("m02", "m12", "m13")
def test_freight_is_delivered_in_its_port(card: str, spaces: int, port: str, reward: int) -> None:
    table = in_port_action(in_port={0: port}, mission=card)
    assert table.seat().freight == spaces
    pays(table.when(c.WorkMission()), card, gold(reward))
    assert (table.seat().freight, table.seat().gold) == (0, reward)
    away = in_port_action(in_port={0: "nassau"}, mission=card)
    away.when(c.WorkMission()).refused("wrong_place")


@DONE.by("m23")
def test_m23_brings_a_pardon_of_france() -> None:
    table = in_port_action(in_port={0: "tortuga"}, mission="m23", bounties={0: {"french": 5, "dutch": 1}})
    pays(table.when(c.WorkMission()), "m23", e.BountyChanged(0, "french", -5, 0), gold(5))
    assert (table.seat().bounties, table.seat().freight) == ({"dutch": 1}, 0)


@pytest.mark.rule("MM-016")
def test_the_powder_of_m13_makes_every_cargo_hit_a_hull_hit_too() -> None:
    position = {"ships": ("galleon", "sloop"), "at_sea": {0: "cartagena"}, "rumor": "r21"}
    table = given(**position, mission="m13")  # type: ignore[arg-type]
    table.when(c.PlayRumor(), 1, 1, 1).then(
        e.HitApplied(0, "cargo", False, 4, "card"), e.HitApplied(0, "hull", False, 3, "card")
    )
    plain = given(**position, mission="m02")  # type: ignore[arg-type]
    assert plain.when(c.PlayRumor(), 1, 1, 1).count(e.HitApplied) == 1
    crew = given(at_sea={0: "tortuga"}, rumor="r03", mission="m13")
    assert [hit.location for hit in crew.when(c.PlayRumor(), 1, 1, 1).events if isinstance(hit, e.HitApplied)] == ["crew"]


# Fights and raids


def fight(npc: str, card: str, *, npc_card: str, npc_damage: Sequence[str]) -> tuple[Table, Attempt]:
    """A Man-o-War wins the first contest and sinks the NPC ship by two hits on its Cannons, of which one is left."""
    table = given(
        ships=("man_o_war", "sloop"),
        at_sea={0: "havana"},
        mission=card,
        npcs={npc: (npc_card, "havana")},
        damage={npc: npc_damage},
    )
    return table, table.when(c.ScoutNpc(npc), *(SKULL, 1, 1), *(SKULL,) * 3, *(1,) * 4, *(4,) * 6)


@pytest.mark.rule("MM-132", "MM-134")
@pytest.mark.parametrize(
    ("card", "npc", "npc_card", "usual", "reward"),
    [
        ("m06", "pirate_sloop", "npc_ps_1", 5, [gold(15)]),
        ("m07", "pirate_frigate", "npc_pf_1", 15, [gold(25)]),
        ("m20", "english", "npc_en_1", 0, [gold(20)]),
        ("m20", "spanish", "npc_es_1", 0, [gold(20)]),
        ("m20", "french", "npc_fr_1", 0, [gold(20)]),
        ("m20", "dutch", "npc_nl_1", 0, [gold(20)]),
    ],
)
@DONE.by("m06", "m07", "m20")
def test_missions_to_defeat_an_npc_ship(card: str, npc: str, npc_card: str, usual: int, reward: Sequence[e.Event]) -> None:
    hits = ("hull",) if npc == "pirate_sloop" else ("hull", "hull", "cannons", "cannons")
    table, attempt = fight(npc, card, npc_card=npc_card, npc_damage=hits)
    rewards = [e.GoldChanged(0, usual, "reward")] if usual else []
    attempt.then(
        e.NpcDefeated(npc, npc_card, 0),
        e.GloryGained(0, "battle", 1),
        *rewards,
        *reward,
        e.MissionCompleted(0, card),
        e.GloryGained(0, "mission", 2),
    )
    assert table.seat().mission is None


@pytest.mark.rule("MM-132")
@pytest.mark.parametrize(("card", "npc"), [("m06", "pirate_frigate"), ("m07", "pirate_sloop"), ("m20", "pirate_sloop")])
def test_another_npc_ship_does_not_count(card: str, npc: str) -> None:
    npc_card = {"pirate_sloop": "npc_ps_1", "pirate_frigate": "npc_pf_1"}[npc]
    hits = ("hull",) if npc == "pirate_sloop" else ("hull", "hull", "cannons", "cannons")
    table, attempt = fight(npc, card, npc_card=npc_card, npc_damage=hits)
    attempt.happens(e.NpcDefeated)
    assert table.seat().mission == card


@DONE.by("m22")
@pytest.mark.parametrize("npc", ["pirate_sloop", "pirate_frigate"])
def test_m22_is_done_by_defeating_a_pirate(npc: str) -> None:
    npc_card = {"pirate_sloop": "npc_ps_1", "pirate_frigate": "npc_pf_1"}[npc]
    hits = ("hull",) if npc == "pirate_sloop" else ("hull", "hull", "cannons", "cannons")
    table, attempt = fight(npc, "m22", npc_card=npc_card, npc_damage=hits)
    attempt.then(gold(5), e.MissionCompleted(0, "m22"), e.GloryGained(0, "mission", 2))
    assert table.seat().mission is None


def test_m22_is_done_by_paying_at_port_royal_too() -> None:
    table = in_port_action(mission="m22", gold=15, bounties={0: {"english": 5, "dutch": 1}})
    pays(table.when(c.WorkMission()), "m22", gold(-15), e.BountyChanged(0, "english", -5, 0), gold(5))
    assert (table.seat().gold, table.seat().bounties) == (5, {"dutch": 1})


@pytest.mark.rule("MM-132", "MM-134")
@pytest.mark.parametrize(
    ("card", "nation", "captain"), [("m09", "spanish", "francis_wright"), ("m10", "english", "luc_garrigue")]
)
@DONE.by("m09", "m10")
def test_marques_ask_for_two_successful_raids_and_pay_a_card_too(card: str, nation: str, captain: str) -> None:
    table = given(
        captains=(captain, "joost_verhage"),
        at_sea={0: "caracas"},
        mission=card,
        merchants={"caracas": nation, "curacao": nation},
        next_cargo=("rum_1", "rum_3", "food_2", "food_3", "food_6", "sugar_1"),
        next_glory=("g01:1", "g02:1"),
    )
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    table.when(c.RaidAs(nation), 1, 1, 1)
    table.when(c.FinishLot()).then(e.MissionAdvanced(0, card, 0, ("raid",)))
    table.when(c.Sail("curacao"))
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    table.when(c.RaidAs(nation), 1, 1, 1)
    pays(table.when(c.FinishLot()), card, gold(8), e.GloryDrawn(0, "g01:1"))
    assert table.seat().glory == ("g01:1", "g02:1")


@pytest.mark.rule("MM-132", "MM-185")
def test_raids_that_fail_or_are_on_others_do_not_count() -> None:
    table = given(
        at_sea={0: "caracas"},
        mission="m09",
        merchants={"caracas": "dutch", "curacao": "spanish"},
        next_cargo=("rum_1", "rum_3", "food_2", "cocoa_6", "food_6", "sugar_1"),
    )
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    table.when(c.RaidAs("dutch"), 1, 1, 1)
    table.when(c.FinishLot())
    table.when(c.Sail("curacao"))
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    assert table.when(c.RaidAs("spanish"), 1, 1, 1).happens(e.RaidEnded).outcome == "failed"
    assert (table.seat().mission, table.seat().mission_done) == ("m09", ())


# Checks and crew combat at sea


@pytest.mark.rule("MM-132")
@DONE.by("m11")
def test_m11_is_a_search_that_may_be_repeated_and_then_a_visit() -> None:
    table = given(at_sea={0: "caribbean_sea"}, mission="m11")
    table.when(c.WorkMission(), 1, 1, 1).then(
        e.ActionSpent(0, "mission", False, 2), e.CheckRolled(0, "scouting", (1, 1, 1), 1, False, "mission_step")
    )
    assert (table.seat().mission, table.seat().mission_step) == ("m11", 0)
    table.when(c.WorkMission(), SKULL, 1, 1).then(e.ActionSpent(0, "mission", False, 1), e.MissionAdvanced(0, "m11", 1, ()))
    table.when(c.WorkMission()).refused("wrong_place")
    last = given(in_port={0: "basse_terre"}, mission="m11")
    assert not last.when(c.OpenPortAction()).count(e.MissionCompleted)
    found = given(in_port={0: "basse_terre"}, mission="m11").after(e.MissionAdvanced(0, "m11", 1, ()))
    pays(found.when(c.OpenPortAction()), "m11", gold(20))


@DONE.by("m14")
@pytest.mark.parametrize(("die", "place"), [(1, "cargo"), (2, "masts"), (3, "crew"), (4, "cannons")])
def test_m14_asks_for_two_successes_and_hits_who_fails(die: int, place: str) -> None:
    table = given(at_sea={0: "st_maarten"}, mission="m14")
    attempt = table.when(c.WorkMission(), mission=(SKULL, 1, 1), hits=(die,))
    attempt.then(e.CheckRolled(0, "seamanship", (0, 1, 1), 2, False, "mission_step"))
    hit = attempt.happens(e.HitApplied)
    assert (hit.side, hit.location) == (0, place)
    assert table.seat().mission == "m14"
    pays(table.when(c.WorkMission(), SKULL, SKULL, 1), "m14", gold(18))


def test_an_x_of_m14_falls_where_the_captain_chooses() -> None:
    table = given(at_sea={0: "st_maarten"}, mission="m14")
    table.when(c.WorkMission(), mission=(1, 1, 1), hits=(SKULL,))
    assert isinstance(table.top, f.Choose)
    assert table.top.options == ("hull", "cargo", "masts", "crew", "cannons")
    table.when(c.Choose("hull")).then(e.HitApplied(0, "hull", False, 1, "card"))


@pytest.mark.rule("MM-303")
def test_a_hit_of_m14_may_sink_the_ship() -> None:
    table = given(at_sea={0: "st_maarten"}, mission="m14", damage={0: ("hull",)})
    table.when(c.WorkMission(), mission=(1, 1, 1), hits=(SKULL,))
    table.when(c.Choose("hull")).then(e.HitApplied(0, "hull", False, 0, "card"), e.CaptainDied(0, "francis_wright"))
    assert "m14" in table.state.mission.discard


@pytest.mark.rule("MM-132")
@DONE.by("m15")
def test_the_two_checks_of_m15_are_done_in_order() -> None:
    wrong = given(at_sea={0: "nassau"}, mission="m15")
    wrong.when(c.WorkMission()).refused("wrong_place")
    first, second = (given(at_sea={0: zone}, mission="m15") for zone in ("old_providence", "nassau"))
    second.after(e.MissionAdvanced(0, "m15", 1, ()))
    for table in (first, second):
        failed = table.when(c.WorkMission(), 1, 1, 1)
        failed.then(e.CheckRolled(0, "seamanship", (1, 1, 1), 1, False, "mission_step"))
        assert not failed.count(e.MissionLost)
    first.when(c.WorkMission(), SKULL, 1, 1).then(e.MissionAdvanced(0, "m15", 1, ()))
    pays(second.when(c.WorkMission(), 1, SKULL, 1), "m15", gold(12))


@pytest.mark.rule("MM-312")
@DONE.by("m16")
def test_m16_is_a_crew_combat_that_fills_the_crew() -> None:
    """Two hits each way in the first round leave two of four crew, and one of three guards."""
    table = given(ships=("galleon", "sloop"), at_sea={0: "santo_domingo"}, mission="m16")
    attempt = table.when(c.WorkMission(), SKULL, SKULL, 1, SKULL, SKULL, SKULL, 1, 1, 1, 1)
    started = attempt.happens(e.BattleStarted)
    assert (started.aggressor, started.controller, started.card_crew, started.card_leadership) == (0, None, 3, 2)
    attempt.then(e.ActionSpent(0, "mission", False, 2), e.BattleEnded(0, "crew"))
    pays(attempt, "m16", gold(10), e.CrewRecruited(0, 2, 0))
    assert attempt.count(e.GloryGained) == 1
    ship = table.seat().ship
    assert ship is not None
    assert ship.now.crew == 4


@pytest.mark.rule("MM-407", "MM-311")
def test_a_crew_combat_without_a_winner_is_a_failed_step() -> None:
    """`m16` may not be tried again."""
    table = given(captains=("margery_thorne", "luc_garrigue"), at_sea={0: "santo_domingo"}, mission="m16")
    attempt = table.when(c.WorkMission(), SKULL, 1, 1, 1, SKULL, SKULL, SKULL, SKULL)
    attempt.then(e.BattleEnded(None, "draw"), e.MissionLost(0, "m16"))
    assert (table.seat().mission, table.seat().captain, table.seat().points) == (None, "margery_thorne", 0)
    assert "m16" in table.state.mission.discard


@pytest.mark.rule("MM-313")
def test_who_loses_the_crew_combat_of_m16_dies() -> None:
    table = given(at_sea={0: "santo_domingo"}, mission="m16")
    attempt = table.when(c.WorkMission(), 1, 1, 1, SKULL, SKULL)
    attempt.then(e.BattleEnded("m16", "crew"), e.CaptainDied(0, "francis_wright"))
    assert not attempt.count(e.MissionCompleted)
    assert "m16" in table.state.mission.discard


@DONE.by("m21")
def test_m21_is_a_look_at_a_naval_ship() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana")}
    table = given(at_sea={0: "havana"}, mission="m21", npcs=npcs)
    attempt = table.when(c.WorkMission(), SKULL, 1, 1)
    attempt.then(e.CheckRolled(0, "scouting", (0, 1, 1), 1, True, "mission_step"))
    pays(attempt, "m21", gold(16))
    alone = given(at_sea={0: "havana"}, mission="m21", npcs={"pirate_sloop": ("npc_ps_1", "havana")})
    alone.when(c.WorkMission()).refused("wrong_place")


@pytest.mark.rule("MM-408")
def test_when_m21_fails_each_naval_ship_scouts_in_order_hostile_or_not() -> None:
    npcs = {
        "dutch": ("npc_nl_1", "havana"),
        "english": ("npc_en_1", "havana"),
        "french": ("npc_fr_1", "nassau"),
        "pirate_sloop": ("npc_ps_1", "havana"),
    }
    table = given(at_sea={0: "havana"}, mission="m21", npcs=npcs)
    attempt = table.when(c.WorkMission(), mission=(1, 1, 1), found_by=(1, 1, 1, SKULL, 1))
    scouted = [(event.side, event.found) for event in attempt.events if isinstance(event, e.Scouted)]
    assert scouted == [("english", False), ("dutch", True)]
    attempt.then(e.BattleStarted("dutch", 0, 1))
    assert table.seat().mission == "m21"


def test_every_mission_has_a_test_of_its_steps_and_reward() -> None:
    assert set(MISSIONS) == DONE


def test_every_kind_of_step_and_requirement_is_used_by_a_mission() -> None:
    steps = {step.type for mission in MISSIONS.values() for step in mission.steps}
    assert steps == {"visit", "carry", "deliver", "defeat", "raid", "check", "crew_combat", "any_of"}
    options = {step.type for mission in MISSIONS.values() for each in mission.steps for step in each.options}
    assert options == {"defeat", "pay"}
    requirements = {need.type for mission in MISSIONS.values() for need in mission.requirements}
    assert requirements == {"check", "pay", "min_bounties", "bounty_of", "no_bounty_of", "captain_not_nation"}
