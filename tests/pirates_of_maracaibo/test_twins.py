"""Games that differ only in what is hidden are one game to whoever may not see it (chapter 24, PM-436)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import (
    BURIED,
    FIGUREHEADS,
    FORFEITS,
    LAYOUTS,
    QUESTS,
    RAID_ACTIONS,
    RUBY_MARKET,
    SLOTS,
    STORAGE,
    TILES,
    TRACK,
)
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.state import State
from domain.pirates_of_maracaibo.values import DIE_COLOURS, TREASURES
from tests.support.twin_pair import Pair, Twins, refusal

from .invariants import check_all
from .scenario import given
from .setups import fresh
from .twin import Twin, revealing

MODULES = ("fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement")
SOURCES = ("deck", "market_1", "market_2", "market_3", *FORFEITS)
WORDS: dict[str, tuple[str, ...]] = {
    "quest": tuple(QUESTS),
    "market_space": tuple(RUBY_MARKET),
    "slot": tuple(SLOTS),
    "colour": DIE_COLOURS,
    "key": tuple(RAID_ACTIONS),
    "treasure": TREASURES,
    "island": TREASURES,
    "place": (*(f"{treasure}:plain" for treasure in TREASURES), *STORAGE),
    "tile": tuple(TILES),
    "figurehead": tuple(FIGUREHEADS),
    "source": SOURCES,
}


def trial(chance: random.Random, state: State) -> c.Command:
    """Any command, legal or not."""
    kind = chance.choice(c.COMMANDS)
    spaces = [space.id for space in LAYOUTS[state.options.layout].spaces]
    words = {**WORDS, "space": (*spaces, *spaces, "gulf", "maracaibo", *TRACK, *BURIED)}
    fields: dict[str, Any] = {
        field.name: chance.choice(words[field.name]) if field.name in words else chance.randrange(4)
        for field in msgspec.structs.fields(kind)
    }
    return kind(**fields)


def about_the_decision(chance: random.Random, state: State) -> c.Command:
    """A command of the open decision with any space or Quest, whose refusal could reveal a hidden card."""
    kinds: dict[type[f.Frame], type[Any]] = {
        f.AcquireRemote: c.AcquireFrom,
        f.ConstructRemote: c.ConstructAt,
        f.PlaceTileWhere: c.PlaceTileAt,
        f.GulfOption: c.GulfResidence,
        f.Retire: c.RetireResidence,
        f.Sail: c.SailStep if state.options.fog_of_war_improvements else c.SailTo,
    }
    top = state.stack[-1]
    if isinstance(top, f.DiscardQuest):
        return c.DiscardQuest(chance.choice(list(QUESTS)))
    if isinstance(top, f.ReturnQuests):
        return c.ReturnQuest(chance.choice(list(QUESTS)))
    kind = kinds.get(type(top))
    command: c.Command = kind(chance.choice(list(state.sea))) if kind else trial(chance, state)
    return command


def trials(chance: random.Random, state: State) -> list[c.Command]:
    return [*(trial(chance, state) for _ in range(3)), *(about_the_decision(chance, state) for _ in range(3))]


TWINS = Twins(GAME, Twin, trials, revealing, check_all)


@pytest.mark.rule("PM-386", "PM-388", "PM-390", "PM-392", "PM-436", "PM-349")
@pytest.mark.parametrize("seed", range(8))
def test_twins_are_one_game_to_whoever_may_not_see_the_difference(seed: int) -> None:
    seats = 2 + seed % 3
    viewer = (0, 1, None, 2)[seed % 4] if seats > 2 else (0, 1, None)[seed % 3]
    chosen = {module: bool((seed + place) % 2) for place, module in enumerate(MODULES)} if seed < 6 else {}
    if seed == 5:
        chosen = dict.fromkeys(MODULES, True)
    pair = Pair(TWINS, fresh(seed, seats, **chosen), viewer, seed).play(300)
    assert pair.steps > 100
    assert pair.alike > pair.steps // 2


@pytest.mark.rule("PM-388", "PM-391", "PM-392", "PM-436")
@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize("seed", range(3))
def test_twins_are_one_game_against_jordan(seed: int, viewer: int | None) -> None:
    chosen = dict.fromkeys(MODULES, seed > 0)
    pair = Pair(TWINS, fresh(seed, 1, b_cards=seed * 3, **chosen), viewer, seed).play(200)
    assert pair.alike > pair.steps // 2


@pytest.mark.rule("PM-436", "PM-392", "PM-C43", "PM-C46")
@pytest.mark.parametrize(
    ("source", "decision"),
    [
        ("location:L7/0/0", "acquire_remote"),
        ("location:L8/0/0", "acquire_remote"),
        ("space:D1u", "construct_remote"),
        ("slot:U2", "place_tile_where"),
    ],
)
def test_no_refusal_tells_what_lies_face_down(source: str, decision: str) -> None:
    sea = {"c1r1": "I23", "c1r2": "L9", "c1r3": "I42", "c9r1": "I49", "c9r2": "L10", "c8r2": "L11", "c9r3": "I24"}
    table = given(modules=MODULES[:2], sea=sea, face_down=["I23", "L9", "I42"], doubloons=60)
    table.effects(source)
    if decision == "place_tile_where":
        table.when(c.ChooseTile("B1"))
    assert table.decision == decision
    refused = set()
    for seed in range(6):
        twin = Twin(table.state, 0, seed).state
        for space in (*table.state.sea, "gulf", "start"):
            for command in (c.AcquireFrom(space), c.ConstructAt(space), c.PlaceTileAt(space)):
                assert refusal(GAME, table.state, 0, command) == refusal(GAME, twin, 0, command)
                refused.add((refusal(GAME, table.state, 0, command) or ("legal",))[0])
    assert {"face_down", "not_a_residence"} & refused
