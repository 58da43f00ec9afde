"""What the commands of Locations, the Gulf, effects, raids, Treasure and boards say, and what is foreseen of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo.game import GAME
from tests.support.sentences import Sayings, after, assert_said

from .positions import SEA, doing
from .scenario import Table, given

RAID = "location:L1/0"
TORTUGA = {"c1r1": "L9"}
ALL_BUT_ONE = {
    0: {"B3": "L1", "B4": "L2"},
    1: dict(zip(("B1", "B2", "B3", "B4", "B5"), ("L3", "L4", "L5", "L6", "L7"), strict=True)),
}
"""Tiles on all Locations but Barbados."""


def at_tortuga() -> Table:
    return after(given(sea=TORTUGA, improvements=["I1", "I2"]), c.SailTo("c1r1"), c.Decline())


def raided() -> Table:
    """Power is left of a raid."""
    return after(at_tortuga(), (c.TakeAction(0), 6, 1, 2), c.ChooseDie("yellow"), c.StopRaid())


def in_the_gulf(**position: object) -> Table:
    return after(given(**{"at": {0: "c9r1"}, "sea": SEA, **position}), c.SailTo("gulf"))  # type: ignore[arg-type]


LOCATIONS: Sequence[Sayings] = (
    (
        lambda: after(given(sea={"c1r1": "L2"}, modules=["rubies"]), c.SailTo("c1r1")),
        {c.GainRuby(): ("Take a Ruby at Tobago.", {"rubies": 1}), c.Decline(): "Leave the Ruby there."},
    ),
    (
        lambda: after(given(sea=SEA, tiles={"B2": "L7"}, tile_sides={"B2": "back"}, improvements=["I1"]), c.SailTo("c1r2")),
        {
            c.UseTileHere(): (
                "Use your Black Market tile here to gain 1 VP for each Crew Improvement, at most 6 (1 VP now).",
                {"vp": 1},
            ),
            c.Decline(): "Do not use your Black Market tile here.",
        },
    ),
    (
        at_tortuga,
        {
            c.TakeAction(0): ("Use Tortuga to raid with all dice.", {}),
            c.TakeAction(1): ("Use Tortuga to gain 1 VP for each Crew Improvement (2 VP now).", {"vp": 2}),
            c.FinishActions(): (
                "Finish your actions in Tortuga without raiding with all dice or gaining 1 VP for each Crew Improvement.",
                {},
            ),
        },
    ),
    (
        lambda: after(given(sea=SEA), c.SailTo("c1r2"), c.Decline()),
        {
            c.TakeAction(0, 0): "Use Grenada to acquire any Crew Improvement for 3 doubloons more.",
            c.TakeAction(0, 1): "Use Grenada to gain 1 Quest.",
        },
    ),
    (
        lambda: after(raided(), c.TakeAction(1)),
        {
            c.ResumeRaid(1): ("Return to the raid for Gold with 6 Raiding Power left.", {"left": 6}),
            c.FinishActions(): "Finish your actions in Tortuga.",
        },
    ),
    (
        lambda: after(raided(), c.FinishActions()),
        {
            c.ResumeRaid(1): "Return to the raid for Gold with 6 Raiding Power left.",
            c.EndTurn(): ("End your turn. 6 Raiding Power is lost.", {"power": -6}),
        },
    ),
    (
        lambda: in_the_gulf(modules=["rubies"], rubies={0: 2}),
        {
            c.SellRuby("RM1"): ("Sell a Ruby for 8 doubloons.", {"rubies": -1, "doubloons": 8}),
            c.SellRuby("RM3"): ("Sell a Ruby for placing 1 Upgrade and 2 VP.", {"rubies": -1, "vp": 2}),
            c.SellRuby("RM5"): "Sell a Ruby for 1 Treasure of any type and 1 VP.",
            c.SellRuby("RM6"): ("Sell a Ruby for exploring with 4 movement.", {"rubies": -1}),
            c.Decline(): "Sell no Ruby.",
        },
    ),
    (
        lambda: after(in_the_gulf(modules=["rubies"], rubies={0: 2}), c.Decline()),
        {
            c.ReturnRuby(): ("Return a Ruby for 2 VP.", {"rubies": -1, "vp": 2}),
            c.FinishRubies(): ("Keep your 2 Rubies.", {}),
        },
    ),
    (
        lambda: after(in_the_gulf(modules=["rubies"], rubies={0: 1}), c.Decline()),
        {c.FinishRubies(): "Keep your Ruby."},
    ),
    (
        lambda: after(in_the_gulf(upgrades=["U4"], doubloons=20), c.Decline()),
        {
            c.GulfRaid(): ("Raid in the Gulf with all dice and 2 more Raiding Power.", {}),
            c.GulfExplore(): ("Explore from the Gulf with 5 movement.", {}),
            c.GulfResidence("c1r3"): (
                "Construct the Hacienda for 16 doubloons, as the first captain for 2 VP:"
                " at the end 2 VP for each doubloon of income, at most 24.",
                {"doubloons": -16, "vp": 2},
            ),
            c.Decline(): "Do nothing more in the Gulf.",
        },
    ),
)

EFFECTS: Sequence[Sayings] = (
    (
        lambda: doing("improvement:I50", optional=True, rivers=[1, 2]),
        {
            c.TakeEffect(0): ("Explore with 3 movement.", {}),
            c.TakeEffect(1): ("Gain 2 VP for each river crossed (4 VP now).", {"vp": 4}),
            c.FinishEffects(): (
                "Go on without exploring with 3 movement or gaining 2 VP for each river crossed.",
                {},
            ),
        },
    ),
    (
        lambda: doing("improvement:I58", optional=True),
        {
            c.TakeEffect(0): ("Gain 1 Treasure of any type.", {"later": {"treasures": 1}}),
            c.TakeEffect(1): ("Place 2 markers on any one island.", {"markers": 2}),
        },
    ),
    (
        lambda: doing("improvement:I30", optional=True, explorers={0: "D7"}, rivers=[1, 2, 3]),
        {
            c.TakeEffect(1): (
                "Use the Explorer's space again to gain 2 VP for each river crossed (6 VP now).",
                {"vp": 6},
            ),
        },
    ),
    (
        lambda: doing("space:B4", optional=True, sea=SEA, doubloons=20),
        {
            c.ChooseSide(0, 1): ("Acquire any Equipment Improvement for 3 doubloons more.", {}),
            c.FinishEffects(): (
                "Go on without acquiring any Crew Improvement for 3 doubloons more"
                " or acquiring any Equipment Improvement for 3 doubloons more."
            ),
        },
    ),
    (
        lambda: doing(RAID, 4, 5, 6, improvements=["I3", "I12"]),
        {
            c.Reroll(): ("Roll all dice again.", {}),
            c.ChooseDie("yellow"): ("Raid for Gold with the yellow 4: 7 Raiding Power.", {"raid_power": 7}),
            c.ChooseDie("white"): ("Raid for Pearls with the white 6: 7 Raiding Power.", {"raid_power": 7}),
        },
    ),
    (
        lambda: after(doing("space:C5", optional=True), c.TakeEffect(0), c.StopRaid()),
        {c.ResumeRaid(1): "Return to the raid for Treasure of any type with 5 Raiding Power left."},
    ),
    (lambda: doing(RAID, 1, 1, 1, figurehead="FE"), {c.Reroll(): "Roll all dice again; 2 rerolls are left."}),
    (
        lambda: after(doing("improvement:I15", optional=True), (c.TakeEffect(0), 4)),
        {
            c.Reroll(): "Roll the die again.",
            c.ChooseDie("green"): ("Raid for Emeralds with the green 4: 6 Raiding Power.", {"raid_power": 6}),
        },
    ),
    (
        lambda: after(
            doing(RAID, 4, 5, 6, upgrades=["U1", "U2", "U5", "U6", "U10", "U11", "U7", "U12"], improvements=["I21"]),
            c.ChooseDie("white"),
        ),
        {
            c.UseRaidAction("std_doubloons"): (
                "Spend 2 of 6 Raiding Power to gain 3 doubloons.",
                {"power": -2, "left": 4, "doubloons": 3},
            ),
            c.UseRaidAction("U12"): (
                "Spend 3 of 6 Raiding Power to gain a Pearl (Upgrade of section 3).",
                {"power": -3, "left": 3, "later": {"treasures": 1}},
            ),
            c.UseRaidAction("I21"): (
                "Spend 4 of 6 Raiding Power to gain 3 VP and place 1 marker on any one island (Cutter).",
                {"power": -4, "left": 2, "vp": 3, "markers": 1},
            ),
            c.StopRaid(): (
                "Stop the raid; you may come back to the 6 Raiding Power left until your turn ends.",
                {"left": 6},
            ),
        },
    ),
    (
        lambda: after(doing("space:C5", optional=True), c.TakeEffect(0)),
        {c.UseRaidAction("std_treasure"): "Spend 5 of 5 Raiding Power to gain 1 Treasure of the raid's type."},
    ),
    (
        lambda: doing(
            "buried:HGB3", seats=3, explorers={0: "A4u", 1: "B1u", 2: "A6"}, figurehead="FJ", improvements=["I40"]
        ),
        {
            c.UseForfeit("I40"): ("Give up 1 of 2 movement for 2 VP (Sextant).", {"movement": -1, "vp": 2}),
            c.UseForfeit("FJ"): (
                "Give up 1 of 2 movement for 1 Gold (Nautilus).",
                {"movement": -1, "later": {"treasures": 1}},
            ),
            c.MoveExplorer("B1l"): (
                "Move your Explorer 1 space to the space for 3 VP, past 1 other Explorer, crossing a river.",
                {"steps": 1, "skipped": 1, "rivers": 1, "vp": 3},
            ),
            c.MoveExplorer("B4"): (
                "Move your Explorer 2 spaces to the space for acquiring any Crew Improvement for 3 doubloons more"
                " or acquiring any Equipment Improvement for 3 doubloons more, past 2 other Explorers, crossing 2 rivers.",
                {"steps": 2, "skipped": 2, "rivers": 2},
            ),
            c.Decline(): "Do not explore.",
        },
    ),
    (
        lambda: doing("buried:HGB3", explorers={0: "D6"}, rivers=[1, 2], modules=["retirement"], doubloons=20),
        {
            c.MoveExplorer("D7"): (
                "Move your Explorer 1 space to the space for 2 VP for each river crossed.",
                {"steps": 1, "vp": 4},
            ),
            c.MoveExplorer("RDT"): ("Move your Explorer 2 spaces to the Retirement tile.", {"steps": 2}),
        },
    ),
    (
        lambda: doing("buried:HGB3", explorers={0: "D4"}),
        {c.MoveExplorer("D6"): "Move your Explorer 2 spaces to the space for burying 1 Treasure (no effect now)."},
    ),
    (
        lambda: doing("buried:HGB3", explorers={0: "D11"}),
        {c.MoveExplorer("END"): ("Move your Explorer 1 space to END.", {"steps": 1, "vp": 8})},
    ),
)

BOARDS: Sequence[Sayings] = (
    (
        lambda: doing("figurehead:FI", islands={"gold": 2, "pearl": 0}),
        {
            c.ChooseTreasure("gold"): (
                "Gain a Gold from its island: 1 marker then, 2 VP for each Gold.",
                {"later": {"treasures": 1}, "island": 1, "value": 2},
            ),
            c.ChooseTreasure("emerald"): (
                "Gain an Emerald from its island: 3 markers then, 3 VP for each Emerald.",
                {"later": {"treasures": 1}, "island": 3, "value": 3},
            ),
            c.ChooseTreasure("pearl"): (
                "Gain a Pearl from the supply, because the Pearl island is empty.",
                {"later": {"treasures": 1}, "island": 0, "value": 2},
            ),
        },
    ),
    (
        lambda: after(doing("figurehead:FI"), c.ChooseTreasure("emerald")),
        {
            c.StoreTreasure("emerald:plain"): ("Store the Emerald without a bonus.", {"treasures": 1}),
            c.StoreTreasure("HES1"): ("Store the Emerald on the space for 2 VP.", {"treasures": 1, "vp": 2}),
        },
    ),
    (
        lambda: doing("space:D6", stored=["gold:plain", "HES1"]),
        {
            c.ChooseBuryMarker("gold:plain"): ("Bury a Gold stored without a bonus.", {}),
            c.ChooseBuryMarker("HES1"): "Bury the Emerald from the space for 2 VP, which becomes free again.",
            c.Decline(): "Bury no Treasure.",
        },
    ),
    (
        lambda: after(doing("space:D6", stored=["HES1"], figurehead="FG", no_more_quests=True), c.ChooseBuryMarker("HES1")),
        {
            c.ChooseBurySpace("HEB1"): (
                "Bury the Emerald on the buried space for placing 1 marker on the Emerald island.",
                {"markers": 1},
            ),
            c.ChooseBurySpace("HEB4"): ("Bury the Emerald on the buried space without a bonus.", {}),
            c.ChooseBurySpace("FGS2"): ("Bury the Emerald on Poseidon's space for 4 VP.", {"vp": 4}),
        },
    ),
    (
        lambda: doing("tile:B5:front", islands={"gold": 0}),
        {
            c.PlaceMarkersOn("gold"): (
                "Place the marker on the Gold island: 1 marker then, 2 VP for each Gold.",
                {"markers": 1, "island": 1, "value": 2},
            ),
        },
    ),
    (
        lambda: doing("space:D2l", optional=False),
        {
            c.PlaceMarkersOn("pearl"): (
                "Place 2 markers on the Pearl island: 6 markers then, 4 VP for each Pearl.",
                {"markers": 2, "island": 6, "value": 4},
            ),
        },
    ),
    (
        lambda: doing("space:C2u", upgrades=["U3", "U4"], figurehead="FL"),
        {
            c.PlaceUpgrade("U1"): (
                "Place an Upgrade in section 1: gain 3 doubloons.",
                {"upgrades": 1, "doubloons": 3},
            ),
            c.PlaceUpgrade("U6"): (
                "Place an Upgrade in section 1: gain a Figurehead for 3 doubloons (no effect now).",
                {"upgrades": 1},
            ),
            c.PlaceUpgrade("U7"): (
                "Place an Upgrade in section 2: once per turn spend 2 Raiding Power to gain 3 VP.",
                {"upgrades": 1},
            ),
            c.PlaceUpgrade("U8"): "Place an Upgrade in section 2: place a Black Market tile for 2 doubloons.",
            c.PlaceUpgrade("U11"): "Place an Upgrade in section 2: place a Black Market tile for 2 doubloons.",
            c.Decline(): "Place no Upgrade.",
        },
    ),
    (
        lambda: doing("slot:U8", sea=SEA, improvements=["I1"], tile_sides={"B2": "back"}),
        {
            c.ChooseTile("B1"): ("Place the Black Market tile for 2 doubloons to bury 1 Treasure (no effect now).", {}),
            c.ChooseTile("B2"): (
                "Place the Black Market tile for 2 doubloons to gain 1 VP for each Crew Improvement, at most 6 (1 VP now).",
                {},
            ),
            c.Decline(): "Place no Black Market tile.",
        },
    ),
    (
        # With a single Location free it is placed there at once.
        lambda: doing("slot:U8", tiles=ALL_BUT_ONE),
        {
            c.ChooseTile("B5"): (
                "Place the Black Market tile for 2 doubloons to gain 2 VP and place 1 marker on any one island.",
                {"doubloons": -2, "vp": 2, "markers": 1},
            ),
        },
    ),
    (
        lambda: doing("slot:U2", sea=SEA),
        {c.ChooseTile("B1"): ("Place the Black Market tile to bury 1 Treasure (no effect now).", {})},
    ),
    (
        lambda: after(doing("slot:U8", sea=SEA), c.ChooseTile("B5")),
        {
            c.PlaceTileAt("c1r2"): (
                "Place the Black Market tile on Grenada for 2 doubloons to gain 2 VP and place 1 marker on any one island.",
                {"doubloons": -2, "vp": 2, "markers": 1},
            ),
        },
    ),
    (
        lambda: doing("space:D1l", tiles={"B5": "L1", "B4": "L2"}, rivers=[1, 2]),
        {
            c.UseTile("B4"): (
                "Use your Black Market tile on Tobago to gain 2 VP for each river crossed, at most 6 (4 VP now).",
                {"vp": 4},
            ),
            c.Decline(): "Use no Black Market tile.",
        },
    ),
    (
        lambda: doing("slot:U6", seats=4, figurehead_market=["FC", "FD", "FG", "FI", "FF", "FA"]),
        {
            c.TakeFigurehead("FC"): (
                "Fit the Figurehead Harpy for 3 doubloons: sail up to 4 spaces; income 4 doubloons.",
                {"doubloons": -3, "doubloon_income": 4},
            ),
            c.TakeFigurehead("FI"): (
                "Fit the Figurehead Hawk for 3 doubloons: now gain 3 Treasures of one type.",
                {"doubloons": -3, "later": {"treasures": 3}},
            ),
            c.TakeFigurehead("FG"): (
                "Fit the Figurehead Poseidon for 3 doubloons: bury Treasure of any type on more spaces,"
                " for 5 doubloons, 4 VP, placing 1 Upgrade and 1 Treasure of any type."
            ),
            c.TakeFigurehead("FD"): (
                "Fit the Figurehead Whale for 3 doubloons: replace the Quest Market before gaining a Quest;"
                " 1 doubloon for each Quest in hand at each income."
            ),
            c.Decline(): "Fit no Figurehead.",
        },
    ),
    (
        lambda: doing("space:A3u", market=["Q1", "Q25"], figurehead="FD"),
        {
            c.RefreshMarket(): ("Replace the Quest Market before you take a Quest.", {}),
            c.TakeQuest("deck"): ("Take the top Quest of the deck unseen.", {"quests": 1}),
            c.TakeQuest("market_1"): (
                "Take the Quest for 6 doubloons of income (3 VP) or 10 (7 VP) from the market.",
                {"quests": 1},
            ),
            c.TakeQuest("market_2"): (
                "Take the Quest for 2 buried Treasures and 2 rivers crossed (3 VP) or 4 and 3 (8 VP) from the market."
            ),
            c.Decline(): "Take no Quest.",
        },
    ),
    (
        lambda: doing("improvement:I32", quests=["Q4", "Q17"], modules=["quest_hunters"]),
        {
            c.DiscardQuest("Q4"): (
                "Return the Quest for 8 Treasures (14 VP, otherwise -5 VP) for 8 doubloons.",
                {"quests": -1, "doubloons": 8},
            ),
            c.Decline(): "Return no Quest.",
        },
    ),
)


@pytest.mark.parametrize("sayings", [*LOCATIONS, *EFFECTS, *BOARDS])
def test_actions_are_described_and_foreseen(sayings: Sayings) -> None:
    assert_said(GAME, sayings)
