"""A level of bots that never loses at tic-tac-toe: it knows how every game ends (minimax)."""

from __future__ import annotations

from functools import cache

from tic_tac_toe import LINES, PlaceMark

from tradewinds import Policy, Question, Rng

Cells = tuple[int | None, ...]


def choose(question: Question, chance: Rng, seconds: float | None) -> PlaceMark:
    """Any of the best marks. The view of a game without secrets is its state."""
    values = [promise(marked(question.view.cells, command.cell, question.seat), question.seat) for command in question.legal]
    best: list[PlaceMark] = [mark for mark, each in zip(question.legal, values, strict=True) if each == max(values)]
    return best[chance.below(len(best))]


@cache
def promise(cells: Cells, seat: int) -> int:
    """What the seat that marked last gets if both go on perfectly: 1 for a win, 0 for a draw, -1 for a loss."""
    if any(all(cells[cell] == seat for cell in line) for line in LINES):
        return 1
    other = 1 - seat
    replies = (promise(marked(cells, cell, other), other) for cell, mark in enumerate(cells) if mark is None)
    worst = 0 if None not in cells else 1
    for reply in replies:
        worst = min(worst, -reply)
        if worst == -1:
            break
    return worst


def marked(cells: Cells, cell: int, seat: int) -> Cells:
    return (*cells[:cell], seat, *cells[cell + 1 :])


POLICY = Policy(level="perfect", choose=choose, below="greedy", rulesets=frozenset({"tic-tac-toe"}))
