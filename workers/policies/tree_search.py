"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, one observer), for any number of seats.

Each iteration deals anew what the searching seat cannot see, descends one tree that all deals share, adds a node to it,
plays on from there for some turns and scores the result by the game's estimate of each seat's share of the victory. A node
is identified by the events that the searching seat has seen since the root: each outcome of chance leads to another node,
so plans depend only on what the seat will see. Every seat on the way maximises its own share (max^n).
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
"""The weight of UCB's second term, in standard errors of a command's mean."""
UNKNOWN = 0.25
"""The greatest possible variance of shares of the victory."""
ROUNDS_AHEAD = 1
"""The number of turns of each seat that an iteration plays, including the current one."""
LONGEST_PLAYOUT = 200
"""Commands, for games with very long turns."""
CARELESS = 20
"""While an iteration plays on from the tree, one command in this number is random."""
SURE = 1.0
"""The standard errors by which a command must beat the one that `greedy` would choose to replace it."""


class Edge:
    """A command at a node: its evaluation, how often it was possible and tried, the shares that it brought its seat, and the
    nodes after it."""

    __slots__ = ("available", "nodes", "prior", "squares", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.available = 0
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.nodes: dict[bytes, Node] = {}

    def add(self, share: float) -> None:
        """Add the share that the deciding seat got."""
        self.visits += 1
        self.total += share
        self.squares += share * share

    def bound(self) -> float:
        """The upper confidence bound, over the iterations in which the command was possible."""
        return self.mean() + EXPLORATION * sqrt(self.variance() * log(self.available))

    def mean(self) -> float:
        return self.total / self.visits

    def variance(self) -> float:
        """The variance of the mean. One visit without information is added, so that few visits do not look certain."""
        visits = self.visits
        squared_error = self.squares - self.total * self.total / visits
        return (max(0.0, squared_error) + UNKNOWN) / ((visits + 1) * visits)


class Node:
    """A decision that the searching seat foresees."""

    __slots__ = ("edges",)

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}


Path: TypeAlias = list[tuple[Edge, int]]
"""The edges chosen on the way down the tree, each with the deciding seat."""


class Search:
    """The search from one decision of one seat."""

    def __init__(self, question: Question, rng: Rng, limit: Limit) -> None:
        self.game, self.view, self.seat, self.legal = question
        self.rng = rng
        self.limit = limit
        self.root = Node()
        self.iterations = 0
        state = self.game.bots.determinize(self.view, self.seat, rng)
        self.horizon = self.game.rules.turn(state) + ROUNDS_AHEAD * len(self.game.bots.win_shares(state))
        self.encode = msgspec.msgpack.Encoder().encode

    def iterate(self) -> None:
        """Make one deal, one descent and one playout, and add the result to the tree."""
        state, path = self._descend(self.game.bots.determinize(self.view, self.seat, self.rng))
        shares = self.game.bots.win_shares(self._play_on(state))
        for edge, seat in path:
            edge.add(shares[seat])
        self.iterations += 1

    def answer(self) -> Any:
        """The command evaluated best, unless another one is surely better."""
        tried = {command: edge for command, edge in self.root.edges.items() if edge.visits}
        answer = max(tried, key=lambda command: tried[command].prior)
        first, most = tried[answer], 0.0
        for command, edge in tried.items():
            margin = edge.mean() - first.mean() - SURE * sqrt(edge.variance() + first.variance())
            if margin > most:
                answer, most = command, margin
        return answer

    def _descend(self, state: Any) -> tuple[Any, Path]:
        """Descend to a node that is not yet in the tree, and add it."""
        rules, redact, path = self.game.rules, self.game.gate.redact, Path()
        node = self.root
        told: list[Any] = []
        while (seat := self._to_act(state)) is not None:
            legal = rules.legal_commands(state, seat) if path else self.legal
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
            recorder = rules.decide(state, seat, command, self.rng)
            state = recorder.state
            told += [redact(event, self.seat) for event in recorder.events]
        return state, path

    def _select(self, node: Node, state: Any, seat: int, legal: Sequence[Any]) -> tuple[Any, Edge]:
        """The command to continue with: an untried one, best evaluated first; otherwise the one with the highest bound."""
        known, view = node.edges, None
        edges: list[tuple[Any, Edge]] = []
        for command in legal:
            edge = known.get(command)
            if edge is None:
                view = view or self.game.gate.view(state, seat)
                edge = known[command] = Edge(self.game.bots.evaluate(view, seat, command))
            edge.available += 1
            edges.append((command, edge))
        untried = [entry for entry in edges if not entry[1].visits]
        if untried:
            return max(untried, key=lambda entry: entry[1].prior)
        return max(edges, key=lambda entry: entry[1].bound())

    def _play_on(self, state: Any) -> Any:
        """Play greedily, with some random commands, up to the horizon."""
        game, rules, rng = self.game, self.game.rules, self.rng
        for _ in range(LONGEST_PLAYOUT):
            seat = self._to_act(state)
            if seat is None:
                break
            legal = rules.legal_commands(state, seat)
            if len(legal) == 1:
                command = legal[0]
            elif rng.below(CARELESS):
                command = best(game, game.gate.view(state, seat), seat, legal, rng, self.limit)
            else:
                command = legal[rng.below(len(legal))]
            state = rules.decide(state, seat, command, rng).state
        return state

    def _to_act(self, state: Any) -> int | None:
        """The seat to decide next; None at the horizon or the end of the game. The searching seat comes first."""
        self.limit.check()
        rules = self.game.rules
        awaited = rules.to_act(state)
        if not awaited or rules.turn(state) >= self.horizon:
            return None
        return self.seat if self.seat in awaited else awaited[0]


def ismcts(question: Question, rng: Rng, limit: Limit) -> Any:
    """The result of the search up to the limit."""
    tree = Search(question, rng, limit)
    try:
        while limit.iterations is None or tree.iterations < limit.iterations:
            tree.iterate()
    except OutOfTime:
        if tree.iterations < len(question.legal):
            raise  # Some commands were never tried.
    return tree.answer()
