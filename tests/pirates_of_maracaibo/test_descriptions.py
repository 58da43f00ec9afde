"""What the commands of moving and of the cards of the sea say to the seat that is offered them, and what is foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.texts.facts import winning
from tests.support.sentences import Sayings, after, assert_said

from .positions import SEA, doing
from .scenario import Table, given
from .setups import fresh

FOG = ("fog_of_war_locations", "fog_of_war_improvements")
OTHERS = {1: "c1r1", 2: "c1r2", 3: "c1r2"}


def sailing(**position: Any) -> Table:
    return given(**{"sea": SEA, **position})


SETTING_UP: Sequence[Sayings] = (
    (
        lambda: Table(fresh(1, 2)),
        {
            c.ReturnQuest("Q23"): (
                "Return the Quest for 1 Equipment Improvement and 1 Crew Improvement (3 VP) or 3 of each (7 VP)"
                " and keep the Quest for 3 buried Treasures (3 VP) or 5 (7 VP).",
                {"later": {"quests": -1}},
            ),
        },
    ),
    (
        lambda: Table(fresh(1, 2, quest_hunters=True)),
        {
            c.ReturnQuest("Q6"): (
                "Return the Quest for 5 buried Treasures (14 VP, otherwise -5 VP) and keep the Quest for 3 Equipment"
                " Improvements and 3 Crew Improvements (14 VP, otherwise -5 VP) and the Quest for 3 Crew Improvements"
                " and 3 rivers crossed (14 VP, otherwise -5 VP).",
                {"later": {"quests": -1}},
            ),
        },
    ),
)

MOVING: Sequence[Sayings] = (
    (
        lambda: sailing(
            seats=4,
            at=OTHERS,
            tiles={"B1": "L5"},
            tile_sides={"B1": "back"},
            value_tiles={"L7": "pearl", "L5": "gold"},
            improvements=["I17"],
            built={"R1": [0]},
        ),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 5 doubloons. You pay 1 doubloon to Ben.",
                {"steps": 1, "doubloons": -1},
            ),
            c.SailTo("c1r2"): (
                "Sail 1 space to Grenada, a Location to acquire any Crew Improvement for 3 doubloons"
                " more or gain 1 Quest, with the Pearl Treasure Value tile."
                " You pay 1 doubloon each to Cleo and Dirk.",
                {"steps": 1, "doubloons": -2, "markers": 1},
            ),
            c.SailTo("c1r3"): (
                "Sail 1 space to the Hacienda, which you have built already.",
                {"steps": 1},
            ),
            c.SailTo("c2r4"): (
                "Sail 2 spaces to Curacao, a Location to explore with 3 movement or gain 4 doubloons,"
                " with the Gold Treasure Value tile and your Black Market tile to gain 1 VP for each Equipment Improvement,"
                " at most 6.",
                {"steps": 2, "markers": 1},
            ),
            c.SailTo("c3r1"): "Sail 3 spaces to Open Water, 3rd column top.",
        },
    ),
    (
        lambda: sailing(),
        {
            c.SailTo("c1r3"): ("Sail 1 space to the Hacienda, a Residence for 16 doubloons, more than you can pay."),
        },
    ),
    (
        lambda: sailing(seats=4, at={1: "c1r2", 2: "c1r2", 3: "c1r2"}, doubloons={0: 2}, value_tiles={"L7": "gold"}),
        {
            c.SailTo("c1r2"): (
                "Sail 1 space to Grenada, a Location to acquire any Crew Improvement for 3 doubloons"
                " more or gain 1 Quest (acquiring any Crew Improvement for 3 doubloons more would do nothing now),"
                " with the Gold Treasure Value tile."
                " You pay 1 doubloon each to 2 of Ben, Cleo and Dirk.",
                {"steps": 1, "markers": 1, "later": {"doubloons": -2}},
            ),
        },
    ),
    (
        lambda: sailing(at={1: "c1r1"}, doubloons={0: 0}),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons,"
                " more than you can pay. You have no doubloon to pay there.",
                {"steps": 1},
            ),
        },
    ),
    (
        lambda: sailing(seats=4, at=OTHERS, modules=["pirate_skirmish"], improvements={0: ["I25"], 1: ["I3"]}),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons. There you fight Ben (58% to win).",
                {"steps": 1, "chance": 0.5833},
            ),
        },
    ),
    (
        lambda: sailing(seats=1, at={"jordan": "c1r1"}),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons."
                " You pay 1 doubloon, because Jordan is there.",
                {"steps": 1, "doubloons": -1},
            ),
        },
    ),
    (
        lambda: sailing(seats=1, at={"jordan": "c1r1"}, modules=["pirate_skirmish"], number=2),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons. There you fight Jordan (17% to win).",
                {"steps": 1, "chance": 0.1667},
            ),
        },
    ),
    (
        lambda: sailing(modules=["fog_of_war_locations"]),
        {
            c.SailTo("c1r2"): (
                "Sail 1 space to a face-down Location, 1st column middle. You find 1 doubloon there.",
                {"steps": 1, "doubloons": 1},
            ),
        },
    ),
    (lambda: given(at={0: "c9r1"}), {c.SailTo("gulf"): ("Sail 1 space to the Gulf.", {"steps": 1})}),
    (lambda: given(at={0: "gulf"}), {c.SailTo("maracaibo"): ("Sail 1 space to Maracaibo for 6 VP.", {"steps": 1, "vp": 6})}),
    (
        lambda: sailing(modules=FOG),
        {
            c.SailStep("c1r1"): (
                "Sail 1 space to a face-down Improvement, 1st column top; 2 more spaces could follow.",
                {"steps": 1, "spaces_left": 2},
            ),
            c.SailStep("c1r2"): "Sail 1 space to a face-down Location, 1st column middle; 2 more spaces could follow.",
            c.SailStep("c1r3"): (
                "Sail 1 space to the Hacienda, a Residence for 16 doubloons, more than you can pay;"
                " 2 more spaces could follow."
            ),
        },
    ),
    (
        lambda: after(sailing(modules=FOG, at={1: "c1r1"}), c.SailStep("c1r1")),
        {
            c.StopSailing(): (
                "End your move at Tobacco, an Equipment Improvement for 8 doubloons;"
                " you could sail 2 more spaces. You pay 1 doubloon to Ben.",
                {"doubloons": -1, "spaces_left": 2},
            ),
        },
    ),
    (
        lambda: after(sailing(modules=FOG), c.SailStep("c1r2")),
        {
            c.StopSailing(): (
                "End your move at a face-down Location, 1st column middle; you could sail 2 more spaces."
                " You find 1 doubloon there.",
                {"doubloons": 1, "spaces_left": 2},
            ),
        },
    ),
    (
        # A step within the column, and two of them: the move may only end further right.
        lambda: after(given(sea=SEA, modules=FOG, at={0: "c1r1"}), c.SailStep("c1r2")),
        {
            c.SailStep("c1r3"): (
                "Sail 1 space to the Hacienda, a Residence for 16 doubloons, more than you can pay;"
                " you must go on from there (up to 1 more space), because a move ends further right than it began.",
                {"steps": 1, "spaces_left": 1},
            ),
        },
    ),
    (
        lambda: after(given(sea=SEA, modules=FOG, at={0: "c1r1"}), c.SailStep("c1r2"), c.SailStep("c1r3")),
        {
            c.SailStep("c2r4"): (
                "Sail 1 space to a face-down Location, 2nd column bottom; it is your last step.",
                {"steps": 1, "spaces_left": 0},
            ),
        },
    ),
    (
        # After paying the opponents there is too little money for the card; in a skirmish the seat may win enough.
        lambda: sailing(at={1: "c1r1"}, doubloons={0: 8}),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons,"
                " more than you can pay. You pay 1 doubloon to Ben."
            ),
        },
    ),
    (
        lambda: sailing(at={1: "c1r1"}, doubloons={0: 7}, modules=["pirate_skirmish"]),
        {
            c.SailTo("c1r1"): (
                "Sail 1 space to Tobacco, an Equipment Improvement for 8 doubloons. There you fight Ben (42% to win)."
            ),
        },
    ),
    (
        lambda: given(at={0: "c9r1"}, modules=FOG),
        {c.SailStep("gulf"): ("Sail 1 space to the Gulf; this ends your move.", {"steps": 1})},
    ),
    (
        lambda: after(sailing(seats=3, at={1: "c1r1", 2: "c1r1"}, doubloons={0: 1}), c.SailTo("c1r1")),
        {c.ChoosePaidOpponent(2): ("Pay 1 doubloon to Cleo.", {"doubloons": -1})},
    ),
    (
        lambda: after(given(sea={"c1r1": "L1"}), c.SailTo("c1r1"), c.Decline(), c.FinishActions()),
        {c.EndTurn(): ("End your turn.", {})},
    ),
)

CARDS: Sequence[Sayings] = (
    (
        lambda: after(sailing(), c.SailTo("c1r1")),
        {
            c.IgnoreCard(): ("Ignore Tobacco and take 5 doubloons.", {"doubloons": 5}),
            c.AcquireImprovement(): (
                "Acquire Tobacco for 8 doubloons, an Equipment Improvement: income 4 doubloons; at the end 4 VP.",
                {"doubloons": -8, "card_vp": 4, "doubloon_income": 4},
            ),
        },
    ),
    (
        lambda: after(sailing(improvements=["I1"]), c.SailTo("c2r2")),
        {
            c.AcquireImprovement(): (
                "Acquire Recruiter for 5 doubloons, a Crew Improvement: now gain 1 VP for each Crew Improvement;"
                " at the end 7 VP.",
                {"doubloons": -5, "card_vp": 7, "vp": 2},
            ),
        },
    ),
    (
        lambda: after(given(sea={"c1r1": "I14"}, improvements=["I17"]), c.SailTo("c1r1")),
        {
            c.AcquireImprovement(): (
                "Acquire Shovels for 1 doubloon, an Equipment Improvement: now bury 1 Treasure (no effect now);"
                " income 1 doubloon; at the end 4 VP.",
                {"doubloons": -1, "card_vp": 4, "doubloon_income": 1},
            ),
        },
    ),
    (
        lambda: after(given(sea={"c1r1": "I42"}), c.SailTo("c1r1")),
        {
            c.AcquireImprovement(): (
                "Acquire Golden Idols for 8 doubloons, an Equipment Improvement:"
                " at the end 5 VP and 7 VP for each set of 2 Gold and 1 Emerald."
            ),
        },
    ),
    (lambda: after(sailing(), c.SailTo("c3r1")), {c.IgnoreCard(): "Ignore Open Water and take 5 doubloons."}),
    (
        lambda: after(sailing(doubloons=20), c.SailTo("c1r3")),
        {
            c.ConstructResidence(): (
                "Construct the Hacienda for 16 doubloons, as the first captain for 2 VP:"
                " at the end 2 VP for each doubloon of income, at most 24.",
                {"doubloons": -16, "vp": 2},
            ),
        },
    ),
    (
        lambda: after(sailing(doubloons=20, built={"R1": [1]}), c.SailTo("c1r3")),
        {
            c.ConstructResidence(): (
                "Construct the Hacienda for 16 doubloons: at the end 2 VP for each doubloon of income, at most 24.",
                {"doubloons": -16},
            ),
        },
    ),
    (
        lambda: doing("location:L7/0/0", sea=SEA, doubloons=15),
        {
            c.AcquireFrom("c2r1"): (
                "Acquire First Mate for 8 doubloons, a Crew Improvement: income 2 VP; at the end 6 VP.",
                {"doubloons": -8, "card_vp": 6, "vp_income": 2},
            ),
            c.Decline(): "Acquire no Improvement from afar.",
        },
    ),
    (
        lambda: doing("space:D1u", sea=SEA, doubloons=20, built={"R1": [1]}),
        {
            c.ConstructAt("c1r3"): (
                "Construct the Hacienda for 16 doubloons: at the end 2 VP for each doubloon of income, at most 24.",
                {"doubloons": -16},
            ),
            c.Decline(): "Construct no Residence.",
        },
    ),
    (
        lambda: after(
            doing("buried:HGB3", modules=["retirement"], sea=SEA, doubloons=20, explorers={0: "D7"}), c.MoveExplorer("RDT")
        ),
        {
            c.RetireResidence("c1r3"): (
                "Construct the Hacienda at half price for 8 doubloons, as the first captain for 2 VP:"
                " at the end 2 VP for each doubloon of income, at most 24. Your Explorer returns to START.",
                {"doubloons": -8, "vp": 2},
            ),
        },
    ),
)


@pytest.mark.parametrize("sayings", [*SETTING_UP, *MOVING, *CARDS])
def test_moving_and_cards_are_described_and_foreseen(sayings: Sayings) -> None:
    assert_said(GAME, sayings)


@pytest.mark.parametrize(
    ("own", "others", "chance"),
    [(0, (0,), 15 / 36), (1, (0,), 21 / 36), (0, (6,), 0.0), (9, (3,), 1.0), (0, (0, 0), (0 + 1 + 4 + 9 + 16 + 25) / 216)],
)
def test_a_combat_is_won_by_the_single_highest_sum(own: int, others: tuple[int, ...], chance: float) -> None:
    assert winning(own, others) == pytest.approx(chance)
