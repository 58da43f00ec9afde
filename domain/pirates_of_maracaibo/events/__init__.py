"""The events (RULES.md, chapter 25.1). `Hidden` replaces what a seat may not see."""

# ruff: noqa: F403 - one namespace for all of them: each module says in its own name what it is about.

from __future__ import annotations

from typing import TypeAlias, get_args

from .actions import *
from .actions import ActionEvent
from .cards import *
from .cards import CardEvent
from .flow import *
from .flow import FlowEvent
from .rounds import *
from .rounds import RoundEvent
from .solo import *
from .solo import SoloEvent

Event: TypeAlias = FlowEvent | RoundEvent | CardEvent | ActionEvent | SoloEvent

EVENTS: tuple[type[Event], ...] = get_args(Event)
