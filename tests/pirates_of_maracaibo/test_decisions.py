"""Chapter 25: what can be asked, answered and refused."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, Union

import msgspec
import pytest

import domain.pirates_of_maracaibo as package
from domain.game import Hidden, Rejected
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import ALWAYS_ASKED, ANSWERS, check, legal_commands
from domain.pirates_of_maracaibo.evolve import evolve
from domain.pirates_of_maracaibo.refusals import REFUSALS
from domain.pirates_of_maracaibo.state import to_act

from .scenario import Dice, Table, given

COMMON = [
    "game_not_started",
    "game_over",
    "unknown_seat",
    "not_your_turn",
    "wrong_decision",
    "stale_version",
    "invalid_field",
]
IN_SETTING_UP = {"player_count_not_allowed", "invalid_option"}


def name(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def rows() -> list[tuple[str, set[str], set[str]]]:
    """The table of the rules: for each row its decision, its commands and its refusal codes."""
    text = (files(package) / "RULES.md").read_text()
    found = []
    for row in re.findall(r"^\| PM-C\d\d \| (.*) \|$", text, re.MULTILINE):
        decision, commands, _, codes = row.split(" | ")
        found.append((decision.split(" (")[0], set(re.findall(r"`(\w+)\(", commands)), set(re.findall(r"`(\w+)`", codes))))
    return found


@pytest.mark.rule("PM-394", "PM-400")
def test_decisions_commands_and_codes_are_those_of_the_rules() -> None:
    """There is no command for Jordan's turn, combat, income, refills or the scoring."""
    asked_for: dict[str, set[str]] = {}
    for decision, commands, _ in rows():
        asked_for.setdefault(decision, set()).update(commands)
    assert len(rows()) == 51
    answered = {name(frame): {name(command) for command in answers} for frame, answers in ANSWERS.items()}
    assert {**answered, "setup_quests": {"return_quest"}} == asked_for
    assert {name(command) for command in c.COMMANDS} == {command for commands in asked_for.values() for command in commands}
    codes = {code for _, _, of_row in rows() for code in of_row}
    assert set(REFUSALS) == codes | IN_SETTING_UP | set(COMMON) - {"stale_version"}
    assert all(message.endswith(".") for message in REFUSALS.values())


# The common codes


def refused(state: Any, seat: int, command: Any) -> Rejected:
    with pytest.raises(Rejected) as refusal:
        check(state, seat, command)
    return refusal.value


@pytest.mark.rule("PM-394", "PM-395")
def test_the_common_refusals_come_first_and_in_their_order() -> None:
    """Each of these is wrong in every later way as well."""
    table = given(seats=3)
    assert refused(None, 9, c.EndTurn()).code == "game_not_started"
    for nobody in (-1, 3):
        assert refused(table.state, nobody, c.EndTurn()).code == "unknown_seat"
    other = refused(table.state, 1, c.EndTurn())
    assert (other.code, other.params) == ("not_your_turn", {"awaited_seats": [0]})
    wrong = refused(table.state, 0, c.EndTurn())
    assert (wrong.code, wrong.params) == ("wrong_decision", {"decision": "sail"})
    assert refused(table.state, 0, c.ReturnQuest(Hidden(1))).code == "wrong_decision"
    assert refused(table.state, 0, c.SailTo("nowhere")).code == "unknown_space"
    assert refused(table.state, 0, c.SailTo("nowhere")).message == REFUSALS["unknown_space"]


@pytest.mark.rule("PM-394", "PM-444")
def test_a_hidden_quest_cannot_be_named() -> None:
    """The placeholder of a hidden Quest is not the name of a Quest."""
    table = given(quests=["Q7", "Q8"])
    table.effects("improvement:I32")
    table.when(c.DiscardQuest(Hidden(1))).refused("invalid_field")


@pytest.mark.rule("PM-394")
def test_a_module_may_change_the_commands_of_a_decision() -> None:
    """`sail_to` gives way to single steps with Fog of War: Improvements, and only there."""
    whole = given()
    whole.when(c.SailStep("c1r1")).refused("wrong_decision")
    whole.when(c.StopSailing()).refused("wrong_decision")
    given(modules=["fog_of_war_improvements"]).when(c.SailTo("c1r1")).refused("wrong_decision")


@pytest.mark.rule("PM-444")
@pytest.mark.parametrize(
    "written",
    [
        {"type": "sail_to"},
        {"type": "sail_to", "space": 3},
        {"type": "sail_to", "space": None},
        {"type": "sail_to", "space": "c1r1", "steps": 1},
        {"type": "end_turn", "seat": 0},
        {"type": "take_action"},
        {"type": "take_action", "action": "0"},
        {"type": "take_action", "action": 0, "side": "0"},
        {"type": "choose_side", "index": 0},
        {"type": "resume_raid", "pool": True},
        {"type": "fly"},
        {},
    ],
)
def test_missing_surplus_and_wrongly_typed_arguments_are_no_commands(written: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(written, Union[c.COMMANDS])  # type: ignore[arg-type]  # noqa: UP007 - of a tuple of types


@pytest.mark.rule("PM-444", "PM-445", "PM-447")
def test_a_well_formed_name_or_number_that_does_not_exist_has_a_code_of_the_command() -> None:
    def answer(table: Table, command: Any) -> str:
        return refused(table.state, 0, command).code

    assert answer(given(), c.SailTo("\u2603")) == "unknown_space"
    upgrade = given(at={0: "gulf"})
    upgrade.when(c.SailTo("maracaibo"))
    assert answer(upgrade, c.PlaceUpgrade("U99")) == "unknown_slot"
    actions = given(sea={"c1r1": "L5"})
    actions.all_of(c.SailTo("c1r1"), c.Decline())
    for command in (c.TakeAction(99, 0), c.TakeAction(0, 99), c.TakeAction(0)):
        assert answer(actions, command) == "unknown_action"
    assert answer(actions, c.ResumeRaid(10**9)) == "unknown_pool"
    quest = given()
    quest.effects("space:A3u")
    assert answer(quest, c.TakeQuest("market_3")) == "source_empty"
    assert answer(quest, c.TakeQuest("market_0")) == "source_empty"


# What is asked


@pytest.mark.rule("PM-396")
def test_only_five_decisions_are_asked_with_a_single_answer() -> None:
    """Sail, the two cards of chapters 5 and 6, end of turn; actions of a Location as long as one is possible."""
    assert {name(kind) for kind in ALWAYS_ASKED} == {
        "sail",
        "improvement_card",
        "residence_card",
        "location_actions",
        "end_turn",
    }
    gulf = given(at={0: "gulf"})
    assert gulf.legal() == [c.SailTo("maracaibo")]
    poor = given(sea={"c1r1": "I1", "c1r2": "R1"}, doubloons=0)
    for space in ("c1r1", "c1r2"):
        table = Table(poor.state)
        table.when(c.SailTo(space))
        assert table.legal() == [c.IgnoreCard()]
    poor.all_of(c.SailTo("c1r1"), c.IgnoreCard())
    assert poor.legal() == [c.EndTurn()]


@pytest.mark.rule("PM-396")
def test_a_decision_without_a_choice_is_carried_out_unasked() -> None:
    """A single Treasure type with both bonus spaces taken, and a single buried space that is left."""
    table = given(stored=["HGS1", "HGS2"])
    table.effects("forfeit:FJ", optional=False).then(e.TreasureGained(0, "gold", "island"))
    assert table.seat().stored == {"gold": 1}
    assert table.decision == "end_turn"
    last = given(stored=["gold:plain"], buried=["HGB1", "HGB2", "HGB4"])
    last.effects("improvement:I6")
    # Whether to bury at all is the seat's, where is not.
    assert last.legal() == [c.ChooseBuryMarker("gold:plain"), c.Decline()]
    last.when(c.ChooseBuryMarker("gold:plain")).then(e.TreasureBuried(0, "gold", "gold:plain", "HGB3"))


@pytest.mark.rule("PM-C51")
def test_a_turn_is_ended_by_its_seat() -> None:
    table = given(sea={"c1r1": "I1"})
    table.when(c.EndTurn()).refused("wrong_decision")
    table.all_of(c.SailTo("c1r1"), c.IgnoreCard())
    assert table.top == f.EndTurn(0)
    table.when(c.EndTurn(), seat=1).refused("not_your_turn")
    table.when(c.EndTurn()).then(e.TurnEnded(0, 0))
    assert to_act(table.state) == (1,)


# Chance and records


class Untouched:
    """Chance that must not be drawn from."""

    def below(self, limit: int) -> int:
        raise AssertionError("drawn")


@pytest.mark.rule("PM-398", "PM-395")
def test_nothing_is_drawn_for_a_refused_command_or_a_question() -> None:
    table = given(sea={"c1r1": "L1"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    with pytest.raises(Rejected):
        decide(table.state, 0, c.EndTurn(), Untouched())
    check(table.state, 0, c.TakeAction(0))
    assert c.TakeAction(0) in legal_commands(table.state, 0)
    with pytest.raises(AssertionError, match="drawn"):
        decide(table.state, 0, c.TakeAction(0), Untouched())


@pytest.mark.rule("PM-398", "PM-448")
def test_what_chance_decided_is_told_in_the_events() -> None:
    """The state follows from them alone, whatever chance would say now."""
    table = given(sea={"c1r1": "L1"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    recorder = decide(table.state, 0, c.TakeAction(0), Dice((2, 6, 4)))
    state = table.state
    for event in recorder.events:
        state = evolve(state, event)
    assert state == recorder.state
    assert state.stack[-1] == f.RaidRolled(0, {"yellow": 2, "green": 6, "white": 4}, 0, 1)
    with pytest.raises(Rejected):
        check(state, 0, c.TakeAction(0))
