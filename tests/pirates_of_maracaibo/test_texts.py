"""Texts of whole games: every command and event has a sentence, and no sentence reveals anything hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.commands import COMMANDS, Command
from domain.pirates_of_maracaibo.content import (
    FIGUREHEADS,
    IMPROVEMENTS,
    LOCATIONS,
    QUESTS,
    RESIDENCES,
    SLOTS,
    TILES,
    TRACK,
    Effect,
    ongoing_of,
)
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.effects import OPS
from domain.pirates_of_maracaibo.effects.counters import COUNTERS
from domain.pirates_of_maracaibo.events import EVENTS, Event
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.narration import SILENT, TELLINGS
from domain.pirates_of_maracaibo.narration.actions import LEFT_OUT
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import setup
from domain.pirates_of_maracaibo.state import State, to_act
from domain.pirates_of_maracaibo.texts import (
    DESCRIPTIONS,
    PREVIEWS,
    describe,
    names,
    preview,
)
from domain.pirates_of_maracaibo.texts.phrases import COUNTED, DEEDS, GERUNDS, LASTING, SCORING, deeds
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import redact
from tests.support.sentences import NAMES
from tradewinds.testing import Chance

from .positions import SEA
from .scenario import Attempt, given
from .test_action_descriptions import BOARDS, EFFECTS
from .test_action_descriptions import LOCATIONS as AT_LOCATIONS
from .test_descriptions import CARDS, MOVING, SETTING_UP
from .test_narration import NARRATED

MODULES = (*("fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement"),)
narrate = GAME.words.narrate


def seen(events: Sequence[Event], viewer: int | None) -> list[Event]:
    return [redact(event, viewer) for event in events]


def narrated(attempt: Attempt, viewer: int | None = None) -> str:
    return narrate(seen(attempt.events, viewer), NAMES, Options())


# All of them


def test_every_command_is_described_and_previewed() -> None:
    assert set(DESCRIPTIONS) == set(PREVIEWS) == set(COMMANDS)


def test_every_event_is_told_or_knowingly_left_to_others() -> None:
    assert set(TELLINGS) | set(SILENT) == set(EVENTS)


def test_every_command_and_event_has_its_sentence_in_these_tests() -> None:
    said = {
        type(command)
        for _, sayings in (*SETTING_UP, *MOVING, *CARDS, *AT_LOCATIONS, *EFFECTS, *BOARDS)
        for command in sayings
    }
    assert said == set(COMMANDS)
    assert {type(event) for events in NARRATED.values() for event in events} >= set(TELLINGS)


def every(effects: Sequence[Effect]) -> Iterator[Effect]:
    """With those inside of others."""
    for effect in effects:
        yield effect
        spaces = effect.spaces if isinstance(effect.spaces, tuple) else ()
        for inner in (effect.effects, *effect.sides, *(space.effects for space in spaces)):
            yield from every(inner)


def test_everything_printed_has_its_words() -> None:
    lasting = [effect for name in (*IMPROVEMENTS, *SLOTS, *FIGUREHEADS) for effect in ongoing_of(name)]
    scoring = [line for card in IMPROVEMENTS.values() for line in card.endgame] + [
        card.scoring for card in RESIDENCES.values()
    ]
    assert {effect.op for effect in lasting} == set(LASTING)
    assert {effect.op for effect in scoring} == set(SCORING)
    assert set(DEEDS) == set(OPS)
    assert set(COUNTED) == {*COUNTERS, "scoring_quests"}
    assert set(OPS) - {"gain_vp", "gain_doubloons"} <= set(LEFT_OUT)
    assert all(re.search(r"\b(no|not|neither|forgoes|keeps|leaves)\b", said) for said in LEFT_OUT.values())
    for effect in every([*lasting, *(effect for card in LOCATIONS.values() for effect in card.actions)]):
        if effect.op in DEEDS:
            assert DEEDS[effect.op](effect)[0] in GERUNDS
    printed = [space.effects for space in TRACK.values()] + [
        side.effects for tile in TILES.values() for side in (tile.front, tile.back)
    ]
    for effects in printed:
        assert not effects or readable(f"{names.sentence(deeds(effects))}")
    for quest in QUESTS.values():
        assert [need.counter for need in quest.top.needs] == [need.counter for need in quest.bottom.needs]
    assert all(readable(names.sentence(names.quest(quest))) for quest in QUESTS)
    assert all(readable(names.sentence(names.hunted_quest(quest))) for quest in QUESTS)
    assert all(readable(names.sentence(names.told_quest(quest))) for quest in QUESTS)


# Whole games


@cache
def random_game(seed: int) -> Sequence[tuple[State, int, Sequence[Command], Sequence[Event]]]:
    """Positions, the seat asked there, its legal commands, and the events of the one that it gave at random."""
    rng, choice = Chance(seed), random.Random(seed)
    modules = {module: choice.random() < 0.5 for module in MODULES}
    layout: Any = choice.choice(["standard", "grid", "strait", "long_channel"])
    seats = 1 + seed % 4
    options = Options(layout=layout, b_cards=3 if seats == 1 else None, **modules)
    state, played = setup(options, seats, rng).state, []
    while state.result is None:
        seat = choice.choice(to_act(state))
        legal = legal_commands(state, seat)
        recorder = decide(state, seat, choice.choice(legal), rng)
        played.append((state, seat, legal, recorder.events))
        state = recorder.state
    return played


SEEDS = range(8)
UNREADABLE = re.compile(
    r"_|\bNone\b|Hidden|\?|  |\.\.|\( | ,| \.|:\.|\b1 (doubloons|spaces|markers|Upgrades|Quests|Treasures|cards)\b"
    r"|\ba [AEIO]|\b(c\d+r\d+|[ILRQUBFHJ]\d+|[A-Z]{2}\w?\d+|F[A-L]|std|plain|RDT)\b"
)
"""Raw ids, holes, gaps and slips of grammar."""


def readable(text: str) -> bool:
    return bool(text) and not UNREADABLE.search(text) and (text[0].isupper() or text[0].isdigit()) and text[-1] == "."


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_in_whole_games_can_be_read(seed: int) -> None:
    for state, seat, legal, _ in random_game(seed):
        offered = view(state, seat)
        for command in legal:
            text = describe(offered, seat, command, NAMES)
            assert readable(text), text


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_tile_is_foreseen_to_bring_comes_at_once(seed: int) -> None:
    for state, seat, legal, _ in random_game(seed):
        for command in legal:
            if isinstance(command, c.ChooseTile | c.PlaceTileAt):
                foreseen = preview(view(state, seat), seat, command)
                before, after = state.seats[seat], decide(state, seat, command, Chance(0)).state.seats[seat]
                assert after.doubloons - before.doubloons == foreseen.get("doubloons", 0)
                assert after.vp - before.vp == foreseen.get("vp", 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_of_whole_games_can_be_read(seed: int) -> None:
    for state, seat, _, events in random_game(seed):
        for viewer in (None, seat):
            text = narrate(seen(events, viewer), NAMES, state.options)
            assert readable(text), text


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_turns_can_be_read(seed: int) -> None:
    turn: list[Event] = []
    for state, _, _, events in random_game(seed):
        turn += events
        if any(isinstance(event, e.TurnEnded) for event in events):
            text = narrate(seen(turn, None), NAMES, state.options)
            assert readable(text), text
            turn = []


def test_of_nothing_nothing_is_told() -> None:
    assert narrate([], NAMES, Options()) == ""


# Nothing hidden


def hidden_cards(events: Sequence[Event], viewer: int | None) -> set[str]:
    """What these events hold and the viewer does not see in any of them."""
    whole, shown = (words(each) for each in (list(events), seen(events, viewer)))
    return whole - shown


def words(events: Sequence[Event]) -> set[str]:
    return set(re.findall(r'"(\w+)"', msgspec.json.encode(events).decode()))


def said_as(card: str, options: Options) -> str:
    if card in QUESTS:
        return names.told_hunted_quest(card) if options.quest_hunters else names.told_quest(card)
    return names.card(card) if card in (*IMPROVEMENTS, *LOCATIONS, *RESIDENCES) else ""


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_card_is_named(seed: int) -> None:
    checked = 0
    for state, _, _, events in random_game(seed):
        for viewer in (None, 0):
            text = narrate(seen(events, viewer), NAMES, state.options)
            for card in hidden_cards(events, viewer):
                named = said_as(card, state.options)
                assert not named or named not in text, text
                checked += 1
    assert checked


def test_a_quest_of_the_deck_is_named_to_its_owner_alone() -> None:
    drawn = e.QuestGained(1, "deck", "Q4")
    for hunters, named in ((False, "the Quest for 5 or 8 Treasures"), (True, "the Quest for 8 Treasures")):
        options = Options(quest_hunters=hunters)
        assert narrate(seen([drawn], 1), NAMES, options) == f"Ben takes {named} from the deck."
        for viewer in (0, None):
            assert narrate(seen([drawn], viewer), NAMES, options) == "Ben takes a Quest from the deck."


def test_a_face_down_card_is_named_by_its_back_alone() -> None:
    fog = ("fog_of_war_locations", "fog_of_war_improvements")
    table = given(sea=SEA, modules=fog)
    offered = [describe(view(table.state, 0), 0, command, NAMES) for command in table.legal()]
    assert offered == [
        "Sail 1 space to a face-down Improvement, 1st column top; 2 more spaces could follow.",
        "Sail 1 space to a face-down Location, 1st column middle; 2 more spaces could follow.",
        "Sail 1 space to the Hacienda, a Residence for 16 doubloons, more than you can pay; 2 more spaces could follow.",
    ]


# Turns


def test_a_turn_is_told_in_its_order() -> None:
    table = given(sea={"c1r1": "L2", "c1r2": "I9"}, at={1: "c1r1"}, modules=["rubies"])
    assert (
        narrated(table.when(c.SailTo("c1r1")))
        == "Anna sails 1 space to Tobago in the 1st column. Anna pays 1 doubloon to Ben."
    )
    assert narrated(table.when(c.GainRuby())) == "Anna takes a Ruby."
    assert narrated(table.when(c.PlaceUpgrade("U1"))) == "Anna places an Upgrade to gain 3 doubloons."
    assert narrated(table.when(c.TakeAction(0), 2, 5, 1)) == (
        "Anna uses Tobago to raid with all dice. Anna rolls yellow 2, green 5 and white 1."
    )
    assert narrated(table.when(c.ChooseDie("green"))) == "Anna raids for Emeralds with the green 5: 5 Raiding Power."
    assert narrated(table.when(c.UseRaidAction("std_treasure"))) == (
        "Anna spends 5 Raiding Power to gain an Emerald from its island (0 left)."
    )
    assert narrated(table.when(c.StoreTreasure("HES1"))) == "Anna stores the Emerald on the space for 2 VP."
    assert narrated(table.when(c.EndTurn())) == "It is Ben's turn."


def test_what_a_card_leads_to_is_told() -> None:
    table = given(sea={"c1r1": "I4"}, next_cards=["I48"])
    table.when(c.SailTo("c1r1"))
    assert narrated(table.when(c.AcquireImprovement())) == (
        "Anna acquires Scout from the 1st column for 4 doubloons. Its place is taken by Coffee."
    )
    assert narrated(table.when(c.MoveExplorer("A1"))) == "Anna's Explorer moves 1 space to the space for 2 doubloons."
    assert table.seat().doubloons == 8
