"""Chapter 6.6: how missions are claimed, every one of them, and how they are lost."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import MISSIONS

from .business import Covered, in_port_action
from .scenario import SKULL, Table, given

CLAIMED = Covered()
SPANIARD = ("felipe_de_los_reyes", "francis_wright")
LIES_AT = {
    "m01": "port_royal",
    "m02": "havana",
    "m03": "curacao",
    "m04": "st_john",
    "m05": "tortuga",
    "m06": "nassau",
    "m07": "bridgetown",
    "m08": "san_juan",
    "m09": "petite_goave",
    "m10": "santo_domingo",
    "m11": "basse_terre",
    "m12": "caracas",
    "m13": "cartagena",
    "m14": "st_maarten",
    "m15": "old_providence",
    "m16": "trinidad",
    "m17": "tortuga",
    "m18": "havana",
    "m19": "curacao",
    "m20": "nassau",
    "m21": "bridgetown",
    "m22": "port_royal",
    "m23": "petite_goave",
    "m24": "cartagena",
    "m25": "san_juan",
}


def claiming(card: str, **position: object) -> Table:
    """In a Port action where the mission lies."""
    return in_port_action(in_port={0: LIES_AT[card]}, laid_out=(card,), **position)


# Claiming


@pytest.mark.rule("MM-128", "MM-129", "MM-131")
@pytest.mark.parametrize(
    ("card", "skill", "freight"),
    [
        ("m01", "influence", 0),
        ("m02", "influence", 2),
        ("m06", "influence", 0),
        ("m07", "influence", 0),
        ("m08", "influence", 0),
        ("m11", "influence", 0),
        ("m12", "leadership", 1),
        ("m13", "influence", 2),
        ("m15", "influence", 0),
        ("m18", "influence", 0),
        ("m19", "influence", 0),
        ("m21", "influence", 0),
        ("m22", "influence", 0),
        ("m23", "influence", 1),
        ("m24", "influence", 0),
    ],
)
@CLAIMED.by(*(f"m{number:02}" for number in (1, 2, 6, 7, 8, 11, 12, 13, 15, 18, 19, 21, 22, 23, 24)))
def test_missions_claimed_by_a_check(card: str, skill: str, freight: int) -> None:
    bounties = {0: {"english": 1, "french": 1}}
    dice = {"influence": (SKULL,), "leadership": (1, SKULL, 1)}[skill]
    table = claiming(card, bounties=bounties)
    table.when(c.ClaimMission(card), *dice).then(
        e.CheckRolled(0, skill, dice, 1, True, "mission"), e.MissionClaimed(0, card, freight)
    )
    assert (table.seat().mission, table.seat().freight) == (card, freight)
    failed = claiming(card, bounties=bounties)
    attempt = failed.when(c.ClaimMission(card), 1, 1, 1)
    assert not attempt.happens(e.CheckRolled).success
    assert not attempt.count(e.MissionClaimed)
    assert card in failed.state.missions
    assert failed.seat().mission is None
    failed.when(c.ClaimMission(card)).refused("activity_used")


@pytest.mark.rule("MM-128", "MM-129")
@pytest.mark.parametrize(
    ("card", "met", "unmet", "code", "price"),
    [
        ("m03", {"bounties": {0: {"english": 1}}}, {"bounties": {0: {"dutch": 1}}}, "requirement_not_met", 0),
        ("m04", {"bounties": {0: {"dutch": 1}}}, {"bounties": {0: {"english": 1}}}, "requirement_not_met", 0),
        ("m05", {"gold": 3}, {"gold": 2}, "cannot_afford", 3),
        ("m09", {}, {"captains": SPANIARD}, "requirement_not_met", 0),
        ("m10", {"captains": SPANIARD}, {}, "requirement_not_met", 0),
        ("m14", {"gold": 2}, {"gold": 1}, "cannot_afford", 2),
        ("m16", {"bounties": {0: {"dutch": 1}}}, {}, "requirement_not_met", 0),
        ("m17", {}, {"bounties": {0: {"french": 1}}}, "requirement_not_met", 0),
        ("m20", {"bounties": {0: {"dutch": 1}}}, {}, "requirement_not_met", 0),
        ("m22", {"bounties": {0: {"english": 1}}}, {"bounties": {0: {"dutch": 1}}}, "requirement_not_met", 0),
        ("m23", {"bounties": {0: {"french": 1}}}, {"bounties": {0: {"english": 1}}}, "requirement_not_met", 0),
        ("m25", {}, {"bounties": {0: {"spanish": 1}}}, "requirement_not_met", 0),
    ],
)
@CLAIMED.by(*(f"m{number:02}" for number in (3, 4, 5, 9, 10, 14, 16, 17, 20, 25)))
def test_requirements_that_need_no_roll(
    card: str, met: dict[str, object], unmet: dict[str, object], code: str, price: int
) -> None:
    table = claiming(card, **met)
    attempt = table.when(c.ClaimMission(card), SKULL)
    attempt.happens(e.MissionClaimed)
    assert attempt.count(e.CheckRolled) == any(need.type == "check" for need in MISSIONS[card].requirements)
    assert attempt.count(e.GoldChanged) == bool(price)
    if price:
        attempt.then(e.GoldChanged(0, -price, "mission"))
    claiming(card, **unmet).when(c.ClaimMission(card)).refused(code)


def test_every_mission_has_a_test_of_how_it_is_claimed() -> None:
    assert set(MISSIONS) == CLAIMED


@pytest.mark.rule("MM-130")
def test_a_new_mission_is_laid_out_and_an_old_one_discarded() -> None:
    table = in_port_action(mission="m19", laid_out=("m01", "m03"))
    top = table.state.mission.cards[0]
    table.when(c.ClaimMission("m01"), SKULL).then(
        e.MissionLost(0, "m19"), e.MissionClaimed(0, "m01", 0), e.MissionLaidOut(top, MISSIONS[top].port)
    )
    assert table.state.missions == ("m03", top)
    assert table.state.mission.discard == ("m19",)
    assert table.seat().mission == "m01"


@pytest.mark.rule("MM-130")
def test_a_claim_that_fails_keeps_the_old_mission() -> None:
    table = in_port_action(mission="m19", laid_out=("m01",))
    assert not table.when(c.ClaimMission("m01"), 1).count(e.MissionLost)
    assert table.seat().mission == "m19"


@pytest.mark.rule("MM-131", "MM-068")
def test_freight_takes_its_spaces_from_leaving_port_on() -> None:
    table = claiming("m02", cargo=("rum_1",))
    table.when(c.ClaimMission("m02"), SKULL).then(e.MissionClaimed(0, "m02", 2))
    assert table.seat().cargo == ("rum_1",)
    table.when(c.EndPortAction())
    table.when(c.LeavePort()).then(e.CargoDiscarded(0, ("rum_1",), "limit"))
    assert (table.seat().mission, table.seat().freight) == ("m02", 2)


@pytest.mark.rule("MM-405")
def test_new_freight_is_judged_without_that_of_the_mission_given_up() -> None:
    """The sloop has two spaces for cargo, and both missions take two."""
    table = claiming("m13", mission="m02")
    table.when(c.ClaimMission("m13"), SKULL).then(e.MissionLost(0, "m02"), e.MissionClaimed(0, "m13", 2))
    assert table.seat().freight == 2


@pytest.mark.rule("MM-133")
def test_what_was_done_before_claiming_does_not_count() -> None:
    """`m09` asks for two raids on Spanish merchants."""
    table = given(
        at_sea={0: "havana"}, merchants={"havana": "spanish", "nassau": "spanish"}, next_cargo=("rum_1", "rum_3", "food_2")
    )

    def raid() -> None:
        table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
        table.when(c.RaidAs("spanish"), 1, 1, 1)
        table.when(c.FinishLot())

    raid()
    table.after(e.MissionLaidOut("m09", "petite_goave"), e.MissionClaimed(0, "m09", 0))
    table.when(c.Sail("nassau"))
    raid()
    assert (table.seat().mission, table.seat().mission_done) == ("m09", ("raid",))


@pytest.mark.rule("MM-404", "MM-133")
def test_a_port_action_already_open_is_no_visit() -> None:
    table = in_port_action(in_port={0: "bridgetown"}, next_events=("npc_en_1",))
    table.after(e.MissionClaimed(0, "m01", 0), e.MissionLaidOut("m03", "curacao"))
    table.when(c.EndPortAction())
    assert table.seat().mission == "m01"
    table.end_round()
    table.when(c.OpenPortAction()).then(e.PortActionStarted(0, "bridgetown"), e.MissionCompleted(0, "m01"))


# Losing


@pytest.mark.rule("MM-135", "MM-303")
def test_freight_that_no_longer_fits_is_lost_with_its_mission() -> None:
    table = given(at_sea={0: "cartagena"}, rumor="r21", mission="m02")
    table.when(c.PlayRumor(), 1, 1, 1).then(e.HitApplied(0, "cargo", False, 1, "card"), e.MissionLost(0, "m02"))
    assert (table.seat().mission, table.seat().freight) == (None, 0)
    assert "m02" in table.state.mission.discard


@pytest.mark.rule("MM-135", "MM-298", "MM-068")
def test_freight_that_still_fits_stays_and_cards_go_overboard() -> None:
    table = given(at_sea={0: "cartagena"}, rumor="r21", mission="m12", cargo=("rum_1",))
    attempt = table.when(c.PlayRumor(), 1, 1, 1)
    attempt.then(e.HitApplied(0, "cargo", False, 1, "card"), e.CargoDiscarded(0, ("rum_1",), "damage"))
    assert not attempt.count(e.MissionLost)
    assert table.seat().freight == 1


@pytest.mark.rule("MM-135")
def test_freight_is_lost_in_port_too() -> None:
    """Seat 1 sabotages the ship of the carrier in the same port."""
    table = given(in_port={0: "havana", 1: "havana"}, mission="m02", glory={1: ("g34:1",)})
    table.when(c.EndTurn())
    table.when(c.PlayGlory("g34:1"))
    assert table.top == f.Choose(1, "location", ("cargo", "masts", "crew", "cannons"), ("0",))
    table.when(c.Choose("cargo")).then(e.HitApplied(0, "cargo", False, 1, "card"), e.MissionLost(0, "m02"))
    assert table.seat().freight == 0


@pytest.mark.rule("MM-135")
def test_a_mission_whose_port_is_closed_stays() -> None:
    table = given(at_sea={0: "bridgetown"}, mission="m01", bounties={0: {"english": 1}})
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    table.end_round()
    assert table.seat().mission == "m01"
