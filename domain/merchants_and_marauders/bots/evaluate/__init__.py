"""The value of a command to a careful captain who plans little, in gold. 0 is the value of doing nothing more here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from domain.game import Style

from ... import commands as c
from ...view import MaraudersView
from ..forecast import Forecast, forecast
from ..leanings import NONE, RAIDER, TRADER, Leaning
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


def evaluate(view: MaraudersView, seat: int, command: c.Command, leaning: Leaning = NONE) -> float:
    """The value of the command to the seat, whose captain leans to this."""
    return VALUES[type(command)](forecast(view, seat, leaning), command)


STYLES: Mapping[str, Style[MaraudersView, c.Command]] = MappingProxyType(
    {
        "greedy:trader": Style("Begins with a Flute, buys and sells, and raids less.", partial(evaluate, leaning=TRADER)),
        "greedy:raider": Style("Hunts merchants, and trades little.", partial(evaluate, leaning=RAIDER)),
    }
)
