"""What a seat can ask for (RULES.md, chapter 22.2)."""

# ruff: noqa: F403 - one namespace for all of them: each module says in its own name what it is about.

from __future__ import annotations

from typing import TypeAlias, get_args

from .battle import *
from .battle import BattleCommand
from .cards import *
from .cards import CardCommand
from .port import *
from .port import PortCommand
from .raid import *
from .raid import RaidCommand
from .turn import *
from .turn import TurnCommand

Command: TypeAlias = TurnCommand | PortCommand | RaidCommand | BattleCommand | CardCommand

COMMANDS: tuple[type[Command], ...] = get_args(Command)
