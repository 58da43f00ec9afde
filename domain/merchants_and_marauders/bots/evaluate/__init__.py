"""The value of a command to a careful captain who plans little, in gold. 0 is the value of doing nothing more here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ... import commands as c
from ...view import MaraudersView
from ..forecast import Forecast, forecast
from .cards import CARD_VALUES
from .fight import FIGHT_VALUES
from .port import PORT_VALUES
from .turn import TURN_VALUES

VALUES: Mapping[type[c.Command], Callable[[Forecast, Any], float]] = {
    **TURN_VALUES,
    **PORT_VALUES,
    **FIGHT_VALUES,
    **CARD_VALUES,
}


def evaluate(view: MaraudersView, seat: int, command: c.Command) -> float:
    """The value of the command to the seat."""
    return VALUES[type(command)](forecast(view, seat), command)
