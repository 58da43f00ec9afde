"""Bots play by what their seat sees: however the hidden things are dealt, they think the same.

In contrast, bots that peek at the whole deal or at a part of it are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cli.arena import matches
from domain.game import Question
from domain.levels import Level
from policies import choose
from tests.leaks.bot_checks import EVERY, watched
from tests.leaks.bot_traces import Position, positions, thoughts
from tests.leaks.hidden_parts import PARTS, content, parts_of, with_part
from tests.leaks.peeking_bots import PEEKING, slightly
from tests.support.games import OURS
from workers import jobs

every_game = pytest.mark.parametrize("name", OURS)
WATCHED = {"merchants-of-the-caribbean": 100, "merchants-and-marauders": 11, "pirates-of-maracaibo": 60}
"""Positions of each game."""
PATIENCE = 150
"""A bot that peeks must be found within so many positions."""


def offered(name: str) -> set[Level]:
    """The levels of bots that the game has."""
    return {*OURS[name].bots.offered}


@pytest.mark.threat("T-20")
@every_game
def test_bots_think_the_same_however_what_they_cannot_see_is_dealt(name: str) -> None:
    number = WATCHED.get(name, 11)
    seen = watched(name, 1, number)
    assert seen.alike["greedy"] == seen.positions == number
    assert set(seen.alike) == set(EVERY) & offered(name)
    assert seen.alike["expert"] >= 2 or "expert" not in offered(name)


@pytest.mark.threat("T-20")
@pytest.mark.parametrize(("name", "level"), [(name, level) for name in OURS for level in PEEKING if level in offered(name)])
def test_a_bot_that_peeks_is_found(name: str, level: Level) -> None:
    game = OURS[name]
    assert any(
        here != there
        for number, position in enumerate(islice(positions(game, 2), PATIENCE))
        for here, there in [thoughts(game, position, level, number, PEEKING[level])]
    )


def dealt_anew(name: str, part: str) -> Iterator[Position]:
    """Positions where this part differs in the twin."""
    fields = parts_of(OURS[name])[part]
    return (each for each in positions(OURS[name], 3) if content(each.state, fields) != content(each.twin, fields))


@pytest.mark.parametrize(("name", "part"), [(name, part) for name, parts in PARTS.items() for part in parts])
def test_a_bot_that_peeks_slightly_at_one_part_is_found(name: str, part: str) -> None:
    game, plant = OURS[name], slightly(parts_of(OURS[name])[part])
    for number, position in enumerate(islice(dealt_anew(name, part), 2)):
        here, there = thoughts(game, position, "greedy", number, plant)
        assert here != there


@every_game
def test_the_parts_are_all_that_is_dealt_anew(name: str) -> None:
    game = OURS[name]
    fields = [field for each in parts_of(game).values() for field in each]
    for state, twin, seat in islice(positions(game, 4), 20):
        assert with_part(state, twin, fields) == twin
        assert game.gate.view(twin, seat) == game.gate.view(state, seat)


def test_policies_are_given_no_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view and legal commands, in the arena as in the jobs (what these give: tests/service/test_hidden_information.py)."""
    given: list[Any] = []

    def watching(level: Any, question: Question, *more: Any) -> Any:
        given.append((*question, more))
        return choose(level, question, *more)

    monkeypatch.setattr(matches, "choose", watching)
    for name in OURS:
        match = matches.Match(name, ("greedy", "random"), {}, 1, 0.0, 1, recorded=False)
        matches.play(match, 0)
    assert {game.name for game, *_ in given} == set(OURS)
    for game, view, _, legal, more in given:
        assert type(view) is game.types.view
        assert game.types.view is not game.types.state
        assert all(type(command) in game.types.commands for command in legal)
        assert not any(isinstance(each, game.types.state) for each in more)
    assert jobs.choose is choose
