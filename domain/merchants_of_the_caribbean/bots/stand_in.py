"""Plays for a seat whose player has left: it takes nothing and risks as little as it can."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.stand_in import first_of

from .. import commands as c
from ..view import MerchantsView

ORDER = (c.FinishTaking, c.EndTurn, c.StopDiscovering, c.RepelShip, c.KeepShip, c.RevealCard)


def stand_in(view: MerchantsView, seat: int, legal: Sequence[c.Command]) -> c.Command:
    """The safest of the legal commands."""
    return first_of(ORDER, legal)
