"""What people see of what happens: scenes lead from the picture before to the one after, for everybody."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.values import LaidCard
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Roll, Scene, Show, Turn, text_of, unseen
from tradewinds.testing import Chance

from .scenario import given
from .scenes import checked, told
from .setups import fresh
from .solo import acting, solo
from .test_quests import DISCARD, GAIN
from .test_raids import RAID, spending
from .test_retirement import HACIENDA, exploring

FOG = {"modules": ["fog_of_war_locations", "rubies"], "sea": {"c1r1": "L2"}}


def beats(scene: Scene, kind: type[Beat]) -> list[Any]:
    return [beat for beat in scene if isinstance(beat, kind)]


def gains(scene: Scene, at: str) -> list[tuple[str, int | None, int | None]]:
    return [(beat.fact, beat.by, beat.now) for beat in beats(scene, Gain) if beat.at == at]


def seen_most(scene: Scene) -> list[str]:
    """The titles of what must be seen."""
    return [beat.title for beat in scene if isinstance(beat, Moment | Turn) and beat.weight == 2]


# Sailing


def test_a_ship_sails_and_its_price_is_paid_to_who_lies_there() -> None:
    table = given(seats=3, sea={"c1r1": "I22"}, at={1: "c1r1"})

    scene = told(table, lambda: table.when(c.SailTo("c1r1")))

    assert scene[0] == Move(("ship/0",), "c1r1", text=scene[0].text)
    assert gains(scene, "seat/0") == [("doubloons", -1, 9)]
    assert gains(scene, "seat/1") == [("doubloons", 1, 11)]


def test_a_location_with_rubies_is_turned_up_and_must_be_seen() -> None:
    table = given(**FOG)

    scene = told(table, lambda: table.when(c.SailTo("c1r1")))

    (shown,) = beats(scene, Show)
    assert shown.pieces[0] == BeatPiece(id="L2", inside="c1r1", was="c1r1/card", face="L2")
    assert [piece.id for piece in shown.pieces[1:]] == ["c1r1/rubies"]
    assert seen_most(scene) == ["Rubies found"]
    assert gains(scene, "seat/0") == [("doubloons", 1, 11)]


# Combat and raids


def test_dice_of_a_combat_are_seen_before_who_wins() -> None:
    table = given(seats=3, modules=["pirate_skirmish"], sea={"c1r1": "I22"}, at={1: "c1r1"}, improvements={1: ["I3"]})

    scene = told(table, lambda: table.when(c.SailTo("c1r1"), 5, 3))

    (roll,) = beats(scene, Roll)
    assert [(side.by, side.dice[0].shows, side.bonus, side.total) for side in roll.rolls] == [
        ("ship/0", "5", 0, 5),
        ("ship/1", "3", 1, 4),
    ]
    assert (roll.what, roll.winner, roll.open) == ("Combat", "ship/0", False)
    assert [side.dice[0].counts for side in roll.rolls] == [True, False]
    verdict = next(beat for beat in beats(scene, Moment) if beat.title == "Combat won")
    assert (verdict.tone, verdict.seat, verdict.weight) == ("good", 0, 2)
    assert scene.index(roll) < scene.index(verdict) < scene.index(beats(scene, Gain)[0])
    assert gains(scene, "seat/0") == [("vp", 2, 2), ("doubloons", 1, 11)]
    assert gains(scene, "seat/1") == [("doubloons", -1, 9)]


def test_a_combat_that_jordan_wins_is_bad_for_the_captain() -> None:
    table = acting({"c1r1": "L2"}, "SA1", modules=["pirate_skirmish"], at={0: "c1r1"})

    scene = told(table, lambda: table.jordan_acts(1, 6, 1))

    verdict = next(beat for beat in beats(scene, Moment) if beat.title == "Combat lost")
    assert (verdict.tone, verdict.seat, verdict.at) == ("bad", 0, ("ship/jordan",))
    assert gains(scene, "jordan")[0] == ("vp", 5, 5)


def test_a_draw_has_no_winner() -> None:
    table = given(modules=["pirate_skirmish"], sea={"c1r1": "I22"}, at={1: "c1r1"})

    scene = told(table, lambda: table.when(c.SailTo("c1r1"), 4, 4))

    assert beats(scene, Roll)[0].winner is None
    assert seen_most(scene) == ["The combat is a draw"]
    assert not beats(scene, Gain)


def test_a_raid_rolls_dice_that_may_be_rolled_again() -> None:
    table = given()

    first = told(table, lambda: table.effects(RAID, 3, 6, 2, optional=False))
    again = told(table, lambda: table.when(c.Reroll(), 1, 1, 1))

    (roll,) = beats(first, Roll)
    assert (roll.what, roll.rolls[0].by, roll.open) == ("Raid", "seat/0", True)
    assert [(die.shows, die.colour) for die in roll.rolls[0].dice] == [("3", "gold"), ("6", "emerald"), ("2", "pearl")]
    assert not beats(again, Roll)[0].open


def test_dice_of_a_raid_are_taken_away_when_others_are_rolled() -> None:
    table = acting({"c1r1": "L2"}, "SA1")
    table.effects(RAID, 3, 6, 2, optional=False)

    scene = told(table, lambda: table.jordan_acts(1))

    assert Move(("die/yellow", "die/green", "die/white"), source="raid", weight=0) in scene


def test_a_treasure_leaves_its_island_and_is_stored() -> None:
    table = spending(6, islands={"gold": 1})

    taken = told(table, lambda: table.when(c.UseRaidAction("std_treasure")))
    stored = told(table, lambda: table.when(c.StoreTreasure("gold:plain")))

    gone = BeatPiece(face="gold", was="island/gold/markers")
    assert Move((gone,), "seat/0/hideout", source="island/gold") in taken
    assert gains(taken, "pool/1") == [("power", -5, 1)]
    assert gains(taken, "island/gold")[0] == ("markers", -1, 0)
    lying = BeatPiece(id="seat/0/gold:plain/treasure", inside="seat/0/gold:plain", face="gold")
    assert beats(stored, Move)[0].pieces == (lying,)
    assert beats(stored, Move)[0].source == "seat/0/hideout"
    assert gains(stored, "seat/0") == [("treasures", 1, 1)]


# Building, buying, Quests


def test_a_residence_built_must_be_seen() -> None:
    table = given(sea={"c1r1": HACIENDA}, doubloons=20)
    table.when(c.SailTo("c1r1"))

    scene = told(table, lambda: table.when(c.ConstructResidence()))

    assert beats(scene, Show)[0].pieces[0].id == f"{HACIENDA}/0"
    assert seen_most(scene) == ["First on this Residence"]
    assert gains(scene, "seat/0") == [("doubloons", -16, 4), ("vp", 2, 2)]


def test_who_builds_later_is_not_said_to_be_the_first() -> None:
    table = given(sea={"c1r1": HACIENDA}, doubloons=20, built={HACIENDA: [1]})
    table.when(c.SailTo("c1r1"))

    scene = told(table, lambda: table.when(c.ConstructResidence()))

    assert seen_most(scene) == ["Residence built"]
    assert gains(scene, "seat/0") == [("doubloons", -16, 4)]


def test_an_improvement_changes_the_income() -> None:
    table = given(sea={"c1r1": "I2"}, doubloons=20, next_cards=["I48"])
    table.when(c.SailTo("c1r1"))

    scene = told(table, lambda: table.when(c.AcquireImprovement()))

    assert scene[0] == Move(("I2",), "seat/0/improvements", text=scene[0].text)
    assert ("income_doubloons", 3, 3) in gains(scene, "seat/0")
    assert beats(scene, Move)[1] == Move(
        (BeatPiece(id="I48", inside="c1r1", face="I48"),), "c1r1", source="tier_two", text=beats(scene, Move)[1].text
    )


def quest_from_the_deck(quest: str, viewer: int | None, **position: Any) -> Scene:
    table = given(next_quests=[quest], **position)
    table.effects(GAIN)
    return told(table, lambda: table.when(c.TakeQuest("deck")), viewer)


def test_what_a_quest_from_the_deck_asks_only_its_captain_sees() -> None:
    drawn = {viewer: beats(quest_from_the_deck("Q9", viewer), Move)[0] for viewer in (0, 1, None)}

    assert drawn[0].pieces == (BeatPiece(id="Q9", inside="seat/0/quests", face="Q9"),)
    assert drawn[1] == drawn[None]
    first = BeatPiece(id="seat/0/quests/cards", inside="seat/0/quests", name="Quest", down=True)
    assert drawn[1].pieces == (first,)
    assert {(move.source, move.to) for move in drawn.values()} == {("quest_deck", "seat/0/quests")}


def test_a_quest_from_the_market_goes_from_where_all_have_seen_it() -> None:
    taken = {}
    for viewer in (0, 1):
        table = given(market=["Q9"])
        table.effects(GAIN)
        taken[viewer] = beats(told(table, partial(table.when, c.TakeQuest("market_1")), viewer), Move)[0]

    assert taken[0].pieces == ("Q9",)
    assert [piece.was for piece in taken[1].pieces] == ["Q9"]
    assert {move.source for move in taken.values()} == {None}


def test_a_quest_given_back_goes_face_down_for_others() -> None:
    before = fresh(3, 3)
    quest = before.seats[0].dealt[0]
    done = GAME.rules.decide(before, 0, c.ReturnQuest(quest), Chance(1))

    own, other = (checked(before, list(done.events), done.state, viewer) for viewer in (0, 1))

    assert beats(own.scene, Move)[0].pieces == (BeatPiece(down=True, was=quest),)
    assert beats(other.scene, Move)[0].pieces == (unseen(1),)
    assert quest not in str(other.scene)


def test_the_quest_market_opens_when_all_have_given_one_back() -> None:
    state = fresh(3, 2)
    for seat in (0, 1):
        before = state
        done = GAME.rules.decide(before, seat, c.ReturnQuest(before.seats[seat].dealt[0]), Chance(1))
        state = done.state

    scene = checked(before, list(done.events), state).scene

    assert [piece.id for piece in beats(scene, Show)[0].pieces] == list(state.quest_market)
    assert beats(scene, Turn)[0].by == "seat/0"


# Rounds and the end


def test_a_round_is_over_before_its_income_is_paid() -> None:
    table = given(seats=2, number=2, at={0: "gulf"}, improvements={0: ["I2"]})
    table.all_of(c.SailTo("maracaibo"), c.Decline())

    scene = told(table, lambda: table.when(c.EndTurn()))

    assert seen_most(scene) == ["Round 2 is over", "Last round"]
    assert gains(scene, "seat/0") == [("doubloons", 3, 13)]
    assert Move(("ship/0", "ship/1"), "start", weight=0) in scene
    assert [turn.round for turn in beats(scene, Turn)] == [3, 3]


def test_the_final_scoring_counts_up_to_the_points_of_all() -> None:
    table = given(number=3, at={0: "gulf", 1: "gulf"}, quests={0: ["Q15"]}, rivers={0: [1, 2]}, vp={0: 10})
    table.quiet_turn("maracaibo")
    table.all_of(c.SailTo("maracaibo"), c.Decline())

    scene = told(table, lambda: table.when(c.EndTurn()))

    result = table.state.result
    assert result is not None
    shown = beats(scene, Show)[0]
    assert (shown.pieces[0].id, shown.pieces[0].facts, shown.by) == ("Q15", (("scored", 3),), "seat/0")
    assert shown.weight == 2, "nobody plays on before it is seen"
    assert [gains(scene, f"seat/{seat}")[-1][2] for seat in (0, 1)] == [score.total for score in result.scores]
    assert seen_most(scene) == ["Round 3 is over", "The game is over"]
    assert beats(scene, Moment)[-1].at == ("seat/0",)


# Jordan


def test_jordans_turn_shows_its_card_its_way_and_its_gains() -> None:
    table = solo({"c2r1": "L1"}, cards=["SA1"], value_tiles={"L1": "emerald"})

    scene = told(table, lambda: table.jordan_acts(3))

    assert beats(scene, Turn)[0] == Turn("Jordan's turn", by="jordan", round=1, text="It is Jordan's turn.")
    card = beats(scene, Show)[0]
    assert card.pieces == (BeatPiece(id="SA1", inside="jordan/shown", face="SA1"),)
    assert (card.by, card.source, card.weight) == ("jordan", "jordan/deck", 1)
    assert beats(scene, Move)[0].pieces == ("ship/jordan",)
    assert beats(scene, Roll)[0].what == "Jordan's Treasure"
    assert gains(scene, "jordan") == [("upgrades", 1, 1), ("treasures", 1, 1)]
    assert gains(scene, "island/emerald")[0] == ("markers", 1, 5)


def test_of_several_rolls_of_jordan_the_last_one_counts() -> None:
    table = solo({"c2r1": "L1"}, cards=["SA1"]).after(e.UpgradePlaced("jordan", "J1"))

    scene = checked(
        table.state,
        [e.JordanDieRolled("figurehead", (6, 2))],
        table.after(e.JordanDieRolled("figurehead", (6, 2))).state,
    ).scene

    assert [(die.shows, die.again, die.counts) for die in beats(scene, Roll)[0].rolls[0].dice] == [
        ("6", True, False),
        ("2", False, True),
    ]


def test_cards_of_jordan_go_back_to_its_deck() -> None:
    table = acting({"c1r1": "L2"}, "SA1").after(
        *[e.SoloCardRevealed(card, None, False) for card in ("SA1", "SA2", "SA3", "SA4", "SA5", "SA6")]
    )

    scene = told(table, lambda: table.jordan_acts(3))

    shuffled = next(beat for beat in beats(scene, Move) if beat.to == "jordan/deck")
    names = {piece if isinstance(piece, str) else piece.was for piece in shuffled.pieces}
    assert names == {"SA1", "SA2", "SA3", "SA4", "SA5", "SA6"}
    (again,) = next(beat for beat in beats(scene, Show) if beat.source == "jordan/deck").pieces
    assert [piece for piece in shuffled.pieces if isinstance(piece, str)] == [again if isinstance(again, str) else again.id]


# What seldom happens: the promises hold for all viewers


def test_a_quest_sold_is_paid_and_seen_by_its_captain_alone() -> None:
    table = given(quests=["Q7", "Q8"])
    table.effects(DISCARD)

    scene = told(table, lambda: table.when(c.DiscardQuest("Q7")), 1)

    assert beats(scene, Move)[0].pieces == (unseen(1),)
    assert gains(scene, "seat/0") == [("doubloons", 8, 18)]
    assert "Q7" not in str(scene)


def test_an_explorer_that_retires_returns_to_the_start() -> None:
    table = exploring(doubloons=8)
    table.when(c.MoveExplorer("RDT"))

    scene = told(table, lambda: table.when(c.RetireResidence("c9r1")))

    assert beats(scene, Move)[-1].pieces == ("explorer/0",)
    assert beats(scene, Move)[-1].to == "track/S"


def test_a_ruby_sold_lies_in_the_market() -> None:
    table = given(modules=["rubies"], at={0: "c9r1"}, rubies={0: 1})
    table.when(c.SailTo("gulf"))

    scene = told(table, lambda: table.when(c.SellRuby("RM1")))

    assert beats(scene, Move)[0].pieces == (BeatPiece(face="ruby", was="seat/0/rubies"),)
    assert beats(scene, Show)[0].pieces[0].id == "RM1/ruby"


@pytest.mark.parametrize(
    "event",
    [
        e.SoloActionChosenAnew("SB2", None),
        e.TierTwoTopChanged(None),
        e.TierTwoTopChanged(LaidCard(Hidden(1), "tier_2", False)),
    ],
    ids=["chosen anew", "empty deck", "hidden top"],
)
def test_events_that_change_no_picture_are_told_or_silent(event: e.Event) -> None:
    tale = GAME.words.tell([event], ["Anne"], GAME.types.options())

    assert text_of(tale.beats)
    assert {type(each) for each in tale.untold} <= set(GAME.words.silent)


# Twins


def test_what_lies_face_down_changes_no_scene() -> None:
    fog = {"modules": ["fog_of_war_improvements"]}

    one, other = (
        quest_from_the_deck(quest, 1, face_down=[card], next_cards=[card], **fog)
        for quest, card in (("Q9", "I48"), ("Q10", "I40"))
    )

    assert one == other
