"""The bots' minds: legal, within their budget, repeatable, blind to what is hidden, and no fools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.game import AnyGame, Lookahead, Question, Style
from domain.levels import LADDER, OWN, Level, played_as
from policies import LEVELS, choose
from policies.chance import Chance
from tests.support.changed import changed
from tests.support.games import OURS
from tests.workers.toy_games import Go, Place, View, toy

ALL_LEVELS = OWN
FEW = 5
"""Iterations where what the search finds does not matter."""

every_level = pytest.mark.parametrize("level", ALL_LEVELS)
every_game = pytest.mark.parametrize("game", OURS.values(), ids=OURS.keys())
EXPERT = {name: game for name, game in OURS.items() if "expert" in game.bots.levels}
every_searched_game = pytest.mark.parametrize("game", EXPERT.values(), ids=EXPERT.keys())

COIN = {
    "start": Place(exits=("heads", "tails", "pass")),
    "pass": Place(shares=(0.6, 0.4)),
    "heads": Place(shares=((1.0, 0.0), (0.0, 1.0))),
    "tails": Place(shares=((0.0, 1.0), (1.0, 0.0))),
}
"""Guessing a coin that nobody sees is right half of the time; passing brings more."""


def positions(game: AnyGame, seats: int, every: int) -> Iterator[tuple[Any, int]]:
    """Every so many-th state of a random game, with the seat that is to act."""
    chance, number = Chance(Random(seats)), 0
    state = game.rules.setup(game.types.options(), seats, chance).state
    while asked := game.rules.to_act(state):
        legal = game.rules.legal_commands(state, asked[0])
        if number % every == 0:
            yield state, asked[0]
        number += 1
        state = game.rules.decide(state, asked[0], legal[chance.below(len(legal))], chance).state


def ask(level: Level, game: AnyGame, state: Any, seat: int, seed: int = 1, iterations: int = FEW) -> Any:
    """What a bot answers that sees this state."""
    legal = game.rules.legal_commands(state, seat)
    return choose(level, Question(game, game.gate.view(state, seat), seat, legal), Random(seed), 1.0, iterations)


def start(level: Level, game: AnyGame, exits: tuple[str, ...], seed: int, iterations: int = FEW) -> str:
    """Where a bot goes from the start of a toy."""
    legal = [Go(to) for to in exits]
    answer: Go = choose(level, Question(game, View("start", None), 0, legal), Random(seed), 1.0, iterations)
    return answer.to


class SlowGame:
    """A game on whose functions a clock of its own goes by, and which counts how often each is called."""

    def __init__(self, game: AnyGame, monkeypatch: pytest.MonkeyPatch, **costs: float) -> None:
        self.now = 1000.0
        self.calls: Counter[str] = Counter()
        monkeypatch.setattr("policies.perf_counter", lambda: self.now)
        monkeypatch.setattr("policies.budget.perf_counter", lambda: self.now)
        rules: dict[str, Any] = {name: self._slowed(game.rules, name, costs.pop(name)) for name in {"decide"} & costs.keys()}
        bots: dict[str, Any] = {name: self._slowed(game.bots, name, cost) for name, cost in costs.items()}
        self.game = changed(game, rules=rules, bots=bots)

    def _slowed(self, group: Any, name: str, cost: float) -> Callable[..., Any]:
        function = getattr(group, name)

        def slow(*args: Any) -> Any:
            self.calls[name] += 1
            self.now += cost
            return function(*args)

        return slow

    def answer(self, level: Level, state: Any, seat: int, budget: float) -> tuple[Any, float]:
        """What the bot chooses, and how long it took."""
        began, legal, view = self.now, self.game.rules.legal_commands(state, seat), self.game.gate.view(state, seat)
        return choose(level, Question(self.game, view, seat, legal), Random(1), budget), self.now - began


def a_choice(game: AnyGame, commands: int = 3) -> tuple[Any, int]:
    """A position with several commands."""
    return next(
        (state, seat) for state, seat in positions(game, 3, 1) if len(game.rules.legal_commands(state, seat)) >= commands
    )


# What holds for all of them


def test_a_style_plays_its_level_by_an_evaluation_of_its_own() -> None:
    game = toy(COIN, {"heads": 3, "tails": 2, "pass": 1})
    shy = Style("Passes.", lambda view, seat, command: float(command.to == "pass"))
    styled = changed(game, bots={"styles": {"greedy:shy": shy, "random:shy": shy}})
    exits = ("heads", "tails", "pass")
    assert start("greedy", styled, exits, 1) == "heads"
    assert start("greedy:shy", styled, exits, 1) == "pass"
    assert {start("random:shy", styled, exits, seed) for seed in range(40)} == {*exits}
    assert start("greedy:shy", game, exits, 1) == "heads", "whoever has lost a style plays the level"


def test_there_is_a_policy_for_every_level() -> None:
    assert set(LEVELS) == {*LADDER, "stand_in"}


@every_game
@every_level
def test_answers_are_legal(game: AnyGame, level: Level) -> None:
    for seats in game.rules.seats(game.types.options()):
        for state, seat in positions(game, seats, every=7):
            assert ask(level, game, state, seat) in game.rules.legal_commands(state, seat)


@every_level
def test_an_only_command_is_played_without_a_thought(level: Level) -> None:
    thoughtless = toy({}, {})
    assert choose(level, Question(thoughtless, View("nowhere", None), 0, [Go("on")]), Random(1), 0.0) == Go("on")


@every_game
@every_level
def test_the_same_chance_gives_the_same_answer(game: AnyGame, level: Level) -> None:
    for state, seat in positions(game, 2, every=11):
        assert ask(level, game, state, seat) == ask(level, game, state, seat)


@every_game
@every_level
def test_what_is_hidden_makes_no_difference(game: AnyGame, level: Level) -> None:
    """A bot is given its view and its legal commands. Whatever is dealt behind them, it thinks the same."""
    chance = Chance(Random(5))
    for state, seat in positions(game, 3, every=13):
        other = game.bots.determinize(game.gate.view(state, seat), seat, chance)
        assert other != state
        assert ask(level, game, state, seat) == ask(level, game, other, seat)


# Random and greedy


def test_random_gives_every_legal_command_equally_often() -> None:
    exits = ("a", "b", "c")
    went = Counter(start("random", toy({"start": Place(exits=exits)}, {"a": 9.0}), exits, seed) for seed in range(600))
    assert all(150 <= went[to] <= 250 for to in exits)


def test_greedy_gives_the_command_with_the_highest_value() -> None:
    game = toy({"start": Place(exits=("a", "b", "c"))}, {"a": -1.0, "b": 0.5, "c": 0.4})
    assert {start("greedy", game, ("a", "b", "c"), seed) for seed in range(20)} == {"b"}


def test_casual_overlooks_some_of_the_best() -> None:
    game = toy({"start": Place(exits=("a", "b", "c"))}, {"a": -1.0, "b": 0.5, "c": 0.4})
    went = Counter(start("casual", game, ("a", "b", "c"), seed) for seed in range(600))
    assert went["b"] > went["c"] > went["a"] > 0


def test_greedy_takes_any_of_the_highest() -> None:
    game = toy({"start": Place(exits=("a", "b", "c"))}, {"a": 0.5, "b": 0.5, "c": 0.4})
    assert {start("greedy", game, ("a", "b", "c"), seed) for seed in range(40)} == {"a", "b"}


# The search


def test_the_search_does_not_use_what_it_will_not_be_told() -> None:
    """The coin is right half of the time, however the deals of the search have it."""
    game = toy(COIN, {"heads": 1.0})
    assert {start("expert", game, ("heads", "tails", "pass"), seed, 1500) for seed in range(10)} == {"pass"}


def test_the_search_meets_the_same_chance_with_every_candidate() -> None:
    """On either side of a fair coin one exit is better by a little; single worlds differ by much more."""
    places = {
        "start": Place(exits=("a", "b")),
        "a": Place(shares=((0.90, 0.10), (0.10, 0.90))),
        "b": Place(shares=((0.91, 0.09), (0.11, 0.89))),
    }
    assert {start("expert", toy(places, {"a": 1.0}), ("a", "b"), seed, 4) for seed in range(20)} == {"b"}


def test_every_seat_of_the_search_looks_after_itself() -> None:
    """On the left the rival takes all, though on average it is the better side."""
    places = {
        "start": Place(exits=("left", "right")),
        "left": Place(seat=1, exits=("generous", "selfish")),
        "generous": Place(shares=(0.9, 0.1)),
        "selfish": Place(shares=(0.2, 0.8)),
        "right": Place(shares=(0.5, 0.5)),
    }
    game = toy(places, {"left": 1.0, "selfish": 1.0})
    assert {start("expert", game, ("left", "right"), seed, 300) for seed in range(10)} == {"right"}


def test_the_search_keeps_to_greedy_where_it_finds_no_better() -> None:
    places = {"start": Place(exits=("a", "b", "c"))} | {to: Place(shares=(0.5, 0.5)) for to in "abc"}
    assert {start("expert", toy(places, {"b": 1.0}), ("a", "b", "c"), seed, 100) for seed in range(10)} == {"b"}


def test_the_search_tries_the_commands_that_look_best() -> None:
    """The best exit of all looks worst beforehand, so that a search of three candidates does not find it."""
    places = {"start": Place(exits=("a", "b", "c", "d"))} | {
        to: Place(shares=(n / 10, 1 - n / 10)) for n, to in enumerate("abcd")
    }
    game = toy(places, {"a": 4.0, "b": 3.0, "c": 2.0})
    for candidates, found in ((3, "c"), (4, "d")):
        narrow = changed(game, bots={"lookahead": Lookahead(candidates=candidates)})
        assert {start("expert", narrow, ("a", "b", "c", "d"), seed, 40) for seed in range(5)} == {found}


def test_a_level_that_a_game_does_not_offer_is_played_by_its_strongest() -> None:
    assert played_as("ismcts", LADDER) == "expert"
    assert played_as("ismcts", ("random", "casual", "greedy")) == "greedy"
    assert played_as("stand_in", LADDER) == "stand_in"
    assert [played_as(level, LADDER) for level in LADDER] == [*LADDER]


# The budget


@pytest.mark.parametrize("budget", [0.02, 0.1, 0.5])
@every_searched_game
def test_the_search_uses_its_budget_and_keeps_it(game: AnyGame, budget: float, monkeypatch: pytest.MonkeyPatch) -> None:
    tireless = changed(game, bots={"levels": LADDER, "lookahead": replace(game.bots.lookahead, playouts=1_000_000)})
    slow = SlowGame(tireless, monkeypatch, determinize=0.0003, decide=0.0005, evaluate=0.0002, win_shares=0.0001)
    for state, seat in positions(game, 2, every=25):
        if len(game.rules.legal_commands(state, seat)) > 1:
            _, took = slow.answer("expert", state, seat, budget)
            assert 0.85 * budget <= took <= 1.1 * budget


@every_searched_game
def test_a_search_that_gets_nowhere_leaves_it_to_greedy(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = a_choice(game)
    slow = SlowGame(game, monkeypatch, decide=0.008)
    answer, took = slow.answer("expert", state, seat, 0.1)
    assert slow.calls["decide"] > 0
    assert answer == ask("greedy", game, state, seat)
    assert 0.09 <= took <= 0.1


@every_game
def test_where_there_is_no_time_for_greedy_either_any_command_does(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = a_choice(game)
    slow = SlowGame(game, monkeypatch, evaluate=0.06)
    answer, took = slow.answer("greedy", state, seat, 0.1)
    assert slow.calls["evaluate"] == 2
    assert answer in game.rules.legal_commands(state, seat)
    assert took <= 0.13


@every_searched_game
def test_a_number_of_iterations_is_kept_to_whatever_the_time(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = a_choice(game)
    slow = SlowGame(game, monkeypatch, win_shares=100.0)
    legal = game.rules.legal_commands(state, seat)
    choose("expert", Question(slow.game, game.gate.view(state, seat), seat, legal), Random(1), 0.1, 24)
    assert 20 <= slow.calls["win_shares"] <= 24
