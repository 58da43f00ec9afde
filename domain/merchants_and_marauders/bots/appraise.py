"""How good a command looks to a sound, simple captain, in gold: 0 is doing nothing more here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import commands as c
from ..view import MaraudersView
from .appraise_cards import CARD_VALUES
from .appraise_fight import FIGHT_VALUES
from .appraise_port import PORT_VALUES
from .appraise_turn import TURN_VALUES
from .outlook import Outlook, outlook

VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
    **TURN_VALUES,
    **PORT_VALUES,
    **FIGHT_VALUES,
    **CARD_VALUES,
}


def appraise(view: MaraudersView, seat: int, command: c.Command) -> float:
    """What the command promises the seat."""
    return VALUES[type(command)](outlook(view, seat), command)
