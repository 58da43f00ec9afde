"""What a game is in the middle of: the frames on the stack of a state, the innermost last.

A frame is either a *process*, which runs by itself as soon as it is on top and knows its next step, or a *decision*, which
waits for the seat it names. Frames hold only what every seat may see: lots, offers and announced cards are in `Seat`.
"""

# ruff: noqa: F403 - one namespace for all of them: each module says in its own name what it is about.

from __future__ import annotations

from typing import Annotated, TypeAlias, get_args

from domain.kit.closed import one_of

from .base import *
from .decisions import *
from .decisions import Decision
from .processes import *
from .processes import Process

Frame: TypeAlias = Process | Decision

FrameKind: TypeAlias = Annotated[str, one_of((str(kind.__struct_config__.tag) for kind in get_args(Frame)), "FrameKind")]
"""The kind of a frame, its `type`."""

DECISIONS: frozenset[type[Decision]] = frozenset(get_args(Decision))
