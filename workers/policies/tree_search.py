"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, one observer), for any number of seats.

Each iteration deals anew what the searching seat cannot see, walks down one tree that all deals share, adds a node to it,
plays on from there for some turns and scores where that leads with the game's `standing`. A node is what the searching seat
has been told since the root: every outcome of chance leads to a node of its own, so that plans answer to what will be seen
and to nothing else. Every seat on the way maximises its own share (max^n).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, TypeAlias

import msgspec

from domain.game import Rng
from workers.policies.budget import Limit, OutOfTime
from workers.policies.policy import Question
from workers.policies.simple import best

EXPLORATION = sqrt(2)
"""Weight of UCB's second term, in standard errors of what a command brings."""
UNKNOWN = 0.25
"""The greatest variance that shares of the victory can have."""
ROUNDS_AHEAD = 1
"""How many turns of each seat an iteration plays, the one under way included: then every seat has had as many."""
LONGEST_PLAYOUT = 200
"""Commands, for games with very long turns."""
CARELESS = 20
"""One command in so many is given at random when an iteration plays on from the tree."""
SURE = 1.0
"""By how many standard errors a command must be better than the one appraised best to be given in its place."""


class Edge:
    """A command at a node: what `appraise` thinks of it, how often it was possible and tried, what its seat got by it, and
    the nodes it led to."""

    __slots__ = ("available", "nodes", "prior", "squares", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.available = 0
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.nodes: dict[bytes, Node] = {}

    def add(self, share: float) -> None:
        """Take in what the deciding seat got."""
        self.visits += 1
        self.total += share
        self.squares += share * share

    def bound(self) -> float:
        """The upper confidence bound, over the iterations in which the command was possible."""
        return self.mean() + EXPLORATION * sqrt(self.variance() * log(self.available))

    def mean(self) -> float:
        return self.total / self.visits

    def variance(self) -> float:
        """Of the mean. To the visits one is added that knows nothing, so that few visits do not look like certainty."""
        visits = self.visits
        squared_error = self.squares - self.total * self.total / visits
        return (max(0.0, squared_error) + UNKNOWN) / ((visits + 1) * visits)


class Node:
    """A decision as the searching seat foresees it."""

    __slots__ = ("edges",)

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}


Path: TypeAlias = list[tuple[Edge, int]]
"""What was chosen on the way down the tree, each time with the seat that chose."""


class Search:
    """The search from one decision of one seat."""

    def __init__(self, question: Question, rng: Rng, limit: Limit) -> None:
        self.game, self.view, self.seat, self.legal = question
        self.rng = rng
        self.limit = limit
        self.root = Node()
        self.iterations = 0
        state = self.game.determinize(self.view, self.seat, rng)
        self.horizon = self.game.turn(state) + ROUNDS_AHEAD * len(self.game.standing(state))
        self.encode = msgspec.msgpack.Encoder().encode

    def iterate(self) -> None:
        """One deal, one way down the tree, one playout; the tree learns what it led to."""
        state, path = self._descend(self.game.determinize(self.view, self.seat, self.rng))
        shares = self.game.standing(self._play_on(state))
        for edge, seat in path:
            edge.add(shares[seat])
        self.iterations += 1

    def answer(self) -> Any:
        """The command appraised best, unless another one surely is better."""
        tried = {command: edge for command, edge in self.root.edges.items() if edge.visits}
        answer = max(tried, key=lambda command: tried[command].prior)
        first, most = tried[answer], 0.0
        for command, edge in tried.items():
            margin = edge.mean() - first.mean() - SURE * sqrt(edge.variance() + first.variance())
            if margin > most:
                answer, most = command, margin
        return answer

    def _descend(self, state: Any) -> tuple[Any, Path]:
        """Down the tree to a node that is not in it yet, and adds it."""
        game, path = self.game, Path()
        node = self.root
        told: list[Any] = []
        while (seat := self._to_act(state)) is not None:
            legal = game.legal_commands(state, seat) if path else self.legal
            if len(legal) == 1:
                command = legal[0]
            else:
                if path:
                    nodes, what = path[-1][0].nodes, self.encode(told)
                    if what not in nodes:
                        nodes[what] = Node()
                        break
                    node, told = nodes[what], []
                command, edge = self._select(node, state, seat, legal)
                path.append((edge, seat))
            recorder = game.decide(state, seat, command, self.rng)
            state = recorder.state
            told += [game.redact(event, self.seat) for event in recorder.events]
        return state, path

    def _select(self, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> tuple[Any, Edge]:
        """The command to go on with: first each that was never tried, the best appraised first, then by its bound."""
        known, view = node.edges, None
        edges: list[tuple[Any, Edge]] = []
        for command in legal:
            edge = known.get(command)
            if edge is None:
                view = view or self.game.view(state, seat)
                edge = known[command] = Edge(self.game.appraise(view, seat, command))
            edge.available += 1
            edges.append((command, edge))
        untried = [entry for entry in edges if not entry[1].visits]
        if untried:
            return max(untried, key=lambda entry: entry[1].prior)
        return max(edges, key=lambda entry: entry[1].bound())

    def _play_on(self, state: Any) -> Any:
        """Play greedily, if sometimes carelessly, up to the horizon."""
        game, rng = self.game, self.rng
        for _ in range(LONGEST_PLAYOUT):
            seat = self._to_act(state)
            if seat is None:
                break
            legal = game.legal_commands(state, seat)
            if len(legal) == 1:
                command = legal[0]
            elif rng.below(CARELESS):
                command = best(game, game.view(state, seat), seat, legal, rng, self.limit)
            else:
                command = legal[rng.below(len(legal))]
            state = game.decide(state, seat, command, rng).state
        return state

    def _to_act(self, state: Any) -> int | None:
        """The seat to decide next, None at the horizon or the end of the game. Of several the searching seat is first."""
        self.limit.check()
        awaited = self.game.to_act(state)
        if not awaited or self.game.turn(state) >= self.horizon:
            return None
        return self.seat if self.seat in awaited else awaited[0]


def ismcts(question: Question, rng: Rng, limit: Limit) -> Any:
    """What the search finds up to the limit."""
    tree = Search(question, rng, limit)
    try:
        while limit.iterations is None or tree.iterations < limit.iterations:
            tree.iterate()
    except OutOfTime:
        if tree.iterations < len(question.legal):
            raise  # Not every command was tried even once.
    return tree.answer()
