"""Lists of effects: their order, what is optional, and when a seat is asked (chapters 5 and 25)."""

from __future__ import annotations

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f

from .scenario import given

PRIZE_SHIP, ROYAL_YACHT, INLAND_MAPS, RECRUITER = "improvement:I58", "improvement:I59", "improvement:I50", "improvement:I34"
CHOICE = "space:B4"


@pytest.mark.rule("PM-072", "PM-405", "PM-441", "PM-C23", "PM-V47", "PM-V48")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_effects_of_a_lightning_card_come_in_any_order(order: tuple[int, int]) -> None:
    """Prize Ship: a Treasure, and 2 markers on an island."""
    table = given(sea={"c1r1": "I58"})
    table.when(c.SailTo("c1r1"))
    acquired = table.when(c.AcquireImprovement())
    acquired.then(e.EffectsOpened(0, PRIZE_SHIP, ("gain_treasure", "place_markers"), True))
    assert table.legal() == [c.TakeEffect(0), c.TakeEffect(1), c.FinishEffects()]
    answers = {0: [c.ChooseTreasure("gold"), c.StoreTreasure("gold:plain")], 1: [c.PlaceMarkersOn("pearl")]}
    first, last = order
    table.when(c.TakeEffect(first)).then(e.EffectStarted(0, first, None))
    table.all_of(*answers[first])
    # With one effect left the list is still asked, for that one can be skipped.
    assert table.legal() == [c.TakeEffect(last), c.FinishEffects()]
    table.when(c.TakeEffect(first)).refused("effect_done")
    table.all_of(c.TakeEffect(last), *answers[last])
    assert table.decision == "end_turn"
    assert table.state.islands == {"gold": 3, "emerald": 4, "pearl": 6}


@pytest.mark.rule("PM-072", "PM-405", "PM-C25", "PM-V35", "PM-V49")
def test_each_effect_of_a_lightning_card_may_be_skipped() -> None:
    table = given()
    table.effects(PRIZE_SHIP)
    table.all_of(c.TakeEffect(1), c.PlaceMarkersOn("gold"))
    table.when(c.FinishEffects()).then(e.EffectSkipped(0, "gain_treasure", "declined"), e.EffectsFinished(0))
    assert table.seat().stored == {}
    both = given()
    both.effects(PRIZE_SHIP)
    both.when(c.FinishEffects())
    assert both.state.islands == {"gold": 4, "emerald": 4, "pearl": 4}


@pytest.mark.rule("PM-C23", "PM-445")
def test_effects_are_numbered_from_zero() -> None:
    table = given(doubloons=0)
    table.effects(PRIZE_SHIP)
    table.when(c.TakeEffect(2)).refused("unknown_effect")
    table.when(c.TakeEffect(-1)).refused("unknown_effect")
    table.when(c.ChooseSide(0, 0)).refused("unknown_effect")


@pytest.mark.rule("PM-073")
def test_fixed_gains_come_before_the_other_effects() -> None:
    """A Ruby space with an Upgrade and 2 VP, a Cutter with 3 VP and a marker."""
    table = given(seats=2)
    opened = table.effects("ruby:RM3", optional=False)
    opened.then(e.VpGained(0, 2, "ruby:RM3"), e.EffectStarted(0, 0, None), e.FrameOpened(f.Upgrade(0, 1)))
    table.effects("raid:I21", optional=False).then(e.VpGained(0, 3, "raid:I21"), e.FrameOpened(f.PlaceMarkers(0, 1)))
    both = given()
    both.effects("storage:HPS1", optional=False)
    assert (both.seat().doubloons, both.seat().vp, both.decision) == (11, 1, "end_turn")


@pytest.mark.rule("PM-C23", "PM-073")
def test_a_fixed_gain_is_done_when_the_list_is_asked() -> None:
    table = given()
    table.effects("tile:B5:front", optional=True)
    assert table.legal() == [c.TakeEffect(1), c.FinishEffects()]
    table.when(c.TakeEffect(0)).refused("effect_done")


@pytest.mark.rule("PM-397", "PM-396")
def test_a_single_effect_that_can_be_declined_opens_at_once() -> None:
    for source, decision in (("improvement:I6", "bury"), ("improvement:I8", "upgrade"), ("improvement:I4", "explore")):
        table = given(stored=["gold:plain"])
        table.effects(source)
        assert table.decision == decision
        assert c.Decline() in table.legal()


@pytest.mark.rule("PM-397", "PM-405", "PM-441")
def test_a_single_optional_effect_that_cannot_be_declined_there_is_asked_for() -> None:
    for source in ("improvement:I27", "improvement:I13", "space:A4u"):
        table = given()
        table.effects(source)
        assert table.decision == "resolve_effects"
        assert table.legal() == [c.TakeEffect(0), c.FinishEffects()]
        table.when(c.FinishEffects())
        assert table.decision == "end_turn"


@pytest.mark.rule("PM-397", "PM-406")
def test_a_single_effect_of_a_list_that_is_not_optional_opens_at_once() -> None:
    table = given()
    table.effects("ruby:RM5", optional=False)
    assert table.decision == "choose_treasure"
    assert c.Decline() not in table.legal()


@pytest.mark.rule("PM-406", "PM-C25")
def test_a_list_that_is_not_optional_ends_only_if_what_is_left_can_be_declined() -> None:
    table = given()
    table.effects(PRIZE_SHIP, optional=False)
    table.when(c.FinishEffects()).refused("wrong_decision")
    assert table.legal() == [c.TakeEffect(0), c.TakeEffect(1)]
    declinable = given(doubloons=50)
    declinable.effects(ROYAL_YACHT, optional=False)
    assert declinable.legal() == [c.TakeEffect(0), c.TakeEffect(1), c.FinishEffects()]
    declinable.when(c.FinishEffects()).then(e.EffectsFinished(0))


@pytest.mark.rule("PM-441", "PM-094", "PM-C23")
def test_a_list_ends_when_nothing_in_it_can_be_done() -> None:
    """Royal Yacht: a Figurehead for 3, then there is no money for any Residence."""
    table = given(doubloons=4)
    table.effects(ROYAL_YACHT)
    table.when(c.TakeEffect(1)).refused("nothing_to_do")
    assert table.legal() == [c.TakeEffect(0), c.FinishEffects()]
    table.when(c.TakeEffect(0))
    table.when(c.TakeFigurehead("FA")).then(e.EffectSkipped(0, "construct_residence", "nothing_to_do"))
    assert table.decision == "end_turn"
    # What is done and could not be done again was done (PM-395).
    rich = given(doubloons=50)
    rich.effects(ROYAL_YACHT)
    rich.all_of(c.TakeEffect(0), c.TakeFigurehead("FA"))
    rich.when(c.TakeEffect(0)).refused("effect_done")
    poor = given(doubloons=2)
    skipped = poor.effects(ROYAL_YACHT)
    skipped.then(
        e.EffectSkipped(0, "gain_figurehead", "nothing_to_do"), e.EffectSkipped(0, "construct_residence", "nothing_to_do")
    )


@pytest.mark.rule("PM-442", "PM-409")
def test_a_counted_gain_left_alone_is_applied_unasked() -> None:
    """Recruiter alone; Inland Maps once the Explorer has crossed a river, or cannot move."""
    recruiter = given(improvements=["I1", "I2"])
    recruiter.effects(RECRUITER).then(e.VpGained(0, 2, RECRUITER))
    assert recruiter.decision == "end_turn"
    maps = given(explorers={0: "A4u"})
    maps.effects(INLAND_MAPS)
    assert maps.legal() == [c.TakeEffect(0), c.FinishEffects()]
    maps.when(c.TakeEffect(1)).refused("nothing_to_do")
    maps.when(c.TakeEffect(0))
    maps.when(c.MoveExplorer("A6")).then(e.DoubloonsChanged(0, 4, "space:A6"), e.VpGained(0, 2, INLAND_MAPS))
    at_end = given(explorers={0: "END"}, rivers=[1, 2, 3, 4])
    at_end.effects(INLAND_MAPS).then(e.VpGained(0, 8, INLAND_MAPS), e.EffectSkipped(0, "explore", "nothing_to_do"))
    both = given(explorers={0: "B4"}, rivers=[1, 2])
    both.effects(INLAND_MAPS)
    assert both.legal() == [c.TakeEffect(0), c.TakeEffect(1), c.FinishEffects()]


@pytest.mark.rule("PM-409")
def test_a_counted_gain_of_nothing_is_skipped() -> None:
    for source, op in ((RECRUITER, "gain_vp_per"), ("improvement:I56", "gain_vp_income")):
        given().effects(source).then(e.EffectSkipped(0, op, "nothing_to_do"))


@pytest.mark.rule("PM-093", "PM-417", "PM-446", "PM-445", "PM-C24", "PM-V48")
def test_one_side_of_a_choice_is_taken() -> None:
    """Any Crew or any Equipment Improvement, for 3 doubloons more."""
    sea = {"c1r1": "I1", "c1r2": "I10"}
    table = given(sea=sea, doubloons=6)
    table.effects(CHOICE)
    assert table.legal() == [c.ChooseSide(0, 0), c.ChooseSide(0, 1), c.FinishEffects()]
    table.when(c.TakeEffect(0)).refused("unknown_effect")
    table.when(c.ChooseSide(0, 2)).refused("unknown_effect")
    table.when(c.ChooseSide(0, -1)).refused("unknown_effect")
    table.when(c.ChooseSide(1, 0)).refused("unknown_effect")
    chosen = table.when(c.ChooseSide(0, 1))
    chosen.then(e.EffectStarted(0, 0, 1), e.EffectsOpened(0, "space:B4/0/1", ("acquire_improvement",), True))
    assert table.top == f.AcquireRemote(0, "equipment", 3)
    table.when(c.AcquireFrom("c1r2"))
    assert table.decision == "end_turn"
    assert table.seat().improvements == ("I10",)


@pytest.mark.rule("PM-417", "PM-C24", "PM-416")
def test_a_side_that_can_do_nothing_is_refused() -> None:
    """5 doubloons pay for the Cabin Boy (2 + 3) but for no Equipment."""
    table = given(sea={"c1r1": "I1"}, doubloons=5)
    table.effects(CHOICE)
    table.when(c.ChooseSide(0, 1)).refused("nothing_to_do")
    table.when(c.ChooseSide(0, 0))
    assert table.legal() == [c.AcquireFrom("c1r1"), c.Decline()]
    poor = given(sea={"c1r1": "I1"}, doubloons=4)
    poor.effects(CHOICE).then(e.EffectSkipped(0, "choose_one", "nothing_to_do"))


@pytest.mark.rule("PM-073")
def test_a_list_of_fixed_gains_asks_nothing() -> None:
    table = given()
    table.effects("space:A1").then(e.DoubloonsChanged(0, 2, "space:A1"))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-408")
@pytest.mark.parametrize("source", ["space:D8", "space:A4u", "space:C5", "location:L1/0", "improvement:I15"])
def test_treasure_markers_and_raids_can_always_do_something(source: str) -> None:
    """With empty islands, full bonus spaces, and every raid action of the turn used."""
    empty = dict.fromkeys(("gold", "emerald", "pearl"), 0)
    table = given(islands=empty, stored=["HGS1", "HGS2", "HES1", "HES2", "HPS1", "HPS2"])
    used = [e.RaidActionUsed(0, 1, key, 0, 0) for key in ("std_vp", "std_doubloons", "std_treasure")]
    table.after(e.FixedRaidStarted(0, 1, 0), *used)
    attempt = table.effects(source)
    assert attempt.count(e.EffectSkipped) == 0
    assert table.decision != "end_turn"


@pytest.mark.rule("PM-408")
def test_a_fixed_gain_can_always_do_something() -> None:
    """Curacao: exploring, which cannot be done from END, or 4 doubloons, for somebody who has plenty."""
    table = given(sea={"c1r1": "L5"}, explorers={0: "END"}, doubloons=500)
    table.all_of(c.SailTo("c1r1"), c.Decline())
    assert table.legal() == [c.TakeAction(0, 1), c.FinishActions()]


@pytest.mark.rule("PM-169", "PM-V32")
def test_points_are_counted_at_once_without_limit() -> None:
    table = given(vp={0: 199})
    table.effects("space:D10").then(e.VpGained(0, 6, "space:D10"))
    assert table.seat().vp == 205


@pytest.mark.rule("PM-074", "PM-066", "PM-187", "PM-E41")
def test_a_raid_with_all_that_it_leads_to() -> None:
    """Swordmaster, the Skull and slot U12: the decisions come in this order."""
    table = given(
        sea={"c1r1": "I27", "c2r1": "L3"},
        upgrades=["U1", "U4", "U5", "U6", "U7", "U9", "U12"],
        figurehead="FK",
        stored=["pearl:plain"],
    )
    asked = []

    def answer(*commands: c.Command) -> None:
        for command in commands:
            asked.append(table.decision)
            assert table.when(command).events

    table.when(c.SailTo("c1r1"))
    answer(c.AcquireImprovement(), c.TakeEffect(0))
    answer(c.UseRaidAction("FK"), c.ChooseBuryMarker("pearl:plain"), c.ChooseBurySpace("HPB1"))
    answer(c.PlaceUpgrade("U2"), c.ChooseTile("B1"))
    asked.append(table.decision)
    placed = table.when(c.PlaceTileAt("c2r1"))
    placed.then(e.BlackMarketTilePlaced(0, "B1", "c2r1", 0), e.EffectSkipped(0, "bury_treasure", "nothing_to_do"))
    answer(c.UseRaidAction("U12"), c.ChooseTreasure("gold"), c.StoreTreasure("gold:plain"))
    asked.append(table.decision)
    table.when(c.UseRaidAction("std_doubloons")).then(e.RaidActionUsed(0, 1, "std_doubloons", 2, 0))
    asked.append(table.decision)
    assert asked == [
        "improvement_card",
        "resolve_effects",
        "raid_spending",
        "bury",
        "bury_space",
        "upgrade",
        "place_tile",
        "place_tile_where",
        "raid_spending",
        "choose_treasure",
        "store_treasure",
        "raid_spending",
        "end_turn",
    ]
