"""Commands and events as sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..commands import Command
from ..state_from_view import state_from_view
from ..view import MaraudersView
from .describe import TURN, Describe
from .describe_fight import FIGHT
from .describe_port import PORT
from .preview import PREVIEWS, foreseen, preview
from .scene import Scene
from .tell import SENTENCES, UNTOLD, tell

DESCRIPTIONS: Mapping[type[Command], Describe] = {**TURN, **PORT, **FIGHT}


def describe(view: MaraudersView, seat: int, command: Command, names: Sequence[str]) -> str:
    """A legal command as a sentence."""
    scene = Scene(view, seat, names, state_from_view)
    return DESCRIPTIONS[type(command)](scene, command, foreseen(scene, command))


__all__ = ["DESCRIPTIONS", "PREVIEWS", "SENTENCES", "UNTOLD", "describe", "preview", "tell"]
