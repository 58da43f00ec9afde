"""Scenes of commands, for the tests of what people see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from conformance.playing import Step
from conformance.scenes import check_beats, check_masked, check_working_picture, seen, seen_openly
from domain import session
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.game import GAME
from domain.scenes import Beat, Scene, text_of

from .drawn import PLAYERS
from .scenario import Table

B = TypeVar("B", bound=Beat)


class Watched:
    """The scene of a command. Whoever watches, its beats lead to the picture after it and leave nothing over."""

    def __init__(self, table: Table, command: c.Command, *dice: int, draws: Sequence[int] = (), viewer: int | None = None):
        before, seats = table.state, len(table.state.seats)
        attempt = table.when(command, *dice, draws=draws)
        step = Step(before, 0, [], command, table.state, [*attempt.events])
        areas = {area.id for area in DRAWING.board(before.options, PLAYERS[:seats]).areas}
        openly = seen_openly(GAME, step, before.options, seats)
        for each in (None, *range(seats)):
            found = seen(GAME, step, each, before.options, seats)
            check_working_picture(found)
            check_beats(found, areas)
            check_masked(openly.scene, found.scene)
            assert not found.left_over, found.left_over
            if each == viewer:
                self.scene: Scene = session.scene(
                    GAME, found.events, PLAYERS[:seats], before.options, found.before, found.after
                )
        assert not openly.left_over, openly.left_over

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
