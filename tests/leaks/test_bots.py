"""Bots play by what their seat sees: whatever is hidden from it, and however else it is dealt, their choice stays the same.

The contrast is a bot that is given the true deal: it chooses otherwise in the twin.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.registry import GAMES, AnyGame
from tests.fuzz.players import best
from tests.fuzz.waves import catalogue_of
from tests.leaks.cheating import cheating
from tests.leaks.told import raw, stored
from workers import jobs, matches
from workers.policies import choose
from workers.policies.chance import Chance

POSITIONS = {"greedy": 40, "stand_in": 40, "ismcts": 3}
"""Positions of each game, by level."""
ITERATIONS = 12
"""Of a search: enough to try most commands and to look some turns ahead."""


class Position(NamedTuple):
    """A decision and its twin, in which all that the seat cannot see was dealt anew."""

    state: Any
    twin: Any
    seat: int


def positions(game: AnyGame, seed: int) -> Iterator[Position]:
    """Decisions between several commands, out of sensible random games."""
    chance = Random(f"{game.name} {seed}")
    while True:
        options = msgspec.convert(catalogue_of(game.name).settings(chance), game.options)
        state = game.setup(
            options, max(2, game.seats(options)[0]) if game.seats(options)[1] > 1 else 1, Chance(chance)
        ).state
        while asked := game.to_act(state):
            seat = chance.choice(asked)
            legal = list(game.legal_commands(state, seat))
            if len(legal) > 1 and chance.random() < 0.1:
                here = stored(game, state)
                twin = stored(game, game.determinize(game.view(here, seat), seat, Chance(chance)))
                if twin != here:
                    yield Position(here, twin, seat)
            command = best(game, state, seat, legal) if chance.random() < 0.5 else chance.choice(legal)
            state = game.decide(state, seat, command, Chance(chance)).state


def chosen(game: AnyGame, state: Any, seat: int, level: Any, seed: int) -> bytes:
    view, legal = game.view(state, seat), game.legal_commands(state, seat)
    return raw(choose(level, game, view, seat, legal, Random(seed), 0.0, ITERATIONS))


@pytest.mark.parametrize("level", POSITIONS)
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_follows_from_the_view_and_chance_alone(name: str, level: Any) -> None:
    game, found = GAMES[name], positions(GAMES[name], 1)
    for number in range(POSITIONS[level]):
        state, twin, seat = next(found)
        assert chosen(game, state, seat, level, number) == chosen(game, twin, seat, level, number)


def test_a_bot_that_is_given_the_deal_is_told_apart() -> None:
    """The comparison above would find it: its choice changes with what is hidden."""
    name = next(iter(GAMES))
    game, found, differing = GAMES[name], positions(GAMES[name], 2), 0
    for number in range(40):
        state, twin, seat = next(found)
        legal = list(game.legal_commands(state, seat))
        one, other = (cheating(game, deal, seat, legal, Random(number)) for deal in (state, twin))
        differing += one != other
    assert differing >= 3


def test_policies_are_given_no_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view and legal commands, in the arena as in the jobs (what these give: tests/service/test_hidden_information.py)."""
    given: list[Any] = []

    def watched(level: Any, game: AnyGame, view: Any, seat: int, legal: Any, *more: Any) -> Any:
        given.append((game, view, seat, legal, more))
        return choose(level, game, view, seat, legal, *more)

    monkeypatch.setattr(matches, "choose", watched)
    for name in GAMES:
        match = matches.Match(name, ("greedy", "random"), {}, 1, 0.0, 1, recorded=False)
        matches.play(match, 0)
    assert {game.name for game, *_ in given} == set(GAMES)
    for game, view, _, legal, more in given:
        assert type(view) is game.view_type
        assert game.view_type is not game.state
        assert all(type(command) in game.commands for command in legal)
        assert not any(isinstance(each, game.state) for each in more)
    assert jobs.choose is choose
