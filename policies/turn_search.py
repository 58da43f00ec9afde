"""A search to the end of the turn, for any game.

The candidates are the commands that the game's evaluation values most. The search deals at random what the seat cannot see;
in each such world it plays every candidate, goes on greedily up to the horizon, and scores the result by the game's estimate
of the seat's share of the victory. All candidates meet the same deals with the same chance (common random numbers), so a few
worlds tell them apart. The worse half is dropped after each round (sequential halving; Karnin, Koren and Somekh 2013). The
command that looked best beforehand always stays until two are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.game import Question, Rng
from policies.budget import Limit, OutOfTime
from policies.chance import Chance
from policies.simple import best

LONGEST_PLAYOUT = 200
"""Commands, for games with very long turns."""
SEEDS = 1 << 48
"""The number of different sequences of chance that a world may have."""


class Candidate:
    """A command, and the shares of the victory that it led to."""

    __slots__ = ("command", "total", "worlds")

    def __init__(self, command: Any) -> None:
        self.command = command
        self.total = 0.0
        self.worlds = 0
        """In how many worlds it was played."""

    @property
    def mean(self) -> float | None:
        """The mean share of the victory; None if it was not played."""
        return self.total / self.worlds if self.worlds else None


class Search:
    """The search from one decision of one seat."""

    def __init__(self, question: Question, rng: Rng, limit: Limit, also: Any = None) -> None:
        """`also`: a legal command that is tried in any case."""
        self.game, self.view, self.seat, legal = question
        self.rng = rng
        self.limit = limit
        promising = self._promising(legal)
        self.candidates = [
            Candidate(command) for command in (*promising, *([] if also is None or also in promising else [also]))
        ]
        self.dropped: list[Candidate] = []
        """The candidates that others were preferred to, those that were dropped last at the end."""
        self.worlds = 0
        """In how many worlds each of the candidates has been played."""

    def answer(self) -> Any:
        """The best candidate. Raises OutOfTime if the time ends in the first world."""
        left = self.game.bots.lookahead.playouts if self.limit.iterations is None else self.limit.iterations
        while len(self.candidates) > 1:
            rounds = (len(self.candidates) - 1).bit_length()
            worlds = max(1, left // (rounds * len(self.candidates)))
            left -= worlds * len(self.candidates)
            try:
                self._play(worlds, self.limit.part(rounds))
            except OutOfTime:
                if not self.worlds:
                    raise
            self._halve()
        return self.candidates[0].command

    def _promising(self, legal: Sequence[Any]) -> Sequence[Any]:
        """The commands valued most, the best one first."""
        ranked: list[tuple[float, int]] = []
        for number, command in enumerate(legal):
            self.limit.check()
            ranked.append((-self.game.bots.evaluate(self.view, self.seat, command), number))
        return [legal[number] for _, number in sorted(ranked)[: self.game.bots.lookahead.candidates]]

    def _play(self, worlds: int, limit: Limit) -> None:
        """Play all candidates in this number of further worlds. A world that the limit interrupts does not count. The first
        one may take all the time of the search: without it there is no answer."""
        for _ in range(worlds):
            shares = self.world([each.command for each in self.candidates], limit if self.worlds else self.limit)
            for candidate, share in zip(self.candidates, shares, strict=True):
                candidate.total += share
                candidate.worlds += 1
            self.worlds += 1

    def world(self, commands: Sequence[Any], limit: Limit | None = None) -> list[float]:
        """The shares of the victory to which these commands lead in a new world. Raises OutOfTime."""
        deal, seed = self.game.bots.determinize(self.view, self.seat, self.rng), self.rng.below(SEEDS)
        return [self._share(deal, each, Chance(Random(seed)), limit or self.limit) for each in commands]

    def _share(self, state: Any, command: Any, chance: Rng, limit: Limit) -> float:
        """The seat's share of the victory where this command and greedy play after it lead to."""
        game, rules, turns = self.game, self.game.rules, self.game.bots.lookahead.turns
        horizon = None if turns is None else rules.turn(state) + turns
        state = rules.decide(state, self.seat, command, chance).state
        for _ in range(LONGEST_PLAYOUT):
            limit.check()
            awaited = rules.to_act(state)
            if not awaited or (horizon is not None and rules.turn(state) >= horizon):
                break
            seat = self.seat if self.seat in awaited else awaited[0]
            legal = rules.legal_commands(state, seat)
            chosen = legal[0] if len(legal) == 1 else best(game, game.gate.view(state, seat), seat, legal, chance, limit)
            state = rules.decide(state, seat, chosen, chance).state
        return game.bots.win_shares(state)[self.seat]

    def _halve(self) -> None:
        """Keep the better half, among them the command that looked best beforehand as long as there are others."""
        first, *others = self.candidates
        half = (len(self.candidates) + 1) // 2
        ranked = [first, *sorted(others, key=_loss)] if half > 1 else sorted(self.candidates, key=_loss)
        self.candidates, dropped = ranked[:half], ranked[half:]
        self.dropped += reversed(dropped)


def _loss(candidate: Candidate) -> float:
    return -candidate.total


def expert(question: Question, rng: Rng, limit: Limit) -> Any:
    """The result of the search up to the limit."""
    return Search(question, rng, limit).answer()
