"""How good a command looks to a sound, simple captain, in gold: 0 is doing nothing more here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import commands as c
from .appraise_cards import CARD_VALUES
from .appraise_fight import BATTLE_VALUES, FIGHT_VALUES
from .appraise_port import PORT_VALUES
from .appraise_turn import TURN_VALUES, starting_ship
from .outlook import Outlook, outlook
from .view import MaraudersView

VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
    **TURN_VALUES,
    **PORT_VALUES,
    **FIGHT_VALUES,
    **CARD_VALUES,
}
"""Of captains; the commands of battles are in `BATTLE_VALUES`."""


def appraise(view: MaraudersView, seat: int, command: c.Command) -> float:
    """What the command promises the seat."""
    in_battle = BATTLE_VALUES.get(type(command))
    if in_battle is not None:
        return in_battle(view, seat, command)
    own = outlook(view, seat)
    if own is None:
        # A captain who has no ship yet, or the ship of a dead one whose modifications are laid out.
        return starting_ship(view, seat, command) if isinstance(command, c.ChooseShip) else 0.0
    return VALUES[type(command)](own, command)
