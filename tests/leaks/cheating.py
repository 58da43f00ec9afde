"""What a bot would gain by the true deal: ``python -m tests.leaks.cheating [--game NAME] [--games N] [--seed S]``.

The same player, which looks some commands ahead, plays `greedy` twice: once given the true state, once, as our bots are,
only what follows from its view. Both play the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import click

from domain.registry import GAMES, AnyGame
from tests.fuzz.players import best
from workers.policies.chance import Chance
from workers.tally import wilson

DEALS, AHEAD = 2, 30
"""How often each command is tried out, and commands at most that are looked ahead: to the end of the turn."""
Player: TypeAlias = Callable[[AnyGame, Any, int, Sequence[Any], Random], Any]


def cheating(game: AnyGame, state: Any, seat: int, legal: Sequence[Any], thought: Random) -> Any:
    """The command that stands best at the end of the turn, in the true deal, with dice of its own."""
    return _ahead(game, lambda chance: state, seat, legal, thought)


def honest(game: AnyGame, state: Any, seat: int, legal: Sequence[Any], thought: Random) -> Any:
    """The same in deals that follow from the view."""
    view = game.view(state, seat)
    return _ahead(game, lambda chance: game.determinize(view, seat, chance), seat, legal, thought)


def greedy(game: AnyGame, state: Any, seat: int, legal: Sequence[Any], thought: Random) -> Any:
    return best(game, state, seat, legal)


def _ahead(game: AnyGame, deal: Callable[[Chance], Any], seat: int, legal: Sequence[Any], thought: Random) -> Any:
    seeds = [thought.random() for _ in range(DEALS)]

    def worth(command: Any) -> float:
        total = 0.0
        for seed in seeds:
            chance = Chance(Random(seed))
            state = deal(chance)
            now = game.decide(state, seat, command, chance).state
            for _ in range(AHEAD):
                if not (asked := game.to_act(now)) or game.turn(now) > game.turn(state):
                    break
                reply = best(game, now, asked[0], list(game.legal_commands(now, asked[0])))
                now = game.decide(now, asked[0], reply, chance).state
            total += game.standing(now)[seat]
        return total

    return legal[0] if len(legal) == 1 else max(legal, key=worth)


def share(game: AnyGame, player: Player, seed: int) -> float:
    """The player's share of the victory against one `greedy`; it sits on either seat in turn."""
    chance, thought, own = Chance(Random(f"deal {seed}")), Random(f"thought {seed}"), seed % 2
    state = game.setup(game.options(), 2, chance).state
    while asked := game.to_act(state):
        seat = asked[0]
        mind = player if seat == own else greedy
        command = mind(game, state, seat, list(game.legal_commands(state, seat)), thought)
        state = game.decide(state, seat, command, chance).state
    outcome = game.outcome(state)
    return 0.0 if outcome is None or own not in outcome.winners else 1 / len(outcome.winners)


@click.command()
@click.option("--game", "name", type=click.Choice(list(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--games", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True, help="The first game's seed; each further game adds one.")
def main(name: str, games: int, seed: int) -> None:
    """Two players that differ only in what they are given, each against `greedy`."""
    for player in (cheating, honest):
        won = sum(share(GAMES[name], player, number) for number in range(seed, seed + games))
        low, high = wilson(won, games)
        click.echo(f"{name}, {player.__name__}: {won / games:.1%} of {games} games, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
