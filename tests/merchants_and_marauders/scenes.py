"""Scenes of commands, for the tests of what people see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from domain import session
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders.game import GAME
from domain.scenes import Beat, Scene, text_of
from tests.support.scenes import watched

from .drawn import PLAYERS
from .scenario import Table

B = TypeVar("B", bound=Beat)


class Watched:
    """The scene of a command. Whoever watches, its beats lead to the picture after it and leave nothing over."""

    def __init__(self, table: Table, command: c.Command, *dice: int, draws: Sequence[int] = (), viewer: int | None = None):
        before = table.state
        attempt = table.when(command, *dice, draws=draws)
        found = watched(GAME, before, [*attempt.events], table.state)[viewer]
        players = PLAYERS[: len(table.state.seats)]
        self.scene: Scene = session.scene(GAME, found.events, players, before.options, found.before, found.after)

    def all(self, kind: type[B]) -> list[B]:
        return [beat for beat in self.scene if isinstance(beat, kind)]

    def one(self, kind: type[B], **fields: object) -> B:
        """The one beat of this kind that has these fields."""
        found = [beat for beat in self.all(kind) if all(getattr(beat, field) == value for field, value in fields.items())]
        assert len(found) == 1, f"{len(found)} of {kind.__name__} with {fields} in {self.scene}"
        return found[0]

    @property
    def must_be_seen(self) -> list[Beat]:
        return [beat for beat in self.scene if beat.weight == 2]

    @property
    def text(self) -> str:
        return text_of(self.scene)
