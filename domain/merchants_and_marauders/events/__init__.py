"""What happened (RULES.md, chapter 23). `Hidden` and `Secret` replace what a seat may not see (MM-K23)."""

# ruff: noqa: F403 - one namespace for all of them: each module says in its own name what it is about.

from __future__ import annotations

from typing import TypeAlias, get_args

from .battle import *
from .battle import BattleEvent
from .captains import *
from .captains import CaptainEvent
from .flow import *
from .flow import FlowEvent
from .glory import *
from .glory import GloryEvent
from .port import *
from .port import PortEvent
from .raids import *
from .raids import RaidEvent
from .retired import *
from .retired import RetiredEvent
from .rounds import *
from .rounds import RoundEvent
from .turns import *
from .turns import TurnEvent

Happening: TypeAlias = FlowEvent | RoundEvent | TurnEvent | RaidEvent | PortEvent | GloryEvent | BattleEvent | CaptainEvent
Event: TypeAlias = Happening | RetiredEvent

EVENTS: tuple[type[Happening], ...] = get_args(Happening)
RETIRED_EVENTS: tuple[type[RetiredEvent], ...] = get_args(RetiredEvent)
