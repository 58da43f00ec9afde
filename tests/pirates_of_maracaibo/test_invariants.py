"""What holds in every position of whole games played at random, with all modules (RULES.md, 25.2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo import content
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import Edge
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import ALWAYS_ASKED, legal_commands
from domain.pirates_of_maracaibo.effects.exploring import ONWARD, SPUR
from domain.pirates_of_maracaibo.evolve import evolve
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import resolve, setup
from domain.pirates_of_maracaibo.state import State, column_of, to_act
from domain.pirates_of_maracaibo.values import MARACAIBO, Pool, SeaCard
from tradewinds.testing import Chance

from . import scenario
from .invariants import check_all, check_change

MODULES = (
    "fog_of_war_locations",
    "fog_of_war_improvements",
    "pirate_skirmish",
    "quest_hunters",
    "rubies",
    "retirement",
)
LAYOUTS = ("standard", "grid", "strait", "long_channel")
GAMES = range(16)


class Played:
    """A whole game: the state after its setup, and the state before and the events of each command."""

    def __init__(self, number: int, check: bool = True) -> None:
        chance = random.Random(number)
        seats = number % 4 + 1
        on = {module: chance.random() < 0.5 for module in MODULES}
        options: Any = {"layout": LAYOUTS[number // 4], **on}
        self.first = setup(resolve(Options(**options), seats), seats, Chance(number)).state
        self.steps: list[tuple[State, list[e.Event]]] = []
        state = self.first
        while state.result is None:
            seat = chance.choice(to_act(state))
            legal = legal_commands(state, seat)
            # PM-I21, PM-396
            assert 0 < len(legal) < 200
            assert len(legal) > 1 or type(state.stack[-1]) in ALWAYS_ASKED
            recorder = decide(state, seat, chance.choice(legal), Chance(len(self.steps)))
            self.steps.append((state, recorder.events))
            if check:
                check_all(recorder.state)
                check_change(state, recorder.state)
            state = recorder.state
        self.last = state

    def folded(self) -> Iterator[tuple[State, e.Event]]:
        """Every event with the state it changed."""
        for state, events in self.steps:
            for event in events:
                yield state, event
                state = evolve(state, event)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


@pytest.mark.rule(
    "PM-I01", "PM-I02", "PM-I03", "PM-I04", "PM-I05", "PM-I06", "PM-I07", "PM-I08", "PM-I09", "PM-I10", "PM-I11"
)
@pytest.mark.rule("PM-I12", "PM-I13", "PM-I15", "PM-I16", "PM-I17", "PM-I21", "PM-448")
def test_what_must_hold_holds_in_every_position(game: Played) -> None:
    """It was checked while the game was played."""
    assert game.last.result is not None
    assert all(events for _, events in game.steps)
    assert len(game.last.result.scores) == max(2, len(game.last.seats))


def test_a_position_goes_on_the_same_however_it_was_stored(game: Played) -> None:
    """A branch starts from a position stored with sorted keys, and the spaces of the sea are in another order then."""
    for state, _ in game.steps[::3]:
        stored = msgspec.json.decode(msgspec.json.encode(state, order="sorted"), type=State)
        for seat in to_act(state):
            legal = legal_commands(state, seat)
            assert legal_commands(stored, seat) == legal
            assert decide(stored, seat, legal[-1], Chance(1)).events == decide(state, seat, legal[-1], Chance(1)).events


@pytest.mark.rule("PM-I13", "PM-360")
def test_only_quest_hunters_lower_a_score_at_the_end(game: Played) -> None:
    assert game.last.result is not None
    for score in game.last.result.scores:
        during = game.last.jordan.vp if score.who == "jordan" and game.last.jordan else game.last.seats[int(score.who)].vp
        assert score.total == during + sum(part.vp for part in score.parts)
        assert score.total >= during or game.last.options.quest_hunters


@pytest.mark.rule("PM-I14", "PM-045")
def test_every_turn_ends_in_a_column_further_right(game: Played) -> None:
    began: dict[Any, int] = {}
    for state, event in game.folded():
        if isinstance(event, e.TurnStarted | e.TurnEnded):
            own = state.jordan if event.who == "jordan" else state.seats[int(event.who)]
            assert own is not None
            if isinstance(event, e.TurnStarted):
                began[event.who] = column_of(state, own.ship)
            else:
                assert column_of(state, own.ship) > began[event.who]


@pytest.mark.rule("PM-I07", "PM-126", "PM-119")
def test_islands_change_only_by_markers_put_there_and_treasures_taken(game: Played) -> None:
    for state, event in game.folded():
        after = dict(state.islands)
        match event:
            case e.MarkerPlaced(island=island, count=number):
                after[island] += number
            case e.TreasureGained(treasure=island, from_="island") | e.JordanTreasureGained(treasure=island, from_="island"):
                after[island] -= 1
        assert evolve(state, event).islands == after


@pytest.mark.rule("PM-I15", "PM-I16", "PM-129", "PM-380")
def test_explorers_move_forward_and_back_to_start_only_by_retiring(game: Played) -> None:
    for state, event in game.folded():
        if isinstance(event, e.ExplorerMoved):
            ahead, edge = set[str](), {event.from_}
            while edge:
                edge = {onward.to for space in edge for onward in (*ONWARD.get(space, ()), *of_spur(space))}
                ahead |= edge
            assert event.to in ahead
        before = [each.explorer for each in state.seats]
        after = [each.explorer for each in evolve(state, event).seats]
        if before != after:
            assert isinstance(event, e.ExplorerMoved | e.ExplorerRetired)
            assert "S" not in after or "S" in before or isinstance(event, e.ExplorerRetired)


def of_spur(space: str) -> tuple[Edge, ...]:
    return (SPUR,) if space == SPUR.from_ else ()


@pytest.mark.rule("PM-I18", "PM-I19", "PM-I22", "PM-029")
def test_turns_are_as_many_as_the_columns_allow_and_equal_for_all(game: Played) -> None:
    turns, in_round = Counter[Any](), Counter[Any]()
    commands = 0
    for state, events in game.steps:
        commands = 0 if any(isinstance(event, e.TurnStarted) for event in events) else commands + 1
        # PM-I22: each step is one command; a turn's are far from endless.
        assert commands < 150, state.stack
    for state, event in game.folded():
        if isinstance(event, e.TurnEnded):
            turns[event.who] += 1
            in_round[event.who] += 1
            assert in_round[event.who] <= content.LAYOUTS[state.options.layout].last_column + 2
            if event.who != "jordan" and state.seats[event.who].ship == MARACAIBO and not harpy(game, event.who):
                assert in_round[event.who] >= 5
        elif isinstance(event, e.RoundEnded):
            in_round.clear()
    assert len(set(turns.values())) == 1
    assert len(turns) == max(2, len(game.last.seats))


def harpy(game: Played, seat: int) -> bool:
    return game.last.seats[seat].figurehead == "FC"


@pytest.mark.rule("PM-I20", "PM-398")
def test_the_same_seed_and_commands_give_the_same_game() -> None:
    one, other = Played(6, check=False), Played(6, check=False)
    assert one.first == other.first
    assert one.steps == other.steps


# That a broken position is noticed


@pytest.mark.rule(
    "PM-I01", "PM-I02", "PM-I03", "PM-I05", "PM-I07", "PM-I08", "PM-I10", "PM-I11", "PM-I12", "PM-I15", "PM-I17"
)
@pytest.mark.parametrize(
    "broken",
    [
        {"sea": {}},
        {"tier_two": ()},
        {"quest_deck": ()},
        {"quest_market": ("Q1", "Q1")},
        {"figurehead_market": ("FA",)},
        {"residences": {"R1": (0, 0)}},
        {"islands": {"gold": -1, "emerald": 0, "pearl": 0}},
        {"seat": {"doubloons": -1}},
        {"seat": {"upgrades": ("U7",)}},
        {"seat": {"explorer": "A1"}},
        {"seat": {"rivers": (5,)}},
        {"seat": {"covered": {"HGB1": "pearl"}}},
        {"seat": {"covered": {"FGS1": "pearl"}}},
        {"seat": {"tiles": {"B1": "L1"}}},
        {"turn": {"used": ("std_vp", "std_vp")}},
        {"turn": {"pools": (Pool(1, -1, None),)}},
    ],
)
def test_a_broken_position_is_noticed(broken: dict[str, Any]) -> None:
    state = scenario.given(explorers={1: "A1"}, tiles={1: {"B2": "L1"}}).state
    assert state.turn is not None
    change = dict(broken)
    if "seat" in change:
        change["seats"] = (replace(state.seats[0], **change.pop("seat")), *state.seats[1:])
    if "turn" in change:
        change["turn"] = replace(state.turn, **change["turn"])
    with pytest.raises(AssertionError):
        check_all(replace(state, **change))


@pytest.mark.rule("PM-I04", "PM-031", "PM-081", "PM-095", "PM-371", "PM-088")
@pytest.mark.parametrize(
    "lost",
    [
        {"tile_sides": {"B1": "back"}},
        {"residences": {"R1": (0,)}},
        {"residences": {"R1": (0, 1)}},
        {"ruby_market": {}},
        {"value_tiles": {}},
        {"closing_seat": 0},
        {"sea": {"c1r1": "I1"}},
        {"sea": {"c1r2": "L2"}},
        {"sea": {"c1r3": "I2"}},
    ],
)
def test_what_lies_on_the_table_for_good_is_not_taken_away(lost: dict[str, Any]) -> None:
    """A Location, a Residence, Open Water."""
    sea = {"c1r1": "L1", "c1r2": "R1", "c1r3": ""}
    table = scenario.given(sea=sea, built={"R1": [1, 0]}, modules=["rubies"], rubies={0: 1})
    state = table.after(e.RubySold(0, "RM1")).state
    check_change(state, state)
    change = dict(lost)
    if "sea" in change:
        laid = {space: SeaCard(card, "tier_2") for space, card in change["sea"].items()}
        change["sea"] = {**state.sea, **laid}
    with pytest.raises(AssertionError):
        check_change(state, replace(state, **change))


@pytest.mark.rule("PM-I13", "PM-I16", "PM-178", "PM-186", "PM-192", "PM-067", "PM-151")
@pytest.mark.parametrize(
    "lost",
    [
        {"vp": 2},
        {"rivers": (1,)},
        {"upgrades": ()},
        {"tiles": {"B1": "L2"}},
        {"tiles": {}},
        {"figurehead": "FB"},
        {"improvements": ()},
        {"covered": {}},
        {"covered": {"HGB2": "gold"}},
    ],
)
def test_what_no_command_takes_away_is_noticed(lost: dict[str, Any]) -> None:
    position: Any = {"vp": {0: 3}, "rivers": [1, 2], "upgrades": ["U1"], "tiles": {"B1": "L1"}, "figurehead": "FA"}
    state = scenario.given(**position, improvements=["I1"], buried=["HGB1"]).state
    check_change(state, state)
    with pytest.raises(AssertionError):
        check_change(state, replace(state, seats=(replace(state.seats[0], **lost), *state.seats[1:])))
