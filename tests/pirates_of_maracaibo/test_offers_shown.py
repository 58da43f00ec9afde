"""What people read on buttons: labels, what a seat is asked, and what they would look for and cannot do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.playing import Chance, refusal
from domain.offers import labels
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.commands import COMMANDS
from domain.pirates_of_maracaibo.decisions import ANSWERS
from domain.pirates_of_maracaibo.drawing import DRAWING
from domain.pirates_of_maracaibo.drawing.groups import OF_COMMAND
from domain.pirates_of_maracaibo.drawing.targets import DECLINED, TARGETS, targets
from domain.pirates_of_maracaibo.evolve import evolve
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.texts import DEEDS, LABELS, asked, label
from domain.pirates_of_maracaibo.view import view
from tradewinds import Play

from .positions import doing
from .scenario import Table, given
from .test_drawing import KINDS, NAMES


def shown(table: Table, seat: int = 0) -> dict[str, Any]:
    """The label of each legal command."""
    look = view(table.state, seat)
    return {label(look, seat, command, NAMES): command for command in table.legal()}


def question(table: Table) -> str:
    (seat,) = GAME.rules.to_act(table.state)
    return asked(view(table.state, None), seat, NAMES)


def refused(table: Table, seat: int = 0) -> dict[str, str]:
    """The label of each candidate that is refused, and the code of the refusal."""
    look = view(table.state, seat)
    found = {
        label(look, seat, each, NAMES): refusal(GAME, table.state, seat, each) for each in DRAWING.candidates(look, seat)
    }
    return {name: refusal[0] for name, refusal in found.items() if refusal is not None}


def pointed(table: Table, command: c.Command) -> list[str]:
    return targets(view(table.state, 0), 0, command)


def test_every_command_decision_and_event_is_provided_for() -> None:
    for table in (LABELS, TARGETS, OF_COMMAND):
        assert set(table) == set(COMMANDS)
    assert set(DEEDS) | {f.PayOpponents} == set(ANSWERS) | {f.ReturnQuests}
    assert set(DECLINED) == {frame for frame, answers in ANSWERS.items() if c.Decline in answers}


# Labels


def test_sailing_names_the_card_or_where_a_hidden_one_lies() -> None:
    modules = ["fog_of_war_locations"]
    table = given(modules=modules, sea={"c1r1": "I5", "c1r2": "L1", "c1r3": ""})
    found = shown(table)
    assert list(found)[:3] == [
        "Sail to Cartographer",
        "Sail to hidden card, 1st column middle",
        "Sail to Open Water, 1st column bottom",
    ]


def test_a_price_stands_on_the_label_with_discounts_taken_off() -> None:
    table = given(sea={"c1r1": "I5"}, doubloons=50, figurehead="FL")
    full = given(sea={"c1r1": "I5"}, doubloons=50)
    for position, less in ((table, 2), (full, 0)):
        position.when(c.SailTo("c1r1"))
        assert list(shown(position)) == ["Take 5 doubloons instead", f"Buy Cartographer for {4 - less}"]


def test_slots_with_one_effect_are_told_apart_by_their_place() -> None:
    table = doing("space:C2u", upgrades=["U1", "U2"])
    found = [name for name in shown(table) if "Tile for 2" in name]
    assert found == ["Upgrade: Tile for 2, left", "Upgrade: Tile for 2, right"]


def test_quests_are_named_by_what_they_count() -> None:
    table = doing("space:A3u", market=["Q1", "Q25"])
    assert list(shown(table)) == [
        "Take the top Quest of the deck",
        "Take 6/10 doubloons of income",
        "Take 2/4 buried Treasures, 2/3 rivers c…",
        "Take no Quest",
    ]


# What is asked


def test_everybody_reads_what_is_asked() -> None:
    table = given(sea={"c1r1": "L1", "c1r2": "I5"})
    assert question(table) == "Anne sails up to 3 spaces."
    table.all_of(c.SailTo("c1r1"), c.Decline())
    assert question(table) == "Anne chooses an action of Trinidad or finishes there."
    table.when(c.TakeAction(0), 6, 3, 2)
    assert question(table) == "Anne rolled yellow 6, green 3 and white 2 and chooses a die for the raid or rolls again."
    table.when(c.ChooseDie("yellow"))
    assert question(table) == "Anne spends 6 Raiding Power or stops the raid."
    table.all_of(c.StopRaid(), c.FinishActions())
    assert question(table) == "Anne ends the turn or goes back to a raid."


def test_what_is_asked_in_secret_names_no_quest() -> None:
    look = Play.new(GAME, seats=2, seed=1).view()
    assert [asked(look, seat, NAMES) for seat in (0, 1)] == [
        f"{name} keeps one of the Quests dealt and returns the other." for name in NAMES[:2]
    ]


def test_sailing_step_by_step_says_how_far_is_left() -> None:
    table = given(modules=["fog_of_war_improvements"], sea={"c1r1": "I5"})
    table.when(c.SailStep("c1r1"))
    assert question(table) == "Anne sails on up to 2 spaces or ends the move."


def test_choosing_whom_to_pay_names_those_who_wait() -> None:
    table = given(seats=4, at={1: "c1r1", 2: "c1r1", 3: "c1r1"}, doubloons={0: 2})
    table.when(c.SailTo("c1r1"))
    assert question(table) == "Anne chooses who gets the next doubloon: Bart, Cy or Di."
    table.when(c.ChoosePaidOpponent(2))
    assert question(table) == "Anne chooses who gets the next doubloon: Bart or Di."


# What a person would look for


@pytest.mark.rule("PM-041", "PM-045")
def test_spaces_too_far_or_behind_are_shown_with_the_reason() -> None:
    table = given(at={0: "c3r1"}, sea={"c9r1": "I5", "c1r1": "I3"})
    found = refused(table)
    assert found["Sail to Cartographer"] == "out_of_range"
    assert found["Sail to Gunner"] == "not_rightward"
    assert found["Sail to Maracaibo"] == "no_way_there"


def test_a_card_too_dear_is_shown_with_the_reason() -> None:
    table = given(sea={"c1r1": "I5"}, doubloons=0)
    table.when(c.SailTo("c1r1"))
    assert refused(table) == {"Buy Cartographer for 4": "cannot_afford"}


def test_a_residence_built_before_is_shown_with_the_reason() -> None:
    table = given(sea={"c1r1": "R1"}, built={"R1": [0]}, doubloons=50)
    table.when(c.SailTo("c1r1"))
    assert refused(table) == {"Build Hacienda for 16": "already_built"}


def test_slots_that_are_covered_or_behind_a_line_are_shown_with_the_reason() -> None:
    found = refused(doing("space:C2u", upgrades=["U1"]))
    assert found["Upgrade: 3 doubloons"] == "slot_filled"
    assert found["Upgrade: 5 VP"] == "line_not_reached"


@pytest.mark.rule("PM-132")
def test_spaces_of_the_track_beyond_the_movement_or_taken_are_shown_with_the_reason() -> None:
    table = doing("buried:HGB3", explorers={1: "A2"})
    found = refused(table)
    assert found["Explore 1 space: 1 VP"] == "space_occupied"
    assert {code for name, code in found.items() if name.startswith(("Explore 4", "Explore 5"))} == {"out_of_range"}


def test_a_seat_that_is_asked_nothing_looks_for_nothing() -> None:
    assert DRAWING.candidates(view(given().state, 1), 1) == []


# Targets


def test_commands_point_to_the_things_they_are_about() -> None:
    table = given(sea={"c1r1": "I5"}, modules=["fog_of_war_locations"], quests=["Q1"])
    assert pointed(table, c.SailTo("c1r1")) == ["c1r1", "I5"]
    assert pointed(table, c.PlaceUpgrade("U3")) == ["seat/0/U3"]
    assert pointed(table, c.DiscardQuest("Q1")) == ["Q1"]
    assert pointed(table, c.TakeQuest("deck")) == ["quest_deck"]
    assert pointed(table, c.TakeQuest("market_1")) == [table.state.quest_market[0]]
    assert pointed(table, c.ChooseBuryMarker("gold:plain")) == ["seat/0/gold:plain"]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("improvement:I23", "I23"),
        ("space:B4", "track/B4"),
        ("slot:U5", "seat/0/U5"),
        ("ruby:RM3", "RM3"),
        ("tile:B5:front", "seat/0/B5"),
    ],
)
def test_an_effect_points_to_what_it_stands_on(source: str, target: str) -> None:
    state = evolve(given().state, e.FrameOpened(f.ResolveEffects(0, source, optional=True)))
    assert targets(view(state, 0), 0, c.TakeEffect(0)) == [target]


# Everything


@pytest.mark.parametrize(("seats", "options"), KINDS.values(), ids=KINDS.keys())
def test_labels_need_no_numbers(seats: int, options: dict[str, Any]) -> None:
    """In random games the labels of one list differ by themselves."""
    chance, names = random.Random(seats), NAMES[:seats]
    play = Play.new(GAME, seats, seed=seats, options=options)
    while play.to_act:
        seat = play.to_act[0]
        look, legal = play.view(seat), play.legal(seat)
        own = [label(look, seat, command, names) for command in legal]
        assert labels(GAME, look, seat, legal, names) == own
        play = play.after(chance.choice(legal), seat)


@pytest.mark.parametrize("kind", ["solo with all modules", "three with all modules"])
def test_the_reason_of_a_refusal_tells_nothing_hidden(kind: str) -> None:
    """At every fifth position of a random game: all that is hidden is dealt anew, and the reasons stay the same."""
    seats, options = KINDS[kind]
    chance, play = Chance(seats), Play.new(GAME, seats, seed=seats, options=options)
    while play.to_act:
        seat = play.to_act[0]
        legal = play.legal(seat)
        if play.version % 5 == 0:
            look = play.view(seat)
            wanted, dealt = DRAWING.candidates(look, seat), GAME.bots.determinize(look, seat, chance)
            assert [refusal(GAME, play.state, seat, each) for each in wanted] == [
                refusal(GAME, dealt, seat, each) for each in wanted
            ]
            assert set(legal) <= set(wanted)
        play = play.after(legal[chance.below(len(legal))], seat)
