"""Commands and events as sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..commands import Command
from ..view import MaraudersView
from ..view.state_from_view import state_from_view
from .describe import TURN, Describe
from .describe.fight import FIGHT
from .describe.port import PORT
from .narration import SENTENCES, SILENT, narrate
from .preview import PREVIEWS, foreseen, preview
from .scene import Scene

DESCRIPTIONS: Mapping[type[Command], Describe] = {**TURN, **PORT, **FIGHT}


def describe(view: MaraudersView, seat: int, command: Command, names: Sequence[str]) -> str:
    """A legal command as a sentence."""
    scene = Scene(view, seat, names, state_from_view)
    return DESCRIPTIONS[type(command)](scene, command, foreseen(scene, command))


__all__ = ["DESCRIPTIONS", "PREVIEWS", "SENTENCES", "SILENT", "describe", "narrate", "preview"]
