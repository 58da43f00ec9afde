"""Chapter 24 and the column "hidden" of table 25.1: what leaves of events and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import SOLO_CARDS
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import setup
from domain.pirates_of_maracaibo.state import State, to_act
from domain.pirates_of_maracaibo.values import LaidCard
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import REDACTIONS, redact, redact_command
from tradewinds.testing import Chance

MODULES = ("fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement")
DECK_ORDERS: dict[type[e.Event], str] = {
    e.QuestDeckShuffled: "deck",
    e.QuestMarketRefreshed: "deck",
    e.SoloDeckShuffled: "deck",
}
"""Nobody knows the order of the decks (PM-388)."""
FROM_OTHERS: dict[type[e.Event], str] = {e.QuestsDealt: "quests", e.QuestReturned: "quest", e.QuestDiscarded: "quest"}
FACE_DOWN = (e.SpaceRefilled, e.TierTwoTopChanged, e.SailingEnded)
FROM_THE_DECK = (e.QuestGained, e.JordanQuestTaken)


class Step:
    def __init__(self, before: State, seat: int, command: c.Command, after: State, events: list[e.Event]) -> None:
        self.before, self.seat, self.command, self.after, self.events = before, seat, command, after, events


@cache
def played(seed: int) -> tuple[list[e.Event], list[Step]]:
    """The set-up and the steps of a random game of 1 to 4 seats with some modules or all."""
    chance = Chance(seed)
    modules: dict[str, Any] = (
        {module: bool((seed >> place) & 1) for place, module in enumerate(MODULES)}
        if seed % 2
        else dict.fromkeys(MODULES, True)
    )
    recorder = setup(Options(**modules), 1 + seed % 4, chance)
    laid, steps, state = list(recorder.events), [], recorder.state
    while to_act(state):
        seat = to_act(state)[chance.below(len(to_act(state)))]
        legal = legal_commands(state, seat)
        command = legal[chance.below(len(legal))]
        recorder = decide(state, seat, command, chance)
        steps.append(Step(state, seat, command, recorder.state, list(recorder.events)))
        state = recorder.state
    return laid, steps


SEEDS = range(12)


def viewers(state: State) -> Iterator[int | None]:
    yield from (*range(len(state.seats)), None)


def covered(card: LaidCard | None) -> LaidCard | None:
    return card if card is None or card.face_up else replace(card, id=Hidden(1))


def expected(event: Any, viewer: int | None) -> Any:
    """By the table, written down once more."""
    kind = type(event)
    if kind is e.GameSetUp:
        tiles = Hidden(6) if event.options.fog_of_war_locations else event.value_tiles
        solo, sea = Hidden(len(event.solo_deck)), tuple(covered(card) for card in event.sea)
        return replace(event, tier_two=Hidden(41), quest_deck=Hidden(25), solo_deck=solo, sea=sea, value_tiles=tiles)
    if kind in DECK_ORDERS:
        return replace(event, deck=Hidden(len(event.deck)))
    if kind in FACE_DOWN:
        return replace(event, card=covered(event.card))
    if kind in FROM_THE_DECK and event.source == "deck" and (kind is e.JordanQuestTaken or event.seat != viewer):
        return replace(event, quest=Hidden(1))
    if kind in FROM_OTHERS and (event.who if kind is e.QuestsDealt else event.seat) != viewer:
        field = FROM_OTHERS[kind]
        return replace(event, **{field: Hidden(len(event.quests) if field == "quests" else 1)})
    return event


def table_of_events() -> dict[str, str]:
    """Row and the column "hidden" of table 25.1."""
    rules = files("domain.pirates_of_maracaibo").joinpath("RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (PM-V\d\d) \|.*\| ([^|]+) \|$", rules, re.MULTILINE)
    return dict(rows)


HIDING = ("PM-V01", "PM-V02", "PM-V03", "PM-V11", "PM-V12", "PM-V27", "PM-V30", "PM-V40", "PM-V44")


@pytest.mark.rule(*HIDING)
def test_every_row_of_the_table_has_its_events_and_hides_what_it_says() -> None:
    table = table_of_events()
    assert len(table) == 59
    assert tuple(sorted(row for row, hidden in table.items() if hidden != "nothing")) == HIDING
    by_row: dict[str, list[type[e.Event]]] = {row: [] for row in table}
    for kind in e.EVENTS:
        for row in re.findall(r"PM-V\d\d", kind.__doc__ or ""):
            by_row[row].append(kind)
    assert all(by_row.values())
    hiding = {row for row, kinds in by_row.items() if any(kind in REDACTIONS for kind in kinds)}
    # Nobody knows the order after a shuffle (PM-388), so the deck that an event carries is hidden too.
    assert hiding == {*HIDING, "PM-V28", "PM-V57"}


@pytest.mark.rule(
    "PM-V01",
    "PM-V02",
    "PM-V03",
    "PM-V11",
    "PM-V12",
    "PM-V27",
    "PM-V28",
    "PM-V30",
    "PM-V44",
    "PM-V57",
    "PM-388",
)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_viewer_receives_what_the_table_gives_him(seed: int) -> None:
    laid, steps = played(seed)
    for events, state in ((laid, steps[0].before), *((step.events, step.after) for step in steps)):
        for event in events:
            for viewer in viewers(state):
                assert redact(event, viewer) == expected(event, viewer)


@pytest.mark.rule("PM-V40", "PM-391", "PM-312")
def test_a_quest_that_jordan_takes_from_the_deck_is_hidden_from_all() -> None:
    """It hardly ever happens: only where the market is empty and the deck is not."""
    taken = e.JordanQuestTaken("deck", "Q1", ("", ""))
    shown = e.JordanQuestTaken("market_2", "Q1", ("", "Q2"))
    for viewer in (0, None):
        assert redact(taken, viewer) == e.JordanQuestTaken("deck", Hidden(1), ("", ""))
        assert redact(shown, viewer) == shown


def test_nearly_all_kinds_of_events_happened_there() -> None:
    happened = {type(event) for seed in SEEDS for events in [played(seed)[0]] for event in events}
    happened |= {type(event) for seed in SEEDS for step in played(seed)[1] for event in step.events}
    # These are rare; of their fields only the order of a deck is hidden. Jordan's Quests come from the market here.
    rare = {e.TreasureTypeChosen, e.ExplorerRetired, e.FixedRaidStarted, e.TierTwoCardReturned, e.QuestMarketRefreshed}
    rare.add(e.SoloActionChosenAnew)
    assert set(e.EVENTS) - happened <= rare
    assert any(
        event.source == "deck"
        for seed in SEEDS
        for step in played(seed)[1]
        for event in step.events
        if isinstance(event, e.QuestGained)
    )


# Nothing else reveals it


def names(values: Any) -> set[str]:
    """All names of cards in them, also inside other words."""
    return set(re.findall(r"\b(?:Q|I|L|SA|SB)\d+\b", msgspec.json.encode(values).decode()))


def hidden_from(state: State, viewer: int | None) -> set[str]:
    """The cards in decks, in other hands and face down."""
    cards = {*state.quest_deck}
    for number, own in enumerate(state.seats):
        if number != viewer and state.result is None:
            cards |= {*own.quests, *own.dealt}
    if state.jordan is not None:
        cards |= {*state.jordan.quests} if state.result is None else set()
        cards |= {*state.jordan.deck} - {*state.jordan.seen}
    cards |= {card.id for card in state.sea.values() if not card.face_up}
    top = state.tier_two[:1] if state.options.fog_of_war_improvements else ()
    return cards | {card.id for card in state.tier_two} - {card.id for card in top if card.face_up}


PASSING = (e.QuestMarketRefilled, e.TierTwoCardReturned, e.QuestMarketRevealed, e.CardFlipped)
"""Events that show a card before it is hidden again: Jordan's Quest, a Location that goes under the deck."""


@pytest.mark.rule("PM-386", "PM-388", "PM-389", "PM-390", "PM-391", "PM-392", "PM-020", "PM-349")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_name_leaves_by_a_view_or_an_event(seed: int) -> None:
    laid, steps = played(seed)
    for viewer in viewers(steps[0].before):
        first = [redact(event, viewer) for event in laid]
        assert names(first).isdisjoint(hidden_from(steps[0].before, viewer))
        for step in steps:
            hidden = hidden_from(step.after, viewer)
            assert names(view(step.after, viewer)).isdisjoint(hidden)
            told = [redact(event, viewer) for event in step.events]
            shown = names([event for event in told if isinstance(event, PASSING)])
            assert names(told).isdisjoint((hidden & hidden_from(step.before, viewer)) - shown)
            command = redact_command(step.command, step.seat, viewer)
            assert names(command).isdisjoint(hidden_from(step.before, viewer))


@pytest.mark.rule("PM-389", "PM-393", "PM-386")
@pytest.mark.parametrize("seed", [0, 1, 4, 7])
def test_sizes_and_all_that_is_not_secret_are_seen_by_everyone(seed: int) -> None:
    """What may be hidden is there by its number; the rest is the same for all, and as the state has it."""
    for step in played(seed)[1][::7]:
        state = step.after
        for viewer in viewers(state):
            seen = view(state, viewer)
            sizes = (seen.quest_deck, seen.tier_two)
            assert sizes == (Hidden(len(state.quest_deck)), Hidden(len(state.tier_two)))
            assert seen.tier_two_face_up == sum(
                card.face_up for card in state.tier_two if state.options.fog_of_war_improvements
            )
            for own, shown in zip(state.seats, seen.seats, strict=True):
                for field in ("vp", "doubloons", "ship", "improvements", "upgrades", "figurehead", "explorer", "rivers"):
                    assert getattr(shown, field) == getattr(own, field)
                for field in ("stored", "covered", "tiles", "rubies", "retired"):
                    assert getattr(shown, field) == getattr(own, field)
                mine = shown.seat == viewer or state.result is not None
                assert shown.quests == (own.quests if mine else Hidden(len(own.quests)))
                assert shown.dealt == (own.dealt if mine else Hidden(len(own.dealt)))
            for field in ("islands", "quest_market", "figurehead_market", "tile_sides", "ruby_market", "round", "stack"):
                assert getattr(seen, field) == getattr(state, field)
            assert [card.doubloons for card in seen.sea.values()] == [card.doubloons for card in state.sea.values()]
            if state.jordan is not None:
                assert seen.jordan is not None
                assert seen.jordan.deck == Hidden(len(state.jordan.deck))
                for field in ("vp", "position", "treasures", "rubies", "improvements", "upgrades", "explorer", "shown"):
                    assert getattr(seen.jordan, field) == getattr(state.jordan, field)


@pytest.mark.rule("PM-391", "PM-386", "PM-248")
def test_all_quests_are_seen_in_the_end_and_no_deck() -> None:
    """Also Jordan's; seed 0 is a solo game."""
    state = played(0)[1][-1].after
    assert state.jordan is not None
    for viewer in (0, None):
        seen = view(state, viewer)
        assert seen.jordan is not None
        assert seen.jordan.quests == state.jordan.quests
        assert seen.seats[0].quests == state.seats[0].quests
        assert isinstance(seen.quest_deck, Hidden)
        assert isinstance(seen.tier_two, Hidden)
    before = view(played(0)[1][-1].before, 0).jordan
    assert before is not None
    assert isinstance(before.quests, Hidden)


@pytest.mark.rule("PM-390", "PM-C01", "PM-C42")
def test_a_quest_named_in_a_command_is_for_its_seat() -> None:
    for command in (c.ReturnQuest("Q1"), c.DiscardQuest("Q1")):
        assert redact_command(command, 1, 1) == command
        for viewer in (0, 2, None):
            assert redact_command(command, 1, viewer) == type(command)(Hidden(1))
    for kind in c.COMMANDS:
        if kind not in (c.ReturnQuest, c.DiscardQuest):
            fields: dict[str, Any] = {
                field.name: 1 if field.type is int else "deck" for field in msgspec.structs.fields(kind)
            }
            assert redact_command(kind(**fields), 1, None) == kind(**fields)


@pytest.mark.rule("PM-390", "PM-033")
def test_a_returned_quest_is_seen_by_its_seat_until_all_have_chosen() -> None:
    state = setup(Options(), 3, Chance(1)).state
    dealt = state.seats[1].dealt
    state = decide(state, 1, c.ReturnQuest(dealt[0]), Chance(1)).state
    own = view(state, 1).seats[1]
    assert (own.quests, own.dealt) == ((dealt[1],), (dealt[0],))
    for viewer in (0, 2, None):
        other = view(state, viewer).seats[1]
        assert (other.quests, other.dealt) == (Hidden(1), Hidden(1))


def test_solo_cards_are_known_once_they_were_revealed() -> None:
    state = played(0)[1][-1].after
    assert state.jordan is not None
    assert {*state.jordan.seen} <= set(SOLO_CARDS)
    assert {*state.jordan.shown} <= {*state.jordan.seen} == {*state.jordan.deck, *state.jordan.shown}
