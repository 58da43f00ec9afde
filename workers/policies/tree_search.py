"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, one observer), for any number of seats.

Each iteration deals anew what the searching seat cannot see, walks down one tree that all deals share, adds a node to it,
plays on from there for some turns and scores where that leads with the game's `standing`. A node is what the searching seat
has been told since the root: every outcome of chance leads to a node of its own, so that plans answer to what will be seen
and to nothing else. Every seat on the way maximises its own share (max^n).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from domain.game import Rng
from workers.policies.budget import Limit, OutOfTime
from workers.policies.policy import Question
from workers.policies.simple import best

EXPLORATION = 0.2
"""Weight of UCB's second term; shares of the victory lie between 0 and 1, and differ little between commands."""
ROUNDS_AHEAD = 1
"""How many turns of each seat an iteration plays, the one under way included."""
LONGEST_PLAYOUT = 200
"""Commands, for games with very long turns."""
SURE = 1.0
"""Standard errors by which a command must do better than the best appraised one to be given in its place."""
CARELESS = 10
"""One command in so many is given at random when an iteration plays on from the tree."""


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

    def mean(self) -> float:
        return self.total / self.visits

    def variance(self) -> float:
        """Of the mean."""
        mean = self.total / self.visits
        return max(0.0, self.squares / self.visits - mean * mean) / self.visits


class Node:
    """A decision as the searching seat foresees it."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.visits = 0

    def select(self, edges: Sequence[Edge]) -> Edge:
        """Of the edges possible now the one to go down next: first each once, the best appraised first, then by UCB."""
        untried = [edge for edge in edges if not edge.visits]
        if untried:
            return max(untried, key=attrgetter("prior"))
        return max(edges, key=lambda edge: edge.total / edge.visits + EXPLORATION * sqrt(log(edge.available) / edge.visits))

    def add(self, edge: Edge, share: float) -> None:
        """Take in what the deciding seat got by going down this edge."""
        self.visits += 1
        edge.visits += 1
        edge.total += share
        edge.squares += share * share


Path: TypeAlias = list[tuple[Node, Edge, int]]
"""The decisions on the way down the tree, each with what was chosen and the seat that chose."""


class Search:
    """The search from one decision of one seat."""

    def __init__(self, question: Question, rng: Rng, limit: Limit) -> None:
        self.game, self.view, self.seat, self.legal = question
        self.rng = rng
        self.limit = limit
        self.root = Node()
        state = self.game.determinize(self.view, self.seat, rng)
        self.horizon = self.game.turn(state) + ROUNDS_AHEAD * len(self.game.standing(state))
        self.encode = msgspec.msgpack.Encoder().encode

    def iterate(self) -> None:
        """One deal, one way down the tree, one playout; the tree learns what it led to."""
        state, path = self._descend(self.game.determinize(self.view, self.seat, self.rng))
        shares = self.game.standing(self._play_on(state))
        for node, edge, seat in path:
            node.add(edge, shares[seat])

    def answer(self) -> Any:
        """The best appraised command, unless another proved to be better."""
        edges = {command: edge for command, edge in self.root.edges.items() if edge.visits}
        first = max(edges, key=lambda command: edges[command].prior)
        best, excess = first, 0.0
        for command, edge in edges.items():
            if edge.visits > 1:
                margin = edge.mean() - edges[first].mean() - SURE * sqrt(edge.variance() + edges[first].variance())
                if margin > excess:
                    best, excess = command, margin
        return best

    def _descend(self, state: Any) -> tuple[Any, Path]:
        """Down the tree to a node that is not in it yet, and adds it."""
        game, path = self.game, Path()
        node = self.root
        told: list[Any] = []
        while (seat := self._to_act(state)) is not None:
            legal = game.legal_commands(state, seat)
            if len(legal) == 1:
                command = legal[0]
            else:
                if path:
                    nodes, what = path[-1][1].nodes, self.encode(told)
                    if what not in nodes:
                        nodes[what] = Node()
                        break
                    node, told = nodes[what], []
                edges = {self._edge(node, state, seat, command): command for command in legal}
                edge = node.select(list(edges))
                command = edges[edge]
                path.append((node, edge, seat))
            recorder = game.decide(state, seat, command, self.rng)
            state = recorder.state
            told += [game.redact(event, self.seat) for event in recorder.events]
        return state, path

    def _edge(self, node: Node, state: Any, seat: int, command: Any) -> Edge:
        """The edge of a command that is possible now."""
        edge = node.edges.get(command)
        if edge is None:
            edge = Edge(self.game.appraise(self.game.view(state, seat), seat, command))
            node.edges[command] = edge
        edge.available += 1
        return edge

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
    """The command that the search found best up to the limit."""
    tree = Search(question, rng, limit)
    try:
        while limit.iterations is None or tree.root.visits < limit.iterations:
            tree.iterate()
    except OutOfTime:
        if tree.root.visits < len(question.legal):
            raise  # Not even every command was tried once: no better than a guess.
    return tree.answer()
