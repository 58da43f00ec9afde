"""Chapter 6: the Port action and its activities, and what refuses them (D-06 to D-08)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .business import in_port_action
from .scenario import SKULL, Table, given

OFFER = ("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3")


def smuggled_in() -> Table:
    """A captain wanted by Spain has entered Havana by Smugglers' Night; he has no gold."""
    table = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, event="smugglers_night", cargo=("rum_1",))
    table.when(c.EnterPort("event"))
    table.when(c.OpenPortAction())
    return table


# Activities


@pytest.mark.rule("MM-078", "MM-079")
@pytest.mark.parametrize("backwards", [False, True])
def test_after_selling_all_activities_follow_in_any_order_and_once_each(backwards: bool) -> None:
    table = in_port_action(
        gold=20, cargo=("rum_1",), damage={0: ("crew",)}, laid_out=("m01",), demand={"port_royal": "wood"}, next_cargo=OFFER
    )
    table.when(c.StartSelling())
    table.when(c.FinishSale())
    activities: list[tuple[c.Command, c.Command | None, Sequence[int]]] = [
        (c.StartBuying(), c.FinishLot(), ()),
        (c.VisitShipyard(), c.LeaveShipyard(), ()),
        (c.StartRecruiting(), None, (SKULL,)),
        (c.SeekRumor(), None, (1,)),
        (c.ClaimMission("m01"), None, (1,)),
        (c.StartStashing(), c.FinishStashing(), ()),
    ]
    for start, finish, dice in reversed(activities) if backwards else activities:
        table.when(start, *dice).happens(e.ActivityStarted)
        if finish is not None:
            table.when(c.EndPortAction()).refused("wrong_decision")
            table.when(finish)
    for start, _, _ in activities:
        table.when(start).refused("activity_used")
    table.when(c.EndPortAction()).then(e.PortActionEnded(0, "port_royal"))


@pytest.mark.rule("MM-079")
@pytest.mark.parametrize("start", [c.StartBuying(), c.VisitShipyard(), c.SeekRumor(), c.StartStashing()])
def test_nothing_is_sold_after_another_activity(start: c.Command) -> None:
    table = in_port_action(gold=9, cargo=("rum_1",))
    assert c.StartSelling() in table.legal()
    table.when(start)
    if isinstance(table.top, f.PortMenu):
        table.when(c.StartSelling()).refused("selling_not_first")
        return
    table.when(c.StartSelling()).refused("wrong_decision")
    finish = {f.BuyLot: c.FinishLot(), f.Shipyard: c.LeaveShipyard(), f.Stash: c.FinishStashing()}
    table.when(finish[type(table.top)])  # type: ignore[index]
    table.when(c.StartSelling()).refused("selling_not_first")


@pytest.mark.rule("MM-080")
def test_a_port_action_may_end_without_any_activity() -> None:
    table = in_port_action()
    assert table.when(c.EndPortAction()).count(e.ActivityStarted) == 0
    assert table.top == f.TakeAction(0)
    table.when(c.OpenPortAction()).refused("port_action_used")


@pytest.mark.rule("MM-081")
def test_rumors_deliveries_specialists_and_pardons_are_no_activities() -> None:
    table = in_port_action(
        in_port={0: "havana"},
        gold=11,
        rumor="r07",
        mission="m18",
        cargo=("tobacco_1", "tobacco_2", "rum_1"),
        glory={0: ("g36:1",)},
        bounties={0: {"dutch": 1}},
        event="pardon",
    )
    table.when(c.PlayRumor(), SKULL).happens(e.RumorPlayed)
    table.when(c.WorkMission()).happens(e.MissionCompleted)
    table.when(c.HireSpecialist("g36:1")).happens(e.SpecialistHired)
    table.when(c.BuyPardon("dutch")).happens(e.PardonBought)
    assert table.top == f.PortMenu(0, "havana")
    table.when(c.StartSelling()).then(e.ActivityStarted(0, "sell_goods"))


@pytest.mark.rule("MM-082")
def test_the_modification_turned_up_can_be_bought_in_the_same_port_action() -> None:
    table = given(gold=3)
    token = table.state.modifications["port_royal"]
    table.when(c.OpenPortAction()).then(e.PortActionStarted(0, "port_royal"), e.ModificationRevealed("port_royal", token))
    table.when(c.VisitShipyard())
    table.when(c.BuyModification()).then(e.ModificationBought(0, token, "port_royal", 3))


@pytest.mark.rule("MM-082")
def test_a_modification_is_turned_up_only_once() -> None:
    table = given(next_events=("npc_en_1",))
    table.when(c.OpenPortAction()).happens(e.ModificationRevealed)
    table.when(c.EndPortAction())
    table.end_round()
    assert table.when(c.OpenPortAction()).count(e.ModificationRevealed) == 0


@pytest.mark.rule("MM-083", "MM-I09")
def test_six_cards_are_the_limit_in_port_and_freight_does_not_count() -> None:
    held = ("sugar_1", "sugar_2", "sugar_3", "sugar_4", "sugar_5")
    table = in_port_action(
        in_port={0: "havana"}, gold=9, cargo=held, mission="m02", demand={"havana": "wood"}, next_cargo=OFFER
    )
    assert table.seat().freight == 2
    table.when(c.StartBuying())
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("rum_2")).refused("no_cargo_space")
    table.when(c.FinishLot())
    assert table.seat().cargo == (*held, "rum_1")


# What is refused, in the order of the tables: where two codes fit, the first is given


def test_refusals_of_selling() -> None:
    table = in_port_action(cargo=("rum_1",), gold=2)
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    table.when(c.FinishSale())
    table.when(c.StartSelling()).refused("activity_used")
    table.when(c.VisitShipyard())
    table.when(c.LeaveShipyard())
    table.when(c.StartSelling()).refused("selling_not_first")
    empty = in_port_action()
    empty.when(c.StartSelling()).refused("no_cargo")
    empty.when(c.VisitShipyard())
    empty.when(c.LeaveShipyard())
    empty.when(c.StartSelling()).refused("selling_not_first")


@pytest.mark.rule("MM-056", "MM-398")
def test_who_came_by_smugglers_night_only_sells_buys_and_recruits() -> None:
    table = smuggled_in()
    for command in (c.VisitShipyard(), c.SeekRumor(), c.StartStashing(), c.ClaimMission("m02")):
        table.when(command).refused("activity_forbidden")
    table.when(c.StartSelling())
    table.when(c.FinishSale())
    table.when(c.StartBuying())
    table.when(c.FinishLot())
    table.when(c.StartRecruiting()).refused("crew_full")


def test_refusals_of_recruiting() -> None:
    pirate = in_port_action(in_port={0: "petite_goave"}, bounties={0: {"dutch": 1}})
    pirate.when(c.StartRecruiting()).refused("activity_forbidden")
    honest = in_port_action(in_port={0: "petite_goave"}, damage={0: ("crew",)})
    honest.when(c.StartRecruiting())
    honest.when(c.StartRecruiting()).refused("activity_used")
    in_port_action().when(c.StartRecruiting()).refused("crew_full")


def test_refusals_of_seeking_a_rumor() -> None:
    table = in_port_action(gold=2)
    table.when(c.SeekRumor(), 1)
    table.when(c.SeekRumor()).refused("activity_used")
    in_port_action(gold=1).when(c.SeekRumor()).refused("cannot_afford")


@pytest.mark.rule("MM-129", "MM-131")
def test_refusals_of_claiming_a_mission() -> None:
    away = in_port_action(in_port={0: "havana"}, laid_out=("m22", "m23"), damage={0: ("cargo", "cargo")})
    away.when(c.ClaimMission("m22")).refused("mission_not_here")
    away.when(c.ClaimMission("m05")).refused("mission_not_here")
    unknown = in_port_action(in_port={0: "petite_goave"}, laid_out=("m23",), damage={0: ("cargo", "cargo")})
    unknown.when(c.ClaimMission("m23")).refused("requirement_not_met")
    poor = in_port_action(in_port={0: "tortuga"}, gold=2, laid_out=("m05",))
    poor.when(c.ClaimMission("m05")).refused("cannot_afford")
    full = in_port_action(in_port={0: "havana"}, laid_out=("m02",), damage={0: ("cargo",)})
    full.when(c.ClaimMission("m02")).refused("no_cargo_space")
    done = in_port_action(laid_out=("m01",))
    done.when(c.ClaimMission("m01"), 1)
    done.when(c.ClaimMission("m02")).refused("activity_used")


def test_refusals_of_stashing() -> None:
    table = in_port_action(gold=2)
    table.when(c.StartStashing())
    table.when(c.FinishStashing())
    table.when(c.StartStashing()).refused("activity_used")
    in_port_action(in_port={0: "havana"}).when(c.StartStashing()).refused("stash_not_allowed_here")
    in_port_action().when(c.StartStashing()).refused("no_gold")
    in_port_action(gold=1).when(c.StartStashing()).then(e.ActivityStarted(0, "stash"))
    in_port_action(in_port={0: "st_maarten"}, gold=5).when(c.StartStashing()).refused("no_gold")


def test_refusals_of_taking_gold_from_the_stash() -> None:
    away = in_port_action(in_port={0: "havana"}, stash=4)
    away.when(c.WithdrawGold(5)).refused("not_home_port")
    home = in_port_action(stash=4)
    home.when(c.WithdrawGold(5)).refused("stash_too_small")
    home.when(c.WithdrawGold("all")).then(e.GoldWithdrawn(0, 4))
    home.when(c.WithdrawGold("all")).refused("stash_too_small")


def test_refusals_of_playing_a_rumor_in_port() -> None:
    in_port_action().when(c.PlayRumor()).refused("no_rumor")
    in_port_action(in_port={0: "havana"}, rumor="r22").when(c.PlayRumor()).refused("wrong_place")
    in_port_action(rumor="r07").when(c.PlayRumor()).refused("wrong_place")
    kept = in_port_action(rumor="r06").after(e.RumorPlayed(0, "r06", True, True))
    kept.when(c.PlayRumor()).refused("rumor_already_played")


@pytest.mark.parametrize(
    ("port", "mission", "position", "code"),
    [
        ("havana", "", {}, "no_mission"),
        ("havana", "m03", {}, "wrong_place"),
        ("havana", "m15", {}, "wrong_place"),
        ("havana", "m01", {}, "wrong_place"),
        ("old_providence", "m15", {}, "wrong_step"),
        ("havana", "m06", {}, "wrong_step"),
        ("havana", "m22", {}, "wrong_place"),
        ("curacao", "m03", {"cargo": ("sugar_1", "rum_1")}, "goods_missing"),
        ("port_royal", "m22", {"gold": 14}, "cannot_afford"),
    ],
)
def test_refusals_of_working_on_a_mission_in_port(port: str, mission: str, position: dict[str, object], code: str) -> None:
    in_port_action(in_port={0: port}, mission=mission, **position).when(c.WorkMission()).refused(code)


@pytest.mark.rule("MM-216", "MM-217", "MM-218")
def test_a_specialist_is_hired_for_gold() -> None:
    table = in_port_action(gold=6, glory={0: ("g36:1", "g44:1", "g37:1", "g39:1")})
    table.when(c.HireSpecialist("g38:1")).refused("not_in_hand")
    table.when(c.HireSpecialist("g36:1")).then(e.SpecialistHired(0, "g36:1", 6))
    assert table.seat().glory == ("g44:1", "g37:1", "g39:1")
    assert table.seat().specialists == ("g36:1",)
    assert table.seat().gold == 0
    table.when(c.HireSpecialist("g44:1")).refused("cannot_afford")
    table.when(c.HireSpecialist("g37:1")).refused("already_employed")
    table.when(c.HireSpecialist("g39:1")).refused("hired_by_deed_only")
    other = in_port_action(gold=12, glory={0: ("g01:1",)})
    other.when(c.HireSpecialist("g01:1")).refused("not_a_specialist")


@pytest.mark.rule("MM-055", "MM-198")
def test_refusals_of_a_pardon() -> None:
    in_port_action(gold=9).when(c.BuyPardon("dutch")).refused("no_pardon_offered")
    in_port_action(event="pardon").when(c.BuyPardon("dutch")).refused("no_such_bounty")
    in_port_action(event="pardon", gold=4, bounties={0: {"dutch": 1}}).when(c.BuyPardon("dutch")).refused("cannot_afford")
    table = in_port_action(event="pardon", gold=10, bounties={0: {"dutch": 3}})
    table.when(c.BuyPardon("dutch"))
    table.when(c.BuyPardon("dutch"))
    table.when(c.BuyPardon("dutch")).refused("pardon_limit")
    assert (table.seat().gold, table.seat().bounties) == (0, {"dutch": 1})


def test_refusals_of_playing_a_card_in_port() -> None:
    table = in_port_action(glory={0: ("g03:1", "g07:1", "g30:1", "g10:1")})
    table.when(c.PlayGlory("g01:1")).refused("not_in_hand")
    table.when(c.PlayGlory("g03:1")).refused("wrong_timing")
    for card in ("g07:1", "g30:1", "g10:1"):
        table.when(c.PlayGlory(card)).refused("card_has_no_effect")
    war = in_port_action(glory={0: ("g06:1",)})
    war.when(c.PlayGlory("g06:1")).refused("condition_not_met")


def test_refusals_of_declaring_in_port() -> None:
    in_port_action(points={0: 9}, stash=9).when(c.DeclareVictory()).refused("not_enough_glory")
    table = in_port_action(points={0: 9}, stash=10)
    table.when(c.DeclareVictory()).then(e.VictoryDeclared(0, 9, 10))
    table.when(c.DeclareVictory()).refused("already_declared")


def test_refusals_while_selling() -> None:
    table = in_port_action(cargo=("rum_1",))
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_2")).refused("not_your_card")
    table.when(c.AddToSale("rum_1"))
    table.when(c.AddToSale("rum_1")).refused("already_in_lot")


@pytest.mark.rule("MM-403")
def test_refusals_while_selling_for_a_rumor() -> None:
    held = ("rum_1", "rum_2", "rum_3", "rum_4", "rum_5")
    table = in_port_action(in_port={0: "san_juan"}, rumor="r18", cargo=held)
    table.when(c.PlayRumor(), SKULL)
    for card in held[:4]:
        table.when(c.AddToSale(card))
    table.when(c.AddToSale("rum_1")).refused("already_in_lot")
    table.when(c.AddToSale("food_1")).refused("not_your_card")
    table.when(c.AddToSale("rum_5")).refused("sale_limit_reached")


def test_refusals_of_a_new_offer() -> None:
    elsewhere = in_port_action()
    elsewhere.when(c.StartBuying())
    elsewhere.when(c.RedrawOffer()).refused("redraw_not_available")
    position = {"in_port": {0: "santo_domingo"}, "demand": {"santo_domingo": "wood"}, "next_cargo": OFFER}
    poor = in_port_action(**position)
    poor.when(c.StartBuying())
    poor.when(c.RedrawOffer()).refused("cannot_afford")
    table = in_port_action(**position, gold=1)
    table.when(c.StartBuying())
    assert c.RedrawOffer() in table.legal()
    table.when(c.TakeCard("rum_1"))
    table.when(c.RedrawOffer()).refused("lot_not_empty")
    again = in_port_action(**position, gold=2)
    again.when(c.StartBuying())
    again.when(c.RedrawOffer()).happens(e.OfferRedrawn)
    again.when(c.TakeCard(again.seat().offer[-1])).happens(e.CardSetAside)
    again.when(c.RedrawOffer()).refused("redraw_used")


def test_refusals_while_buying() -> None:
    held = ("sugar_1", "sugar_2", "sugar_3", "sugar_4", "sugar_5", "sugar_6")
    table = in_port_action(gold=1, stash=2, cargo=held, demand={"port_royal": "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    table.when(c.TakeCard("cocoa_2")).refused("not_in_offer")
    table.when(c.TakeCard("cocoa_1")).refused("cannot_afford")
    table.when(c.TakeCard("rum_1")).refused("no_cargo_space")
    table.when(c.DropCargo("rum_1")).refused("not_your_card")
    table.when(c.DropCargo("sugar_1")).then(e.CargoDiscarded(0, ("sugar_1",), "room"))
    table.when(c.TakeCard("rum_1"))
    table.when(c.DropCargo("rum_1")).refused("not_your_card")
    table.when(c.TakeCard("rum_1")).refused("not_in_offer")
    table.when(c.WithdrawGold(5)).refused("stash_too_small")
    table.when(c.WithdrawGold("all")).then(e.GoldWithdrawn(0, 2))
    away = in_port_action(in_port={0: "havana"}, stash=2)
    away.when(c.StartBuying())
    away.when(c.WithdrawGold("all")).refused("not_home_port")
