"""Chance comes from the recorded source alone; and whole games, played at random, keep what must always hold."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import EVENT_CARDS
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.state.modifiers import roll

from .invariants import check_all

OTHER_SOURCES = {"random", "secrets", "time", "datetime", "os", "uuid", "threading", "asyncio"}


class Seeded:
    """Chance as it comes out with a seed."""

    def __init__(self, seed: int) -> None:
        self.below = Random(seed).randrange


def played(seed: int, seats: int) -> tuple[list[e.Event], list[State]]:
    """A game whose commands are picked at random: all events, and the state after each command."""
    rng, pick = Seeded(seed), Random(seed)
    recorder = setup(Options(), seats, rng)
    events, states = list(recorder.events), [recorder.state]
    while states[-1].result is None:
        state = states[-1]
        seat = to_act(state)[0]
        recorder = decide(state, seat, pick.choice(legal_commands(state, seat)), rng)
        events += recorder.events
        states.append(recorder.state)
    return events, states


def digest(seed: int) -> str:
    """Of all events of a game."""
    events, _ = played(seed, 3)
    return sha256(msgspec.json.encode(events)).hexdigest()


@pytest.mark.rule("MM-017")
def test_no_module_of_the_game_has_another_source_of_chance() -> None:
    for module in Path(str(files("domain.merchants_and_marauders"))).rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & OTHER_SOURCES, module


@pytest.mark.rule("MM-017", "MM-K22")
def test_the_same_draws_and_commands_give_the_same_game_in_every_process() -> None:
    """Also where words are hashed differently, so that no rule goes by the order of a set."""
    program = "from tests.merchants_and_marauders.test_chance import digest; print(digest(7))"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert found == {f"{digest(7)}\n"}
    assert digest(8) != digest(7)


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    assert set(found) <= set(expected)
    return sum((found[each] - wanted) ** 2 / wanted for each, wanted in expected.items())


@pytest.mark.rule("MM-008")
def test_dice_show_their_faces_as_often_as_they_should() -> None:
    """With four degrees of freedom a fair die stays below 18.5 in 999 of 1000 cases."""
    found = Counter(roll(Seeded(1), 6000))
    assert chi_square(found, {0: 2000, 1: 1000, 2: 1000, 3: 1000, 4: 1000}) < 18.5


@pytest.mark.rule("MM-018")
def test_every_card_lies_anywhere_in_the_deck_alike() -> None:
    """With 33 degrees of freedom a fair shuffle stays below 64 in 999 of 1000 cases."""
    rng = Seeded(2)
    places: Counter[int] = Counter()
    for _ in range(1020):
        first = setup(Options(), 2, rng).events[0]
        assert isinstance(first, e.GameSetUp)
        assert type(first.event_deck) is tuple
        places[first.event_deck.index("gale")] += 1
    assert chi_square(places, dict.fromkeys(range(len(EVENT_CARDS)), 30)) < 64


@pytest.mark.rule("MM-I03", "MM-I04", "MM-I05", "MM-I14", "MM-I15", "MM-I20", "MM-I22", "MM-030")
@pytest.mark.parametrize("seed", range(12))
def test_whole_games_keep_what_must_always_hold(seed: int) -> None:
    events, states = played(seed, 2 + seed % 3)
    for state in states:
        check_all(state)
    check_actions(events)
    folded: State | None = None
    for event in events:
        folded = evolve(folded, event)
    assert folded == states[-1]


def check_actions(events: Iterable[e.Event]) -> None:
    """MM-I20: in a captain turn at most 3 actions that are not free, and one Port action."""
    spent: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.CaptainTurnStarted):
            spent = Counter()
        elif isinstance(event, e.ActionSpent):
            spent["paid"] += not event.free
            spent["port"] += event.action == "port"
            assert event.left == 3 - spent["paid"]
        elif isinstance(event, e.PortActionStarted):
            assert spent["port"] == 1
        assert spent["paid"] <= 3
