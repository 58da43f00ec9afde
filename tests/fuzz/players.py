"""Players that act at random, sensibly, or towards something that was not reached yet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from domain.game import AnyGame
from tests.fuzz.catalogue import Catalogue
from tests.fuzz.coverage import NOTHING, label

Choose: TypeAlias = Callable[[Any, int, Sequence[Any]], Any]
"""`choose(state, seat, legal)`: one of the legal commands."""
Look: TypeAlias = Callable[[Any, int, Any], tuple[set[str], Any]]
"""`look(state, seat, command)`: the labels that the command would reach, and the state after it."""

SENSE = (0.0, 0.0, 0.0, 0.0, 0.8)
"""How often a player without a goal gives the best-looking command."""
PURPOSE = (0.2, 0.2, 0.3, 0.9)
"""The share of players with a goal."""
KEEN = (0.3, 1.0)
"""The same if only a refusal is missing: its position may need all players."""
THOUGHT = (0.2, 0.9)
"""How often players with a goal weigh other things: only progress in the game leads to some positions."""
WHIM = 0.1
"""How often players with a goal act at random."""
LOOKS = 10
"""How many commands are tried before one is chosen."""
REFUSALS = 0.95
"""How often a player looks ahead whose goal is a refusal."""


def players(
    game: AnyGame, catalogue: Catalogue, seats: int, chooser: random.Random, look: Look, wanted: Callable[[], set[str]]
) -> list[Choose]:
    """One player for each seat, of a random kind."""
    purpose = chooser.choice(KEEN if only_refusals(wanted()) else PURPOSE)
    return [
        purposeful(game, catalogue, chooser, look, wanted)
        if chooser.random() < purpose
        else sensible(game, chooser, chooser.choice(SENSE))
        for _ in range(seats)
    ]


def only_refusals(wanted: Iterable[str]) -> bool:
    """Players reach positions for refusals, never the refusals themselves."""
    return all(each.startswith("refusal ") for each in wanted)


def sensible(game: AnyGame, chooser: random.Random, sense: float) -> Choose:
    """Gives the command with the game's best evaluation with this chance, otherwise any."""

    def choose(state: Any, seat: int, legal: Sequence[Any]) -> Any:
        if len(legal) == 1 or chooser.random() >= sense:
            return chooser.choice(legal)
        return best(game, state, seat, legal)

    return choose


def best(game: AnyGame, state: Any, seat: int, legal: Sequence[Any]) -> Any:
    """The command with the game's best evaluation."""
    if len(legal) == 1:
        return legal[0]
    view = game.gate.view(state, seat)
    return max(legal, key=lambda command: game.bots.evaluate(view, seat, command))


def purposeful(
    game: AnyGame, catalogue: Catalogue, chooser: random.Random, look: Look, wanted: Callable[[], set[str]]
) -> Choose:
    """Looks one command ahead, knowing the dice. Takes the command that reaches most of what is missing, then the one that
    leads nearest to it; otherwise the game's best, or the one that this player has given least often."""
    used: Counter[str] = Counter()
    curious, thought = chooser.random() < 0.3, chooser.choice(THOUGHT)

    def choose(state: Any, seat: int, legal: Sequence[Any]) -> Any:
        command = chosen(state, seat, legal)
        used[label("command", command)] += 1
        return command

    def chosen(state: Any, seat: int, legal: Sequence[Any]) -> Any:
        if len(legal) == 1 or chooser.random() < WHIM:
            return chooser.choice(legal)
        goals = frozenset(wanted())
        if goals == {NOTHING} or not goals or (only_refusals(goals) and chooser.random() >= REFUSALS):
            return least_used(legal)
        some = legal if len(legal) <= LOOKS else chooser.sample(legal, LOOKS)
        rated = []
        for command in some:
            reached, after = look(state, seat, command)
            rated.append((len(reached & goals), catalogue.pull(after, seat, goals), command))
        most = max(rated, key=lambda each: each[:2])[:2]
        left = [command for *worth, command in rated if tuple(worth) == most]
        if not any(most) or len(left) == len(rated):
            left = list(legal)
        if curious:
            return least_used(left)
        return best(game, state, seat, left) if chooser.random() < thought else chooser.choice(left)

    def least_used(commands: Sequence[Any]) -> Any:
        least = min(used[label("command", command)] for command in commands)
        return chooser.choice([command for command in commands if used[label("command", command)] == least])

    return choose
