"""The pieces and areas that events change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kit.touched import Touches, touched_by

from .. import events as e

BOOKKEEPING: tuple[type[e.Event], ...] = (e.TakingFinished, e.TurnEnded)
"""Another event follows for what comes next."""


def _panel(event: Any) -> Iterable[str]:
    return (f"seat/{event.seat}",)


def _card(event: Any) -> Iterable[str]:
    return (event.card,)


def _discarded(event: Any) -> Iterable[str]:
    return (event.card, "discard_pile")


def _coins_discarded(event: e.TaxLevied | e.CoinsPaid) -> Iterable[str]:
    return (f"seat/{event.seat}/coins", "discard_pile")


TOUCHED: Mapping[type[e.Event], Touches] = {
    e.GameSetUp: lambda event: ("draw_deck",),
    e.RoundStarted: lambda event: ("game",),
    e.TurnStarted: lambda event: ("marker/turn", "game", f"seat/{event.seat}"),
    e.CardRevealed: lambda event: (event.card, "draw_deck"),
    e.HarbourCardPlaced: lambda event: (event.card, "harbour"),
    e.RepelDecisionOpened: _card,
    e.ShipRepelled: _discarded,
    e.RequestPosted: _card,
    e.TaxIncreaseStarted: _card,
    e.TaxLevied: _coins_discarded,
    e.TaxIncreaseFinished: _discarded,
    e.BustOccurred: _card,
    e.HarbourCleared: lambda event: (*event.cards, "harbour", "discard_pile"),
    e.BustWindowOpened: _panel,
    e.DiscoveryStopped: lambda event: ("harbour",),
    e.TakingStarted: _panel,
    e.ShipLooted: _discarded,
    e.PersonHired: lambda event: (event.card, f"seat/{event.seat}"),
    e.CoinsGained: lambda event: (f"seat/{event.seat}/coins", "draw_deck"),
    e.CoinsPaid: _coins_discarded,
    e.FeePaid: lambda event: (f"seat/{event.from_seat}/coins", f"seat/{event.to_seat}/coins"),
    e.ExpeditionCompleted: lambda event: (event.request, *event.discards, f"seat/{event.seat}", "discard_pile"),
    e.FinalRoundTriggered: lambda event: ("game", f"seat/{event.seat}"),
    e.DeckReshuffled: lambda event: ("draw_deck", "discard_pile"),
    e.PlayStalled: lambda event: ("game",),
    e.RoundLimitReached: lambda event: ("game",),
    e.GameFinished: lambda event: [f"seat/{place.seat}" for place in event.ranking],
}

touched = touched_by(TOUCHED)
