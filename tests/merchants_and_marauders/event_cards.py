"""Event cards in tests: drawing one, and keeping account of which are tested."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import events as e

from .scenario import Attempt, Table, given


class Exercised:
    """Marks tests as those of event cards, and knows them all."""

    def __init__(self) -> None:
        self.ids: set[str] = set()

    def __call__(self, *ids: str) -> pytest.MarkDecorator:
        self.ids.update(ids)
        return pytest.mark.parametrize("card", ids)


def drawn(card: str, draws: tuple[int, ...] = (), **position: object) -> tuple[Table, Attempt]:
    """The card is drawn at the start of round 2; the rounds after it bring NPC cards. Seat 0 acts next."""
    table = given(next_events=(card, "npc_en_1", "npc_en_2"), **position)  # type: ignore[arg-type]
    attempt = table.end_round(draws)
    attempt.then(e.RoundStarted(2), e.EventDrawn(card))
    assert table.state.event_discard[-1] == card
    return table, attempt
