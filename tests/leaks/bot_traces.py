"""How a bot thinks at a position, and at its twin, in which everything that its seat cannot see is dealt again.

The comparison covers the choice and everything that leads to it: every value that the game's functions gave the bot, in
order, and the state of its chance. The choice alone would not show a search that peeks: it is nearly always `greedy`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.game import AnyGame, Question, Style
from domain.levels import Level
from policies import choose
from policies.chance import Chance
from tests.fuzz.batches import catalogue_of
from tests.fuzz.players import best
from tests.leaks.observations import raw, stored
from tests.support.changed import changed

ITERATIONS = 12
"""The iterations of a search: enough to try most commands and to look some turns ahead."""
LOOKED_AT = 0.05
"""The share of a game's decisions that are examined."""

Plant: TypeAlias = Callable[[AnyGame, Any], AnyGame]
"""Changes the functions of a game that its bots call, given the true state."""


class Position(NamedTuple):
    """A decision and its twin."""

    state: Any
    twin: Any
    seat: int


class Thought(NamedTuple):
    """A choice, the values that led to it and the next number of the bot's own chance."""

    choice: bytes
    values: list[Any]
    left: float


def positions(game: AnyGame, seed: int, sense: float = 0.5) -> Iterator[Position]:
    """Decisions between several commands, from random games; players give the best-looking command `sense` of the time."""
    chance = Random(f"{game.name} {seed}")
    while True:
        options = msgspec.convert(catalogue_of(game.name).settings(chance), game.types.options)
        state = game.rules.setup(options, chance.choice(game.rules.seats(options)), Chance(chance)).state
        while asked := game.rules.to_act(state):
            seat = chance.choice(asked)
            legal = list(game.rules.legal_commands(state, seat))
            if len(legal) > 1 and chance.random() < LOOKED_AT:
                here = stored(game, state)
                twin = stored(game, game.bots.determinize(game.gate.view(here, seat), seat, Chance(chance)))
                if game.gate.open_view(twin) != game.gate.open_view(here):
                    yield Position(here, twin, seat)
            command = best(game, state, seat, legal) if chance.random() < sense else chance.choice(legal)
            state = game.rules.decide(state, seat, command, Chance(chance)).state


def nothing(game: AnyGame, state: Any) -> AnyGame:
    """Changes nothing: the bots as they are."""
    return game


def thought(game: AnyGame, state: Any, seat: int, level: Level, seed: int, plant: Plant = nothing) -> Thought:
    """How a bot thinks when workers or the arena call it, with chance from this seed."""
    planted, values, chance = plant(game, state), [], Random(seed)

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any) -> Any:
            values.append(value := function(*given))
            return value

        return ask

    watched = changed(
        planted,
        bots={
            "evaluate": noted(planted.bots.evaluate),
            "win_shares": noted(planted.bots.win_shares),
            "styles": {name: Style(each.text, noted(each.evaluate)) for name, each in planted.bots.styles.items()},
        },
    )
    view, legal = game.gate.view(state, seat), game.rules.legal_commands(state, seat)
    choice = choose(level, Question(watched, view, seat, legal), chance, 0.0, ITERATIONS)
    return Thought(raw(choice), values, chance.random())


def thoughts(game: AnyGame, position: Position, level: Level, seed: int, plant: Plant = nothing) -> tuple[Thought, Thought]:
    """How a bot thinks at the position and at its twin, with the same chance."""
    state, twin, seat = position
    return thought(game, state, seat, level, seed, plant), thought(game, twin, seat, level, seed, plant)
