"""What playouts reached, and what is still missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from conformance.golden.coverage import label as label
from domain.game import AnyGame
from tests.fuzz.catalogue import Catalogue

KINDS = ("command", "event", "refusal")
"""The kinds of labels that every game has; all others are content."""


NOTHING = "nothing"
"""The wanted label when everything was reached, so that a command line can name it."""


def everything(game: AnyGame, catalogue: Catalogue) -> frozenset[str]:
    """The labels of everything to reach in games from set-up."""
    commands = {f"command {kind.__struct_config__.tag}" for kind in game.types.commands}
    events = {f"event {kind.__struct_config__.tag}" for kind in game.types.events}
    refusals = {f"refusal {code}" for code in game.rules.refusals if code not in catalogue.arranged}
    return frozenset(commands | events | refusals | catalogue.everything)


class Reached:
    """How often each thing was reached. Can be added up over playouts and processes."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.playouts = 0
        self.moves = 0
        self.seconds = 0.0
        """Seconds of processor time."""
        self.longest_list = 0

    def add(self, other: Reached) -> None:
        self.times.update(other.times)
        self.endings.update(other.endings)
        self.playouts += other.playouts
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest_list = max(self.longest_list, other.longest_list)

    def missing(self, wanted: frozenset[str]) -> frozenset[str]:
        return wanted - self.times.keys()


def of_kind(labels: frozenset[str], kind: str) -> Sequence[str]:
    """The labels of one kind of KINDS, or of the content."""
    if kind in KINDS:
        return sorted(each for each in labels if each.startswith(f"{kind} "))
    return sorted(each for each in labels if not each.startswith(tuple(f"{kind} " for kind in KINDS)))
