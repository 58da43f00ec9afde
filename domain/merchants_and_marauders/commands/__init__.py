"""What a seat can ask for (RULES.md, chapter 22.2).

`Hidden` and `Secret` replace what another seat may not see; no command can be given with them (MM-429).
"""

# ruff: noqa: F403 - one namespace for all of them: each module says in its own name what it is about.

from __future__ import annotations

from typing import TypeAlias, get_args

from .base import amount_of as amount_of
from .base import named as named
from .battle import *
from .battle import BattleCommand
from .cards import *
from .cards import CardCommand
from .port import *
from .port import PortCommand
from .raid import *
from .raid import RaidCommand
from .retired import RetiredCommand as RetiredCommand
from .retired import SetStandingPass as SetStandingPass
from .turn import *
from .turn import TurnCommand

Action: TypeAlias = TurnCommand | PortCommand | RaidCommand | BattleCommand | CardCommand
Command: TypeAlias = Action | RetiredCommand

COMMANDS: tuple[type[Action], ...] = get_args(Action)
RETIRED_COMMANDS: tuple[type[RetiredCommand], ...] = (SetStandingPass,)
