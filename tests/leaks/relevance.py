"""Which hidden things would be worth knowing: ``python -m tests.leaks.relevance [--game NAME] [--turns T]``.

A player who knows everything, the coming draws included, tries out each command; then again with one hidden part dealt
again. If that leads to another command, the player loses what the right one would have brought.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import Any

import click

from domain.game import AnyGame
from tests.leaks.bot_traces import Position, positions
from tests.leaks.hidden_parts import parts_of, with_part
from tests.leaks.lookahead import Coming, World, coming_draws, dice, leads_to, promising
from tests.support.games import OURS

SENSE = 0.9
"""How often the players give the command that looks best."""
DRAWS = "dice and other draws"


def losses(game: AnyGame, position: Position, number: int, turns: int) -> dict[str, float]:
    """By part: how much of the victory a wrong guess of it costs in this decision."""
    state, twin, seat = position
    coming = coming_draws(f"draws {number}".encode(), 1)

    def shares(world: World) -> dict[Any, float]:
        return {each: leads_to(game, world, seat, each, turns) for each in promising(game, state, seat)}

    def loss(believed: Any, expected: Coming) -> float:
        believed_shares = shares(World(believed, expected))
        return max(true.values()) - true[max(believed_shares, key=believed_shares.__getitem__)]

    true = shares(World(state, coming))
    lost = {part: loss(with_part(state, twin, fields), coming) for part, fields in parts_of(game).items()}
    return {**lost, "all of these": loss(twin, coming), DRAWS: loss(state, dice(number))}


@click.command()
@click.option("--game", "name", type=click.Choice(list(OURS)), default="merchants-of-the-caribbean", show_default=True)
@click.option("--positions", "count", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--turns", default=1, show_default=True, help="How many turns are looked ahead, the one under way included.")
def main(name: str, count: int, seed: int, turns: int) -> None:
    """For each hidden part: how often it matters to a decision, and how much."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for number, position in enumerate(islice(positions(OURS[name], seed, SENSE), count)):
        for part, loss in losses(OURS[name], position, number, turns).items():
            found[part].append(loss)
    click.echo(f"{name}: {count} decisions, looking {turns} turn{'s' * (turns > 1)} ahead")
    for part, each in found.items():
        click.echo(
            f"  {part}: matters in {sum(map(bool, each)) / count:.1%}, {sum(each) / count:.2%} of the victory a decision"
        )


if __name__ == "__main__":
    main()
