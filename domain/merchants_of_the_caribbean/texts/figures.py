"""What is counted over a game."""

from __future__ import annotations

from domain.game import Tally

from .. import events as e


def _from_ships(event: e.Event) -> tuple[int, int] | None:
    return (event.seat, event.amount) if isinstance(event, e.CoinsGained) and event.reason == "loot" else None


def _fees(event: e.Event) -> tuple[int, int] | None:
    return (event.to_seat, event.amount) if isinstance(event, e.FeePaid) else None


def _busts(event: e.Event) -> tuple[int, int] | None:
    return (event.seat, 1) if isinstance(event, e.BustOccurred) else None


FIGURES = (
    Tally("from_ships", "Coins from ships", _from_ships),
    Tally("fees", "Fees from the others", _fees),
    Tally("busts", "Busts", _busts),
)
