"""Bots at many positions: they think the same in the twin, and bots that peek do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

from domain.levels import Level
from tests.leaks.bot_traces import positions, thoughts
from tests.leaks.hidden_parts import content, parts_of
from tests.leaks.peeking_bots import PEEKING
from tests.leaks.twin_games import Leak
from tests.support.games import OURS

EVERY: Mapping[Level, int] = {
    **dict.fromkeys(("random", "casual", "greedy", "greedy:trader", "greedy:raider", "stand_in"), 1),
    "expert": 10,
}
"""One of so many positions is given to the level, because a search takes long."""
PLANTED = 10
"""One of so many of these is also given to a bot of the level that peeks."""
BATCH = 50
"""Positions from the games of one seed."""


@dataclass
class Seen:
    """Counts of positions. `peeked` were given to bots that peek; at `told_apart` these thought otherwise in the twin, at
    `chose_apart` they also chose otherwise. `parts` counts the positions in which each part was dealt again."""

    positions: int = 0
    alike: Counter[Level] = field(default_factory=Counter)
    peeked: Counter[Level] = field(default_factory=Counter)
    told_apart: Counter[Level] = field(default_factory=Counter)
    chose_apart: Counter[Level] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)

    def add(self, more: Seen) -> None:
        self.positions += more.positions
        for name in ("alike", "peeked", "told_apart", "chose_apart", "parts"):
            getattr(self, name).update(getattr(more, name))

    def lines(self) -> list[str]:
        """Lines for people; none if nothing was examined."""
        if not self.positions:
            return []
        dealt = ", ".join(f"{part} {number / self.positions:.0%}" for part, number in self.parts.items())
        told = [f"bots at {self.positions:,} positions; dealt anew: {dealt}"]
        for level, number in self.alike.items():
            told.append(
                f"{level} thought the same {number:,} times; peeks in {certain(number):.2%} of decisions would be found"
            )
            if peeked := self.peeked[level]:
                found, chose = self.told_apart[level] / peeked, self.chose_apart[level] / peeked
                told.append(
                    f"{level} that always peeks: found at {found:.1%} of {peeked:,} positions, by choice at {chose:.1%}"
                )
                told[-1] += f"; {number:,} would miss it with probability {max(1e-99, missed(found, number)):.0e}"
        return told


def certain(positions: int) -> float:
    """The smallest share of differing positions that so many positions show with a probability of 95 %."""
    return float(1 - 0.05 ** (1 / positions))


def missed(share: float, positions: int) -> float:
    """The probability that so many positions show no difference if this share of all positions differs."""
    return float((1 - share) ** positions)


def watched(name: str, seed: int, count: int = BATCH) -> Seen:
    """Positions of the games of one seed. Raises Leak if a bot thinks otherwise in the twin."""
    game, seen = OURS[name], Seen()
    for number, position in enumerate(islice(positions(game, seed), count)):
        seen.positions += 1
        for part, fields in parts_of(game).items():
            seen.parts[part] += content(position.state, fields) != content(position.twin, fields)
        for level, every in EVERY.items():
            if number % every or level not in game.bots.offered:
                continue
            here, there = thoughts(game, position, level, number)
            if here != there:
                again = f"python -m tests.leaks --game {name} --seed {seed} --playouts 0 --positions {BATCH}"
                raise Leak(f"{name}: {level} thinks otherwise if what it cannot see is dealt anew\nAgain: {again}")
            seen.alike[level] += 1
            if level in PEEKING and number % (every * PLANTED) == 0:
                here, there = thoughts(game, position, level, number, PEEKING[level])
                seen.peeked[level] += 1
                seen.told_apart[level] += here != there
                seen.chose_apart[level] += here.choice != there.choice
    return seen
