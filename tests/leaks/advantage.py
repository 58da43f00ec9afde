"""What a bot would gain from hidden things: ``python -m tests.leaks.advantage [--game NAME] [--games N] [--turns T]``.

A player that looks ahead plays the same games with its view alone and with something hidden: the true deal, the coming
draws, or both. It plays against `greedy`, or against itself with its view alone.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

import click

from cli.arena.report import wilson
from domain.fairness import Draws
from domain.game import AnyGame
from policies.chance import Chance
from tests.leaks.lookahead import Coming, World, coming_draws, dice, looked_ahead, promising
from tests.support.games import OURS

WORLDS = 2
"""Imagined worlds in which each command is tried, if the player does not know everything."""
NORMAL = 1.96
"""Standard errors on either side of a mean, at 95 %."""


class Given(NamedTuple):
    """The hidden things that a player knows; it imagines the others."""

    deal: bool
    draws: bool


GIVEN = {
    "its view": Given(deal=False, draws=False),
    "the true deal": Given(deal=True, draws=False),
    "the draws to come": Given(deal=False, draws=True),
    "both": Given(deal=True, draws=True),
}
AGAINST = {"greedy": None, "itself": GIVEN["its view"]}


class Player:
    """Looks so many turns ahead, beyond its own only at its first decision of a turn; otherwise it plays like `greedy`. With
    no hidden knowledge it is `greedy`."""

    def __init__(self, given: Given | None, turns: int, thought: Random) -> None:
        self.given, self.turns, self.thought = given, turns, thought
        self.thought_about = 0

    def choice(self, game: AnyGame, state: Any, seat: int, coming: Coming) -> Any:
        """One of the legal commands."""
        commands, turn = promising(game, state, seat), game.rules.turn(state)
        if self.given is None or len(commands) == 1 or (self.turns > 1 and turn == self.thought_about):
            return commands[0]
        self.thought_about = turn
        worlds = [self._world(self.given, game, state, seat, coming) for _ in range(1 if all(self.given) else WORLDS)]
        return looked_ahead(game, worlds, seat, commands, self.turns)

    def _world(self, given: Given, game: AnyGame, state: Any, seat: int, coming: Coming) -> World:
        imagined = game.bots.determinize(game.gate.view(state, seat), seat, Chance(Random(self.thought.random())))
        own = dice(self.thought.random())
        return World(state if given.deal else imagined, coming if given.draws else own)


class Result(NamedTuple):
    """The result of a game: the player's share of the victory, and its lead in points."""

    share: float
    lead: int


def played(name: str, given: Given, against: Given | None, turns: int, number: int) -> Result:
    """A game for two, with draws as the service makes them; the player takes both seats in turn."""
    game, own, key, version = OURS[name], number % 2, sha256(f"deal {number}".encode()).digest(), 1
    players = [Player(given if seat == own else against, turns, Random(f"thought {number} {seat}")) for seat in range(2)]
    state = game.rules.setup(game.types.options(), 2, Draws(key, version)).state
    while asked := game.rules.to_act(state):
        seat, coming = asked[0], coming_draws(key, version + 1)
        command = players[seat].choice(game, state, seat, coming)
        state, version = game.rules.decide(state, seat, command, coming(0)).state, version + 1
    outcome = game.rules.outcome(state)
    assert outcome is not None
    share = 1 / len(outcome.winners) if own in outcome.winners else 0.0
    return Result(share, outcome.scores[own] - outcome.scores[1 - own])


@click.command()
@click.option("--game", "name", type=click.Choice(list(OURS)), default="merchants-of-the-caribbean", show_default=True)
@click.option("--games", default=100, show_default=True)
@click.option("--given", "which", type=click.Choice(list(GIVEN)), multiple=True, help="Only these; all if not given.")
@click.option("--against", type=click.Choice(list(AGAINST)), default="greedy", show_default=True)
@click.option("--turns", default=1, show_default=True, help="How many turns are looked ahead, the one under way included.")
@click.option("--processes", default=1, show_default=True)
def main(name: str, games: int, which: tuple[str, ...], against: str, turns: int, processes: int) -> None:
    """Players that differ only in what they know."""
    with get_context("spawn").Pool(processes) as pool:
        for given in which or GIVEN:
            results = pool.map(
                partial(played, name, GIVEN[given], AGAINST[against], turns), range(1, 1 + games), chunksize=1
            )
            won, leads = sum(each.share for each in results), [each.lead for each in results]
            low, high = wilson(won, games)
            click.echo(
                f"{name}, given {given}, against {against}: {won / games:.1%} of {games} games, 95 % interval {low:.1%} to "
                f"{high:.1%}, ahead by {mean(leads):+.1f} ± {NORMAL * stdev(leads) / games**0.5:.1f} points"
            )


if __name__ == "__main__":
    main()
